"""Property tests for house rules; needs the extra `testing` (Hypothesis).

- `strategies`: cards, hands, melds, profiles, positions and moves for Hypothesis' `@given`.
- `conformance`: `check_position` asks for everything that must hold of a position, whatever its rules are.
- `rounds`: `check_round` plays a whole round of random moves and watches every step.
- `mirror`: `Mirror`, a client that draws the view of its seat from events alone.
- `random_choice`: where choices come from, `RandomChoices` for loops of your own, `DrawnChoices` for Hypothesis.
- `random_walk`: `walk` plays a round on by random legal moves.
- `repro`: a position as text to paste into a test, and the same position `under` other rules.

The page docs/testing.md is a tour with complete examples.
"""

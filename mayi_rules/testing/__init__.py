"""Property tests for house rules; needs the extra `testing` (Hypothesis).

- `cards`, `hands`, `melds`, `near_melds`, `profiles`, `positions`, `moves`: strategies for Hypothesis' `@given`.
- `check_position` asks for everything that must hold of a position, whatever its rules are.
- `check_round` plays a whole round of random moves and watches every step.
- `Mirror` is a client that draws the view of its seat from events alone.
- `RandomChoices` (for loops of your own) and `DrawnChoices` (for Hypothesis) are where choices come from.
- `walk` plays a round on by random legal moves.
- `position_text` is a position as text to paste into a test, `under` the same position by other rules.

The page docs/testing.md is a tour with complete examples.
"""

from typing import TYPE_CHECKING

from mayi_rules.front import lazy

if TYPE_CHECKING:
    from mayi_rules.testing.conformance import (
        PropertyBroken,
        agrees,
        applies_as_checked,
        cards_are_conserved,
        check_position,
        listing_is_legal,
        masked_state_answers_alike,
        other_moves_agree,
        somebody_can_move,
        text_reads_back,
        turn_can_be_ended,
        values_pickle,
    )
    from mayi_rules.testing.mirror import Mirror
    from mayi_rules.testing.random_choice import Choices, DrawnChoices, RandomChoices
    from mayi_rules.testing.random_walk import walk
    from mayi_rules.testing.repro import position_from, position_text, under
    from mayi_rules.testing.rounds import RoundReport, check_round
    from mayi_rules.testing.strategies import cards, hands, melds, moves, near_melds, positions, profiles
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            ".conformance": (
                "PropertyBroken agrees applies_as_checked cards_are_conserved check_position listing_is_legal "
                "masked_state_answers_alike other_moves_agree somebody_can_move text_reads_back "
                "turn_can_be_ended values_pickle"
            ),
            ".mirror": "Mirror",
            ".random_choice": "Choices DrawnChoices RandomChoices",
            ".random_walk": "walk",
            ".repro": "position_from position_text under",
            ".rounds": "RoundReport check_round",
            ".strategies": "cards hands melds moves near_melds positions profiles",
        },
    )

__all__ = [
    "Choices",
    "DrawnChoices",
    "Mirror",
    "PropertyBroken",
    "RandomChoices",
    "RoundReport",
    "agrees",
    "applies_as_checked",
    "cards",
    "cards_are_conserved",
    "check_position",
    "check_round",
    "hands",
    "listing_is_legal",
    "masked_state_answers_alike",
    "melds",
    "moves",
    "near_melds",
    "other_moves_agree",
    "position_from",
    "position_text",
    "positions",
    "profiles",
    "somebody_can_move",
    "text_reads_back",
    "turn_can_be_ended",
    "under",
    "values_pickle",
    "walk",
]

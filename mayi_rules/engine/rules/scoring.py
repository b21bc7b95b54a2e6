"""What is left in hand, in points (`scoring.*`)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from mayi_rules.cards import UNKNOWN, Hand
from mayi_rules.engine.state.state import State
from mayi_rules.profile.language.choices import Absent
from mayi_rules.profile.round_rules import RoundRules


def hand_points(hand: Hand, rules: RoundRules) -> int:
    """The points of the cards in a hand (`scoring.points`); unknown cards count nothing."""
    return sum(map(mul, rules.points, hand.counts))


def round_scores(hands: Sequence[Hand], winner: int, bonuses: Sequence[int], rules: RoundRules) -> tuple[int, ...]:
    """The scores of a round by seat, bonuses included; empty where a hand that counts is not known.

    Args:
        hands: what is left, by seat.
        winner: the seat that went out (it scores `scoring.going_out`), or -1.
        bonuses: points given before the deal, by seat.
        rules: the rules of the round.
    """
    if any(hand.counts[UNKNOWN] for hand in hands):
        return ()
    return tuple(
        [
            bonus + hand_points(hand, rules) + (rules.going_out if seat == winner else 0)
            for seat, (hand, bonus) in enumerate(zip(hands, bonuses, strict=True))
        ]
    )


def score_fault(state: State, seat: int, name: str, score: int) -> str:
    """What is wrong with the score that a table says it counted for a seat; empty if it can be right.

    Args:
        state: the position after the round.
        seat: whose score.
        name: the seat's name, for the sentence.
        score: what was counted. Unknown cards can count anything that a card of the pack counts.
    """
    ending = state.ending
    assert ending is not None
    rules = state.rules
    hand = state.hands[seat]
    points = [rules.points[kind] for kind, count in enumerate(rules.pack) if count]
    known = hand_points(hand, rules) + state.setting.bonuses[seat] + (rules.going_out if seat == ending.winner else 0)
    hidden = hand.counts[UNKNOWN]
    least, most = known + hidden * min(points), known + hidden * max(points)
    if least <= score <= most:
        return ""
    bounds = str(least) if least == most else f"between {least} and {most}"
    return f"{name} is said to score {score}, the cards left count {bounds}"


def with_absent(results: Sequence[int | None], rules: RoundRules) -> tuple[int | None, ...]:
    """Give players who have no result for a round theirs (`scoring.absent`).

    Args:
        results: by seat; None for a player who has no result.
        rules: the rules of the round. With `two_highest` an absent player gets the sum of the two highest results
            of the others (Continental: unfinished games); with fewer than two results, and with `none`, None stays.
    """
    present = sorted(result for result in results if result is not None)
    if rules.absent is not Absent.TWO_HIGHEST or len(present) < 2:
        return tuple(results)
    substitute = present[-1] + present[-2]
    return tuple(substitute if result is None else result for result in results)

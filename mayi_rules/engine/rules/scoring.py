"""What is left in hand, in points (`scoring.*`)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from mayi_rules.cards import UNKNOWN, Hand
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import WITHOUT_WILDS
from mayi_rules.profile.language.choices import Absent
from mayi_rules.profile.round_rules import RoundRules


def hand_points(hand: Hand, rules: RoundRules) -> int:
    """The points of the cards in a hand (`scoring.points`); unknown cards count nothing."""
    return sum(map(mul, rules.points, hand.counts))


def round_scores(state: State, winner: int, down_and_out: str = "") -> tuple[int, ...]:
    """The scores of a round by seat, bonuses included; empty where a hand that counts is not known.

    Args:
        state: the position, with what is left in the hands.
        winner: the seat that went out, or -1.
        down_and_out: how it opened and went out in one turn, where that scores for itself.
    """
    if any(hand.counts[UNKNOWN] for hand in state.hands):
        return ()
    rules = state.rules
    return tuple(
        [
            counting.times * hand_points(hand, rules) + counting.out + counting.bought + bonus
            for seat, (hand, bonus) in enumerate(zip(state.hands, state.setting.bonuses, strict=True))
            for counting in (how_counted(state, seat, winner, down_and_out),)
        ]
    )


class Counting(NamedTuple):
    """How a seat's score of a round is counted, beside its hand and the bonuses given before the deal.

    Attributes:
        times: how many times the cards left in hand count.
        out: what is given for going out.
        bought: what the buys cost (`buying.price`).
    """

    times: int
    out: int
    bought: int


def how_counted(state: State, seat: int, winner: int, down_and_out: str) -> Counting:
    """How the score of a seat is counted (`scoring.going_out`, `down_and_out`, `factor`, `buying.price`).

    Args:
        state: the position at the end of the round.
        seat: whose score.
        winner: the seat that went out, or -1.
        down_and_out: how it opened and went out in one turn, where that scores for itself.
    """
    rules = state.rules
    at_once = rules.down_and_out if down_and_out else None
    price = rules.price * state.tally.bought[seat] if rules.price else 0
    if seat != winner:
        return Counting(rules.factor * (1 if at_once is None else at_once.others_times), 0, price)
    if at_once is None:
        out = rules.going_out
    elif down_and_out == WITHOUT_WILDS and at_once.without_wilds is not None:
        out = at_once.without_wilds
    else:
        out = at_once.score
    return Counting(rules.factor, rules.factor * out, price)


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
    counting = how_counted(state, seat, ending.winner, ending.down_and_out)
    fixed = counting.out + counting.bought + state.setting.bonuses[seat]
    known, hidden = hand_points(hand, rules), hand.counts[UNKNOWN]
    least, most = [fixed + counting.times * (known + hidden * one) for one in (min(points), max(points))]
    if least <= score <= most and (score - fixed) % counting.times == 0:
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

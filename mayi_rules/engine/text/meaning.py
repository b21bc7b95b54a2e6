"""What a text means: its readings that count, and the verdict of one that means nothing or too much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mayi_rules.cards import CARDS
from mayi_rules.engine.engine import check
from mayi_rules.engine.state.state import State
from mayi_rules.melds.meld import Meld
from mayi_rules.melds.meld_readings import refused_each
from mayi_rules.melds.meld_text import NamedCard
from mayi_rules.moves import Move
from mayi_rules.reasons import ACCEPTED, Reason, ReasonCode, Verdict, common_reasons

Moves = tuple[Move, ...]
"""What a text means: one move, or several lay-offs one after the other."""


class Meaning(NamedTuple):
    """What a text means.

    Attributes:
        readings: what it may mean; where it was left open, the legal readings only, not more than a refusal names.
        verdict: accepted where there is exactly one reading; else why it cannot be played.
    """

    readings: tuple[Moves, ...]
    verdict: Verdict


def sole(move: Move) -> Meaning:
    """The meaning of a text that leaves nothing open; whether the move is legal has not been asked."""
    return Meaning(((move,),), ACCEPTED)


def refused(reasons: Iterable[Reason]) -> Meaning:
    """The meaning of a text of which no reading is legal."""
    return Meaning((), Verdict(tuple(reasons)))


def settled(state: State, found: Moves) -> Meaning:
    """The one legal reading; that it is legal has been asked, and whoever plays it need not ask again."""
    state.offered = found[0]
    return Meaning((found,), ACCEPTED)


def decided(state: State, found: Sequence[Move], text: str) -> Meaning:
    """What several readings of one move mean: the legal one.

    Args:
        state: the position.
        found: the readings.
        text: what was written, for the refusal.
    """
    legal, refusals = [], []
    for move in found:
        if verdict := check(state, move):
            legal.append(move)
        else:
            refusals.append(verdict.reasons)
    if len(legal) == 1:
        return settled(state, (legal[0],))
    if legal:
        reason = state.rules.reason(ReasonCode.MELD_AMBIGUOUS, meld=text, choices=legal)
        return Meaning(tuple((move,) for move in legal), Verdict((reason,)))
    common = common_reasons(refusals)
    return refused(common or [refused_each(text, list(map(str, found)), refusals, state.rules)])


def wrong_role(meld: Meld, named: NamedCard) -> Reason:
    """The refusal of a role that a card does not have on a meld of the table."""
    return Reason(ReasonCode.MELD_WILD_ROLE, {"meld": meld, "card": str(CARDS[named.card]), "role": named.role_text})

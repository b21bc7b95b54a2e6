"""What to lay off and to swap next, for a seat that has opened."""

from __future__ import annotations

from mayi_rules.engine.engine import LegalMoves
from mayi_rules.engine.state.state import State
from mayi_rules.moves import LayOff, Swap
from mayi_rules.solver import Lay, best_lay_offs
from mayi_rules.solver import Swap as SwapStep


def next_laying(state: State, seat: int, legal: LegalMoves) -> LayOff | Swap | None:
    """The first step of the lay-offs and swaps that leave the fewest points; None when nothing is to be laid.

    A card that costs nothing in hand is laid too: it is one card less.
    """
    lays = [move for move in legal.simple if isinstance(move, LayOff)]
    swaps = [move for move in legal.simple if isinstance(move, Swap)]
    if not lays and not swaps:
        return None
    steps = best_lay_offs(state.hands[seat], state.table, state.rules, seat, swapping=bool(swaps))
    if steps and (found := _as_move(steps[0], lays, swaps)) is not None:
        return found
    points = state.rules.points
    return next((move for move in lays if points[move.card] >= 0), None)


def _as_move(step: Lay | SwapStep, lays: list[LayOff], swaps: list[Swap]) -> LayOff | Swap | None:
    """The legal move that a step of the solver stands for; the solver counts melds from 0."""
    number = step.meld + 1
    if isinstance(step, Lay):
        return next((move for move in lays if (move.card, move.meld, move.end) == (step.card, number, step.end)), None)
    return next((move for move in swaps if (move.card, move.wild, move.meld) == (step.card, step.wild, number)), None)

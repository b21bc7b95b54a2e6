"""What to lay off and to swap next, for a seat that has opened."""

from __future__ import annotations

from mayi_rules.game.engine import LegalMoves
from mayi_rules.game.moves import LayOff, Move, Swap
from mayi_rules.game.state import State
from mayi_rules.solver.laying import Lay, best_lay_offs


def next_laying(state: State, seat: int, legal: LegalMoves) -> Move | None:
    """The first step of the lay-offs and swaps that leave the fewest points; None when nothing is to be laid.

    A card that costs nothing in hand is laid too: it is one card less.
    """
    layings = [move for move in legal.simple if isinstance(move, LayOff)]
    swaps = [move for move in legal.simple if isinstance(move, Swap)]
    if not layings and not swaps:
        return None
    steps = best_lay_offs(state.hands[seat], state.table, state.rules, seat, swapping=bool(swaps))
    if steps:
        step = steps[0]
        found: Move | None
        if isinstance(step, Lay):
            found = next(
                (move for move in layings if _is_lay(move, step.card, step.meld + 1) and move.end is step.end), None
            )
        else:
            found = next(
                (move for move in swaps if (move.card, move.wild, move.meld) == (step.card, step.wild, step.meld + 1)),
                None,
            )
        if found is not None:
            return found
    points = state.rules.points
    return next((move for move in layings if points[move.card] >= 0), None)


def _is_lay(move: LayOff, card: int, number: int) -> bool:
    return move.card == card and move.meld == number

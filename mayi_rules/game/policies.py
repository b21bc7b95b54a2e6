"""Who plays a seat when no person does: a policy, which sees the seat's view only."""

from __future__ import annotations

from typing import Protocol

from mayi_rules.game.engine import legal_moves
from mayi_rules.game.moves import Ask, Block, Discard, Move, Pass, Stock, Take
from mayi_rules.game.view import View


class Policy(Protocol):
    """Anything that chooses moves from a view; every bot is one."""

    def choose(self, view: View) -> Move:
        """The move of the viewer's seat; it must be legal in `view.state`."""
        ...


class SitsOut:
    """Plays for somebody who is away, so that the others can go on.

    It passes whenever it is asked, draws from the stock (takes the discard only where no stock card can be had), lays
    nothing, and discards the card that counts most, the first of several.
    """

    def choose(self, view: View) -> Move:
        """The move that keeps the game going and changes least."""
        state = view.state
        seat = view.seat
        if seat is None:
            raise ValueError("a spectator's view has no seat to move for")
        moves = legal_moves(state, seat).simple
        for kind in (Stock, Take, Pass):
            for move in moves:
                if isinstance(move, kind):
                    return move
        points = state.rules.points
        discards = [move for move in moves if isinstance(move, Discard)]
        if discards:
            return max(discards, key=lambda move: points[move.card])
        return next(move for move in moves if not isinstance(move, Ask | Block))

"""Caps: how many turns a round may have, and how many moves a bot's turn; what reaches one is abandoned.

By the rules alone a round can go on for ever: nobody has to open, a stock that is replenished from what was just thrown
is never exhausted, and what was laid may be taken back. So every loop that bots drive asks a `Guard`, and a `Game` asks
one for the turns of a round, whoever plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mayi_rules.errors import IllegalMove
from mayi_rules.moves import HOST_MOVES, Abandon, Ask, Block, Cap, Discard, Keep, Move, NextRound, Pass, Stock, Take
from mayi_rules.reasons import Reason, ReasonCode, Verdict

TURN_CAP = 400
"""How many turns a round has at most, where nothing else is said."""

MOVE_CAP = 100
"""How many moves a bot makes at most in one turn; by the rules a hand is played out in fewer."""


class Guard:
    """Counts the turns that end in a round and the moves of the turn that is played, and says when to abandon it.

    Attributes:
        turn_cap: the most turns of a round; None for no cap.
        turns: how many turns have ended in the round.
        moves: how many moves the active player has made in the turn that is played; answers in the buying window and
            moves of the host are none.
        seat: who drew last, while that turn goes on; None between turns.

    Args:
        turn_cap: the most turns of a round; None for no cap.
        turns: how many turns have ended in the round before.
    """

    __slots__ = ("moves", "seat", "turn_cap", "turns")

    def __init__(self, turn_cap: int | None = TURN_CAP, turns: int = 0) -> None:
        self.turn_cap = turn_cap
        self.turns = turns
        self.moves = 0
        self.seat: int | None = None

    def see(self, move: Move) -> None:
        """Count a move that was played."""
        if ends_turn(move):
            self.turns += 1
            self.moves = 0
            self.seat = None
        elif isinstance(move, NextRound):
            self.turns = self.moves = 0
            self.seat = None
        elif not isinstance(move, _NO_TURN):
            self.moves += 1
            if isinstance(move, Take | Stock):
                if self.seat not in (None, move.seat):  # the turn before ended when its last card was laid
                    self.turns += 1
                    self.moves = 1
                self.seat = move.seat

    def see_all(self, moves: Iterable[Move]) -> Guard:
        """Count these moves anew, from the first one of a round; the guard itself."""
        self.turns = self.moves = 0
        self.seat = None
        for move in moves:
            self.see(move)
        return self

    @property
    def turns_are_up(self) -> bool:
        """Whether the round has as many turns as it may have."""
        return self.turn_cap is not None and self.turns >= self.turn_cap

    def due(self) -> Abandon | None:
        """The move of the library that ends the round here, or None while it may go on."""
        if self.turns_are_up:
            return Abandon(cap=Cap.TURNS, count=self.turns)
        if self.moves >= MOVE_CAP:
            return Abandon(cap=Cap.MOVES, count=self.moves)
        return None

    def copy(self) -> Guard:
        """A guard that has counted as much."""
        other = Guard(self.turn_cap, self.turns)
        other.moves, other.seat = self.moves, self.seat
        return other

    def reasons(self, move: Move) -> Iterator[Reason]:
        """Why it is not so that a cap is reached here, where a move says so."""
        if not isinstance(move, Abandon):
            return
        if move.cap is Cap.TURNS and move.count != self.turns:
            yield Reason(ReasonCode.TURN_CAP_NOT_REACHED, {"count": move.count, "turns": self.turns})
        elif move.cap is Cap.MOVES and move.count > self.moves:
            yield Reason(ReasonCode.TURN_CAP_NOT_REACHED, {"count": move.count, "moves": self.moves})

    def expect(self, move: Move) -> None:
        """Raise IllegalMove where a move says that a cap is reached, and it is not so."""
        if reasons := tuple(self.reasons(move)):
            raise IllegalMove(Verdict(reasons))


_NO_TURN = (Ask, Pass, Block, *HOST_MOVES)


def ends_turn(move: Move) -> bool:
    """Whether this move ends a turn that another one follows; laying the last card may do so, too (`floating`)."""
    return isinstance(move, Discard | Keep)

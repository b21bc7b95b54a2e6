"""Who plays a seat when no person does: a policy, which sees the seat's view only, and what it may answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from mayi_rules.engine.engine import legal_moves
from mayi_rules.engine.text.notation import parse_moves
from mayi_rules.errors import BotError, IllegalMove, NotationError
from mayi_rules.game.view import View
from mayi_rules.moves import HOST_MOVES, Ask, Block, Discard, Move, Pass, Stock, Take
from mayi_rules.reasons import ReasonCode

_Played = TypeVar("_Played")


class Policy(Protocol):
    """Anything that chooses moves from a view; every bot is one."""

    def choose(self, view: View) -> Move | str:
        """A move of the viewer's seat that is legal in `view.state`, or its text without a seat in front."""
        ...


def play_choice(
    policy: Policy, view: View, play: Callable[[tuple[Move, ...]], _Played], *, name: str = "", where: str = ""
) -> _Played:
    """Ask a policy for its move and play that.

    Args:
        policy: whom to ask.
        view: what its seat may know.
        play: plays the moves that the answer means (a text may mean several lay-offs).
        name: the policy's name for errors; by default that of its class.
        where: where in which game it is asked, for errors; the round is always told.

    Returns:
        What `play` returns.

    Raises:
        BotError: the answer is no legal move of this seat. What the policy itself raises has a note that says who.
    """
    try:
        answer = policy.choose(view)
    except Exception as error:
        error.add_note(f"raised by {_who(policy, view, name, where)}")
        raise
    try:
        return play(_moves_of(answer, view))
    except (IllegalMove, NotationError) as error:
        raise BotError(_who(policy, view, name, where), _answer(answer), error.verdict) from error


def _moves_of(answer: object, view: View) -> tuple[Move, ...]:
    """The moves that an answer means."""
    seat = view.seat
    assert seat is not None
    if isinstance(answer, str):
        found = parse_moves(view.state, seat, answer)
    elif isinstance(answer, Move):
        found = (answer,)
    else:
        message = "a bot answers with a Move, or with the text of one ('discard 5h')"
        raise NotationError(ReasonCode.NOTATION_MOVE, message)
    first = found[0]
    if isinstance(first, HOST_MOVES):
        raise NotationError(ReasonCode.NOTATION_MOVE, f"{first.text()!r} is a move of the host; no seat makes it")
    if first.seat != seat:
        message = f"the move is one of seat {first.seat}, and the bot was asked for seat {seat}"
        raise NotationError(ReasonCode.NOTATION_SEAT, message)
    return found


def _answer(answer: object) -> str:
    return repr(answer.text() if isinstance(answer, Move) else answer)


def _who(policy: Policy, view: View, name: str, where: str) -> str:
    seat = "" if view.seat is None else view.seats[view.seat]
    told = ", ".join(filter(None, [f"in seat {seat!r}", f"round {view.state.round}", where]))
    return f"the bot {name or type(policy).__name__} ({told})"


def policy_name(policy: Policy) -> str:
    """The name of a policy, under which records keep who plays a seat: its own `name`, or that of its class."""
    name = getattr(policy, "name", None)
    return name if isinstance(name, str) and name else type(policy).__name__


class SitsOut:
    """Plays for somebody who is away, so that the others can go on.

    It passes whenever it is asked, draws from the stock (takes the discard only where no stock card can be had), lays
    nothing, and discards the card that counts most, the first of several.
    """

    name = "sits_out"

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

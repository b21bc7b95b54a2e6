"""Moves as text, read against a State into canonical moves."""

from __future__ import annotations

from collections.abc import Callable

from mayi_rules import moves
from mayi_rules.arguments import expect, expect_text
from mayi_rules.engine.engine import check
from mayi_rules.engine.rules.turn_order import expect_seat, expect_state
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import BLOCKING
from mayi_rules.engine.text.meaning import Moves
from mayi_rules.engine.text.names import HOST_NAME
from mayi_rules.engine.text.parse import (
    HOST_PLAIN,
    AbandonText,
    AnswerText,
    AskText,
    CutText,
    DiscardText,
    MoveText,
    NoMoveError,
    PlainText,
    parse_text,
)
from mayi_rules.engine.text.phrases import no_move
from mayi_rules.engine.text.possible_moves import possible_forms
from mayi_rules.engine.text.resolve import meaning
from mayi_rules.errors import IllegalMove, NotationError
from mayi_rules.moves import HOST, Move
from mayi_rules.reasons import ACCEPTED, ReasonCode, Verdict

_PLAIN: dict[str, Callable[[int], Move]] = {
    "take": moves.take, "stock": moves.stock, "pass": moves.pass_, "shanghai": moves.block,
    "take back": moves.take_back, "keep": moves.keep,
}  # fmt: skip
_HOST_PLAIN: dict[str, Callable[[], Move]] = {
    "close": moves.Close, "abandon": moves.Abandon, "next round": moves.NextRound,
}  # fmt: skip


def parse_moves(state: State, seat: int, text: str) -> Moves:
    """Read a text as moves of a seat in this position: one, or several lay-offs in an order that fits.

    Of all readings of a text those count that are legal in the position. A text that leaves nothing open is read
    whether it is legal or not.

    Args:
        state: the position.
        seat: who speaks, a number from 0, or `HOST`.
        text: the move in notation, without the seat in front.

    Raises:
        NotationError: the text is no move.
        IllegalMove: several of its readings are legal, or, where it leaves something open, none is.
    """
    expect_state(state)
    expect_seat(state, seat, HOST)
    expect_text("text", text, "a move in notation ('discard 5h')")
    try:
        said = parse_text(text, state.rules.block_call)
    except NoMoveError:
        raise _no_move(state, seat, text) from None
    return moves_of(state, seat, said)


def moves_of(state: State, seat: int, said: MoveText) -> Moves:
    """The moves that a parsed text means; raises as `parse_moves` does."""
    if seat == HOST:
        return (_of_host(state, said),)
    kind = type(said)
    if kind is AbandonText or (kind is PlainText and str(said) in HOST_PLAIN):
        message = f"{str(said)!r} is a move of the host ({HOST_NAME}), not of a seat"
        raise NotationError(ReasonCode.NOTATION_MOVE, message)
    if kind is PlainText:
        return (_PLAIN[str(said)](seat),)
    if isinstance(said, DiscardText):
        return (moves.discard(seat, said.card),)
    if isinstance(said, AskText):
        return (_ask(state, seat, said),)
    if isinstance(said, AnswerText):
        return (_answer(state, seat, said),)
    if isinstance(said, CutText):
        return (moves.Cut(seat, said.count),)
    found, verdict = meaning(state, seat, said)
    if not verdict.ok:
        raise IllegalMove(verdict)
    return found[0]


def parse_move(state: State, seat: int, text: str) -> Move:
    """Read a text that means one move; raises as `parse_moves` does, and NotationError where it means several."""
    found = parse_moves(state, seat, text)
    if len(found) != 1:
        raise NotationError(ReasonCode.NOTATION_MOVE, f"{text!r} means {len(found)} moves: give one card at a time")
    return found[0]


def format_move(move: Move) -> str:
    """The notation of a move, without the seat in front; `parse_move` reads it back in the same position."""
    expect("move", move, Move, "a Move")
    return move.text()


def check_text(state: State, seat: int, text: str | MoveText) -> Verdict:
    """May the move that is written here be played? Never raises for a bad text: it becomes a reason."""
    try:
        found = moves_of(state, seat, text) if isinstance(text, MoveText) else parse_moves(state, seat, text)
    except (IllegalMove, NotationError) as error:
        return error.verdict
    first = found[0]  # of several lay-offs, found in an order that fits, it decides
    return ACCEPTED if state.offered is first else check(state, first)


def _no_move(state: State, seat: int, text: str) -> NotationError:
    return NotationError(ReasonCode.NOTATION_MOVE, no_move(text, possible_forms(state, seat)))


def _of_host(state: State, said: MoveText) -> Move:
    words = str(said)
    if words in _HOST_PLAIN:
        return _HOST_PLAIN[words]()
    if isinstance(said, AbandonText):
        return moves.Abandon(cap=said.cap, count=said.count)
    if isinstance(said, CutText):
        message = f"{words!r} is entered for the player who cuts: write that name in front, not {HOST_NAME}"
    elif isinstance(said, AnswerText):
        raise _no_move(state, HOST, words)
    else:
        message = f"{words!r} is a move of a seat, not of the host ({HOST_NAME}): write who moves in front"
    raise NotationError(ReasonCode.NOTATION_MOVE, message)


def _ask(state: State, seat: int, said: AskText) -> Move:
    if said.card is not None:
        return moves.ask(seat, said.card)
    return moves.ask(seat, state.discards[-1] if state.discards else None)


def _answer(state: State, seat: int, said: AnswerText) -> Move:
    """What yes or no means to the question that the window asks."""
    if state.window is None:
        raise _no_move(state, seat, str(said))
    if state.window.stage is BLOCKING and (said.is_yes or said.is_call):
        return moves.block(seat)
    return _ask(state, seat, AskText()) if said.is_yes else moves.pass_(seat)

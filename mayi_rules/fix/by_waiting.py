"""Fixes that change nothing but the time: the same move after drawing, in one's own turn, or when one is asked."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.cards import UNKNOWN
from mayi_rules.engine.engine import apply, is_legal
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Laid, Phase
from mayi_rules.engine.text.parse import AskText, DiscardText, LayText, OpenText, SwapText
from mayi_rules.fix.fix import Fix, FixKind
from mayi_rules.fix.situation import Situation
from mayi_rules.moves import stock

_AFTER_OPENING = (LayText, SwapText)
_DRAWS = ("take", "stock")


def waiting_fixes(situation: Situation) -> Iterator[Fix]:
    """The later moments at which the same move is legal, hands and table being as they are."""
    for position, when in _moments(situation):
        if situation.is_legal(position):
            yield Fix(kind=FixKind.LATER, text=when, move=situation.text)
            return


def _moments(situation: Situation) -> Iterator[tuple[State, str]]:
    """Later positions, the nearest one first, each with when it is."""
    state, seat = situation.state, situation.seat
    if state.ending is not None or state.phase is Phase.CUT or situation.words == "take back":
        return
    is_turn = state.turn == seat
    said = situation.said
    if isinstance(said, (OpenText, DiscardText, *_AFTER_OPENING)) or situation.words == "keep":
        if is_turn and state.phase is Phase.PLAY:
            if (following := situation.next_turn()) is not None:
                yield following, "in your next turn, after drawing"
        else:
            when = "once you have drawn" if is_turn else "in your own turn, after drawing"
            yield situation.in_own_turn(Phase.PLAY, drawn=True), when
        if isinstance(said, _AFTER_OPENING) and not state.has_opened(seat):
            yield from _once_open(situation)
    elif situation.words in _DRAWS:
        when = "at the beginning of your next turn" if is_turn else "at the beginning of your own turn"
        if not (is_turn and state.phase is Phase.DRAW):
            yield _with_discard(situation.in_own_turn(Phase.DRAW, drawn=False)), when
    elif isinstance(said, AskText) and state.window is None:
        yield from _offers(situation)


def _once_open(situation: Situation) -> Iterator[tuple[State, str]]:
    """The seat's turn when it has opened: in this one or before it."""
    fresh = situation.in_own_turn(Phase.PLAY, drawn=True)
    opened: State = fresh.replace(opened=fresh.opened | 1 << situation.seat)
    table, tally = fresh.table, fresh.tally
    now = Laid(opened=True, freed=b"", hand=opened.hand, table=table, opened_before=fresh.opened, tally=tally)
    yield opened.replace(laid=now), "once you have opened"
    yield opened, "in a turn after the one in which you open"


def _offers(situation: Situation) -> Iterator[tuple[State, str]]:
    """The buying windows that come next."""
    state, seat = situation.state, situation.seat
    if state.phase is Phase.DRAW:
        if state.turn != seat and is_legal(state, stock(state.turn)):
            yield apply(state, stock(state.turn)).state, "as soon as the active player asks for the stock"
        return
    following = (state.turn + 1) % state.players
    if following != seat:
        draw = _with_discard(state.replace(phase=Phase.DRAW, turn=following, laid=None))
        if is_legal(draw, stock(following)):
            yield apply(draw, stock(following)).state, "when the next player asks for the stock, for the next discard"


def _with_discard(state: State) -> State:
    """The position with one more discard that is not known yet, by the seat before the active one."""
    before = (state.turn - 1) % state.players
    after: State = state.replace(
        discards=state.discards + bytes([UNKNOWN]), discarded_by=state.discarded_by + bytes([before])
    )
    return after

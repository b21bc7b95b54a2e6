"""Which kinds of moves a position has for a seat, as they are written: what may be named to somebody who asks."""

from __future__ import annotations

from mayi_rules import moves
from mayi_rules.cards import UNKNOWN
from mayi_rules.engine.engine import is_legal, legal_moves
from mayi_rules.engine.rules.lay_off import may_lay_off
from mayi_rules.engine.rules.swap import swap_standing_reasons
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import CUT, PLAY, ROUND_OVER
from mayi_rules.engine.text import phrases
from mayi_rules.moves import HOST, Move

_FORMS: dict[type[Move], str] = {
    moves.Take: phrases.TAKE,
    moves.Stock: phrases.STOCK,
    moves.Ask: phrases.ASK,
    moves.Pass: phrases.PASS,
    moves.Block: phrases.BLOCK,
    moves.Open: phrases.OPEN,
    moves.LayOff: phrases.LAY,
    moves.Swap: phrases.SWAP,
    moves.TakeBack: phrases.TAKE_BACK,
    moves.Discard: phrases.DISCARD,
    moves.Keep: phrases.KEEP,
}


def possible_forms(state: State, seat: int) -> tuple[str, ...]:
    """How the moves are written that a seat (or the host) can make in this position; whether it can open is not asked.

    Of a hand that holds cards nobody noted it is not known what they are: what may be done with them is possible.
    """
    if seat == HOST:
        return _of_host(state)
    kinds = {type(move) for move in legal_moves(state, seat).simple}
    if state.phase is PLAY and state.turn == seat:
        if not state.has_opened(seat):
            kinds.add(moves.Open)
        if state.hand.counts[UNKNOWN]:
            kinds.add(moves.Discard)
            if state.table and may_lay_off(state):
                kinds.add(moves.LayOff)
            if state.table and next(swap_standing_reasons(state), None) is None:
                kinds.add(moves.Swap)
    return tuple(form for kind, form in _FORMS.items() if kind in kinds)


def _of_host(state: State) -> tuple[str, ...]:
    cut, close, abandon, next_round = phrases.HOST_GRAMMAR
    possible = {
        cut: state.phase is CUT,
        close: is_legal(state, moves.Close()),
        abandon: is_legal(state, moves.Abandon()),
        next_round: state.phase is ROUND_OVER,
    }
    return tuple(form for form, holds in possible.items() if holds)

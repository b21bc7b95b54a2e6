"""Taking back what was laid and swapped in this turn (`opening.take_back`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mayi_rules.engine.rules.turn_order import Tiers, turn_reasons
from mayi_rules.engine.state.events import Event, EventType, Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import PLAY, Laid, Tally
from mayi_rules.moves import TakeBack
from mayi_rules.reasons import Reason, ReasonCode


def take_back_tiers(state: State, move: TakeBack) -> Tiers:
    """Why a seat may take nothing back."""
    yield turn_reasons(state, move.seat, PLAY)
    yield _rule_reasons(state)


def _rule_reasons(state: State) -> Iterator[Reason]:
    if not state.rules.take_back:
        yield state.rules.reason(ReasonCode.TAKING_BACK_NOT_ALLOWED, "opening.take_back")
    if state.laid is None:
        yield Reason(ReasonCode.TAKING_BACK_NOTHING)


def may_take_back(state: State) -> bool:
    """Whether the active player may take back what lies there from this turn."""
    return state.laid is not None and state.rules.take_back


def do_take_back(state: State, move: TakeBack, log: Log) -> State:
    """Hand, table, openings and counts are again as at the start of the turn's play; what lay there all have seen."""
    laid = state.laid
    assert laid is not None
    seat = move.seat
    if log is not None:
        log.append(Event(EventType.TOOK_BACK, seat, bytes(sorted((+_laid(state, laid)).elements()))))
    return State(
        state.rules, state.setting, state.phase, seat,
        (*state.hands[:seat], laid.hand, *state.hands[seat + 1 :]),
        state.stock, state.discards, state.discarded_by, laid.table, laid.opened_before, None, None,
        _tally_after(state, laid), None,
    )  # fmt: skip


def _tally_after(state: State, laid: Laid) -> Tally:
    """The counts as before, but for what everybody has learnt: the cards that go back to the hand."""
    before, now = laid.tally, state.tally
    shown = _laid(state, laid)
    shown.update(now.known[state.turn])
    known = (*before.known[: state.turn], bytes(sorted(shown.elements())), *before.known[state.turn + 1 :])
    return Tally(before.bought, before.renewed, before.idle, known, before.stock_known, now.traffic, before.taken)


def _laid(state: State, laid: Laid) -> Counter[int]:
    """How many cards of each kind lie on the table more than at the start of the turn's play; fewer of freed wilds."""
    more = Counter(card for item in state.table for card in item.meld.cards)
    more.subtract(card for item in laid.table for card in item.meld.cards)
    return more

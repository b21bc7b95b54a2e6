"""Drawing: taking the top discard, or announcing the stock (`drawing.*`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mayi_rules.cards import ONE, UNKNOWN, Hand
from mayi_rules.engine.rules.claimants import price_reasons
from mayi_rules.engine.rules.claims import draw_for_active, open_window, pay
from mayi_rules.engine.rules.ending import may_announce, may_take
from mayi_rules.engine.rules.stock import Piles, obtainable
from mayi_rules.engine.rules.turn_order import Tiers, turn_reasons
from mayi_rules.engine.state.events import Event, EventType, Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import DRAW, NO_CARD, PLAY, Tally
from mayi_rules.moves import Move, Stock, Take, stock, take
from mayi_rules.reasons import Reason, ReasonCode


def take_tiers(state: State, move: Take) -> Tiers:
    """Why the discard may not be taken."""
    yield turn_reasons(state, move.seat, DRAW)
    yield _take_reasons(state)


def _take_reasons(state: State) -> Iterator[Reason]:
    if not state.discards:
        yield Reason(ReasonCode.DRAWING_NO_DISCARD)
    if state.rules.stock_only and state.has_opened(state.turn):
        yield state.rules.reason(ReasonCode.DRAWING_STOCK_ONLY, "drawing.after_opening")
    yield from price_reasons(state, state.turn)


def stock_tiers(state: State, move: Stock) -> Tiers:
    """Why the stock may not be announced."""
    yield turn_reasons(state, move.seat, DRAW)
    yield _stock_reasons(state)


def _stock_reasons(state: State) -> Iterator[Reason]:
    if not may_announce(state):
        yield state.rules.reason(ReasonCode.DRAWING_NOTHING_TO_DRAW, "stock.when_empty")


def draw_moves(state: State) -> tuple[Move, ...]:
    """The active player's moves at the draw."""
    seat = state.turn
    if not may_announce(state):
        return (take(seat),)
    return _both(seat) if state.discards and may_take(state) else (stock(seat),)


@cache
def _both(seat: int) -> tuple[Move, ...]:
    return take(seat), stock(seat)


def do_take(state: State, move: Take, log: Log) -> State:
    """The top discard goes to the active player's hand, seen by all."""
    seat = move.seat
    card = state.discards[-1]
    tally = state.tally
    stock = state.stock
    rules = state.rules
    idle = 0 if stock or obtainable(state.rules, stock, state.discards, tally.renewed) else tally.idle + 1
    if rules.as_buy:
        return _pay(state, idle, log)
    taken = card if not rules.discard_drawn and _is_alone(state.hands[seat].plus(card), card) else NO_CARD
    known = list(tally.known)
    known[seat] += ONE[card]
    hands = list(state.hands)
    hands[seat] = hands[seat].plus(card)
    if log is not None:
        log.append(Event(EventType.TOOK_DISCARD, seat, bytes([card])))
    return State(
        state.rules, state.setting, PLAY, seat, tuple(hands), stock, state.discards[:-1],
        state.discarded_by[:-1], state.table, state.opened, None, None,
        Tally(tally.bought, tally.renewed, idle, tuple(known), tally.stock_known, tally.traffic, taken), None,
    )  # fmt: skip


def _is_alone(hand: Hand, card: int) -> bool:
    """Whether a card is known to be the only one of its kind in a hand."""
    return hand.counts[card] == 1 and not hand.counts[UNKNOWN]


def _pay(state: State, idle: int, log: Log) -> State:
    """The active player pays for the discard as a buyer does (`drawing.discard: as_buy`)."""
    seat = state.turn
    card = state.discards[-1]
    piles = Piles(state)
    pay(piles, seat, EventType.TOOK_DISCARD, log)
    if not state.rules.discard_drawn and _is_alone(piles.hands[seat], card):
        piles.taken = card
    return piles.state(PLAY, None, idle)


def do_stock(state: State, move: Stock, log: Log) -> State:
    """The buying window opens if anybody may buy; else the card is drawn at once."""
    if log is not None:
        log.append(Event(EventType.ANNOUNCED_STOCK, move.seat))
    return open_window(state, log) or draw_for_active(state, log)

"""What a seat can know of a State: the same State with `?` for every card that it cannot."""

from __future__ import annotations

from mayi_rules.cards import UNKNOWN, Hand
from mayi_rules.engine.rules.turn_order import expect_seat, expect_state
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.traffic import seen_traffic
from mayi_rules.engine.state.values import NO_CARD, Chance, Laid, Tally

_NO_CHANCE = Chance(None)


def mask(state: State, seat: int | None) -> State:
    """The position as one seat (or, with None, a spectator) knows it, built field by field.

    Known stay: the seat's own hand, everything on the table and in the discard pile, the cards that all saw a player
    take and that he still holds, and the order of a stock that was turned over without shuffling. Hidden become `?`:
    the rest of the other hands, the stock, and where orders come from. `check` and `legal_moves` give the seat the
    same answers on it as on the full State.

    Args:
        state: the position, full or masked before.
        seat: a seat from 0, or None for a spectator.

    Raises:
        TypeError: these are no position and no number of a seat.
        ValueError: there is no seat of this number.
    """
    if type(state) is not State:
        expect_state(state)
    if seat is not None and (type(seat) is not int or not 0 <= seat < len(state.hands)):
        expect_seat(state, seat)
    is_active = seat == state.turn
    tally = _seen_tally(state.tally, seat, is_active=is_active)
    setting = state.setting
    hands = tuple(
        [hand if owner == seat else _seen(hand, tally.known[owner]) for owner, hand in enumerate(state.hands)]
    )
    laid = state.laid
    if laid is not None:
        before = laid.hand if state.turn == seat else _seen(laid.hand, laid.tally.known[state.turn])
        counts = _seen_tally(laid.tally, seat, is_active=is_active)
        laid = Laid(laid.opened, laid.freed, before, laid.table, laid.opened_before, counts, laid.wild)
    return State(
        state.rules,
        setting.replace(chance=_NO_CHANCE),
        state.phase,
        state.turn,
        hands,
        state.stock if tally.stock_known else bytes([UNKNOWN]) * len(state.stock),
        state.discards,
        state.discarded_by,
        state.table,
        state.opened,
        laid,
        state.window,
        tally,
        state.ending,
    )


def _seen_tally(tally: Tally, seat: int | None, *, is_active: bool) -> Tally:
    """The counts, without the cards that others drew since a shuffled renewal.

    That a discard may not be thrown back tells that its taker holds no other one: he alone knows.
    """
    if not tally.traffic and (is_active or tally.taken == NO_CARD):
        return tally
    traffic = seen_traffic(tally.traffic, seat) if tally.traffic else b""
    taken = tally.taken if is_active else NO_CARD
    return Tally(tally.bought, tally.renewed, tally.idle, tally.known, tally.stock_known, traffic, taken)


def _seen(hand: Hand, known: bytes) -> Hand:
    """Another player's hand: what all saw him take, the rest unknown."""
    counts = bytearray(Hand.of(known).counts)
    counts[UNKNOWN] += hand.size - len(known)
    return Hand(bytes(counts), hand.size)

"""Swapping: a natural card from hand for the wild that stands for it (`wilds.swap.*`)."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.cards import CARDS, format_card
from mayi_rules.engine.rules.going_out import dead_end_reasons, left_reasons, may_swap_with, without
from mayi_rules.engine.rules.laid import after_laying, played
from mayi_rules.engine.rules.turn_order import Tiers, card_reasons, turn_reasons
from mayi_rules.engine.state.events import Event, EventType, Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import PLAY
from mayi_rules.melds.fitting import End, SwapPlace, TableMeld, may_swap_out, swap_places, swapped
from mayi_rules.melds.kinds import RUN
from mayi_rules.moves import Move, Swap
from mayi_rules.profile.language.choices import SwapFreed, SwapOutOf, SwapWho
from mayi_rules.reasons import Reason, ReasonCode


def swap_tiers(state: State, move: Swap) -> Tiers:
    """Why a seat may not swap there."""
    yield turn_reasons(state, move.seat, PLAY)
    if cards := tuple(card_reasons(state.hand, [move.card])):
        yield [*cards, *swap_standing_reasons(state)]
    yield _rule_reasons(state, move)


def swap_standing_reasons(state: State) -> Iterator[Reason]:
    """Why the active player may swap nothing at all now (`wilds.swap.who`)."""
    rules = state.rules
    if rules.swap_out_of is SwapOutOf.NONE:
        yield rules.reason(ReasonCode.SWAPPING_NOT_ALLOWED, "wilds.swap.out_of", out_of=rules.swap_out_of)
    elif not state.has_opened(state.turn):
        yield Reason(ReasonCode.SWAPPING_NOT_OPEN)
    elif rules.swap_who is SwapWho.OPENED_EARLIER and state.opened_now:
        yield rules.reason(ReasonCode.SWAPPING_OPENING_TURN, "wilds.swap.who")


def swap_target_reasons(state: State, number: int) -> Iterator[Reason]:
    """Why no wild may be swapped out of the meld of this number (`wilds.swap.out_of`)."""
    rules = state.rules
    if not 1 <= number <= len(state.table):
        yield Reason(ReasonCode.SWAPPING_NO_SUCH_MELD, {"number": number, "melds": len(state.table)})
    elif rules.swap_out_of is not SwapOutOf.NONE and not (form := state.table[number - 1].meld.form).may_swap_out(
        rules
    ):
        if form is RUN:
            yield rules.reason(ReasonCode.SWAPPING_NOT_ALLOWED, "wilds.swap.out_of", out_of=rules.swap_out_of)
        else:
            yield rules.reason(ReasonCode.SWAPPING_IN_A_SET, "wilds.swap.out_of")
    elif not may_swap_with(rules, state.table[number - 1].seat, state.turn):
        yield rules.reason(ReasonCode.SWAPPING_OWN_MELD, "wilds.swap.whose")


def places_for(state: State, number: int, card: int) -> list[SwapPlace]:
    """The wilds of this meld that the card could replace."""
    target = state.table[number - 1]
    return [place for place in swap_places(target.meld, target.rules) if place.card == card]


def end_of(place: SwapPlace, places: list[SwapPlace]) -> End | None:
    """Which end a place has to be told by: only where the same wild stands for the same card twice."""
    if sum(one.wild == place.wild and one.card == place.card for one in places) < 2:
        return None
    return End.LOW if place.at == 0 else End.HIGH


def no_such_wild(state: State, number: int, card: int, wild: int | None, end: End | None) -> Reason:
    """The refusal of a swap where no wild (or not this one, or none at this end) stands for the card."""
    params = {"meld": state.table[number - 1].meld, "card": format_card(card)}
    places = places_for(state, number, card)
    if places and wild is not None and all(place.wild != wild for place in places):
        params["wild"] = format_card(wild)
    elif places and end is not None:
        params["end"] = end.value
    return Reason(ReasonCode.SWAPPING_NO_SUCH_WILD, params)


def _place(state: State, move: Swap) -> SwapPlace | None:
    places = places_for(state, move.meld, move.card)
    return next((p for p in places if p.wild == move.wild and end_of(p, places) == move.end), None)


def _rule_reasons(state: State, move: Swap) -> Iterator[Reason]:
    rules = state.rules
    yield from swap_standing_reasons(state)
    yield from swap_target_reasons(state, move.meld)
    if not 1 <= move.meld <= len(state.table):
        return
    place = _place(state, move)
    if place is None:
        yield no_such_wild(state, move.meld, move.card, move.wild, move.end)
        return
    if not may_swap_out(place.wild, rules):
        yield rules.reason(ReasonCode.SWAPPING_NO_JOKER, "wilds.swap.which", wild=format_card(place.wild))
    if rules.swap_freed is SwapFreed.TO_TABLE:
        yield from _freed_reasons(state, move, place)


def _freed_reasons(state: State, move: Swap, place: SwapPlace) -> Iterator[Reason]:
    """The freed wild must find a place on the table, and leave a card to discard."""
    freed = _freed_after(state, place)
    blocked = False
    for reason in left_reasons(state, state.hand.size, len(freed)):
        blocked = True
        yield reason
    if not blocked:
        hand = state.hand.minus(move.card).plus(place.wild)
        table = _table_after(state, move.meld, place)
        yield from dead_end_reasons(state, hand, freed, table, ReasonCode.SWAPPING_NO_PLACE)


def _freed_after(state: State, place: SwapPlace) -> bytes:
    """The wilds to be laid after a swap; one that goes in as a natural (`wilds.natural_use`) is laid by that."""
    before = without(state.laid.freed, place.card) if state.laid else b""
    return bytes(sorted([*before, place.wild]))


def _table_after(state: State, number: int, place: SwapPlace) -> tuple[TableMeld, ...]:
    target = state.table[number - 1]
    changed = target.holding(swapped(target.meld, place.card, place.at))
    return (*state.table[: number - 1], changed, *state.table[number:])


def swap_moves(state: State) -> Iterator[Move]:
    """Every swap that is open to the active player."""
    if state.rules.swap_out_of is SwapOutOf.NONE or next(swap_standing_reasons(state), None) is not None:
        return
    hand = state.hand
    for number, target in enumerate(state.table, start=1):
        if next(swap_target_reasons(state, number), None) is not None:
            continue
        places = swap_places(target.meld, target.rules)
        for place in places:
            if place.card in hand:
                move = Swap(state.turn, CARDS[place.card], CARDS[place.wild], number, end_of(place, places))
                if next(_rule_reasons(state, move), None) is None:
                    yield move


def do_swap(state: State, move: Swap, log: Log) -> State:
    """The card goes into the meld, the wild to the hand, from where it may have to go to the table."""
    seat = state.turn
    place = _place(state, move)
    assert place is not None
    table = _table_after(state, move.meld, place)
    laid = state.laid
    freed = _freed_after(state, place) if state.rules.swap_freed is SwapFreed.TO_TABLE else b""
    tally = played(state.tally, seat, [move.card])
    known = (*tally.known[:seat], tally.known[seat] + bytes([place.wild]), *tally.known[seat + 1 :])
    if log is not None:
        log.append(
            Event(
                EventType.SWAPPED, seat, bytes([move.card, place.wild]),
                melds=(table[move.meld - 1].meld,), number=move.meld, freed=freed,
            )
        )  # fmt: skip
    return after_laying(
        state,
        state.hands[seat].minus(move.card).plus(place.wild),
        table,
        opened=state.opened,
        opened_now=laid is not None and laid.opened,
        freed=freed,
        tally=tally.replace(known=known),
    )

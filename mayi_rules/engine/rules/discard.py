"""Discarding and keeping: the ends of a turn (`going_out.discard`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import compress

from mayi_rules.cards import ONE, UNKNOWN, format_card, format_cards
from mayi_rules.engine.rules.ending import end_turn
from mayi_rules.engine.rules.laid import played
from mayi_rules.engine.rules.turn_order import Tiers, card_reasons, turn_reasons
from mayi_rules.engine.state.events import Event, EventType, Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import NO_CARD, PLAY
from mayi_rules.moves import Discard, Keep, Move, discard, keep
from mayi_rules.profile.language.choices import DiscardRule
from mayi_rules.reasons import Reason, ReasonCode


def discard_tiers(state: State, move: Discard) -> Tiers:
    """Why a seat may not discard this card."""
    yield turn_reasons(state, move.seat, PLAY)
    yield card_reasons(state.hand, [move.card])
    yield (*_end_reasons(state), *_card_reasons(state, move.card))


def _card_reasons(state: State, card: int) -> Iterator[Reason]:
    """Why this very card may not be discarded, though it is held (`discarding.*`)."""
    rules = state.rules
    if not rules.picks_discards:
        return
    hand = state.hand
    naturals = [kind for kind in hand.kinds if not rules.is_wild[kind] and kind != UNKNOWN]  # `?` may be a wild
    if not rules.discard_wilds and rules.is_wild[card] and naturals:
        yield rules.reason(ReasonCode.DISCARDING_WILD, "discarding.wilds", card=format_card(card))
    if card == state.tally.taken and hand.counts[card] == 1:
        others = [kind for kind in (hand.kinds if rules.discard_wilds else naturals or hand.kinds) if kind != card]
        if others:
            yield rules.reason(ReasonCode.DISCARDING_DRAWN_CARD, "discarding.drawn_card", card=format_card(card))


def _end_reasons(state: State) -> Iterator[Reason]:
    """Why the turn may not be ended by a discard now; it does not matter of which card."""
    rules = state.rules
    if state.laid is not None and state.laid.freed:
        yield rules.reason(
            ReasonCode.SWAPPING_FREED_WILD_IN_HAND, "wilds.swap.freed", wild=format_cards(state.laid.freed)
        )
    if rules.discard is DiscardRule.FORBIDDEN and state.hand.size == 1:
        yield rules.reason(ReasonCode.GOING_OUT_DISCARD_FORBIDDEN, "going_out.discard")


def keep_tiers(state: State, move: Keep) -> Tiers:
    """Why a seat may not end the turn without a discard."""
    yield turn_reasons(state, move.seat, PLAY)
    yield _keep_reasons(state)


def _keep_reasons(state: State) -> Iterator[Reason]:
    rules = state.rules
    if state.laid is not None and state.laid.freed:
        yield rules.reason(
            ReasonCode.SWAPPING_FREED_WILD_IN_HAND, "wilds.swap.freed", wild=format_cards(state.laid.freed)
        )
    if rules.discard is not DiscardRule.FORBIDDEN:
        yield rules.reason(ReasonCode.GOING_OUT_DISCARD_REQUIRED, "going_out.discard", discard=rules.discard)
    elif state.hand.size != 1:
        yield rules.reason(ReasonCode.GOING_OUT_DISCARD_REQUIRED, "going_out.discard", held=state.hand.size)


def ending_moves(state: State) -> list[Move]:
    """The active player's ways to end the turn: every discard, or keeping the last card."""
    if state.laid is not None and state.laid.freed:
        return []
    seat = state.turn
    hand = state.hands[seat]
    if hand.size == 1 and state.rules.discard is DiscardRule.FORBIDDEN:
        return [keep(seat)]
    listed = compress(_discards_of(seat), hand.counts)
    if not state.rules.picks_discards:
        return list(listed)
    return [move for move in listed if next(_card_reasons(state, move.card), None) is None]


@cache
def _discards_of(seat: int) -> tuple[Discard, ...]:
    """The interned discards of a seat, by kind; none for the unknown card."""
    return tuple(discard(seat, kind) for kind in range(UNKNOWN))


def do_discard(state: State, move: Discard, log: Log) -> State:
    """The card goes on the pile, and the turn to the left."""
    seat = state.turn
    card = move.card
    tally = state.tally
    if tally.taken != NO_CARD:
        tally = tally.replace(taken=NO_CARD)
    if card in tally.known[seat] or tally.idle < 0 or tally.traffic:
        tally = played(tally, seat, ONE[card], idle=max(tally.idle, 0))
    if log is not None:
        log.append(Event(EventType.DISCARDED, seat, bytes([card])))
    return end_turn(
        state,
        state.hands[seat].minus(card),
        state.discards + ONE[card],
        state.discarded_by + ONE[seat],
        tally,
        log,
    )


def do_keep(state: State, move: Keep, log: Log) -> State:
    """The last card stays in hand, and the turn goes to the left."""
    tally = state.tally
    if tally.idle < 0 or tally.taken != NO_CARD:
        tally = tally.replace(idle=max(tally.idle, 0), taken=NO_CARD)
    if log is not None:
        log.append(Event(EventType.KEPT, move.seat))
    return end_turn(state, state.hand, state.discards, state.discarded_by, tally, log)

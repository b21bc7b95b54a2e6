"""The buying window: asking, blocking, the buy, and the stock card that was announced (`buying.*`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mayi_rules.cards import ONE, format_card
from mayi_rules.engine.rules.claimants import buyer_reasons, window_for
from mayi_rules.engine.rules.ending import end_round, may_take
from mayi_rules.engine.rules.stock import Piles, ends_when_needed, obtainable
from mayi_rules.engine.rules.turn_order import Tiers, over_reasons
from mayi_rules.engine.state.events import Event, EventType, Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import (
    ASKING,
    BLOCKING,
    BUYING,
    DRAW,
    EXHAUSTED,
    NOBODY,
    NOTHING_TO_DRAW,
    PLAY,
    Window,
    window_of,
)
from mayi_rules.melds.fitting import fits
from mayi_rules.moves import Ask, Block, Close, Move, Pass, ask, block, pass_
from mayi_rules.profile.language.choices import BlockWhen, BlockWho, Priority
from mayi_rules.reasons import Reason, ReasonCode


def _before(state: State, seat: int) -> int:
    """The seats, as bits, that are nearer to the active player than this one, himself included."""
    turn = state.turn
    if seat >= turn:
        return (1 << seat) - (1 << turn)
    return (1 << len(state.hands)) - 1 & ~((1 << turn) - (1 << seat))


def open_window(state: State, log: Log, last_buyer: int = NOBODY) -> State | None:
    """The top discard is offered to the seats that could buy it; None when there are none."""
    rules = state.rules
    discards = state.discards
    if not rules.buying or not discards:
        return None
    tally = state.tally
    piles = (state.stock, discards, tally.renewed)
    earlier = state.setting.earlier_buys
    window = window_for(
        rules, state.turn, state.opened, state.discarded_by[-1], tally.bought, last_buyer, piles, earlier
    )
    if window is None:
        return None
    if log is not None:
        log.append(_offered(discards, window))
    return _with_window(state, window)


def _offered(discards: bytes, window: Window) -> Event:
    return Event(EventType.OFFERED, cards=discards[-1:], seats=window.seats)


def _with_window(state: State, window: Window) -> State:
    return State(
        state.rules, state.setting, BUYING, state.turn, state.hands, state.stock, state.discards,
        state.discarded_by, state.table, state.opened, None, window, state.tally, None,
    )  # fmt: skip


def _not_asked(state: State, window: Window, seat: int) -> Iterator[Reason]:
    """Why this seat is not asked (any more) in the stage that is open."""
    if window.stage is BLOCKING and seat != state.turn and window.claimant == seat:
        yield Reason(ReasonCode.BUYING_ALREADY_ANSWERED)
        return
    if window.stage is ASKING and window.answered >> seat & 1:
        yield Reason(ReasonCode.BUYING_ALREADY_ANSWERED)
        return
    found = False
    for reason in buyer_reasons(state, seat, window.last_buyer):
        found = True
        yield reason
    if not found:
        nearer = window.claimant != NOBODY and not _before(state, window.claimant) >> seat & 1
        yield Reason(ReasonCode.BUYING_NEARER_ASKER if nearer else ReasonCode.BUYING_ALREADY_ANSWERED)


def _no_window(state: State) -> Iterator[Reason]:
    if state.ending is not None:
        yield from over_reasons(state)
        return
    yield Reason(ReasonCode.BUYING_NO_WINDOW)
    if not state.rules.buying:
        yield state.rules.reason(ReasonCode.BUYING_OFF, "buying.allowed")


def ask_tiers(state: State, move: Ask) -> Tiers:
    """Why a seat may not ask for the card on offer."""
    yield _ask_reasons(state, move.seat)
    offer = state.discards[-1]
    if move.card != offer:
        named = "none" if move.card is None else format_card(move.card)
        yield [Reason(ReasonCode.BUYING_OTHER_CARD, {"offer": format_card(offer), "card": named})]


def _ask_reasons(state: State, seat: int) -> Iterator[Reason]:
    window = state.window
    if window is None:
        yield from _no_window(state)
    elif window.stage is not ASKING or not window.pending >> seat & 1:
        yield from _not_asked(state, window, seat)


def pass_tiers(state: State, move: Pass) -> Tiers:
    """Why a seat has nothing to decline."""
    yield _pass_reasons(state, move.seat)


def _pass_reasons(state: State, seat: int) -> Iterator[Reason]:
    window = state.window
    if window is None:
        yield from _no_window(state)
    elif not window.pending >> seat & 1:
        if window.stage is ASKING:
            yield from _not_asked(state, window, seat)
        else:
            yield from _block_reasons(state, seat)


def block_tiers(state: State, move: Block) -> Tiers:
    """Why a seat may not block."""
    yield _block_reasons(state, move.seat)


def _block_reasons(state: State, seat: int) -> Iterator[Reason]:
    window = state.window
    if window is None or window.stage is ASKING:
        if window is None:
            yield from _no_window(state)
        if state.ending is None:
            yield Reason(ReasonCode.BUYING_NOTHING_TO_BLOCK)
            if state.rules.block_call is None:
                yield state.rules.reason(ReasonCode.BUYING_CANNOT_BLOCK, "buying.block")
    elif not window.pending >> seat & 1:
        if window.answered >> seat & 1:
            yield Reason(ReasonCode.BUYING_ALREADY_ANSWERED)
        else:
            yield state.rules.reason(ReasonCode.BUYING_CANNOT_BLOCK, "buying.block.who")


def close_tiers(state: State, _move: Close) -> Tiers:
    """Why the host has nothing to close."""
    yield _no_window(state) if state.window is None else ()


def window_moves(state: State, seat: int) -> tuple[Move, ...]:
    """The answers that are open to a seat."""
    window = state.window
    if window is None or not window.pending >> seat & 1:
        return ()
    if window.stage is ASKING:
        return _asked(seat, state.discards[-1])
    return block(seat), pass_(seat)


@cache
def _asked(seat: int, card: int) -> tuple[Move, ...]:
    return ask(seat, card), pass_(seat)


def do_ask(state: State, move: Ask, log: Log) -> State:
    """Note a request; the seats behind are no longer asked."""
    window = state.window
    assert window is not None
    seat = move.seat
    nearer = 0 if state.rules.priority is Priority.FIRST_CALL else window.pending & _before(state, seat)
    after = window_of(ASKING, nearer, window.answered | 1 << seat, seat, window.last_buyer)
    if log is not None:
        log.append(Event(EventType.ASKED, seat, state.discards[-1:], seats=after.seats))
    return go_on(state, after, log)


def do_pass(state: State, move: Pass, log: Log) -> State:
    """Note that a seat declines."""
    window = state.window
    assert window is not None
    bit = 1 << move.seat
    if log is not None:
        log.append(Event(EventType.PASSED, move.seat))
    return go_on(
        state,
        window_of(window.stage, window.pending & ~bit, window.answered | bit, window.claimant, window.last_buyer),
        log,
    )


def do_close(state: State, _move: Close, log: Log) -> State:
    """All who are still pending pass."""
    window = state.window
    assert window is not None
    if log is not None:
        players = len(state.hands)
        in_order = [(state.turn + step) % players for step in range(players)]
        log.extend(Event(EventType.PASSED, seat) for seat in in_order if window.pending >> seat & 1)
    return go_on(
        state,
        window_of(window.stage, 0, window.answered | window.pending, window.claimant, window.last_buyer),
        log,
    )


def do_block(state: State, move: Block, log: Log) -> State:
    """The block ends the window: nobody gets the card, the stock card is drawn."""
    if log is not None:
        log.append(Event(EventType.BLOCKED, move.seat, state.discards[-1:]))
    return draw_for_active(state, log)


def go_on(state: State, window: Window, log: Log) -> State:
    """Wait for further answers, or go to the next stage when the outcome is fixed."""
    if window.pending:
        return _with_window(state, window)
    if window.claimant == NOBODY:
        return draw_for_active(state, log)
    if window.stage is ASKING and _may_be_blocked(state):
        blocking = window_of(BLOCKING, _blockers(state, window.claimant), 0, window.claimant, window.last_buyer)
        if log is not None:
            log.append(Event(EventType.MAY_BLOCK, window.claimant, state.discards[-1:], seats=blocking.seats))
        return _with_window(state, blocking)
    return _buy(state, window.claimant, log)


def _may_be_blocked(state: State) -> bool:
    """Whether the buy of the card on offer may be blocked at all (`buying.block`, `buying.block.when`)."""
    rules = state.rules
    if rules.block_call is None:
        return False
    return rules.block_when is not BlockWhen.PLAYABLE or any(
        fits(laid.meld, rules).any >> state.discards[-1] & 1 for laid in state.table
    )


def _blockers(state: State, claimant: int) -> int:
    """The seats that may block the buy of this one (`buying.block.who`)."""
    match state.rules.block_who:
        case BlockWho.ACTIVE:
            return 1 << state.turn
        case BlockWho.ANYONE:
            return ((1 << len(state.hands)) - 1) & ~(1 << claimant)
        case _:
            return _before(state, claimant)


def _buy(state: State, buyer: int, log: Log) -> State:
    """The penalty is secured, then the buyer gets the card on offer and the penalty."""
    rules = state.rules
    piles = Piles(state)
    pay(piles, buyer, EventType.BOUGHT, log)
    discards = piles.discards
    if rules.chain and discards:
        there = (piles.stock, discards, piles.renewed)
        by, earlier = piles.discarded_by[-1], state.setting.earlier_buys
        window = window_for(rules, state.turn, state.opened, by, piles.bought, buyer, there, earlier)
        if window is not None:
            if log is not None:
                log.append(_offered(discards, window))
            return piles.state(BUYING, window, state.tally.idle)
    return _draw(piles, log)


def pay(piles: Piles, buyer: int, kind: EventType, log: Log) -> None:
    """The penalty cards are secured; then the player gets the top discard and them, and has bought once more.

    Args:
        piles: stock, discards and hands.
        buyer: who gets the card.
        kind: what is said of it: bought out of turn, or taken by the active player.
        log: where events go.
    """
    secured: Log = [] if log is not None else None
    bought = piles.bought
    penalty = piles.before.rules.penalty_after(bought[buyer])
    cards = [piles.draw(buyer, EventType.DREW_PENALTY, secured, on_offer=True) for _ in range(penalty)]
    card = piles.pop_discard()
    piles.saw(buyer, card)
    if log is not None and secured is not None:
        log.append(Event(kind, buyer, ONE[card], number=1 if kind is EventType.TOOK_DISCARD else None))
        log.extend(secured)
    piles.bought = bought[:buyer] + ONE[min(bought[buyer] + 1, 255)] + bought[buyer + 1 :]
    piles.hands[buyer] = piles.hands[buyer].plus_all((card, *cards))


def draw_for_active(state: State, log: Log) -> State:
    """The announced stock card is drawn for the active player, or what follows when none can be had."""
    return _draw(Piles(state), log)


def _draw(piles: Piles, log: Log) -> State:
    before = piles.before
    seat = before.turn
    if not piles.stock and not obtainable(before.rules, b"", piles.discards, piles.renewed):
        if log is not None:
            log.append(Event(EventType.NO_STOCK_CARD, seat))
        return _without_stock_card(piles.state(BUYING, None, before.tally.idle), log)
    card = piles.draw(seat, EventType.DREW_STOCK, log, on_offer=False)
    hands = piles.hands
    hands[seat] = hands[seat].plus(card)
    return piles.state(PLAY, None, 0)


def _without_stock_card(state: State, log: Log) -> State:
    """The round is over, or the turn falls back to the draw, where the discard may still be taken."""
    if ends_when_needed(state.rules):
        return end_round(state, NOBODY, EXHAUSTED, log)
    if not state.discards or not may_take(state):
        return end_round(state, NOBODY, NOTHING_TO_DRAW, log)
    tally = state.tally
    fresh = tally.replace(idle=-1)  # a card was drawn in this turn
    after: State = state.replace(phase=DRAW, window=None, tally=fresh)
    return after

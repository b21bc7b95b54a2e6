"""The buying window: asking, blocking, the buy, and the stock card that was announced (`buying.*`)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from mayi_rules.cards import format_card
from mayi_rules.game.ending import EXHAUSTED, NOTHING_TO_DRAW, end_round, may_take
from mayi_rules.game.events import Event, EventType, Log
from mayi_rules.game.moves import Ask, Block, Close, Move, Pass, ask, block, pass_
from mayi_rules.game.parts import ASKING, BLOCKING, BUYING, DRAW, NOBODY, PLAY, UPCARD, Tally, Window, window_of
from mayi_rules.game.state import State
from mayi_rules.game.stock import Piles, ends_when_needed, obtainable
from mayi_rules.game.turns import Tiers, over_reasons
from mayi_rules.profile.choices import BlockWho
from mayi_rules.profile.round_rules import NO_LIMIT
from mayi_rules.reasons import Reason, ReasonCode


def _before(state: State, seat: int) -> int:
    """The seats, as bits, that are nearer to the active player than this one, himself included."""
    turn = state.turn
    if seat >= turn:
        return (1 << seat) - (1 << turn)
    return (1 << len(state.hands)) - 1 & ~((1 << turn) - (1 << seat))


def _bars(state: State, last_buyer: int) -> list[tuple[int, ReasonCode, str | None]]:
    """The one predicate of who could buy the card on offer: the seats (bits) that each rule bars, and the rule."""
    rules = state.rules
    everybody = (1 << len(state.hands)) - 1
    bars: list[tuple[int, ReasonCode, str | None]] = [(1 << state.turn, ReasonCode.BUYING_OWN_TURN, None)]
    if not rules.buying:
        bars.append((everybody, ReasonCode.BUYING_OFF, "buying.allowed"))
    if rules.unopened_only:
        bars.append((state.opened, ReasonCode.BUYING_ONLY_UNOPENED, "buying.who"))
    discarder = state.discarded_by[-1]
    if discarder == UPCARD:
        if not rules.buying_upcard:
            bars.append((everybody, ReasonCode.BUYING_UPCARD, "buying.upcard"))
    elif not rules.own_discard:
        bars.append((1 << discarder, ReasonCode.BUYING_OWN_DISCARD, "buying.own_discard"))
    if rules.per_round != NO_LIMIT:
        used_up = sum(1 << seat for seat, buys in enumerate(state.tally.bought) if buys >= rules.per_round)
        bars.append((used_up, ReasonCode.BUYING_LIMIT, "buying.per_round"))
    if last_buyer != NOBODY and not rules.same_buyer_again:
        bars.append((1 << last_buyer, ReasonCode.BUYING_SAME_BUYER_AGAIN, "buying.same_buyer_again"))
    penalty = rules.penalty_cards
    if penalty > len(state.stock) and penalty > obtainable(state, on_offer=True):
        bars.append((everybody, ReasonCode.BUYING_NO_PENALTY_CARD, "buying.penalty_cards"))
    return bars


def buyer_reasons(state: State, seat: int, last_buyer: int) -> Iterator[Reason]:
    """Why this seat could not buy the card on offer."""
    rules = state.rules
    for mask, code, key in _bars(state, last_buyer):
        if mask >> seat & 1:
            yield rules.reason(code, key, limit=rules.per_round, cards=rules.penalty_cards)


def open_window(state: State, log: Log, last_buyer: int = NOBODY) -> State | None:
    """The top discard is offered to the seats that could buy it; None when there are none."""
    if not state.rules.buying or not state.discards:
        return None
    silent = (1 << len(state.hands)) - 1
    for mask, _, _ in _bars(state, last_buyer):
        silent &= ~mask
    if not silent:
        return None
    if log is not None:
        log.append(Event(EventType.OFFERED, cards=state.discards[-1:]))
    return _with_window(state, window_of(ASKING, silent, 0, NOBODY, last_buyer))


def _with_window(state: State, window: Window) -> State:
    return State(
        state.rules, state.setting, BUYING, state.turn, state.hands, state.stock, state.discards,
        state.discarded_by, state.table, state.opened, None, window, state.tally, None,
    )  # fmt: skip


def _not_asked(state: State, window: Window, seat: int) -> Iterator[Reason]:
    """Why this seat is not asked (any more) in the stage that is open."""
    if window.stage is BLOCKING and seat != state.turn and window.asker == seat:
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
        nearer = window.asker != NOBODY and not _before(state, window.asker) >> seat & 1
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
    elif window.stage is not ASKING or not window.silent >> seat & 1:
        yield from _not_asked(state, window, seat)


def pass_tiers(state: State, move: Pass) -> Tiers:
    """Why a seat has nothing to decline."""
    yield _pass_reasons(state, move.seat)


def _pass_reasons(state: State, seat: int) -> Iterator[Reason]:
    window = state.window
    if window is None:
        yield from _no_window(state)
    elif not window.silent >> seat & 1:
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
    elif not window.silent >> seat & 1:
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
    if window is None or not window.silent >> seat & 1:
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
    if log is not None:
        log.append(Event(EventType.ASKED, seat, state.discards[-1:]))
    nearer = window.silent & _before(state, seat)
    return _go_on(state, window_of(ASKING, nearer, window.answered | 1 << seat, seat, window.last_buyer), log)


def do_pass(state: State, move: Pass, log: Log) -> State:
    """Note that a seat declines."""
    window = state.window
    assert window is not None
    bit = 1 << move.seat
    if log is not None:
        log.append(Event(EventType.PASSED, move.seat))
    return _go_on(
        state,
        window_of(window.stage, window.silent & ~bit, window.answered | bit, window.asker, window.last_buyer),
        log,
    )


def do_close(state: State, _move: Close, log: Log) -> State:
    """All who are still silent pass."""
    window = state.window
    assert window is not None
    if log is not None:
        players = len(state.hands)
        in_order = [(state.turn + step) % players for step in range(players)]
        log.extend(Event(EventType.PASSED, seat) for seat in in_order if window.silent >> seat & 1)
    return _go_on(
        state,
        window_of(window.stage, 0, window.answered | window.silent, window.asker, window.last_buyer),
        log,
    )


def do_block(state: State, move: Block, log: Log) -> State:
    """The block ends the window: nobody gets the card, the stock card is drawn."""
    if log is not None:
        log.append(Event(EventType.BLOCKED, move.seat, state.discards[-1:]))
    return draw_for_active(state, log)


def _go_on(state: State, window: Window, log: Log) -> State:
    """Wait for further answers, or go to the next stage when the outcome is fixed."""
    if window.silent:
        return _with_window(state, window)
    if window.asker == NOBODY:
        return draw_for_active(state, log)
    if window.stage is ASKING and state.rules.block_call is not None:
        blockers = _blockers(state, window.asker)
        return _with_window(state, window_of(BLOCKING, blockers, 0, window.asker, window.last_buyer))
    return _buy(state, window.asker, log)


def _blockers(state: State, asker: int) -> int:
    """The seats that may block the buy of this one (`buying.block.who`)."""
    match state.rules.block_who:
        case BlockWho.ACTIVE:
            return 1 << state.turn
        case BlockWho.ANYONE:
            return ((1 << len(state.hands)) - 1) & ~(1 << asker)
        case _:
            return _before(state, asker)


def _buy(state: State, buyer: int, log: Log) -> State:
    """The penalty is secured, then the buyer gets the card on offer and the penalty."""
    rules = state.rules
    piles = Piles(state)
    secured: Log = [] if log is not None else None
    cards = [piles.draw(buyer, EventType.DREW_PENALTY, secured, on_offer=True) for _ in range(rules.penalty_cards)]
    card = piles.pop_discard()
    piles.saw(buyer, card)
    if log is not None and secured is not None:
        log.append(Event(EventType.BOUGHT, buyer, bytes([card])))
        log.extend(secured)
    bought = bytearray(state.tally.bought)
    bought[buyer] = min(bought[buyer] + 1, 255)
    hands = list(state.hands)
    hands[buyer] = hands[buyer].plus_all((card, *cards))
    after = State(
        rules, state.setting, BUYING, state.turn, tuple(hands), piles.stock, piles.discards,
        piles.discarded_by, state.table, state.opened, None, None, piles.tally(bytes(bought), state.tally.idle),
        None,
    )  # fmt: skip
    offered = open_window(after, log, buyer) if rules.chain else None
    return offered or draw_for_active(after, log)


def draw_for_active(state: State, log: Log) -> State:
    """The announced stock card is drawn for the active player, or what follows when none can be had."""
    seat = state.turn
    if not state.stock and not obtainable(state, on_offer=False):
        if log is not None:
            log.append(Event(EventType.NO_STOCK_CARD, seat))
        return _without_stock_card(state, log)
    piles = Piles(state)
    card = piles.draw(seat, EventType.DREW_STOCK, log, on_offer=False)
    hands = list(state.hands)
    hands[seat] = hands[seat].plus(card)
    tally = state.tally
    if tally.idle or piles.known is not tally.known or piles.renewed != tally.renewed or tally.traffic:
        tally = piles.tally(tally.bought, 0)
    return State(
        state.rules, state.setting, PLAY, seat, tuple(hands),
        piles.stock, piles.discards, piles.discarded_by, state.table, state.opened, None, None, tally, None,
    )  # fmt: skip


def _without_stock_card(state: State, log: Log) -> State:
    """The round is over, or the turn falls back to the draw, where the discard may still be taken."""
    if ends_when_needed(state.rules):
        return end_round(state, NOBODY, EXHAUSTED, log)
    if not state.discards or not may_take(state):
        return end_round(state, NOBODY, NOTHING_TO_DRAW, log)
    tally = state.tally
    fresh = Tally(  # a card was had in this turn
        tally.bought, tally.renewed, -1, tally.known, tally.stock_known, tally.traffic
    )
    after: State = state.but(phase=DRAW, window=None, tally=fresh)
    return after

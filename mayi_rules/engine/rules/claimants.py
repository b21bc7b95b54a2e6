"""Who may buy the card on offer (`buying.*`): one predicate, for opening a window and for refusing a request."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mayi_rules.engine.rules.stock import obtainable
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import ASKING, NOBODY, UPCARD, Window, window_of
from mayi_rules.profile.round_rules import NO_LIMIT, RoundRules
from mayi_rules.reasons import Reason, ReasonCode

PER_ROUND = "buying.per_round"
PER_GAME = "buying.per_game"


def _bars(
    rules: RoundRules,
    turn: int,
    opened: int,
    discarder: int,
    used_up: tuple[tuple[int, str], ...],
    last_buyer: int,
    short: int,
) -> list[tuple[int, ReasonCode, str | None]]:
    """The seats (bits) that each rule bars from buying, and the rule.

    Args:
        rules: the rules of the round.
        turn: whose turn it is.
        opened: the seats that have opened, as bits.
        discarder: who discarded the card on offer, or `UPCARD`.
        used_up: the seats that have no buy left, as bits, with the key that says so.
        last_buyer: who bought the card exposed before this one in the same interruption, or `NOBODY`.
        short: the seats for which the penalty cards of the next buy are not there, as bits.
    """
    everybody = (1 << rules.players) - 1
    bars: list[tuple[int, ReasonCode, str | None]] = [(1 << turn, ReasonCode.BUYING_OWN_TURN, None)]
    if not rules.buying:
        bars.append((everybody, ReasonCode.BUYING_OFF, "buying.allowed"))
    if rules.unopened_only:
        bars.append((opened, ReasonCode.BUYING_ONLY_UNOPENED, "buying.who"))
    if discarder == UPCARD:
        if not rules.buying_upcard:
            bars.append((everybody, ReasonCode.BUYING_UPCARD, "buying.upcard"))
    elif not rules.own_discard:
        bars.append((1 << discarder, ReasonCode.BUYING_OWN_DISCARD, "buying.own_discard"))
    bars += [(seats, ReasonCode.BUYING_LIMIT, key) for seats, key in used_up]
    if last_buyer != NOBODY and not rules.same_buyer_again:
        bars.append((1 << last_buyer, ReasonCode.BUYING_SAME_BUYER_AGAIN, "buying.same_buyer_again"))
    if short:
        bars.append((short, ReasonCode.BUYING_NO_PENALTY_CARD, "buying.penalty_cards"))
    return bars


def limit_of(rules: RoundRules, seat: int, earlier: Sequence[int], key: str) -> int:
    """How many buys of a seat in this round one limit allows, or `NO_LIMIT`.

    Args:
        rules: the rules of the round.
        seat: the seat.
        earlier: how often each seat bought in earlier rounds; empty where nobody has.
        key: `buying.per_round` (with what `buying.carry_over` adds to it) or `buying.per_game`.
    """
    before = earlier[seat] if earlier else 0
    if key == PER_GAME:
        return NO_LIMIT if rules.per_game == NO_LIMIT else rules.per_game - before
    if rules.per_round == NO_LIMIT or not rules.carry_over:
        return rules.per_round
    return NO_LIMIT if rules.carried == NO_LIMIT else rules.per_round + rules.carried - before


def _used_up(rules: RoundRules, bought: bytes, earlier: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """The seats that have no buy left, as bits, by the key that says so."""
    if rules.per_round == NO_LIMIT and rules.per_game == NO_LIMIT:
        return ()
    found: list[tuple[int, str]] = []
    for key in (PER_ROUND, PER_GAME):
        limits = [limit_of(rules, seat, earlier, key) for seat in range(rules.players)]
        seats = sum([1 << seat for seat, limit in enumerate(limits) if limit != NO_LIMIT and bought[seat] >= limit])
        if seats:
            found.append((seats, key))
    return tuple(found)


def penalty_is_there(rules: RoundRules, buys: int, stock: bytes, discards: bytes, renewed: int) -> bool:
    """Whether the penalty cards of the next buy can be had, the top discard being on offer.

    Args:
        rules: the rules of the round.
        buys: how often the buyer has bought in this round.
        stock: its stock.
        discards: its discard pile.
        renewed: how often the stock was replenished.
    """
    penalty = rules.penalty_after(buys)
    return penalty <= len(stock) or penalty <= obtainable(rules, stock, discards, renewed, on_offer=True)


def _short(rules: RoundRules, bought: bytes, stock: bytes, discards: bytes, renewed: int) -> int:
    """The seats, as bits, for which the penalty cards of the next buy are not there."""
    if len(rules.penalty_cards) == 1:
        is_there = penalty_is_there(rules, 0, stock, discards, renewed)
        return 0 if is_there else (1 << rules.players) - 1
    return sum(
        [1 << seat for seat, buys in enumerate(bought) if not penalty_is_there(rules, buys, stock, discards, renewed)]
    )


def buyer_reasons(state: State, seat: int, last_buyer: int) -> Iterator[Reason]:
    """Why this seat could not buy the card on offer."""
    rules = state.rules
    tally = state.tally
    earlier = state.setting.earlier_buys
    short = _short(rules, tally.bought, state.stock, state.discards, tally.renewed)
    used_up = _used_up(rules, tally.bought, earlier)
    for mask, code, key in _bars(rules, state.turn, state.opened, state.discarded_by[-1], used_up, last_buyer, short):
        if not mask >> seat & 1:
            continue
        if code is ReasonCode.BUYING_LIMIT and key is not None:
            yield limit_reason(rules, seat, earlier, key)
        elif code is ReasonCode.BUYING_NO_PENALTY_CARD:
            yield rules.reason(code, key, penalty=rules.penalty_after(tally.bought[seat]))
        else:
            yield rules.reason(code, key)


def limit_reason(rules: RoundRules, seat: int, earlier: Sequence[int], key: str) -> Reason:
    """The refusal of a buy for which the limit of this key has no room: it names how many there are in all."""
    limit = rules.per_game if key == PER_GAME else max(0, limit_of(rules, seat, earlier, key))
    return rules.reason(ReasonCode.BUYING_LIMIT, key, limit=limit)


def price_reasons(state: State, seat: int) -> Iterator[Reason]:
    """Why the active player cannot pay for the discard as a buyer does (`drawing.discard: as_buy`)."""
    rules = state.rules
    if not rules.as_buy or not state.discards:
        return
    tally = state.tally
    for seats, key in _used_up(rules, tally.bought, state.setting.earlier_buys):
        if seats >> seat & 1:
            yield limit_reason(rules, seat, state.setting.earlier_buys, key)
    if not penalty_is_there(rules, tally.bought[seat], state.stock, state.discards, tally.renewed):
        penalty = rules.penalty_after(tally.bought[seat])
        yield rules.reason(ReasonCode.BUYING_NO_PENALTY_CARD, "buying.penalty_cards", penalty=penalty)


def window_for(
    rules: RoundRules,
    turn: int,
    opened: int,
    discarder: int,
    bought: bytes,
    last_buyer: int,
    piles: tuple[bytes, bytes, int],
    earlier: tuple[int, ...],
) -> Window | None:
    """The window in which the seats are asked that nothing bars, None when there are none; kept with the rules.

    Args:
        rules: the rules of the round.
        turn: whose turn it is.
        opened: the seats that have opened, as bits.
        discarder: who discarded the card on offer, or `UPCARD`.
        bought: how often each seat has bought in this round.
        last_buyer: who bought the card exposed before this one in the same interruption, or `NOBODY`.
        piles: the stock, the discard pile, and how often the stock was replenished.
        earlier: how often each seat bought in earlier rounds; empty where nobody has.
    """
    used_up = _used_up(rules, bought, earlier)
    short = _short(rules, bought, *piles)
    if not rules.unopened_only:
        opened = 0
    windows: dict[tuple[object, ...], Window | None] | None = rules.cache.get("windows")
    if windows is None:
        windows = rules.cache["windows"] = {}
    key = (turn, opened, discarder, used_up, last_buyer, short)
    if key in windows:
        return windows[key]
    pending = (1 << rules.players) - 1
    for mask, _, _ in _bars(rules, turn, opened, discarder, used_up, last_buyer, short):
        pending &= ~mask
    window = windows[key] = window_of(ASKING, pending, 0, NOBODY, last_buyer) if pending else None
    return window

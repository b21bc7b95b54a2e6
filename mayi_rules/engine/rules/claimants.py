"""Who may buy the card on offer (`buying.*`): one predicate, for opening a window and for refusing a request."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.engine.rules.stock import obtainable
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import ASKING, NOBODY, UPCARD, Window, window_of
from mayi_rules.profile.round_rules import NO_LIMIT, RoundRules
from mayi_rules.reasons import Reason, ReasonCode


def _bars(
    rules: RoundRules,
    turn: int,
    opened: int,
    discarder: int,
    used_up: int,
    last_buyer: int,
    penalty: bool,  # noqa: FBT001
) -> list[tuple[int, ReasonCode, str | None]]:
    """The seats (bits) that each rule bars from buying, and the rule.

    Args:
        rules: the rules of the round.
        turn: whose turn it is.
        opened: the seats that have opened, as bits.
        discarder: who discarded the card on offer, or `UPCARD`.
        used_up: the seats that have no buy left in this round, as bits.
        last_buyer: who bought the card exposed before this one in the same interruption, or `NOBODY`.
        penalty: whether the penalty cards can be had.
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
    if used_up:
        bars.append((used_up, ReasonCode.BUYING_LIMIT, "buying.per_round"))
    if last_buyer != NOBODY and not rules.same_buyer_again:
        bars.append((1 << last_buyer, ReasonCode.BUYING_SAME_BUYER_AGAIN, "buying.same_buyer_again"))
    if not penalty:
        bars.append((everybody, ReasonCode.BUYING_NO_PENALTY_CARD, "buying.penalty_cards"))
    return bars


def _used_up(rules: RoundRules, bought: bytes) -> int:
    """The seats that have no buy left in this round, as bits."""
    if rules.per_round == NO_LIMIT:
        return 0
    return sum([1 << seat for seat, buys in enumerate(bought) if buys >= rules.per_round])


def penalty_is_there(rules: RoundRules, stock: bytes, discards: bytes, renewed: int) -> bool:
    """Whether the penalty cards of a buy can be had, the top discard being on offer."""
    penalty = rules.penalty_cards
    return penalty <= len(stock) or penalty <= obtainable(rules, stock, discards, renewed, on_offer=True)


def buyer_reasons(state: State, seat: int, last_buyer: int) -> Iterator[Reason]:
    """Why this seat could not buy the card on offer."""
    rules = state.rules
    tally = state.tally
    there = penalty_is_there(rules, state.stock, state.discards, tally.renewed)
    used_up = _used_up(rules, tally.bought)
    values = {
        ReasonCode.BUYING_LIMIT: {"limit": rules.per_round},
        ReasonCode.BUYING_NO_PENALTY_CARD: {"penalty": rules.penalty_cards},
    }
    for mask, code, key in _bars(rules, state.turn, state.opened, state.discarded_by[-1], used_up, last_buyer, there):
        if mask >> seat & 1:
            yield rules.reason(code, key, **values.get(code, {}))


def window_for(
    rules: RoundRules,
    turn: int,
    opened: int,
    discarder: int,
    bought: bytes,
    last_buyer: int,
    penalty: bool,  # noqa: FBT001
) -> Window | None:
    """The window in which the seats are asked that nothing bars, None when there are none; kept with the rules.

    Args:
        rules: the rules of the round.
        turn: whose turn it is.
        opened: the seats that have opened, as bits.
        discarder: who discarded the card on offer, or `UPCARD`.
        bought: how often each seat has bought.
        last_buyer: who bought the card exposed before this one in the same interruption, or `NOBODY`.
        penalty: whether the penalty cards can be had.
    """
    used_up = _used_up(rules, bought)
    if not rules.unopened_only:
        opened = 0
    windows: dict[tuple[int, ...], Window | None] | None = rules.cache.get("windows")
    if windows is None:
        windows = rules.cache["windows"] = {}
    key = (turn, opened, discarder, used_up, last_buyer, penalty)
    if key in windows:
        return windows[key]
    pending = (1 << rules.players) - 1
    for mask, _, _ in _bars(rules, turn, opened, discarder, used_up, last_buyer, penalty):
        pending &= ~mask
    window = windows[key] = window_of(ASKING, pending, 0, NOBODY, last_buyer) if pending else None
    return window

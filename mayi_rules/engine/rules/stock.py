"""The stock: how many cards can be had from it, drawing one, and renewing it (`stock.*`)."""

from __future__ import annotations

from mayi_rules.cards import ONE, UNKNOWN
from mayi_rules.engine.state.events import Event, EventType, Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.traffic import DRAWN, RECYCLED
from mayi_rules.engine.state.values import Phase, Tally, Window
from mayi_rules.profile.language.choices import RoundEnds, WhenEmpty
from mayi_rules.profile.round_rules import NO_LIMIT, RoundRules


def ends_when_needed(rules: RoundRules) -> bool:
    """Whether the round ends as soon as a stock card is needed and cannot be had."""
    return rules.round_ends is RoundEnds.WHEN_EXHAUSTED or rules.when_empty is WhenEmpty.END


def may_renew(rules: RoundRules, renewed: int) -> bool:
    """Whether an empty stock may be renewed once more (`stock.when_empty`, `stock.times`)."""
    return rules.when_empty is not WhenEmpty.END and (rules.times == NO_LIMIT or renewed < rules.times)


def obtainable(rules: RoundRules, stock: bytes, discards: bytes, renewed: int, *, on_offer: bool = False) -> int:
    """How many stock cards can be had, a renewal included.

    Args:
        rules: the rules of the round.
        stock: its stock.
        discards: its discard pile.
        renewed: how often the stock was renewed.
        on_offer: whether the top discard is on offer: then it stays, whatever `stock.keep_top` says.
    """
    count = len(stock)
    if may_renew(rules, renewed):
        count += max(0, len(discards) - (1 if on_offer or rules.keep_top else 0))
    return count


class Piles:
    """Stock, discards and hands while a transition works on them; what has not changed is shared with the State."""

    __slots__ = (
        "before", "bought", "discarded_by", "discards", "hands", "known", "renewed", "stock", "stock_known",
        "taken", "traffic",
    )  # fmt: skip

    def __init__(self, state: State) -> None:
        tally = state.tally
        self.before = state
        self.hands = list(state.hands)
        self.stock = state.stock
        self.discards = state.discards
        self.discarded_by = state.discarded_by
        self.bought = tally.bought
        self.renewed = tally.renewed
        self.known = tally.known
        self.stock_known = tally.stock_known
        self.traffic = tally.traffic
        self.taken = tally.taken

    def state(self, phase: Phase, window: Window | None, idle: int) -> State:
        """The position as it is now, the same player's turn."""
        before = self.before
        tally = before.tally
        if (
            idle != tally.idle
            or self.known is not tally.known
            or self.bought is not tally.bought
            or self.renewed != tally.renewed
            or self.traffic is not tally.traffic
            or self.taken != tally.taken
        ):
            tally = Tally(self.bought, self.renewed, idle, self.known, self.stock_known, self.traffic, self.taken)
        return State(
            before.rules, before.setting, phase, before.turn, tuple(self.hands), self.stock, self.discards,
            self.discarded_by, before.table, before.opened, None, window, tally, None,
        )  # fmt: skip

    def draw(self, seat: int, kind: EventType, log: Log, *, on_offer: bool) -> int:
        """Take the next stock card for a seat, renewing an empty stock first; one must be obtainable."""
        stock = self.stock
        if not stock:
            stock = self._renew(log, kept=1 if on_offer or self.before.rules.keep_top else 0)
        card = stock[-1]
        self.stock = stock[:-1]
        if self.stock_known:
            self.saw(seat, card)
        elif self.traffic:
            self.traffic += bytes([DRAWN | seat, card])
        if log is not None:
            log.append(Event(kind, seat, bytes([card]), private=not self.stock_known))
        return card

    def saw(self, seat: int, card: int) -> None:
        """Note that everybody saw this seat get this card."""
        known = list(self.known)
        known[seat] += ONE[card]
        self.known = tuple(known)

    def pop_discard(self) -> int:
        """Take the top discard away."""
        card = self.discards[-1]
        self.discards = self.discards[:-1]
        self.discarded_by = self.discarded_by[:-1]
        return card

    def _renew(self, log: Log, kept: int) -> bytes:
        """Make the discards (all, or all but the top one) the new stock, which is returned."""
        rules = self.before.rules
        cut = len(self.discards) - kept
        recycled = self.discards[:cut]
        if rules.when_empty is WhenEmpty.TURN_OVER:
            stock = recycled[::-1]  # the bottom of the pile is the next stock card
            self.stock_known = True
        else:
            order = self.before.setting.chance.renewal_order(recycled, self.before.round, self.renewed)
            stock = bytes([UNKNOWN]) * cut if order is None else order[::-1]
            self.stock_known = False
            self.traffic += b"".join([bytes([RECYCLED, card]) for card in sorted(recycled)])
        self.discards = self.discards[cut:]
        self.discarded_by = self.discarded_by[cut:]
        self.renewed += 1
        if log is not None:
            cards = recycled if self.stock_known else b""
            log.append(Event(EventType.RENEWED_STOCK, cards=cards, number=cut))
        return stock

"""Events: facts about what happened, each with what may be told to whom."""

from __future__ import annotations

import json
from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from mayi_rules.cards import UNKNOWN, format_cards
from mayi_rules.melds.meld import Meld

if TYPE_CHECKING:
    from mayi_rules.typed import ContractItemDict, EventDict


class EventType(StrEnum):
    """What happened."""

    ROUND = "round"
    """A round begins, of which this seat is the dealer: its contract, the totals so far, and what it begins with."""
    CUT = "cut"
    """The pack was cut before the deal; who cut exactly has a bonus."""
    DEALT = "dealt"
    """A round was dealt by this seat; the card is the upcard."""
    BURIED = "buried"
    """A wild that was turned up at the deal went back into the stock, and the next card was turned."""
    HAND = "hand"
    """The hand that a seat was dealt."""
    TURN = "turn"
    """A seat's turn begins."""
    TOOK_DISCARD = "took_discard"
    """The active player took the top discard."""
    ANNOUNCED_STOCK = "announced_stock"
    """The active player asked for a stock card."""
    OFFERED = "offered"
    """A discard is on offer: the buying window is open for it."""
    ASKED = "asked"
    """A seat asked for the card on offer."""
    PASSED = "passed"
    """A seat that was asked does not want it, or does not block; also by the clock."""
    MAY_BLOCK = "may_block"
    """A seat is about to get the card on offer; these seats may block it."""
    BLOCKED = "blocked"
    """A seat blocked the buy."""
    BOUGHT = "bought"
    """A seat got the card on offer."""
    DREW_PENALTY = "drew_penalty"
    """The buyer drew a penalty card."""
    DREW_STOCK = "drew_stock"
    """The active player drew the stock card."""
    NO_STOCK_CARD = "no_stock_card"
    """No stock card can be had for the active player."""
    RENEWED_STOCK = "renewed_stock"
    """The discards are the new stock; the cards are told where everybody knows their order."""
    OPENED = "opened"
    """A seat laid the contract."""
    LAID_OFF = "laid_off"
    """A seat added a card to a meld."""
    SWAPPED = "swapped"
    """A seat put in the first card and took out the second one."""
    TOOK_BACK = "took_back"
    """The active player took back what was laid in this turn: table and hand are as before, with these cards in it."""
    DISCARDED = "discarded"
    """The active player discarded, which ends the turn."""
    KEPT = "kept"
    """The active player ended the turn without a discard."""
    ROUND_OVER = "round_over"
    """The round is over; the seat went out, without one nobody did."""
    GAME_OVER = "game_over"
    """The game is over, with the totals and the seats that have won."""
    UNDONE = "undone"
    """The host took steps back: events from this number on no longer hold."""


@frozen
class RoundFacts:
    """What a round begins with.

    Attributes:
        rounds: how many rounds the game has.
        phase: `cut` where the cut is awaited, else `draw`: the deal follows at once.
        cutter: the seat that cuts, or None.
        stock: how many cards the pack has, all of them in the stock until they are dealt.
        contract: the melds of the contract, each with its kind and the fewest cards; where every seat has its own,
            those of the player who begins.
        contracts: by seat, where every seat has its own: the number of its contract, and the melds.
    """

    rounds: int
    phase: str
    cutter: int | None
    stock: int
    contract: tuple[tuple[str, int], ...]
    contracts: tuple[tuple[int, tuple[tuple[str, int], ...]], ...] = ()


def contract_to_plain(melds: Iterable[tuple[str, int]]) -> list[ContractItemDict]:
    """The melds of a contract as plain values."""
    return [{"kind": kind, "least": least} for kind, least in melds]


@frozen
class Event:
    """One fact.

    Attributes:
        type: what happened.
        seat: who did it or whom it concerns; None for the table.
        cards: the cards concerned, in order.
        private: whether only `seat` knows the cards; to the others they are unknown ones.
        melds: melds laid, or the changed meld.
        number: a count or the number of a meld, by type (see `docs/hidden-information.md`).
        scores: the scores of the round, the bonuses or the totals, by seat.
        how: how a round ended.
        reason: why the library abandoned it; empty where it did not.
        seats: the seats that may answer now, or that have won.
        freed: the wilds that were swapped out in this turn and must still go to the table.
        facts: what a round begins with.
        seq: the number of the event in its game, from 0; -1 outside of a game. No part of equality.
    """

    type: EventType
    seat: int | None = None
    cards: bytes = b""
    private: bool = False
    melds: tuple[Meld, ...] = ()
    number: int | None = None
    scores: tuple[int, ...] = ()
    how: str = ""
    reason: str = ""
    seats: tuple[int, ...] = ()
    freed: bytes = b""
    facts: RoundFacts | None = None
    seq: int = field(default=-1, eq=False)

    def seen_by(self, seat: int | None) -> Event:
        """The event as a seat (or, with None, a spectator) knows it."""
        if self.private and seat != self.seat:
            return evolve(self, cards=bytes([UNKNOWN]) * len(self.cards))
        return self

    def to_dict(self, seats: tuple[str, ...] | None = None) -> EventDict:
        """The event as plain values; with names of seats where they are given."""

        def name(seat: int) -> str | int:
            return seats[seat] if seats else seat

        values: EventDict = {"event": self.type.value}
        if self.seq >= 0:
            values["seq"] = self.seq
        if self.seat is not None:
            values["seat"] = name(self.seat)
        if self.cards:
            values["cards"] = format_cards(self.cards)
        if self.melds:
            values["melds"] = [str(meld) for meld in self.melds]
            values["kinds"] = [meld.kind.value for meld in self.melds]
        if self.number is not None:
            values["number"] = self.number
        if self.scores:
            values["scores"] = {str(name(seat)): score for seat, score in enumerate(self.scores)}
        if self.how:
            values["how"] = self.how
        if self.reason:
            values["reason"] = self.reason
        if self.seats:
            values["seats"] = [name(seat) for seat in self.seats]
        if self.freed:
            values["freed"] = format_cards(self.freed)
        if (facts := self.facts) is not None:
            values |= {"rounds": facts.rounds, "phase": facts.phase, "stock": facts.stock}
            values["contract"] = contract_to_plain(facts.contract)
            if facts.contracts:
                values["contracts"] = {
                    str(name(seat)): {"number": number, "melds": contract_to_plain(melds)}
                    for seat, (number, melds) in enumerate(facts.contracts)
                }
            if facts.cutter is not None:
                values["cutter"] = name(facts.cutter)
        return values

    def to_json(self, seats: tuple[str, ...] | None = None) -> str:
        """The event as JSON; with names of seats where they are given."""
        return json.dumps(self.to_dict(seats), ensure_ascii=False)


Log = list[Event] | None
"""Where a transition writes its events; None when nobody looks."""

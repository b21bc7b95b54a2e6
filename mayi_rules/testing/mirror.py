"""A client that is told events and nothing else: what it shows must be the view of its seat.

It reads events as JSON has them (`Event.to_dict(seats)`) and knows no rules: every fact of a view has its event.
Clients in other languages may be written after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

from attrs import define, field

from mayi_rules.cards import Hand, format_cards, parse_cards

if TYPE_CHECKING:
    from mayi_rules.typed import ContractItemDict, LaidMeldDict, OwnContractDict, ViewDict, WindowDict

_HIDDEN = "?"

Told = Mapping[str, Any]
"""An event as plain values, with the names of the seats."""


@define
class _Table:
    """What a round looks like from a seat, by names; cards in notation, piles with the top card last."""

    phase: str
    dealer: str
    number: int
    rounds: int
    contract: list[ContractItemDict]
    cutter: str | None
    stock_size: int
    totals: dict[str, int]
    sizes: dict[str, int]
    bought: dict[str, int]
    bonuses: dict[str, int]
    known: dict[str, Counter[str]]
    contracts: dict[str, OwnContractDict]
    hand: Counter[str] = field(factory=Counter)
    turn: str | None = None
    stock: list[str] | None = None
    discards: list[str] = field(factory=list)
    melds: list[LaidMeldDict] = field(factory=list)
    cards: list[list[str]] = field(factory=list)
    opened: list[str] = field(factory=list)
    opened_now: bool = False
    freed: str = ""
    before: _Table | None = None
    renewed: int = 0
    window: WindowDict | None = None
    over: dict[str, Any] = field(factory=dict)
    winners: list[str] = field(factory=list)


class Mirror:
    """Draws the view of one seat from its events alone.

    Args:
        profile: the id of the rules, which the view shows.
        seats: the names, clockwise.
        seat: the viewer's name, or None for a spectator.
    """

    def __init__(self, profile: str, seats: Iterable[str], seat: str | None) -> None:
        self.profile = profile
        self.seats = tuple(seats)
        self.seat = seat
        self._holding: list[Told] = []  # the events that hold
        self._table: _Table

    def see(self, events: Iterable[Told]) -> None:
        """Take in events, in their order."""
        for event in events:
            if event["event"] == "undone":
                self._undo(event["number"])
            else:
                self._holding.append(event)
                self._follow(event)

    def _undo(self, number: int) -> None:
        """Forget the events from this number on, and draw the round anew that is played then."""
        while self._holding[-1]["seq"] >= number:
            self._holding.pop()
        began = max(index for index, event in enumerate(self._holding) if event["event"] == "round")
        for event in self._holding[began:]:
            self._follow(event)

    def _follow(self, event: Told) -> None:
        if event["event"] == "round":
            self._table = self._round(event)
        else:
            _CHANGES[event["event"]](self, self._table, event)

    def view(self) -> ViewDict:
        """What the client shows: as `View.to_dict()`."""
        table = self._table
        playing = table.phase in ("draw", "buying", "play")
        asked = [] if table.turn is None or table.phase not in ("draw", "play") else [table.turn]
        values: ViewDict = {
            "profile": self.profile,
            "round": table.number,
            "rounds": table.rounds,
            "contract": self._contract(),
            "seat": self.seat,
            "seats": list(self.seats),
            "dealer": table.dealer,
            "cutter": table.cutter,
            "phase": table.phase,
            "turn": table.turn if playing else None,
            "to_act": table.window["asked"] if table.window else asked,
            "hand": _sorted(table.hand),
            "hand_sizes": table.sizes,
            "known": {name: _sorted(self._known(name)) for name in self.seats},
            "table": table.melds,
            "opened": [name for name in self.seats if name in table.opened],
            "opened_now": table.opened_now,
            "freed": table.freed,
            "discards": " ".join(reversed(table.discards)),
            "stock_size": table.stock_size,
            "stock": None if table.stock is None else " ".join(reversed(table.stock)),
            "renewed": table.renewed,
            "bought": table.bought,
            "window": table.window,
            "bonuses": table.bonuses,
            "scores": table.over.get("scores", {}),
            "totals": self._totals(),
            "ended": table.over.get("how"),
            "reason": table.over.get("reason"),
            "winner": table.over.get("seat"),
            "winners": table.winners,
        }
        if table.contracts:
            values["contracts"] = table.contracts
        return values

    def _contract(self) -> list[ContractItemDict]:
        table = self._table
        whose = self.seat or table.turn
        return table.contracts[whose]["melds"] if table.contracts and whose else table.contract

    def _known(self, name: str) -> Counter[str]:
        cards = Counter(self._table.hand if name == self.seat else self._table.known[name])
        del cards[_HIDDEN]
        return cards

    def _totals(self) -> dict[str, int]:
        scores = self._table.over.get("scores", {})
        return {name: total + scores.get(name, 0) for name, total in self._table.totals.items()}

    def _round(self, event: Told) -> _Table:
        nothing = dict.fromkeys(self.seats, 0)
        return _Table(
            phase="cut",
            dealer=event["seat"],
            number=event["number"],
            rounds=event["rounds"],
            contract=event["contract"],
            contracts=event.get("contracts", {}),
            cutter=event.get("cutter"),
            stock_size=event["stock"],
            totals=dict(event["scores"]),
            sizes=dict(nothing),
            bought=dict(nothing),
            bonuses=dict(nothing),
            known={name: Counter() for name in self.seats},
        )

    def _cut(self, table: _Table, event: Told) -> None:
        table.bonuses = dict(event["scores"])

    def _dealt(self, table: _Table, event: Told) -> None:
        table.cutter = None
        table.discards = _cards(event)
        table.stock_size -= len(table.discards)

    def _buried(self, table: _Table, event: Told) -> None:
        """The card is in the stock again, and another one was turned."""

    def _hand(self, table: _Table, event: Told) -> None:
        cards = _cards(event)
        table.stock_size -= len(cards)
        table.sizes[event["seat"]] = len(cards)
        if event["seat"] == self.seat:
            table.hand = Counter(cards)

    def _turn(self, table: _Table, event: Told) -> None:
        table.phase, table.turn = "draw", event["seat"]
        table.opened_now, table.freed, table.before = False, "", None

    def _took_discard(self, table: _Table, event: Told) -> None:
        table.discards.pop()
        table.bought[event["seat"]] += event.get("number", 0)
        self._gain(table, event["seat"], _cards(event), seen=True)
        table.phase = "play"

    def _announced_stock(self, table: _Table, event: Told) -> None:
        """What follows tells more."""

    def _offered(self, table: _Table, event: Told) -> None:
        table.phase = "buying"
        table.window = {"stage": "asking", "offer": event["cards"], "asked": event["seats"], "asker": None}

    def _asked(self, table: _Table, event: Told) -> None:
        assert table.window
        table.window |= {"asked": event.get("seats", []), "asker": event["seat"]}

    def _passed(self, table: _Table, event: Told) -> None:
        assert table.window
        table.window["asked"] = [name for name in table.window["asked"] if name != event["seat"]]

    def _may_block(self, table: _Table, event: Told) -> None:
        assert table.window
        table.window |= {"stage": "blocking", "asked": event["seats"]}

    def _blocked(self, table: _Table, event: Told) -> None:
        """The stock card follows."""

    def _bought(self, table: _Table, event: Told) -> None:
        table.discards.pop()
        table.bought[event["seat"]] += 1
        self._gain(table, event["seat"], _cards(event), seen=True)

    def _drew(self, table: _Table, event: Told) -> None:
        cards = _cards(event)
        table.stock_size -= len(cards)
        if table.stock is not None:
            del table.stock[-len(cards) :]
        self._gain(table, event["seat"], cards, seen=table.stock is not None)

    def _drew_stock(self, table: _Table, event: Told) -> None:
        self._drew(table, event)
        table.phase, table.window = "play", None

    def _no_stock_card(self, table: _Table, _event: Told) -> None:
        table.phase, table.window = "draw", None

    def _renewed_stock(self, table: _Table, event: Told) -> None:
        count = event["number"]
        table.stock = _cards(event)[::-1] if "cards" in event else None
        table.stock_size = count
        table.renewed += 1
        del table.discards[:count]

    def _opened(self, table: _Table, event: Told) -> None:
        cards = [_meld_cards(meld) for meld in event["melds"]]
        self._lay(table, event["seat"], [card for meld in cards for card in meld])
        for meld, kind in zip(event["melds"], event["kinds"], strict=True):
            table.melds.append({"seat": event["seat"], "kind": kind, "meld": meld})
        table.cards += cards
        table.opened.append(event["seat"])
        table.opened_now = True

    def _laid_off(self, table: _Table, event: Told) -> None:
        self._lay(table, event["seat"], _cards(event)[:1])
        (meld,), (kind,), place = event["melds"], event["kinds"], event["number"] - 1
        table.melds[place] = {"seat": table.melds[place]["seat"], "kind": kind, "meld": meld}
        table.cards[place] = _meld_cards(meld)
        table.freed = event.get("freed", "")

    def _swapped(self, table: _Table, event: Told) -> None:
        self._laid_off(table, event)
        self._gain(table, event["seat"], _cards(event)[1:], seen=True)

    def _took_back(self, table: _Table, event: Told) -> None:
        before = table.before
        assert before is not None
        known = table.known[event["seat"]]
        known.update(card for meld in table.cards for card in meld)
        known.subtract(card for meld in before.cards for card in meld)
        self._table = deepcopy(before)
        self._table.known[event["seat"]] = +known

    def _discarded(self, table: _Table, event: Told) -> None:
        self._lose(table, event["seat"], _cards(event))
        table.discards += _cards(event)

    def _kept(self, table: _Table, event: Told) -> None:
        """The turn of the next seat follows."""

    def _round_over(self, table: _Table, event: Told) -> None:
        table.phase = "game_over" if table.phase == "game_over" else "round_over"
        table.over = dict(event)
        table.window, table.opened_now, table.freed, table.before, table.cutter = None, False, "", None, None

    def _game_over(self, table: _Table, event: Told) -> None:
        table.phase = "game_over"
        table.winners = list(event["seats"])

    def _gain(self, table: _Table, name: str, cards: list[str], *, seen: bool) -> None:
        table.sizes[name] += len(cards)
        if seen:
            table.known[name].update(cards)
        if name == self.seat:
            table.hand.update(cards)

    def _lay(self, table: _Table, name: str, cards: list[str]) -> None:
        """Cards go from a hand to the table; how it looked before the first of a turn is kept, to be taken back."""
        self._turn_up(table, name, cards)
        if table.before is None:
            table.before = deepcopy(table)
        self._lose(table, name, cards)

    def _lose(self, table: _Table, name: str, cards: list[str]) -> None:
        self._turn_up(table, name, cards)
        table.sizes[name] -= len(cards)
        for card in cards:
            if table.known[name][card]:
                table.known[name][card] -= 1
        if name == self.seat:
            table.hand.subtract(cards)

    def _turn_up(self, table: _Table, name: str, cards: list[str]) -> None:
        """Cards of the own hand that nobody noted turn out to be those that are played (a real table)."""
        if name != self.seat:
            return
        for card, count in (Counter(cards) - table.hand).items():
            for one in filter(None, (table, table.before)):
                one.hand[_HIDDEN] -= count
                one.hand[card] += count


_CHANGES: dict[str, Callable[[Mirror, _Table, Told], None]] = {
    "cut": Mirror._cut,
    "dealt": Mirror._dealt,
    "buried": Mirror._buried,
    "hand": Mirror._hand,
    "turn": Mirror._turn,
    "took_discard": Mirror._took_discard,
    "announced_stock": Mirror._announced_stock,
    "offered": Mirror._offered,
    "asked": Mirror._asked,
    "passed": Mirror._passed,
    "may_block": Mirror._may_block,
    "blocked": Mirror._blocked,
    "bought": Mirror._bought,
    "drew_penalty": Mirror._drew,
    "drew_stock": Mirror._drew_stock,
    "no_stock_card": Mirror._no_stock_card,
    "renewed_stock": Mirror._renewed_stock,
    "opened": Mirror._opened,
    "laid_off": Mirror._laid_off,
    "swapped": Mirror._swapped,
    "took_back": Mirror._took_back,
    "discarded": Mirror._discarded,
    "kept": Mirror._kept,
    "round_over": Mirror._round_over,
    "game_over": Mirror._game_over,
}
"""By type of event, what it changes on the screen."""


def _cards(event: Told) -> list[str]:
    return str(event.get("cards", "")).split()


def _meld_cards(meld: str) -> list[str]:
    return [card.partition("=")[0] for card in meld.split()]


def _sorted(cards: Counter[str]) -> str:
    return format_cards(Hand.of(parse_cards(" ".join(cards.elements()))))

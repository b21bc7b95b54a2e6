"""Moves: what a seat or the host does, canonical — every card, role and place is explicit."""

from __future__ import annotations

from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, ClassVar

from attrs import evolve, field, frozen

from mayi_rules.cards import CARDS, JOKER, NAMES, RANKS, Card
from mayi_rules.melds.fitting import End, role_at
from mayi_rules.melds.meld import Meld, format_meld

if TYPE_CHECKING:
    from mayi_rules.typed import MoveDict

__all__ = [
    "HOST",
    "Abandon",
    "Ask",
    "Block",
    "Cap",
    "Close",
    "Cut",
    "Discard",
    "Keep",
    "LayOff",
    "Move",
    "NextRound",
    "Open",
    "Pass",
    "Stock",
    "Swap",
    "Take",
    "TakeBack",
]

HOST = -1
"""The seat number of the host's own moves."""


@frozen
class Move:
    """The base of all moves. The union of moves is open: more kinds may come.

    Attributes:
        seat: who moves, a number from 0, or `HOST`.
    """

    name: ClassVar[str] = ""
    seat: int

    def text(self) -> str:
        """The move in notation, without the seat in front."""
        return self.name

    def to_dict(self) -> MoveDict:
        """The move as plain values: its name, seat and text."""
        return {"move": self.name, "seat": self.seat, "text": self.text()}

    def __str__(self) -> str:
        return self.text()


@frozen
class Take(Move):
    """Take the top discard."""

    name: ClassVar[str] = "take"


@frozen
class Stock(Move):
    """Announce the stock: others may buy first, then its top card is drawn."""

    name: ClassVar[str] = "stock"


@frozen
class Ask(Move):
    """Ask for the card on offer ("May I?"); `card` is None only where none is on offer."""

    name: ClassVar[str] = "may I"
    card: Card | None

    def text(self) -> str:
        """The move in notation."""
        return self.name if self.card is None else f"{self.name} {self.card}"


@frozen
class Pass(Move):
    """Decline to buy, or to block."""

    name: ClassVar[str] = "pass"


@frozen
class Block(Move):
    """Block a buy (the call is the profile's, `buying.block.call`; in notation always `shanghai`)."""

    name: ClassVar[str] = "shanghai"


@frozen
class Open(Move):
    """Lay the whole contract; the melds are numbered on the table in this order."""

    name: ClassVar[str] = "open"
    melds: tuple[Meld, ...]

    def text(self) -> str:
        """The move in notation."""
        return f"{self.name} " + " | ".join(map(format_meld, self.melds))


@frozen
class LayOff(Move):
    """Lay one card on a meld of the table.

    Attributes:
        card: the card.
        meld: the number of the meld on the table, from 1.
        end: the end of a run; None on a set.
        role: what the card stands for: a kind in a run, a rank (0–12) in a set, -1 in a set of wilds.
        shows_end: whether the text has to name the end; no part of equality.
    """

    name: ClassVar[str] = "lay"
    card: Card
    meld: int
    end: End | None = None
    role: int = -1
    shows_end: bool = field(default=False, eq=False)

    def text(self) -> str:
        """The move in notation."""
        card = NAMES[self.card]
        if self.end is not None:
            if self.role >= 0 and self.role != self.card:
                card += f"={NAMES[self.role]}"
            if self.shows_end:
                card += f" {self.end.value}"
        elif self.role >= 0 and (self.card == JOKER or self.card % 13 != self.role):
            card += f"={RANKS[self.role]}"
        return f"{self.name} {card} on {self.meld}"


@frozen
class Swap(Move):
    """Take a wild out of a meld by putting in a natural card that it stands for.

    Attributes:
        card: the card put in.
        wild: the wild that comes out.
        meld: the number of the meld on the table, from 1.
        end: only where two wilds of one kind stand for the same card (an ace at either end): which of them.
    """

    name: ClassVar[str] = "swap"
    card: Card
    wild: Card
    meld: int
    end: End | None = None

    def text(self) -> str:
        """The move in notation."""
        end = f" {self.end.value}" if self.end is not None else ""
        return f"{self.name} {self.card} for {self.wild}{end} on {self.meld}"


@frozen
class TakeBack(Move):
    """Undo everything laid and swapped in this turn."""

    name: ClassVar[str] = "take back"


@frozen
class Discard(Move):
    """Discard a card, which ends the turn."""

    name: ClassVar[str] = "discard"
    card: Card

    def text(self) -> str:
        """The move in notation."""
        return f"{self.name} {self.card}"


@frozen
class Keep(Move):
    """End the turn without a discard, with one card left."""

    name: ClassVar[str] = "keep"


@frozen
class Cut(Move):
    """The cutter (`seat`) lifts `count` cards before the deal; entered by the host."""

    name: ClassVar[str] = "cut"
    count: int

    def text(self) -> str:
        """The move in notation."""
        return f"{self.name} {self.count}"


@frozen
class Close(Move):
    """The host's clock: all who are still pending in the stage that is open pass."""

    name: ClassVar[str] = "close"
    seat: int = HOST


class Cap(StrEnum):
    """Why the library abandons a round that the rules alone would let go on."""

    TURNS = "turn_cap"
    """So many turns have ended in it."""
    MOVES = "move_cap"
    """A bot has made so many moves in one turn, and not ended it."""


@frozen
class Abandon(Move):
    """The round ends: nobody wins, all score. The host's decision, or the library's where a cap is reached.

    Attributes:
        cap: the cap that was reached; None where the host ends the round.
        count: how many turns had ended in the round, or how many moves were made in its last turn.
    """

    name: ClassVar[str] = "abandon"
    seat: int = HOST
    cap: Cap | None = None
    count: int = 0

    def text(self) -> str:
        """The move in notation."""
        if self.cap is None:
            return self.name
        return f"{self.name} after {self.count} {'turns' if self.cap is Cap.TURNS else 'moves of a turn'}"


@frozen
class NextRound(Move):
    """The host deals the next round; `order` (top card first) is given where chance is not the library's."""

    name: ClassVar[str] = "next round"
    seat: int = HOST
    order: bytes | None = field(default=None, repr=False)


TABLE_MOVES = (Close, Abandon, NextRound)
"""The moves that no seat makes: their seat is `HOST`."""

HOST_MOVES = (Cut, *TABLE_MOVES)
"""The moves that are offered to no seat; a cut is entered by the host for the cutter."""

take = cache(Take)
stock = cache(Stock)
pass_ = cache(Pass)
block = cache(Block)
take_back = cache(TakeBack)
keep = cache(Keep)


@cache
def ask(seat: int, kind: int | None) -> Ask:
    """The interned request of a seat for a card."""
    return Ask(seat, None if kind is None else CARDS[kind])


@cache
def discard(seat: int, kind: int) -> Discard:
    """The interned discard of a card by a seat."""
    return Discard(seat, CARDS[kind])


def lay_off(seat: int, kind: int, number: int, meld: Meld, end: End | None, *, shows_end: bool = False) -> LayOff:
    """The lay-off of a card on a meld, its role taken from the place."""
    role = role_at(meld, end)
    if end is not None:
        shows_end = shows_end or (role % 13 == 0 and kind == role)
    return lay_off_at(seat, CARDS[kind], number, end, role, shows_end)


lay_off_at = lru_cache(maxsize=1 << 16)(LayOff)
"""The interned lay-off with these values: seat, card, number of the meld, end, role, whether its text names the end."""


def for_seat(move: Move, seat: int) -> Move:
    """The same move made by another seat."""
    return evolve(move, seat=seat)

"""A meld as a value: a set or a run, every card in its place, every wild's role fixed by that place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from mayi_rules.arguments import expect
from mayi_rules.cards import CARDS, NAMES, Card
from mayi_rules.melds.kinds import RUN, SET, Kind
from mayi_rules.melds.kinds.places import ALL_WILD
from mayi_rules.profile.language.choices import MeldKind
from mayi_rules.profile.round_rules import RoundRules

__all__ = ["ALL_WILD", "Meld", "format_meld"]


class Meld:
    """A set or a run. Immutable; equal when kind, place and cards are equal.

    A run is a suit, a start (0 for a low ace, 1 for the 2 … 12 for the king, 13 for a high ace) and its cards in
    ascending order: the card at index `i` stands for the rank at `start + i` of the suit, itself or as a wild.
    A set is a rank (0 for the ace … 12 for the king, `ALL_WILD` without naturals) and its cards, sorted.
    Whether a meld is *legal* is asked elsewhere (`mayi_rules.melds.legality`), and what differs between sets and runs
    of its `form`, the kind as an object.
    """

    __slots__ = ("_hash", "_text", "cards", "form", "is_run", "rank", "start", "suit")

    form: Kind
    is_run: bool
    rank: int
    suit: int
    start: int
    cards: bytes
    _hash: int | None
    _text: str  # only there once somebody has asked for it

    def __init__(self, is_run: bool, rank: int, suit: int, start: int, cards: bytes) -> None:  # noqa: FBT001
        self.form = RUN if is_run else SET
        self.is_run = is_run
        self.rank = rank
        self.suit = suit
        self.start = start
        self.cards = cards
        self._hash = None

    @classmethod
    def set_of(cls, rank: int, cards: Iterable[int]) -> Meld:
        """The set of this rank (0–12, or `ALL_WILD`) with these cards, in any order."""
        return cls(False, rank, -1, -1, bytes(sorted(cards)))

    @classmethod
    def run_of(cls, suit: int, start: int, cards: Iterable[int]) -> Meld:
        """The run in this suit (0–3) whose first card stands at `start` (0–13), cards ascending."""
        return cls(True, -1, suit, start, bytes(cards))

    @property
    def kind(self) -> MeldKind:
        """Set or run."""
        return self.form.word

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.cards)

    @property
    def end(self) -> int:
        """The place of a run's last card (12 for the king, 13 for a high ace, more around the corner)."""
        return self.start + len(self.cards) - 1

    def role(self, index: int) -> int:
        """What the card at this index stands for: in a run a kind, in a set a rank (or `ALL_WILD`)."""
        return self.form.role(self, index)

    def stands_as_wild(self, index: int, rules: RoundRules) -> bool:
        """Whether the card at this index stands there as a wild."""
        card = self.cards[index]
        if not rules.is_wild[card]:
            return False
        return not rules.stands_for_itself(card, self.form.natural_at(self, index))

    def wilds(self, rules: RoundRules) -> int:
        """How many cards stand as wilds."""
        if not rules.natural_use:
            is_wild = rules.is_wild
            return sum([is_wild[card] for card in self.cards])
        return sum([self.stands_as_wild(index, rules) for index in range(len(self.cards))])

    def naturals_at(self, rules: RoundRules) -> int:
        """The places of the naturals as bits, the lowest for the first card."""
        if not rules.natural_use:
            is_wild = rules.is_wild
            return sum([1 << index for index, card in enumerate(self.cards) if not is_wild[card]])
        return sum([1 << index for index in range(len(self.cards)) if not self.stands_as_wild(index, rules)])

    def __iter__(self) -> Iterator[Card]:
        return (CARDS[kind] for kind in self.cards)

    def __len__(self) -> int:
        return len(self.cards)

    def _key(self) -> tuple[bool, int, int, int, bytes]:
        return (self.is_run, self.rank, self.suit, self.start, self.cards)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Meld) and self._key() == other._key()

    def __lt__(self, other: Meld) -> bool:
        return self._key() < other._key()

    def __hash__(self) -> int:
        value = self._hash
        if value is None:
            value = self._hash = hash(self._key())
        return value

    def __str__(self) -> str:
        try:
            return self._text
        except AttributeError:
            text = self._text = format_meld(self)
            return text

    def __repr__(self) -> str:
        return f"<{self.kind.value} {format_meld(self)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Meld, self._key()


def format_meld(meld: Meld) -> str:
    """The notation of a meld: cards in order, with a role behind every card that stands for another."""
    expect("meld", meld, Meld, "a Meld")
    words = []
    for index, card in enumerate(meld.cards):
        role = meld.role(index)
        is_itself = role == ALL_WILD or card == meld.form.natural_at(meld, index)
        words.append(NAMES[card] if is_itself else f"{NAMES[card]}={meld.form.role_names[role]}")
    return " ".join(words)

"""Cards as kinds, their notation, hands as multisets, packs and the shuffle.

No rule tells two copies of a card apart, so a card *is* its kind: a number from 0 to 53. Kinds 0–51 are
suit * 13 + rank (clubs, diamonds, hearts, spades; ace, 2 … king), 52 is a joker and 53 an unknown card.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING

from mayi_rules.arguments import cut, expect_text, expect_whole, wrong
from mayi_rules.errors import NotationError
from mayi_rules.reasons import ReasonCode
from mayi_rules.words import listed_in_part

if TYPE_CHECKING:
    import random

__all__ = [
    "CARDS",
    "EMPTY_HAND",
    "JOKER",
    "RANKS",
    "SUITS",
    "UNKNOWN",
    "Card",
    "Hand",
    "format_card",
    "format_cards",
    "parse_card",
    "parse_cards",
]

RANKS = "A23456789TJQK"
"""The letters of the ranks, in order."""
SUITS = "cdhs"
"""The letters of the suits, in order."""
JOKER = 52
"""The kind of a joker."""
UNKNOWN = 53
"""The kind of a card that is not known."""
KINDS = 54
ALL_NATURAL_KINDS = range(52)
_ALL_KINDS = tuple(range(KINDS))
_BITS = tuple(1 << kind for kind in range(KINDS))
ONE = tuple(bytes([value]) for value in range(256))
"""Every value as a string of one byte."""


class Card(int):
    """A kind of card; an `int` below 54 that prints as notation (`5h`, `Td`, `X`, `?`)."""

    __slots__ = ()

    @property
    def rank(self) -> str:
        """The rank letter: `A 2 … 9 T J Q K`, `X` for a joker, `?` for an unknown card."""
        return RANKS[self % 13] if self < JOKER else NAMES[self]

    @property
    def suit(self) -> str:
        """The suit letter `c d h s`, empty for jokers and unknown cards."""
        return SUITS[self // 13] if self < JOKER else ""

    @property
    def is_joker(self) -> bool:
        """Whether this is a printed joker."""
        return self == JOKER

    def __str__(self) -> str:
        return NAMES[self]

    def __repr__(self) -> str:
        return f"Card({NAMES[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(NAMES[self], spec)


NAMES: tuple[str, ...] = (*(f"{rank}{suit}" for suit in SUITS for rank in RANKS), "X", "?")
_MAX_LISTED = 8
CARDS: tuple[Card, ...] = tuple(Card(kind) for kind in range(KINDS))
"""Every kind of card, by its number."""
_RANK_BY_NAME: dict[str, int] = {rank: index for index, rank in enumerate(RANKS)} | {"10": 9}
_BY_NAME: dict[str, Card] = {
    **{name.upper(): CARDS[kind] for kind, name in enumerate(NAMES)},
    **dict.fromkeys(("JOKER", "JKR"), CARDS[JOKER]),
    **{
        name.upper(): CARDS[number * 13 + index]
        for number, suit in enumerate(SUITS)
        for rank, index in _RANK_BY_NAME.items()
        for name in (rank + suit, suit + rank)
    },
}
_SIGNS = str.maketrans(
    dict(zip("♣♦♥♠♧♢♡♤", SUITS * 2, strict=True))
    | dict.fromkeys("\ufe0e\ufe0f", "")  # variation selectors: the sign as text, or as a picture
    | {
        chr(first + place): f" {rank}{suit} "
        for suit, first in zip(SUITS, (0x1F0D0, 0x1F0C0, 0x1F0B0, 0x1F0A0), strict=True)
        for rank, place in zip(RANKS, (*range(1, 12), 13, 14), strict=True)
    }
    | dict.fromkeys("\U0001f0bf\U0001f0cf\U0001f0df", " X ")
)
_RANK, _SUIT = f"(?:10|[{RANKS}])", f"[{SUITS}]"
_ONE_CARD = re.compile(f"{_RANK}{_SUIT}?|{_SUIT}{_RANK}|X", re.IGNORECASE)
_TOGETHER = [re.compile(f"(?:{one}|X)+", re.IGNORECASE) for one in (_RANK + _SUIT, _SUIT + _RANK)]
_RANKS_TOGETHER = re.compile(f"(?:{_RANK}|X)+", re.IGNORECASE)


def spelled(text: str) -> str:
    """The text with signs of suits (`5♥`) and pictures of cards (`🂵`) in letters; whatever else it holds stays."""
    return text if text.isascii() else text.translate(_SIGNS)


def parse_card(text: str) -> Card:
    """Read one card.

    Args:
        text: a rank and a suit in either order and case (`5h`, `TD`, `10d`, `h5`), the suit as a letter or a sign
            (`5♥`), a picture (`🂵`), `X` or `joker` for a joker, `?` for an unknown card.

    Raises:
        NotationError: the text is not a card.
    """
    try:
        card = _BY_NAME.get(text.upper())
    except (AttributeError, TypeError):
        raise wrong("text", text, "a card in notation ('5h')") from None
    if card is None:
        expect_text("text", text, "a card in notation ('5h')")
        card = _BY_NAME.get(spelled(text).strip().upper())
    if card is None:
        raise NotationError(
            ReasonCode.NOTATION_CARD,
            f"{cut(text)!r} is not a card: write a rank (A 2 … 9 T J Q K) and a suit (c d h s), or X for a joker",
        )
    return card


def parse_cards(text: str) -> list[Card]:
    """Read cards separated by spaces, or written together (`5h6h`); raises NotationError as `parse_card` does."""
    expect_text("text", text, "cards in notation ('5h X')")
    return [parse_card(word) for word in card_words(text.split())]


def card_words(words: Iterable[str]) -> Iterator[str]:
    """The words, one card each where several cards are written together."""
    for word in words:
        if word.upper() in _BY_NAME:
            yield word
        else:
            yield from together(word)


def together(word: str, *, ranks: bool = False) -> list[str]:
    """The cards of a word: several that are written together and can be read in one way only, or the word alone.

    Args:
        word: what stands between spaces.
        ranks: whether ranks without suits are cards too; a word of digits alone is a number then, and no cards.
    """
    patterns = _TOGETHER if not ranks or (word.isdecimal() and word != "10") else [_RANKS_TOGETHER, *_TOGETHER]
    parts = spelled(word).split()
    if parts and all(any(pattern.fullmatch(part) for pattern in patterns) for part in parts):
        return [card for part in parts for card in _ONE_CARD.findall(part)]
    return [word]


def kinds_of(name: str, cards: str | Iterable[int]) -> bytes:
    """Cards that are given in notation, or as cards, in their order.

    Args:
        name: what the argument is called, for errors.
        cards: a text (`"5h X"`), bytes or a list of cards.

    Raises:
        NotationError: a word of the text is no card.
        TypeError: these are no cards.
    """
    if isinstance(cards, str):
        return bytes(parse_cards(cards))
    try:
        kinds = bytes(list(cards))
    except (TypeError, ValueError):
        kinds = None
    if kinds is None or any(kind >= KINDS for kind in kinds):
        raise wrong(name, cards, "cards: a text in notation ('5h X …'), or a list of cards") from None
    return kinds


def parse_rank(text: str) -> int | None:
    """The index of a rank (0 for the ace … 12 for the king), or None when the text is not a rank."""
    return _RANK_BY_NAME.get(text.upper())


def format_card(kind: int) -> str:
    """The notation of one kind."""
    expect_whole("kind", kind, 0, UNKNOWN)
    return NAMES[kind]


def format_cards(kinds: Iterable[int]) -> str:
    """The notation of several kinds, separated by spaces, in the order given."""
    try:
        return " ".join([NAMES[kind] for kind in kinds])
    except (TypeError, IndexError):
        raise wrong("kinds", kinds, "cards, each a number from 0 to 53") from None


class Hand:
    """A multiset of cards: how often each kind is held. Immutable; equal when the counts are equal.

    Attributes:
        counts: 54 bytes, the number of cards of each kind.
        size: the number of cards.
    """

    __slots__ = ("_kinds", "cache", "counts", "size")

    counts: bytes
    size: int
    cache: dict[object, object] | None
    _kinds: tuple[int, ...] | None

    def __init__(self, counts: bytes, size: int) -> None:
        self.counts = counts
        self.size = size
        self._kinds = None
        self.cache = None

    @classmethod
    def of(cls, kinds: Iterable[int]) -> Hand:
        """The hand that holds these kinds."""
        counts = bytearray(KINDS)
        size = 0
        try:
            for kind in kinds:
                counts[kind] += 1
                size += 1
        except (TypeError, IndexError):
            raise wrong("kinds", kinds, "cards, each a number from 0 to 53; Hand.parse reads text") from None
        return cls(bytes(counts), size)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """The hand written in notation (`"5h 5h X"`)."""
        return cls.of(parse_cards(text))

    @property
    def kinds(self) -> tuple[int, ...]:
        """The different kinds held, ascending."""
        kinds = self._kinds
        if kinds is None:
            kinds = self._kinds = tuple(compress(_ALL_KINDS, self.counts))
        return kinds

    @property
    def mask(self) -> int:
        """The different kinds held, as bits of a number."""
        return sum(compress(_BITS, self.counts))

    def plus(self, kind: int) -> Hand:
        """This hand with one more card."""
        counts = self.counts
        return Hand(counts[:kind] + ONE[counts[kind] + 1] + counts[kind + 1 :], self.size + 1)

    def minus(self, kind: int) -> Hand:
        """This hand with one card less; the card must be held."""
        counts = self.counts
        return Hand(counts[:kind] + ONE[counts[kind] - 1] + counts[kind + 1 :], self.size - 1)

    def plus_all(self, kinds: Sequence[int] | bytes) -> Hand:
        """This hand with several cards more."""
        counts = bytearray(self.counts)
        for kind in kinds:
            counts[kind] += 1
        return Hand(bytes(counts), self.size + len(kinds))

    def minus_all(self, kinds: Sequence[int] | bytes) -> Hand:
        """This hand with several cards less; all must be held."""
        counts = bytearray(self.counts)
        for kind in kinds:
            counts[kind] -= 1
        return Hand(bytes(counts), self.size - len(kinds))

    def missing(self, kinds: Iterable[int]) -> list[Card]:
        """The cards of `kinds` (each as often as it is named) that this hand does not hold; `?` names none."""
        counts = [*self.counts[:UNKNOWN], 0]
        lacking = []
        for kind in kinds:
            if counts[kind]:
                counts[kind] -= 1
            else:
                lacking.append(CARDS[kind])
        return lacking

    def __iter__(self) -> Iterator[Card]:
        for kind in self.kinds:
            card = CARDS[kind]
            for _ in range(self.counts[kind]):
                yield card

    def __len__(self) -> int:
        return self.size

    def __contains__(self, kind: int) -> bool:
        return bool(self.counts[kind])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.counts == other.counts

    def __hash__(self) -> int:
        return hash(self.counts)

    @property
    def known(self) -> str:
        """The notation of the cards that are known, without the `?`."""
        return self._text(self.kinds if not self.counts[UNKNOWN] else self.kinds[:-1])

    def _text(self, kinds: Iterable[int]) -> str:
        counts = self.counts
        words: list[str] = []
        for kind in kinds:
            words += (NAMES[kind],) * counts[kind]
        return " ".join(words)

    def __str__(self) -> str:
        return self._text(self.kinds)

    def __repr__(self) -> str:
        return f"Hand.parse({str(self)!r})"

    def __reduce__(self) -> tuple[Callable[[bytes], Hand], tuple[bytes]]:
        return _hand_of, (bytes(map(int, self)),)


def _hand_of(kinds: bytes) -> Hand:
    """The hand with these cards, as it is pickled: a hand has fewer cards than there are kinds."""
    return EMPTY_HAND.plus_all(kinds)


EMPTY_HAND = Hand(bytes(KINDS), 0)
"""The hand without cards."""


def kinds_in(mask: int) -> Iterator[int]:
    """The kinds of a mask (bit `kind`), ascending."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def pack_counts(decks: int, jokers: int) -> bytes:
    """How often each kind is in a pack of so many 52-card decks and jokers (54 counts)."""
    return bytes([decks] * 52 + [jokers, 0])


def generator(*labels: object) -> random.Random:
    """The random generator named by these labels: the same labels give the same numbers on every Python."""
    import random  # loading a profile, and whoever plays with real cards, leaves nothing to chance

    return random.Random("|".join(map(str, labels)))


def may_be(order: bytes, cards: Iterable[int]) -> bool:
    """Whether cards in this order can be these cards; an unknown card can be any."""
    left = Counter(cards)
    spare = left.pop(UNKNOWN, 0)
    known = Counter(order)
    unknown = known.pop(UNKNOWN, 0)
    return (known - left).total() <= spare and unknown + known.total() == spare + left.total()


def misfit(order: bytes, cards: Iterable[int]) -> str:
    """What is wrong with cards in this order that cannot be these cards: which are too many, which are missing."""
    there, needed = Counter(order), Counter(cards)
    parts = [] if len(order) == needed.total() else [f"it has {len(order)} cards, not {needed.total()}"]
    surplus = {card: count for card, count in (there - needed).items() if card != UNKNOWN}
    if surplus and not needed[UNKNOWN]:
        words = (f"{_name(card)} ({there[card]}, not {needed[card]})" for card in surplus)
        parts.append(f"too many: {listed_in_part(words, _MAX_LISTED)}")
    lacking = needed - there
    if lacking and not there[UNKNOWN] and not needed[UNKNOWN]:
        names = (NAMES[card] for card in lacking.elements())
        parts.append(f"missing: {listed_in_part(names, _MAX_LISTED)}")
    return "; ".join(parts)


def _name(kind: int) -> str:
    return NAMES[kind] if kind < KINDS else f"kind {kind}, which is no card"


def drawn(options: Sequence[int], weights: Sequence[int], rng: random.Random) -> int:
    """One of the options, in proportion to their weights, by one call of `rng.random()`."""
    at = rng.random() * sum(weights)
    for option, weight in zip(options, weights, strict=True):
        at -= weight
        if at < 0:
            return option
    return options[-1]


def shuffled(kinds: Iterable[int], rng: random.Random) -> bytes:
    """The kinds in random order, by Fisher–Yates over `rng.random()` alone, the same on every Python."""
    order = list(kinds)
    draw = rng.random
    for last in range(len(order) - 1, 0, -1):
        other = int(draw() * (last + 1))
        order[last], order[other] = order[other], order[last]
    return bytes(order)

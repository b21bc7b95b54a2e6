"""The runs that a suit offers, with what each takes in and how many holes it has: tables for the search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver.slots import LONGEST, Limits, Shape, shapes_of

PRESENT = bytes([0] + [1] * 255)
"""Translates counts to whether any card is there."""

MAX_KEPT = 40_000
"""So many entries of a table are kept before it is begun anew."""

Levels = list[tuple[int, int]]
"""Pairs of holes and worth, both rising."""


class Option(NamedTuple):
    """A run that may be laid.

    Attributes:
        loss: the worth of the naturals taken, negative: the dearest come first.
        holes: the places that they do not cover.
        taken: the naturals, one count a byte.
        start, length: its place.
        short: the naturals that it lacks even if it has all cards of the hand to itself.
    """

    loss: int
    holes: int
    taken: int
    start: int
    length: int
    short: int = 0


class Offer:
    """The runs of a suit.

    Attributes:
        options: dearest first.
        best: by the number of runs less one, what so many are worth at most.
    """

    __slots__ = ("best", "options")

    def __init__(self, options: tuple[Option, ...]) -> None:
        self.options = options
        self.best = [_rising([(option.holes, -option.loss) for option in options])]

    def most(self, runs: int) -> Levels:
        """What so many runs (one or more) are worth at most, as if each had the suit for itself."""
        best = self.best
        while len(best) < runs:
            best.append(_rising([(c + holes, w + worth) for c, w in best[0] for holes, worth in best[-1]]))
        return best[runs - 1]


def _rising(pairs: Levels) -> Levels:
    """Of pairs of holes and a worth those that are worth more than all that have no more holes."""
    pairs.sort()
    kept: Levels = []
    for holes, worth in pairs:
        if not kept or worth > kept[-1][1]:
            if kept and kept[-1][0] == holes:
                kept.pop()
            kept.append((holes, worth))
    return kept


def _sums(values: Sequence[int]) -> list[int]:
    """By choice of these values, as bits, their sum."""
    sums = [0]
    for value in values:
        sums += [before + value for before in sums]
    return sums


class Table:
    """What suits offer under certain rules for runs and worths of the cards, by the cards of a suit."""

    __slots__ = ("alike", "made", "offers", "weights", "worths")

    def __init__(self, weights: tuple[int, ...]) -> None:
        self.weights = weights
        by_suit = [weights[first : first + 13] for first in range(0, 52, 13)]
        self.alike = [by_suit.index(mine) for mine in by_suit]
        # What a choice of the ranks is worth, as bits: the ace to the 7, and the 8 to the king.
        self.worths = [(_sums(mine[:7]), _sums(mine[7:])) for mine in by_suit]
        self.offers: dict[object, Offer] = {}
        self.made: dict[object, Option] = {}

    def of(self, suit: int, cards: int) -> Offer:
        """What a suit offers.

        Args:
            suit: 0 to 3.
            cards: its counts, one a byte.
        """
        counts = cards.to_bytes(13, "little")
        # Only the ace may be wanted twice in one run.
        present = counts.translate(PRESENT) if counts[0] < 2 else b"\2" + counts[1:].translate(PRESENT)
        key = self._key(suit, present)
        known = self.offers.get(key)
        if known is None:
            if len(self.offers) > MAX_KEPT:
                self.offers.clear()
                self.made.clear()
            mask = int(counts[::-1].translate(_AS_DIGITS), 2)
            known = self.offers[key] = Offer(tuple(sorted(self._options(suit, mask, counts[0] > 1))))
        return known

    def _key(self, suit: int, present: bytes) -> object:
        return self.alike[suit], present

    def _options(self, suit: int, mask: int, two_aces: bool) -> list[Option]:  # noqa: FBT001
        """The runs of a suit with these ranks (bits), with a second ace or without."""
        raise NotImplementedError

    def _worth(self, suit: int, taken: int) -> int:
        """What these ranks (bits; bit 13 for a second ace) of a suit are worth."""
        low, high = self.worths[suit]
        return low[taken & 0x7F] + high[taken >> 7 & 0x3F] + (low[1] if taken >> 13 else 0)


class CoreTable(Table):
    """The runs from one natural to another, and those of the least size: enough where wilds are not limited."""

    __slots__ = ("places", "spans")

    def __init__(self, rules: RoundRules, least: int, weights: tuple[int, ...]) -> None:
        super().__init__(weights)
        shapes = [shape for length in range(least, LONGEST + 1) if least for shape in shapes_of(rules, length)]
        self.places = [(shape.start, shape.length) for shape in shapes]
        # For all but the shortest runs both ends must be naturals.
        self.spans = [
            (shape, 0 if shape.length == least else 1 << shape.ranks[0] | 1 << shape.ranks[-1]) for shape in shapes
        ]

    def _options(self, suit: int, mask: int, two_aces: bool) -> list[Option]:  # noqa: FBT001
        best: dict[int, tuple[int, int, int]] = {}
        for shape, ends in self.spans:
            if ends & mask != ends:
                continue
            taken = shape.span & mask
            if not taken:
                continue
            holes = shape.length - taken.bit_count()
            if shape.length == LONGEST:
                if not two_aces:
                    continue
                holes -= 1
                taken |= 1 << 13
            known = best.get(taken)
            if known is None or known[0] > holes:
                best[taken] = (holes, shape.start, shape.length)
        alike = self.alike[suit]
        made = self.made
        options = []
        for taken, place in best.items():
            key = (taken, alike, place)
            option = made.get(key)
            if option is None:
                option = made[key] = Option(-self._worth(alike, taken), place[0], packed(taken), place[1], place[2])
            options.append(option)
        return options


class PlaceTable(Table):
    """All runs at certain places, whatever they take in.

    Args:
        limits: the limits on wilds.
        shapes: the places.
        weights: by kind, what a card taken in is worth; negative worths count as none.
        most_holes: runs with more holes are of no interest.

    Attributes:
        given: the ranks that are worth nothing in a run, as bits: those of the sets chosen.
        able: by suit, the ranks of which the hand has a card that may be a natural (bits, and bit 13 for a second
            ace).
    """

    __slots__ = ("able", "given", "limits", "max_holes", "shapes")

    def __init__(self, limits: Limits, shapes: Sequence[Shape], weights: tuple[int, ...], max_holes: int) -> None:
        super().__init__(tuple([max(0, weight) for weight in weights]))
        self.limits = limits
        self.shapes = shapes
        self.max_holes = max_holes
        self.given = 0
        self.able: Sequence[int] = (0, 0, 0, 0)

    def _key(self, suit: int, present: bytes) -> object:
        return self.alike[suit], present, self.able[suit], self.given

    def _options(self, suit: int, mask: int, two_aces: bool) -> list[Option]:  # noqa: FBT001
        able = self.able[suit]
        least = self.limits.run_least
        alike = self.alike[suit]
        kept = 0x3FFF & ~self.given
        if self.given & 1:
            kept &= 0x1FFF
        options = []
        made = self.made
        for shape in self.shapes:
            length = shape.length
            taken = shape.span & mask
            cover = (shape.span & able).bit_count()
            if length == LONGEST:
                taken |= two_aces << 13
                cover += able >> 13
            holes = length - taken.bit_count()
            if holes > self.max_holes:
                continue
            key = (taken, alike, shape.start, length, cover, self.given)
            option = made.get(key)
            if option is None:
                worth = self._worth(alike, taken & kept)
                short = max(0, least[length] - cover)
                option = made[key] = Option(-worth, holes, packed(taken), shape.start, length, short)
            options.append(option)
        return options


def packed(taken: int) -> int:
    """The ranks of a mask (bit 13: a second ace) as one count a byte."""
    return _LOW[taken & 0x7F] + _HIGH[taken >> 7 & 0x3F] + (taken >> 13)


_AS_DIGITS = bytes([ord("0")] + [ord("1")] * 255)
_LOW = _sums([1 << 8 * rank for rank in range(7)])
_HIGH = _sums([1 << 8 * rank for rank in range(7, 13)])
_shared: dict[tuple[object, ...], CoreTable] = {}


def core_table(rules: RoundRules, least: int, weights: tuple[int, ...]) -> CoreTable:
    """The table for runs of this least size, shared by all rounds with the same rules for runs."""
    key = (rules.ace, rules.run_min, rules.run_max, least, weights)
    table = _shared.get(key)
    if table is None:
        if len(_shared) > 64:
            _shared.clear()
        table = _shared[key] = CoreTable(rules, least, weights)
    return table

"""The runs that a suit offers, from one natural to another: tables for the short way to the best opening."""

from __future__ import annotations

from typing import NamedTuple

from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver.plan import Plan, run_places

PRESENT = bytes([0] + [1] * 255)
"""Translates counts to whether any card is there."""

MOST_KEPT = 40_000
"""So many entries of a table are kept before it is begun anew."""


class Core(NamedTuple):
    """A run from one natural to another.

    Attributes:
        loss: the worth of the naturals taken, negative: the dearest come first.
        cost: the wilds needed.
        taken: the naturals, one count a byte.
        start, length: its place.
    """

    loss: int
    cost: int
    taken: int
    start: int
    length: int


class Offer:
    """The runs of a suit.

    Attributes:
        cores: dearest first.
        best: by the number of runs less one, what so many are worth at most: pairs of cost and worth, both rising.
    """

    __slots__ = ("best", "cores")

    def __init__(self, cores: tuple[Core, ...]) -> None:
        self.cores = cores
        self.best = [_rising([(core.cost, -core.loss) for core in cores])]

    def most(self, runs: int) -> list[tuple[int, int]]:
        """What so many runs (one or more) are worth at most, as if each had the suit for itself."""
        best = self.best
        while len(best) < runs:
            best.append(_rising([(c + cost, w + worth) for c, w in best[0] for cost, worth in best[-1]]))
        return best[runs - 1]


def _rising(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of pairs of a cost and a worth those that are worth more than all that cost no more."""
    pairs.sort()
    kept: list[tuple[int, int]] = []
    for cost, worth in pairs:
        if not kept or worth > kept[-1][1]:
            if kept and kept[-1][0] == cost:
                kept.pop()
            kept.append((cost, worth))
    return kept


def _spread(values: list[int]) -> list[int]:
    """By choice of these values, as bits, their sum."""
    sums = [0]
    for value in values:
        sums += [before + value for before in sums]
    return sums


class FreeTables:
    """The cores of the runs under certain rules for runs and weights, by the cards of a suit."""

    __slots__ = ("alike", "least", "made", "of_one_worth", "offers", "places", "spans", "weights", "worths")

    def __init__(self, rules: RoundRules, least: int, weights: tuple[int, ...]) -> None:
        self.weights = weights
        self.least = least
        self.places = [
            (start, length)
            for length in range(least, 15)
            if least and length <= rules.run_max
            for start in run_places(rules, length)
        ]
        # With the places as bits of ranks, and for all but the shortest runs both ends, which must be naturals.
        self.spans = [
            (
                start,
                length,
                sum({1 << (start + i) % 13 for i in range(length)}),
                0 if length == least else 1 << start % 13 | 1 << (start + length - 1) % 13,
            )
            for start, length in self.places
        ]
        by_suit = [weights[first : first + 13] for first in range(0, 52, 13)]
        self.alike = [by_suit.index(mine) for mine in by_suit]
        self.of_one_worth = not any(self.alike)
        # What a choice of the ranks is worth, as bits: the ace to the 7, and the 8 to the king.
        self.worths = [(_spread(list(mine[:7])), _spread(list(mine[7:]))) for mine in by_suit]
        self.offers: dict[tuple[int, bytes], Offer] = {}
        self.made: dict[tuple[int, int, tuple[int, int, int]], Core] = {}

    def of(self, suit: int, cards: int) -> Offer:
        """What a suit offers.

        Args:
            suit: 0 to 3.
            cards: its counts, one a byte.
        """
        counts = cards.to_bytes(13, "little")
        # Only the ace may be wanted twice in one run.
        present = counts.translate(PRESENT) if counts[0] < 2 else b"\2" + counts[1:].translate(PRESENT)
        key = (self.alike[suit], present)
        known = self.offers.get(key)
        if known is None:
            if len(self.offers) > MOST_KEPT:
                self.offers.clear()
                self.made.clear()
            known = self.offers[key] = Offer(self._cores(suit, counts))
        return known

    def _cores(self, suit: int, counts: bytes) -> tuple[Core, ...]:
        mask = int(counts[::-1].translate(_AS_DIGITS), 2)
        best: dict[int, tuple[int, int, int]] = {}
        for start, length, span, ends in self.spans:
            if ends & mask != ends:
                continue
            taken = span & mask
            if not taken:
                continue
            cost = length - taken.bit_count()
            if length == 14:
                if counts[0] < 2:
                    continue
                cost -= 1
                taken |= 1 << 13
            known = best.get(taken)
            if known is None or known[0] > cost:
                best[taken] = (cost, start, length)
        alike = self.alike[suit]
        made = self.made
        cores = []
        for taken, place in best.items():
            key = (taken, alike, place)
            core = made.get(key)
            if core is None:
                core = made[key] = self._core(taken, alike, place)
            cores.append(core)
        cores.sort()
        return tuple(cores)

    def _core(self, taken: int, suit: int, place: tuple[int, int, int]) -> Core:
        low, high = self.worths[suit]
        few = taken & 0x7F
        many = taken >> 7 & 0x3F
        worth = low[few] + high[many]
        counted = _LOW[few] + _HIGH[many]
        if taken >> 13:
            worth += low[1]
            counted += 1
        cost, start, length = place
        return Core(-worth, cost, counted, start, length)


_AS_DIGITS = bytes([ord("0")] + [ord("1")] * 255)
_LOW = _spread([1 << 8 * rank for rank in range(7)])
_HIGH = _spread([1 << 8 * rank for rank in range(7, 13)])
_shared: dict[tuple[object, ...], FreeTables] = {}


def free_tables(plan: Plan, weights: tuple[int, ...]) -> FreeTables:
    """The tables for a plan, shared by all rounds with the same rules for runs."""
    rules = plan.rules
    least = plan.runs[0] if plan.runs else 0
    key = (rules.ace, rules.run_min, rules.run_max, least, weights)
    tables = _shared.get(key)
    if tables is None:
        if len(_shared) > 64:
            _shared.clear()
        tables = _shared[key] = FreeTables(rules, least, weights)
    return tables

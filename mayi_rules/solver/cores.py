"""The runs that a suit offers, from one natural to another: tables for the short way to the best opening."""

from __future__ import annotations

from typing import NamedTuple

from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver.plain import PRESENT
from mayi_rules.solver.plan import Plan, run_places

MOST_KEPT = 40_000
"""So many entries of a table are kept before it is begun anew."""


class Core(NamedTuple):
    """A run from one natural to another.

    Attributes:
        worth: of the naturals taken.
        cost: the wilds needed.
        taken: the naturals, one count a byte.
        start, length: its place.
    """

    worth: int
    cost: int
    taken: int
    start: int
    length: int


class FreeTables:
    """The cores of the runs under certain rules for runs and weights, by the cards of a suit."""

    __slots__ = ("alike", "cores", "least", "places", "spans", "weights")

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
        self.cores: dict[tuple[int, bytes], tuple[Core, ...]] = {}

    def of(self, suit: int, cards: int) -> tuple[Core, ...]:
        """The cores of a suit, dearest first.

        Args:
            suit: 0 to 3.
            cards: its counts, one a byte.
        """
        counts = cards.to_bytes(13, "little")
        # Only the ace may be wanted twice in one run.
        present = counts.translate(PRESENT) if counts[0] < 2 else b"\2" + counts[1:].translate(PRESENT)
        key = (self.alike[suit], present)
        known = self.cores.get(key)
        if known is None:
            if len(self.cores) > MOST_KEPT:
                self.cores.clear()
            known = self.cores[key] = self._cores(suit, counts)
        return known

    def _cores(self, suit: int, counts: bytes) -> tuple[Core, ...]:
        mask = 0
        for rank in range(13):
            if counts[rank]:
                mask |= 1 << rank
        best: dict[int, tuple[int, int, int]] = {}
        for start, length, span, ends in self.spans:
            taken = span & mask
            if not taken or ends & mask != ends:
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
        weights = self.weights[suit * 13 : suit * 13 + 13]
        cores = []
        for taken, (cost, start, length) in best.items():
            worth = counted = 0
            for rank in range(13):
                if taken >> rank & 1:
                    counted += 1 << 8 * rank
                    worth += weights[rank]
            if taken >> 13:
                counted += 1
                worth += weights[0]
            cores.append(Core(worth, cost, counted, start, length))
        cores.sort(key=_dearest)
        return tuple(cores)


def _dearest(core: Core) -> tuple[int, int]:
    return (-core.worth, core.cost)


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

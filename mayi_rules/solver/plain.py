"""The short way: the fewest wilds that an opening needs if one natural were enough for every meld.

Without limits on wilds only the least sizes of the melds matter, a natural is worth the same in a run and in a set,
and the answer follows from a few look-ups: sets need only the number of cards of each rank, runs the best windows of
each suit, and a window that covers only part of what another one covers never does better.

Under *plain* rules (`Plan.plain`) the answer is exact, but for structures in which a meld is left without a natural:
they are marked, and the full search decides. Under other rules it is a lower bound, which rejects most hands.
"""

from __future__ import annotations

from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver.shape import Shape

PRESENT = bytes([0] + [1] * 255)
"""Translates counts to whether any card is there."""

SUIT = (1 << 104) - 1
UNIT = 16
"""Costs are counted in units of so much, plus one for each meld without a natural."""

MOST_KNOWN = 2048
"""So many suits are remembered for each kind of runs, before all are forgotten."""

Window = tuple[int, int, int, int]
"""A place for a run: its cost, the naturals it takes and all its ranks as one count a byte, and its start."""


class SetTable:
    """How many sets of one size a rank makes, by translating the counts of the ranks."""

    __slots__ = ("rest", "size", "whole")

    def __init__(self, size: int) -> None:
        self.size = size
        self.whole = bytes([count // size for count in range(256)])
        self.rest = bytes([count % size for count in range(256)])

    def cost(self, ranks: bytes, sets: int) -> int:
        """The cost of so many sets, given the number of cards of each rank."""
        left = sets - sum(ranks.translate(self.whole))
        if left <= 0:
            return 0
        rest = ranks.translate(self.rest)
        cost = 0
        size = self.size
        for missing in range(1, size):
            found = rest.count(size - missing)
            if found >= left:
                return UNIT * (cost + missing * left)
            cost += missing * found
            left -= found
        return UNIT * (cost + size * left) + left


class Plain:
    """The tables for one contract.

    Attributes:
        suits: by presence of the cards of a suit (13 bytes), its windows, cheapest first.
        windows: all places of a run: the ranks as one count a byte, and as a list.
        length: the least size of the runs.
        runs, sets: how many are asked for.
    """

    __slots__ = ("length", "natural", "runs", "set_table", "sets", "suits", "wild_kinds", "windows")

    def __init__(
        self, rules: RoundRules, runs: tuple[int, ...], sets: tuple[int, ...], shapes: tuple[Shape, ...]
    ) -> None:
        self.runs = len(runs)
        self.sets = len(sets)
        self.length = runs[0] if runs else 0
        self.set_table = SetTable(max(sets[0], 1) if sets else 1)
        self.wild_kinds = rules.wild_kinds
        self.suits = _shared_suits(rules, self.length)
        self.windows = [(shape.ranks, shape.start) for shape in shapes if shape.length == self.length]
        self.natural = sum([0xFF << (8 * kind) for kind in range(52) if not rules.is_wild[kind]])

    def windows_of(self, suit: int) -> tuple[Window, ...]:
        """The windows of a suit, cheapest first, those that take no natural left out.

        Args:
            suit: its counts, one a byte, the ace lowest.
        """
        present = suit.to_bytes(13, "little").translate(PRESENT)
        known = self.suits.get(present)
        if known is None:
            if len(self.suits) >= MOST_KNOWN:
                self.suits.clear()
            known = self.suits[present] = self._windows_of(present)
        return known

    def _windows_of(self, present: bytes) -> tuple[Window, ...]:
        best: dict[int, Window] = {}
        for ranks, start in self.windows:
            taken = sum([1 << (8 * rank) for rank in ranks if present[rank]])
            if taken and taken not in best:
                places = sum([1 << (8 * rank) for rank in ranks])
                best[taken] = (UNIT * (self.length - taken.bit_count()), taken, places, start)
        kept = [
            window
            for window in best.values()
            if not any(other != window[1] and other & window[1] == window[1] for other in best)
        ]
        return tuple(sorted(kept))


_shared: dict[tuple[object, ...], dict[bytes, tuple[Window, ...]]] = {}


def _shared_suits(rules: RoundRules, length: int) -> dict[bytes, tuple[Window, ...]]:
    """The windows found so far, shared by all rounds with the same rules for runs."""
    if len(_shared) > 64:
        _shared.clear()
    return _shared.setdefault((rules.ace, rules.run_min, rules.run_max, length), {})


class PlainSearch:
    """One question to the tables: the fewest wilds needed, for one hand.

    Attributes:
        limit: costs above it are of no interest.
        enough: any cost up to here will do.
        cost: the lowest cost found, or `limit` + 1.
        placed: the runs of the structure found, as suit and window.
    """

    __slots__ = ("cost", "enough", "limit", "placed", "ranks", "runs", "set_least", "sets", "suits", "tables")

    def __init__(self, tables: Plain, counts: bytes, limit: int, enough: int) -> None:
        self.tables = tables
        self.limit = limit
        self.enough = enough
        self.cost = limit + 1
        self.sets = tables.sets
        cards = int.from_bytes(counts, "little") & tables.natural
        self.suits = [cards & SUIT, cards >> 104 & SUIT, cards >> 208 & SUIT, cards >> 312 & SUIT]
        self.ranks = self.suits[0] + self.suits[1] + self.suits[2] + self.suits[3]
        self.set_least = 0
        self.runs: list[tuple[int, Window]] = []
        self.placed: list[tuple[int, Window]] = []

    def fewest(self) -> int:
        """The lowest cost, in units; `limit` + 1 when it is more than the limit."""
        tables = self.tables
        if self.sets:
            self.set_least = tables.set_table.cost(self.ranks.to_bytes(13, "little"), self.sets)
            if not tables.runs:
                self.cost = min(self.set_least, self.limit + 1)
                return self.cost
            if self.set_least > self.limit:
                return self.cost
        self._place(tables.runs, 0, 0)
        return self.cost

    def _place(self, left: int, first: int, cost: int) -> None:
        """Place the runs that are left, in this suit and the later ones."""
        tables = self.tables
        suits = self.suits
        options = []
        cheapest = bare = UNIT * tables.length + 1
        least = [bare, bare, bare, bare]
        for suit in range(3, first - 1, -1):
            windows = tables.windows_of(suits[suit])
            if windows:
                cheapest = min(cheapest, windows[0][0])
                options.append((windows[0][0], suit, windows))
            least[suit] = cheapest
        further = left - 1
        base = cost + self.set_least
        if base + left * cheapest >= self.cost:
            return
        if len(options) > 1:
            options.sort()
        for _, suit, windows in options:
            after = base + further * least[suit]
            for window in windows:
                if after + window[0] >= self.cost:
                    break
                suits[suit] -= window[1]
                self.ranks -= window[1]
                self.runs.append((suit, window))
                if further:
                    self._place(further, suit, cost + window[0])
                else:
                    self._finish(cost + window[0])
                self.runs.pop()
                suits[suit] += window[1]
                self.ranks += window[1]
                if self.cost <= self.enough:
                    return
        if base + left * bare < self.cost:
            self._finish(cost + left * bare)

    def _finish(self, cost: int) -> None:
        if self.sets:
            cost += self.tables.set_table.cost(self.ranks.to_bytes(13, "little"), self.sets)
        if cost < self.cost:
            self.cost = cost
            self.placed = list(self.runs)

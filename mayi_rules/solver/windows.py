"""Packed tables of the windows of a suit: what an opening lacks at least.

That follows from a few look-ups if one natural is taken to be enough for every meld: then
only the least sizes of the melds matter, a natural is worth the same in a run and in a set, sets need only the number
of cards of each rank and runs the best windows of each suit, and a window that covers only part of what another one
covers never does better. That is a bound under all rules. *Strict* windows are those that the limits on wilds allow,
so that what is found there is an opening.

The cards of a suit are one number with a byte for each rank, so that cards are taken out, put back and counted for
all ranks at once.
"""

from __future__ import annotations

from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver.slots import Limits, Shape

SUIT = (1 << 104) - 1
UNIT = 16
"""Costs are counted in units of so much, plus one for each meld without a natural."""

TOPS = int.from_bytes(bytes([0x80] * 13), "little")
FILL = int.from_bytes(bytes([0x7F] * 13), "little")
"""Added to the cards of a suit, it sets the top bit of every rank that is there."""

NEVER = 1 << 20
"""What a meld costs that must not be."""

Window = tuple[int, int, int, int]
"""A place for a run: its cost, the naturals it takes and all its ranks as one count a byte, and its start."""


class SetCosts:
    """What so many sets of one size cost.

    Args:
        size: the size of the sets.
        sets: how many there are.
        gaps: the most wilds that a set with naturals may hold.
        bare: what a set without naturals costs.
        times: how many of them may be of one rank.
    """

    __slots__ = ("bare", "copies", "levels", "sets", "tops")

    def __init__(self, size: int, sets: int, gaps: int, bare: int, times: int) -> None:
        self.sets = sets
        self.bare = bare
        # The ranks are written down once for each set of theirs: in the copy for the n-th one those are marked that
        # have enough cards for n sets, or lack so many.
        self.copies = sum([1 << 104 * time for time in range(times)])
        self.tops = TOPS * self.copies
        self.levels = [
            int.from_bytes(
                bytes([max(0, 0x80 - (size * (time + 1) - missing)) for time in range(times) for _ in range(13)]),
                "little",
            )
            for missing in range(min(size, gaps + 1))
        ]

    def of(self, ranks: int) -> int:
        """The cost, given the number of cards of each rank, a byte each."""
        left = self.sets
        wide = ranks * self.copies
        tops = self.tops
        found = cost = 0
        for missing, level in enumerate(self.levels):
            now = (wide + level & tops).bit_count()
            more = now - found
            if more >= left:
                return UNIT * (cost + missing * left)
            cost += missing * more
            left -= more
            found = now
        return UNIT * cost + self.bare * left


class Suits:
    """The windows of a suit by its cards: found when first asked for, shared by all rounds with the same runs."""

    __slots__ = ("allowed", "known", "length", "made", "places")

    def __init__(self, shapes: list[Shape], limits: Limits | None) -> None:
        # In a run of 14 the ace is there twice: 13 of its places are looked at.
        self.length = min(shapes[0].length, 13) if shapes else 0
        self.places = [(shape.span, shape) for shape in shapes]
        self.allowed: set[tuple[int, int]] | None = None
        if limits is not None:
            self.allowed = {
                (shape.start, sum([1 << shape.ranks[place] for place in range(self.length) if naturals >> place & 1]))
                for naturals in range(1 << self.length)
                if limits.allows_run(self.length, naturals)
                for shape in shapes
            }
        self.known: dict[int, tuple[Window, ...]] = {}
        self.made: dict[tuple[int, int], Window] = {}

    def of(self, present: int) -> tuple[Window, ...]:
        """The windows of a suit, cheapest first, those that take no natural left out.

        Args:
            present: the top bit of a byte for every rank that is there, the ace lowest.
        """
        mask = int(present.to_bytes(13, "big").translate(_AS_DIGITS), 2)
        starts: dict[int, Shape] = {}
        for span, shape in self.places:
            taken = span & mask
            if self.allowed is None or (shape.start, taken) in self.allowed:
                starts.setdefault(taken, shape)
        starts.pop(0, None)
        best: list[int] = []
        kept = []
        for taken in sorted(starts, key=int.bit_count, reverse=True):
            for other in best:
                if other & taken == taken:
                    break
            else:
                best.append(taken)
                shape = starts[taken]
                window = self.made.get((taken, shape.start))
                if window is None:
                    cost = UNIT * (self.length - taken.bit_count())
                    window = self.made[taken, shape.start] = (cost, spread(taken), spread(shape.span), shape.start)
                kept.append(window)
        kept.sort()
        windows = self.known[present] = tuple(kept)
        return windows


_AS_DIGITS = bytes([ord("0")] * 128 + [ord("1")] * 128)


def spread(bits: int) -> int:
    """The ranks of a mask as one count a byte."""
    return sum([1 << 8 * rank for rank in range(13) if bits >> rank & 1])


_shared: dict[tuple[object, ...], Suits] = {}


def _suits(rules: RoundRules, length: int, shapes: tuple[Shape, ...], limits: Limits | None) -> Suits:
    key = (rules.ace, rules.run_min, rules.run_max, length, limits and limits.minimal(length))
    suits = _shared.get(key)
    if suits is None:
        if len(_shared) > 32:
            _shared.clear()
        suits = _shared[key] = Suits([shape for shape in shapes if shape.length == length], limits)
    return suits


class Windows:
    """The tables for one contract.

    Args:
        rules: the rules of the round.
        runs: the least sizes of the runs, ascending.
        sets: the least sizes of the sets, ascending.
        shapes: the places of the runs.
        limits: where wilds may stand in melds of the least size; None for melds that may be left without naturals.

    Attributes:
        suits: the windows of a suit, by its cards.
        bare: what a run without naturals costs.
        runs, sets: how many are asked for.
        set_costs: what the sets cost.
        natural: all bits of the kinds that are no wilds.
    """

    __slots__ = ("bare", "natural", "runs", "set_costs", "sets", "suits")

    def __init__(
        self,
        rules: RoundRules,
        runs: tuple[int, ...],
        sets: tuple[int, ...],
        shapes: tuple[Shape, ...],
        limits: Limits | None = None,
    ) -> None:
        self.runs = len(runs)
        self.sets = len(sets)
        length = runs[0] if runs else 0
        size = max(sets[0], 1) if sets else 1
        gaps = size
        self.bare, bare_set = UNIT * min(length, 13) + 1, UNIT * size + 1
        if limits is not None:
            gaps = size - limits.set_least[size]
            self.bare = bare_set = NEVER
        self.set_costs = SetCosts(size, len(sets), gaps, bare_set, len(sets) if rules.same_rank_sets else 1)
        self.suits = _suits(rules, length, shapes, limits)
        self.natural = sum([0xFF << (8 * kind) for kind in range(52) if not rules.is_wild[kind]])


class WindowSearch:
    """One question to the tables: the fewest wilds needed, for one hand.

    Attributes:
        enough: any cost up to here will do.
        cost: the lowest cost found; at the start one more than the costs of interest.
        ranks: the cards of each rank, a byte each.
        placed: the runs of the structure found, as suit and window.
    """

    __slots__ = ("cost", "enough", "placed", "ranks", "runs", "set_least", "suits", "tables")

    def __init__(self, tables: Windows, counts: bytes, limit: int, enough: int) -> None:
        self.tables = tables
        self.cost = limit + 1
        self.enough = enough
        cards = int.from_bytes(counts, "little") & tables.natural
        self.suits = a, b, c, d = cards & SUIT, cards >> 104 & SUIT, cards >> 208 & SUIT, cards >> 312
        self.ranks = a + b + c + d
        self.set_least = 0
        self.runs: tuple[tuple[int, Window], ...] = ()
        self.placed: tuple[tuple[int, Window], ...] = ()

    def fewest(self) -> int:
        """The lowest cost, in units; `limit` + 1 when it is more than the limit."""
        tables = self.tables
        if tables.sets:
            self.set_least = least = tables.set_costs.of(self.ranks)
            if least >= self.cost:
                return self.cost
            if not tables.runs:
                self.cost = least
                return least
        if tables.runs:
            known = tables.suits.known
            windows = []
            for suit in self.suits:
                present = suit + FILL & TOPS
                found = known.get(present)
                windows.append(tables.suits.of(present) if found is None else found)
            self._place(tables.runs - 1, 0, 0, self.ranks, self.suits, windows)
        return self.cost

    def _place(
        self,
        further: int,
        first: int,
        cost: int,
        ranks: int,
        suits: tuple[int, ...],
        windows: list[tuple[Window, ...]],
    ) -> None:
        """Place a run, in this suit or a later one, and those that follow.

        Args:
            further: how many follow.
            first: the suit of the run before.
            cost: of the runs placed.
            ranks: the cards that are left of each rank.
            suits: those of each suit.
            windows: by suit, the windows of what is left.
        """
        tables = self.tables
        bare = cheapest = tables.bare
        least = [bare, bare, bare, bare]
        options = []
        for suit in range(3, first - 1, -1):
            here = windows[suit]
            if here:
                price = here[0][0]
                cheapest = min(cheapest, price)
                options.append((price, suit))
            least[suit] = cheapest
        base = cost + self.set_least
        if base + (further + 1) * cheapest >= self.cost:
            return
        options.sort()
        runs = self.runs
        set_costs = tables.set_costs if tables.sets else None
        for _, suit in options:
            after = base + further * least[suit]
            for window in windows[suit]:
                price = window[0]
                if after + price >= self.cost:
                    break
                left = ranks - window[1]
                if not further:
                    total = cost + price
                    if set_costs is not None:
                        total += set_costs.of(left)
                        if total >= self.cost:
                            continue
                    self.cost = total
                    self.placed = (*runs, (suit, window))
                else:
                    rest = suits[suit] - window[1]
                    present = rest + FILL & TOPS
                    found = tables.suits.known.get(present)
                    others = list(windows)
                    others[suit] = tables.suits.of(present) if found is None else found
                    self.runs = (*runs, (suit, window))
                    self._place(
                        further - 1, suit, cost + price, left, (*suits[:suit], rest, *suits[suit + 1 :]), others
                    )
                    self.runs = runs
                if self.cost <= self.enough:
                    return
        if base + (further + 1) * bare < self.cost:
            # The runs that are left consist of wilds only.
            total = cost + (further + 1) * bare
            if set_costs is not None:
                total += set_costs.of(ranks)
            if total < self.cost:
                self.cost = total
                self.placed = runs

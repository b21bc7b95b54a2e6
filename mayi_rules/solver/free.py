"""The best opening where melds may be of any length and wilds are not limited: the short way.

Then everything that is of a rank or inside a run chosen can be laid, and every wild finds a place: what is left to
choose is which naturals the runs and sets take in, under the number of wilds that this costs. Runs are looked at
from one natural to another, sets take all that is left of their rank; branch and bound on the worth of the naturals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import Meld
from mayi_rules.solver.plain import PRESENT, SUIT
from mayi_rules.solver.plan import Plan, run_places


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
    """What is known about the runs of a plan under certain weights: the cores of a suit, by its cards."""

    __slots__ = ("cores", "places", "plan", "spans", "weights")

    def __init__(self, plan: Plan, weights: tuple[int, ...]) -> None:
        self.plan = plan
        self.weights = weights
        least = plan.runs[0] if plan.runs else 0
        self.places = [
            (start, length)
            for length in range(least, 15)
            if plan.runs and length <= plan.rules.run_max
            for start in run_places(plan.rules, length)
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
        self.cores: dict[tuple[int, bytes], tuple[Core, ...]] = {}

    def of(self, suit: int, cards: int) -> tuple[Core, ...]:
        """The cores of a suit, dearest first.

        Args:
            suit: 0 to 3.
            cards: its counts, one a byte.
        """
        counts = cards.to_bytes(13, "little")
        # Only the ace may be wanted twice in one run.
        key = (suit, counts.translate(PRESENT) if counts[0] < 2 else counts[:1] + counts[1:].translate(PRESENT))
        known = self.cores.get(key)
        if known is None:
            if len(self.cores) > 40_000:
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


class FreeSearch:
    """One question: the naturals of greatest worth that an opening with so many wilds can take in.

    Attributes:
        budget: the wilds that may be needed.
        worth: the worth of the best found, -1 when there is none.
        runs: its runs, as suit and core.
        sets: its ranks, once for each set.
    """

    __slots__ = (
        "budget",
        "plan",
        "rank_counts",
        "rank_worth",
        "run_stack",
        "runs",
        "set_bound",
        "sets",
        "size",
        "suits",
        "tables",
        "worth",
    )

    def __init__(self, tables: FreeTables, natural: Sequence[int], budget: int) -> None:
        self.tables = tables
        self.plan = tables.plan
        self.budget = budget
        cards = int.from_bytes(bytes(natural), "little")
        self.suits = [cards & SUIT, cards >> 104 & SUIT, cards >> 208 & SUIT, cards >> 312]
        weights = tables.weights
        self.rank_counts = [0] * 13
        self.rank_worth = [0] * 13
        self.set_bound = 0
        if self.plan.sets:
            for rank in range(13):
                a, b, c, d = natural[rank], natural[rank + 13], natural[rank + 26], natural[rank + 39]
                if a or b or c or d:
                    self.rank_counts[rank] = a + b + c + d
                    self.rank_worth[rank] = (
                        a * weights[rank] + b * weights[rank + 13] + c * weights[rank + 26] + d * weights[rank + 39]
                    )
            self.set_bound = sum(sorted(self.rank_worth)[-len(self.plan.sets) :])
        self.worth = -1
        self.run_stack: list[tuple[int, Core]] = []
        self.runs: list[tuple[int, Core]] = []
        self.sets: list[int] = []

    def solve(self) -> None:
        """Find the best."""
        self._place_runs(len(self.plan.runs), 0, self.budget, 0)

    def _place_runs(self, left: int, first: int, budget: int, worth: int) -> None:
        if not left:
            self._choose_sets(budget, worth)
            return
        suits = self.suits
        further = left - 1
        options: list[tuple[int, int, tuple[Core, ...]]] = []
        bound = 0
        bounds = [0, 0, 0, 0]
        for suit in range(3, first - 1, -1):
            if suits[suit]:
                cores = self.tables.of(suit, suits[suit])
                top = 0
                for core in cores:
                    if core.cost <= budget:
                        top = core.worth
                        break
                else:
                    continue
                if top > bound:
                    bound = top
                options.append((-top, suit, cores))
            bounds[suit] = bound
        options.sort()
        for _, suit, cores in options:
            rest = worth + further * bounds[suit] + self.set_bound
            for core in cores:
                if rest + core.worth <= self.worth:
                    break
                if core.cost > budget:
                    continue
                suits[suit] -= core.taken
                self._count(suit, core, -1)
                self.run_stack.append((suit, core))
                self._place_runs(further, suit, budget - core.cost, worth + core.worth)
                self.run_stack.pop()
                self._count(suit, core, 1)
                suits[suit] += core.taken

    def _count(self, suit: int, core: Core, sign: int) -> None:
        if self.plan.sets:
            weights = self.tables.weights
            base = suit * 13
            for rank, count in enumerate(core.taken.to_bytes(13, "little")):
                if count:
                    self.rank_counts[rank] += sign * count
                    self.rank_worth[rank] += sign * count * weights[base + rank]

    def _choose_sets(self, budget: int, worth: int) -> None:
        sets = len(self.plan.sets)
        if not sets:
            if worth > self.worth:
                self.worth = worth
                self.runs = list(self.run_stack)
                self.sets = []
            return
        counts = self.rank_counts
        ranks = [(-self.rank_worth[rank], rank) for rank in range(13) if counts[rank]]
        ranks.sort()
        self._add_sets([rank for _, rank in ranks], 0, sets, budget, worth, [])

    def _add_sets(
        self, ranks: list[int], first: int, left: int, budget: int, worth: int, chosen: list[int]
    ) -> None:
        """Choose the ranks of the sets that are left; a rank may be chosen again, for it may hold several."""
        size = self.plan.sets[0]
        for index in range(first, len(ranks)):
            rank = ranks[index]
            gain = self.rank_worth[rank]
            if worth + gain * left <= self.worth:
                break
            count = self.rank_counts[rank]
            for times in range(1, min(left, count) + 1):
                cost = max(0, size * times - count)
                if cost > budget:
                    break
                if times == left:
                    if worth + gain > self.worth:
                        self.worth = worth + gain
                        self.runs = list(self.run_stack)
                        self.sets = [*chosen, *[rank] * times]
                else:
                    self._add_sets(
                        ranks, index + 1, left - times, budget - cost, worth + gain, [*chosen, *[rank] * times]
                    )


def laid_out(search: FreeSearch, natural: Sequence[int], wilds: list[int], *, all_wilds: bool) -> list[Meld] | None:
    """The melds of a structure with all naturals that they take in; None when not all the wilds find a place.

    Args:
        search: the search, solved.
        natural: the naturals of the hand, by kind.
        wilds: the wilds to use, those to be used first in front.
        all_wilds: whether all of them are laid, or only as many as are needed.
    """
    plan = search.plan
    wilds = list(wilds)
    left = list(natural)
    runs: list[tuple[int, int, list[int]]] = []
    for suit, core in search.runs:
        cards = []
        taken = list(core.taken.to_bytes(13, "little"))
        for place in range(core.start, core.start + core.length):
            rank = place % 13
            kind = suit * 13 + rank
            if taken[rank]:
                taken[rank] -= 1
                left[kind] -= 1
                cards.append(kind)
            else:
                cards.append(wilds.pop(0))
        runs.append((suit, core.start, cards))
    sets: list[tuple[int, list[int]]] = []
    for rank in dict.fromkeys(search.sets):
        times = search.sets.count(rank)
        cards = [kind for kind in range(rank, JOKER, 13) for _ in range(left[kind])]
        groups = [[card] for card in cards[:times]]
        cards = cards[times:]
        for group in groups:
            while len(group) < plan.sets[0]:
                group.append(cards.pop(0) if cards else wilds.pop(0))
        groups[0] += cards
        sets += [(rank, group) for group in groups]
    if all_wilds and wilds:
        if sets:
            sets[0][1].extend(wilds)
            wilds = []
        for index, (suit, start, cards) in enumerate(runs):
            places = {place for place, length in search.tables.places if length == len(cards) + 1}
            while wilds and (start in places or start - 1 in places):
                if start in places:
                    cards.append(wilds.pop())
                else:
                    start -= 1
                    cards.insert(0, wilds.pop())
                places = {place for place, length in search.tables.places if length == len(cards) + 1}
            runs[index] = (suit, start, cards)
        if wilds:
            return None
    melds = [Meld.run_of(suit, start, cards) for suit, start, cards in runs]
    melds += [Meld.set_of(rank, cards) for rank, cards in sets]
    return melds

"""The best opening where melds may be of any length and wilds are not limited: the short way.

Then everything that is of a rank or inside a run chosen can be laid, and every wild finds a place: what is left to
choose is which naturals the runs and sets take in, under the number of wilds that this costs. Runs are looked at
from one natural to another, sets take all that is left of their rank; branch and bound on the worth of the naturals.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import Meld
from mayi_rules.solver.cores import Core, FreeTables
from mayi_rules.solver.plain import SUIT
from mayi_rules.solver.plan import Plan


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
        "natural",
        "order",
        "plan",
        "run_stack",
        "runs",
        "set_bound",
        "sets",
        "suits",
        "tables",
        "totals",
        "worth",
    )

    def __init__(self, plan: Plan, tables: FreeTables, natural: Sequence[int], budget: int) -> None:
        self.tables = tables
        self.plan = plan
        self.budget = budget
        self.natural = natural
        cards = int.from_bytes(bytes(natural), "little")
        self.suits = [cards & SUIT, cards >> 104 & SUIT, cards >> 208 & SUIT, cards >> 312]
        self.worth = -1
        self.run_stack: list[tuple[int, Core]] = []
        self.runs: list[tuple[int, Core]] = []
        self.sets: list[int] = []
        self.set_bound = 0
        self.order: list[int] = []
        self.totals: list[int] = []

    def solve(self) -> None:
        """Find the best."""
        plan = self.plan
        sets = len(plan.sets)
        weights = self.tables.weights
        natural = self.natural
        if sets:
            worths = [
                natural[rank] * weights[rank]
                + natural[rank + 13] * weights[rank + 13]
                + natural[rank + 26] * weights[rank + 26]
                + natural[rank + 39] * weights[rank + 39]
                for rank in range(13)
            ]
            worths.sort()
            self.set_bound = sum(worths[-sets:])
        runs = len(plan.runs)
        if not runs:
            self._choose_sets(self.budget, 0)
            return
        tops = []
        for suit in range(4):
            top = 0
            for core in self.tables.of(suit, self.suits[suit]).cores if self.suits[suit] else ():
                if core.cost <= self.budget:
                    top = core.worth
                    break
            tops.append((-top, suit))
        tops.sort()
        # The suits that promise most come first, so that what is found first is good.
        self.order = [suit for _, suit in tops]
        if runs > 1:
            first = range(0, 52, 13)
            self.totals = [sum(map(mul, natural[a : a + 13], weights[a : a + 13])) for a in first]
        self._place_runs(runs, 0, self.budget, 0)

    def _place_runs(self, left: int, first: int, budget: int, worth: int) -> None:
        """Place the runs that are left, in the suits from this one of `order` on."""
        suits = self.suits
        order = self.order
        further = left - 1
        # From the last suit to the first: what the later suits can add at most, dearest first.
        options: list[tuple[int, int, tuple[Core, ...], list[int], int, int]] = []
        later: list[int] = []
        cheap, dear = self.tables.prices
        at_cheap = at_dear = -budget * dear
        for position in range(3, first - 1, -1):
            suit = order[position]
            if not suits[suit]:
                continue
            cores, reduced = self.tables.of(suit, suits[suit])
            for core in cores:
                if core.cost <= budget:
                    break
            else:
                continue
            at_cheap = max(at_cheap, reduced[0])
            at_dear = max(at_dear, reduced[1])
            options.append((position, core.worth, cores, later, at_cheap, at_dear))
            if further:
                total = self.totals[suit]
                later = [*later, core.worth]
                for times in range(1, further):
                    later.append(max(0, min(core.worth, total - times * core.worth)))
                later.sort(reverse=True)
                del later[further:]
        base = worth + self.set_bound
        for position, top, cores, after, by_cheap, by_dear in reversed(options):
            suit = order[position]
            for core in cores:
                gain = core.worth
                most = base + gain
                if further:
                    rest = self.totals[suit] - gain
                    if further == 1:
                        most += max(min(top, rest), after[0] if after else 0)
                    else:
                        own = [min(top, max(0, rest - times * top)) for times in range(further)]
                        most += sum(sorted([*own, *after])[-further:])
                if most <= self.worth:
                    if base + gain + further * max(top, after[0] if after else 0) <= self.worth:
                        break
                    continue
                left_over = budget - core.cost
                if left_over < 0:
                    continue
                if further and (
                    base + gain + cheap * left_over + further * by_cheap <= self.worth
                    or base + gain + dear * left_over + further * by_dear <= self.worth
                ):
                    continue
                suits[suit] -= core.taken
                self.run_stack.append((suit, core))
                if further:
                    self.totals[suit] -= gain
                    self._place_runs(further, position, left_over, worth + gain)
                    self.totals[suit] += gain
                else:
                    self._choose_sets(left_over, worth + gain)
                self.run_stack.pop()
                suits[suit] += core.taken

    def _choose_sets(self, budget: int, worth: int) -> None:
        sets = len(self.plan.sets)
        if not sets:
            if worth > self.worth:
                self.worth = worth
                self.runs = list(self.run_stack)
            return
        weights = self.tables.weights
        a, b, c, d = [cards.to_bytes(13, "little") for cards in self.suits]
        ranks = []
        for rank in range(13):
            clubs, diamonds, hearts, spades = a[rank], b[rank], c[rank], d[rank]
            count = clubs + diamonds + hearts + spades
            if count:
                gain = (
                    clubs * weights[rank]
                    + diamonds * weights[rank + 13]
                    + hearts * weights[rank + 26]
                    + spades * weights[rank + 39]
                )
                ranks.append((-gain, rank, count))
        ranks.sort()
        self._add_sets(ranks, 0, sets, budget, worth, ())

    def _add_sets(
        self,
        ranks: list[tuple[int, int, int]],
        first: int,
        left: int,
        budget: int,
        worth: int,
        chosen: tuple[int, ...],
    ) -> None:
        """Choose the ranks of the sets that are left; a rank may be chosen again, for it may hold several."""
        size = self.plan.sets[0]
        for index in range(first, len(ranks)):
            loss, rank, count = ranks[index]
            if worth - loss * left <= self.worth:
                break
            for times in range(1, min(left, count) + 1):
                cost = max(0, size * times - count)
                if cost > budget:
                    break
                if times < left:
                    self._add_sets(
                        ranks, index + 1, left - times, budget - cost, worth - loss, (*chosen, *[rank] * times)
                    )
                elif worth - loss > self.worth:
                    self.worth = worth - loss
                    self.runs = list(self.run_stack)
                    self.sets = [*chosen, *[rank] * times]


def laid_out(search: FreeSearch, natural: Sequence[int], wild: Sequence[int], *, all_wilds: bool) -> list[Meld] | None:
    """The melds of a structure with all naturals that they take in; None when not all the wilds find a place.

    Args:
        search: the search, solved.
        natural: the naturals of the hand, by kind.
        wild: the wilds of the hand, by kind.
        all_wilds: whether all of them are laid, or only as many as are needed.
    """
    plan = search.plan
    wilds = [kind for kind in plan.wild_kinds for _ in range(wild[kind])]
    weights = search.tables.weights
    if not all_wilds:
        wilds.sort(key=lambda kind: -weights[kind])
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
        elif not _extended(runs, wilds, search.tables):
            return None
    melds = [Meld.run_of(suit, start, cards) for suit, start, cards in runs]
    melds += [Meld.set_of(rank, cards) for rank, cards in sets]
    return melds


def _extended(runs: list[tuple[int, int, list[int]]], wilds: list[int], tables: FreeTables) -> bool:
    """Put all the wilds at the ends of the runs, as far as there is room; whether there was."""
    for index, (suit, first, cards) in enumerate(runs):
        start = first
        while wilds:
            places = [place for place, length in tables.places if length == len(cards) + 1]
            if start in places:
                cards.append(wilds.pop())
            elif start - 1 in places:
                start -= 1
                cards.insert(0, wilds.pop())
            else:
                break
        runs[index] = (suit, start, cards)
    return not wilds

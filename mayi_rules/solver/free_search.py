"""The short search for the best opening, where wilds are not limited, and the laying out of what it finds."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, mul

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import Meld
from mayi_rules.solver.offers import CoreTable, Option
from mayi_rules.solver.plan import Plan
from mayi_rules.solver.search import NONE, Search


class FreeSearch(Search):
    """The naturals of greatest worth that an opening takes in where wilds are not limited.

    There melds may be of any length, and everything that is of a rank or inside a run chosen can be laid, and every
    wild finds a place: runs are looked at from one natural to another, sets take all that is left of their rank.

    Attributes:
        budget: the wilds that may be needed.
        worth: the worth of the best found, -1 when there is none.
        best_runs: its runs, as suit and option.
        best_sets: its ranks, once for each set.
    """

    __slots__ = ("best_runs", "best_sets", "budget", "of_one_worth", "worth")

    def __init__(self, plan: Plan, table: CoreTable, natural: Sequence[int], budget: int) -> None:
        super().__init__(plan, table, natural)
        self.budget = budget
        self.worth = -1
        self.best_runs: list[tuple[int, Option]] = []
        self.best_sets: list[int] = []
        self.of_one_worth = not any(table.alike)

    def solve(self) -> None:
        """Find the best."""
        runs = len(self.plan.runs)
        if not runs:
            self._complete(self.budget, 0)
            return
        self._look()
        sets = self._sets_at_most()
        if runs == 1:
            # One run is placed sooner than it is told what it is worth at most.
            self.order = self._by_promise(self.budget)
            self.most = [[sets, [-NONE] * (self.budget + 1)]] * 5
        else:
            self.order, self.most = self._bounds(sets, self.budget, self.table.weights)
        self._place_runs(runs, 0, self.budget, 0)

    def _sets_at_most(self) -> list[int]:
        """By the wilds that may be needed, what the sets are worth at most: the dearest ranks with enough naturals."""
        sets = len(self.plan.sets)
        if not sets:
            return [0] * (self.budget + 1)
        size = self.plan.sets[0]
        ranks = self._ranks()
        most = []
        for budget in range(min(self.budget + 1, size)):
            losses = [loss for loss, _, count in ranks if count + budget >= size]
            most.append(-sum(losses[:sets]) if losses else NONE)
        return most + most[-1:] * (self.budget + 1 - len(most))

    def _ranks(self) -> list[tuple[int, int, int]]:
        """What a set of each rank is worth (negative), the rank, and the cards there are of it; dearest first."""
        weights = self.table.weights
        suits = self.suits
        counts = sum(suits).to_bytes(13, "little")
        if self.of_one_worth:
            gains = map(mul, counts, weights)
        else:
            a, b, c, d = [cards.to_bytes(13, "little") for cards in suits]
            gains = map(
                add,
                map(add, map(mul, a, weights), map(mul, b, weights[13:])),
                map(add, map(mul, c, weights[26:]), map(mul, d, weights[39:])),
            )
        ranks = [(-gain, rank, count) for rank, (gain, count) in enumerate(zip(gains, counts, strict=False)) if count]
        ranks.sort()
        return ranks

    def _complete(self, budget: int, gain: int) -> None:
        sets = len(self.plan.sets)
        if sets:
            self._add_sets(self._ranks(), 0, sets, budget, gain, ())
        elif gain >= self.need:
            self._note(gain, ())

    def _add_sets(
        self,
        ranks: list[tuple[int, int, int]],
        first: int,
        left: int,
        budget: int,
        gain: int,
        chosen: tuple[int, ...],
    ) -> None:
        """Choose the ranks of the sets that are left; a rank may be chosen again, for it may hold several."""
        size = self.plan.sets[0]
        for index in range(first, len(ranks)):
            loss, rank, count = ranks[index]
            if gain - loss * left < self.need or (
                left > 1 and gain - sum([entry[0] for entry in ranks[index : index + left]]) < self.need
            ):
                break
            for times in range(1, min(left, count) + 1):
                cost = max(0, size * times - count)
                if cost > budget:
                    break
                if times < left:
                    more = (*chosen, *[rank] * times)
                    self._add_sets(ranks, index + 1, left - times, budget - cost, gain - loss, more)
                elif gain - loss >= self.need:
                    self._note(gain - loss, (*chosen, *[rank] * times))

    def _note(self, worth: int, sets: tuple[int, ...]) -> None:
        self.worth = worth
        self.need = worth + 1
        self.best_runs = list(self.runs)
        self.best_sets = list(sets)


def laid_out(search: FreeSearch, natural: Sequence[int], wild: Sequence[int], *, all_wilds: bool) -> list[Meld] | None:
    """The melds of a structure with all naturals that they take in; None when not all the wilds find a legal place.

    Args:
        search: the search, solved.
        natural: the naturals of the hand, by kind.
        wild: the wilds of the hand, by kind.
        all_wilds: whether all of them are laid, or only as many as are needed.
    """
    plan = search.plan
    table = search.table
    assert isinstance(table, CoreTable)
    wilds = [kind for kind in plan.wild_kinds for _ in range(wild[kind])]
    if not all_wilds:
        wilds.sort(key=lambda kind: -table.weights[kind])
    left = list(natural)
    runs: list[tuple[int, int, list[int]]] = []
    for suit, core in search.best_runs:
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
    sets = _sets_laid_out(search, left, wilds)
    if all_wilds and wilds:
        is_wild = plan.rules.is_wild
        for _, cards in sets:
            naturals = len([card for card in cards if not is_wild[card]])
            while wilds and plan.limits.set_least[len(cards) + 1] <= naturals:
                cards.append(wilds.pop())
        if wilds and not _extended(runs, wilds, table):
            return None
    melds = [Meld.run_of(suit, start, cards) for suit, start, cards in runs]
    melds += [Meld.set_of(rank, cards) for rank, cards in sets]
    return melds if not plan.is_limited or all(map(plan.keeps_limits, melds)) else None


def _sets_laid_out(search: FreeSearch, left: list[int], wilds: list[int]) -> list[tuple[int, list[int]]]:
    """The sets, with all that is left of their ranks, and wilds where they are too small."""
    size = search.plan.sets[0] if search.plan.sets else 0
    sets: list[tuple[int, list[int]]] = []
    for rank in dict.fromkeys(search.best_sets):
        times = search.best_sets.count(rank)
        cards = [kind for kind in range(rank, JOKER, 13) for _ in range(left[kind])]
        groups = [[card] for card in cards[:times]]
        cards = cards[times:]
        for group in groups:
            while len(group) < size:
                group.append(cards.pop(0) if cards else wilds.pop(0))
        groups[0] += cards
        sets += [(rank, group) for group in groups]
    return sets


def _extended(runs: list[tuple[int, int, list[int]]], wilds: list[int], table: CoreTable) -> bool:
    """Put all the wilds at the ends of the runs, as far as there is room; whether there was."""
    for index, (suit, first, cards) in enumerate(runs):
        start = first
        while wilds:
            places = [place for place, length in table.places if length == len(cards) + 1]
            if start in places:
                cards.append(wilds.pop())
            elif start - 1 in places:
                start -= 1
                cards.insert(0, wilds.pop())
            else:
                break
        runs[index] = (suit, start, cards)
    return not wilds

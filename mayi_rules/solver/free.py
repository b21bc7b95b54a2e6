"""The best opening where melds may be of any length and wilds are not limited: the short way.

Then everything that is of a rank or inside a run chosen can be laid, and every wild finds a place: what is left to
choose is which naturals the runs and sets take in, under the number of wilds that this costs. Runs are looked at
from one natural to another, sets take all that is left of their rank; branch and bound on the worth of the naturals.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, mul

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import Meld
from mayi_rules.solver.cores import Core, FreeTables, Offer
from mayi_rules.solver.plain import SUIT
from mayi_rules.solver.plan import Plan

NONE = -(1 << 60)
"""What is worth less than anything: where there is no opening."""


class FreeSearch:
    """One question: the naturals of greatest worth that an opening with so many wilds can take in.

    Attributes:
        budget: the wilds that may be needed.
        worth: the worth of the best found, -1 when there is none.
        runs: its runs, as suit and core.
        sets: its ranks, once for each set.
        offers: by suit, the runs of what is left of it.
        order: the suits, those that promise most first.
        most: by position in `order`, the number of runs and the wilds that may be needed: what so many runs in the
            suits from there on and the sets are worth at most.
        totals: by suit, what its naturals are worth.
    """

    __slots__ = (
        "budget",
        "most",
        "natural",
        "offers",
        "order",
        "plan",
        "run_stack",
        "runs",
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
        self.offers: list[Offer] = []
        self.order: list[int] = []
        self.most: list[list[list[int]]] = []
        self.totals: list[int] = []

    def solve(self) -> None:
        """Find the best."""
        runs = len(self.plan.runs)
        if not runs:
            self._choose_sets(self.budget, 0)
            return
        budget = self.budget
        self.offers = offers = [self.tables.of(suit, cards) for suit, cards in enumerate(self.suits)]
        tops = []
        for suit, offer in enumerate(offers):
            top = 0
            for cost, worth in offer.best[0]:
                if cost > budget:
                    break
                top = worth
            tops.append((-top, suit))
        tops.sort()
        # The suits that promise most come first, so that what is found first is good.
        self.order = [suit for _, suit in tops]
        levels = [self._sets_at_most(), *[[NONE] * (budget + 1)] * runs]
        if runs == 1:
            # One run is placed sooner than it is told what it is worth at most.
            self.totals = [0] * 4
            self.most = [[levels[0], [-NONE] * (budget + 1)]] * 5
        else:
            weights = self.tables.weights
            natural = self.natural
            self.totals = [sum(map(mul, natural[a : a + 13], weights[a : a + 13])) for a in range(0, 52, 13)]
            self.most = [levels]
            for suit in reversed(self.order):
                if offers[suit].cores:
                    levels = self._with_suit(offers[suit], self.totals[suit], levels)
                self.most.append(levels)
            self.most.reverse()
        self._place_runs(runs, 0, budget, 0)

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

    def _with_suit(self, offer: Offer, total: int, later: list[list[int]]) -> list[list[int]]:
        """What runs in one suit more can be worth at most.

        Args:
            offer: its runs.
            total: what its naturals are worth.
            later: the entry of `most` for the suits after it.
        """
        levels = [later[0]]
        end = self.budget + 1
        for runs in range(1, len(later)):
            here = list(later[runs])
            for own in range(1, runs + 1):
                beside = later[runs - own]
                if beside[-1] == NONE:
                    continue
                for cost, worth in offer.most(own):
                    if cost >= end:
                        break
                    gain = min(worth, total)
                    for budget, more in zip(range(cost, end), beside, strict=False):
                        here[budget] = max(here[budget], gain + more)
            levels.append(here)
        return levels

    def _place_runs(self, left: int, first: int, budget: int, worth: int) -> None:
        """Place the runs that are left, in the suits from this one of `order` on."""
        suits = self.suits
        order = self.order
        offers = self.offers
        further = left - 1
        for position in range(first, 4):
            most = self.most[position]
            if worth + most[left][budget] <= self.worth:
                return
            suit = order[position]
            cards = suits[suit]
            rest = most[further]
            after = self.most[position + 1]
            total = self.totals[suit]
            best = worth + rest[budget]
            offer = offers[suit]
            for core in offer.cores:
                gain = -core.loss
                if best + gain <= self.worth:
                    break
                left_over = budget - core.cost
                if left_over < 0 or worth + gain + rest[left_over] <= self.worth:
                    continue
                if further:
                    # Further runs in this suit have what this one leaves.
                    beside = total - gain
                    for own in range(1, further + 1):
                        if worth + gain + beside + after[further - own][left_over] > self.worth:
                            break
                    else:
                        if worth + gain + after[further][left_over] <= self.worth:
                            continue
                    self.totals[suit] = beside
                    offers[suit] = self.tables.of(suit, cards - core.taken)
                suits[suit] = cards - core.taken
                self.run_stack.append((suit, core))
                if further:
                    self._place_runs(further, position, left_over, worth + gain)
                else:
                    self._choose_sets(left_over, worth + gain)
                self.run_stack.pop()
                suits[suit] = cards
                self.totals[suit] = total
                offers[suit] = offer

    def _ranks(self) -> list[tuple[int, int, int]]:
        """What a set of each rank is worth (negative), the rank, and the cards there are of it; dearest first."""
        weights = self.tables.weights
        suits = self.suits
        counts = sum(suits).to_bytes(13, "little")
        if self.tables.of_one_worth:
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

    def _choose_sets(self, budget: int, worth: int) -> None:
        sets = len(self.plan.sets)
        if not sets:
            if worth > self.worth:
                self.worth = worth
                self.runs = list(self.run_stack)
            return
        self._add_sets(self._ranks(), 0, sets, budget, worth, ())

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
            if worth - loss * left <= self.worth or (
                left > 1 and worth - sum([entry[0] for entry in ranks[index : index + left]]) <= self.worth
            ):
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
    """The melds of a structure with all naturals that they take in; None when not all the wilds find a legal place.

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
    is_wild = plan.rules.is_wild
    if all_wilds and wilds:
        for _, cards in sets:
            naturals = len([card for card in cards if not is_wild[card]])
            while wilds and plan.quota[len(cards) + 1] <= naturals:
                cards.append(wilds.pop())
        if wilds and not _extended(runs, wilds, search.tables):
            return None
    if plan.is_limited:
        for cards in [*[cards for _, _, cards in runs], *[cards for _, cards in sets]]:
            if len([card for card in cards if not is_wild[card]]) < plan.quota[len(cards)]:
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

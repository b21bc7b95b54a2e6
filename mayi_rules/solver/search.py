"""The search over structures: branch and bound on where the runs lie, then on the sets.

Every question is put as one: the naturals taken in shall be worth as much as can be, or a certain sum at least, and
the places that they leave open (the holes) shall be so many at most. What the runs that are still to be placed and the
sets can be worth at most, by the holes they may have, is worked out once at the start, suit by suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import ALL_WILD
from mayi_rules.solver.offers import Offer, Option, PlaceTable, Table
from mayi_rules.solver.plan import Group, Plan, Run
from mayi_rules.solver.windows import SUIT

NONE = -(1 << 60)
"""What is worth less than anything: where there is no opening."""

NO_RANKS: frozenset[int] = frozenset()

Bounds = tuple[list[int], list[list[list[int]]]]
"""The suits in the order in which they are looked at, and by position in it, number of runs and holes allowed: what
so many runs in the suits from there on, and the sets, are worth at most."""


class Search:
    """One question; what is done when the runs are placed is told by the kinds of searches.

    Attributes:
        need: only what is worth so much at least is of interest; it rises while the search goes on.
        is_done: whether nothing more need be looked at.
        runs: the runs placed, as suit and option.
        suits: by suit, the cards that are left, one count a byte.
        offers: by suit, the runs of what is left of it.
        order, most: see `Bounds`.
        totals: by suit, what its naturals are worth.
    """

    __slots__ = ("is_done", "most", "need", "offers", "order", "plan", "runs", "suits", "table", "totals")

    def __init__(self, plan: Plan, table: Table, natural: Sequence[int]) -> None:
        self.plan = plan
        self.table = table
        cards = int.from_bytes(bytes(natural), "little")
        self.suits = [cards & SUIT, cards >> 104 & SUIT, cards >> 208 & SUIT, cards >> 312]
        self.need = 0
        self.is_done = False
        self.runs: list[tuple[int, Option]] = []
        self.offers: list[Offer] = []
        self.order: list[int] = []
        self.most: list[list[list[int]]] = []
        self.totals = [0] * 4

    def _look(self) -> None:
        """Look at what the suits offer."""
        of = self.table.of
        self.offers = [of(suit, cards) for suit, cards in enumerate(self.suits)]

    def _by_promise(self, budget: int) -> list[int]:
        """The suits, those that promise most with so many holes first, so that what is found first is good."""
        tops = []
        for suit, offer in enumerate(self.offers):
            top = 0
            for holes, worth in offer.best[0]:
                if holes > budget:
                    break
                top = worth
            tops.append((-top, suit))
        tops.sort()
        return [suit for _, suit in tops]

    def _bounds(self, sets: list[int], budget: int, weights: Sequence[int]) -> Bounds:
        """Work out what can be had at most.

        Args:
            sets: by the holes allowed, what the sets are worth at most.
            budget: the most holes of interest.
            weights: by rank or kind of a suit, what a card is worth, for all four suits.
        """
        runs = len(self.plan.runs)
        order = self._by_promise(budget)
        levels = [sets, *[[NONE] * (budget + 1)] * runs]
        counts = [cards.to_bytes(13, "little") for cards in self.suits]
        self.totals = [sum(map(mul, counts[suit], weights[13 * suit : 13 * suit + 13])) for suit in range(4)]
        most = [levels]
        for suit in reversed(order):
            if self.offers[suit].options:
                levels = self._with_suit(self.offers[suit], self.totals[suit], levels)
            most.append(levels)
        most.reverse()
        return order, most

    @staticmethod
    def _with_suit(offer: Offer, total: int, later: list[list[int]]) -> list[list[int]]:
        """What can be had at most with one suit more.

        Args:
            offer: the runs of the suit.
            total: what its naturals are worth.
            later: the entry of `most` for the suits after it.
        """
        levels = [later[0]]
        end = len(later[0])
        for runs in range(1, len(later)):
            here = list(later[runs])
            for own in range(1, runs + 1):
                beside = later[runs - own]
                if beside[-1] == NONE:
                    continue
                for holes, worth in offer.most(own):
                    if holes >= end:
                        break
                    gain = min(worth, total)
                    for budget, more in zip(range(holes, end), beside, strict=False):
                        here[budget] = max(here[budget], gain + more)
            levels.append(here)
        return levels

    def _place_runs(self, left: int, first: int, budget: int, gain: int) -> None:
        """Place the runs that are left, in the suits from this one of `order` on.

        Args:
            left: how many they are, one or more.
            first: the position of the suit in `order`.
            budget: the holes that they and the sets may have.
            gain: what is taken in so far.
        """
        suits = self.suits
        offers = self.offers
        further = left - 1
        for position in range(first, 4):
            most = self.most[position]
            if gain + most[left][budget] < self.need:
                return
            suit = self.order[position]
            cards = suits[suit]
            rest = most[further]
            after = self.most[position + 1]
            total = self.totals[suit]
            best = gain + rest[budget]
            offer = offers[suit]
            for option in offer.options:
                worth = -option.loss
                if best + worth < self.need:
                    break
                left_over = budget - option.holes
                if left_over < 0 or gain + worth + rest[left_over] < self.need:
                    continue
                if further:
                    # Further runs in this suit have what this one leaves.
                    beside = total - worth
                    for own in range(1, further + 1):
                        if gain + worth + beside + after[further - own][left_over] >= self.need:
                            break
                    else:
                        if gain + worth + after[further][left_over] < self.need:
                            continue
                if not self._place(suit, option, further):
                    continue
                suits[suit] = cards - option.taken
                self.runs.append((suit, option))
                if further:
                    self.totals[suit] = beside
                    offers[suit] = self.table.of(suit, suits[suit])
                    self._place_runs(further, position, left_over, gain + worth)
                    self.totals[suit] = total
                    offers[suit] = offer
                else:
                    self._complete(left_over, gain + worth)
                self.runs.pop()
                suits[suit] = cards
                self._remove(option)
                if self.is_done:
                    return

    def _place(self, suit: int, option: Option, further: int) -> bool:  # noqa: ARG002
        """Note that a run is placed, before so many further ones; False where it may not be."""
        return True

    def _remove(self, option: Option) -> None:
        """Take it back."""

    def _complete(self, budget: int, gain: int) -> None:
        """Go on when all runs are placed."""
        raise NotImplementedError


class StructureSearch(Search):
    """A search in which each structure found is weighed exactly; the bounds only say which need not be looked at.

    Attributes:
        natural, wild: the cards of the hand, by kind; with natural use a wild card counts as a wild.
        wilds: how many wilds there are.
        held: by kind, all cards of the hand that may be laid.
        able_ranks: by rank, the cards of the hand that may be naturals.
        room: the most cards that may be laid, or in an all-cards round all of them.
        size: the cards of the slots chosen.
        spare_naturals: how many naturals may still be lacking, as if each meld had the hand to itself.
        pool: how many naturals further melds may need, those that may be lacking included.
        groups: the sets chosen.
        banned: the ranks that no set may have.
        laid: the runs beside these melds that none of them may touch.
        pack: 54 counts of the cards that may be added, or None where none are.
    """

    table: PlaceTable

    __slots__ = (
        "able_ranks",
        "banned",
        "groups",
        "held",
        "laid",
        "natural",
        "pack",
        "pool",
        "room",
        "size",
        "spare_naturals",
        "wild",
        "wilds",
    )

    def __init__(self, plan: Plan, table: PlaceTable, natural: Sequence[int], wild: Sequence[int]) -> None:
        super().__init__(plan, table, natural)
        self.natural = natural
        self.wild = wild
        self.wilds = sum(wild)
        self.held = [*natural, 0, 0]
        for kind in plan.wild_kinds:
            self.held[kind] = wild[kind]
        able = [count if can else 0 for count, can in zip(self.held, plan.can_hold, strict=True)]
        self.able_ranks = [sum(able[rank:JOKER:13]) for rank in range(13)]
        table.able = [
            sum([1 << rank for rank in range(13) if able[first + rank]]) | (able[first] > 1) << 13
            for first in range(0, JOKER, 13)
        ]
        self.room = 0
        self.size = 0
        self.spare_naturals = 0
        self.pool = sum(self.able_ranks)
        self.groups: list[Group] = []
        self.banned = NO_RANKS
        self.laid: tuple[Run, ...] = ()
        self.pack: bytes | None = None

    def _places(self) -> list[Run]:
        return [(suit, option.start, option.length) for suit, option in self.runs]

    def _place(self, suit: int, option: Option, further: int) -> bool:
        plan = self.plan
        length = option.length
        least, most = plan.further[further]
        rest = self.room - self.size - length
        if rest < least or (rest > most and plan.all_cards) or option.short > self.spare_naturals:
            return False
        needed = plan.limits.run_least[length]
        if needed + further * plan.least_of_run > self.pool:
            return False
        place = (suit, option.start, length)
        if self.runs:
            other, before = self.runs[-1]
            if other == suit and (length, option.start) < (before.length, before.start):
                return False  # the other way round they are looked at, too
        if self.pack is not None and place in plan.no_runs:
            return False
        if plan.apart and (plan.touches(place, self._places()) or plan.touches(place, self.laid)):
            return False
        if not plan.sizes_fit([*[run.length for _, run in self.runs], length], plan.runs):
            return False
        self.size += length
        self.pool -= needed
        self.spare_naturals -= option.short
        return True

    def _remove(self, option: Option) -> None:
        self.size -= option.length
        self.pool += self.plan.limits.run_least[option.length]
        self.spare_naturals += option.short

    def _may_be(self, rank: int) -> bool:
        """Whether there may be one more set of this rank."""
        plan = self.plan
        if rank == ALL_WILD:
            return plan.rules.all_wild_sets
        if not plan.one_rank and (rank in self.banned or any(rank == other for other, _ in self.groups)):
            return False
        return self.pack is None or rank not in plan.no_sets

    def _short(self, rank: int, size: int) -> int:
        """The naturals that a set lacks even if it has all of its rank to itself."""
        return 0 if rank == ALL_WILD else max(0, self.plan.limits.set_least[size] - self.able_ranks[rank])

    def _are_met(self) -> bool:
        """Whether every meld has its naturals already when the runs take theirs first."""
        limits = self.plan.limits
        for _, option in self.runs:
            length = option.length
            if limits.is_count(length):
                if length - option.holes < limits.run_least[length]:
                    return False
            elif not limits.allows_run(length, covered_places(option)):
                return False
        needed: dict[int, int] = {}
        for rank, size in self.groups:
            if rank != ALL_WILD:
                needed[rank] = needed.get(rank, 0) + limits.set_least[size]
            elif self.plan.natural_use:
                return False
        if not needed:
            return True
        left = sum(self.suits).to_bytes(13, "little")
        return all(left[rank] >= count for rank, count in needed.items())


def covered_places(option: Option) -> int:
    """The places of a run that its naturals cover, as bits; a single ace in a run of 14 stands low."""
    counts = list(option.taken.to_bytes(13, "little"))
    covered = 0
    for place in range(option.length):
        rank = (option.start + place) % 13
        if counts[rank]:
            counts[rank] -= 1
            covered |= 1 << place
    return covered

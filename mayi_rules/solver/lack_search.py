"""The search for an opening that lacks no more than so many cards: none, or as many as may be added or replaced.

Where an opening must use all cards the ranks of the sets are chosen first, for then the suits no longer compete with
them, and all sizes together are the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import ALL_WILD
from mayi_rules.solver.assignment import can_be_filled, naturals_lacking, naturals_of
from mayi_rules.solver.offers import Offer, PlaceTable
from mayi_rules.solver.plan import Plan, Run
from mayi_rules.solver.search import NO_RANKS, NONE, Bounds, StructureSearch
from mayi_rules.solver.slots import LARGEST


class LackSearch(StructureSearch):
    """Whether an opening lacks no more than so many cards.

    Args:
        plan: the contract.
        natural: the naturals, by kind.
        wild: the wilds, by kind.
        size: the cards of the hand, those that can never be laid included; in an all-cards round those of the opening.
        pack: 54 counts of the cards that may be added, or None where none are.
        banned: the ranks that no set may have.
        laid: runs beside these melds that none of them may touch.

    Attributes:
        lacking: what the opening found lacks.
        there: 54 counts of the cards of pack and hand, None where none are added.
        ranks: by rank, the naturals of the hand.
        full: holes above it are of no interest, whatever the limit.
        prepared: by the ranks of the sets (bits), what the suits offer beside them.
    """

    __slots__ = ("full", "hand", "lacking", "limit", "prepared", "ranks", "there")

    def __init__(
        self,
        plan: Plan,
        natural: Sequence[int],
        wild: Sequence[int],
        size: int,
        *,
        pack: bytes | None = None,
        banned: frozenset[int] = NO_RANKS,
        laid: tuple[Run, ...] = (),
    ) -> None:
        table = plan.tables.get("lack")
        if not isinstance(table, PlaceTable):
            worths = (1 if plan.all_cards else 0,) * JOKER
            table = plan.tables["lack"] = PlaceTable(plan.limits, plan.shapes, worths, LARGEST)
        super().__init__(plan, table, natural, wild)
        self.hand = size
        self.pack = pack
        self.there = None if pack is None else list(map(max, pack, self.held))
        self.banned = banned
        self.laid = laid
        self.limit = 0
        self.lacking = -1
        self.prepared: dict[int, tuple[Bounds, list[Offer], list[int]]] = {}
        self.full = size if plan.all_cards else plan.largest_needed
        self.ranks = list(sum(self.suits).to_bytes(13, "little"))

    def lays(self, limit: int) -> bool:
        """Whether there is an opening that lacks at most so many cards."""
        plan = self.plan
        self.limit = self.spare_naturals = limit
        self.pool = sum(self.able_ranks) + limit
        self.is_done = False
        if plan.all_cards:
            if plan.fewest_naturals(self.hand) - sum(self.able_ranks) > limit:
                return False
            self.room = self.hand
            # All cards that are not wild find a place, but for as many as may be replaced.
            self.need = self.hand - self.wilds - limit
            for taken, ranks in self._ranks_of_sets():
                self._lay_beside(ranks, taken)
                if self.is_done:
                    break
        else:
            self.room = self.hand + limit - plan.spare
            self.need = 0
            self._lay_beside((), 0)
        return self.is_done

    def _lay_beside(self, ranks: tuple[int, ...], taken: int) -> None:
        """Look for the runs where the sets are of these ranks (none: they are not chosen yet), which hold so many."""
        plan = self.plan
        budget = self.wilds + self.limit - self._holes(ranks)
        # What every set chosen needs is set aside.
        needed = plan.least_of_set * len([rank for rank in ranks if rank != ALL_WILD])
        if budget < 0 or needed + len(plan.runs) * plan.least_of_run > self.pool:
            return
        self.pool -= needed
        self.groups = [(rank, 0) for rank in ranks]
        if not plan.runs:
            self._complete(min(budget, self.full), taken)
        else:
            given = sum([1 << rank for rank in set(ranks) if rank != ALL_WILD])
            budget = min(budget, self.full)
            self._prepare(given)
            if taken + self.most[0][len(plan.runs)][budget] >= self.need:
                self._place_runs(len(plan.runs), 0, budget, taken)
        self.groups = []
        self.pool += needed

    def _prepare(self, given: int) -> None:
        """Look at the suits, where these ranks (bits) are worth nothing in runs."""
        self.table.given = given
        known = self.prepared.get(given)
        if known is None:
            self._look()
            worth = int(self.plan.all_cards)
            weights = [0 if given >> rank & 1 else worth for rank in range(13)] * 4
            bounds = self._bounds([0] * (self.full + 1), self.full, weights)
            known = self.prepared[given] = (bounds, self.offers, self.totals)
        (self.order, self.most), offers, totals = known
        self.offers = list(offers)
        self.totals = list(totals)

    def _ranks_of_sets(self) -> list[tuple[int, tuple[int, ...]]]:
        """The choices of ranks for the sets that may do, with the cards that they hold; most first."""
        plan = self.plan
        if not plan.sets:
            return [(0, ())]
        ranks = [rank for rank in range(ALL_WILD, 13) if self._may_be(rank)]
        held = [*self.ranks, 0]
        left = [cards.to_bytes(13, "little") for cards in self.suits]
        totals = [sum(counts) for counts in left]
        unreached = max(0, 4 - len(plan.runs))
        unplaced = sum(totals) - self.need
        found = []
        for chosen in combinations_with_replacement(ranks, len(plan.sets)):
            different = set(chosen)
            if not plan.one_rank and len(different - {ALL_WILD}) < len([rank for rank in chosen if rank != ALL_WILD]):
                continue
            # Runs reach so many suits at most: what lies in the others outside the sets finds no place.
            outside = sorted(
                [
                    total - sum([counts[r] for r in different if r >= 0])
                    for total, counts in zip(totals, left, strict=True)
                ]
            )
            if sum(outside[:unreached]) <= unplaced:
                found.append((sum([held[rank] for rank in different]), chosen))
        found.sort(reverse=True)
        return found

    def _holes(self, ranks: tuple[int, ...]) -> int:
        """The fewest holes of sets of these ranks."""
        least = self.plan.sets[0] if ranks else 0
        return sum(
            [max(0, least * ranks.count(rank) - (self.ranks[rank] if rank != ALL_WILD else 0)) for rank in set(ranks)]
        )

    def _complete(self, budget: int, gain: int) -> None:
        del gain
        plan = self.plan
        if not plan.sets:
            if not plan.all_cards or self.size == self.room:
                self._weigh()
            return
        if plan.all_cards:
            ranks = [rank for rank, _ in self.groups]
            left = [*sum(self.suits).to_bytes(13, "little"), 0]
            # The holes of the sets are counted by their sizes now.
            self._divide(ranks, 0, self.room - self.size, budget + self._holes(tuple(ranks)), left)
            self.groups = [(rank, 0) for rank in ranks]
        else:
            self._add_sets(0, (NONE, NONE), budget, list(sum(self.suits).to_bytes(13, "little")))

    def _divide(self, ranks: list[int], index: int, cards: int, budget: int, left: list[int]) -> None:
        """Divide so many cards among the sets from this one on, of the ranks chosen."""
        plan = self.plan
        if index == len(ranks):
            if plan.sizes_fit([size for _, size in self.groups], plan.sets):
                self._weigh()
            return
        rank = ranks[index]
        further = len(ranks) - index - 1
        least = max(plan.sets[0], plan.rules.set_min)
        top = min(plan.set_most(plan.sets[-1]), cards - least * further)
        here = left[rank]
        # First the size that takes in what is left of the rank, then those nearest to it.
        for _, size in sorted([(abs(size - here), size) for size in range(least if further else cards, top + 1)]):
            taken = min(size, here)
            short = self._short(rank, size)
            needed = 0 if rank == ALL_WILD else plan.limits.set_least[size] - plan.least_of_set
            if size < least or size - taken > budget or short > self.spare_naturals or needed > self.pool:
                continue
            if not (plan.limits.allows_all_wild(size) if rank == ALL_WILD else plan.limits.set_least[size] <= size):
                continue
            self.groups[index] = (rank, size)
            self.spare_naturals -= short
            self.pool -= needed
            left[rank] -= taken
            self._divide(ranks, index + 1, cards - size, budget - size + taken, left)
            left[rank] += taken
            self.pool += needed
            self.spare_naturals += short
            if self.is_done:
                return

    def _add_sets(self, index: int, last: tuple[int, int], budget: int, left: list[int]) -> None:
        """Choose rank and size of the set for this item of the contract and for those that follow."""
        plan = self.plan
        if index == len(plan.sets):
            self._weigh()
            return
        item = plan.sets[index]
        if not index or plan.sets[index - 1] != item:
            last = (NONE, NONE)
        further = sum(plan.sets[index + 1 :])
        candidates = []
        for rank in range(ALL_WILD, 13):
            if not self._may_be(rank):
                continue
            free = 0 if rank == ALL_WILD else left[rank]
            for size in plan.set_sizes(item, all_wild=rank == ALL_WILD):
                holes = size - min(free, size)
                if holes <= budget and (rank, size) >= last and self.size + size + further <= self.room:
                    candidates.append((holes, rank, size))
        candidates.sort()
        for holes, rank, size in candidates:
            short = self._short(rank, size)
            if short > self.spare_naturals:
                continue
            self.groups.append((rank, size))
            self.size += size
            self.spare_naturals -= short
            if rank != ALL_WILD:
                left[rank] -= size - holes
            self._add_sets(index + 1, (rank, size), budget - holes, left)
            if rank != ALL_WILD:
                left[rank] += size - holes
            self.spare_naturals += short
            self.size -= size
            self.groups.pop()
            if self.is_done:
                return

    def _weigh(self) -> None:
        """Take the structure if it lacks no more cards than the limit allows."""
        plan = self.plan
        runs = self._places()
        lacking = max(self._holes_in_all() - self.wilds, 0)
        if not plan.all_cards:
            lacking = max(lacking, self.size + plan.spare - self.hand)
        if lacking > self.limit:
            return
        if not self._are_met():
            supply = naturals_of(plan, self.held)
            there = None if self.there is None else naturals_of(plan, self.there)
            lacking = max(lacking, naturals_lacking(plan, runs, self.groups, supply, there))
            if lacking > self.limit:
                return
        if lacking and not self._pack_has_it(runs, lacking):
            return
        self.lacking = lacking
        self.is_done = True

    def _holes_in_all(self) -> int:
        """The places of the structure that no natural covers."""
        left = list(sum(self.suits).to_bytes(13, "little"))
        holes = sum([option.holes for _, option in self.runs])
        for rank, size in self.groups:
            taken = 0 if rank == ALL_WILD else min(size, left[rank])
            holes += size - taken
            if rank != ALL_WILD:
                left[rank] -= taken
        return holes

    def is_from_pack(self) -> bool:
        """Whether the hand is cards of the pack, all known, so that no other one has more to choose from."""
        held, pack = self.held, self.plan.rules.pack
        return sum(held) == self.hand and all(here <= there for here, there in zip(held, pack, strict=True))

    def _pack_has_it(self, runs: list[Run], lacking: int) -> bool:
        """Whether the cards that are lacking can be had from the pack at all."""
        there = self.there
        if there is None:
            return False
        return (self.plan.all_cards or sum(there) - sum(self.held) >= lacking) and can_be_filled(
            self.plan, runs, self.groups, there
        )


def can_lay(
    plan: Plan,
    natural: list[int],
    wild: list[int],
    size: int,
    *,
    banned: frozenset[int] = NO_RANKS,
    laid: tuple[Run, ...] = (),
) -> bool:
    """Whether the melds of a plan can be laid from these cards, asked of the search at once.

    Args:
        plan: the contract.
        natural: the naturals, by kind.
        wild: the wilds, by kind.
        size: the cards of the hand, those that can never be laid included.
        banned: the ranks of the sets beside these melds, where no two sets may be of one rank.
        laid: the runs that none of these may touch.
    """
    if plan.all_cards and (plan.spare or sum(natural) + sum(wild) != size):
        return False
    return LackSearch(plan, natural, wild, size, banned=banned, laid=laid).lays(0)

"""What the searches over whole structures have in common: every slot has its place and size, under any rules."""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import ALL_WILD
from mayi_rules.solver.offers import Option, PlaceTable
from mayi_rules.solver.plan import Group, Plan, Run
from mayi_rules.solver.search import Search

NO_RANKS: frozenset[int] = frozenset()


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

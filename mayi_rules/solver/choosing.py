"""The search for the best opening: over structures, with a bound on what the cards can still be worth.

For a structure (places of the runs, ranks and sizes of the sets) the most it can be worth follows at once: the
heaviest cards of those it can hold. If the quotas of naturals leave room for just these cards, that is its worth;
otherwise the heaviest filling is computed exactly. Where the sizes are free, the runs are looked at from one natural
to another and what is left of the wilds is added to whichever meld takes them; only when that leaves a gap to the
bound are the sizes tried one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement

from mayi_rules.cards import JOKER, KINDS, Hand
from mayi_rules.melds.meld import ALL_WILD
from mayi_rules.solver.filling import Run, heaviest_filling
from mayi_rules.solver.opening import Lister, Opening
from mayi_rules.solver.plan import Plan, run_places


class Chooser:
    """One question: the opening of the greatest weight.

    Attributes:
        weights: by kind, what a card is worth when it is laid.
        worth: the worth of the best cards found so far.
        chosen: those cards.
    """

    __slots__ = (
        "chosen",
        "held",
        "least",
        "most",
        "natural",
        "places",
        "plan",
        "runs",
        "sets",
        "size",
        "structure",
        "weights",
        "wild",
        "wild_weights",
        "worth",
    )

    def __init__(
        self, plan: Plan, natural: list[int], wild: list[int], size: int, weights: Sequence[int]
    ) -> None:
        self.plan = plan
        self.natural = natural
        self.wild = wild
        self.size = size
        self.weights = weights
        self.held = [*natural, 0, 0]
        for kind in plan.wild_kinds:
            self.held[kind] = wild[kind]
        self.wild_weights = sorted([weights[k] for k in plan.wild_kinds for _ in range(wild[k])], reverse=True)
        self.worth: int | None = None
        self.chosen: list[int] = []
        self.structure: tuple[tuple[Run, ...], tuple[tuple[int, int], ...]] = ((), ())
        self.most = size - plan.spare
        self.runs: list[Run] = []
        self.sets: list[tuple[int, int]] = []
        self.places = self._places()

    def best_opening(self) -> Opening | None:
        """The opening that is worth most, or None when there is none."""
        self._place_runs(0)
        if self.worth is None:
            return None
        return next(Lister(Hand.of(self.chosen), self.plan, whole=True).melds(0))

    def _places(self) -> list[Run]:
        """All places at which a run may lie."""
        plan = self.plan
        lengths: set[int] = set()
        for least in plan.runs:
            lengths |= set(range(least, min(plan.run_most(least), 14) + 1))
        return [
            (suit, start, length)
            for suit in range(4)
            for length in sorted(lengths)
            if plan.quota[length] <= length
            for start in run_places(plan.rules, length)
        ]

    def _place_runs(self, first: int) -> None:
        plan = self.plan
        if len(self.runs) == len(plan.runs):
            self._place_sets(0)
            return
        for index in range(first, len(self.places)):
            run = self.places[index]
            if plan.apart and any(
                other[0] == run[0] and plan.touch(run[1], run[2], other[1], other[2]) for other in self.runs
            ):
                continue
            self.runs.append(run)
            if self._lengths_fit():
                self._place_runs(index)
            self.runs.pop()

    def _lengths_fit(self) -> bool:
        least = self.plan.runs
        lengths = sorted([length for _, _, length in self.runs])
        if self.plan.exact:
            return all(lengths.count(length) <= least.count(length) for length in lengths)
        return all(length >= least[index] for index, length in enumerate(lengths))

    def _place_sets(self, index: int) -> None:
        plan = self.plan
        if index == len(plan.sets):
            self._weigh()
            return
        used = sum([run[2] for run in self.runs]) + sum([size for _, size in self.sets])
        last = self.sets[-1] if self.sets and plan.sets[index] == plan.sets[index - 1] else (ALL_WILD, 0)
        for size in range(max(plan.sets[index], plan.rules.set_min), min(plan.set_most(plan.sets[index]), self.most - used) + 1):
            for rank in range(ALL_WILD, 13):
                if (rank, size) < last:
                    continue
                if rank == ALL_WILD:
                    if not plan.rules.all_wild_sets or size > plan.rules.per_meld:
                        continue
                elif plan.quota[size] > size or (not plan.one_rank and any(rank == r for r, _ in self.sets)):
                    continue
                self.sets.append((rank, size))
                self._place_sets(index + 1)
                self.sets.pop()

    def _weigh(self) -> None:
        total = sum([run[2] for run in self.runs]) + sum([size for _, size in self.sets])
        if total > self.most:
            return
        cards = heaviest_filling(self.plan, self.runs, self.sets, self.held, self.weights)
        if cards is None:
            return
        worth = sum([self.weights[kind] for kind in cards])
        if self.worth is None or worth > self.worth:
            self.worth = worth
            self.chosen = cards

"""The search for the opening of the greatest weight, under any rules but those that ask for all cards."""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.solver.assignment import heaviest
from mayi_rules.solver.offers import Option, PlaceTable
from mayi_rules.solver.plan import Plan
from mayi_rules.solver.search import NONE, StructureSearch
from mayi_rules.solver.slots import LARGEST, LONGEST, Shape, shapes_of


class WorthSearch(StructureSearch):
    """The opening of the greatest weight.

    Args:
        plan: the contract.
        natural: the naturals, by kind.
        wild: the wilds, by kind.
        size: the cards of the hand.
        weights: by kind, what a card is worth when it is laid.

    Attributes:
        weights: the same; under exact sizes less what each of so many cards is worth at least.
        wild_weights: those of the wilds, heaviest first.
        best: the melds found, None before there are any.
        worth: what they are worth.
        cap: how many wilds the slots chosen may hold.
        ranks: by rank, the weights of the naturals that no slot has taken, heaviest first; the last of them none.
        parts: by slot, the weights of the naturals that it takes in.
        rank_weights: by rank and its cards in the suits, their weights.
    """

    __slots__ = ("best", "cap", "parts", "rank_weights", "ranks", "weights", "wild_weights", "wild_worth", "worth")

    def __init__(
        self, plan: Plan, natural: Sequence[int], wild: Sequence[int], size: int, weights: Sequence[int]
    ) -> None:
        held = [*natural, 0, 0]
        for kind in plan.wild_kinds:
            held[kind] = wild[kind]
        if plan.exact:
            # The number of cards laid is fixed: the same may be taken off all weights. Then the bounds, which add
            # up what is above nothing, count only the cards that are among the heaviest of so many.
            every = sorted([weights[kind] for kind in range(JOKER + 1) for _ in range(held[kind])])
            base = every[-min(plan.least, len(every))]
            weights = [weight - base for weight in weights]
        self.weights = tuple(weights)
        table = PlaceTable(plan.limits, _every_shape(plan), self.weights[:JOKER], sum(wild))
        super().__init__(plan, table, natural, wild)
        self.room = size - plan.spare
        self.wild_weights = sorted([weights[k] for k in plan.wild_kinds for _ in range(wild[k])], reverse=True)
        self.wild_worth = sum([weight for weight in self.wild_weights if weight > 0])
        self.best: tuple[Meld, ...] | None = None
        self.worth = NONE
        self.cap = 0
        self.ranks: list[list[int]] = []
        self.parts: list[list[int]] = []
        self.rank_weights: dict[tuple[int, tuple[int, ...]], list[int]] = {}

    def solve(self) -> None:
        """Find the best."""
        plan = self.plan
        self.need = NONE // 2
        if not plan.runs:
            self._complete(self.wilds, 0)
            return
        self._look()
        self.order, self.most = self._bounds(self._sets_at_most(), self.wilds, self.table.weights)
        self._place_runs(len(plan.runs), 0, self.wilds, 0)

    def _place(self, suit: int, option: Option, further: int) -> bool:
        if not super()._place(suit, option, further):
            return False
        self.cap += option.length - self.plan.limits.run_least[option.length]
        first = 13 * suit
        weights = self.weights
        counts = option.taken.to_bytes(13, "little")
        self.parts.append([weights[first + rank] for rank, count in enumerate(counts) for _ in range(count)])
        return True

    def _remove(self, option: Option) -> None:
        super()._remove(option)
        self.cap -= option.length - self.plan.limits.run_least[option.length]
        self.parts.pop()

    def _rank_weights(self) -> list[list[int]]:
        """By rank, the weights of the naturals that are left, heaviest first."""
        found = []
        known = self.rank_weights
        for rank, counts in enumerate(zip(*[cards.to_bytes(13, "little") for cards in self.suits], strict=True)):
            weights = known.get((rank, counts))
            if weights is None:
                weights = [self.weights[13 * suit + rank] for suit in range(4) for _ in range(counts[suit])]
                weights.sort(reverse=True)
                known[rank, counts] = weights
            found.append(weights)
        return found

    def _sets_at_most(self) -> list[int]:
        """By the holes allowed, what the sets are worth at most."""
        plan = self.plan
        sets = len(plan.sets)
        if not sets:
            return [0] * (self.wilds + 1)
        size = plan.sets[0]
        ranks = self._rank_weights()
        missing = []
        worths = []
        max_taken = plan.sets[-1] * (sets if plan.one_rank else 1) if plan.exact else LARGEST
        for rank, every in enumerate(ranks):
            if self._may_be(rank):
                weights = every[:max_taken]
                count = len(weights)
                missing += [0] * (count // size if plan.one_rank else min(1, count // size))
                missing.append(size - count % size if plan.one_rank else max(0, size - count))
                worths.append((count, _above(weights)))
        if plan.rules.all_wild_sets:
            missing += [size] * sets
            worths.append((0, 0))
        least = sum(sorted(missing)[:sets])
        most = []
        for budget in range(self.wilds + 1):
            fitting = sorted([worth for count, worth in worths if count + budget >= size], reverse=True)
            most.append(sum(fitting[:sets]) if budget >= least and fitting else NONE)
        return most

    def _complete(self, budget: int, gain: int) -> None:
        plan = self.plan
        if not plan.sets:
            self._weigh()
            return
        self.ranks = [*self._rank_weights(), []]  # the last one of a set of wilds
        choices = [(-_above(self.ranks[rank]), rank) for rank in range(ALL_WILD, 13) if self._may_be(rank)]
        choices.sort()
        self._add_sets(choices, 0, 0, budget, gain)

    def _add_sets(self, choices: list[tuple[int, int]], index: int, first: int, budget: int, gain: int) -> None:
        """Choose rank and size of the set for this item of the contract and for those that follow.

        Args:
            choices: what the ranks are worth at most, negative, and the ranks; dearest first.
            index: the item.
            first: the position in `choices` from which on to choose, for items of one size.
            budget: the holes that the sets may have.
            gain: what runs and sets take in so far.
        """
        plan = self.plan
        item = plan.sets[index]
        further = len(plan.sets) - index - 1
        alike = further and plan.sets[index + 1] == item
        least = max(item, plan.rules.set_min)
        largest = min(plan.set_most(item), self.room - self.size - sum(plan.sets[index + 1 :]))
        for position in range(first, len(choices)):
            loss, rank = choices[position]
            if gain - loss - further * (loss if alike else choices[0][0]) < self.need:
                if alike or not further:
                    break
                continue
            if index and not self._may_be(rank):
                continue
            weights = self.ranks[rank]
            most = min(largest, len(weights) + budget)
            if index and plan.sets[index - 1] == item and self.groups[-1][0] == rank:
                most = min(most, self.groups[-1][1])
            for size in range(most, least - 1, -1):
                room = size - plan.limits.set_least[size]
                if rank == ALL_WILD:
                    room = size
                    if not plan.limits.allows_all_wild(size):
                        continue
                elif room < 0 or self._short(rank, size):
                    continue
                taken = weights[:size]
                worth = gain + _above(taken)
                self.groups.append((rank, size))
                self.parts.append(taken)
                self.size += size
                self.cap += room
                self.ranks[rank] = weights[size:]
                if not further:
                    if worth >= self.need:
                        self._weigh()
                else:
                    rest = position if alike else 0
                    self._add_sets(choices, index + 1, rest, budget - size + len(taken), worth)
                self.ranks[rank] = weights
                self.cap -= room
                self.size -= size
                self.parts.pop()
                self.groups.pop()

    def _weigh(self) -> None:
        """Compute what the structure is worth, if it can be worth more than the best."""
        total = self.size
        wilds = self.wild_weights if self.plan.natural_use else self.wild_weights[: self.cap]
        weights = [*wilds, *[weight for covered in self.parts for weight in covered]]
        if len(weights) < total:
            return
        if self.best is not None and sum(sorted(weights, reverse=True)[:total]) <= self.worth:
            return
        least = None if self.best is None else self.worth + 1
        found = heaviest(self.plan, self._places(), self.groups, self.held, self.weights, least)
        if found is not None:
            self.worth, self.best = found
            self.need = self.worth + 1 - self.wild_worth


def _every_shape(plan: Plan) -> list[Shape]:
    """All places of runs that may answer the contract."""
    lengths: set[int] = set()
    for least in plan.runs:
        lengths |= set(range(least, min(plan.run_most(least), LONGEST) + 1))
    least_naturals = plan.limits.run_least
    return [shape for n in sorted(lengths) if least_naturals[n] <= n for shape in shapes_of(plan.rules, n)]


def _above(weights: Sequence[int]) -> int:
    """The sum of the weights above nothing."""
    return sum([weight for weight in weights if weight > 0])

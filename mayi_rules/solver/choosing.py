"""The search for the best opening under any rules: over structures, with a bound on what they can be worth.

For a structure (places of the runs, ranks and sizes of the sets) the most it can be worth follows at once: the
heaviest cards of those it can hold, with no more wilds than the quotas of naturals leave room for. Only where that is
more than the best so far is the heaviest filling computed (a small flow, exact).
"""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import ALL_WILD
from mayi_rules.solver.filling import Filling, Run
from mayi_rules.solver.listing import Opening
from mayi_rules.solver.plan import Plan
from mayi_rules.solver.promising import Outlook, above, are_apart, heaviest, promising_places, wild_room


class Chooser:
    """One question: the opening of the greatest weight.

    Attributes:
        weights: by kind, what a card is worth when it is laid.
        worth: the worth of the best cards found so far, None before there are any.
        best: the structure that holds them, filled.
        most: the most cards that may be laid.
        places: where runs may lie, each with the weights of the naturals that it can cover.
        set_worths: what the naturals of each rank are worth, most first; `wild_worth` the wilds.
        offers: what the places from each one of the list on can offer.
        run_bound: the greatest weights that any run can cover, heaviest first.
        set_bound: the same for a set.
        able: by rank, the cards held that may be naturals of a set.
        rank_weights: by rank and its counts in the suits, what its naturals are worth, and their weights.
        ranks: while sets are placed: what a rank is worth (negative), the rank, its weights, how many it is able to.
        parts: by meld chosen, the weights of the naturals that it covers, and its quota.
        used: by position in `ranks`, how many of its naturals are in sets.
        run_room, set_room: the most wilds that such a run or set takes.
    """

    __slots__ = (
        "able",
        "best",
        "cap",
        "held",
        "laid",
        "most",
        "natural",
        "offers",
        "parts",
        "places",
        "plan",
        "rank_weights",
        "ranks",
        "run_bound",
        "run_room",
        "runs",
        "set_bound",
        "set_room",
        "set_worths",
        "sets",
        "total",
        "used",
        "weights",
        "wild_weights",
        "wild_worth",
        "wilds",
        "worth",
    )

    def __init__(self, plan: Plan, natural: list[int], wild: list[int], size: int, weights: Sequence[int]) -> None:
        self.plan = plan
        self.held = [*natural, 0, 0]
        for kind in plan.wild_kinds:
            self.held[kind] = wild[kind]
        if plan.exact:
            # The number of cards laid is fixed: the same may be taken off all weights. Then the bounds, which add
            # up what is above nothing, count only the cards that are among the heaviest of so many.
            every = sorted([weights[kind] for kind in range(JOKER + 1) for _ in range(self.held[kind])])
            base = every[-min(plan.least, len(every))]
            weights = [weight - base for weight in weights]
        self.weights = weights
        # Under natural use a card of a wild rank is a wild that may also fill its own place: it counts as a wild.
        self.natural = list(natural)
        self.wild_weights = sorted([weights[k] for k in plan.wild_kinds for _ in range(wild[k])], reverse=True)
        self.wilds = len(self.wild_weights)
        self.worth: int | None = None
        self.best: Filling | None = None
        self.most = size - plan.spare
        self.runs: list[Run] = []
        self.sets: list[tuple[int, int]] = []
        self.laid: list[int] = []
        self.parts: list[tuple[list[int], int]] = []
        self.total = 0
        self.cap = 0
        self.wild_worth = above(self.wild_weights)
        self.places = promising_places(plan, self.natural, self.held, self.weights, self.most)
        self.offers = Outlook(self.places, max(1, above(weights) // JOKER))
        self.run_bound = heaviest([place[2] for place in self.places])
        self.run_room = wild_room(plan, self.wilds, len(self.run_bound))
        self.set_room = 0
        self.set_bound = []
        self.set_worths: list[int] = []
        self.rank_weights: dict[tuple[int, tuple[int, int, int, int]], tuple[int, list[int]]] = {}
        self.ranks: list[tuple[int, int, list[int], int]] = []
        self.used: list[int] = []
        self.able = [
            sum([self.held[kind] for kind in range(rank, JOKER, 13) if plan.can_hold[kind]]) for rank in range(13)
        ]
        if plan.sets:
            ranks = [self._rank_weights(rank) for rank in range(13)]
            if plan.exact:
                ranks = [weights[: plan.sets[-1]] for weights in ranks]
            self.set_bound = heaviest(ranks)
            self.set_room = self.wilds if plan.rules.all_wild_sets else wild_room(plan, self.wilds, len(self.set_bound))
            self.set_worths = [above(weights) for weights in ranks]
            self.set_worths.sort(reverse=True)

    def best_opening(self) -> Opening | None:
        """The opening that is worth most, or None when there is none."""
        self._place_runs(0, 0)
        return self.best.melds() if self.best is not None else None

    def _rank_weights(self, rank: int) -> list[int]:
        weights = [self.weights[kind] for kind in range(rank, JOKER, 13) for _ in range(self.natural[kind])]
        weights.sort(reverse=True)
        return weights

    def _place_runs(self, first: int, needed: int) -> None:
        """Place the runs that are left, from this place of the list on.

        Args:
            first: the place of the last run in the list; two may lie there.
            needed: the wilds that the runs placed need at least.
        """
        plan = self.plan
        left = len(plan.runs) - len(self.runs)
        if not left:
            self._begin_sets(needed)
            return
        natural = self.natural
        beside = above(self.laid) + self.wild_worth + sum(self.set_worths[: len(plan.sets)])
        spare = self.wilds - needed
        offers = self.offers
        paid = beside + offers.price * spare
        for index in range(first, len(self.places)):
            worth, run, _ = self.places[index]
            # The runs that follow come later in the list: none is worth more than this one.
            if self.worth is not None:
                if beside + left * max(worth, 0) <= self.worth:
                    break
                if paid + offers.priced[index] + (left - 1) * offers.most_priced[index] <= self.worth:
                    continue
            if offers.needs[index] + (left - 1) * offers.least_need[index] > spare:
                continue
            suit, start, length = run
            if self.total + length > self.most:
                continue
            if plan.apart and any(
                other[0] == suit and plan.touch(start, length, other[1], other[2]) for other in self.runs
            ):
                continue
            self.runs.append(run)
            if self._lengths_fit():
                taken = []
                for i in range(length):
                    kind = suit * 13 + (start + i) % 13
                    if natural[kind]:
                        natural[kind] -= 1
                        taken.append(kind)
                now = needed + length - len(taken)
                if now + (left - 1) * offers.least_need[index] <= self.wilds:
                    covered = [self.weights[kind] for kind in taken]
                    self.laid += covered
                    self.parts.append((covered, plan.quota[length]))
                    self.total += length
                    self.cap += length - plan.quota[length]
                    if self._can_beat(left - 1, len(plan.sets)):
                        self._place_runs(index, now)
                    self.cap -= length - plan.quota[length]
                    self.total -= length
                    self.parts.pop()
                    del self.laid[len(self.laid) - len(taken) :]
                for kind in taken:
                    natural[kind] += 1
            self.runs.pop()

    def _can_beat(self, runs: int, sets: int) -> bool:
        """Whether so many further runs and sets can make more than the best so far."""
        best = self.worth
        if best is None:
            return True
        plan = self.plan
        wilds = self.wild_weights
        if not plan.natural_use:
            wilds = wilds[: self.cap + runs * self.run_room + sets * self.set_room]
        weights = [*self.laid, *self.run_bound * runs, *self.set_bound * sets, *wilds]
        most = self.most
        least = self.total
        if plan.exact:
            most = min(most, plan.least)
        weights.sort(reverse=True)
        worth = 0
        for index, weight in enumerate(weights[:most]):
            if weight <= 0 and index >= least:
                break
            worth += weight
        return worth > best

    def _lengths_fit(self) -> bool:
        least = self.plan.runs
        if least[0] == least[-1]:
            return True
        lengths = sorted([length for _, _, length in self.runs])
        if self.plan.exact:
            return all(lengths.count(length) <= least.count(length) for length in lengths)
        return all(length >= least[index] for index, length in enumerate(lengths))

    def _begin_sets(self, needed: int) -> None:
        """Sort the ranks by what is left of them, and place the sets."""
        plan = self.plan
        if not plan.sets:
            self._weigh()
            return
        natural = self.natural
        ranks: list[tuple[int, int, list[int], int]] = []
        for rank in range(13):
            counts = (natural[rank], natural[rank + 13], natural[rank + 26], natural[rank + 39])
            known = self.rank_weights.get((rank, counts))
            if known is None:
                weights = self._rank_weights(rank)
                known = self.rank_weights[rank, counts] = (above(weights), weights)
            held = self.able[rank]
            ranks.append((-known[0], rank, known[1], held))
        if plan.rules.all_wild_sets:
            ranks.append((0, ALL_WILD, [], 0))
        if needed + self._sets_need([len(weights) for _, _, weights, _ in ranks]) > self.wilds:
            return
        ranks.sort()
        self.ranks = ranks
        self.used = [0] * len(ranks)
        self._place_sets(0, 0, needed, above(self.laid) + self.wild_worth)

    def _place_sets(self, index: int, first: int, needed: int, worth: int) -> None:
        """Choose rank and size of the set for this item of the contract and for those that follow.

        Args:
            index: the item.
            first: the position in `ranks` from which on to choose, for items of one size.
            needed: the wilds needed so far.
            worth: what runs, sets so far and wilds are worth at most.
        """
        plan = self.plan
        rules = plan.rules
        item = plan.sets[index]
        further = len(plan.sets) - index - 1
        alike = further and plan.sets[index + 1] == item
        quota = plan.quota
        top = -self.ranks[0][0]
        least = max(item, rules.set_min)
        largest = min(plan.set_most(item), self.most - self.total)
        spare = self.wilds - needed
        for position in range(first, len(self.ranks)):
            loss, rank, weights, held = self.ranks[position]
            best = self.worth
            if best is not None and worth - loss + further * (-loss if alike else top) <= best:
                if alike or not further:
                    break
                continue
            used = self.used[position]
            free = len(weights) - used
            if least - free > spare:
                continue
            most = min(largest, free + spare)
            if rank == ALL_WILD:
                most = min(most, rules.per_meld)
            elif not plan.one_rank and any(rank == other for other, _ in self.sets):
                continue
            if index and plan.sets[index - 1] == item and self.sets[-1][0] == rank:
                most = min(most, self.sets[-1][1])
            for size in range(most, least - 1, -1):
                if rank != ALL_WILD and quota[size] > min(held, size):
                    continue
                taken = min(size, free)
                now = needed + size - taken
                room = size if rank == ALL_WILD else size - quota[size]
                self.sets.append((rank, size))
                covered = weights[used : used + taken]
                self.laid += covered
                self.parts.append((covered, 0 if rank == ALL_WILD else quota[size]))
                self.total += size
                self.cap += room
                self.used[position] = used + taken
                if not further:
                    self._weigh()
                elif self._can_beat(0, further):
                    self._place_sets(index + 1, position if alike else 0, now, worth + above(covered))
                self.used[position] = used
                self.parts.pop()
                self.cap -= room
                self.total -= size
                del self.laid[len(self.laid) - taken :]
                self.sets.pop()

    def _sets_need(self, counts: list[int]) -> int:
        """The fewest wilds that the sets can need, by the naturals of the ranks."""
        missing = []
        least = self.plan.sets[0]
        for count in counts:
            missing += [0] * (count // least)
            missing.append(least - count % least)
        missing.sort()
        return sum(missing[: len(self.plan.sets)])

    def _weigh(self) -> None:
        """Compute what the structure is worth, if it can be worth more than the best."""
        total = self.total
        wilds = self.wild_weights if self.plan.natural_use else self.wild_weights[: self.cap]
        weights = [*self.laid, *wilds]
        if len(weights) < total:
            return
        best = self.worth
        if best is not None:
            if sum(sorted(weights, reverse=True)[:total]) <= best:
                return
            forced = 0
            if not self.plan.natural_use and are_apart(self.runs, self.sets):
                # No card could go to two of the melds: the heaviest naturals of each fill its quota.
                weights = list(wilds)
                for covered, quota in self.parts:
                    if len(covered) < quota:
                        return
                    covered.sort(reverse=True)
                    forced += sum(covered[:quota])
                    weights += covered[quota:]
                    total -= quota
            weights.sort(reverse=True)
            if forced + sum(weights[:total]) <= best:
                return
        filling = Filling(self.plan, self.runs, self.sets)
        cards = filling.heaviest(self.held, self.weights)
        if cards is None:
            return
        worth = sum([self.weights[kind] for kind in cards])
        if best is None or worth > best:
            self.worth = worth
            self.best = filling

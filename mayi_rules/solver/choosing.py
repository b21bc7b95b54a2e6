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
from mayi_rules.solver.opening import Opening
from mayi_rules.solver.plan import Plan, run_places


class Chooser:
    """One question: the opening of the greatest weight.

    Attributes:
        weights: by kind, what a card is worth when it is laid.
        worth: the worth of the best cards found so far, None before there are any.
        best: the structure that holds them, filled.
        most: the most cards that may be laid.
        places: where runs may lie, each with the weights of the naturals that it can cover.
        set_worths: what the naturals of each rank are worth, most first; `wild_worth` the wilds.
        run_bound: the greatest weights that any run can cover, heaviest first.
        set_bound: the same for a set.
        run_room, set_room: the most wilds that such a run or set takes.
    """

    __slots__ = (
        "best",
        "cap",
        "held",
        "laid",
        "most",
        "natural",
        "places",
        "plan",
        "run_bound",
        "run_room",
        "runs",
        "set_bound",
        "set_room",
        "set_worths",
        "sets",
        "total",
        "weights",
        "wild_weights",
        "wild_worth",
        "wilds",
        "worth",
    )

    def __init__(self, plan: Plan, natural: list[int], wild: list[int], size: int, weights: Sequence[int]) -> None:
        self.plan = plan
        self.weights = weights
        self.held = [*natural, 0, 0]
        for kind in plan.wild_kinds:
            self.held[kind] = wild[kind]
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
        self.total = 0
        self.cap = 0
        self.wild_worth = sum([weight for weight in self.wild_weights if weight > 0])
        self.places = self._places() if plan.runs else []
        self.run_bound = _heaviest([place[2] for place in self.places])
        self.run_room = self._room(len(self.run_bound))
        self.set_room = 0
        self.set_bound = []
        self.set_worths: list[int] = []
        if plan.sets:
            ranks = [self._rank_weights(rank) for rank in range(13)]
            if plan.exact:
                ranks = [weights[: plan.sets[-1]] for weights in ranks]
            self.set_bound = _heaviest(ranks)
            self.set_room = self.wilds if plan.rules.all_wild_sets else self._room(len(self.set_bound))
            self.set_worths = [sum([weight for weight in weights if weight > 0]) for weights in ranks]
            self.set_worths.sort(reverse=True)

    def best_opening(self) -> Opening | None:
        """The opening that is worth most, or None when there is none."""
        self._place_runs(0, 0)
        return self.best.melds() if self.best is not None else None

    def _places(self) -> list[tuple[int, Run, list[int]]]:
        """The places at which a run may lie, most promising first, with the weights of the naturals there."""
        plan = self.plan
        lengths: set[int] = set()
        for least in plan.runs:
            lengths |= set(range(least, min(plan.run_most(least), 14, self.most) + 1))
        places = []
        for length in sorted(lengths):
            for start in run_places(plan.rules, length):
                for suit in range(4):
                    kinds = [suit * 13 + (start + i) % 13 for i in range(length)]
                    covered = [kind for kind in set(kinds) if self.natural[kind]]
                    covered += [kind for kind in covered if kinds.count(kind) > 1 and self.natural[kind] > 1]
                    able = len(covered)
                    if plan.natural_use:
                        able += len([kind for kind in set(kinds) if plan.rules.is_wild[kind] and self.held[kind]])
                    if length - len(covered) <= self.wilds and able >= plan.quota[length]:
                        weights = sorted([self.weights[kind] for kind in covered], reverse=True)
                        worth = sum([weight for weight in weights if weight > 0])
                        places.append((worth, (suit, start, length), weights))
        places.sort(key=_most_promising)
        return places

    def _room(self, naturals: int) -> int:
        """The most wilds that a meld with so many naturals takes."""
        quota = self.plan.quota
        room = 0
        while room < self.wilds and quota[naturals + room + 1] <= naturals:
            room += 1
        return room

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
            self._place_sets(0, needed)
            return
        natural = self.natural
        beside = sum(self.laid) + self.wild_worth + sum(self.set_worths[: len(plan.sets)])
        for index in range(first, len(self.places)):
            worth, run, _ = self.places[index]
            # The runs that follow come later in the list: none is worth more than this one.
            if self.worth is not None and beside + left * max(worth, 0) <= self.worth:
                break
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
                if now <= self.wilds:
                    self.laid += [self.weights[kind] for kind in taken]
                    self.total += length
                    self.cap += length - plan.quota[length]
                    if self._can_beat(left - 1, len(plan.sets)):
                        self._place_runs(index, now)
                    self.cap -= length - plan.quota[length]
                    self.total -= length
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

    def _place_sets(self, index: int, needed: int) -> None:
        """Choose rank and size of the sets from this item of the contract on."""
        plan = self.plan
        if index == len(plan.sets):
            self._weigh()
            return
        rules = plan.rules
        item = plan.sets[index]
        last = self.sets[-1] if index and plan.sets[index - 1] == item else (ALL_WILD, 0)
        ranks: list[tuple[int, int, list[int]]] = []
        for rank in range(ALL_WILD, 13):
            if rank == ALL_WILD:
                if rules.all_wild_sets:
                    ranks.append((0, rank, []))
            elif plan.one_rank or all(rank != other for other, _ in self.sets):
                weights = self._rank_weights(rank)
                if plan.exact:
                    del weights[item * (len(plan.sets) - index) :]
                ranks.append((-sum([weight for weight in weights if weight > 0]), rank, weights))
        ranks.sort()
        natural = self.natural
        if needed + self._sets_need(index, [len(weights) for _, _, weights in ranks]) > self.wilds:
            return
        further = len(plan.sets) - index - 1
        beside = sum(self.laid) + self.wild_worth + sum(self.set_worths[:further])
        for loss, rank, weights in ranks:
            if self.worth is not None and beside - loss <= self.worth:
                break
            most = min(plan.set_most(item), self.most - self.total, len(weights) + self.wilds)
            held = (
                0
                if rank == ALL_WILD
                else sum([self.held[kind] for kind in range(rank, JOKER, 13) if plan.can_hold[kind]])
            )
            if rank == ALL_WILD:
                most = min(most, rules.per_meld)
            for size in range(most, max(item, rules.set_min) - 1, -1):
                if (rank, size) < last or (rank != ALL_WILD and plan.quota[size] > held):
                    continue
                taken = min(size, len(weights))
                now = needed + size - taken
                if now > self.wilds:
                    continue
                spent: list[int] = []
                if taken:
                    kinds = [kind for kind in range(rank, JOKER, 13) for _ in range(natural[kind])]
                    kinds.sort(key=self._heaviest_first)
                    spent = kinds[:taken]
                    for kind in spent:
                        natural[kind] -= 1
                room = size if rank == ALL_WILD else size - plan.quota[size]
                self.sets.append((rank, size))
                self.laid += weights[:taken]
                self.total += size
                self.cap += room
                if self._can_beat(0, further):
                    self._place_sets(index + 1, now)
                self.cap -= room
                self.total -= size
                del self.laid[len(self.laid) - taken :]
                self.sets.pop()
                for kind in spent:
                    natural[kind] += 1

    def _sets_need(self, index: int, counts: list[int]) -> int:
        """The fewest wilds that the sets from this item of the contract on can need, by the naturals of the ranks."""
        if self.plan.rules.natural_use:
            return 0
        missing = []
        least = self.plan.sets[index]
        for count in counts:
            missing += [0] * (count // least)
            missing.append(least - count % least)
        missing.sort()
        return sum(missing[: len(self.plan.sets) - index])

    def _heaviest_first(self, kind: int) -> int:
        return -self.weights[kind]

    def _weigh(self) -> None:
        """Compute what the structure is worth, if it can be worth more than the best."""
        total = self.total
        wilds = self.wild_weights if self.plan.natural_use else self.wild_weights[: self.cap]
        weights = [*self.laid, *wilds]
        if len(weights) < total:
            return
        best = self.worth
        if best is not None:
            weights.sort(reverse=True)
            if sum(weights[:total]) <= best:
                return
        filling = Filling(self.plan, self.runs, self.sets)
        cards = filling.heaviest(self.held, self.weights)
        if cards is None:
            return
        worth = sum([self.weights[kind] for kind in cards])
        if best is None or worth > best:
            self.worth = worth
            self.best = filling


def _heaviest(lists: list[list[int]]) -> list[int]:
    """Place by place the greatest weight of several lists that begin with their heaviest."""
    longest = max(map(len, lists), default=0)
    return [max([weights[i] for weights in lists if i < len(weights)]) for i in range(longest)]


def _most_promising(place: tuple[int, Run, list[int]]) -> tuple[int, int, Run]:
    return (-place[0], place[1][2], place[1])

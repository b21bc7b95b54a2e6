"""The exact search behind every question about openings: how many cards is this hand short of a contract?

A *structure* is a choice of places for the runs (suit, start, length) and of ranks for the sets. For a structure the
cards that are lacking follow in closed form: it has T places, of which at most M can be covered by the naturals
held (a natural given to a run or to a set counts the same, so M needs no search), W wilds are held, and D is what
the quotas of naturals lack (a small flow, asked for only where melds compete). Then max(T - M - W, D) further cards
are needed. The search goes over structures, best first, and cuts where even the best rest would not do.
"""

from __future__ import annotations

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import ALL_WILD
from mayi_rules.solver.plan import Plan
from mayi_rules.solver.quota import can_be_filled, cards_left, needs_of, shortage
from mayi_rules.solver.shape import Shape, presence

NO_CARDS: frozenset[int] = frozenset()


class Search:
    """One question: the fewest cards lacking, for the melds of a plan, from these cards.

    Attributes:
        plan: the melds asked for.
        natural: by kind (0 to 51), the naturals still free.
        wild: by kind (54 counts), the wilds held.
        wilds: how many wilds are held.
        size: the cards of the hand, those that can never be laid included.
        total: the number of cards that the melds must have in an all-cards round.
        limit: only structures lacking at most so many cards are of interest; falls while the search goes on.
        enough: the search ends when a structure lacks at most so many cards.
        able_masks, able_ranks: the cards held that may be naturals, by suit as places, and by rank.
        pack: 54 counts of the cards that may be added, or None where nothing is.
        answer: the fewest cards lacking of the structures found.
        best: the structure found for it, as runs (suit, shape) and sets (rank, size).
    """

    __slots__ = (
        "able_masks",
        "able_ranks",
        "answer",
        "banned",
        "best",
        "covered",
        "enough",
        "held",
        "laid",
        "limit",
        "masks",
        "natural",
        "pack",
        "places",
        "plan",
        "ranks",
        "runs",
        "sets",
        "size",
        "total",
        "wild",
        "wilds",
    )

    def __init__(
        self,
        plan: Plan,
        natural: list[int],
        wild: list[int],
        size: int,
        *,
        limit: int = 0,
        enough: int = 0,
        pack: bytes | None = None,
        banned: frozenset[int] = NO_CARDS,
        laid: tuple[tuple[int, int, int], ...] = (),
    ) -> None:
        self.plan = plan
        self.natural = natural
        self.wild = wild
        self.wilds = sum(wild)
        self.size = size
        self.total = size
        self.limit = limit
        self.enough = enough
        self.pack = pack
        self.banned = banned
        self.laid = laid
        self.answer = limit + 1
        self.best: tuple[list[tuple[int, Shape]], list[tuple[int, int]]] | None = None
        self.held = list(natural)
        self.masks = [presence(self.natural, suit) for suit in range(4)]
        able = natural
        if plan.natural_use:
            able = [held + more for held, more in zip(natural, wild, strict=False)]
        self.able_masks = [presence(able, suit) for suit in range(4)]
        self.able_ranks = [sum(able[rank:52:13]) for rank in range(13)] if plan.sets else []
        self.runs: list[tuple[int, Shape]] = []
        self.covered: list[list[int]] = []
        self.sets: list[tuple[int, int]] = []
        self.ranks: list[int] = []

    def fewest(self) -> int:
        """The fewest cards lacking, or `limit` + 1 when every structure lacks more than the limit at the start."""
        self.answer = self.limit + 1
        self._place_runs(len(self.plan.runs), 0, 0, 0, 0, 0)
        return self.answer

    def _place_runs(self, left: int, suit: int, number: int, size: int, covered: int, short: int) -> None:
        """Choose the runs still to be placed, from this suit and shape on.

        Args:
            left: how many runs are to be placed.
            suit: the suit of the last run.
            number: the number of its shape.
            size: the cards of the runs placed.
            covered: how many of them are naturals.
            short: the naturals that are lacking for their quotas even if each had the hand for itself.
        """
        if not left:
            self._begin_sets(size, covered, short)
            return
        plan = self.plan
        held = [0, 0, 0, 0]
        if plan.all_cards:
            held = [sum(self.natural[s * 13 : s * 13 + 13]) if s >= suit else 0 for s in range(4)]
            # So many runs cover cards of so many suits at most.
            if not plan.sets and self.total - covered - sum(sorted(held)[-left:]) - self.wilds > self.limit:
                return
        ranked = [plan.ranked(self.masks[s]) if s >= suit else () for s in range(4)]
        bounds = self._run_bounds(left - 1, suit, ranked)
        candidates: list[tuple[int, int, Shape]] = []
        base = (covered - self.total if plan.all_cards else covered - size) + self.wilds
        sets = self._set_bound()
        able = self.able_masks
        tight = plan.all_cards and left > 1
        for s in range(suit, 4):
            for value, shape in ranked[s]:
                rest = bounds[s]
                if -(base + value + rest + sets) > self.limit:
                    break
                if tight:
                    # The further runs cover what is left of this suit, or other suits, and each card once.
                    rest = min(rest, sum(sorted([held[s] - value, *held[s + 1 :]])[1 - left :]))
                    if -(base + value + rest + sets) > self.limit:
                        continue
                if (s > suit or shape.number >= number) and (
                    short + shape.quota - (shape.bits & able[s]).bit_count() <= self.limit
                ):
                    candidates.append((value + rest, s, shape))
        candidates.sort(key=_by_promise)
        for value, s, shape in candidates:
            if -(base + value + sets) > self.limit:
                break
            if not self._may_place(s, shape, size, left):
                continue
            taken = self._take(s, shape)
            self.runs.append((s, shape))
            self.covered.append(taken)
            lacks = max(0, shape.quota - (shape.bits & able[s]).bit_count())
            self._place_runs(left - 1, s, shape.number, size + shape.length, covered + len(taken), short + lacks)
            self.runs.pop()
            self.covered.pop()
            for kind in taken:
                self.natural[kind] += 1
            self.masks[s] = presence(self.natural, s)
            if self.answer <= self.enough:
                return

    def _run_bounds(self, left: int, suit: int, ranked: list[tuple[tuple[int, Shape], ...]]) -> list[int]:
        """By suit: the most that so many further runs in this and later suits can add to the value."""
        bounds = [0, 0, 0, 0]
        if not left:
            return bounds
        for s in range(3, suit - 1, -1):
            best = ranked[s][0][0] if ranked[s] else -99
            bounds[s] = best if s == 3 else max(best, bounds[s + 1])
        return [bound * left for bound in bounds]

    def _set_bound(self) -> int:
        """The most that the sets can add to the value."""
        plan = self.plan
        if not plan.sets:
            return 0
        natural = self.natural
        if plan.all_cards:
            return sum(natural)
        least = plan.sets[0]
        missing = []
        for rank in range(13):
            count = natural[rank] + natural[rank + 13] + natural[rank + 26] + natural[rank + 39]
            if count >= least:
                missing += [0] * (count // least)
            missing.append(least - count % least)
        missing.sort()
        return -sum(missing[: len(plan.sets)])

    def _may_place(self, suit: int, shape: Shape, size: int, left: int) -> bool:
        """Whether a run there fits the contract beside the runs placed, and does not touch one where it must not."""
        plan = self.plan
        if self.pack is not None and (suit, shape.number) in plan.no_runs:
            return False
        if plan.apart:
            for other_suit, other in self.runs:
                if other_suit == suit and plan.touch(shape.start, shape.length, other.start, other.length):
                    return False
            for other_suit, start, length in self.laid:
                if other_suit == suit and plan.touch(shape.start, shape.length, start, length):
                    return False
        lengths = sorted([other.length for _, other in self.runs] + [shape.length])
        least = plan.runs
        if plan.exact:
            for length in set(lengths):
                if lengths.count(length) > least.count(length):
                    return False
        else:
            for index, length in enumerate(lengths):
                if length < least[index]:
                    return False
        if plan.all_cards:
            rest = self.total - size - shape.length
            further = left - 1
            smallest = sum(least[:further]) + sum(plan.sets)
            if rest < smallest:
                return False
            if not plan.sets and rest > sum([plan.run_most(least[-1 - i]) for i in range(further)]):
                return False
        return True

    def _take(self, suit: int, shape: Shape) -> list[int]:
        """Cover the shape with the naturals that are free; returns them."""
        natural = self.natural
        first = suit * 13
        taken = []
        for rank in shape.ranks:
            kind = first + rank
            if natural[kind]:
                natural[kind] -= 1
                taken.append(kind)
        self.masks[suit] = presence(self.natural, suit)
        return taken

    def _begin_sets(self, size: int, covered: int, short: int) -> None:
        natural = self.natural
        self.ranks = [natural[r] + natural[r + 13] + natural[r + 26] + natural[r + 39] for r in range(13)]
        self._place_sets(0, size, covered, short)

    def _place_sets(self, index: int, size: int, covered: int, short: int) -> None:
        """Choose rank and size of the set for this item of the contract and for those that follow."""
        plan = self.plan
        if index == len(plan.sets):
            self._finish(size, covered)
            return
        item = plan.sets[index]
        further = plan.sets[index + 1 :]
        last = self.sets[-1] if index and plan.sets[index - 1] == item else None
        base = (covered - self.total if plan.all_cards else covered - size) + self.wilds
        candidates: list[tuple[int, int, int, int]] = []
        for rank in range(ALL_WILD, 13):
            least = item
            if rank == ALL_WILD:
                if not plan.rules.all_wild_sets:
                    continue
                free = 0
            else:
                if rank in self.banned and not plan.one_rank:
                    continue
                if not plan.one_rank and any(rank == other for other, _ in self.sets):
                    continue
                if self.pack is not None and rank in plan.no_sets:
                    continue
                free = self.ranks[rank]
                if not plan.exact:
                    least = max(least, plan.rules.min_naturals)
            least = max(least, plan.rules.set_min)
            most = plan.set_most(item)
            if plan.all_cards:
                rest = self.total - size
                most = min(most, rest - sum(further))
                if not further:
                    least = max(least, rest)
            else:
                most = min(most, least)
            if rank == ALL_WILD:
                most = min(most, plan.rules.per_meld)
            for cards in range(least, most + 1):
                if rank != ALL_WILD and plan.quota[cards] > cards:
                    continue
                if last is not None and (rank, cards) < last:
                    continue
                if rank != ALL_WILD and short + plan.quota[cards] - self.able_ranks[rank] > self.limit:
                    continue
                takes = min(cards, free)
                value = takes if plan.all_cards else takes - cards
                candidates.append((-value, rank, cards, takes))
        candidates.sort()
        bound = sum(self.ranks) if plan.all_cards and further else 0
        for cost, rank, cards, takes in candidates:
            if -(base - cost + bound) > self.limit:
                break
            self.sets.append((rank, cards))
            if rank != ALL_WILD:
                self.ranks[rank] -= takes
            lacks = 0 if rank == ALL_WILD else max(0, plan.quota[cards] - self.able_ranks[rank])
            self._place_sets(index + 1, size + cards, covered + takes, short + lacks)
            if rank != ALL_WILD:
                self.ranks[rank] += takes
            self.sets.pop()
            if self.answer <= self.enough:
                return

    def _finish(self, size: int, covered: int) -> None:
        """Take the structure if it lacks no more cards than the limit allows."""
        plan = self.plan
        if plan.all_cards and size != self.total:
            return
        lacking = max(size - covered - self.wilds, size + plan.spare - self.size, 0)
        if lacking > self.limit:
            return
        if not self._quotas_are_met():
            supply = self.held
            if plan.natural_use:
                supply = [held + wild for held, wild in zip(self.held, self.wild, strict=False)]
                supply += self.wild[JOKER : JOKER + 1]
            lacking = max(lacking, shortage(needs_of(plan, self.runs, self.sets), supply))
            if lacking > self.limit:
                return
        if lacking and not self._pack_has_it(lacking):
            return
        self.answer = lacking
        self.best = (list(self.runs), list(self.sets))
        self.limit = lacking - 1

    def _pack_has_it(self, lacking: int) -> bool:
        """Whether the cards that are lacking can be had from the pack at all."""
        pack = self.pack
        if pack is None:
            return False
        held = [*self.held, 0, 0]
        for kind in self.plan.wild_kinds:
            held[kind] = self.wild[kind]
        if not self.plan.all_cards and cards_left(pack, held) < lacking:
            return False
        there = [max(in_pack, in_hand) for in_pack, in_hand in zip(pack, held, strict=True)]
        return can_be_filled(self.plan, self.runs, self.sets, there)

    def _quotas_are_met(self) -> bool:
        """Whether every meld has its naturals already when the runs take theirs first."""
        for (_, shape), taken in zip(self.runs, self.covered, strict=True):
            if len(taken) < shape.quota:
                return False
        quota = self.plan.quota
        needed: dict[int, int] = {}
        for rank, cards in self.sets:
            if rank == ALL_WILD:
                if self.plan.natural_use:
                    return False
            else:
                needed[rank] = needed.get(rank, 0) + quota[cards]
        if needed:
            natural = self.natural
            for rank, amount in needed.items():
                if natural[rank] + natural[rank + 13] + natural[rank + 26] + natural[rank + 39] < amount:
                    return False
        return True


def _by_promise(candidate: tuple[int, int, Shape]) -> tuple[int, int, int]:
    return (-candidate[0], candidate[1], candidate[2].number)

"""Whether the melds of a contract can take every card at once: the search for openings in all-cards rounds.

Every natural lies in a run of its suit or in a set of its rank. So the search takes the first natural that is still
free and tries the melds that may hold it, and it remembers from which cards the rest could not be laid.

It asks first without the quotas of naturals. Then a run may take every natural at hand, and a set gets wilds only
when it has all naturals of its rank: a wild could change places with a natural elsewhere. What cannot be laid so cannot
be laid; otherwise the quotas are looked at (a small flow), and where they are not met for this way to lay the cards,
the search goes through all ways in which every meld has its quota.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from mayi_rules.cards import JOKER
from mayi_rules.solver.plan import Plan
from mayi_rules.solver.quota import needs_of, shortage
from mayi_rules.solver.search import NO_CARDS, Search
from mayi_rules.solver.shape import Shape, presence


def can_lay_all(
    plan: Plan,
    natural: list[int],
    wild: list[int],
    size: int,
    *,
    banned: frozenset[int] = NO_CARDS,
    laid: tuple[tuple[int, int, int], ...] = (),
) -> bool:
    """Whether all these cards can be laid as the melds of a plan.

    Args:
        plan: the melds, those of an all-cards round.
        natural: by kind (0 to 51), the naturals.
        wild: by kind (54 counts), the wilds.
        size: the cards of the hand, those that can never be laid included.
        banned: the ranks of the sets beside these melds, where no two sets may be of one rank.
        laid: the runs (suit, start, length) that none of these may touch.
    """
    wilds = sum(wild)
    if plan.spare or sum(natural) + wilds != size:
        return False
    cover = Cover(plan, natural, wilds, banned, laid)
    if not cover.lays(strict=False):
        return False
    supply = natural
    if plan.natural_use:
        supply = [held + more for held, more in zip(natural, wild, strict=False)] + wild[JOKER : JOKER + 1]
    if cover.is_whole and not shortage(needs_of(plan, cover.runs, cover.sets), supply):
        return True
    if plan.natural_use and any(wild[:JOKER]):
        return Search(plan, natural, wild, size, banned=banned, laid=laid).fewest() == 0
    return cover.lays(strict=True)


class Cover:
    """One question: can all these cards be laid as the melds of a plan?

    Attributes:
        runs: the runs found, as suit and shape.
        sets: the sets found, as rank and size.
        is_whole: whether these are all melds of the contract, and not only those that have a natural.
    """

    __slots__ = ("banned", "failed", "is_whole", "laid", "natural", "plan", "runs", "sets", "shapes", "strict", "wilds")

    def __init__(
        self,
        plan: Plan,
        natural: list[int],
        wilds: int,
        banned: frozenset[int],
        laid: tuple[tuple[int, int, int], ...],
    ) -> None:
        self.plan = plan
        self.natural = list(natural)
        self.wilds = wilds
        self.banned = 0 if plan.one_rank else sum([1 << rank for rank in banned])
        self.laid = laid
        self.shapes = plan.by_rank
        self.runs: list[tuple[int, Shape]] = []
        self.sets: list[tuple[int, int]] = []
        self.is_whole = False
        self.strict = False
        self.failed: set[tuple[object, ...]] = set()

    def lays(self, *, strict: bool) -> bool:
        """Whether the cards can be laid, with the quotas of naturals (strict) or without them."""
        self.strict = strict
        self.failed = set()
        self.runs = []
        self.sets = []
        before = list(self.natural)
        found = self._covers(self.plan.runs, self.plan.sets, self.wilds, sum(before) + self.wilds, self.banned)
        self.natural = before
        return found

    def _covers(self, runs: tuple[int, ...], sets: tuple[int, ...], wilds: int, cards: int, banned: int) -> bool:
        """Whether the cards that are left can be laid.

        Args:
            runs: the least sizes of the runs still to be laid, ascending.
            sets: the same for the sets.
            wilds: the wilds left.
            cards: all cards left.
            banned: the ranks that no set may have, as bits.
        """
        if cards == wilds:
            return self._ends(runs, sets, wilds)
        plan = self.plan
        least = sum(runs) + sum(sets)
        most = sum([plan.run_most(size) for size in runs]) + sum([plan.set_most(size) for size in sets])
        if not least <= cards <= most:
            return False
        if self.strict:
            needed = sum([plan.quota[size] for size in runs])
            if not plan.rules.all_wild_sets:
                needed += sum([plan.quota[size] for size in sets])
            if cards - wilds < needed:
                return False
        natural = self.natural
        counts = bytes(natural)
        first = len(counts) - len(counts.lstrip(b"\0"))
        suit = first // 13
        touching: tuple[tuple[int, int, int], ...] = ()
        if plan.apart:
            beside = [*self.laid, *[(s, shape.start, shape.length) for s, shape in self.runs]]
            touching = tuple(sorted([run for run in beside if run[0] >= suit]))
        key = (counts, wilds, runs, sets, banned, touching)
        if key in self.failed:
            return False
        if not self._is_scattered(len(runs), len(sets)):
            if runs and self._covers_by_run(first, runs, sets, wilds, cards, banned, touching):
                return True
            fits = sets and not banned >> first % 13 & 1
            if fits and self._covers_by_set(first, runs, sets, wilds, cards, banned):
                return True
        self.failed.add(key)
        return False

    def _ends(self, runs: tuple[int, ...], sets: tuple[int, ...], wilds: int) -> bool:
        """Whether nothing but wilds is enough for these melds."""
        plan = self.plan
        self.is_whole = not runs and not sets
        if self.is_whole:
            return not wilds
        least = sum(runs) + sum(sets)
        if not self.strict:
            most = sum([plan.run_most(size) for size in runs]) + sum([plan.set_most(size) for size in sets])
            return least <= wilds <= most
        if runs or not plan.rules.all_wild_sets:
            return False
        tops = [min(plan.set_most(size), plan.rules.per_meld) for size in sets]
        unfit = any(size < plan.rules.set_min or size > top for size, top in zip(sets, tops, strict=True))
        return not unfit and least <= wilds <= sum(tops)

    def _is_scattered(self, runs: int, sets: int) -> bool:
        """Whether the naturals lie in too many suits and ranks for so many melds (see `Scatter`)."""
        natural = self.natural
        held = []
        for suit in range(4):
            mask = presence(natural, suit) & 0x1FFF
            if mask:
                held.append(mask)
        outside = len(held) - runs
        if outside <= 0:
            return False
        for chosen in combinations(held, outside):
            ranks = 0
            for mask in chosen:
                ranks |= mask
            if ranks.bit_count() <= sets:
                return False
        return True

    def _without(self, items: tuple[int, ...], size: int) -> tuple[int, ...] | None:
        """These items without the largest one that a meld of this size can be laid for; None if there is none."""
        for index in range(len(items) - 1, -1, -1):
            if items[index] == size or (items[index] < size and not self.plan.exact):
                return items[:index] + items[index + 1 :]
        return None

    def _covers_by_run(
        self,
        first: int,
        runs: tuple[int, ...],
        sets: tuple[int, ...],
        wilds: int,
        cards: int,
        banned: int,
        beside: tuple[tuple[int, int, int], ...],
    ) -> bool:
        """Whether the cards can be laid with this natural in a run."""
        plan = self.plan
        natural = self.natural
        suit, rank = divmod(first, 13)
        mask = presence(natural, suit)
        for shape in self.shapes[rank]:
            length = shape.length
            gaps = length - (shape.bits & mask).bit_count()
            if length == 14 and mask & 1 and not mask >> 14:
                gaps += 1
            if gaps > wilds:
                continue
            rest = self._without(runs, length)
            if rest is None or sum(rest) + sum(sets) > cards - length:
                continue
            if any(run[0] == suit and plan.touch(shape.start, length, run[1], run[2]) for run in beside):
                continue
            self.runs.append((suit, shape))
            for taken in self._naturals_of(suit, shape, first, gaps, wilds):
                for kind in taken:
                    natural[kind] -= 1
                if self._covers(rest, sets, wilds - length + len(taken), cards - length, banned):
                    return True
                for kind in taken:
                    natural[kind] += 1
            self.runs.pop()
        return False

    def _naturals_of(self, suit: int, shape: Shape, first: int, gaps: int, wilds: int) -> Iterator[list[int]]:
        """The naturals that a run may take: all at hand, or under quotas any choice with this one among them."""
        left = list(self.natural)
        held = []
        for rank in shape.ranks:
            kind = suit * 13 + rank
            if left[kind]:
                left[kind] -= 1
                held.append(kind)
        if not self.strict:
            yield held
            return
        held.remove(first)
        for given_up in range(min(wilds - gaps, len(held) + 1 - shape.quota) + 1):
            for taken in combinations(held, len(held) - given_up):
                yield [first, *taken]

    def _covers_by_set(
        self, first: int, runs: tuple[int, ...], sets: tuple[int, ...], wilds: int, cards: int, banned: int
    ) -> bool:
        """Whether the cards can be laid with this natural in a set."""
        plan = self.plan
        natural = self.natural
        rank = first % 13
        kinds = range(first, JOKER, 13)
        held = [natural[kind] for kind in kinds]
        everything = sum(held)
        later = banned if plan.one_rank else banned | 1 << rank
        most = plan.set_most(sets[-1])
        choices = [range(held[0], 0, -1), *[range(count, -1, -1) for count in held[1:]]]
        for taken in product(*choices):
            number = sum(taken)
            more = wilds if self.strict or number == everything else 0
            for size in range(number, min(number + more, most) + 1):
                if self.strict and plan.quota[size] > number:
                    break
                rest = self._without(sets, size) if size >= plan.rules.set_min else None
                if rest is None or sum(runs) + sum(rest) > cards - size:
                    continue
                self.sets.append((rank, size))
                for kind, count in zip(kinds, taken, strict=True):
                    natural[kind] -= count
                if self._covers(runs, rest, wilds - size + number, cards - size, later):
                    return True
                for kind, count in zip(kinds, taken, strict=True):
                    natural[kind] += count
                self.sets.pop()
        return False

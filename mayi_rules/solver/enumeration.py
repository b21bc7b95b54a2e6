"""Every opening of a hand: a walk from meld to meld that never enters where the rest cannot be laid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from mayi_rules.cards import JOKER, Hand
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.solver.filters import quick_answer
from mayi_rules.solver.lack_search import can_lay
from mayi_rules.solver.plan import Plan, Run
from mayi_rules.solver.search import NO_RANKS
from mayi_rules.solver.slots import presence, split
from mayi_rules.solver.windows import UNIT, WindowSearch

Opening = tuple[Meld, ...]
"""The melds of an opening, in the order of the contract."""


class Lister:
    """Walks through all openings of one hand; `laid` is the stack of melds chosen so far."""

    __slots__ = ("laid", "natural", "plan", "rules", "size", "wild")

    def __init__(self, hand: Hand, plan: Plan) -> None:
        self.plan = plan
        self.rules = plan.rules
        self.size = hand.size
        self.natural, self.wild = split(hand.counts, plan.rules)
        self.laid: list[Meld] = []

    def melds(self, index: int) -> Iterator[Opening]:
        """All ways to lay the melds from this one on, those before it lying in `laid`."""
        plan = self.plan
        if index == len(plan.runs) + len(plan.sets):
            yield tuple(self.laid)
            return
        for meld in self._runs(index) if index < len(plan.runs) else self._sets(index - len(plan.runs)):
            self.laid.append(meld)
            yield from self.melds(index + 1)
            self.laid.pop()

    def _sizes(self, least: int, most: int, last: Meld | None, later: tuple[int, ...], beside: int) -> range:
        """The sizes of the next meld that leave enough cards for the melds after it.

        Args:
            least: the fewest cards that the contract asks for.
            most: the most that the rules allow.
            last: the meld of the same kind before it.
            later: the least sizes of the melds of the same kind after it; they are not smaller than it.
            beside: the cards of the melds of the other kind after it.
        """
        exact = self.plan.exact
        if last is not None and not exact:
            least = max(least, len(last.cards))
        room = self.size - self.plan.spare - beside
        most = min(most, room - sum(later))
        if later and not exact:
            even = room // (len(later) + 1)
            if later[-1] <= even:
                most = min(most, even)
            else:
                while most >= least and most + sum([max(size, most) for size in later]) > room:
                    most -= 1
        return range(least, most + 1)

    def _room_for_wilds(self, rest: Plan | None) -> int:
        """How many wilds the next meld may take at most: the rest takes as many as it needs at the least.

        Args:
            rest: what is left of the contract behind that meld, None when nothing is.
        """
        wilds = sum(self.wild)
        if rest is None or rest.windows is None:
            return wilds
        return wilds - WindowSearch(rest.windows, bytes(self.natural), UNIT * wilds + UNIT - 1, 0).fewest() // UNIT

    def _runs(self, index: int) -> Iterator[Meld]:
        """The runs that can come next, in order; the cards of each are out of the hand while it is looked at."""
        plan = self.plan
        last = self.laid[-1] if index else None
        item = plan.runs[index]
        naturals = sum(self.natural) + (sum(self.wild) if plan.natural_use else 0)
        masks = [presence(self.natural, suit) for suit in range(4)]
        for size in self._sizes(item, plan.run_most(item), last, plan.runs[index + 1 :], sum(plan.sets)):
            if plan.limits.run_least[size] > min(size, naturals):
                continue
            rest = plan.rest(index + 1, size)
            least = size - self._room_for_wilds(rest)
            in_order = last if last is not None and len(last.cards) == size else None
            for suit in range(in_order.suit if in_order is not None else 0, 4):
                held = masks[suit]
                if held.bit_count() < least:
                    continue
                for start, bits in plan.spans(size):
                    if (held & bits).bit_count() < least:
                        continue
                    same: Meld | None = None
                    if in_order is not None and suit == in_order.suit:
                        if start < in_order.start:
                            continue
                        if start == in_order.start:
                            same = in_order
                    if plan.apart and any(
                        meld.suit == suit and plan.touch(start, size, meld.start, len(meld.cards)) for meld in self.laid
                    ):
                        continue
                    yield from self._runs_at(suit, start, size, same, rest)

    def _runs_at(self, suit: int, start: int, size: int, same: Meld | None, rest: Plan | None) -> Iterator[Meld]:
        """The runs at one place that leave enough for the rest: those with few wilds first.

        Args:
            suit: 0 to 3.
            start: the place of the first card.
            size: the number of cards.
            same: the run before when it lies at this very place; only those that come after it are of interest.
            rest: what is left of the contract behind this run.
        """
        plan = self.plan
        natural = self.natural
        wild = self.wild
        roles = _CIRCLES[suit][start : start + size]
        gaps = [i for i, kind in enumerate(roles) if not (natural[kind] or (plan.natural_use and wild[kind]))]
        free = [i for i in range(size) if i not in gaps] if gaps else list(range(size))
        limits = plan.limits
        by_place = not limits.is_count(size)
        most = min(sum(wild), size - limits.run_least[size])
        floor: list[int] = []
        if same is not None:
            floor = [i for i in range(size) if same.stands_as_wild(i, self.rules)]
        place = (suit, start, size)
        for extra in range(max(most - len(gaps), -1) + 1):
            choices = (
                sorted([sorted([*gaps, *given_up]) for given_up in combinations(free, extra)]) if extra else [gaps]
            )
            for places in choices:
                if same is not None and (len(places), places) < (len(floor), floor):
                    continue
                if by_place and not limits.allows_run(size, (1 << size) - 1 & ~sum([1 << i for i in places])):
                    continue
                least = same.cards if same is not None and places == floor else b""
                naturals = [roles[i] for i in free if i not in places]
                if not self._without(naturals, -1):
                    continue
                for wilds in self._wilds(len(places), self.rules.wild_kinds, rest, run=place):
                    cards = bytearray(roles)
                    for filled in _arrangements(places, wilds, roles if plan.natural_use else None):
                        for i, kind in zip(places, filled, strict=True):
                            cards[i] = kind
                        if cards >= least:
                            yield Meld(True, ALL_WILD, suit, start, bytes(cards))
                self._without(naturals, 1)

    def _without(self, naturals: list[int], sign: int) -> bool:
        """Take these naturals out of the hand (-1), or put them back (1); False when they are not all there."""
        natural = self.natural
        wild = self.wild
        is_wild = self.rules.is_wild
        for done, kind in enumerate(naturals):
            counts = wild if is_wild[kind] else natural
            if sign < 0 and not counts[kind]:
                self._without(naturals[:done], 1)
                return False
            counts[kind] += sign
        self.size += sign * len(naturals)
        return True

    def _wilds(
        self,
        count: int,
        kinds: tuple[int, ...],
        rest: Plan | None,
        *,
        rank: int = ALL_WILD,
        run: tuple[int, int, int] | None = None,
    ) -> Iterable[list[int]]:
        """The choices of so many wilds of these kinds that leave enough for the rest beside a meld.

        Args:
            count: how many wilds.
            kinds: the kinds that may be taken.
            rest: what is left of the contract behind the meld.
            rank: the rank of the meld if it is a set.
            run: its suit, start and size if it is a run.
        """
        if not count:
            return ([],) if self._can_be_laid(rest, rank, run) else ()
        return self._choices_of_wilds(count, kinds, rest, rank, run)

    def _choices_of_wilds(
        self, count: int, kinds: tuple[int, ...], rest: Plan | None, rank: int, run: tuple[int, int, int] | None
    ) -> Iterator[list[int]]:
        wild = self.wild
        use = self.plan.natural_use
        fits = False
        for first, chosen in enumerate(_multisets(kinds, [wild[kind] for kind in kinds], count)):
            for kind in chosen:
                wild[kind] -= 1
            self.size -= count
            # Without natural use it does not matter to the rest which wilds are gone.
            if not first or use:
                fits = self._can_be_laid(rest, rank, run)
            if fits:
                yield chosen
            for kind in chosen:
                wild[kind] += 1
            self.size += count
            if not fits and not use:
                return

    def _can_be_laid(self, rest: Plan | None, rank: int, run: tuple[int, int, int] | None) -> bool:
        """Whether this rest of the contract can be laid from the cards that are left beside a meld (see `_wilds`)."""
        plan = self.plan
        if rest is None:
            return self.size == 0 if plan.all_cards else self.size >= plan.spare
        if rest.least + rest.spare > self.size:
            return False
        known = quick_answer(rest, bytes(self.natural), sum(self.wild))
        if known == 0 or (known == 1 and plan.one_rank and not plan.apart):
            return known == 1
        banned = NO_RANKS
        touching_runs: tuple[Run, ...] = ()
        if not plan.one_rank:
            banned = frozenset([other.rank for other in self.laid if not other.is_run] + ([] if run else [rank]))
        if plan.apart:
            placed = [(other.suit, other.start, len(other.cards)) for other in self.laid if other.is_run]
            touching_runs = (*placed, run) if run else tuple(placed)
        if known == 1 and not banned and not touching_runs:
            return True
        return can_lay(rest, self.natural, self.wild, self.size, banned=banned, laid=touching_runs)

    def _sets(self, index: int) -> Iterator[Meld]:
        """The sets that can come next, in order; the cards of each are out of the hand while it is looked at."""
        plan = self.plan
        last = self.laid[-1] if index else None
        item = plan.sets[index]
        least_size = max(item, self.rules.set_min)
        natural = self.natural
        ranks = [natural[r] + natural[r + 13] + natural[r + 26] + natural[r + 39] for r in range(13)]
        ranks.append(0)  # of a set of wilds alone
        for size in self._sizes(least_size, plan.set_most(item), last, plan.sets[index + 1 :], 0):
            rest = plan.rest(len(plan.runs) + index + 1, size)
            room = self._room_for_wilds(rest)
            for rank in range(ALL_WILD, 13):
                if size - ranks[rank] > room:
                    continue
                least = b""
                if last is not None and len(last.cards) == size:
                    if rank < last.rank:
                        continue
                    if rank == last.rank:
                        least = last.cards
                if rank == ALL_WILD:
                    yield from self._all_wild(size, least, rest)
                elif plan.one_rank or all(meld.is_run or meld.rank != rank for meld in self.laid):
                    for meld in self._sets_of(rank, size, room, rest):
                        if meld.cards >= least:
                            yield meld

    def _all_wild(self, size: int, least: bytes, rest: Plan | None) -> Iterator[Meld]:
        rules = self.rules
        if not self.plan.limits.allows_all_wild(size):
            return
        few = self.plan.limits.set_least[size]
        for wilds in self._wilds(size, rules.wild_kinds, rest):
            if self.plan.natural_use and any(
                sum(kind < JOKER and kind % 13 == rank for kind in wilds) >= few for rank in range(13)
            ):
                continue
            meld = Meld.set_of(ALL_WILD, wilds)
            if meld.cards >= least:
                yield meld

    def _sets_of(self, rank: int, size: int, room: int, rest: Plan | None) -> Iterator[Meld]:
        """The sets of one rank and size that leave enough for the rest.

        Args:
            rank: 0 for the ace to 12 for the king.
            size: the number of cards.
            room: the most wilds that the set may take.
            rest: what is left of the contract behind it.
        """
        plan = self.plan
        use = plan.natural_use
        kinds = (rank, rank + 13, rank + 26, rank + 39)
        held = [self.natural[kind] for kind in kinds]
        others = self.rules.wild_kinds
        if use:
            held = [natural or self.wild[kind] for natural, kind in zip(held, kinds, strict=True)]
            others = tuple([kind for kind in others if kind not in kinds])
        most = min(size, sum(held))
        room = min(room, sum([self.wild[kind] for kind in others]))
        for naturals in range(most, max(plan.limits.set_least[size], size - room) - 1, -1):
            for chosen in _multisets(kinds, held, naturals) if naturals else ([],):
                self._without(chosen, -1)
                for wilds in self._wilds(size - naturals, others, rest, rank=rank):
                    yield Meld.set_of(rank, [*chosen, *wilds])
                self._without(chosen, 1)


_CIRCLES = [bytes([suit * 13 + rank % 13 for rank in range(27)]) for suit in range(4)]
"""The kinds of a suit, twice around and a little further: from its start on, a run stands for these."""


def _multisets(kinds: tuple[int, ...], held: list[int], count: int) -> Iterator[list[int]]:
    """Every choice of so many cards (one or more) of these kinds, of each at most as many as are held."""
    for index, kind in enumerate(kinds):
        here = held[index]
        if here >= count:
            yield [kind] * count
            here = count - 1
        for times in range(here, 0, -1):
            for rest in _multisets(kinds[index + 1 :], held[index + 1 :], count - times):
                yield [kind] * times + rest


def _arrangements(places: list[int], wilds: list[int], roles: bytes | None) -> Iterator[list[int]]:
    """Every way to put these wilds into the places of a run.

    Args:
        places: the places to fill.
        wilds: as many cards.
        roles: what each place of the run stands for when a wild card in its own place is a natural (and so no
            way to fill that place with a wild), otherwise None.
    """
    if not places:
        yield []
        return
    for kind in dict.fromkeys(wilds):
        if roles is None or roles[places[0]] != kind:
            rest = list(wilds)
            rest.remove(kind)
            for others in _arrangements(places[1:], rest, roles):
                yield [kind, *others]

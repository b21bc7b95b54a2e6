"""The lay-offs and swaps of a turn that leave the least in the hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mayi_rules.cards import JOKER, Hand
from mayi_rules.melds.fitting import End, TableMeld, may_swap_out, swap_places, swapped
from mayi_rules.melds.kinds import RUN, SET
from mayi_rules.melds.kinds.kind import grown
from mayi_rules.melds.meld import Meld
from mayi_rules.profile.language.choices import DiscardRule, LayingOffWhose, SwapFreed, SwapOutOf, SwapWhose
from mayi_rules.profile.round_rules import NO_LIMIT, RoundRules
from mayi_rules.solver.additions import WILD, Addition, run_additions, set_additions

MAX_NODES = 20_000
"""So many positions are looked at before the best found so far is taken; ordinary hands need a few dozen."""


class Lay(NamedTuple):
    """Lay a card on a meld of the table (counted from 0), at an end of a run (None: on a set)."""

    card: int
    meld: int
    end: End | None


class Swap(NamedTuple):
    """Put a natural card into a meld of the table (counted from 0) for the wild at this index of its cards."""

    card: int
    wild: int
    meld: int
    at: int


def best_lay_offs(
    hand: Hand, table: tuple[TableMeld, ...], rules: RoundRules, seat: int, *, swapping: bool = False
) -> tuple[Lay | Swap, ...]:
    """What to lay off and to swap, in order, to leave the least points in the hand.

    Args:
        hand: the cards of the player.
        table: the melds on the table.
        rules: the rules of the round.
        seat: the player, who decides which melds are his own (`laying_off.whose`).
        swapping: whether the player may swap now; what `wilds.swap.out_of` and `freed` say is respected.
    """
    search = _Search(hand, table, rules, seat)
    search.choose_swaps(0, swapping=swapping)
    return search.best


class _Search:
    """A depth-first search: first the swaps, then meld after meld what is added, the rest of the wilds last."""

    __slots__ = (
        "additions",
        "best",
        "best_laid",
        "freed",
        "hand",
        "melds",
        "needs_card",
        "nodes",
        "of_melds",
        "order",
        "own",
        "points",
        "pool",
        "rules",
        "size",
        "swappable",
        "swaps",
        "table",
        "wild_order",
    )

    def __init__(self, hand: Hand, table: tuple[TableMeld, ...], rules: RoundRules, seat: int) -> None:
        self.rules = rules
        self.points = rules.points
        self.hand = list(hand.counts)
        self.size = hand.size
        self.melds = [laid.meld for laid in table]
        self.of_melds = [laid.rules for laid in table]  # what a meld takes its owner's contract decides
        own_only = rules.laying_off_whose is LayingOffWhose.OWN
        self.own = [not own_only or laid.seat == seat for laid in table]
        self.swappable = [rules.swap_whose is SwapWhose.ANY or laid.seat != seat for laid in table]
        self.needs_card = rules.discard is DiscardRule.REQUIRED
        self.freed = [0] * (JOKER + 1)
        self.swaps: list[Swap] = []
        self.additions: list[tuple[int, Addition]] = []
        self.order: list[int] = []
        self.pool = 0
        self.wild_order: list[int] = []
        self.nodes = 0
        self.best: tuple[Lay | Swap, ...] = ()
        self.best_laid = 0

    def choose_swaps(self, first: int, *, swapping: bool) -> None:
        """Try what can be laid after the swaps chosen, then with further swaps, on melds from this one on."""
        self._lay()
        rules = self.rules
        if not swapping or rules.swap_out_of is SwapOutOf.NONE or self.nodes > MAX_NODES:
            return
        for number in range(first, len(self.melds)):
            meld = self.melds[number]
            if not meld.form.may_swap_out(rules) or not self.swappable[number]:
                continue
            for place in swap_places(meld, self.of_melds[number]):
                if not self.hand[place.card] or not may_swap_out(place.wild, rules):
                    continue
                self.hand[place.card] -= 1
                self.hand[place.wild] += 1
                self.freed[place.wild] += 1
                self.melds[number] = swapped(meld, place.card, place.at)
                self.swaps.append(Swap(place.card, place.wild, number, place.at))
                self.choose_swaps(number, swapping=True)
                self.swaps.pop()
                self.melds[number] = meld
                self.freed[place.wild] -= 1
                self.hand[place.wild] -= 1
                self.hand[place.card] += 1

    def _lay(self) -> None:
        rules = self.rules
        self.pool = sum([self.hand[kind] for kind in rules.wild_kinds])
        numbers = [number for number in range(len(self.melds)) if self.own[number]]
        self.order = [number for kind in (RUN, SET) for number in numbers if self.melds[number].form is kind]
        swapped_value = sum([self.points[swap.card] - self.points[swap.wild] for swap in self.swaps])
        self._extend(0, swapped_value, 0)

    def _extend(self, index: int, laid: int, used: int) -> None:
        """Choose what is added to the melds from this one of `order` on.

        Args:
            index: the position in `order`.
            laid: the points laid so far.
            used: the wilds used so far; which ones is left open.
        """
        self.nodes += 1
        if self.nodes > MAX_NODES:
            return
        if index == len(self.order):
            self._finish(laid, used)
            return
        if laid + self._could_lay(index) <= self.best_laid:
            return
        number = self.order[index]
        meld = self.melds[number]
        choices = list(self._choices(index, meld, used))
        choices.sort(key=self._worth, reverse=True)
        for addition in choices:
            for kind in addition.naturals:
                self.hand[kind] -= 1
                self.pool -= self.rules.is_wild[kind]
            self.additions.append((number, addition))
            if used + addition.wilds <= self.pool:  # a wild that is laid as itself stands for no other card
                worth = sum([self.points[kind] for kind in addition.naturals])
                self._extend(index + 1, laid + worth, used + addition.wilds)
            self.additions.pop()
            for kind in addition.naturals:
                self.hand[kind] += 1
                self.pool += self.rules.is_wild[kind]

    def _worth(self, addition: Addition) -> tuple[int, int]:
        return (sum([self.points[kind] for kind in addition.naturals]), -addition.wilds)

    def _choices(self, index: int, meld: Meld, used: int) -> Iterator[Addition]:
        rules = self.of_melds[self.order[index]]
        if meld.is_run:
            return run_additions(meld, self.hand, self.pool - used, rules)
        later = any(self.melds[number].rank == meld.rank for number in self.order[index + 1 :])
        return set_additions(meld, self.hand, rules, every=later or self._is_tight(), spare=self.needs_card)

    def _is_tight(self) -> bool:
        """Whether a set may be too small for all that would go on it."""
        return any(rules.set_max < NO_LIMIT for rules in self.of_melds)

    def _could_lay(self, index: int) -> int:
        """The most points that could still be laid."""
        hand = self.hand
        points = self.points
        ranks = {self.melds[number].rank for number in self.order[index:]}  # of runs -1, as the suits of sets
        suits = {self.melds[number].suit for number in self.order[index:]}
        is_wild = self.rules.is_wild
        could = 0
        for kind in range(JOKER):
            if hand[kind] and not is_wild[kind] and points[kind] > 0 and (kind // 13 in suits or kind % 13 in ranks):
                could += points[kind] * hand[kind]
        return could + sum([max(points[kind], 0) * hand[kind] for kind in self.rules.wild_kinds])

    def _finish(self, laid: int, used: int) -> None:
        """Add the wilds that are left where they fit, and keep what was found if it is better."""
        rules = self.rules
        wilds = [kind for kind in rules.wild_kinds for _ in range(self.hand[kind])]
        wilds.sort(key=self._dearest_first)
        left = sum(self.hand) - used
        most = left - 1 if self.needs_card else left
        if most < 0:
            return
        wanted = wilds[:used]
        owed = list(self.freed) if rules.swap_freed is SwapFreed.TO_TABLE else [0] * (JOKER + 1)
        for kind in wanted:
            owed[kind] -= 1
        for kind in wilds[used:]:
            if most and (self.points[kind] > 0 or owed[kind] > 0):
                wanted.append(kind)
                owed[kind] -= 1
                most -= 1
        room = self._room(len(wanted) - used)
        wanted = wanted[: used + len(room)]
        if any(self._is_owed(kind, wanted) for kind in rules.wild_kinds):
            return
        laid += sum([self.points[kind] for kind in wanted])
        if laid > self.best_laid:
            self.best_laid = laid
            self.best = (*self.swaps, *self._steps(wanted, room))

    def _dearest_first(self, kind: int) -> tuple[bool, int, int]:
        owed = self.rules.swap_freed is SwapFreed.TO_TABLE and self.freed[kind] > 0
        return (not owed, -self.points[kind], kind)

    def _is_owed(self, kind: int, wanted: list[int]) -> bool:
        return self.rules.swap_freed is SwapFreed.TO_TABLE and self.freed[kind] > wanted.count(kind)

    def _room(self, count: int) -> list[tuple[int, End | None]]:
        """Where so many further wilds can go, fewer when there is no more room."""
        places: list[tuple[int, End | None]] = []
        for number, addition in self.additions:
            if len(places) >= count:
                break
            size, naturals = addition.size, addition.naturals_at
            form, rules = self.melds[number].form, self.of_melds[number]
            most = form.most(rules)
            rooms: dict[End | None, int] = {End.HIGH: addition.room_high, End.LOW: addition.room_low, None: most}
            while len(places) < count and size < most:
                ends = [end for end in rooms if end in form.all_ends and rooms[end]]
                takes = [end for end in ends if form.takes_wild_at(end, naturals, size, rules)]
                if not takes:
                    break
                places.append((number, takes[0]))
                rooms[takes[0]] -= 1
                naturals = grown(naturals, takes[0])
                size += 1
        return places

    def _steps(self, wilds: list[int], room: list[tuple[int, End | None]]) -> Iterator[Lay]:
        taken = iter(wilds)
        for number, addition in self.additions:
            for card, end in addition.steps:
                yield Lay(next(taken) if card == WILD else card, number, end)
        for number, end in room:
            yield Lay(next(taken), number, end)

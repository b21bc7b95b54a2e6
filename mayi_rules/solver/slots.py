"""Slots: where runs may lie, and at which places of a run or set wilds may stand.

A contract is met by a *structure*: a list of slots, each a run at a place of a suit or a set of a rank, each of a
size. Whether a slot may have wilds at certain places is asked of the melds package (`may_stand`), place by place; the
fewest naturals that a size needs follow from its answers and are a bound, which tells the most there is to know only
where it does not matter which places are the wild ones (`Limits.is_count`).
"""

from __future__ import annotations

from itertools import combinations

from mayi_rules.cards import JOKER
from mayi_rules.melds.kinds.run import is_in_place
from mayi_rules.melds.legality import has_enough_naturals, may_be_all_wild, may_stand
from mayi_rules.melds.meld import Meld
from mayi_rules.profile.round_rules import RoundRules

LARGEST = 256
"""No meld is as large as this."""

LONGEST = 14
"""No run is longer: the whole suit, with an ace at either end."""


class Shape:
    """Where a run may lie in any suit: its places, the ranks they stand for, and the places as bits (0 to 13).

    Attributes:
        start: the place of the first card (0 for a low ace … 13 for a high one).
        length: the number of cards.
        ranks: the ranks in order; in a run of 14 the ace is there twice.
        span: the ranks as bits, the ace once.
    """

    __slots__ = ("length", "ranks", "span", "start")

    def __init__(self, start: int, length: int) -> None:
        self.start = start
        self.length = length
        self.ranks = tuple([(start + i) % 13 for i in range(length)])
        self.span = sum({1 << rank for rank in self.ranks})


def run_places(rules: RoundRules, length: int) -> list[int]:
    """The places at which a run of this length may start."""
    if not max(rules.run_min, 1) <= length <= min(rules.run_max, LONGEST):
        return []
    return [start for start in range(LONGEST) if is_in_place(start, length, rules)]


def shapes_of(rules: RoundRules, length: int) -> list[Shape]:
    """The shapes of this length."""
    return [Shape(start, length) for start in run_places(rules, length)]


class Limits:
    """What the rules of a round say about the wilds of runs and sets, as far as it has been asked.

    Attributes:
        run_least: by length, the fewest naturals of a run, wherever they stand: a bound; more than the length where
            there is no such run.
        set_least: the same for sets with naturals, by size.
    """

    __slots__ = ("_all_wild", "_allowed", "_by_count", "_minimal", "rules", "run_least", "set_least")

    def __init__(self, rules: RoundRules) -> None:
        self.rules = rules
        self._allowed: dict[tuple[int, int], bool] = {}
        self._all_wild: dict[int, bool] = {}
        self._by_count: dict[int, bool] = {}
        self._minimal: dict[int, tuple[int, ...]] = {}
        self.set_least = _least(rules, LARGEST, is_run=False)
        self.run_least = _least(rules, LONGEST + 1, is_run=True)

    def allows_run(self, length: int, naturals: int) -> bool:
        """Whether a run may have its naturals at these places (bits, the first card lowest) and wilds elsewhere."""
        key = (length, naturals)
        known = self._allowed.get(key)
        if known is None:
            meld = Meld(True, -1, 0, 0, bytes(length))
            known = self._allowed[key] = may_stand(meld, naturals, self.rules)
        return known

    def allows_all_wild(self, size: int) -> bool:
        """Whether a set of this size may consist of wilds only."""
        known = self._all_wild.get(size)
        if known is None:
            known = self._all_wild[size] = may_be_all_wild(Meld(False, -1, -1, -1, bytes(size)), self.rules)
        return known

    def is_count(self, length: int) -> bool:
        """Whether a run of this length is legal with every choice of as many naturals as it needs at least."""
        known = self._by_count.get(length)
        if known is None:
            known = self._by_count[length] = all(
                self.allows_run(length, sum([1 << place for place in places]))
                for places in combinations(range(length), self.run_least[length])
            )
        return known

    def minimal(self, length: int) -> tuple[int, ...]:
        """The legal choices of naturals of a run of this length of which no part is legal, as bits.

        More naturals in a legal run never make it illegal.
        """
        known = self._minimal.get(length)
        if known is None:
            found: list[int] = []
            for needed in range(self.run_least[length], length + 1):
                every = True
                smaller = list(found)
                for places in combinations(range(length), needed):
                    naturals = sum([1 << place for place in places])
                    if any(part & naturals == part for part in smaller):
                        continue
                    if self.allows_run(length, naturals):
                        found.append(naturals)
                    else:
                        every = False
                if every:
                    break
            known = self._minimal[length] = tuple(found)
        return known

    def is_needed(self, length: int, least: int) -> bool:
        """Whether a run of this length can be legal without any shorter part of it (`least` cards or more) being so.

        It is what a limit on wilds makes necessary (natural, wild, natural, wild, natural where wilds must be fewer).
        """
        if length == least:
            return True
        if self.run_least[length] > self.run_least[length - 1] and self.is_count(length - 1):
            return False  # without the natural at its end it is one
        ends = 1 | 1 << length - 1
        return any(
            naturals & ends == ends
            and not any(
                self.allows_run(size, naturals >> start & (1 << size) - 1)
                for size in range(least, length)
                for start in range(length - size + 1)
            )
            for naturals in self.minimal(length)
        )

    def needed_lengths(self, least: tuple[int, ...], most: int) -> list[int]:
        """The lengths that have to be looked at to tell whether runs of these least sizes can be laid."""
        shortest = min(least)
        if self.run_least[shortest] == 1 and self.is_count(shortest):
            return sorted(set(least))  # any part with a natural is a run
        return [
            length
            for length in range(shortest, most + 1)
            if any(length >= size and self.is_needed(length, size) for size in set(least))
        ]


def _least(rules: RoundRules, end: int, *, is_run: bool) -> tuple[int, ...]:
    """By size, the fewest naturals that are enough in number."""
    values = [1]
    for size in range(1, end):
        meld = Meld(is_run, 0, 0, 0, bytes(size))
        least = values[-1]
        while least <= size and not has_enough_naturals(meld, least, rules):
            least += 1
        while least > 1 and has_enough_naturals(meld, least - 1, rules):
            least -= 1
        values.append(least)
    return tuple(values)


def limits_of(rules: RoundRules) -> Limits:
    """The limits on wilds of these rules, kept with them."""
    known: Limits | None = rules.cache.get("limits")
    if known is None:
        known = rules.cache["limits"] = Limits(rules)
    return known


def split(counts: bytes, rules: RoundRules) -> tuple[list[int], list[int]]:
    """The cards of a hand (54 counts) as naturals (52 counts) and wilds (54 counts)."""
    natural = list(counts[:JOKER])
    wild = [0] * len(counts)
    for kind in rules.wild_kinds:
        wild[kind] = counts[kind]
        if kind < JOKER:
            natural[kind] = 0
    return natural, wild


def presence(counts: list[int], suit: int) -> int:
    """The places of a suit (0 to 13) for which a card is there, as bits; bit 14 for a second ace."""
    first = suit * 13
    mask = int(bytes(counts[first : first + 13][::-1]).translate(_AS_DIGITS), 2)
    if mask & 1:
        mask |= 1 << 14 | 1 << 13 if counts[first] > 1 else 1 << 13
    return mask


_AS_DIGITS = bytes([ord("0")] + [ord("1")] * 255)
"""Translates counts to a binary number: whether each card is there."""

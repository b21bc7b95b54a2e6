"""A quick look that rejects most hands: a lower bound on the wilds that any opening needs.

The counts of a hand are read as one long number with a byte for each kind, and whole suits are added, shifted and
compared at once. The bound holds under every rule: it asks for sets and runs of the least size only, looks at each
run by itself, and counts a card of a wild rank both as a natural in its own place and as a wild.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from mayi_rules.profile.choices import Ace
from mayi_rules.profile.round_rules import RoundRules

SUIT = 13
ALL = 52


def _every(value: int, count: int) -> int:
    """A number of so many bytes of this value."""
    return int.from_bytes(bytes([value]) * count, "little")


def _at_ranks(ranks: list[int]) -> int:
    """A mask of whole bytes: these ranks of every suit."""
    return sum(0xFF << 8 * (suit * SUIT + rank) for suit in range(4) for rank in ranks)


class Bound:
    """The numbers that the bound of one contract is computed with.

    Args:
        rules: the rules of the round.
        runs: the least sizes of the runs, ascending.
        sets: the least sizes of the sets, ascending.
    """

    __slots__ = (
        "around",
        "inside",
        "length",
        "natural",
        "pure",
        "runs",
        "sets",
        "sizes",
        "starts",
        "tops",
        "wild_kinds",
    )

    def __init__(self, rules: RoundRules, runs: tuple[int, ...], sets: tuple[int, ...]) -> None:
        self.wild_kinds = rules.wild_kinds
        self.natural = sum(0xFF << 8 * kind for kind in range(ALL) if rules.natural_use or not rules.is_wild[kind])
        self.pure = sum(0xFF << 8 * kind for kind in range(ALL) if not rules.is_wild[kind])
        self.sets = len(sets)
        size = max(sets[0], 1) if sets else 1
        self.sizes = [
            [_every(max(0, 0x80 - (times * size - missing)), SUIT) for times in range(1, len(sets) + 1)]
            for missing in range(size)
        ]
        self.tops = _every(0x80, SUIT)
        self.runs = len(runs)
        self.length = length = min(max(runs[0], 1), SUIT) if runs else 0
        lowest = 1 if rules.ace is Ace.HIGH else 0
        self.starts = _at_ranks(list(range(lowest, SUIT - length + 1)))
        over = {Ace.LOW: 0, Ace.AROUND_THE_CORNER: length - 1}.get(rules.ace, 1) if length > 1 else 0
        # a run that ends with `beyond` cards from the ace on: where it starts, and how far those cards are shifted
        self.around = [
            (beyond, _at_ranks([SUIT - length + beyond]), 8 * (SUIT - length + beyond)) for beyond in range(1, over + 1)
        ]
        self.inside = [_every(0x80 - present, ALL) for present in range(length, 0, -1)]

    def rejects(self, counts: bytes) -> bool:
        """Whether a hand (54 counts) holds fewer wilds than any opening needs."""
        needed = self.wilds(counts)
        for kind in self.wild_kinds:
            needed -= counts[kind]
        return needed > 0

    def scattered(self, counts: bytes) -> bool:
        """Whether the naturals of a hand lie in too many suits and ranks to be laid all at once.

        A run takes cards of one suit, a set cards of one rank: what lies outside the suits of the runs has to be of
        as few ranks as there are sets.
        """
        free = int.from_bytes(counts, "little") & self.pure
        suits = [(free >> 104 * suit) & _SUIT_MASK for suit in range(4)]
        held = [(suit + _PRESENT_SUIT & self.tops) >> 7 for suit in suits if suit]
        outside = len(held) - self.runs
        if outside <= 0:
            return not self.sets and self._gaps_are_too_many(counts, suits)
        for chosen in combinations(held, outside):
            ranks = 0
            for present in chosen:
                ranks |= present
            if ranks.bit_count() <= self.sets:
                return False
        return True

    def _gaps_are_too_many(self, counts: bytes, suits: list[int]) -> bool:
        """Whether runs alone cannot hold all cards, for the wilds do not fill the gaps between them."""
        wilds = sum([counts[kind] for kind in self.wild_kinds])
        needed = {0: 0}  # by the number of runs used so far, the fewest wilds
        for suit in suits:
            if suit:
                ranks = suit.to_bytes(SUIT, "little")
                size = sum(ranks)
                least = max((ranks[0] + 1) // 2, *ranks[1:])  # a run holds a card once, the ace perhaps at both ends
                gaps = _gaps((suit + _PRESENT_SUIT & self.tops) >> 7)
                further: dict[int, int] = {}
                for used, before in needed.items():
                    for runs in range(least, self.runs - used + 1):
                        cost = before + max(sum(gaps[runs:]), runs * self.length - size)
                        further[used + runs] = min(cost, further.get(used + runs, cost))
                needed = further
        return min(needed.values(), default=wilds + 1) > wilds

    def wilds(self, counts: bytes) -> int:
        """How many wilds an opening of these cards (54 counts) needs at the least."""
        cards = int.from_bytes(counts, "little") & self.natural
        needed = 0
        if self.sets:
            needed = self._for_sets(cards)
        if self.runs:
            needed += self.runs * self._for_a_run(cards)
        return needed

    def _for_sets(self, cards: int) -> int:
        halves = cards + (cards >> 208)
        ranks = (halves + (halves >> 104)) & ((1 << 104) - 1)
        tops = self.tops
        left = self.sets
        found = needed = missing = 0
        for sizes in self.sizes:
            before = found
            found = 0
            for size in sizes:
                found += (ranks + size & tops).bit_count()
            more = found - before
            if more >= left:
                return needed + missing * left
            needed += missing * more
            left -= more
            missing += 1
        return needed + missing * left

    def _for_a_run(self, cards: int) -> int:
        tops = _TOPS
        present = (cards + _PRESENT & tops) >> 7
        sums = [0, present]
        for step in range(1, self.length):
            sums.append(sums[step] + (present >> 8 * step))
        windows = sums[self.length] & self.starts
        for beyond, at, shift in self.around:
            windows += (sums[self.length - beyond] + (sums[beyond] << shift)) & at
        missing = 0
        for size in self.inside:
            if windows + size & tops:
                return missing
            missing += 1
        return missing


@cache
def _gaps(present: int) -> tuple[int, ...]:
    """The gaps between the ranks of a suit (a byte each, 1 where held), around the corner, the widest first."""
    places = [rank for rank in range(SUIT) if present >> 8 * rank & 1]
    following = [*places[1:], places[0] + SUIT]
    return tuple(sorted((after - before - 1 for before, after in zip(places, following, strict=True)), reverse=True))


_SUIT_MASK = (1 << 104) - 1
_PRESENT_SUIT = _every(0x7F, SUIT)
_TOPS = _every(0x80, ALL)
_PRESENT = _every(0x7F, ALL)

"""A quick look that rejects most hands of an all-cards round: naturals in too many suits and ranks to be laid at once.

The cards of a suit are one number with a byte for each rank, so that all ranks are looked at at once. The bound holds
under every rule: it asks how many melds the naturals need, and whether the wilds can fill the gaps between them.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver.plain import FILL, SUIT, TOPS

RANKS = 13


class Scatter:
    """The numbers that the bound of one contract is computed with.

    Args:
        rules: the rules of the round.
        runs: the least sizes of the runs, ascending.
        sets: the least sizes of the sets, ascending.
    """

    __slots__ = ("length", "natural", "runs", "sets", "wild_kinds")

    def __init__(self, rules: RoundRules, runs: tuple[int, ...], sets: tuple[int, ...]) -> None:
        self.wild_kinds = rules.wild_kinds
        self.natural = sum(0xFF << 8 * kind for kind in range(4 * RANKS) if not rules.is_wild[kind])
        self.sets = len(sets)
        self.runs = len(runs)
        self.length = min(max(runs[0], 1), RANKS) if runs else 0

    def rejects(self, counts: bytes) -> bool:
        """Whether the naturals of a hand lie in too many suits and ranks to be laid all at once.

        A run takes cards of one suit, a set cards of one rank: what lies outside the suits of the runs has to be of
        as few ranks as there are sets.
        """
        free = int.from_bytes(counts, "little") & self.natural
        suits = [(free >> 104 * suit) & SUIT for suit in range(4)]
        held = [(suit + FILL & TOPS) >> 7 for suit in suits if suit]
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
                ranks = suit.to_bytes(RANKS, "little")
                size = sum(ranks)
                least = max((ranks[0] + 1) // 2, *ranks[1:])  # a run holds a card once, the ace perhaps at both ends
                gaps = _gaps((suit + FILL & TOPS) >> 7)
                further: dict[int, int] = {}
                for used, before in needed.items():
                    for runs in range(least, self.runs - used + 1):
                        cost = before + max(sum(gaps[runs:]), runs * self.length - size)
                        further[used + runs] = min(cost, further.get(used + runs, cost))
                needed = further
        return min(needed.values(), default=wilds + 1) > wilds


@cache
def _gaps(present: int) -> tuple[int, ...]:
    """The gaps between the ranks of a suit (a byte each, 1 where held), around the corner, the widest first."""
    places = [rank for rank in range(RANKS) if present >> 8 * rank & 1]
    following = [*places[1:], places[0] + RANKS]
    return tuple(sorted((after - before - 1 for before, after in zip(places, following, strict=True)), reverse=True))

"""What runs and sets can be worth at most: the places and bounds of the search for the best opening."""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.melds.meld import ALL_WILD
from mayi_rules.solver.filling import Run
from mayi_rules.solver.plan import Plan, run_places

Place = tuple[int, Run, list[int]]
"""A place for a run: what the naturals there are worth, the run, and their weights, heaviest first."""


class Outlook:
    """What a list of places can offer from each position on.

    Attributes:
        needs: by position, the wilds that a run there needs at least.
        least_need: the same for the place that needs fewest from there on.
        price: what a wild is taken to cost, for a bound that counts the wilds as well.
        priced: by position, what the run is worth at most, less the price of its wilds.
        most_priced: the same for the best place from there on.
    """

    __slots__ = ("least_need", "most_priced", "needs", "price", "priced")

    def __init__(self, places: list[Place], price: int) -> None:
        self.needs = [run[2] - len(covered) for _, run, covered in places]
        self.least_need = list(self.needs)
        self.price = price
        self.priced = [place[0] - price * need for place, need in zip(places, self.needs, strict=True)]
        self.most_priced = list(self.priced)
        for index in range(len(places) - 2, -1, -1):
            self.least_need[index] = min(self.least_need[index], self.least_need[index + 1])
            self.most_priced[index] = max(self.most_priced[index], self.most_priced[index + 1])


def promising_places(
    plan: Plan, natural: Sequence[int], held: Sequence[int], weights: Sequence[int], most: int
) -> list[Place]:
    """The places at which a run may lie, most promising first.

    Args:
        plan: the contract.
        natural: the naturals of the hand, by kind.
        held: all its cards that may be laid, by kind.
        weights: by kind.
        most: the most cards that may be laid.
    """
    rules = plan.rules
    wilds = sum([held[kind] for kind in plan.wild_kinds])
    lengths: set[int] = set()
    for least in plan.runs:
        lengths |= set(range(least, min(plan.run_most(least), 14, most) + 1))
    places: list[Place] = []
    for length in sorted(lengths):
        for start in run_places(rules, length):
            for suit in range(4):
                kinds = [suit * 13 + (start + i) % 13 for i in range(length)]
                covered = [kind for kind in set(kinds) if natural[kind]]
                covered += [kind for kind in covered if kinds.count(kind) > 1 and natural[kind] > 1]
                able = len(covered)
                if plan.natural_use:
                    able += len([kind for kind in set(kinds) if rules.is_wild[kind] and held[kind]])
                if length - len(covered) <= wilds and able >= plan.quota[length]:
                    each = sorted([weights[kind] for kind in covered], reverse=True)
                    places.append((above(each), (suit, start, length), each))
    places.sort(key=_most_promising)
    return places


def wild_room(plan: Plan, wilds: int, naturals: int) -> int:
    """The most of so many wilds that a meld with so many naturals takes."""
    room = 0
    while room < wilds and plan.quota[naturals + room + 1] <= naturals:
        room += 1
    return room


def are_apart(runs: Sequence[Run], sets: Sequence[tuple[int, int]]) -> bool:
    """Whether no card of the hand could go to two of these melds."""
    of_sets = 0
    for rank, _ in sets:
        if rank != ALL_WILD:
            if of_sets >> rank & 1:
                return False
            of_sets |= 1 << rank
    of_suits = [of_sets, of_sets, of_sets, of_sets]
    for suit, start, length in runs:
        ranks = ((1 << length) - 1) << start
        ranks = (ranks | ranks >> 13) & 0x1FFF
        if of_suits[suit] & ranks:
            return False
        of_suits[suit] |= ranks
    return True


def above(weights: Sequence[int]) -> int:
    """The sum of the weights above nothing."""
    return sum([weight for weight in weights if weight > 0])


def heaviest(lists: list[list[int]]) -> list[int]:
    """Place by place the greatest weight of several lists that begin with their heaviest."""
    longest = max(map(len, lists), default=0)
    return [max([weights[i] for weights in lists if i < len(weights)]) for i in range(longest)]


def _most_promising(place: Place) -> tuple[int, int, Run]:
    return (-place[0], place[1][2], place[1])

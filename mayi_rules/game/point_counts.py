"""Choosing hidden cards that count a given number of points."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import comb

from mayi_rules.cards import drawn, shuffled

Choice = tuple[list[int], ...]
"""The cards chosen, by pool."""


def choose_counting(
    pools: Sequence[Sequence[int]], needs: Sequence[int], wanted: int, points: Sequence[int], rng: random.Random
) -> Choice | None:
    """So many cards of each pool that count together just the points wanted, at random; None when there are none.

    Cards of equal points are alike, so it is only chosen how many of each value are taken. In how many ways the values
    that are still to come make every sum is counted first, so every choice of cards is equally likely.

    Args:
        pools: the cards (kinds) that may be taken, by pool.
        needs: how many are taken of each pool.
        wanted: the points they count together.
        points: by kind; values below 0 are allowed.
        rng: where the choices come from.
    """
    lowest = min([points[card] for cards in pools for card in cards], default=0)
    values = [_by_value(cards, points, lowest) for cards in pools]
    rest = wanted - lowest * sum(needs)
    width = sum(map(len, pools)) + 1  # there are fewer ways than sets of cards
    ways, every = _counted(values, needs, width)
    if rest < 0 or not _of_sum(every, rest, width):
        return None
    chosen: list[list[int]] = []
    for by_value, after, need in zip(values, ways, needs, strict=True):
        taken: list[int] = []
        left = need
        for (value, cards), reach in zip(by_value, after, strict=True):
            counts = range(min(left, len(cards), rest // value if value else left) + 1)
            weights = [comb(len(cards), one) * _of_sum(reach[left - one], rest - value * one, width) for one in counts]
            count = drawn(counts, weights, rng)
            taken += shuffled(cards, rng)[:count]
            left -= count
            rest -= value * count
        chosen.append(taken)
    return tuple(chosen)


def _of_sum(counts: int, total: int, width: int) -> int:
    """The number of ways to make this sum."""
    return counts >> total * width & (1 << width) - 1


def _by_value(cards: Sequence[int], points: Sequence[int], lowest: int) -> list[tuple[int, list[int]]]:
    """The cards by what they count above the lowest value."""
    groups: dict[int, list[int]] = {}
    for card in cards:
        groups.setdefault(points[card] - lowest, []).append(card)
    return sorted(groups.items())


def _counted(
    values: Sequence[list[tuple[int, list[int]]]], needs: Sequence[int], width: int
) -> tuple[list[list[list[int]]], int]:
    """In how many ways every sum is made: behind each value, by how many cards the pool still needs, and at all.

    The counts of all sums are one long number, `width` bits for each sum.
    """
    ways: list[list[list[int]]] = []
    sums = 1
    for by_value, need in zip(reversed(values), reversed(needs), strict=True):
        reach = [sums, *[0] * need]
        behind: list[list[int]] = []
        for value, cards in reversed(by_value):
            behind.append(reach)
            here = []
            for left in range(need + 1):
                found = 0
                for count in range(min(left, len(cards)) + 1):
                    found += comb(len(cards), count) * (reach[left - count] << value * count * width)
                here.append(found)
            reach = here
        ways.append(behind[::-1])
        sums = reach[need]
    return ways[::-1], sums

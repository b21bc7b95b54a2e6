"""Choosing hidden cards that count what was told, against trying every choice."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from mayi_rules.game.point_counts import choose_counting

pytestmark = pytest.mark.slow


def every_sum(pools, needs, points):
    """What every choice of so many cards of each pool counts."""
    ways = [combinations(cards, need) for cards, need in zip(pools, needs, strict=True)]
    return {sum(points[card] for cards in choice for card in cards) for choice in product(*ways)}


@pytest.mark.parametrize("seed", range(300))
def test_cards_are_found_just_when_there_are_any_and_count_what_is_wanted(seed):
    rng = random.Random(seed)
    points = [rng.choice([-10, -2, 0, 1, 5, 5, 10, 13, 25, 49]) for _ in range(54)]
    pools = [[rng.randrange(53) for _ in range(rng.randint(0, 6))] for _ in range(rng.randint(1, 3))]
    needs = [rng.randint(0, len(cards)) for cards in pools]
    possible = every_sum(pools, needs, points)
    for wanted in {*possible, min(possible) - 1, max(possible) + 1, rng.randint(-60, 200)}:
        chosen = choose_counting(pools, needs, wanted, points, rng)
        assert (chosen is not None) == (wanted in possible)
        if chosen is not None:
            assert sum(points[card] for cards in chosen for card in cards) == wanted
            for cards, pool, need in zip(chosen, pools, needs, strict=True):
                assert len(cards) == need
                assert all(cards.count(card) <= pool.count(card) for card in cards)


def test_the_counts_of_large_hands_do_not_run_into_one_another():
    """Half of eight decks can be chosen in more than 2**400 ways."""
    rng = random.Random(5)
    points = [1 + kind % 13 for kind in range(54)]
    pack = [kind for kind in range(52) for _ in range(8)]
    chosen = choose_counting([pack], [len(pack) // 2], 1_500, points, rng)
    assert chosen is not None
    assert len(chosen[0]) == len(pack) // 2
    assert sum(points[card] for card in chosen[0]) == 1_500

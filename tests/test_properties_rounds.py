"""Whole rounds of random legal moves over random and bundled profiles keep every property."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from mayi_rules import bundled_profiles, load_profile
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_profiles import build_profile
from mayi_rules.testing.rounds import check_round

pytestmark = pytest.mark.slow

ROUNDS = 120
BATCHES = 10


@pytest.mark.parametrize("batch", range(BATCHES))
def test_rounds_over_random_profiles_keep_every_property(batch, factor):
    """`MAYI_PROPERTIES=20` makes 2,400 rounds of it."""
    ends = Counter()
    moves = Counter()
    for number in range(batch, ROUNDS * factor, BATCHES):
        choices = RandomChoices(random.Random(f"round {number}"))
        try:
            report = check_round(build_profile(choices), choices, percent=8)
        except Exception as error:
            error.add_note(f"round {number}: RandomChoices(random.Random('round {number}'))")
            raise
        ends[report.how] += 1
        moves += report.moves
    print(f"batch {batch}: {dict(ends)}, {dict(moves)}")
    assert sum(ends.values()) == ROUNDS * factor // BATCHES
    assert ends["out"] >= 1, "no round was won"
    assert ends["abandoned"] < 0.9 * sum(ends.values()), "nearly all rounds only reach the cap"
    assert set(ends) <= {"out", "idle", "exhausted", "nothing_to_draw", "abandoned"}
    assert {"open", "lay", "discard", "take", "stock", "may I", "pass"} <= set(moves)


@pytest.mark.parametrize("profile_id", sorted(bundled_profiles()))
def test_rounds_of_the_bundled_profiles_keep_every_property(profile_id, factor):
    profile = load_profile(profile_id)
    for number in range(len(profile.rounds) * factor):
        choices = RandomChoices(random.Random(f"{profile_id} {number}"))
        check_round(profile, choices, round_number=1 + number % len(profile.rounds), percent=4, cap=60)


def test_a_round_of_random_moves_is_the_same_for_the_same_choices():
    reports = []
    for _ in range(2):
        choices = RandomChoices(random.Random(3))
        reports.append(check_round(build_profile(choices), choices, percent=0))
    assert reports[0] == reports[1]

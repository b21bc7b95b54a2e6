"""Recorded games of every bundled profile, told for people, and the counts of move sequences stay what they are.

When a change is meant: `python -m tests.goldens`, then read the difference.
"""

from __future__ import annotations

import json

import pytest

from mayi_rules import bundled_profiles, load_profile, load_record
from tests.goldens.files import PERFT, counted, positions, record_file, text_file
from tests.goldens.perft import perft, slow_perft
from tests.goldens.playthrough import playthrough


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_the_recorded_game_is_told_as_before(profile_id):
    record = load_record(record_file(profile_id))
    assert record.profile.digest == load_profile(profile_id).digest, "the rules of the profile have changed"
    assert playthrough(record) == text_file(profile_id).read_text(encoding="utf-8")


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_as_many_sequences_of_moves_as_before(profile_id):
    assert counted(profile_id) == json.loads(PERFT.read_text(encoding="utf-8"))[profile_id]


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_an_independent_counter_counts_the_same(profile_id):
    for name, _, state in positions(profile_id):
        for depth in (1, 2, 3) if name == "deal" else (1, 2):
            assert slow_perft(state, depth) == perft(state, depth), (name, depth)

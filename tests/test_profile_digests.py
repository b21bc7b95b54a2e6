"""Digests of profiles: one for rules that are the same however they are written, another for any that differ."""

from __future__ import annotations

import json
import random

import pytest

from mayi_rules import ProfileError, load_profile
from mayi_rules.profile.digest import written_profile
from mayi_rules.profile.language.descriptions import rule_leaves
from mayi_rules.profile.language.plain import to_plain
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_profiles import build_profile, likely_values

WAYS = {
    "decks by players": {"pack.decks": {3: 2, 4: 2, 5: 2, 6: 2}},
    "jokers in all": {"pack.jokers": {"total": 4}},
    "jokers in all, by players": {"pack.jokers": {"total": {6: 4, 5: 4, 4: 4, 3: 4}}},
    "wilds in another order": {"pack.wild": ["2s", "joker", "2h", "2d", "2c"]},
    "a group of points": {"scoring.points": {"pips": "face", "faces": 10}},
    "the points of a card as those of its rank": {"scoring.points": {"Kh": 10}},
    "a default": {"buying.penalty_cards": 1},
    "a default in a round": {"rounds.3.rules.buying.penalty_cards": 1},
    "what the game says, in a round": {"rounds.2.rules.opening.size": "at_least"},
    "a choice with its defaults": {"buying.block": {"call": "Shanghai", "who": "nearer"}},
    "the defaults of a choice in a round": {"rounds.1.rules.buying.block": {"who": "nearer"}},
}


@pytest.mark.parametrize("way", WAYS)
def test_rules_that_are_written_otherwise_have_the_same_digest_and_no_difference(way: str) -> None:
    plain = {"pack.decks": 2, "pack.jokers": {"per_deck": 2}, "pack.wild": ["joker", "2"], "buying.block": {}}
    game = load_profile("petras").override({**plain, "scoring.points": {"pips": "face"}})
    same = game.override(WAYS[way])
    assert same.digest == game.digest
    assert game.diff(same) == []


def test_random_profiles_have_one_digest_only_where_they_do_not_differ() -> None:
    equal = different = 0
    for number in range(60):
        choices = RandomChoices(random.Random(f"digest {number}"))
        game = build_profile(choices)
        written = json.loads(json.dumps(written_profile(game)))
        again = load_profile(written)
        assert again == game
        assert again.digest == game.digest
        for _ in range(6):
            path = choices.pick(list(rule_leaves()))
            place = choices.pick(["", "rounds.1.rules."]) + path
            values = json.loads(json.dumps(written))
            *sections, last = place.replace("rounds.1", "rounds").split(".")
            below = values
            for section in sections:
                below = below["rounds"][0] if section == "rounds" else below.setdefault(section, {})
            below[last] = to_plain(choices.pick(likely_values(path)))
            try:
                other = load_profile(values)
            except ProfileError:
                continue  # this value does not go with the others
            assert (other.digest == game.digest) == (game.diff(other) == []), place
            equal += other.digest == game.digest
            different += other.digest != game.digest
    assert equal > 20
    assert different > 60

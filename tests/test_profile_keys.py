"""What stands beside a key is complete: nothing of a new key is forgotten without a word."""

from __future__ import annotations

import pytest

from mayi_rules.profile.language.descriptions import all_keys, describe, key_data_of, rule_leaves
from mayi_rules.profile.language.plain import to_plain
from mayi_rules.profile.resolution import rule_names
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.profile.sheets.page import keys_of
from mayi_rules.profile.sheets.sentences import is_rule
from mayi_rules.testing.random_profiles import likely_values

WORKED_OUT = {
    "wilds.min_naturals": "0 means 1 there",
    "buying.block": "three rules: its call, who may block, and which buys",
    "buying.allowed": "it may be said by number of players",
    "buying.penalty_cards": "a number, or one for each buy",
    "scoring.points": "they are said by rank, and hold by card",
    "scoring.down_and_out": "it is a mapping, or null, which is no limit",
}
"""Keys of a round whose values do not go into its rules as they are."""


@pytest.mark.parametrize("key", rule_leaves())
def test_a_key_of_a_round_has_its_name_in_the_rules_of_the_round(key):
    names = rule_names()
    assert (key in names) is not (key in WORKED_OUT), f"write rule=… beside {key}, and the field in RoundRules"
    if key in names:
        assert names[key] in RoundRules.__annotations__, f"RoundRules has no field {names[key]} for {key}"


@pytest.mark.parametrize("key", rule_leaves())
def test_random_profiles_know_its_values(key):
    values = [to_plain(value) for value in likely_values(key)]
    info = describe(key)
    assert len({repr(value) for value in values}) > 1, values
    assert set(info.choices) <= set(map(str, values)), "a value that no random profile has is never tried"
    assert info.default in values, "the default is never tried"


@pytest.mark.parametrize("key", [one for one in all_keys() if is_rule(one)])
def test_it_says_what_it_means_to_players(key):
    assert (
        key_data_of(key).sentence is not None or key == "rounds" or key.startswith(("rounds.rules", "rounds.pack"))
    ), key


def test_every_key_stands_on_the_sheet_with_its_section():
    shown = {key for section in {one.partition(".")[0] for one in all_keys()} for key in keys_of(section)}
    blocks = {one.rpartition(".")[0] for one in all_keys()}
    assert {one for one in all_keys() if "." in one and one.rpartition(".")[0] not in all_keys()} <= shown | blocks

"""Override, difference, digest, writing, and the promises of an immutable value."""

import copy
import json
import pickle

import pytest

from mayi_rules.errors import ProfileError
from mayi_rules.profile.load import bundled_profiles, dump_profile, load_profile
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.resolution import round_rules

PETRAS = load_profile("petras")


def rules_of(changes):
    with pytest.raises(ProfileError) as caught:
        PETRAS.override(changes)
    return [fault.rule for fault in caught.value.faults]


def test_override_takes_key_paths_and_nested_mappings():
    house = PETRAS.override(
        {
            "buying.penalty_cards": 2,
            "buying": {"chain": False},
            "rounds.7.contract": ["run", {"run": 5}],
            "rounds.7.rules.opening.size": "exact",
            "rounds": {1: {"deal": 11}},
        },
        id="our-house",
    )
    assert [str(change) for change in PETRAS.diff(house)] == [
        "buying.penalty_cards: 1 → 2",
        "buying.chain: true → false",
        "rounds.1.deal: 10 → 11",
        "rounds.7.contract: [run, run, run] → [run, {run: 5}]",
        "rounds.7.rules.opening.size: at_least → exact",
    ]
    assert (house.id, house.name) == ("our-house", "our-house")


def test_override_keeps_the_id_and_name_when_none_is_given():
    house = PETRAS.override({"buying.penalty_cards": 2})
    assert (house.id, house.name) == (PETRAS.id, PETRAS.name)


def test_override_knows_where_values_come_from():
    house = PETRAS.override({"buying.penalty_cards": 2})
    assert str(house.sources["buying.penalty_cards"]) == "override"
    assert house.sources["buying.chain"] == PETRAS.sources["buying.chain"]
    assert house.override({"buying.chain": False}).sources["buying.penalty_cards"].label == "override"


def test_override_tells_all_faults():
    assert sorted(rules_of({"buying.penalty_crads": 2, "opening.size": "exct", "melds.set.min": 1})) == [
        "schema.choice",
        "schema.range",
        "schema.unknown_key",
    ]


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"buying.chain": True, "buying": {"chain": False}}, "override.twice"),
        ({"rounds": [], "rounds.1.deal": 3}, "override.twice"),
        ({"extends": "pagat"}, "override.extends"),
        ({"rounds.8.deal": 12}, "inheriting.no_such_round"),
        ({"melds.run.ace": "high"}, "consistency.run_too_long"),
        ({"buying.chain": 1}, "schema.type"),
        ({"id": "Not An Id"}, "schema.text"),
        ({".".join(["a"] * 100): 1}, "schema.unknown_key"),
        ({".".join(["a"] * 10_000): 1}, "reading.key"),
        ({"buying..chain": 1}, "schema.unknown_key"),
        ({"": 1}, "schema.unknown_key"),
        ({3.5: 1}, "reading.key"),
    ],
)
def test_override_refuses(changes, rule):
    assert rule in rules_of(changes)


def test_an_override_that_changes_nothing_is_equal():
    assert PETRAS.override({}) == PETRAS
    assert PETRAS.override({"buying.penalty_cards": 1}).digest == PETRAS.digest


def test_override_does_not_change_what_it_is_given():
    changes = {"buying": {"chain": False}, "buying.penalty_cards": 2}
    kept = copy.deepcopy(changes)
    PETRAS.override(changes)
    assert changes == kept


def test_names_and_notes_are_no_difference():
    house = PETRAS.override({"name": "x", "notes": [], "sources": [], "summary": "y"}, id="z")
    assert PETRAS.diff(house) == []
    assert house.digest == PETRAS.digest
    assert house != PETRAS


@pytest.mark.parametrize(
    ("changes", "differs"),
    [
        ({"pack.decks": {3: 2, 4: 2, 5: 3, 6: 3, 7: 4}}, False),
        ({"pack.jokers": {"total": {3: 4, 4: 4, 5: 6, 6: 6}}}, False),
        ({"pack.jokers": {"total": 6}}, True),
        ({"rounds.2.rules.opening.size": "at_least"}, False),
        ({"rounds.2.rules.opening.size": "exact"}, True),
        ({"scoring.points.2s": 2}, False),
        ({"scoring.points.2s": 3}, True),
        ({"rounds.1.contract": [{"set": 3}, {"set": 3}]}, True),
        ({"players.max": 5}, True),
    ],
)
def test_the_digest_and_the_difference_agree(changes, differs):
    house = PETRAS.override(changes)
    assert bool(PETRAS.diff(house)) is differs
    assert (PETRAS.digest != house.digest) is differs


def test_rounds_that_only_one_profile_has_are_shown():
    changes = [str(change) for change in load_profile("pagat").diff(load_profile("progressive"))]
    assert "rounds.10.contract: null → [set, set, run, run]" in changes
    assert "rounds.7.rules.opening.all_cards: true → false" in changes


def test_every_pair_of_bundled_profiles_differs():
    profiles = [load_profile(one) for one in bundled_profiles()]
    assert len({one.digest for one in profiles}) == len(profiles)
    for first in profiles:
        for second in profiles:
            assert bool(first.diff(second)) == (first is not second)


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_a_written_profile_loads_again(profile_id, tmp_path):
    profile = load_profile(profile_id)
    file = tmp_path / "copy.yaml"
    file.write_text(dump_profile(profile), encoding="utf-8")
    again = load_profile(file)
    assert again == profile
    assert hash(again) == hash(profile)
    assert again.digest == profile.digest
    assert "extends" not in again.to_dict()


def test_texts_that_look_like_numbers_are_written_in_quotes(tmp_path):
    odd = [
        "010",
        "0o17",
        "1:30",
        "yes",
        "null",
        "~",
        "",
        "- a",
        "a: b",
        "# x",
        "é\n\tü",
        "🂡",
        "1e999",
        "<<",
        "!x",
        "&a",
    ]
    house = PETRAS.override({"notes": odd, "name": "on", "summary": "'\""})
    file = tmp_path / "copy.yaml"
    file.write_text(dump_profile(house), encoding="utf-8")
    assert load_profile(file) == house


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_plain_values_survive_json(profile_id):
    profile = load_profile(profile_id)
    plain = profile.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert Profile.from_dict(plain) == profile
    assert Profile.from_dict(plain, label="record").sources["buying.chain"].label == "record"


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_profiles_pickle_with_their_sources(profile_id):
    profile = load_profile(profile_id)
    again = pickle.loads(pickle.dumps(profile))
    assert again == profile
    assert dict(again.sources) == dict(profile.sources)
    assert copy.deepcopy(profile) == profile


def test_profiles_are_immutable_to_the_ground():
    with pytest.raises(AttributeError):
        PETRAS.id = "x"
    with pytest.raises(AttributeError):
        PETRAS.buying.chain = False
    with pytest.raises(TypeError):
        PETRAS.scoring.points["K"] = 3
    with pytest.raises(AttributeError):
        PETRAS.scoring.points._values = {}
    with pytest.raises(TypeError):
        PETRAS.sources["id"] = None
    PETRAS.to_dict()["buying"]["chain"] = False
    assert PETRAS.buying.chain


def test_sources_are_no_part_of_equality():
    assert Profile.from_dict(PETRAS.to_dict()) == PETRAS
    assert hash(Profile.from_dict(PETRAS.to_dict())) == hash(PETRAS)


def test_profile_errors_pickle():
    with pytest.raises(ProfileError) as caught:
        PETRAS.override({"buyng": 1})
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.faults == caught.value.faults
    assert str(again) == str(caught.value)


def test_the_digest_follows_the_rules_there_and_back():
    house = PETRAS.override({"buying.penalty_cards": 2})
    assert len(PETRAS.digest) == 64
    assert PETRAS.digest != house.digest
    assert house.override({"buying.penalty_cards": 1}).digest == PETRAS.digest
    assert round_rules(PETRAS, 4, 1) is round_rules(PETRAS.override({}), 4, 1)

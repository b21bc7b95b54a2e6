"""What the linter advises, and that it keeps quiet about the bundled profiles."""

import pytest

from mayi_rules.profile.checks.dormancy import dormant_keys
from mayi_rules.profile.load import bundled_profiles, lint_profile, load_profile
from mayi_rules.profile.loading.bundled import bundled_file


def advice(changes, base="petras"):
    result = lint_profile({"extends": base} | changes)
    assert result.errors == ()
    return [(one.rule.removeprefix("advice."), one.path) for one in result.advice]


@pytest.mark.parametrize("profile_id", [one for one in bundled_profiles() if one != "progressive"])
def test_bundled_profiles_get_no_advice(profile_id):
    assert lint_profile(profile_id).advice == ()


def test_round_10_of_progressive_needs_a_buy():
    (one,) = lint_profile("progressive").advice
    assert one.rule == "advice.needs_buys"
    assert one.path == "rounds.10.contract"
    assert "14 cards" in one.message
    assert "13 after drawing" in one.message
    assert "without 1 buy" in one.message


@pytest.mark.parametrize(
    ("base", "changes", "expected"),
    [
        ("pagat", {"going_out": {"discard": "required"}}, ("masked", "going_out.discard")),
        ("petras", {"wilds": {"swap": {"who": "opened"}}}, ("dormant", "wilds.swap.who")),
        ("petras", {"wilds": {"min_naturals": 0}}, ("dormant", "wilds.min_naturals")),
        ("petras", {"wilds": {"natural_use": True}}, ("dormant", "wilds.natural_use")),
        (
            "petras",
            {"buying": {"chain": False, "same_buyer_again": True}},
            ("dormant", "buying.same_buyer_again"),
        ),
        ("petras", {"deal": {"upcard": False}, "buying": {"upcard": False}}, ("dormant", "buying.upcard")),
        ("petras", {"stock": {"when_empty": "end", "keep_top": False}}, ("dormant", "stock.keep_top")),
        ("petras", {"laying_off": {"when": "never", "whose": "own"}}, ("dormant", "laying_off.whose")),
        (
            "petras",
            {"players": {"max": 4}, "pack": {"decks": {3: 2, 4: 3, 5: 4}}},
            ("dormant", "pack.decks.5"),
        ),
        (
            "petras",
            {"players": {"max": 4}, "pack": {"jokers": {"total": {3: 2, 4: 3, 5: 4}}}},
            ("dormant", "pack.jokers.total.5"),
        ),
        (
            "petras",
            {"rounds": {1: {"rules": {"melds": {"same_suit_runs": "not_adjacent"}}}}},
            ("dormant", "rounds.1.rules.melds.same_suit_runs"),
        ),
        (
            "petras",
            {"pack": {"wild": [], "jokers": {"total": 0}}, "scoring": {"points": {"joker": 3}}},
            ("dormant", "scoring.points.joker"),
        ),
        ("petras", {"buying": {"allowed": False, "per_round": 2}}, ("buying_off", "buying.per_round")),
        ("petras", {"buying": {"allowed": False, "block": {"call": "Stop"}}}, ("buying_off", "buying.block")),
        ("petras", {"rounds": {3: {"contract": ["run", "run", "run"]}}}, ("needs_buys", "rounds.3.contract")),
        (
            "petras",
            {"rounds": {3: {"contract": ["run", "run", "run"], "rules": {"buying": {"allowed": False}}}}},
            ("needs_buys", "rounds.3.contract"),
        ),
        (
            "petras",
            {"wilds": {"swap": {"out_of": "runs"}}, "rounds": [{"deal": 10, "contract": ["set", "set"]}]},
            ("swap_never", "wilds.swap.out_of"),
        ),
        (
            "petras",
            {"wilds": {"swap": {"out_of": "any"}, "per_meld": 0}},
            ("swap_never", "wilds.swap.out_of"),
        ),
        ("petras", {"pack": {"wild": ["2"]}}, ("joker_not_wild", "pack.wild")),
        ("petras", {"buying": {"penalty_cards": 1}}, ("repeats", "buying.penalty_cards")),
        ("petras", {"irregularities": "none"}, ("repeats", "irregularities")),
        ("petras", {"scoring": {"points": {"faces": 10}}}, ("repeats", "scoring.points.faces")),
        ("petras", {"scoring": {"points": {"K": 10}}}, ("repeats", "scoring.points.K")),
        ("petras", {"pack": {"decks": {3: 2, 4: 2, 5: 3, 6: 3}}}, ("repeats", "pack.decks")),
        (
            "pagat",
            {"rounds": {7: {"rules": {"opening": {"all_cards": True}}}}},
            ("repeats", "rounds.7.rules.opening.all_cards"),
        ),
        ("pagat", {"rounds": {7: {"deal": 12}}}, ("repeats", "rounds.7.deal")),
    ],
)
def test_advice(base, changes, expected):
    assert expected in advice(changes, base)


@pytest.mark.parametrize(
    ("base", "changes"),
    [
        ("petras", {"buying": {"penalty_cards": 2}}),
        ("petras", {"scoring": {"points": {"faces": 5}}}),
        ("petras", {"buying": {"allowed": False}}),
        ("petras", {"wilds": {"swap": {"out_of": "runs", "who": "opened"}}}),
        (
            "pagat",
            {
                "going_out": {"discard": "required"},
                "rounds": {7: {"rules": {"going_out": {"discard": "optional"}}}},
            },
        ),
        ("pagat", {"opening": {"size": "at_least"}}),
        ("petras", {"melds": {"run": {"max": 13, "ace": "high"}}}),
    ],
)
def test_no_advice_where_there_is_nothing_to_say(base, changes):
    assert advice(changes, base) == []


def test_advice_says_when_nobody_can_open():
    changes = {"extends": "petras", "rounds": {7: {"contract": ["run"] * 4}}, "buying": {"allowed": False}}
    messages = [one.message for one in lint_profile(changes).advice if one.rule == "advice.needs_buys"]
    assert len(messages) == 1
    assert "16 cards and one to discard" in messages[0]
    assert "without 2 buys" in messages[0]
    assert "nobody can open" in messages[0]


def test_advice_is_about_the_file_itself(tmp_path):
    base, house = tmp_path / "base.yaml", tmp_path / "house.yaml"
    base.write_text("profile: 1\nid: base\nextends: petras\nwilds: {swap: {who: opened}}\n")
    house.write_text("profile: 1\nid: house\nextends: base.yaml\nbuying: {penalty_cards: 2}\n")
    assert [one.rule for one in lint_profile(base).advice] == ["advice.dormant"]
    assert lint_profile(house).advice == ()


@pytest.mark.parametrize(("change", "rules"), [("buying: {penalty_cards: 2}\n", "other"), ("", "the same")])
def test_the_id_of_a_bundled_profile_is_taken(tmp_path, change, rules):
    file = tmp_path / "mine.yaml"
    file.write_text(f"profile: 1\nid: petras\nextends: petras\n{change}")
    (one,) = lint_profile(file).advice
    assert (one.rule, one.path, str(one.source)) == ("advice.taken_id", "id", "mine.yaml:2:1")
    assert f"with {rules} rules" in one.message


def test_a_bundled_profile_has_its_own_id():
    for name in bundled_profiles():
        for source in (name, bundled_file(name), str(bundled_file(name))):
            assert not [one for one in lint_profile(source).advice if one.rule == "advice.taken_id"]


def test_every_advice_has_a_place(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(
        "profile: 1\nid: mine\nextends: pagat\n"
        "players: {max: 4}\npack:\n  decks: {3: 2, 4: 2, 9: 3}\n"
        "buying:\n  allowed: false\n  per_round: 2\n"
        "going_out: {discard: required}\n"
    )
    found = [(str(one.source), one.rule) for one in lint_profile(file).advice]
    assert found == [
        ("mine.yaml:6:23", "advice.dormant"),
        ("mine.yaml:9:3", "advice.buying_off"),
        ("mine.yaml:10:13", "advice.masked"),
    ]


def test_dormant_keys_are_those_without_effect():
    petras = dormant_keys(load_profile("petras"))
    swaps = {f"wilds.swap.{name}" for name in ("who", "whose", "which", "freed")}
    assert set(petras) == {"wilds.natural_use", "buying.carry_over"} | swaps
    off = dormant_keys(load_profile("petras").override({"buying.allowed": False}))
    assert "buying.allowed" not in off
    assert {"buying.who", "buying.chain", "buying.block"} <= set(off)
    none = dormant_keys(load_profile("petras").override({"buying.per_round": 0}))
    assert "buying.per_round" not in none
    assert "buying.allowed" not in none
    assert "buying.who" in none

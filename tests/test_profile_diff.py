"""What differs between two profiles, in words, and the command that says so."""

from __future__ import annotations

import json

import pytest

from mayi_rules.profile.load import bundled_profiles, load_profile
from mayi_rules.profile.sheets.changes import changes_in_words, told_changes
from mayi_rules.profile.sheets.sheet import difference_sheet

pytest.importorskip("click")
from click.testing import CliRunner

from mayi_rules.cli.app import app

PETRAS = load_profile("petras")


def invoke(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == code, result.output
    return result.output


def test_each_change_has_both_sentences() -> None:
    (change,) = told_changes(PETRAS, PETRAS.override({"buying.penalty_cards": 2}))
    assert str(change.change) == "buying.penalty_cards: 1 → 2"
    assert "one penalty card" in change.before
    assert "two penalty cards" in change.after
    assert not change.is_dormant


def test_dormant_changes_are_marked() -> None:
    (change,) = told_changes(PETRAS, PETRAS.override({"wilds.swap.who": "opened"}))
    assert change.is_dormant
    assert change.dormant_after == "nothing can be swapped"
    changes = told_changes(PETRAS, PETRAS.override({"wilds.swap": {"out_of": "runs", "who": "opened"}}))
    assert [(one.change.key, bool(one.dormant_before), bool(one.dormant_after)) for one in changes] == [
        ("wilds.swap.out_of", False, False),
        ("wilds.swap.who", True, False),
    ]
    late = PETRAS.override({"rounds.2.rules.buying.allowed": False})
    (rule,) = told_changes(late, late.override({"rounds.2.rules.buying.chain": False}))
    assert rule.is_dormant


def test_a_round_s_own_rule_that_says_what_holds_anyway_is_no_difference_there() -> None:
    first = PETRAS.override({"rounds.1.rules.opening.take_back": False})
    second = first.override({"opening.take_back": True})
    keys = [one.change.key for one in told_changes(first, second)]
    assert keys == ["opening.take_back"]
    back = [str(one.change) for one in told_changes(second, first)]
    assert back == ["opening.take_back: true → false"]


def test_the_same_change_of_several_rounds_is_one_line() -> None:
    shanghai = load_profile("shanghai")
    assert shanghai.base is not None
    lines = [line.text for line in changes_in_words(told_changes(shanghai.base, shanghai))]
    assert "Rounds 1 to 3: Each player is dealt eleven cards. (There: Each player is dealt ten cards.)" in lines
    assert "Rounds 4 to 7: Each player is dealt eleven cards. (There: Each player is dealt twelve cards.)" in lines


def test_rounds_that_only_one_profile_has() -> None:
    lines = difference_sheet(load_profile("pagat"), load_profile("progressive"))
    assert "Round 8: The contract is four sets. (There: There is no such round.)" in lines


@pytest.mark.parametrize("first", bundled_profiles())
@pytest.mark.parametrize("second", bundled_profiles())
def test_no_change_says_the_same_twice(first: str, second: str) -> None:
    for one in told_changes(load_profile(first), load_profile(second)):
        assert one.before != one.after


def test_the_command_prints_keys_and_words() -> None:
    text = invoke("diff", "pagat", "liverpool")
    cut = "deal.cut_bonus: null → {score: -50, targets: with_upcard}"
    assert text.startswith(f"{cut}\n    pagat: Nobody scores for the way")
    assert text.endswith("1 difference\n")
    assert invoke("diff", "petras", "petras") == "0 differences\n"


def test_the_command_for_machines_and_for_players() -> None:
    found = json.loads(invoke("diff", "pagat", "liverpool", "--json"))
    assert found[0]["key"] == "deal.cut_bonus"
    assert found[0]["after"] == {"score": -50, "targets": "with_upcard"}
    assert found[0]["dormant"] is False
    sheet = invoke("diff", "pagat", "liverpool", "--sheet")
    assert "Liverpool Rummy differs from Contract Rummy, the standard game in:" in sheet
    assert "cut_bonus" not in sheet
    assert "played by the same rules" in invoke("diff", "petras", "petras", "--sheet")


def test_the_command_marks_what_has_no_effect(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "house.yaml"
    file.write_text("profile: 1\nid: house\nextends: petras\nwilds: {swap: {who: opened}}\n")
    text = invoke("diff", "petras", str(file))
    assert "(no effect: nothing can be swapped)" in text
    assert "1 difference, 1 of them without effect" in text
    assert "no bundled profile" in CliRunner().invoke(app, ["diff", "petras", "nosuch"]).output


def test_the_sheet_command() -> None:
    assert invoke("sheet", "petras") == PETRAS.rule_sheet()
    assert invoke("sheet", "petras", "--format", "txt", "--players", "4", "--keys") == PETRAS.rule_sheet(
        "txt", players=4, keys=True
    )
    assert invoke("sheet", "petras", "--format", "html").startswith("<!DOCTYPE html>")
    assert "3 to 6 players, not for 9" in invoke("sheet", "petras", "--players", "9", code=2)

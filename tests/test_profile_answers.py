"""What people get for an answer who write another syntax, wish for another rule, or look for a word."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mayi_rules.cli.app import app
from mayi_rules.documents.yaml_reader import in_yaml_instead
from mayi_rules.profile.key_search import find_keys
from mayi_rules.profile.language.descriptions import all_keys
from mayi_rules.profile.load import bundled_profiles, lint_profile
from mayi_rules.profile.loading.wishes import cannot_say

HEAD = "profile: 1\nid: house\nextends: petras\n"


def mayi(*args: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, list(args))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("penalty_cards = 2\n", "`penalty_cards: 2`"),
        ("a = 1\nb = 2\n", "`a: 1`"),
        ("[buying]\npenalty_cards = 2\n", "`buying:`"),
        (HEAD + "[buying]\npenalty_cards = 2\n", "`buying:`"),
        (HEAD + "buying:\n  penalty_cards=2\n", "`penalty_cards: 2`"),
        (HEAD + "buying:\n  penalty_cards:2\n", "`penalty_cards: 2`"),
        (HEAD + "buying.penalty_cards: 2\n", "buying: {penalty_cards: …}"),
        (HEAD + "wilds.swap.out_of: runs\n", "wilds: {swap: {out_of: …}}"),
    ],
)
def test_another_syntax_is_answered_with_what_to_write(folder: Path, text: str, instead: str) -> None:
    (folder / "house.yaml").write_text(text, "utf-8")
    result = lint_profile("house.yaml")
    assert any(instead in fault.message for fault in result.errors), result.errors


def test_yaml_is_not_taken_for_another_syntax() -> None:
    for text in ("a: 1", "- set", "name: a = b", "{a: 1}", "url: http://x", "time: 1:30", "# [x]", "12:30", ""):
        assert in_yaml_instead(text) is None, text


@pytest.mark.parametrize("word", ["teams", "payments", "Partner", "minimum_points", "opening points", "skip cards"])
def test_a_wish_that_the_language_cannot_say_is_called_so(folder: Path, word: str) -> None:
    for where in (f"{word}: 1\n", f"scoring:\n  {word}: 1\n"):
        (folder / "house.yaml").write_text(HEAD + where, "utf-8")
        (fault,) = lint_profile("house.yaml").errors
        assert "the language cannot say this: " in fault.message
        assert "did you mean" not in fault.message
    assert "cannot say this" in mayi("explain", *word.split(), code=2).stderr


def test_no_key_is_a_wish_that_cannot_be_said() -> None:
    for path in all_keys():
        assert not any(map(cannot_say, path.split("."))), path


@pytest.mark.parametrize("base", ["petra", "./nowhere.yaml"])
def test_a_file_of_an_unknown_parent_is_wrong_itself(folder: Path, base: str) -> None:
    (folder / "house.yaml").write_text(f"profile: 1\nid: house\nextends: {base}\n", "utf-8")
    (fault,) = lint_profile("house.yaml").errors
    assert str(fault.source) == "house.yaml:3:10"
    assert "cannot be read" not in mayi("lint", "house.yaml", code=1).output
    mayi("sheet", "house.yaml", code=1)
    mayi("lint", base, code=2)


def test_a_file_of_another_kind_is_called_by_its_name(folder: Path) -> None:
    (folder / "x.yaml").write_text("scenario: 1\nprofile: petras\ncases: []\n", "utf-8")
    (fault,) = lint_profile("x.yaml").errors
    assert "scenario run" in fault.message
    (folder / "x.yaml").write_text("record: 1\nseats: [A, B, C]\n", "utf-8")
    (fault,) = lint_profile("x.yaml").errors
    assert "mayi replay" in fault.message


def test_a_step_without_a_seat_is_answered_with_one(folder: Path) -> None:
    text = "scenario: 1\nprofile: petras\ncases:\n- {name: x, cites: x, seats: [A, B, C], play: [stock]}\n"
    (folder / "x.yaml").write_text(text, "utf-8")
    assert "{A: stock}" in mayi("scenario", "run", "x.yaml", code=1).output


def advised(changes: str) -> list[str]:
    return [one.path for one in lint_profile(folder_file(changes)).advice if one.rule == "advice.repeats"]


def folder_file(changes: str) -> str:
    Path("house.yaml").write_text(HEAD + changes, "utf-8")
    return "house.yaml"


@pytest.mark.usefixtures("folder")
def test_a_repeated_value_is_told_only_where_its_whole_block_repeats() -> None:
    assert advised("buying: {penalty_cards: 1}\n") == ["buying.penalty_cards"]
    assert advised("buying: {penalty_cards: 1, per_round: 3}\n") == []
    assert advised("buying: {penalty_cards: 1}\nmelds: {same_rank_sets: false}\n") == ["buying.penalty_cards"]
    assert advised("melds: {set: {min: 3}, run: {min: 3, ace: low_or_high}}\n") == ["melds.set.min"]
    assert advised("rounds: {7: {rules: {opening: {size: at_least, all_cards: false}}}}\n") == [
        "rounds.7.rules.opening.size",
        "rounds.7.rules.opening.all_cards",
    ]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("jokers", "pack.jokers"),
        ("penalty cards", "buying.penalty_cards"),
        ("penalty_cards", "buying.penalty_cards"),
        ("may i", "buying.allowed"),
        ("reshuffle", "stock.when_empty"),
        ("K-A-2", "melds.run.ace"),
        ("ACE", "melds.run.ace"),
    ],
)
def test_keys_are_found_by_what_people_call_the_thing(words: str, first: str) -> None:
    assert find_keys(words)[0].path == first
    assert first in mayi("explain", *words.split()).stdout


def test_looking_for_nothing_finds_nothing() -> None:
    assert not find_keys("qwertz")
    assert not find_keys("  ")
    assert len({one.path for one in find_keys("card")}) == len(find_keys("card"))


def test_a_new_file_may_start_from_a_file(folder: Path) -> None:
    (folder / "ours").mkdir()
    mayi("new", "base", "--from", bundled_profiles()[0])
    (folder / "base.yaml").rename(folder / "ours" / "the base.yaml")
    mayi("new", "mine", "--from", "ours/the base.yaml")
    assert lint_profile("mine.yaml").profile is not None
    assert 'extends: "./ours/the base.yaml"' in (folder / "mine.yaml").read_text("utf-8")
    mayi("new", "mine", "--from", "mine.yaml", "--force", code=2)
    assert lint_profile("mine.yaml").profile is not None
    (folder.parent / "far.yaml").write_text(HEAD, "utf-8")
    assert "another folder" in mayi("new", "other", "--from", "../far.yaml", code=2).output
    (folder / "broken.yaml").write_text("nonsense\n", "utf-8")
    mayi("new", "other", "--from", "broken.yaml", code=1)
    assert not (folder / "other.yaml").exists()


@pytest.mark.parametrize(
    ("name", "begins"), [("a.html", "<!DOCTYPE"), ("a.TXT", "May I?"), ("a.md", "# "), ("a", "# ")]
)
def test_a_sheet_is_written_to_a_file_in_the_form_that_its_name_asks_for(folder: Path, name: str, begins: str) -> None:
    mayi("sheet", "petras", "-o", name)
    assert (folder / name).read_text("utf-8").startswith(begins)
    mayi("sheet", "petras", "-o", name, "--format", "txt")
    assert (folder / name).read_text("utf-8").startswith("May I?")
    mayi("sheet", "petras", "-o", ".", code=2)
    mayi("sheet", "petras", "-o", "nowhere/a.md", code=2)

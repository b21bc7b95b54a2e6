"""The `mayi` command: what it prints, and how it exits."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from mayi_rules.cli.app import app
from mayi_rules.cli.commands import COMMANDS, help_page
from mayi_rules.profile.language.descriptions import all_keys, describe
from mayi_rules.profile.load import bundled_profiles, lint_profile, load_profile

ROOT = Path(__file__).parents[1]
SCENARIOS = Path(__file__).parent / "scenarios"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def mayi(*args: str, code: int = 0, said: str | None = None) -> Result:
    result = CliRunner().invoke(app, list(args), input=said)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    assert "\x1b" not in result.output
    return result


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_that_fits(name: str) -> None:
    result = mayi(name, "--help")
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_says_of_a_command_what_its_own_help_does(name: str) -> None:
    command = app.get_command(click.Context(app), name)
    assert COMMANDS[name][1] == command.get_short_help_str(limit=200)
    assert len(COMMANDS[name][1]) <= 64


@pytest.mark.parametrize("call", ["--help", "-h"])
def test_the_list_of_commands_imports_no_command(call: str) -> None:
    program = f"import sys; sys.argv = ['mayi', '{call}']\nfrom mayi_rules.cli.entry import main\n"
    program += "try:\n    main()\nfinally:\n    print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert told.startswith("Usage: mayi ")
    assert "mayi_rules.cli.commands" in told
    heavy = {"mayi_rules.cli.app", "mayi_rules.cli.lint", "mayi_rules.profile.language.model", "attrs", "click", "rich"}
    assert not heavy & set(told.split())


@pytest.mark.parametrize("columns", [40, 60, 72, 80, 200])
def test_the_list_of_commands_is_laid_out_as_the_help_of_a_command(columns: int, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    context = click.Context(app, max_content_width=80, help_option_names=["-h", "--help"])
    formatter = context.make_formatter()
    with formatter.section("Commands"):
        formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])
    with formatter.section("Options"):
        formatter.write_dl(app.params[0].get_help_record(context) and [app.params[0].get_help_record(context)])
    commands, _, options = formatter.getvalue().partition("\nOptions:\n")
    page = f"{help_page()}\n"
    assert page.endswith(commands)
    assert options.split() == page.partition("Options:\n")[2].splitlines()[0].split()
    usual = click.Context(app, info_name="mayi", max_content_width=80)
    assert page.startswith(usual.get_usage() + "\n\n  Rules of May I?")


def test_the_list_of_commands() -> None:
    result = mayi("--help")
    assert re.search(r"^  hint +The same as solve\.$", result.stdout, re.MULTILINE)
    assert mayi("hint", "7h 7d 2c").stdout == mayi("solve", "7h 7d 2c").stdout
    assert "..." not in result.stdout.partition("Commands:")[2]
    assert all(re.search(rf"^  {name} ", result.stdout, re.MULTILINE) for name in COMMANDS)
    assert re.fullmatch(r"mayi \d+\.\d+\.\d+\n", mayi("--version").stdout)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["profles"], "did you mean 'profiles'?"),
        (["show"], "Missing argument"),
        (["show", "petros"], "did you mean petras?"),
        (["show", "nowhere.yaml"], "does not exist"),
        (["explain", "buyng.who"], "did you mean buying.who?"),
        (["explain", "buying.limit"], "there is no key buying.limit; limit is spoken of in buying.per_round"),
        (["explain", "stock.reshuffle"], "reshuffle is spoken of in stock.when_empty"),
        (["explain", "zzz.zzz"], "there is no key zzz.zzz\n"),
        (["show", "zzz"], "there is no bundled profile zzz; the bundled ones are continental, "),
        (
            ["show", "petra"],
            "there is no bundled profile petra; did you mean petras? The bundled ones are continental, ",
        ),
        (["lint"], "Missing argument"),
        (["lint", "nowhere.yaml"], "cannot be read: nowhere.yaml"),
        (["schema", "scenaro"], "did you mean scenario?"),
        (["scenario", "run", "nowhere"], "there is no file or folder 'nowhere'"),
        (["scenario", "run", "."], "there are no scenarios in '.'"),
        (["scenario", "rum"], "No such command"),
        (["play", "petras", "--auto", "--players", "0"], "for 3 to 6 players, not for 0"),
        (["play", "petras", "--auto", "--players", "99"], "for 3 to 6 players, not for 99"),
        (["play", "petras", "--auto", "--players", "many"], "not a valid integer"),
        (["play", "petras", "--auto", "--rounds", "3-1"], "--rounds takes all"),
        (["play", "petras", "--auto", "--rounds", "8"], "--rounds takes all"),
        (["play", "petras", "--auto", "--rounds", "x"], "--rounds takes all"),
        (["play", "petras", "--auto", "--cap", "0"], "--cap"),
        (["play", "petras", "--quiet"], "need --auto"),
        (["play", "petras", "--auto", "--bots", "stedy"], "did you mean 'steady'?"),
        (["play", "petras", "--auto", "--bots", "greedy,"], "there is no bot ''"),
        (["play", "petros", "--auto"], "did you mean petras?"),
        (["new", "petras", "--from", "petras"], "choose another name"),
        (["new", "Our House", "--from", "petras"], "cannot be an id"),
        (["new", "our-house", "--from", "petros"], "did you mean petras?"),
        (["new", "our-house"], "Missing option '--from'"),
    ],
)
def test_wrong_calls_exit_with_2(folder: Path, args: list[str], message: str) -> None:
    result = mayi(*args, code=2)
    assert message in result.stderr
    assert not list(folder.iterdir())


@pytest.mark.parametrize("name", ["nowhere.yaml", "."])
def test_lint_calls_a_file_the_same_in_every_line(folder: Path, name: str) -> None:
    for path in (name, str((folder / name).resolve())):
        result = mayi("lint", path, code=2)
        called = path if path == name else Path(path).name
        assert result.stdout.startswith(f"{called}: the file {called!r} ")
        assert f"\n{called}: 1 error\n" in result.stdout
        assert result.stderr == f"mayi: cannot be read: {called}\n"


def test_profiles() -> None:
    text = mayi("profiles").stdout
    assert all(f"\n{name} " in text for name in bundled_profiles())
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text
    found = json.loads(mayi("profiles", "--json").stdout)
    assert [one["id"] for one in found] == list(bundled_profiles())
    petras = found[list(bundled_profiles()).index("petras")]
    assert petras["players"] == {"min": 3, "max": 6}
    assert petras["rounds"] == 7


def test_show_says_where_each_value_comes_from(folder: Path) -> None:
    (folder / "house.yaml").write_text(
        "profile: 1\nid: house\nextends: petras\nbuying:\n  penalty_cards: 2\n"
        "rounds: {2: {contract: [set, {run: 7}]}}\n"
    )
    text = mayi("show", "house.yaml").stdout
    assert re.search(r"^buying\.penalty_cards +2 +house\.yaml:5:3 *$", text, re.MULTILINE)
    assert re.search(r"^buying\.chain +true +petras\.yaml:\d+:\d+ *$", text, re.MULTILINE)
    assert re.search(r"^wilds\.natural_use +false +default *$", text, re.MULTILINE)
    assert re.search(r"^rounds\.2 +10 cards: set, \{run: 7\} ", text, re.MULTILINE)
    assert max(map(len, text.splitlines()[3:-20])) <= 80


@pytest.mark.parametrize("name", bundled_profiles())
def test_show_prints_a_file_that_loads_again(folder: Path, name: str) -> None:
    text = mayi("show", name, "--yaml").stdout
    assert "extends" not in text
    (folder / "again.yaml").write_text(text, encoding="utf-8")
    assert load_profile("./again.yaml").digest == load_profile(name).digest


@pytest.mark.parametrize("key", all_keys())
def test_every_key_is_explained(key: str) -> None:
    text = mayi("explain", key).stdout
    page = (ROOT / "docs" / "profile.md").read_text(encoding="utf-8")
    told = re.sub("`|[*][*]", "", page.partition(f"### `{key}`\n")[2].partition("\n##")[0])
    assert text.startswith(f"{key}\n\n{describe(key).description[:20]}")
    assert " ".join(told.split()) in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


def test_explain_lists_the_keys_of_a_section() -> None:
    section = mayi("explain", "buying").stdout
    assert "buying.per_round" in section
    assert "stock.times" not in section
    assert "stock.times" in mayi("explain").stdout


@pytest.mark.parametrize("base", bundled_profiles())
def test_new_writes_a_file_to_start_from(folder: Path, base: str) -> None:
    mayi("new", "our-house", "--from", base)
    text = (folder / "our-house.yaml").read_text(encoding="utf-8")
    assert not re.search(r"file:/|\$schema|/", text.partition("\nid: ")[0])  # it is of use on another machine too
    result = lint_profile(folder / "our-house.yaml")
    assert (result.errors, result.advice) == ((), ())
    assert result.profile is not None
    assert result.profile.digest == load_profile(base).digest
    head, mark, rest = text.partition("# players:")
    plain = head + re.sub("(?m)^# ", "", mark + rest)
    (folder / "all.yaml").write_text(plain, encoding="utf-8")
    assert load_profile("./all.yaml").digest == load_profile(base).digest


def test_new_overwrites_nothing_unless_it_is_told_to(folder: Path) -> None:
    (folder / "our-house.yaml").write_text("mine")
    assert "--force" in mayi("new", "our-house", "--from", "petras", code=2).stderr
    assert (folder / "our-house.yaml").read_text() == "mine"
    mayi("new", "our-house.yaml", "--from", "petras", "--force")
    assert "extends: petras" in (folder / "our-house.yaml").read_text()


def test_lint_tells_errors_and_advice(folder: Path) -> None:
    (folder / "bad.yaml").write_text("profile: 1\nid: bad\nextends: petras\nbuyng: {}\n")
    (folder / "repeats.yaml").write_text("profile: 1\nid: repeats\nextends: petras\nbuying: {chain: true}\n")
    text = mayi("lint", "bad.yaml", "repeats.yaml", code=1).stdout
    assert "bad.yaml:4:1: " in text
    assert "did you mean buying?" in text
    assert "repeats.yaml:4:10: advice: " in text
    assert "repeats.yaml: no errors, 1 piece of advice" in text
    found = json.loads(mayi("lint", "bad.yaml", "repeats.yaml", "--json", code=1).stdout)
    assert [(one["file"], one["ok"], len(one["errors"]), len(one["advice"])) for one in found] == [
        ("bad.yaml", False, 1, 0),
        ("repeats.yaml", True, 0, 1),
    ]
    mayi("lint", "petras", "repeats.yaml")


def test_a_profile_with_errors_is_no_wrong_call(folder: Path) -> None:
    (folder / "bad.yaml").write_text("profile: 1\nid: bad\nextends: petras\nbuyng: {}\n")
    for command in (["show"], ["play", "--auto"]):
        assert "did you mean buying?" in mayi(*command, "bad.yaml", code=1).stderr


def test_scenario_run_counts() -> None:
    text = mayi("scenario", "run", str(SCENARIOS / "pagat.yaml"), str(SCENARIOS / "buying.yaml")).stdout
    lines = text.splitlines()
    assert all(line.startswith("ok ") for line in lines[:-1])
    assert lines[-1] == f"{len(lines) - 1} cases: {len(lines) - 1} passed, 0 failed"


def test_scenario_run_names_what_failed(folder: Path) -> None:
    (folder / "it.yaml").write_text(
        "scenario: 1\nprofile: petras\ncases:\n"
        "- name: good\n  seats: [A, B, C]\n  expect: {turn: A}\n"
        "- name: bad step\n  seats: [A, B, C]\n  play:\n  - A: take\n  - {B: take}\n"
        "- name: bad end\n  seats: [A, B, C]\n  expect: {turn: B, stock_size: 3}\n"
        "- name: bad case\n  seats: [A, B]\n"
    )
    text = mayi("scenario", "run", "it.yaml", code=1).stdout
    assert "ok      it.yaml: good\n" in text
    assert 'FAILED  it.yaml: bad step\n        step 2, "B: take" (it.yaml:11:5)\n' in text
    assert "          turn\n            expected: B\n            came:     A\n" in text
    assert "          stock_size\n            expected: 3\n            came:     77\n" in text
    assert "for 3 to 6 players, not for 2" in text
    assert text.endswith("4 cases: 1 passed, 3 failed\n")
    found = json.loads(mayi("scenario", "run", ".", "--json", code=1).stdout)
    assert (found["ok"], found["passed"], found["failed"]) == (False, 1, 3)
    problem = found["cases"][1]["problems"][0]
    assert (problem["step"], problem["what"], problem["expected"]) == (2, "the move", "accepted")
    assert (found["cases"][1]["case"], found["cases"][1]["line"]) == ("bad step", 7)


@pytest.mark.parametrize("content", [bytes(range(256)), b"", b"[", b"x" * 300_000, b"\xff\xfe", b"a: &a [*a]\n"])
def test_garbage_is_told_without_a_traceback(folder: Path, content: bytes) -> None:
    (folder / "garbage.yaml").write_bytes(content)
    for args in (["lint"], ["show"], ["scenario", "run"], ["play", "--auto"]):
        result = mayi(*args, "garbage.yaml", code=1)
        assert "garbage.yaml" in result.output


def test_schemas() -> None:
    names = mayi("schema").stdout.split()
    assert {"profile", "scenario"} <= set(names)
    for name in names:
        assert json.loads(mayi("schema", name).stdout)["type"] == "object"


def test_bots_play_a_whole_game() -> None:
    args = ["play", "petras", "--players", "4", "--seed", "7", "--auto"]
    text = mayi(*args).stdout
    assert [f"Round {number}:" in text for number in range(1, 8)] == [True] * 7
    assert [f"Round {number} is over: " in text for number in range(1, 8)] == [True] * 7
    assert re.search(r"^[a-z]+: open .* \| .*\n    meld 1: (set|run) ", text, re.MULTILINE)
    assert mayi(*args).stdout == text
    quiet = mayi(*args, "--quiet").stdout
    assert text.endswith(quiet)
    assert len(quiet.splitlines()) == 6
    assert max(map(len, quiet.splitlines())) <= 80


def test_a_game_for_machines_can_be_checked() -> None:
    game = json.loads(mayi("play", "liverpool", "--seed", "x", "--auto", "--rounds", "2-3", "--json").stdout)
    assert [one["round"] for one in game["rounds"]] == [2, 3]
    assert game["rounds"][0]["moves"][0].split(":")[1].startswith(" cut ")
    assert {len(hand.split()) for hand in game["rounds"][0]["deal"]["hands"].values()} == {10}
    sums = {name: sum(one["scores"][name] for one in game["rounds"]) for name in game["seats"]}
    assert {one["seat"]: one["total"] for one in game["standings"]} == sums


def test_a_round_that_reaches_the_cap_is_abandoned_and_that_is_told() -> None:
    args = ["play", "petras", "--seed", "1", "--auto", "--rounds", "7", "--cap", "3"]
    assert "Round 7 is over: abandoned after 3 turns, the cap." in mayi(*args).stdout
    (one,) = json.loads(mayi(*args, "--json").stdout)["rounds"]
    assert (one["ended"], one["turns"]) == ("abandoned", 3)


@pytest.mark.parametrize("name", bundled_profiles())
def test_bots_play_every_bundled_game(name: str) -> None:
    profile = load_profile(name)
    players = str(profile.players.max)
    game = json.loads(
        mayi("play", name, "--players", players, "--seed", "1", "--auto", "--rounds", "1-2", "--json").stdout
    )
    assert len(game["rounds"]) == 2


def test_a_person_plays() -> None:
    said = "help\n?\nnonsense\nclose\ndiscard 2c\ntake\ndiscard 9x\n?\nquit\n"
    text = mayi("play", "petras", "--seed", "1", "--players", "3", "--bots", "greedy", said=said).stdout
    assert "  to open: set of 3, set of 3" in text
    assert "take back            undo" in text
    assert "draw>   take; stock" in text
    assert "'nonsense' is not a move" in text
    assert "'close' is a move of the host (table), not of a seat" in text
    assert "That is not possible now: the phase is the draw." in text
    assert "you: take" in text
    assert "'9x' is not a card" in text
    assert text.endswith("You leave the table.\n")


def test_a_person_sees_no_hidden_card() -> None:
    said = "take\ndiscard Qc\n\n\n"
    text = mayi("play", "petras", "--seed", "3", "--players", "3", "--bots", "greedy", said=said).stdout
    assert "you: pass" in text
    assert "drew a card" in text
    assert not re.search(r"(anna|ben) drew [^a]", text)
    assert text.endswith("You leave the table.\n")


def test_the_end_of_the_input_is_no_error() -> None:
    assert mayi("play", "petras", "--seed", "3", said="").stdout.endswith("You leave the table.\n")


def test_a_person_goes_through_the_rounds_to_the_standings() -> None:
    text = mayi(
        "play", "petras", "--seed", "5", "--players", "3", "--rounds", "2-3", "--cap", "1", said="\n" * 9
    ).stdout
    assert [line[:7] for line in text.splitlines() if re.match(r"Round . is over: abandoned", line)] == [
        "Round 2",
        "Round 3",
    ]
    assert "Enter for the next round> Round 3: run of 4, run of 4." in text
    assert len(text.partition("Standings\n")[2].splitlines()) == 5


def test_play_seats_the_bots_that_are_named_in_turn() -> None:
    def game(bots: str) -> dict:
        call = ("play", "petras", "--auto", "--rounds", "1", "--seed", "3", "--players", "3", "--bots", bots, "--json")
        return json.loads(mayi(*call).stdout)

    same, mixed, strong = game("greedy"), game("greedy, steady"), game("steady")
    assert same == game("greedy,greedy,greedy")
    assert mixed == game("greedy,steady,greedy")
    assert len({str(one["rounds"]) for one in (same, mixed, strong)}) == 3

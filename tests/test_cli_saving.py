"""`mayi play --save`: a game is kept as a record, whoever plays it and however it ends."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

import mayi_rules as mayi
from mayi_rules.cli.app import app
from mayi_rules.cli.bot_game import Watching
from mayi_rules.engine.state.values import Phase
from mayi_rules.profile.load import bundled_profiles

SHORT = ("play", "petras", "--seed", "1", "--players", "3", "--rounds", "1", "--bots", "greedy")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args: str, code: int = 0, said: str | None = None) -> str:
    result = CliRunner().invoke(app, list(args), input=said)
    assert result.exit_code == code, result.output
    return result.output


@pytest.mark.parametrize("name", bundled_profiles())
def test_a_game_of_bots_is_saved_and_read(name: str, folder: Path) -> None:
    told = run("play", name, "--auto", "--seed", "1", "--rounds", "1-2", "--cap", "30", "--save", "game.yaml")
    assert "The game is saved: mayi replay game.yaml tells it.\nStandings\n" in told
    assert run("record", "check", "game.yaml")
    assert "Standings" in run("replay", "game.yaml")
    assert [file.name for file in folder.iterdir()] == ["game.yaml"]


@pytest.mark.parametrize("said", ["", "quit\n", "take\n", "take\ndiscard Qc\n\n", "take\n?\nnonsense\nquit\n"])
def test_a_game_that_is_left_goes_on_where_it_was(said: str) -> None:
    told = run(*SHORT, "--save", "game.yaml", said=said)
    assert "You leave the table.\nThe game is saved" in told
    run("record", "check", "game.yaml")
    game = mayi.replay(mayi.load_record("game.yaml"))
    assert ("you: take" in game.history) == ("take" in said)
    assert game.to_act
    game.play(f"{game.to_act[0]}: {next(iter(game.seat(game.to_act[0]).legal_moves)).text()}")


def test_a_game_before_its_first_cut_is_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Watching, "play", leave)
    result = CliRunner().invoke(app, ["play", "liverpool", "--auto", "--save", "game.json", "--quiet"])
    assert result.exit_code != 0
    assert json.loads(Path("game.json").read_text(encoding="utf-8"))["record"] == 1
    assert mayi.replay(mayi.load_record("game.json")).phase is Phase.CUT


def test_a_file_that_is_there_is_kept_unless_told_otherwise() -> None:
    Path("game.yaml").write_text("mine")
    assert "game.yaml is there already; --force overwrites it" in run(*SHORT, "--auto", "--save", "game.yaml", code=2)
    assert Path("game.yaml").read_text() == "mine"
    run(*SHORT, "--auto", "--quiet", "--save", "game.yaml", "--force")
    assert mayi.load_record("game.yaml").seats == ("anna", "ben", "cleo")


@pytest.mark.parametrize(
    ("name", "why"),
    [("no/such/game.yaml", "cannot be written"), (".", "is a folder"), ("x" * 400, "cannot be written")],
)
def test_where_nothing_can_be_written_nobody_plays(name: str, why: str) -> None:
    told = run(*SHORT, "--auto", "--save", name, code=2)
    assert why in told
    assert "Round" not in told


def test_what_fails_at_the_end_is_said_and_leaves_what_was_there(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    Path("game.yaml").write_text("mine")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    told = run(*SHORT, "--auto", "--quiet", "--save", "game.yaml", "--force", code=2)
    assert "game.yaml cannot be written, the game is not saved: No space left on device" in told
    assert [file.read_text() for file in folder.iterdir()] == ["mine"]


def test_what_is_told_of_you_is_english() -> None:
    told = run(*SHORT, said="stock\n\n")
    assert "    you drew " in told
    assert "you deals" not in told

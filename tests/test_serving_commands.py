"""The commands `replay`, `record check` and `conformance`."""

from __future__ import annotations

import json
import re

import pytest

pytest.importorskip("click")
from click.testing import CliRunner

import mayi_rules as mayi
from mayi_rules.cli.app import app
from mayi_rules.scenarios.run import run_scenarios
from mayi_rules.serving.pack import conformance_files


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def game(folder):
    """A recorded round of bots with a buy, and the start of the next one."""
    game = mayi.Game(mayi.load_profile("petras"), seats=["north", "east", "west"], seed=4)
    for name in game.seats:
        game.sit_out(name)
    game.advance(cap=6)
    game.abandon()
    game.next_round()
    game.advance(cap=2)
    game.record.dump("game.yaml")
    return game


def run(*args, code=0, said=None):
    result = CliRunner().invoke(app, list(args), input=said)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    return result.output


def test_replay_tells_every_move_with_its_number(game):
    told = run("replay", "game.yaml")
    texts = [f"{move}\n" for move in game.history if "next round" not in move]
    assert re.findall(r"^\d+\.\d+  (.*\n)", told, re.MULTILINE) == texts
    assert "Round 1 is over: abandoned." in told
    assert "Round 2:" in told
    assert told.endswith(f"The round goes on: {game.phase.value}.\n")


def test_replay_for_a_seat_tells_what_it_saw(game):
    told = run("replay", "game.yaml", "--seat", "east")
    assert "drew a card" in told
    first = game._log.first
    for number, name in enumerate(game.seats):
        assert (str(first.hands[number]) in told) == (name == "east")
    assert set(re.findall(r"(\w+) drew [2-9TJQKAX]", told)) == {"east"}


def test_replay_at_a_place(game):
    everything = run("replay", "game.yaml", "--at", "1.0")
    assert all(str(hand) in everything for hand in game._log.first.hands)
    assert re.match(r"Round 1: .*; draw, turn: (north|east|west)\.\n", everything)
    known = run("replay", "game.yaml", "--at", "1.0", "--seat", "west")
    assert [str(hand) in known for hand in game._log.first.hands] == [False, False, True]
    assert "? ?" in known
    assert run("replay", "game.yaml", "--at", "2.0").startswith("Round 2:")
    for place in ("1", "9.9", "1.9999", "x", "-1.0", "１.0"):
        run("replay", "game.yaml", "--at", place, code=2)


def test_replay_step_by_step(game):
    assert run("replay", "game.yaml", "--step", said="\n\nq\n").count("q to leave>") == 3
    assert run("replay", "game.yaml", "--step", said="").count("q to leave>") == 1
    assert "The round goes on" in run("replay", "game.yaml", "--step", said="\n" * 200)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["nowhere.yaml"], 2),
        (["."], 2),
        (["game.yaml", "--seat", "south"], 2),
        (["game.yaml", "--step", "--at", "1.1"], 2),
        (["broken.yaml"], 1),
        (["wrong.yaml"], 1),
    ],
)
def test_replay_refuses(game, folder, args, code):
    (folder / "broken.yaml").write_text("record: [")
    text = (folder / "game.yaml").read_text()
    (folder / "wrong.yaml").write_text(text.replace(": discard", ": keep # discard", 1))
    assert run("replay", *args, code=code).startswith("mayi: ")


def test_record_check(game, folder):
    text = (folder / "game.yaml").read_text()
    (folder / "wrong.yaml").write_text(text.replace(": discard", ": keep # discard", 1))

    assert run("record", "check", "game.yaml").startswith("ok      game.yaml: petras, 3 seats, 2 rounds, ")
    told = run("record", "check", "game.yaml", "wrong.yaml", code=1)
    assert re.search(r"^ok .*\nFAILED  wrong.yaml:\d+:\d+: round 1, move \d+ \(1\.\d+\): ", told)
    (result,) = json.loads(run("record", "check", "--json", "wrong.yaml", code=1))
    assert (result["ok"], result["round"]) == (False, 1)
    stale = text.replace(mayi.load_record("game.yaml").digest, "0" * 64)
    (folder / "digest.yaml").write_text(stale)
    run("record", "check", "digest.yaml", code=1)
    assert "note: " in run("record", "check", "--moves", "digest.yaml")
    told = run("record", "check", "nowhere.yaml", "game.yaml", ".", "wrong.yaml", code=2)
    assert re.findall(r"^(ok|FAILED|mayi:|'.' is a folder)[ ,]", told, re.MULTILINE) == [
        "ok",
        "FAILED",
        "mayi:",
        "'.' is a folder",
    ]
    assert "there is no file 'nowhere.yaml'\n" in told
    assert "give the files in it, such as *.yaml" in run("record", "check", ".", code=2)
    assert "is a folder" in run("replay", ".", code=2)


def test_the_conformance_pack_is_complete(folder):
    told = run("conformance", "pack")
    assert told.startswith("pack: 9 profiles, ")
    files = {f"pack/{name}/{path}": content for name, path, content in conformance_files()}
    assert {path.split("/")[1] for path in files} == {"profiles", "schemas", "scenarios", "goldens"}
    assert all((folder / path).read_bytes() == content for path, content in files.items())
    assert not list((folder / "pack").rglob("*.py"))
    assert (folder / "pack" / "schemas" / "protocol.schema.json").is_file()
    assert run_scenarios(["pack/scenarios/buying.yaml"]).ok
    assert "is not empty" in run("conformance", "pack", code=2)
    run("conformance", "pack/README.txt", code=2)

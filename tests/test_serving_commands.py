"""The commands `replay`, `record check`, `score` and `conformance`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("click")
from click.testing import CliRunner

import mayi_rules as mayi
from mayi_rules.cli.app import app
from mayi_rules.cli.tally import read_tally
from mayi_rules.scenarios.running import run_scenarios
from mayi_rules.serving.pack import ENDINGS, conformance_folders

ROOT = Path(mayi.__file__).parents[1]


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
    assert "draws a card" in told
    first = game._first
    for number, name in enumerate(game.seats):
        assert (str(first.hands[number]) in told) == (name == "east")
    assert set(re.findall(r"(\w+) draws [2-9TJQKAX]", told)) == {"east"}


def test_replay_at_a_place(game):
    everything = run("replay", "game.yaml", "--at", "1.0")
    assert all(str(hand) in everything for hand in game._first.hands)
    known = run("replay", "game.yaml", "--at", "1.0", "--seat", "west")
    assert [str(hand) in known for hand in game._first.hands] == [False, False, True]
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
    run("record", "check", "nowhere.yaml", code=2)


START = ("score", "e.yaml", "--profile", "petras", "--seats", "ann,bob,cid")


def test_score_keeps_what_is_entered(folder):
    told = run(*START, said="9c Qc X\nout\n= 35\n")
    assert "44 points" in told
    again = run("score", "e.yaml", said="hm\n5h 5h 5h\n5h\n")
    assert "hm" in again
    assert "named 3 times" in again
    sheet = json.loads(run("score", "e.yaml", "--json"))
    assert sheet["totals"] == {"ann": 49, "bob": 0, "cid": 35}
    assert "49" in run("score", "e.yaml", "--show")


def test_score_goes_back_and_to_the_end(folder):
    assert "nothing to take back" in run(*START, said="undo\nscores\nhelp\n\nquit\n")
    lines = ["= 5", "-", "out", "= 7"] * 1 + ["undo"] + ["= 9"]
    told = run("score", "e.yaml", said="\n".join(lines) + "\n")
    assert "somebody else went out" in told
    assert "the last entry of cid is taken back" in told
    run("score", "e.yaml", said="= 1\n" * 18)
    tally = read_tally(Path("e.yaml"))
    assert tally.awaited is None
    assert tally.totals() == (11, 6, 15)
    assert "game is over" in run("score", "e.yaml", said="= 1\n")
    assert "taken back" in run("score", "e.yaml", said="undo\n")
    assert read_tally(Path("e.yaml")).awaited == (7, "cid")


def test_score_of_a_house_rule_needs_its_file_once(folder):
    (folder / "house.yaml").write_text("profile: 1\nid: house\nextends: petras\nscoring: {points: {joker: 99}}\n")
    run("score", "e.yaml", "--profile", "house.yaml", "--seats", "ann,bob,cid", said="X\n")
    (folder / "house.yaml").unlink()
    assert json.loads(run("score", "e.yaml", "--json"))["totals"]["ann"] == 99


@pytest.mark.parametrize(
    ("args", "text", "code"),
    [
        (["score", "new.yaml"], None, 2),
        (["score", "new.yaml", "--profile", "petras", "--seats", "ann"], None, 2),
        (["score", "new.yaml", "--profile", "nothing", "--seats", "ann,bob,cid"], None, 2),
        (["score", "new.yaml", "--profile", "petras", "--seats", "ann,ann,bob"], None, 2),
        (["score", "no/such/new.yaml", "--profile", "petras", "--seats", "ann,bob,cid"], None, 2),
        ([*START], "score: 1\n", 2),
        (["score", "e.yaml"], "", 1),
        (["score", "e.yaml"], "score: 2\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: {}\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: [5]\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: [{d: out}]\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: [{a: out}, {a: out}]\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: [{a: 5}]\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, 1]\nrounds: []\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a]\nrounds: []\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: []\nprofile: ./x.yaml\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: []\nprofile: petras\nmore: 1\n", 1),
    ],
)
def test_score_refuses(folder, args, text, code):
    if text is not None:
        (folder / "e.yaml").write_text(text)
    assert run(*args, code=code).startswith("mayi: ")
    if text is not None:
        assert (folder / "e.yaml").read_text() == text


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_a_kill_loses_no_more_than_the_line_being_typed(folder):
    command = [sys.executable, "-u", "-c", "from mayi_rules.cli.entry import main; main()", *START]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment) as process:
        for number in range(1, 5):
            process.stdin.write(f"= {number}\n".encode())
        process.stdin.flush()
        until = time.monotonic() + 30
        while "= 4" not in (Path("e.yaml").read_text() if Path("e.yaml").exists() else ""):
            assert time.monotonic() < until
            time.sleep(0.02)
        process.stdin.write(b"= 99")
        process.stdin.flush()
        process.kill()
    assert read_tally(Path("e.yaml")).totals() == (1 + 4, 2, 3)


def test_a_write_that_fails_leaves_the_old_file(folder, monkeypatch):
    run(*START, said="= 1\n")
    before = Path("e.yaml").read_text()

    def full(_number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left" in run("score", "e.yaml", said="= 2\n", code=2)
    assert Path("e.yaml").read_text() == before
    assert [file.name for file in folder.iterdir()] == ["e.yaml"]


def test_the_conformance_pack_is_complete(folder):
    told = run("conformance", "pack")
    assert told.startswith("pack: 9 profiles, ")
    for name, source in conformance_folders().items():
        for file in source.rglob("*"):
            if file.suffix in ENDINGS:
                assert (folder / "pack" / name / file.relative_to(source)).read_bytes() == file.read_bytes()
    assert not list((folder / "pack").rglob("*.py"))
    assert (folder / "pack" / "schemas" / "protocol.schema.json").is_file()
    assert run_scenarios(["pack/scenarios/buying.yaml"]).ok
    assert "is not empty" in run("conformance", "pack", code=2)
    run("conformance", "pack/README.txt", code=2)

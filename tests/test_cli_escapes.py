"""Nothing commands the terminal: what nobody can see is refused in files and escaped in all that is printed."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from itertools import count
from pathlib import Path

import attrs
import pytest
import yaml

pytest.importorskip("click")

import mayi_rules as mayi
from mayi_rules.characters import hidden_at
from mayi_rules.cli.app import run
from mayi_rules.cli.commands import COMMANDS
from mayi_rules.profile.sheets.sheet import FORMATS, difference_sheet
from mayi_rules.serving.server import Server

HIDDEN = ("\x1b[31m", "\x1b]0;owned\x07", "\x9b31m", "\x07", "\x7f", "\u202e", "\u2066", "\u200b", "\u200d", "\ufeff",
          "\u2028", "\u061c", "\U000e0041", "\x00", "\r")  # fmt: skip

PROFILE = """\
profile: 1
id: ours
name: Ours
summary: A house rule.
extends: petras
notes: [The first one., Another one.]
sources: [Grandmother]
buying:
  block: {call: shanghai, who: anyone}
pack: {wild: [joker, "2"]}
scoring: {points: {"2": 20, faces: 10}}
rounds:
  7:
    rules: {going_out: {discard: forbidden}}
"""

SCENARIO = """\
scenario: 1
profile: petras
cases:
  - name: The active player's own right is first and free
    cites: the sheet
    seats: [A, B, C]
    given: {round: 1, turn: A, hands: {A: 2c 3c 4c}, stock: 9c …, discard: 4s …, table: [{seat: B, meld: 6d 7d 8d 9d}]}
    play:
      - {B: may I, refused: buying.no_window}
      - {A: take, expect: {hands: {A: 2c 3c 4c 4s}, phase: play}}
"""

SCORES = """\
score: 1
seats: [ann, bob, cid]
rounds: [{ann: out, bob: 9c Qc, cid: = 5}]
profile: {profile: 1, id: ours, extends: petras, name: Ours, notes: [One.]}
"""


def record_text():
    game = mayi.Game(mayi.load_profile("petras"), seats=["n", "e", "w"], seed=3)
    game.play(f"{game.to_act[0]}: take")
    values = {**game.record.to_dict(), "comment": "An evening.", "profile": "petras"}
    values.pop("checksum", None)  # that of another text
    values["rounds"][0]["comment"] = "The first round."
    values["rounds"][0]["moves"] = [f"{move}  # well" for move in values["rounds"][0]["moves"]]
    return yaml.safe_dump(values, sort_keys=False)


FILES = {
    PROFILE: ["lint F", "lint --json F", "show F", "show --yaml F", "sheet F", "sheet --format html F",
              "sheet --format txt --keys F", "diff petras F", "diff --sheet F petras", "diff --json F petras",
              "solve 7h --profile F", "hint 7h --profile F", "why F --move take", "play F",
              "play F --auto --quiet", "new theirs --from F",
              "score new.yaml --profile F --seats a,b,c"],
    SCENARIO: ["scenario run F", "scenario run --json F", "scenario run .", "why F", "why F --json --case active"],
    SCORES: ["score F", "score F --show", "score F --json"],
    record_text(): ["record check F", "record check --json F", "record check --moves F", "replay F",
                    "replay F --at 1.0", "play --resume F", "play --resume F --auto"],
}  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def called(capsys, monkeypatch):
    """Calls the command as the entry point does, and returns its code and all that it printed."""

    def call(*args, said=""):
        monkeypatch.setattr(sys, "stdin", io.StringIO(said))
        code = run(list(args))
        out, err = capsys.readouterr()
        for text in (out, err):
            assert hidden_at(text) is None, text
            assert "\r" not in text
        if "--json" in args and out:
            json.loads(out)
        return code, out, err

    return call


def places(value, path=()):
    """Every text of a tree, keys included: its path, and whether it is the key there."""
    if isinstance(value, dict):
        for key, below in value.items():
            if isinstance(key, str):
                yield (*path, key), True
            yield from places(below, (*path, key))
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from places(below, (*path, index))
    elif isinstance(value, str):
        yield path, False


def changed(value, path, hidden, *, is_key):
    """The tree with hidden characters in one text."""
    if not path:
        return f"{value[:1]}{hidden}{value[1:]}"
    first, *rest = path
    if isinstance(value, list):
        return [changed(one, rest, hidden, is_key=is_key) if index == first else one for index, one in enumerate(value)]
    return {
        (f"{key[:1]}{hidden}{key[1:]}" if key == first and is_key and not rest else key): (
            changed(one, rest, hidden, is_key=is_key) if key == first and not (is_key and not rest) else one
        )
        for key, one in value.items()
    }


@pytest.mark.parametrize("text", FILES, ids=["profile", "scenario", "scores", "record"])
def test_no_text_of_a_file_commands_the_terminal(text, called, folder):
    """In every text field, through every command that reads such a file; refused with line and column."""
    tree, calls = yaml.safe_load(text), FILES[text]
    number = count()
    for path, is_key in places(tree):
        hidden = HIDDEN[next(number) % len(HIDDEN)]
        # JSON is YAML, with every such character written as an escape, a line each.
        text = json.dumps(changed(tree, path, hidden, is_key=is_key), indent=1)
        Path("F.yaml").write_text(text.replace("\\udb40\\udc41", "\\U000e0041"))
        for call in {calls[0], calls[next(number) % len(calls)]}:
            code, out, err = called(*[one if one != "F" else "F.yaml" for one in call.split()])
            assert code != 0, (path, call)
            assert re.search(r"F.yaml:[0-9]+:[0-9]+: .*U\+[0-9A-F]{4,5}|\"line\": [0-9]+", out + err), (call, out, err)
            assert not list(folder.glob("new*")) + list(folder.glob("theirs*"))


@pytest.mark.parametrize("text", FILES, ids=["profile", "scenario", "scores", "record"])
def test_every_command_prints_a_file_without_them(text, called):
    """Without a hidden character the same files go through the same commands: the test above refuses nothing else."""
    for call in FILES[text]:
        Path("F.yaml").write_text(text, encoding="utf-8")
        who = ("--people", "n") if call == "play --resume F" else ()
        code, out, err = called(*[one if one != "F" else "F.yaml" for one in call.split()], *who)
        assert code in ((0, 1) if call.startswith("why") else (0,)), (call, out, err)
        for name in ("new.yaml", "theirs.yaml"):
            Path(name).unlink(missing_ok=True)


@pytest.mark.parametrize("hidden", HIDDEN)
def test_a_hidden_character_itself_is_refused_in_a_file(hidden, called):
    if hidden == "\r":
        pytest.skip("it is a line break there")
    Path("F.yaml").write_bytes(PROFILE.replace("A house", f"A{hidden}house").encode())
    code, out, _ = called("lint", "F.yaml")
    assert code == 1
    assert out.startswith("F.yaml:4:11: the character U+")


@pytest.mark.skipif(os.name == "nt", reason="no such file names")
def test_no_argument_and_no_name_of_a_file_commands_the_terminal(called):
    name = "b".join(one for one in HIDDEN if "\0" not in one)
    file = f"{name}.yaml"
    for text, calls in FILES.items():
        for call in calls:
            Path(file).write_text(text, encoding="utf-8")
            called(*[one if one != "F" else file for one in call.split()], said="?\nquit\n")
            called(*[one if one != "F" else f"no{file}" for one in call.split()])
            for made in ("new.yaml", "theirs.yaml"):
                Path(made).unlink(missing_ok=True)
    for command in COMMANDS:
        called(command, name)
        called(command, f"--{name}")
        called(command, name, name, name)
    for call in (
        [name], [f"--{name}"], ["play", "petras", "--bots", name], ["play", "petras", "--rounds", name],
        ["play", "petras", "--seats", f"{name},b,c"], ["play", "petras", "--people", name],
        ["play", "petras", "--players", name],
        ["play", "petras", "--auto", "--save", f"no/{name}"], ["play", "--resume", name],
        ["sheet", "petras", "-o", f"no/{name}"],
        ["why", "petras", "--move", name], ["why", "petras", "--move", "take", "--table", name], ["solve", name],
        ["score", "s.yaml", "--profile", "petras", "--seats", f"{name},b,c"], ["new", name, "--from", "petras"],
        ["new", "ours", "--from", name], ["schema", name], ["explain", name], ["replay", "r.yaml", "--seat", name],
        ["replay", "r.yaml", "--at", name], ["completion", name], ["conformance", f"r.yaml/{name}"],
    ):  # fmt: skip
        Path("r.yaml").write_text(record_text())
        called(*call)


def test_no_line_typed_commands_the_terminal(called):
    typed = "".join(f"a{one}b\nwhy a{one}b\ndiscard {one}\n" for one in HIDDEN if one != "\r")
    called("play", "petras", "--seed", "3", "--players", "3", "--bots", "greedy", said=typed)
    called("score", "s.yaml", "--profile", "petras", "--seats", "a,b,c", said=typed.replace("why", "fix 1"))


@pytest.mark.skipif(os.name == "nt", reason="no such file names")
def test_the_name_of_a_file_makes_no_line_of_its_own(called):
    name = "a\nok      b.yaml: petras\n.yaml"
    Path(name).write_text(record_text())
    code, out, _ = called("record", "check", name)
    assert (code, out.count("\n")) == (0, 1)
    Path(name).write_text(PROFILE)
    assert called("lint", name)[0] == 0
    Path(name).write_text("nonsense: [\n")
    for command in ("lint", "show", "record check", "replay", "play --resume", "scenario run", "score", "why"):
        code, out, err = called(*command.split(), name)
        assert code in (1, 2), command
        assert not re.search("^ok", out + err, re.MULTILINE), command
        assert "b.yaml: petras" in out + err, command
    called("scenario", "run", ".")


@pytest.mark.parametrize("text", FILES, ids=["profile", "scenario", "scores", "record"])
def test_no_text_of_a_file_makes_a_line_of_its_own(text, called):
    tree, calls = yaml.safe_load(text), FILES[text]
    number = count()
    for path, is_key in places(tree):
        Path("F.yaml").write_text(json.dumps(changed(tree, path, "\nok forged\n", is_key=is_key)))
        for call in {calls[0], calls[next(number) % len(calls)]}:
            _, out, err = called(*[one if one != "F" else "F.yaml" for one in call.split()], said="quit\n")
            assert not re.search("^ok forged", err, re.MULTILINE), (path, call)
            if "--yaml" not in call and "--json" not in call and "sheet" not in call:
                assert not re.search("^ok forged", out, re.MULTILINE), (path, call)
            for made in ("new.yaml", "theirs.yaml"):
                Path(made).unlink(missing_ok=True)


def test_what_a_bot_raises_or_answers_does_not_command_the_terminal(called, monkeypatch):
    for thing in ("raise ValueError('a\x1b[31m\u202eb')", "return 'take\x1b[31m\u202e'"):
        Path("loud_bots.py").write_text(
            f"class Loud:\n    def __init__(self, rng): ...\n    def choose(self, view):\n        {thing}\n"
        )
        info = Path("loud-1.dist-info")
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: loud\nVersion: 1\n")
        (info / "entry_points.txt").write_text("[mayi_rules.bots]\nloud = loud_bots:Loud\n")
        monkeypatch.syspath_prepend(str(Path.cwd()))
        sys.modules.pop("loud_bots", None)
        code, _, err = called("play", "petras", "--auto", "--bots", "loud")
        assert code == 2
        assert "loud" in err
    sys.modules.pop("loud_bots", None)


def test_a_sheet_holds_none_whatever_the_profile_does():
    """A profile that was changed in Python, past all checks of texts."""
    petras = mayi.load_profile("petras")
    names = "".join(HIDDEN)
    other = attrs.evolve(petras, id="ours", name=names, summary=names, notes=(names,))
    for style in FORMATS:
        assert hidden_at(other.rule_sheet(style)) is None
        assert hidden_at(difference_sheet(petras, other, style)) is None


@pytest.mark.parametrize("hidden", HIDDEN)
def test_no_name_or_comment_holds_one(hidden):
    for name in (f"a{hidden}b", hidden):
        with pytest.raises(mayi.NotationError):
            mayi.Game(mayi.load_profile("petras"), seats=[name, "b", "c"])
    for changes in ({"name": f"a{hidden}b"}, {"notes": [hidden]}, {"buying.block": {"call": hidden, "who": "anyone"}}):
        with pytest.raises(mayi.ProfileError, match=r"U\+"):
            mayi.load_profile("petras").override(changes)
    game = mayi.Game(mayi.load_profile("petras"), seats=["a", "b", "c"], seed=1)
    with pytest.raises(mayi.RecordError, match=r"U\+"):
        attrs.evolve(game.record, comment=f"a{hidden}b")


@pytest.mark.parametrize("hidden", HIDDEN)
def test_a_server_answers_without_them(hidden):
    server = Server()
    for method, params in (
        ("lint", {"profile": {"extends": "petras", "name": hidden}}),
        ("lint", {"profile": {"extends": "petras", hidden: 1}}),
        (hidden, {}),
        ("create", {"profile": {"extends": "petras"}, "seats": [hidden, "b", "c"]}),
    ):
        request = {"jsonrpc": "2.0", "id": hidden, "method": method, "params": params}
        answer = server.answer(json.dumps(request).encode())
        assert hidden_at(answer.decode()) is None

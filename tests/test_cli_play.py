"""`mayi play` for people: names, several at one terminal, saved games that go on, undo, score, lines that wrap."""

from __future__ import annotations

import os
import re
import sys
from itertools import pairwise
from pathlib import Path

import pytest

pytest.importorskip("click")
from click.testing import CliRunner

import mayi_rules as mayi
from mayi_rules.cards import generator
from mayi_rules.cli import terminal
from mayi_rules.cli.app import app
from mayi_rules.cli.prompt import Left, Sitting
from mayi_rules.cli.seats import NAMES, YOU, new_seating
from mayi_rules.engine.state.values import Phase

PETRAS = mayi.load_profile("petras")
SHORT = ("--seed", "3", "--bots", "greedy")


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def play(*args, said="", code=0):
    result = CliRunner().invoke(app, ["play", *args], input=said)
    assert result.exit_code == code, result.output
    return result.output


def saved():
    return mayi.replay(mayi.load_record("game.yaml"))


@pytest.mark.parametrize(
    ("given", "seats", "people"),
    [
        ({}, (YOU, "anna", "ben", "cleo"), (YOU,)),
        ({"players": 3}, (YOU, "anna", "ben"), (YOU,)),
        ({"auto": True}, NAMES[:4], ()),
        ({"people": "cleo, ann"}, ("cleo", "ann", "anna", "ben"), ("cleo", "ann")),
        ({"people": "a,b,c,d,e"}, tuple("abcde"), tuple("abcde")),
        ({"people": "anna", "players": 3}, ("anna", "ben", "cleo"), ("anna",)),
        ({"seats": "x,y,z"}, ("x", "y", "z"), ("x",)),
        ({"seats": "x,y,z", "people": "z,y"}, ("x", "y", "z"), ("y", "z")),
        ({"seats": "x,y,z", "auto": True}, ("x", "y", "z"), ()),
    ],
)  # fmt: skip
def test_who_sits_where(given, seats, people):
    usual = {"players": None, "seats": None, "people": None, "auto": False}
    seating = new_seating(PETRAS, **{**usual, **given})
    assert (seating.seats, seating.people) == (seats, people)
    assert set(seating.bots) == set(seats) - set(people)


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--people", "a,b", "--auto"], "exclude each other"),
        (["--people", "d", "--seats", "a,b,c"], "--people: nobody is called 'd': the seats are a, b, c"),
        (["--people", "a,b,c,d", "--players", "3"], "--people names 4 players, and 3 play"),
        (["--seats", "a,b,c", "--players", "4"], "--seats names 3 players, --players says 4"),
        (["--seats", "a,b"], "players"),
        (["--people", "a,a"], "two seats are called 'a'"),
        (["--people", ""], "is not a seat's name"),
        (["--seats", "a,b,table"], "is not a seat's name"),
        (["--resume", "game.yaml"], "--resume excludes the name of a game"),
    ],
)
def test_names_that_do_not_go_together_are_refused(args, why):
    assert why in play("petras", *args, code=2)


def test_a_game_has_to_be_named():
    assert "Name a game (mayi profiles lists them), or --resume a saved one" in play(code=2)


def test_nobodys_cards_are_seen_by_another():
    """Several people take the screen by turns; between them nobody's cards are shown, and no event of another's."""
    game = mayi.Game(PETRAS, seats=["ann", "bob", "cid"], seed=3)
    hands = {name: str(hand) for name, hand in zip(game.seats, game.state.hands, strict=True)}
    game.record.dump("game.yaml")
    typed = "\n" + "\n\nstock\n\n\npass\n\n\npass\n" * 8 + "quit\n"
    told = play("--resume", "game.yaml", "--people", "ann,bob,cid", said=typed)
    turns = re.split(r"Enter shows your cards> ", told)
    names = re.findall(r"(\w+), Enter shows your cards> ", told)
    assert len(set(names)) == 3
    assert turns[0].count("your hand") == 0
    for name, shown in zip(names, turns[1:], strict=True):
        hand = re.findall(r"your hand: (.*)", shown)
        mine = {one: set(cards.split()) for one, cards in hands.items()}[name]
        for cards in hand:
            assert len(set(cards.split()) & mine) >= 8
        assert not re.search(rf"(?!{name})\b(ann|bob|cid) drew [^a]", shown)
    assert "Enter hides your cards; then pass the screen to" in told


def test_the_screen_is_cleared_before_it_is_passed(monkeypatch):
    shown = []
    monkeypatch.setattr(terminal, "_put", shown.append)
    monkeypatch.setattr(terminal, "is_screen", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    typed = iter(["", "stock", "", "", "pass", "quit"])

    class Typed:
        def readline(self):
            return f"{next(typed)}\n"

    monkeypatch.setattr(sys, "stdin", Typed())
    game = mayi.Game(PETRAS, seats=["a", "b", "c"], seed=3, dealer="c")
    with pytest.raises(Left):
        Sitting(game, game.seats, {}, 1).go()
    text = "".join(shown)
    for before, after in pairwise(re.split(r"(\w), Enter shows your cards> ", text)[1::2]):
        assert before != after
    passed = text.split("Enter shows your cards> ")
    assert len(passed) > 2
    for one in passed[1:-1]:
        assert "\x1b[H\x1b[2J\x1b[3J" in one.rpartition("pass the screen to")[2]
        assert "your hand" not in one.rpartition("\x1b[3J")[2]


def test_everybody_is_told_what_they_have_not_seen():
    game = mayi.Game(PETRAS, seats=["ann", "bob", "cid"], seed=3, dealer="cid")
    game.record.dump("game.yaml")
    said = "\nstock\n\n\npass\n\n\npass\n\n\ndiscard " + str(game.state.hands[0]).split()[0] + "\n\n\nquit\n"
    told = play("--resume", "game.yaml", "--people", "ann,bob,cid", said=said)
    assert told.count("The game goes on: round 1") == 3
    last = told.rpartition("Enter shows your cards> ")[2]
    first = told.partition("Enter shows your cards> ")[2].partition("Enter shows")[0]
    assert "bob: pass" not in first
    assert "cid: pass\n    ann drew a card" in last
    assert "ann: discard" in last


def test_a_saved_game_goes_on_in_its_file():
    play("petras", *SHORT, "--seed", "1", "--players", "3", "--save", "game.yaml", said="take\nquit\n")
    before = saved()
    assert before.history[-1] == "you: take"
    told = play("--resume", "game.yaml", said=f"discard {str(before.seat('you').view.hand).split()[0]}\nquit\n")
    assert "The game goes on: round 1, set of 3, set of 3." in told
    assert "mayi play --resume game.yaml goes on with it" in told
    after = saved()
    assert after.history[: len(before.history)] == before.history
    assert any(move.startswith("you: discard") for move in after.history)
    play("--resume", "game.yaml", "--auto", "--quiet", "--save", "other.yaml", "--bots", "random")
    assert saved() == after
    assert mayi.replay(mayi.load_record("other.yaml")).is_over


def test_a_game_that_is_over_has_its_standings():
    play("petras", *SHORT, "--auto", "--quiet", "--rounds", "1", "--save", "game.yaml")
    for args in (["--auto"], ["--people", "anna"]):
        told = play("--resume", "game.yaml", *args)
        assert "Standings" in told
        assert "Round" not in told


def walked(game, steps):
    """The game after so many steps by chance, the host's included."""
    rng = generator("walk")
    for _ in range(steps):
        if game.phase is Phase.CUT:
            game.cut()
        elif game.phase is Phase.ROUND_OVER:
            game.next_round()
        elif rng.random() < 0.02:
            game.abandon()
        elif not game.is_over:
            game.play(game.seat(game.to_act[0]).legal_moves.sample(rng))
    return game


@pytest.mark.parametrize("phase", [one for one in Phase if one is not Phase.GAME_OVER], ids=lambda phase: phase.value)
def test_a_game_goes_on_from_every_phase(phase):
    game = mayi.Game(mayi.load_profile("liverpool"), seats=["you", "b", "c"], seed=5)
    steps = 0
    while game.phase is not phase:
        steps += 1
        game = walked(mayi.Game(game.profile, seats=game.seats, seed=5), steps)
    game.record.dump("game.yaml")
    told = play("--resume", "game.yaml", "--bots", "random", said="quit\n")
    assert "The game goes on" in told
    again = saved()
    assert again.history[: len(game.history)] == game.history
    play("--resume", "game.yaml", "--auto", "--quiet", "--bots", "random", "--save", "end.yaml")
    assert mayi.replay(mayi.load_record("end.yaml")).is_over


@pytest.mark.parametrize(
    ("text", "args", "code", "why"),
    [
        (None, [], 2, "there is no file 'game.yaml'"),
        ("nonsense: 1\n", [], 1, "this is no record"),
        ("petras", [], 2, "who plays here? --people names one or more of n, e, w"),
        ("petras", ["--people", "x"], 2, "nobody is called 'x': the seats are n, e, w"),
        ("petras", ["--people", "n", "--auto"], 2, "exclude each other"),
        ("petras", ["--people", "n", "--players", "4"], 2, "--resume excludes --players"),
        ("petras", ["--people", "n", "--cap", "4"], 2, "--resume excludes --cap"),
        ("petras", ["--people", "n", "--save", "game.yaml"], 2, "game.yaml is there already"),
        ("unknown", ["--people", "n"], 2, "is of a real table, at which not all cards were noted"),
    ],
)
def test_what_cannot_go_on_is_refused_and_stays(text, args, code, why):
    if text in ("petras", "unknown"):
        deck = " ".join("?" * PETRAS_PACK) if text == "unknown" else None
        mayi.Game(PETRAS, seats=["n", "e", "w"], seed=3, deck=deck).record.dump("game.yaml")
    elif text is not None:
        Path("game.yaml").write_text(text)
    before = Path("game.yaml").read_bytes() if text else None
    assert why in play("--resume", "game.yaml", *args, code=code)
    assert (Path("game.yaml").read_bytes() if text else None) == before


PETRAS_PACK = mayi.round_rules(PETRAS, 3, 1).pack_size


def test_undo_takes_back_the_last_move_of_a_person_and_all_since():
    told = play(
        "petras", *SHORT, "--seed", "1", "--players", "3", "--save", "game.yaml", said="undo\ntake\nundo\nundo\nquit\n"
    )
    assert told.count("there is nothing to take back") == 2
    assert "taken back: you: take" in told
    assert not any(move.startswith("you:") for move in saved().history)


@pytest.mark.parametrize("people", [["you"], ["you", "c"]])
def test_undo_goes_back_over_bots_and_rounds(people):
    game = walked(mayi.Game(mayi.load_profile("liverpool"), seats=["you", "b", "c"], seed=5), 120)
    moves = game.history
    assert game.round > 1
    theirs = [index for index, move in enumerate(moves) if re.match(f"({'|'.join(people)}): (?!cut)", move)]
    sitting = Sitting(game, people, {}, 1)
    for index in reversed(theirs):
        assert sitting.undo()
        assert game.history == moves[:index]
        assert game.to_act
        assert moves[index].partition(":")[0] in game.to_act
    assert not sitting.undo()
    again = walked(mayi.Game(mayi.load_profile("liverpool"), seats=["you", "b", "c"], seed=5), theirs[0])
    assert game.digest == again.digest


def test_the_scores_can_be_seen_at_any_prompt():
    game = mayi.Game(PETRAS, seats=["you", "b", "c"], seed=3)
    game.abandon()
    game.record.dump("game.yaml")
    scores = game.standings
    told = play("--resume", "game.yaml", "--bots", "random", said="score\nwhat\n\nscore\nquit\n")
    assert told.count("round") >= 2
    for standing in scores:
        assert told.count(str(standing.total)) >= 4
    assert "Enter deals the next round" in told


def test_bots_play_as_well_as_they_can():
    help_text = play("--help")
    assert re.search(r"--bots .*\n?.*\[default:\s+steady\]", help_text.replace("\n", " "))


LINES = (
    "  your hand: 2c 3c 7c Qc  2d 2d 9d  Ah 4h  6s",
    "  Cards that help: Ac (2 unseen), 7c (1 unseen), 7d (1 unseen), X (4 unseen); 8 of them unseen in all.",
    "The game is saved: mayi play --resume a-very-long-name-of-a-file-that-nobody-would-use.yaml goes on",
    "  名前 の ながい ひと が ここ に すわる と ぎょう が ひろく なる の です",
    "",
)


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
def test_lines_end_between_words(width, monkeypatch):
    from rich.cells import cell_len

    shown = []
    monkeypatch.setattr(terminal, "_put", shown.append)
    monkeypatch.setattr(terminal, "is_screen", lambda: True)
    monkeypatch.setattr(terminal, "screen_size", lambda: os.terminal_size((width, 24)))
    terminal.say_wrapped(*LINES)
    lines = "".join(shown).splitlines()
    for line in lines:
        assert cell_len(line) <= width or len(line.split()) == 1
    assert " ".join(" ".join(lines).split()) == " ".join(" ".join(LINES).split())
    first = next(line for line in lines if "your hand" in line)
    assert first.startswith("  your hand: 2c")


def test_what_is_no_terminal_is_not_wrapped(capsys):
    terminal.say_wrapped("word " * 100)
    assert capsys.readouterr().out == "word " * 100 + "\n"


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("mayi explain buying.pe", {"buying.penalty_cards", "buying.per_round", "buying.per_game"}),
        ("mayi play pet", {"petras", "petras-home.yaml"}),
        ("mayi play --bots steady,gr", {"steady,greedy"}),
        ("mayi sheet petras --format ", {"md", "html", "txt"}),
        ("mayi new ours --from liv", {"liverpool"}),
        ("mayi schema re", {"record"}),
        ("mayi rec", {"record"}),
        ("mayi completion ", {"bash", "zsh", "fish"}),
        ("mayi replay ga", {"file"}),
        ("mayi play ./", {"file"}),
    ],
)
def test_the_shell_completes(words, offered, monkeypatch):
    Path("petras-home.yaml").touch()
    monkeypatch.setenv("_MAYI_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" ")) - 1))
    result = CliRunner().invoke(app, [], prog_name="mayi")
    found = {"file" if line.startswith("file,") else line.partition(",")[2] for line in result.output.splitlines()}
    assert found == offered


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_there_is_a_script_for_every_shell(shell):
    result = CliRunner().invoke(app, ["completion", shell])
    assert result.exit_code == 0
    assert f"_MAYI_COMPLETE={shell}_complete" in result.output

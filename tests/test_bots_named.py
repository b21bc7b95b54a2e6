"""Bots of other packages that go wrong: the command says which, where, and what they raised, in one line."""

from __future__ import annotations

import random

import pytest

pytest.importorskip("click")
from click.testing import CliRunner

from mayi_rules import BotError, Game, load_profile
from mayi_rules.bots import registry
from mayi_rules.bots.named import CrashedBotError, named_maker
from mayi_rules.bots.simple import RandomBot
from mayi_rules.bots.table import play_round
from mayi_rules.cli.app import app


class Crashes(RandomBot):
    def choose(self, view):
        raise ZeroDivisionError("of two\nlines")


class Unmade:
    """Takes no generator."""


class Unasked:
    """Chooses nothing."""

    def __init__(self, rng):
        pass


class Wrong(RandomBot):
    def choose(self, view):
        return "stok"


@pytest.fixture(autouse=True)
def bots(monkeypatch):
    for name, maker in (("crash", Crashes), ("unmade", Unmade), ("unasked", Unasked), ("wrong", Wrong)):
        monkeypatch.setitem(registry._BUILT_IN, name, maker)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("crash", "the bot crash (in seat 'ANY', round 1) raised ZeroDivisionError: of two lines (FILE"),
        ("unmade", "the bot unmade cannot be made of a random generator: TypeError: Unmade() takes no arguments ("),
        ("unasked", "the bot unasked (in seat 'ANY', round 1) raised AttributeError: 'Unasked' object has no"),
        ("wrong", "the bot wrong (in seat 'ANY', round 1) answered 'stok': 'stok' is not a move"),
    ],
)
@pytest.mark.parametrize("how", [["--auto"], ["--auto", "--json"], []])
def test_the_command_names_the_bot_in_one_line(name, said, how):
    call = ["play", "petras", "--players", "3", "--seed", "2", "--bots", f"greedy,{name}", *how]
    result = CliRunner().invoke(app, call, input="stock\nstock\nkeep\n" + "discard 2c\n" * 60)
    assert result.exit_code == 2, result.output
    (line,) = result.stderr.splitlines()
    for seat in ("anna", "ben", "cleo"):
        line = line.replace(f"'{seat}'", "'ANY'")
    assert line.startswith("mayi: " + said.replace("FILE", __file__)), line


def test_what_was_raised_is_the_cause():
    game = Game(load_profile("petras"), seats=["n", "e", "w"], seed=3)
    with pytest.raises(CrashedBotError, match="the bot crash ") as caught:
        play_round(game, dict.fromkeys(game.seats, named_maker("crash")(random.Random(1))))
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    with pytest.raises(BotError, match="the bot wrong "):
        play_round(game, dict.fromkeys(game.seats, named_maker("wrong")(random.Random(1))))

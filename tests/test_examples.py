"""The smaller examples of the documentation do what they say."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

import mayi_rules as mayi

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def type_in(monkeypatch, lines):
    typed = iter(lines)

    def answer(_prompt):
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", answer)


@pytest.mark.parametrize("name", sorted(file.stem for file in EXAMPLES.glob("*.py")))
def test_an_example_says_how_it_is_started_and_names_no_other_address(name):
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert re.search(rf"python (-m pytest )?docs/examples/{name}\.py", text)
    assert set(re.findall(r"\d+\.\d+\.\d+\.\d+", text)) <= {"127.0.0.1"}


def test_turn_loop_refuses_explains_and_plays(monkeypatch, capsys):
    turn_loop = example("turn_loop")
    type_in(monkeypatch, ["?", "hm", "discard 2c", "pass", "pass", "stock"])
    turn_loop.main(seed=7)
    told = capsys.readouterr().out
    assert "<LegalMoves" in told
    assert "[turn.wrong_phase]" in told
    assert "your hand:" in told
    assert re.search(r"; cards of others: ann \d+, bob \d+, cid \d+\n", told)
    assert told.endswith("You leave the table.\n")


def test_turn_loop_plays_a_whole_game(monkeypatch, capsys):
    turn_loop = example("turn_loop")
    short = mayi.load_profile("petras").override({"rounds": mayi.load_profile("petras").to_dict()["rounds"][:1]})
    monkeypatch.setattr(turn_loop.mayi, "load_profile", lambda _name: short)
    seat_moves = []
    show = turn_loop.show

    def watch(seat):
        seat_moves[:] = [next(iter(seat.legal_moves)).text()]
        show(seat)

    monkeypatch.setattr(turn_loop, "show", watch)
    monkeypatch.setattr("builtins.input", lambda _prompt: seat_moves[0])
    turn_loop.main(seed=7)
    assert "1. " in capsys.readouterr().out


def test_turn_loop_ends_a_round_that_goes_on_and_on(monkeypatch, capsys):
    turn_loop = example("turn_loop")
    petras = mayi.load_profile("petras")
    rounds = petras.override({"rounds": petras.to_dict()["rounds"][:2]})
    game = mayi.Game(rounds, seats=["you", "ann", "bob"], seed=1, turn_cap=9)
    for name in game.seats:
        game.sit_out(name)
    monkeypatch.setattr(turn_loop, "ask", lambda _seat: True)
    turn_loop.play(game)
    told = capsys.readouterr().out
    assert len(re.findall("how abandoned", told)) == 2
    assert len(re.findall("reason turn_cap", told)) == 2
    assert len(re.findall("event turn,", told)) == 20


def test_compare_house_rules(capsys):
    example("compare_house_rules").main(deals=2)
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "petras → our-house: buying.penalty_cards: 1 → 2"
    assert told[1].startswith("petras: ")
    assert told[2].startswith("our-house: ")
    assert told[3].startswith("rounds are longer by ")


def test_the_property_tests_of_a_house_rule():
    pytest.importorskip("hypothesis")
    found = example("test_our_house")
    tests = [one for name, one in vars(found).items() if name.startswith("test_")]
    assert len(tests) == 4
    for test in tests:
        test()

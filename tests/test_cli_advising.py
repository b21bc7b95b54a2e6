"""What a player may ask at the prompt of `mayi play`: `hint` and `why`."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("click")
from click.testing import CliRunner

from mayi_rules import Game, load_profile
from mayi_rules.bots.registry import make_bot
from mayi_rules.cards import generator
from mayi_rules.cli.advice import hint_lines, why_lines
from mayi_rules.cli.app import app
from mayi_rules.engine.state.values import Phase

NOT_DRAWN = "You lay cards in your turn only, after drawing."


def play(said):
    call = ["play", "petras", "--seed", "1", "--players", "3", "--bots", "greedy"]
    result = CliRunner().invoke(app, call, input=said)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_prompt_answers_hint_and_why_and_goes_on():
    told = play("hint\nwhy discard 4c\nWHY take\nwhy\nnonsense\nwhy nonsense\nstock\nHint\nquit\n")
    assert "draw>   It cannot open. Points in hand: 59. It lacks 3 cards.\n  Cards that help: 2c (2 unseen)" in told
    assert "play>   It cannot open. Points in hand: 64. It lacks 2 cards.\n  Cards that help: 4c (1 unseen)" in told
    assert "  It is refused:\n    - That is not possible now: the phase is the draw. [turn.wrong_phase]\n" in told
    assert "    - once you have drawn\n" in told
    assert "draw>   This move is legal.\n" in told
    assert "draw>   write why and the move: why discard 5h\n" in told
    assert told.count("'nonsense' is not a move") == 2
    assert "  ? lists your moves, help explains them\n" in told
    assert "may you do that, why not" in play("help\n")


def test_another_seats_move_is_no_move_of_this_seat():
    game = Game(load_profile("petras"), seats=["n", "e", "w"], seed=3)
    assert "notation.seat" in why_lines(game.seat("n"), "e: take")[1]


@pytest.mark.parametrize("profile", ["petras", "continental"])
def test_a_hint_can_be_followed_or_says_what_is_in_the_way(profile):
    game = Game(load_profile(profile), seats=["n", "e", "w"], seed=5)
    bots = {name: make_bot("steady", generator(5, name)) for name in game.seats}
    seen = Counter()
    while not game.state.is_over:
        seat = game.seat(game.to_act[0])
        first, *rest = hint_lines(seat)
        kind, _, steps = first.partition(": ")
        seen[kind, bool(rest) and rest[-1].partition(":")[0] in (NOT_DRAWN, "But not now")] += 1
        if game.phase is Phase.PLAY:
            if kind == "It can open":
                assert next(seat.legal_moves.openings, None) is not None
            elif kind == "You have opened. Best" and steps != "lay off nothing.":
                step = steps.removesuffix(".").split("; ")[0]
                assert seat.check(step).ok != rest[-1].startswith("But not now: "), (step, rest)
        game.play(bots[seat.name].choose(seat.view))
    kinds = {kind for kind, _ in seen}
    assert {"It can open", "You have opened. Best"} <= kinds, seen
    assert any(is_late for _, is_late in seen), seen

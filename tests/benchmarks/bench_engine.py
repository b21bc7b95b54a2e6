"""Our own figures for the engine: `pytest tests/benchmarks/bench_engine.py` with pytest-benchmark installed.

They are never part of the normal test run, and nothing is gated by them.
"""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from mayi_rules import Game, View, apply, check, dump_record, legal_moves, load_profile, mask, round_rules, to_act
from mayi_rules.bots.registry import make_bot
from mayi_rules.bots.table import play_round
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import BUYING, DRAW, PLAY, Phase
from mayi_rules.moves import Move
from mayi_rules.profile.loading.layers import load_with_faults
from mayi_rules.profile.profile import Profile
from tests.benchmarks import rounds

pytest.importorskip("pytest_benchmark")

SEATS = ("north", "east", "south", "west")


def reached(phase: Phase, steps: int = 60) -> State:
    """A position of this phase, some steps into a round."""
    rng = random.Random(3)
    state = rounds.dealt()
    for step in range(2_000):
        if step >= steps and state.phase is phase:
            return state
        state = apply(state, legal_moves(state, to_act(state)[0]).sample(rng)).state
    raise AssertionError(f"no {phase} was reached")


def fresh(state: State) -> State:
    """The position without what was worked out for it before."""
    return state.replace()


@pytest.mark.parametrize("code", ["import mayi_rules", "import mayi_rules; mayi_rules.load_profile('petras')"])
def test_fresh_process(benchmark, code):
    benchmark.pedantic(lambda: subprocess.run([sys.executable, "-c", code], check=True), rounds=5)


def test_load_bundled_profile_warm(benchmark):
    benchmark(load_with_faults, "petras", Profile)


def test_round_rules_known(benchmark):
    benchmark(round_rules, load_profile("petras"), 4, 3)


@pytest.mark.parametrize("phase", [DRAW, BUYING, PLAY])
def test_legal_moves(benchmark, phase):
    state = reached(phase)
    seat = to_act(state)[0]
    benchmark(lambda: legal_moves(fresh(state), seat).simple)


@pytest.mark.parametrize("phase", [DRAW, BUYING, PLAY])
def test_check_and_apply(benchmark, phase):
    state = reached(phase)
    move: Move = legal_moves(state, to_act(state)[0]).simple[-1]

    def both() -> None:
        again = fresh(state)
        assert check(again, move)
        apply(again, move)

    benchmark(both)


def test_whole_random_rounds(benchmark):
    benchmark(rounds.walk, 10)


@pytest.mark.parametrize("name", ["greedy", "steady"])
def test_whole_bot_round(benchmark, name):
    def one() -> None:
        game = Game(load_profile("petras"), seats=SEATS, seed=5)
        play_round(game, {seat: make_bot(name, random.Random(seat)) for seat in SEATS})

    benchmark(one)


def test_mask(benchmark):
    benchmark(mask, reached(PLAY), 2)


def test_view_as_json(benchmark):
    benchmark(lambda: View(reached_play, SEATS, 2).to_json())


def test_record(benchmark):
    game = Game(load_profile("petras"), seats=SEATS, seed=5)
    play_round(game, {seat: make_bot("greedy", random.Random(seat)) for seat in SEATS})
    benchmark(lambda: dump_record(game.record))


reached_play = reached(PLAY)

"""What a finished game costs in memory, and that what it does not keep comes back as it was."""

from __future__ import annotations

import gc
import random
import tracemalloc

import pytest

from mayi_rules import Game, Phase, load_profile
from mayi_rules.testing.random_walk import random_move

pytestmark = pytest.mark.slow

KIB = 1024


def finished(seed, *, states=None):  # without a cap of turns every step is a call of its own
    """A whole game by random moves, its events read once; its positions are put into `states`."""
    rng = random.Random(seed)
    game = Game(load_profile("petras"), seats=["n", "e", "w"], seed=seed, dealer="w", turn_cap=None)
    while not game.is_over:
        if states is not None:
            states.append(game.state)
        if game.phase is Phase.ROUND_OVER:
            game.next_round()
        else:
            game.play(random_move(game.state, rng))
    assert game.round == 7
    assert game.events()[-1].seq == game.next_event - 1
    return game


def test_a_finished_game_costs_at_most_60_kib(factor):
    finished(99)
    count = 4 * factor
    tracemalloc.start()
    try:
        games = [finished(seed) for seed in range(count)]
        gc.collect()
        with_games, _ = tracemalloc.get_traced_memory()
        steps = sum(len(game.history) for game in games)
        games.clear()
        gc.collect()
        without, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert steps > 1000 * count
    assert with_games - without < 60 * KIB * count, (with_games - without) / count / KIB


def test_the_last_round_is_undone_move_by_move_to_the_positions_that_were_seen():
    states = []
    game = finished(3, states=states)
    history = game.history
    last = next(number for number, state in enumerate(states) if state.rules.round == 7)
    for number in range(len(history) - 1, last - 1, -1):
        assert game.undo() == (history[number],)
        assert game.state == states[number]
        assert game.digest == states[number].digest
    game.undo(last - 5)
    assert game.state == states[5]
    for number in range(5, last + 1):
        game.play(history[number]) if not history[number].startswith("table: next") else game.next_round()
        if game.round > 1:
            break
        assert game.state == states[number + 1]

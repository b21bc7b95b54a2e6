"""What positions cost in memory: states of one game share what they share, and none waits for the garbage collector."""

from __future__ import annotations

import gc
import itertools
import random
import tracemalloc

import pytest

from mayi_rules import Game, apply, bundled_profiles, legal_moves, load_profile, to_act
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Phase

KIB = 1024


def round_of(profile_id: str) -> list[State]:
    """The positions of one random round, at most 300."""
    profile = load_profile(profile_id)
    game = Game(profile, seats=list("abcdefgh")[: profile.players.min], seed=5)
    if game.state.phase is Phase.CUT:
        game.cut(7)
    rng = random.Random(5)
    states = [game.state]
    while len(states) < 300 and to_act(states[-1]):
        here = states[-1]
        states.append(apply(here, legal_moves(here, to_act(here)[0]).sample(rng)).state)
    return states


@pytest.mark.parametrize("profile_id", sorted(bundled_profiles()))
def test_a_state_at_rest_takes_less_than_20_kib(profile_id):
    round_of(profile_id)
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        states = round_of(profile_id)
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(states) > 20
    assert after - before < 20 * KIB * len(states)


def test_states_of_one_game_share_what_has_not_changed():
    states = round_of("petras")
    for before, after in itertools.pairwise(states):
        shared = [one is other for one, other in zip(before.hands, after.hands, strict=True)]
        assert sum(shared) >= len(shared) - 2  # the buyer's and the active player's
        assert after.rules is before.rules
        assert after.setting is before.setting


def test_positions_and_moves_are_freed_without_the_garbage_collector():
    round_of("petras")
    gc.collect()
    gc.disable()
    try:
        round_of("petras")
        assert gc.collect() == 0
    finally:
        gc.enable()

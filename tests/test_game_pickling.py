"""Positions between processes: many states of one game in one message, with their rules once."""

from __future__ import annotations

import pickle
import random

import pytest

from mayi_rules import Game, Phase, ProfileError, load_profile
from mayi_rules.cards import EMPTY_HAND, Hand
from mayi_rules.testing.random_walk import random_move


def states_of_a_game(count):
    game = Game(load_profile("petras"), seats=["n", "e", "w"], seed=3, dealer="w")
    rng = random.Random(1)
    states = [game.state]
    while len(states) < count:
        game.next_round() if game.phase is Phase.ROUND_OVER else game.play(random_move(game.state, rng))
        states.append(game.state)
    return states


def test_a_message_of_many_states_holds_their_profile_and_the_rules_of_a_round_once():
    states = states_of_a_game(1_000)
    message = pickle.dumps(states)
    again = pickle.loads(message)
    assert again == states
    assert [state.digest for state in again[::50]] == [state.digest for state in states[::50]]
    assert len({id(state.rules.profile) for state in again}) == 1
    assert len({id(state.rules) for state in again}) == states[-1].rules.round
    one = len(pickle.dumps(states[0]))
    assert len(message) < one + 200 * len(states), (one, len(message))


def test_a_bundled_profile_is_sent_by_its_id_so_that_states_sent_one_by_one_are_small():
    states = states_of_a_game(1_000)
    whole = len(pickle.dumps(states[0].rules.profile.override({"buying.penalty_cards": 2})))
    assert sum(len(pickle.dumps(state)) for state in states) < 1_000 * whole / 5
    again = pickle.loads(pickle.dumps(states[0]))
    assert again.rules.profile is load_profile("petras")
    house = load_profile("petras").override({"buying.penalty_cards": 2}, id="house")
    assert pickle.loads(pickle.dumps(house)) == house
    assert pickle.loads(pickle.dumps(house)).sources == house.sources


def test_a_pickle_of_other_rules_under_a_bundled_id_is_refused():
    function, (name, digest) = load_profile("petras").__reduce__()
    assert function(name, digest) is load_profile("petras")
    with pytest.raises(ProfileError, match="petras had other rules"):
        function(name, "0" * 64)


def test_a_hand_is_sent_as_its_cards():
    hand = Hand.parse("2c 2c Ah X ? ?")
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert pickle.loads(pickle.dumps(hand)).size == 6
    assert pickle.loads(pickle.dumps(EMPTY_HAND)) == EMPTY_HAND
    assert len(pickle.dumps(hand)) < len(pickle.dumps(hand.counts)) + 30

"""Whole rounds of random legal moves through the public API: what the speed figures count."""

from __future__ import annotations

import random
from typing import NamedTuple

from mayi_rules import Profile, apply, legal_moves, load_profile, round_rules, to_act
from mayi_rules.engine.rules.deal import new_round
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Chance


class Walk(NamedTuple):
    """How much was played: steps, steps in which there was a choice of two or more, whole rounds."""

    steps: int
    choices: int
    rounds: int


def dealt(profile: str | Profile = "petras", players: int = 4, round_number: int = 1, key: str = "benchmark") -> State:
    """A round as dealt."""
    loaded = load_profile(profile) if isinstance(profile, str) else profile
    rules = round_rules(loaded, players, round_number)
    return new_round(rules, players - 1, (0,) * players, Chance(key), None, None)


def walk(
    rounds: int, *, first: int = 0, profile: str | Profile = "petras", players: int = 4, count: bool = False
) -> Walk:
    """Play rounds: sample a legal move, apply it, until the round is over.

    Args:
        rounds: how many.
        first: the number of the first deal.
        profile: a profile, or the name of a bundled one.
        players: the number of seats.
        count: count the choices too (an extra pass over the moves: not for timing).
    """
    rng = random.Random(first)
    steps = choices = 0
    for number in range(first, first + rounds):
        state = dealt(profile, players, 1 + number % 7, f"deal {number}")
        while state.ending is None:
            legal = legal_moves(state, to_act(state)[0])
            if count:
                choices += legal.count(2) > 1
            state = apply(state, legal.sample(rng)).state
            steps += 1
    return Walk(steps, choices, rounds)

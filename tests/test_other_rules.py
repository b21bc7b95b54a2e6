"""The same position under other rules: who is asked in the buying window."""

from __future__ import annotations

import random

import pytest

import mayi_rules as mayi
from mayi_rules.engine.state.values import Phase, Stage
from mayi_rules.moves import ask
from mayi_rules.testing.conformance import check_position
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_positions import first_position
from mayi_rules.testing.random_walk import walk
from mayi_rules.testing.repro import under


@pytest.mark.parametrize(
    "changes",
    [
        {"buying.allowed": False},
        {"buying.who": "unopened"},
        {"buying.per_round": 1},
        {"buying.own_discard": False},
        {"buying.upcard": False},
        {"buying.same_buyer_again": True},
        {"buying.penalty_cards": 3},
        {"buying.block": {"call": "shanghai", "who": "anyone"}},
    ],
    ids=str,
)
def test_in_the_window_those_are_asked_who_could_buy_by_the_other_rules(changes):
    petras = mayi.load_profile("petras")
    house = petras.override(changes, id="house")
    windows = fewer = 0
    for number in range(12):
        choices = RandomChoices(random.Random(number))
        start = first_position(petras, choices, players=4)
        for step in walk(start, choices.generator()):
            state = step.state
            if state.phase is not Phase.BUYING:
                continue
            windows += 1
            other = under(state, house)
            fewer += len(mayi.to_act(other)) < len(mayi.to_act(state))
            if windows % 16 == 1:
                check_position(other, choices)
            if other.phase is not Phase.BUYING:
                continue
            for seat in mayi.to_act(other):
                if changes.get("buying.who"):
                    assert not state.has_opened(seat)
                if "buying.per_round" in changes:
                    assert state.tally.bought[seat] < 1
                assert other.window.stage is Stage.BLOCKING or mayi.check(other, ask(seat, other.discards[-1]))
    assert windows > 50
    if changes.get("buying.allowed") is False or "buying.per_round" in changes:
        assert fewer

"""Property tests of a house rule, with Hypothesis.

To start: `python -m pytest docs/examples/test_our_house.py`, which needs the extra `testing` and pytest.
"""

from __future__ import annotations

import random

from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st

from mayi_rules import State, check, legal_moves, load_profile, to_act
from mayi_rules.testing import DrawnChoices, RandomChoices, check_position, check_round, moves, positions, under

PETRAS = load_profile("petras")
HOUSE = PETRAS.override({"laying_off.when": "same_turn"}, id="our-house")


@given(positions(HOUSE), st.data())
@settings(max_examples=20, deadline=None)
def test_everything_that_must_hold_holds_under_our_rules(state: State, data: st.DataObject) -> None:
    """Offered moves are accepted, others refused, by what a seat knows as by the whole position, and so on."""
    check_position(state, DrawnChoices(data.draw), most=4)


def test_whole_rounds_hold_too() -> None:
    """The same along rounds of random moves; the seed is the whole example."""
    for seed in range(3):
        report = check_round(HOUSE, RandomChoices(random.Random(seed)))
        assert report.turns, f"seed {seed}"


@given(positions(PETRAS), st.data())
@settings(max_examples=50, deadline=None)
def test_what_petras_allows_our_house_allows_too(state: State, data: st.DataObject) -> None:
    """The looser rule takes nothing away: a move that the strict rules accept, it accepts in the same position."""
    if to_act(state):
        move = data.draw(moves(state, kinds=["legal"]))
        assert check(under(state, HOUSE), move), move


def offers_more(state: State) -> bool:
    """Whether somebody may do more by the house rule than by the strict one."""
    loose = under(state, HOUSE)
    return any(len(legal_moves(loose, seat).simple) > len(legal_moves(state, seat).simple) for seat in to_act(state))


def test_there_is_a_position_in_which_the_rule_matters() -> None:
    """A position in which the two rules disagree; without `phases` the smallest one is looked for, which takes time."""
    quick = settings(max_examples=500, deadline=None, phases=[Phase.generate])
    assert find(positions(PETRAS), offers_more, settings=quick).opened_now

"""What is drawn from a list is as safe as what is typed: no opening is played that the rules refuse."""

from __future__ import annotations

import random

import pytest

from mayi_rules import Hand, IllegalMove, apply, check, legal_moves, load_profile, round_rules
from mayi_rules.engine import engine
from mayi_rules.engine.rules.deal import new_round
from mayi_rules.engine.state.values import Chance, Phase
from mayi_rules.melds.meld import Meld
from mayi_rules.moves import Open


def position(cards):
    """The first player of a round of petras has drawn; this is the hand."""
    state = new_round(round_rules(load_profile("petras"), 3, 1), 2, (0,) * 3, Chance("safe"), None, None)
    while state.phase is not Phase.PLAY:
        state = apply(state, legal_moves(state, engine.to_act(state)[0]).simple[-1]).state
    hands = list(state.hands)
    hands[state.turn] = Hand.parse(cards)
    return state.replace(hands=tuple(hands))


GOOD = (Meld.set_of(4, Hand.parse("5c 5d 5h")), Meld.set_of(8, Hand.parse("9c 9d 9h")))
WRONG = {
    "two cards are no set": (Meld.set_of(4, Hand.parse("5c 5d")), Meld.set_of(8, Hand.parse("9c 9d 9h"))),
    "mixed ranks": (Meld.set_of(4, Hand.parse("5c 5d 9h")), Meld.set_of(8, Hand.parse("9c 9d 5h"))),
    "one meld of two": (Meld.set_of(4, Hand.parse("5c 5d 5h")),),
    "a card that is not held": (Meld.set_of(4, Hand.parse("5c 5d 5s")), Meld.set_of(8, Hand.parse("9c 9d 9h"))),
    "a run for a set": (Meld.run_of(2, 4, Hand.parse("5h 6h 7h 8h")), Meld.set_of(8, Hand.parse("9c 9d 9h"))),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_a_broken_solver_gets_no_illegal_opening_played(monkeypatch, wrong):
    state = position("5c 5d 5h 9c 9d 9h 6h 7h 8h Kc")
    assert not check(state, Open(state.turn, wrong)).ok
    monkeypatch.setattr(engine, "openings", lambda hand, rules: iter([wrong, GOOD, wrong]))
    legal = legal_moves(state, state.turn)
    assert [move.melds for move in legal.openings] == [GOOD]
    assert all(check(state, move).ok for move in legal)
    drawn = [legal.sample(random.Random(seed)) for seed in range(60)]
    assert {move.melds for move in drawn if isinstance(move, Open)} == {GOOD}
    for move in drawn:
        apply(state, move)
    with pytest.raises(IllegalMove):
        apply(state, Open(state.turn, wrong))


def test_a_solver_that_lists_nothing_legal_leaves_the_other_moves(monkeypatch):
    state = position("5c 5d 5h 9c 9d 9h 6h 7h 8h Kc")
    monkeypatch.setattr(engine, "openings", lambda hand, rules: iter(WRONG.values()))
    legal = legal_moves(state, state.turn)
    assert not list(legal.openings)
    assert all(not isinstance(legal.sample(random.Random(seed)), Open) for seed in range(60))

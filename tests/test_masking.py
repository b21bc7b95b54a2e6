"""What a seat knows: nothing that it sees depends on cards that are hidden from it."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from mayi_rules import Game, View, apply, legal_moves, load_profile, mask, to_act
from mayi_rules.bots.simple import GreedyBot
from mayi_rules.cards import UNKNOWN, Hand, shuffled
from mayi_rules.engine.state.values import Phase
from mayi_rules.moves import Discard, LayOff, Open, Pass, Take, TakeBack
from mayi_rules.testing.conformance import key_of, listed
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_positions import build_position
from mayi_rules.testing.random_profiles import build_profile

POSITIONS = 60


def positions(factor, *, label):
    for number in range(POSITIONS * factor):
        choices = RandomChoices(random.Random(f"{label} {number}"))
        yield build_position(build_profile(choices), choices, max_moves=80), choices


def with_other_hidden_cards(state, seat, rng):
    """The same position with the cards that the seat cannot place dealt out differently."""
    known = state.tally.known
    unknown = []
    for owner, hand in enumerate(state.hands):
        if owner != seat:
            unknown += list((Counter(hand) - Counter(known[owner])).elements())
    if not state.tally.stock_known:
        unknown += list(state.stock)
    order = list(shuffled(unknown, rng))
    hands = []
    for owner, hand in enumerate(state.hands):
        if owner == seat:
            hands.append(hand)
            continue
        count = hand.size - len(known[owner])
        hands.append(Hand.of([*known[owner], *order[:count]]))
        order = order[count:]
    stock = state.stock if state.tally.stock_known else bytes(order)
    return state.replace(hands=tuple(hands), stock=stock)


def test_views_and_legal_moves_do_not_depend_on_hidden_cards(factor):
    seats = ("a", "b", "c", "d", "e", "f", "g", "h")
    looked = 0
    for state, choices in positions(factor, label="hidden"):
        if state.is_over or state.phase is Phase.CUT:
            continue
        for seat in range(state.players):
            if state.laid is not None and state.turn != seat:
                continue  # the other's hand at the start of his turn is hidden too, and would have to change as well
            other = with_other_hidden_cards(state, seat, choices.generator())
            looked += 1
            assert mask(other, seat) == mask(state, seat)
            names = seats[: state.players]
            assert View(other, names, seat).to_json() == View(state, names, seat).to_json()
            assert [key_of(m) for m in listed(other, seat)[0]] == [key_of(m) for m in listed(state, seat)[0]]
            for move in listed(state, seat)[0]:
                if isinstance(move, Take | Discard | LayOff | TakeBack | Open | Pass):
                    one, two = apply(state.replace(), move), apply(other.replace(), move)
                    if one.state.is_over or one.state.phase is not state.phase:
                        continue  # hands are counted, or a card is drawn from the stock
                    assert [e.seen_by(seat) for e in one.events] == [e.seen_by(seat) for e in two.events]
                    assert mask(one.state, seat) == mask(two.state, seat)
    assert looked > 50 * factor


def test_a_masked_position_hides_other_hands_the_stock_and_chance(factor):
    for state, _ in positions(factor, label="mask"):
        for seat in (None, *range(state.players)):
            seen = mask(state, seat)
            assert seen.setting.chance.key is None
            assert not seen.setting.chance.recycled
            assert [hand.size for hand in seen.hands] == [hand.size for hand in state.hands]
            for owner, hand in enumerate(seen.hands):
                if owner == seat:
                    assert hand == state.hands[owner]
                else:
                    known = Counter(state.tally.known[owner])
                    assert Counter(card for card in hand if card != UNKNOWN) == known
                    assert not known - Counter(state.hands[owner]), "known to be held, but not held"
            assert seen.tally.stock_known or set(seen.stock) <= {UNKNOWN}
            assert len(seen.stock) == len(state.stock)


def test_the_mover_reaches_the_same_masked_position_from_what_it_knows(factor):
    for state, _ in positions(factor, label="mover"):
        for seat in to_act(state):
            known = mask(state, seat)
            for move in legal_moves(known, seat).simple:
                after = apply(state.replace(), move).state
                if after.is_over or after.stock != state.stock:
                    continue
                assert mask(apply(known.replace(), move).state, seat) == mask(after, seat)


def test_a_spectator_sees_no_hand():
    game = Game(load_profile("petras"), seats=["n", "e", "s"], seed=4)
    view = game.spectator()
    assert view.hand == ""
    assert all(set(hand) == {UNKNOWN} for hand in view.state.hands)
    assert game.seat("n").view.hand == str(game.state.hands[0])


def test_what_was_taken_from_the_discards_stays_known_until_it_is_played():
    game = Game(load_profile("petras"), seats=["n", "e", "s"], seed=4, dealer="n")
    top = str(game.spectator().state.discards and Hand.of(game.state.discards[-1:]))
    game.play("e: take")
    assert game.seat("s").view.to_dict()["known"]["e"] == top
    game.play(f"e: discard {top}")
    assert game.seat("s").view.to_dict()["known"]["e"] == ""


def test_the_penalty_card_is_seen_by_its_buyer_only():
    game = Game(load_profile("petras"), seats=["n", "e", "s"], seed=4, dealer="n")
    offer = str(Hand.of(game.state.discards[-1:]))
    for move in ("e: stock", "s: may I"):
        game.play(move)
    events = {name: [e.to_dict() for e in game.seat(name).events()] for name in game.seats}
    penalty = {name: next(e for e in events[name] if e["event"] == "drew_penalty") for name in game.seats}
    assert penalty["n"]["cards"] == penalty["e"]["cards"] == "?"
    assert penalty["s"]["cards"] in str(game.state.hands[2])
    assert game.seat("n").view.to_dict()["known"]["s"] == offer


@pytest.mark.parametrize("profile_id", ["petras", "continental", "shanghai"])
def test_bots_that_see_only_views_play_legal_moves(profile_id):
    game = Game(load_profile(profile_id), seats=["n", "e", "s", "w"], seed=11)
    bots = {name: GreedyBot(random.Random(name)) for name in game.seats}
    for _ in range(300):
        if not game.to_act:
            break
        name = game.to_act[-1]
        move = bots[name].choose(game.seat(name).view)
        assert game.check(move).ok
        step = game.seat(name).play(move)
        for other in range(4):
            if other != game.seats.index(name):
                assert not set(step.state.hands[other]) - {UNKNOWN, *game.state.tally.known[other]}

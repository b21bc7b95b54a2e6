"""What a seat cannot know: a sample that explains all it saw shows it the same view, moves and verdicts.

`MAYI_POSITIONS=100000 pytest tests/test_views_unseen.py` samples so many positions instead of 2,000.
"""

from __future__ import annotations

import os
import pickle
import random
from collections import Counter

import pytest

from mayi_rules import Game, View, apply, check, load_profile, mask, sample_state, unseen
from mayi_rules.cards import JOKER, UNKNOWN, Hand
from mayi_rules.engine.state.traffic import DRAWN, PLAYED, RECYCLED, entries
from mayi_rules.moves import Abandon
from mayi_rules.testing.conformance import key_of, listed
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_moves import build_move
from mayi_rules.testing.random_positions import first_position
from mayi_rules.testing.random_walk import walk
from tests.other_deals import NAMES, hidden_cards_of, histories, history

pytestmark = pytest.mark.slow

POSITIONS = int(os.environ.get("MAYI_POSITIONS", "2000"))
BATCHES = 4
PER_ROUND = 8


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_sampled_position_is_the_same_to_the_seat(batch):
    """View, legal moves and verdicts; also after renewals, blockings, taking back, and at the end of a round."""
    renewed = over = 0
    for _, steps, choices in histories(f"samples {batch}", range(POSITIONS // PER_ROUND // BATCHES)):
        for step in [*(choices.pick(steps) for _ in range(PER_ROUND - 1)), steps[-1]]:
            state = step.state
            seat = choices.whole(-1, state.players - 1)
            seat = None if seat < 0 else seat
            _looks_the_same(state, seat, choices)
            renewed += bool(state.tally.traffic)
            over += state.is_over
    assert renewed
    assert over


def _looks_the_same(state, seat, choices):
    names = NAMES[: state.players]
    view = View(state, names, seat)
    sample = sample_state(view, choices.generator())
    again = View(sample, names, seat)
    assert again.state == view.state
    assert again.to_json() == view.to_json()
    assert Hand.of(_all_cards(sample)).counts == state.rules.pack == Hand.of(_all_cards(state)).counts
    assert unseen(sample, seat) == unseen(state, seat)
    if seat is None:
        return
    assert [key_of(move) for move in listed(sample, seat)[0]] == [key_of(move) for move in listed(state, seat)[0]]
    for _ in range(4):
        move = build_move(state, choices)
        if move.seat == seat:
            assert check(sample, move) == check(state, move) == check(view.state, move)


def _all_cards(state):
    for zone in (*state.hands, state.stock, state.discards, *[laid.meld for laid in state.table]):
        yield from zone


@pytest.mark.parametrize("batch", range(2))
def test_cards_are_only_where_they_can_be(batch):
    """After a shuffled renewal only recycled cards are in the stock, in samples and in the real position."""
    looked = 0
    for _, steps, choices in histories(f"pools {batch}", range(POSITIONS // 16)):
        state = steps[-1].state
        if not state.tally.traffic or state.is_over:
            continue
        for seat in range(state.players):
            known = unseen(state, seat)
            sample = sample_state(View(state, NAMES[: state.players], seat), choices.generator())
            hidden = Counter()
            for owner in range(state.players):
                if owner != seat:
                    hidden += hidden_cards_of(state, owner)
            hidden += Counter(map(int, state.stock))
            assert Counter(map(int, known.cards)) == hidden
            last = _last_renewal(state, seat)
            for one in (state, sample):
                assert not Counter(map(int, one.stock)) - last, "a card is in the stock that was not recycled"
            for owner in range(state.players):
                if owner != seat and not _drew(state, owner):
                    fresh = _never_seen(state, seat, hidden)
                    assert not hidden_cards_of(sample, owner) - fresh, "a seat that drew nothing holds a recycled card"
            looked += 1
    assert looked > 20


def _last_renewal(state, seat):
    """What the newest stock was made of, less what the seat drew itself."""
    last = Counter()
    before = None
    for what, who, card in entries(state.tally.traffic):
        if what == RECYCLED:
            if before != RECYCLED:
                last = Counter()
            last[card] += 1
        elif what == DRAWN and who == seat:
            last[card] -= 1
        before = what
    return +last


def _never_seen(state, seat, hidden):
    """The cards that nobody had seen when the stock was first renewed, but for the seat's own."""
    fresh = Counter(hidden)
    for what, who, card in entries(state.tally.traffic):
        if what == RECYCLED:
            fresh[card] -= 1
        elif (what == PLAYED) == (who != seat):
            fresh[card] += 1
    assert not -fresh
    return +fresh


def _drew(state, owner):
    return any(what == DRAWN and who == owner for what, who, _ in entries(state.tally.traffic))


def test_samples_are_uniform_where_nothing_was_recycled():
    """Every unseen card is as often in a given hand as the share of hidden places says."""
    game = Game(load_profile("petras"), seats=["n", "e", "s"], seed=5)
    view = game.seat("n").view
    cards = unseen(view.state, 0).cards
    rng = random.Random(1)
    found = Counter()
    rounds = 3000
    for _ in range(rounds):
        found.update(map(int, sample_state(view, rng).hands[1]))
    for kind in cards.kinds:
        expected = rounds * 10 * cards.counts[kind] / cards.size
        assert abs(found[kind] - expected) < 6 * expected**0.5, kind


def test_pickled_views_and_events_hold_no_hidden_card_and_no_key():
    game = Game(load_profile("shanghai"), seats=["n", "e", "s", "w"], seed="a secret seed")
    for _ in range(30):
        game.play(game.seat(game.to_act[0]).legal_moves.sample(random.Random(2)))
    for name in (None, *game.seats):
        view = game.spectator() if name is None else game.seat(name).view
        data = pickle.dumps(view)
        assert b"a secret seed" not in data
        again = pickle.loads(data)
        assert again == view
        for owner, hand in enumerate(again.state.hands):
            if game.seats[owner] != name:
                assert set(hand) <= {UNKNOWN, *game.state.tally.known[owner]}
        assert set(again.state.stock) == {UNKNOWN}
        assert again.state.setting.chance.key is None
    with pytest.raises(TypeError, match="handle"):
        pickle.dumps(game.seat("n"))


def test_repr_and_str_of_what_a_seat_gets_name_no_hidden_card():
    game = Game(load_profile("petras"), seats=["n", "e", "s"], seed=4, dealer="n")
    step = game.seat("e").play("stock")
    for value in (game, game.state, game.seat("n"), game.seat("n").view, step.state, game.state.setting, step):
        text = repr(value)
        assert str(game.state.hands[2]) not in text
        assert "seed 4" not in text


def test_the_order_given_for_a_round_is_not_told_to_seats():
    profile = load_profile("petras")
    game = Game(profile, seats=["n", "e", "s"], seed=4)
    game.abandon()
    order = Game(profile, seats=["n", "e", "s"], seed=9).record.rounds[0].deck
    step = game.next_round(deck=order)
    assert step.seen_by(0).move.order is None
    assert repr(order) not in repr(step.move)


def test_what_was_laid_and_taken_back_is_known():
    profile = load_profile("continental")
    for number in range(60):
        choices = RandomChoices(random.Random(f"back {number}"))
        start = first_position(profile, choices, round_number=1)
        for step in walk(start, choices.generator()):
            if step.move.name == "take back":
                shown = [card for one in step.before.table for card in one.meld.cards]
                shown = Counter(shown) - Counter(card for one in step.state.table for card in one.meld.cards)
                known = Counter(step.state.tally.known[step.move.seat])
                assert not shown - known
                assert not known - Counter(map(int, step.state.hands[step.move.seat]))
                return
    pytest.fail("nothing was taken back")


def test_traffic_begins_with_the_first_shuffled_renewal():
    profile = load_profile("petras")
    for number in range(40):
        choices = RandomChoices(random.Random(f"traffic {number}"))
        start = first_position(profile, choices)
        for step in walk(start, choices.generator()):
            if step.state.tally.renewed:
                assert {what for what, _, _ in entries(step.state.tally.traffic)} <= {RECYCLED, DRAWN, PLAYED}
                seen = mask(step.state, None).tally.traffic
                assert all(card == UNKNOWN for what, _, card in entries(seen) if what == DRAWN)
                assert all(card <= JOKER for what, _, card in entries(seen) if what != DRAWN)
                return
            assert not step.state.tally.traffic
    pytest.fail("no stock was renewed")


@pytest.mark.parametrize(
    ("label", "number", "seat"),
    [
        ("samples 3", 5, None), ("pools 0", 11, 4), ("samples 0", 1265, 3),
        ("samples 3", 1283, None), ("samples 3", 2902, None), ("samples 3", 3061, 1),
    ],
)  # fmt: skip
def test_what_is_seldom_so_is_found_all_the_same(label, number, seat):
    """Points that few cards come to, cards of few pools, and both: a search gave up here once."""
    _, steps, choices = history(label, number)
    _looks_the_same(steps[-1].state, seat, choices)


def test_a_score_that_only_few_cards_come_to_is_sampled():
    """Exchanges of single cards do not find such hands."""
    points = {"A": -2, "pips": 5, "8": 13, "T": 10, "faces": 49, "joker": 15}
    house = load_profile("petras").override({"scoring.points": points})
    game = Game(house, seats=list("abcde"), seed=1)
    hands = ["Jd 5h As 5s 8s", "8s X X X X", "2c 2d 2h 2s 3c", "3d Td Kd Ah 5h", "7c 7c 4h 5h 7s"]
    left = Counter(card for kind, count in enumerate(game.state.rules.pack) for card in [kind] * count)
    left -= Counter(int(card) for hand in hands for card in Hand.parse(hand))
    state = game.state.replace(
        hands=tuple(map(Hand.parse, hands)), stock=bytes(left.elements()), discards=b"", discarded_by=b""
    )
    state = apply(state, Abandon()).state
    for seat in (None, 0):
        view = View(state, tuple("abcde"), seat)
        sample = sample_state(view, random.Random(1))
        assert View(sample, tuple("abcde"), seat) == view

"""All-cards rounds with many melds and wilds: whether a hand can open is told at once, and rightly."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from mayi_rules import Hand, load_profile, round_rules
from mayi_rules.cards import JOKER
from mayi_rules.solver import can_open, distance, openings
from tests.oracle import brute, houses
from tests.oracle.brute import House

pytestmark = pytest.mark.slow


def long_series():
    changes = {"opening": {"size": "at_least", "all_cards": True}, "going_out": {"discard": "forbidden"}}
    return round_rules(load_profile("progressive").override({"rounds": {10: {"rules": changes}}}), 4, 10)


def petras(*contract, **wilds):
    rules = {"opening": {"all_cards": True}, "going_out": {"discard": "optional"}}
    last = {"deal": 14, "contract": list(contract), "rules": rules}
    changes = {"pack.wild": ["joker", "2"], "rounds": {7: last}, **({"wilds": wilds} if wilds else {})}
    return round_rules(load_profile("petras").override(changes), 4, 7)


@pytest.mark.parametrize(
    ("rules", "cards"),
    [
        (long_series(), "2c 9c 2d 6d 2h 3h 6h Th Qh 2s 4s 6s Js Qs Ks X X"),
        (long_series(), "2c 6c Kc 2d 2d 9d 9d 2h 5h 6h 7h 7h 8h Jh Jh Js X"),
        (petras("set", "set", "run", "run"), "2c 4c 5c Qc Ad 2d 5d 5d 7d 8d Jd Kd Kd Jh Qh 2s Js Qs X"),
        (petras("set", "run", "run", "run"), "Ac 3c 5c 6c 9c Tc Jc Qc Kc 6h 2s 2s 2s 2s 2s 3s 7s 9s Qs X X"),
    ],
)
def test_long_hands_that_cannot_open(rules, cards):
    assert not can_open(Hand.parse(cards), rules)
    assert not list(openings(Hand.parse(cards), rules))


@pytest.mark.parametrize(
    ("rules", "cards"),
    [
        (long_series(), "9c 9d X 6c 6d 2h 3h 4h 5h 2h Js Qs 2s Ks"),
        (petras("set", "set", "run", "run"), "4c 5c 2d 7c Jd Qd Kd X 9c 9d 2s Ks Kh Kd"),
        (petras("set", "run", "run", "run"), "4c 5c 6c 7c 7c 7c 7c 8c 8c 9c 9c 9c Tc Tc Jc Jc 2d 2h 7h"),
    ],
)
def test_long_hands_that_can_open(rules, cards):
    hand = Hand.parse(cards)
    assert can_open(hand, rules)
    for opening in islice(openings(hand, rules), 20):
        assert Hand.of([kind for meld in opening for kind in meld.cards]) == hand


def hand_of_melds(rng, house):
    """Cards that fill the contract, some of them changed."""
    cards = []
    wild = sorted(house.wild)
    for kind, least in house.contract:
        first, suit = rng.randrange(13), rng.randrange(4)
        for step in range(least if house.exact else least + rng.choice([0, 0, 1, 2])):
            if wild and rng.random() < 0.35:
                cards.append(rng.choice(wild))
            elif kind == "run":
                cards.append(suit * 13 + (first + step) % 13)
            else:
                cards.append(rng.randrange(4) * 13 + first)
    if rng.random() < 0.3:
        cards[rng.randrange(len(cards))] = rng.randrange(52)
    return Counter(cards)


def test_same_answers_as_the_brute_force():
    rng = random.Random(27)
    opened = asked = 0
    for _ in range(300):
        house = replace(houses.random_house(rng), all_cards=True, discard=rng.choice(["forbidden", "optional"]))
        rules = houses.as_round_rules(house)
        for _ in range(4):
            cards = hand_of_melds(rng, house) if rng.random() < 0.8 else houses.random_hand(rng, house)
            hand = Hand.of(cards.elements())
            if hand.size >= 8:
                continue
            found = can_open(hand, rules)
            assert found == brute.can_open(cards, house), houses.describe(house, cards)
            assert found == (next(openings(hand, rules), None) is not None), houses.describe(house, cards)
            opened += found
            asked += 1
    assert asked > 2 * opened > 0.2 * asked


def test_sets_of_wilds_where_no_two_sets_may_be_of_one_rank():
    house = replace(
        houses.random_house(random.Random(1)),
        contract=(("set", 2), ("set", 2)),
        pack=(*[1] * 52, 2, 0),
        wild=frozenset({9 + 26, 11 + 26, 52}),
        set_min=2,
        set_max=3,
        same_rank=False,
        min_naturals=0,
        per_meld=2,
        balance="any",
        all_wild_sets=True,
        natural_use=False,
        exact=False,
        all_cards=True,
        discard="optional",
    )
    hand = Hand.parse("2h 5h Th X X")
    found = list(openings(hand, houses.as_round_rules(house)))
    assert len(found) == len(brute.all_openings(Counter(hand), house)) == 4


@pytest.mark.parametrize(
    ("contract", "expected"),
    [(({"run": 4}, {"set": 5}, "set", "set"), 8), (({"run": 4}, {"run": 4}, "set", "set"), 6)],
)
def test_the_distance_of_long_hands_in_four_melds(contract, expected):
    cards = "4c 4c 8c Tc Tc Qc 6d 7d 9d Td Jd 3h 5h Qh As 3s 3s 4s 8s 9s Ks"
    rules = petras(*contract, swap={"out_of": "none"})
    hand = Hand.parse(cards)
    assert distance(hand, rules) == expected
    # Each card exchanged brings it nearer by one at most, and a joker for a card that finds no place does.
    changed = [distance(hand.minus(out).plus(JOKER), rules) for out in Hand.parse("8c Jd As Ks")]
    assert all(expected - 1 <= found <= expected + 1 for found in changed)
    assert min(changed) == expected - 1


def test_the_places_that_are_lacking_are_those_that_the_pack_can_fill():
    pack = bytearray(54)
    for kind in Hand.parse("3d 4d 6d 7d 5h 6h 7h X"):  # 5d is not there: 3d X 5d X 7d cannot be made
        pack[kind] = 2
    house = House(
        contract=(("run", 2),),
        pack=tuple(pack),
        wild=frozenset({JOKER}),
        set_min=2,
        set_max=2,
        run_min=2,
        run_max=6,
        ace="low",
        run_min_naturals=2,
        apart=1,
        per_meld=2,
        balance="fewer_than_naturals",
        all_cards=True,
        discard="forbidden",
    )
    cards = Counter(Hand.parse("3d 7d 7h X X"))
    with houses.by_place():
        found = distance(Hand.of(cards.elements()), houses.as_round_rules(house))
    assert found == brute.distance(cards, house, 3) == 2

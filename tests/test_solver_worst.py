"""The hands that hill climbs found hardest: their answers; how long they take is for `tests.benchmarks.hill_climb`."""

from __future__ import annotations

import pytest

from mayi_rules import Hand, load_profile, round_rules
from mayi_rules.cards import parse_card
from mayi_rules.melds.legality import is_legal
from mayi_rules.solver import best_opening, can_open, distance, openings
from tests.benchmarks.hill_climb import four_melds

pytestmark = pytest.mark.slow

BEST = [
    ("petras", 6, "8c Tc Jc 9d Td Td Jd Th Ts X X X X X X", 8),
    ("pagat", 6, "4c 6c 7c 7c 8c 9c Qc Kc 3d 4d 4d 5d 5d 6d 7d 9d Jd 2h 4h 5h Jh Qh 3s 4s 9s Qs Ks X X X X", 114),
    ("progressive", 6, "2c 7c Tc Ad Ad 2d 2d 3d Jd Ah 2h 2h 6h 8h 9h Jh Kh As 2s 2s 3s 7s 7s 8s 8s Qs Ks X", 141),
    (
        "continental-deuces",
        6,
        "2c 2c 4c 5c 6c 7c 8c Tc Kc 2d 2d 7d 8d Td Kd Ah Ah 2h 3h 4h 6h 7h 9h 9h Jh Qh Kh As 5s 5s X",
        55,
    ),
]


@pytest.mark.parametrize(("profile_id", "number", "cards", "points"), BEST)
def test_the_best_opening(profile_id, number, cards, points):
    profile = load_profile(profile_id)
    rules = round_rules(profile, profile.players.max, number)
    hand = Hand.parse(cards)
    opening = best_opening(hand, rules)
    assert all(is_legal(meld, rules) for meld in opening)
    for meld in opening:
        for card in meld.cards:
            hand = hand.minus(card)
    assert sum(rules.points[card] for card in hand) == points


FURTHER = [
    ("continental-late-silence-run-set-set-set", "Ad Ad 4d Jd Ah Ah 7h 9h Kh 9s X X X X", 2, "9d"),
    (
        "liverpool-run-set-set-set",
        "Ac 2c 4c 6c 8c 9c Tc 5d 8d 9d Td Jd Qd 2h 3h 4h 5h Jh Qh Kh As 2s 3s 4s 6s 7s 8s Qs X",
        14,
        "X",
    ),
    (
        "shanghai-run-run-set-set",
        "Ac 3c 3c 4c 7c 8c 8c Tc Tc Jc Jc Qc 4d 6d 9d Td Jd Qd 2h 5h 6h Th 3s 7s 9s Js Qs Qs Ks X",
        10,
        "X",
    ),
    (
        "petras-run-set-set-set",
        "Ac Tc Qc Ad 3d 4d 4d 8d Jd Jd Qd Kd 2h 3h 6h 7h Jh Qh Qh Kh Kh As 4s 6s 6s 7s Qs Ks X X X",
        11,
        "X",
    ),
    (
        "pagat-run-set-set-set",
        "Ac Ac 6c 8c Tc Kc 2d 2d 4d 5d 5d 6d 9d Td Td Jd Jd 3h 6h 8h Jh Qh Qh 3s 7s 7s 8s Js X X X",
        13,
        "X",
    ),
]


@pytest.mark.parametrize(("profile_id", "cards", "expected", "useful"), FURTHER)
def test_the_distance_in_an_all_cards_round_of_four_melds(profile_id, cards, expected, useful):
    rules = next(rules for rules in four_melds() if rules.profile.id == profile_id)
    hand = Hand.parse(cards)
    assert distance(hand, rules) == expected
    assert not can_open(hand, rules)
    assert next(openings(hand, rules), None) is None
    # One card exchanged never brings it nearer by more than one, and one is enough to do so.
    card = parse_card(useful)
    nearer = {distance(hand.minus(out).plus(card), rules) for out in hand.kinds if out != card}
    assert min(nearer) == expected - 1


FIRST = [
    ("continental-deuces-run-set-set-set", "Ad 3d 4d 4d 5d 6d 9d Ah 2h 2h 2s 2s Qs Qs X X"),
    ("progressive-run-set-set-set", "Ac 2c 2c Jc Qc Ad Ad 2d 2d 5d 6d Td 2h 2s X X"),
    ("progressive-run-run-set-set", "2c Qc 2d 2d 4d 5d 9d Qd 2h Qh As 2s 2s 6s 7s 9s Ts Qs X"),
    ("pagat-run-set-set-set", "4c 5c 7c 7c 8c 9c Tc Kc 7d 7h Kh Ts Ks X X X"),
    ("pagat-run-run-set-set", "5c 5d 7d 8d 9d Td Jd Qd 7h 5s 6s 7s 9s Ts Qs Ks X X X"),
]


@pytest.mark.parametrize(("profile_id", "cards"), FIRST)
def test_the_first_opening_in_an_all_cards_round_of_four_melds(profile_id, cards):
    rules = next(rules for rules in four_melds() if rules.profile.id == profile_id)
    hand = Hand.parse(cards)
    assert can_open(hand, rules)
    opening = next(openings(hand, rules))
    assert all(is_legal(meld, rules) for meld in opening)
    assert Hand.of([card for meld in opening for card in meld.cards]) == hand

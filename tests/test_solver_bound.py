"""The quick bounds never rejects a hand that can open, and they reject most of those that cannot."""

from __future__ import annotations

import random

import pytest

from mayi_rules import Hand, bundled_profiles, load_profile, round_rules
from mayi_rules.solver.filters import are_scattered, quick_answer
from mayi_rules.solver.lack_search import LackSearch
from mayi_rules.solver.plan import plan_for
from mayi_rules.solver.slots import split
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_profiles import build_profile

pytestmark = pytest.mark.slow


def hands(rules, rng, count, most):
    pack = [kind for kind, copies in enumerate(rules.pack) for _ in range(copies)]
    for _ in range(count):
        yield Hand.of(rng.sample(pack, min(len(pack), rng.randint(3, most))))


def searched(hand, plan):
    """Whether the full search finds an opening."""
    natural, wild = split(hand.counts, plan.rules)
    if plan.all_cards and sum(natural) + sum(wild) < hand.size:
        return False
    return LackSearch(plan, natural, wild, hand.size).lays(0)


def rejected_and_closed(rules, rng, count, most):
    """How many hands the bounds reject, and how many cannot open; every rejected one is among these."""
    plan = plan_for(rules, None)
    rejected = closed = 0
    for hand in hands(rules, rng, count, most):
        if plan.least + plan.spare > hand.size:
            continue
        wilds = sum(hand.counts[kind] for kind in plan.wild_kinds)
        quick = not quick_answer(plan, hand.counts, wilds) or (plan.all_cards and are_scattered(plan, hand.counts))
        opens = searched(hand, plan)
        assert not (quick and opens), f"{hand} can open under {rules}"
        rejected += quick
        closed += not opens
    return rejected, closed


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_bundled_games(profile_id):
    rng = random.Random(profile_id)
    profile = load_profile(profile_id)
    rejected = closed = 0
    for number in range(1, 8):
        more = rejected_and_closed(round_rules(profile, profile.players.max, number), rng, 60, 20)
        rejected += more[0]
        closed += more[1]
    assert rejected > 0.7 * closed > 0


def test_random_profiles():
    for number in range(150):
        profile = build_profile(RandomChoices(random.Random(f"bound {number}")))
        rules = round_rules(profile, profile.players.min, 1)
        rejected_and_closed(rules, random.Random(number), 8, 12)


def test_all_cards_hands_made_of_runs():
    base = load_profile("pagat")
    rng = random.Random(8)
    opened = 0
    for ace in ("low_or_high", "around_the_corner", "low", "high"):
        most = 14 if ace == "low_or_high" else 13
        profile = base.override({"melds.run": {"min": 3, "max": most, "ace": ace}})
        rules = round_rules(profile, 4, 7)
        plan = plan_for(rules, None)
        for _ in range(250):
            cards = []
            for _ in rules.contract:
                suit, start = rng.randrange(4), rng.randrange(10)
                cards += [suit * 13 + start + step for step in range(rng.randint(3, 4))]
            for _ in range(rng.randint(0, 2)):
                cards[rng.randrange(len(cards))] = rng.choice([52, rng.randrange(52)])
            hand = Hand.of(cards)
            opens = plan.least <= hand.size and searched(hand, plan)
            assert not (opens and are_scattered(plan, hand.counts)), str(hand)
            opened += opens
    assert opened > 100

"""Look for the hands that the solver finds hardest, over all bundled profiles.

    python -m tests.benchmarks.hill_climb --seconds 60 --question best_opening
    python -m tests.benchmarks.hill_climb --seconds 60 --four-melds

From random hands of up to 31 cards with up to 8 wilds, one card after another is exchanged and the change is kept
where the question takes longer. Prints the worst hand for each question and profile; never fails by time.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from mayi_rules.cards import JOKER, Hand
from mayi_rules.profile.load import load_profile
from mayi_rules.profile.loading.bundled import bundled_profiles
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver import best_opening, can_open, distance, openings

MAX_CARDS = 31
MAX_WILDS = 8


def first_opening(hand: Hand, rules: RoundRules) -> Any:
    return next(openings(hand, rules), None)


QUESTIONS: dict[str, Callable[[Hand, RoundRules], Any]] = {
    "can_open": can_open,
    "first_opening": first_opening,
    "best_opening": best_opening,
    "distance": distance,
}


def all_rules() -> Iterator[RoundRules]:
    for name in sorted(bundled_profiles()):
        profile = load_profile(name)
        for number in range(1, len(profile.rounds) + 1):
            yield round_rules(profile, profile.players.max, number)


FOUR_MELDS = (("run", "run", "run", "set"), ("run", "run", "set", "set"), ("run", "set", "set", "set"))


def four_melds() -> Iterator[RoundRules]:
    """Under the rules of every bundled game a round of four melds that asks for all cards."""
    for name in sorted(bundled_profiles()):
        for contract in FOUR_MELDS:
            rules = {"opening": {"all_cards": True, "size": "at_least"}, "going_out": {"discard": "optional"}}
            last = {"deal": 14, "contract": list(contract), "rules": rules}
            changed = load_profile(name).override({"rounds": {7: last}}, id=f"{name}-{'-'.join(contract)}")
            yield round_rules(changed, 4, 7)


def seconds(question: Callable[[Hand, RoundRules], Any], hand: Hand, rules: RoundRules) -> float:
    """The better of two runs, each on a hand that remembers nothing, in processor time."""
    best = 1e9
    for _ in range(2):
        fresh = Hand(hand.counts, hand.size)
        started = time.process_time()
        question(fresh, rules)
        best = min(best, time.process_time() - started)
    return best


def random_hand(rng: random.Random, rules: RoundRules) -> Hand:
    size = rng.randint(8, MAX_CARDS)
    wilds = [kind for kind in rules.wild_kinds for _ in range(rules.pack[kind])]
    naturals = [kind for kind in range(JOKER) if not rules.is_wild[kind] for _ in range(rules.pack[kind])]
    taken = rng.sample(wilds, min(len(wilds), rng.randint(0, min(MAX_WILDS, size - 1))))
    return Hand.of([*taken, *rng.sample(naturals, size - len(taken))])


def neighbour(rng: random.Random, hand: Hand, rules: RoundRules) -> Hand:
    """One card exchanged, added or removed; the pack and the most wilds are respected."""
    counts = bytearray(hand.counts)
    step = rng.random()
    if hand.size > 8 and step < 0.8:
        counts[rng.choice(list(hand))] -= 1
    if step >= 0.2 and sum(counts) < MAX_CARDS:
        wilds = sum(counts[kind] for kind in rules.wild_kinds)
        kinds = [
            kind
            for kind in range(JOKER + 1)
            if counts[kind] < rules.pack[kind] and not (rules.is_wild[kind] and wilds >= MAX_WILDS)
        ]
        counts[rng.choice(kinds)] += 1
    return Hand(bytes(counts), sum(counts))


def climb(
    question: Callable[[Hand, RoundRules], Any], rules: RoundRules, rng: random.Random, until: float
) -> tuple[float, Hand]:
    worst = (0.0, Hand.of([]))
    while time.perf_counter() < until:
        start = max((random_hand(rng, rules) for _ in range(8)), key=lambda hand: seconds(question, hand, rules))
        here = (seconds(question, start, rules), start)
        idle = 0
        while idle < 30 and time.perf_counter() < until:
            hand = neighbour(rng, here[1], rules)
            cost = seconds(question, hand, rules)
            idle += 1
            if cost > here[0]:
                here = (cost, hand)
                idle = 0
        worst = max(worst, here, key=lambda found: found[0])
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60, help="for each question, over all profiles and rounds")
    parser.add_argument("--question", choices=[*QUESTIONS, "all"], default="all")
    parser.add_argument("--profile", help="only this profile")
    parser.add_argument("--four-melds", action="store_true", help="rounds of four melds that ask for all cards instead")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    ruled = four_melds() if arguments.four_melds else all_rules()
    everything = [rules for rules in ruled if arguments.profile in (None, rules.profile.id)]
    for name, question in QUESTIONS.items():
        if arguments.question not in ("all", name):
            continue
        found = []
        for rules in everything:
            rng = random.Random(f"{arguments.seed} {name} {rules.profile.id} {rules.round}")
            until = time.perf_counter() + arguments.seconds / len(everything)
            cost, hand = climb(question, rules, rng, until)
            found.append((cost, rules.profile.id, rules.round, str(hand)))
        found.sort(reverse=True)
        for cost, profile, number, hand_text in found[:5]:
            print(f"{name}: {cost * 1000:.2f} ms  {profile} round {number}  {hand_text}", flush=True)


if __name__ == "__main__":
    main()

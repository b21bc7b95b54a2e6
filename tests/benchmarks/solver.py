"""How fast the solver answers, by pytest-benchmark: `pytest tests/benchmarks/solver.py`, or run it for percentiles.

    python -m tests.benchmarks.solver --hands 7000

Random hands of 11 to 31 cards with 0 to 6 wilds over the seven contracts under the rules of petras. The file's name
keeps it out of the ordinary test run; nothing here fails by time.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from mayi_rules.cards import JOKER, Hand
from mayi_rules.profile.load import load_profile
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import RoundRules
from tests.benchmarks.hill_climb import QUESTIONS


def cases(count: int, seed: int, profile: str = "petras") -> list[tuple[Hand, RoundRules]]:
    """Random hands with their rules, the same for the same seed."""
    rng = random.Random(seed)
    loaded = load_profile(profile)
    rounds = [round_rules(loaded, 4, number) for number in range(1, 8)]
    made = []
    for index in range(count):
        size = rng.randint(11, 31)
        wilds = rng.randint(0, 6)
        naturals = rng.sample([kind for kind in range(JOKER) for _ in range(2)], size - wilds)
        made.append((Hand.of([*naturals, *[JOKER] * wilds]), rounds[index % 7]))
    return made


def fresh(hands: list[tuple[Hand, RoundRules]]) -> list[tuple[Hand, RoundRules]]:
    """The same hands without what they remember."""
    return [(Hand(hand.counts, hand.size), rules) for hand, rules in hands]


@pytest.mark.parametrize("name", sorted(QUESTIONS))
def test_speed(benchmark: Any, name: str) -> None:
    question = QUESTIONS[name]
    hands = cases(350, 7)

    def ask_all(asked: list[tuple[Hand, RoundRules]]) -> None:
        for hand, rules in asked:
            question(hand, rules)

    benchmark.extra_info["hands"] = len(hands)
    benchmark.pedantic(ask_all, setup=lambda: ((fresh(hands),), {}), rounds=10, warmup_rounds=1)


def percentiles(question: Callable[[Hand, RoundRules], Any], hands: list[tuple[Hand, RoundRules]]) -> list[float]:
    """Median, 99th percentile and most, in microseconds of processor time."""
    times = []
    for hand, rules in hands:
        started = time.process_time_ns()
        question(hand, rules)
        times.append((time.process_time_ns() - started) / 1000)
    times.sort()
    return [times[len(times) // 2], times[int(len(times) * 0.99)], times[-1]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=7000)
    parser.add_argument("--profile", default="petras")
    parser.add_argument("--seed", type=int, default=2)
    arguments = parser.parse_args()
    for name, question in QUESTIONS.items():
        # Other hands first: the tables of a profile are filled once and then serve every game.
        percentiles(question, cases(arguments.hands, arguments.seed + 1, arguments.profile))
        middle, high, most = percentiles(question, cases(arguments.hands, arguments.seed, arguments.profile))
        print(f"{name}: median {middle:.1f} µs, 99th percentile {high:.1f} µs, most {most:.1f} µs", flush=True)


if __name__ == "__main__":
    main()

"""Large hands beside CP-SAT and an exact-cover package: do they agree, and how much faster are we?

    python -m tests.benchmarks.large_hands --hands 210

Random hands of 20 to 31 cards with up to six wilds, over all contracts of a game that any card may be wild in
(petras) and of one that limits wilds (continental). A model written from the rule sheets for OR-tools' CP-SAT, with one
worker, decides whether the hand can open and proves what the best opening leaves; the package `exact_cover` decides
the first question where its matrix is not too large. Both must say what we say on every hand. What is not installed
is skipped, nothing is installed. Times are processor time; those of building a model and solving it stand apart.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from mayi_rules.cards import JOKER, Hand
from mayi_rules.profile.load import load_profile
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver import best_opening, can_open
from tests.benchmarks import cover_model, sat_model

PROFILES = ("petras", "continental")


def large_hands(profile: str, count: int, seed: int) -> list[tuple[Hand, RoundRules]]:
    """Random hands of 20 to 31 cards with 0 to 6 wilds, over the rounds of the game."""
    rng = random.Random(f"{profile} {seed}")
    loaded = load_profile(profile)
    rounds = [round_rules(loaded, 4, number) for number in range(1, len(loaded.rounds) + 1)]
    made = []
    for index in range(count):
        rules = rounds[index % len(rounds)]
        wilds = [kind for kind in rules.wild_kinds for _ in range(rules.pack[kind])]
        wilds += [JOKER] * (6 - len(wilds))
        naturals = [kind for kind in range(JOKER) if not rules.is_wild[kind] for _ in range(rules.pack[kind])]
        some = rng.randint(0, 6)
        made.append((Hand.of([*rng.sample(wilds, some), *rng.sample(naturals, rng.randint(20, 31) - some)]), rules))
    return made


def points_left(hand: Hand, rules: RoundRules) -> int | None:
    """What our best opening leaves, None when there is none."""
    opening = best_opening(hand, rules)
    if opening is None:
        return None
    laid = [card for meld in opening for card in meld.cards]
    assert len(laid) < hand.size
    assert not hand.missing(laid)
    return sum([rules.points[card] for card in hand]) - sum([rules.points[card] for card in laid])


def timed(times: list[float], ask: Callable[..., Any], *about: Any) -> Any:
    """The answer; the time that it took is added to `times`."""
    started = time.process_time_ns()
    answer = ask(*about)
    times.append((time.process_time_ns() - started) / 1000)
    return answer


class Told:
    """The times of one question for one program, printed as medians beside ours."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.ours: list[float] = []
        self.building: list[float] = []
        self.solving: list[float] = []

    def show(self) -> None:
        if not self.ours:
            return
        ours = statistics.median(self.ours)
        solving = statistics.median(self.solving)
        whole = statistics.median([sum(pair) for pair in zip(self.building, self.solving, strict=True)])
        print(
            f"{self.name:34}{len(self.ours):6}{ours:10.1f}{whole - solving:12,.0f}{solving:12,.0f}"
            f"{solving / ours:14,.0f}{whole / ours:12,.0f}",
            flush=True,
        )


def ask_us(told: Told, question: Callable[[Hand, RoundRules], Any], hands: list[tuple[Hand, RoundRules]]) -> list[Any]:
    """Our answers, all of them before the others are asked: they leave nothing of ours in the processor's caches."""
    return [timed(told.ours, question, Hand(hand.counts, hand.size), rules) for hand, rules in hands]


def agree(ours: Any, theirs: Any, hand: Hand, rules: RoundRules) -> None:
    assert ours == theirs, f"{ours}, not {theirs}: {hand} in round {rules.round} of {rules.profile.id}"


def beside_sat(profile: str, hands: list[tuple[Hand, RoundRules]]) -> None:
    """Ask CP-SAT both questions of every hand."""
    for name, question, least in (("can_open", can_open, False), ("best_opening", points_left, True)):
        told = Told(f"CP-SAT, {profile}: {name}")
        for ours, (hand, rules) in zip(ask_us(told, question, hands), hands, strict=True):
            model = timed(told.building, sat_model.build, hand, rules, least)
            theirs = timed(told.solving, sat_model.solve, model)
            agree(ours, theirs if least else theirs is not None, hand, rules)
        told.show()


def beside_cover(profile: str, hands: list[tuple[Hand, RoundRules]]) -> None:
    """Ask the exact-cover package whether each hand can open, where the matrix has not too many rows."""
    told = Told(f"exact_cover, {profile}: can_open")
    small = [(hand, rules) for hand, rules in hands if cover_model.build(hand, rules) is not None]
    for ours, (hand, rules) in zip(ask_us(told, can_open, small), small, strict=True):
        matrix = timed(told.building, cover_model.build, hand, rules)
        agree(ours, timed(told.solving, cover_model.solve, matrix), hand, rules)
    told.show()


def report(count: int, seed: int) -> None:
    """Print the table: so many hands for each game."""
    peers = {"ortools": beside_sat, "exact_cover": beside_cover}
    for name in peers:
        if find_spec(name) is None:
            print(f"{name} is not installed: skipped")
    print(
        f"{'medians in µs':34}{'hands':>6}{'ours':>10}{'building':>12}{'solving':>12}"
        f"{'solving/ours':>14}{'both/ours':>12}"
    )
    for profile in PROFILES:
        hands = large_hands(profile, count, seed)
        # Other hands first: our tables are filled once and then serve every game.
        for hand, rules in large_hands(profile, 2000, seed + 1):
            points_left(hand, rules)
        for name, beside in peers.items():
            if find_spec(name) is not None:
                beside(profile, hands)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=210, help="for each game")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    report(arguments.hands, arguments.seed)


if __name__ == "__main__":
    main()

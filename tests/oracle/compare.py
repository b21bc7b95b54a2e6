"""Compare the solver with the brute force on random rules and hands.

python -m tests.oracle.compare --hands 200000 --question openings --seed 1 --jobs 2
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

from mayi_rules import solver
from mayi_rules.cards import Hand
from mayi_rules.melds.fitting import TableMeld
from mayi_rules.melds.legality import is_legal
from mayi_rules.melds.meld import Meld
from mayi_rules.solver import Lay, best_lay_offs, best_opening
from tests.oracle import brute, houses


def as_hand(cards: Counter[int]) -> Hand:
    return Hand.of(cards.elements())


def as_tuples(opening: tuple) -> tuple[brute.Meld, ...]:
    return tuple(
        sorted(
            ("run", meld.suit, meld.start, tuple(meld.cards)) if meld.is_run else ("set", meld.rank, tuple(meld.cards))
            for meld in opening
        )
    )


def compare_can_open(rng: random.Random, *, places: bool) -> None:
    house = houses.random_house(rng, places=places)
    rules = houses.as_round_rules(house)
    for _ in range(4):
        cards = houses.random_hand(rng, house)
        expected = brute.can_open(cards, house)
        assert solver.can_open(as_hand(cards), rules) == expected, (expected, houses.describe(house, cards))


def compare_openings(rng: random.Random, *, places: bool) -> None:
    house = houses.random_house(rng, places=places)
    rules = houses.as_round_rules(house)
    cards = houses.random_hand(rng, house, most=8)
    expected = brute.all_openings(cards, house)
    found = list(solver.openings(as_hand(cards), rules))
    told = [as_tuples(opening) for opening in found]
    about = houses.describe(house, cards)
    assert len(set(told)) == len(told), ("twice", about)
    assert set(told) == expected, (set(told) ^ expected, about)
    assert all(is_legal(meld, rules) for opening in found for meld in opening), about
    assert solver.can_open(as_hand(cards), rules) == bool(expected), about


MAX_ADDED = 2
"""How many further cards the brute force tries."""


def compare_distance(rng: random.Random, *, places: bool) -> None:
    house = houses.random_house(rng, houses.small_pack(rng), places=places)
    rules = houses.as_round_rules(house)
    cards = houses.random_hand(rng, house, least=2, most=6, max_wilds=3)
    hand = as_hand(cards)
    about = houses.describe(house, cards)
    expected = brute.distance(cards, house, MAX_ADDED)
    found = solver.distance(hand, rules)
    if expected > MAX_ADDED:
        assert found > MAX_ADDED, (found, "more than", MAX_ADDED, about)
        return
    assert found == expected, (found, expected, about)
    assert (found == 0) == solver.can_open(hand, rules), about
    kinds = solver.useful(hand, rules)
    assert set(kinds) == (brute.useful(cards, house, expected) if expected else set()), (
        kinds,
        brute.useful(cards, house, expected),
        about,
    )
    assert all(count == house.pack[kind] - cards[kind] for kind, count in kinds.items())


def compare_best(rng: random.Random, *, places: bool) -> None:
    house = houses.random_house(rng, places=places)
    rules = houses.as_round_rules(house)
    cards = houses.random_hand(rng, house, most=8, max_wilds=5)
    about = houses.describe(house, cards)
    everything = brute.all_openings(cards, house)
    for value in ("points", "cards", "wilds", [rng.randint(-3, 9) for _ in range(54)]):
        opening = best_opening(as_hand(cards), rules, value=value)
        if opening is None:
            assert not everything, about
            continue
        told = as_tuples(opening)
        assert told in everything, (told, about)
        found, least = brute.left(cards, told, house, value), brute.best_value(cards, house, value, everything)
        assert found == least, (value, found, least, told, about)


def compare_lay_offs(rng: random.Random, *, places: bool) -> None:
    del places  # only openings are looked at under rules that the language has not
    house = houses.random_house(rng)
    house = replace(house, points=(*[rng.choice([0, 1, 2, 5, 5, 10, 25]) for _ in range(53)], 0))
    rules = houses.as_round_rules(house)
    table: list[tuple[int, brute.Meld]] = []
    for _ in range(12):
        melds = brute.all_melds(houses.random_hand(rng, house, least=3, most=6, max_wilds=2), house)
        if melds:
            table.append((rng.randrange(2), rng.choice(melds)))
        if len(table) == 3:
            break
    cards = houses.random_hand(rng, house, least=1, most=5, max_wilds=3)
    swapping = rng.random() < 0.6
    about = (houses.describe(house, cards), table, swapping)
    laid = tuple(TableMeld(seat, as_meld(meld), rules) for seat, meld in table)
    steps = best_lay_offs(as_hand(cards), laid, rules, 0, swapping=swapping)
    told = [("lay" if isinstance(step, Lay) else "swap", *step) for step in steps]
    rest = brute.play(cards, table, told, house, 0)
    found = sum(house.points[kind] * times for kind, times in rest.items())
    expected = brute.least_left(cards, table, house, 0, swapping=swapping)
    assert found == expected, (found, expected, told, about)


def as_meld(meld: brute.Meld) -> Meld:
    return Meld.run_of(meld[1], meld[2], meld[3]) if meld[0] == "run" else Meld.set_of(meld[1], meld[2])


QUESTIONS: dict[str, tuple[Callable[..., None], int]] = {
    "can_open": (compare_can_open, 4),
    "openings": (compare_openings, 1),
    "distance": (compare_distance, 1),
    "best": (compare_best, 1),
    "lay_offs": (compare_lay_offs, 1),
}
"""By name: what compares one case, and how many hands a case is."""


def run(question: str, seed: int, first: int, cases: int) -> int:
    """Look at so many cases from this one on; every other one has rules by place or by kind of meld."""
    compare, hands = QUESTIONS[question]
    for case in range(first, first + cases):
        try:
            with houses.by_place():
                compare(random.Random(f"{seed}-{question}-{case}"), places=case % 2 == 1)
        except Exception:
            print(f"question {question}, seed {seed}, case {case}", file=sys.stderr)
            raise
    return cases * hands


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000)
    parser.add_argument("--question", choices=[*QUESTIONS, "all"], default="all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    names = list(QUESTIONS) if arguments.question == "all" else [arguments.question]
    for name in names:
        started = time.perf_counter()
        cases = max(1, arguments.hands // QUESTIONS[name][1])
        chunk = max(1, min(500, cases // arguments.jobs))
        starts = range(0, cases, chunk)
        if arguments.jobs == 1:
            hands = sum(run(name, arguments.seed, start, min(chunk, cases - start)) for start in starts)
        else:
            with ProcessPoolExecutor(arguments.jobs) as pool:
                jobs = [pool.submit(run, name, arguments.seed, s, min(chunk, cases - s)) for s in starts]
                hands = sum(job.result() for job in jobs)
        print(f"{name}: {hands} hands agree, {time.perf_counter() - started:.1f} s", flush=True)


if __name__ == "__main__":
    main()

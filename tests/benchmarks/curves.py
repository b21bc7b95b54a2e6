"""How the cost of each question grows with the hand, its wilds, and the number of decks.

    python -m tests.benchmarks.curves --hands 350

For each size, number of wilds and number of decks: random hands over the seven contracts of petras, each asked once,
in processor time; tables as Markdown, median and 99th percentile in microseconds. Nothing here fails by time.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence

from mayi_rules.cards import JOKER, Hand
from mayi_rules.profile.load import load_profile
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import RoundRules
from tests.benchmarks.hill_climb import QUESTIONS
from tests.benchmarks.solver import percentiles

SIZES = (8, 12, 16, 20, 24, 28, 32, 36, 40)
WILDS = tuple(range(9))
DECKS = (2, 3, 4)

Case = tuple[Hand, RoundRules]


def rounds(decks: int) -> list[RoundRules]:
    """The rounds of petras, played with so many decks and eight jokers."""
    profile = load_profile("petras").override({"pack": {"decks": decks, "jokers": {"total": 8}}}, id=f"petras-{decks}")
    return [round_rules(profile, 4, number) for number in range(1, 8)]


def cases(count: int, seed: str, *, size: int | None = None, wilds: int | None = None, decks: int = 2) -> list[Case]:
    """Random hands; what is not given is drawn as in the other figures: 11 to 31 cards, none to six wilds."""
    rng = random.Random(f"{seed} {size} {wilds} {decks}")
    ruled = rounds(decks)
    naturals = [kind for kind in range(JOKER) for _ in range(decks)]
    made = []
    for index in range(count):
        cards = rng.randint(11, 31) if size is None else size
        some = rng.randint(0, 6) if wilds is None else wilds
        made.append((Hand.of([*[JOKER] * some, *rng.sample(naturals, cards - some)]), ruled[index % 7]))
    return made


def table(title: str, values: Sequence[int], hands: Callable[[int, str], list[Case]]) -> None:
    """One line for each value: median and 99th percentile of every question."""
    print(f"\n| {title} | {' | '.join(f'`{name}`' for name in QUESTIONS)} |")
    print("|---|" + "---|" * len(QUESTIONS))
    for value in values:
        cells = []
        for question in QUESTIONS.values():
            percentiles(question, hands(value, "warm"))
            middle, high, _ = percentiles(question, hands(value, "asked"))
            cells.append(f"{middle:,.0f} / {high:,.0f}")
        print(f"| {value} | {' | '.join(cells)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=350, help="for each line")
    arguments = parser.parse_args()
    count = arguments.hands
    # The tables of a profile are filled once and then serve every game.
    for question in QUESTIONS.values():
        percentiles(question, cases(3500, "first"))
    table("cards", SIZES, lambda value, seed: cases(count, seed, size=value))
    table("wilds", WILDS, lambda value, seed: cases(count, seed, wilds=value))
    table("decks", DECKS, lambda value, seed: cases(count, seed, decks=value))


if __name__ == "__main__":
    main()

"""How the engine's cost grows: `python -m tests.benchmarks.scaling`.

Whole rounds by the number of players and of decks, and single questions by the melds on the table and the cards in
hand. Processor time, medians; nothing here fails by time.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from mayi_rules import Profile, apply, legal_moves, load_profile, round_rules
from mayi_rules.cards import Hand
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import PLAY
from mayi_rules.melds.fitting import TableMeld
from mayi_rules.melds.legality import is_legal
from mayi_rules.melds.meld import Meld
from mayi_rules.moves import Discard
from tests.benchmarks import rounds

TABLES = (0, 2, 4, 8, 16, 32)
HANDS = (5, 10, 20, 40)
DECKS = (2, 3, 4, 6)


def micros(question: Callable[[Any], Any], given: list[Any]) -> float:
    """Median of several passes, in microseconds a question."""
    passes = []
    for _ in range(9):
        started = time.process_time()
        for one in given:
            question(one)
        passes.append((time.process_time() - started) / len(given) * 1e6)
    return statistics.median(passes)


def a_step(profile: Profile, players: int, runs: int) -> float:
    """Microseconds a step of whole random rounds."""
    costs = []
    for number in range(runs):
        started = time.process_time()
        walk = rounds.walk(14, first=14 * number, profile=profile, players=players)
        costs.append((time.process_time() - started) / walk.steps * 1e6)
    return statistics.median(costs)


def positions(melds: int, cards: int, count: int = 200) -> list[State]:
    """Positions of an opened player to play, with so many melds on the table and cards in hand."""
    rng = random.Random(f"{melds} {cards}")
    rules = round_rules(load_profile("petras").override({"pack.decks": 6}), 4, 1)
    start = rounds.dealt()
    made = []
    for _ in range(count):
        table = tuple(TableMeld(number % 4, _meld(rng), rules) for number in range(melds))
        hand = Hand.of(rng.choices(range(53), k=cards))
        made.append(start.replace(rules=rules, phase=PLAY, hands=(hand,) * 4, table=table, opened=0b1111, turn=0))
    assert all(is_legal(one.meld, rules) for state in made for one in state.table)
    return made


def _meld(rng: random.Random) -> Meld:
    if rng.random() < 0.5:
        rank = rng.randrange(13)
        return Meld.set_of(rank, [rank + 13 * rng.randrange(4) for _ in range(3)])
    suit, first = rng.randrange(4), rng.randrange(10)
    return Meld.run_of(suit, first, [suit * 13 + first + step for step in range(4)])


def listing(state: State) -> None:
    """List all moves of the active player, nothing worked out before."""
    table = tuple([laid.holding(laid.meld) for laid in state.table])
    list(legal_moves(state.replace(table=table), 0))


def listing_again(state: State) -> None:
    """List all moves where the table has not changed."""
    list(legal_moves(state.replace(), 0))


def discarding(state: State) -> None:
    """Check and play a discard."""
    apply(state, Discard(0, next(iter(state.hands[0]))))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=9, help="runs of fourteen rounds for each number")
    arguments = parser.parse_args()
    six = load_profile("petras").override({"players.max": 8, "pack.decks": 6})
    print("players", "µs a step", sep="\t")
    for players in range(3, 9):
        print(players, f"{a_step(six, players, arguments.runs):.1f}", sep="\t")
    print("decks", "µs a step", sep="\t")
    for decks in DECKS:
        print(
            decks, f"{a_step(load_profile('petras').override({'pack.decks': decks}), 4, arguments.runs):.1f}", sep="\t"
        )
    print("melds on the table", "list anew", "list again", "check and apply a discard", sep="\t")
    for melds in TABLES:
        given = positions(melds, 10)
        costs = [micros(question, given) for question in (listing, listing_again, discarding)]
        print(melds, *[f"{cost:.1f}" for cost in costs], sep="\t")
    print("cards in hand", "list again", "check and apply a discard", sep="\t")
    for cards in HANDS:
        given = positions(8, cards)
        print(cards, *[f"{micros(question, given):.1f}" for question in (listing_again, discarding)], sep="\t")


if __name__ == "__main__":
    main()

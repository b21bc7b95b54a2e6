"""How fast the solver answers on hands that arise in play, in every bundled game, and what a turn of a bot takes.

    python -m tests.benchmarks.played_hands --games 2

Games of four `steady` bots; the hands are those of which the bots ask the distance, and with which they open. Each
hand is asked once with an empty memory, in processor time. Nothing here fails by time.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import NamedTuple

from mayi_rules import bundled_profiles, load_profile, round_rules
from mayi_rules.bots import steady
from mayi_rules.bots.table import play_game
from mayi_rules.cards import Hand
from mayi_rules.game.game import Game
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver import best_opening, distance
from tests.benchmarks.solver import percentiles

SEATS = ["north", "east", "south", "west"]
Asked = dict[tuple[int, bytes], None]
"""The number of a round and the counts of a hand, each once, in the order in which they were asked."""


class Played(NamedTuple):
    """What came up in some games: the hands, and the processor time a turn took, in milliseconds."""

    distances: list[tuple[Hand, RoundRules]]
    openings: list[tuple[Hand, RoundRules]]
    turn: float


def play(profile_id: str, games: int, *, cap: int = 60) -> Played:
    """Games of steady bots, the same for the same arguments; a round ends after so many turns at most."""
    profile = load_profile(profile_id)
    asked: dict[str, Asked] = {"distance": {}, "best_opening": {}}

    def noting(name, question):
        def ask(hand, rules, **options):
            asked[name][rules.round, hand.counts] = None
            return question(hand, rules, **options)

        return ask

    turns = 0
    seconds = 0.0
    steady.distance, steady.best_opening = noting("distance", distance), noting("best_opening", best_opening)
    try:
        for seed in range(games):
            game = Game(profile, seats=SEATS, seed=f"played {seed}")
            bots = {name: steady.SteadyBot(random.Random(name)) for name in game.seats}
            started = time.process_time()
            turns += sum(result.turns for result in play_game(game, bots, cap=cap))
            seconds += time.process_time() - started
    finally:
        steady.distance, steady.best_opening = distance, best_opening
    hands = {
        name: [(Hand(counts, sum(counts)), round_rules(profile, len(SEATS), number)) for number, counts in keys]
        for name, keys in asked.items()
    }
    return Played(hands["distance"], hands["best_opening"], 1000 * seconds / turns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2, help="of each profile")
    parser.add_argument("--profile", help="only this profile")
    arguments = parser.parse_args()
    print("| game | hands | `distance`, µs: median / 99th / most | `best_opening` | ms a turn | beside petras |")
    print("|---|---|---|---|---|---|")
    play("petras", 1)
    by_petras = play("petras", arguments.games).turn
    for name in [arguments.profile] if arguments.profile else sorted(bundled_profiles()):
        play(name, 1)  # the tables of a profile are filled once and then serve every game
        played = play(name, arguments.games)
        cells = [f"{a:,.0f} / {b:,.0f} / {c:,.0f}" for a, b, c in (
            percentiles(distance, played.distances), percentiles(best_opening, played.openings)
        )]  # fmt: skip
        ratio = played.turn / by_petras
        print(
            f"| `{name}` | {len(played.distances)} | {' | '.join(cells)} | {played.turn:.2f} | {ratio:.1f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()

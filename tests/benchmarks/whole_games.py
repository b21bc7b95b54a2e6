"""Whole games of simple bots: every bundled profile, every allowed number of players, many seeds, in one process.

`python -m tests.benchmarks.whole_games --seeds 200` prints, by profile, how many games were finished, how long it took
and how many rounds were abandoned at the cap of turns. An error ends it.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from mayi_rules import Game, bundled_profiles, load_profile
from mayi_rules.bots.simple import GreedyBot
from mayi_rules.bots.table import TURN_CAP, play_game

NAMES = ("anna", "ben", "cleo", "dora", "emil", "fay", "gus", "hal")


def main() -> None:
    """Play the games and print a line for each profile."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--profile", action="append")
    arguments = parser.parse_args()
    begun = time.perf_counter()
    for profile_id in arguments.profile or bundled_profiles():
        profile = load_profile(profile_id)
        start = time.perf_counter()
        endings: Counter[str] = Counter()
        games = 0
        for players in range(profile.players.min, profile.players.max + 1):
            for seed in range(arguments.seeds):
                game = Game(profile, seats=NAMES[:players], seed=seed)
                bots = {name: GreedyBot(random.Random(f"{seed} {name}")) for name in game.seats}
                endings.update(result.how for result in play_game(game, bots))
                games += 1
        seconds = time.perf_counter() - start
        how = ", ".join(f"{count} {name}" for name, count in endings.most_common())
        print(f"{profile_id}: {games} games, {seconds:.0f} s; rounds: {how} (cap {TURN_CAP} turns)", flush=True)
    print(f"all: {time.perf_counter() - begun:.0f} s")


if __name__ == "__main__":
    main()

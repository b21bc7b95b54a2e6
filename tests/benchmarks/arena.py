"""Which bot is better, in every bundled game: `python -m tests.benchmarks.arena`.

Two bots sit at one table of four, by turns; every deal is played twice, with the seats exchanged. The difference is in
points a round, its 95 % interval over independent deals. The same arguments give the same table on every machine.
"""

from __future__ import annotations

import argparse
import time

from mayi_rules import bundled_profiles, load_profile
from mayi_rules.simulation.comparison import Comparison, compare_bots

PAIRS = (("steady", "greedy"), ("greedy", "random"))
HEAD = "| game | bots | points a round better [95 %] | deals | rounds | abandoned | turns a round | seconds a game |"


def row(comparison: Comparison, games: int, seconds: float) -> str:
    """A line of the table."""
    match, lead = comparison.match, comparison.difference
    sure = "" if lead.low > 0 else " (not sure)"
    return (
        f"| {match.profile} | {comparison.better} over {comparison.other} | {lead}{sure} | {lead.samples} "
        f"| {match.rounds} | {match.abandoned} | {match.turns:.0f} | {seconds / games:.2f} |"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("profiles", nargs="*", default=sorted(bundled_profiles()), help="by default all bundled")
    parser.add_argument("--games", type=int, default=20, help="how many games are dealt; each is played twice")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--processes", type=int, default=0)
    arguments = parser.parse_args()
    print(HEAD)
    print("|---" * HEAD.count("| ") + "|")
    for better, other in PAIRS:
        for name in arguments.profiles:
            start = time.perf_counter()
            comparison = compare_bots(
                load_profile(name),
                better,
                other,
                players=arguments.players,
                seeds=range(arguments.games),
                processes=arguments.processes,
            )
            print(row(comparison, 2 * arguments.games, time.perf_counter() - start), flush=True)


if __name__ == "__main__":
    main()

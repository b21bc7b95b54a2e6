"""Us and whatever peers are installed, side by side in one process on one core: `python -m tests.benchmarks.compare`.

Runs are interleaved, so that a machine that is busy for a while slows everybody alike; figures are medians. Time is
the processor time of this process. A second table holds our solver against a CP-SAT solver and an exact-cover package
on large hands (`python -m tests.benchmarks.large_hands` does so with more of them).
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Callable

from tests.benchmarks import large_hands, peers, rounds

OURS = "mayi_rules petras, 4 seats"


def timed(play: Callable[[int], rounds.Walk], number: int) -> tuple[float, float, float]:
    """Steps, steps with a choice, and rounds a second."""
    start = time.process_time()
    walk = play(number)
    seconds = time.process_time() - start
    return walk.steps / seconds, walk.choices / seconds, walk.rounds / seconds


def main() -> None:
    """Print the table of ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=9, help="interleaved runs of each (at least 7)")
    parser.add_argument("--hands", type=int, default=42, help="large hands of each game for the solvers; 0: none")
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    share = rounds.walk(100, count=True)
    contenders: dict[str, tuple[Callable[[int], rounds.Walk], int]] = {OURS: (rounds.walk, 250)}
    contenders |= peers.present()
    for play, _ in contenders.values():
        play(2)
    figures: dict[str, list[tuple[float, float, float]]] = {name: [] for name in contenders}
    for _ in range(arguments.runs):
        for name, (play, number) in contenders.items():
            figures[name].append(timed(play, number))
    ours = statistics.median(steps for steps, _, _ in figures[OURS])
    print(f"{'':32}{'steps/s':>10}{'choices/s':>11}{'rounds/s':>10}{'ours/theirs':>13}")
    for name, runs in figures.items():
        steps, choices, whole = (statistics.median(column) for column in zip(*runs, strict=True))
        if name == OURS:
            choices = steps * share.choices / share.steps
        print(f"{name:32}{steps:>10,.0f}{choices:>11,.0f}{whole:>10,.1f}{ours / steps:>13.2f}")
    if arguments.hands:
        print()
        large_hands.report(arguments.hands, seed=1)


if __name__ == "__main__":
    main()

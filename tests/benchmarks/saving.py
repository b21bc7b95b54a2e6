"""What it costs to save a move, early and late in a game: `python -m tests.benchmarks.saving`.

A journal gets one line a move; a record is written as a whole every time. Times are medians over the moves, in
milliseconds, without those of playing.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from pathlib import Path

from mayi_rules import Game, Journal, Phase, load_profile
from mayi_rules.bots.registry import make_bot

AT = (100, 1_000, 5_000)
MOVES = 60


def game_at(version: int) -> Game:
    """A game of people who only draw and throw, after at least so many moves."""
    game = Game(load_profile("petras"), seats=["north", "east", "south", "west"], seed=5)
    for name in game.seats:
        game.sit_out(name)
    while game.version < version:
        if game.phase is Phase.ROUND_OVER:
            game.next_round()
        game.advance(cap=1)
    return game


def cost(version: int, folder: Path, *, sync: bool) -> tuple[float, float]:
    """The medians of a journal's line and of a record."""
    game = game_at(version)
    journal = Journal.begin(folder / f"{version} {sync}.jsonl", game, sync=sync)
    keep, lines, records = journal.keep, [], []

    def timed(change: object, to: int) -> None:
        start = time.perf_counter()
        keep(change, to)
        lines.append(time.perf_counter() - start)

    journal.keep = timed
    bot = make_bot("random", random.Random(1))
    for _ in range(MOVES):
        if not game.to_act:
            game.next_round()
            continue
        game.play(bot.choose(game.seat(game.to_act[0]).view))
        start = time.perf_counter()
        game.record.dump(folder / "game.json")
        records.append(time.perf_counter() - start)
    journal.close()
    return 1000 * statistics.median(lines), 1000 * statistics.median(records)


def main() -> None:
    """Print the table."""
    print("| version | a line of the journal [ms] | a line that is synced [ms] | a record [ms] |")
    print("|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for version in AT:
            line, record = cost(version, Path(folder), sync=False)
            synced, _ = cost(version, Path(folder), sync=True)
            print(f"| {version} | {line:.3f} | {synced:.3f} | {record:.1f} |")


if __name__ == "__main__":
    main()

"""A game in several threads: of those who play for one version one succeeds, and readers see what holds together."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from mayi_rules import Game, Phase, StaleVersion, load_profile, load_record
from mayi_rules.testing.random_walk import random_move

ROOT = Path(__file__).parent.parent
ROUNDS = 60
PLAYERS = 4


def contest(rounds=ROUNDS):
    """So many times four threads play for the same version, while others read; what went wrong."""
    game = Game(load_profile("petras"), seats=["n", "e", "w"], seed=3, dealer="w")
    rng = random.Random(3)
    wrong = []
    done = threading.Event()

    def watched(look):
        while not done.is_set():
            try:
                look()
            except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
                wrong.append(repr(error))
                return

    def views():
        view = game.seat("n").view
        cards = sum(hand.size for hand in view.state.hands) + len(view.state.stock) + len(view.state.discards)
        assert cards + sum(one.meld.size for one in view.state.table) == 108
        version, digest = game.version, game.digest
        assert len(digest) == 64
        assert game.version >= version
        list(game.seat("e").legal_moves.simple)

    def events():
        told = game.events()
        assert [event.seq for event in told] == list(range(len(told)))
        assert game.next_event >= len(told)
        assert [event.seq for event in game.seat("w").events(since=3)][:1] == [3]

    def records():
        record = game.record
        assert load_record(record.to_dict()).digest == record.digest
        assert record.counters.version <= game.version

    readers = [threading.Thread(target=watched, args=(look,)) for look in (views, events, records)]
    for reader in readers:
        reader.start()
    try:
        for number in range(rounds):
            if game.phase is Phase.ROUND_OVER:
                game.next_round()
            version, length = game.version, len(game.history)
            move = random_move(game.state, rng)
            start = threading.Barrier(PLAYERS)
            outcomes = []

            def play(move=move, version=version, start=start, outcomes=outcomes):
                start.wait()
                try:
                    game.play(move, expected_version=version)
                    outcomes.append("played")
                except StaleVersion:
                    outcomes.append("stale")
                except BaseException as error:  # noqa: BLE001 - whatever it is, it is told
                    outcomes.append(repr(error))

            players = [threading.Thread(target=play) for _ in range(PLAYERS)]
            for player in players:
                player.start()
            for player in players:
                player.join()
            if sorted(outcomes) != ["played", *["stale"] * (PLAYERS - 1)]:
                wrong.append(f"round {number}: {outcomes}")
            if (game.version, len(game.history)) != (version + 1, length + 1):
                wrong.append(f"round {number}: version {game.version}, {len(game.history)} steps")
    finally:
        done.set()
        for reader in readers:
            reader.join()
    return wrong


def test_of_those_who_play_for_one_version_one_succeeds():
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        assert contest() == []
    finally:
        sys.setswitchinterval(before)


def test_the_same_without_a_lock_around_the_interpreter():
    python = next(filter(None, map(shutil.which, ("python3.14t", "python3.13t"))), None)
    if python is None:
        pytest.skip("there is no free-threaded interpreter here")
    environment = {**os.environ, "PYTHON_GIL": "0", "PYTHONPATH": str(ROOT)}
    if subprocess.run([python, "-c", "import attrs, yaml, jsonschema"], check=False).returncode:
        pytest.skip("the free-threaded interpreter lacks the dependencies")
    done = subprocess.run([python, __file__], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "[]\n"), done.stderr


if __name__ == "__main__":
    print(contest())

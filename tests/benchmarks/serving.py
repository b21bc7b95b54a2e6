"""Processor time of a request to the server, over whole recorded rounds: `python -m tests.benchmarks.serving`.

Every move is asked for, checked for its version and played by its seat; then every seat asks for what is new, and for
its view. With names of bundled games behind it, those are played.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter

from mayi_rules import format_cards, load_record
from mayi_rules.serving.server import Server
from tests.goldens.files import record_file

REPEATS = 3


def session(profile_id, rounds=3):
    """Processor time and number of requests, by method."""
    record = load_record(record_file(profile_id), verify="none")
    server = Server()
    spent, asked = Counter(), Counter()

    def ask(method, **params):
        asked[method] += 1
        request = {"jsonrpc": "2.0", "id": asked.total(), "method": method, "params": {"game": "g", **params}}
        line = json.dumps(request).encode()
        begun = time.process_time()
        answer = server.answer(line)
        spent[method] += time.process_time() - begun
        return json.loads(answer)["result"]

    seats = list(record.seats)
    deck = format_cards(record.rounds[0].deck)
    done = ask("host.new", profile=profile_id, seats=seats, dealer=record.dealer, deck=deck)
    for number, one in enumerate(record.rounds[:rounds]):
        if number:
            done = ask("host.next_round", deck=format_cards(one.deck), expected_version=done["version"])
        for move in one.moves:
            done = play(ask, move.text, done, seats)
    return spent, asked


def play(ask, move, done, seats):
    """A move of the record, and what everybody asks for after it."""
    seat, _, text = move.partition(": ")
    version, since = done["version"], done["next_event"]
    if text.startswith("cut"):
        done = ask("host.cut", count=int(text.split()[1]), expected_version=version)
    elif seat == "table":
        done = ask("host.play", move=move, expected_version=version)
    else:
        ask("seat.legal_moves", seat=seat, limit=40)
        done = ask("seat.play", seat=seat, move=text, expected_version=version)
    for one in seats:
        ask("seat.events", seat=one, since=since)
        ask("seat.view", seat=one)
    return done


def main(profile_ids):
    for profile_id in profile_ids:
        runs = [session(profile_id) for _ in range(REPEATS)]
        spent, asked = min(runs, key=lambda run: run[0].total())
        print(f"{profile_id}: {asked.total()} requests, {spent.total() / asked.total() * 1e6:.1f} µs each")
        for method, count in asked.most_common():
            print(f"  {method:18} {count:5} × {spent[method] / count * 1e6:6.1f} µs")


if __name__ == "__main__":
    main(sys.argv[1:] or ["petras", "liverpool"])

"""Where the goldens lie, and how they are made."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

from mayi_rules import Game, legal_moves, load_profile, load_record, replay
from mayi_rules.bots.simple import GreedyBot
from mayi_rules.bots.table import play_game
from mayi_rules.engine.state.values import Phase
from tests.goldens.exchanges import sessions, written
from tests.goldens.perft import perft
from tests.goldens.playthrough import playthrough

FOLDER = Path(__file__).parent
PERFT = FOLDER / "perft.json"
EXCHANGES = FOLDER / "exchanges"
SEATS = ("north", "east", "west")
DEPTHS = {"deal": 5, "middle": 3}
MAX_OPENINGS = 12


def record_file(profile_id):
    return FOLDER / f"{profile_id}.record.yaml"


def text_file(profile_id):
    return FOLDER / f"{profile_id}.txt"


def exchange_file(name):
    return EXCHANGES / f"{name}.jsonl"


def make_record(profile_id):
    """A game of bots; its record is kept, so that it stays the same when the bots get better."""
    game = Game(load_profile(profile_id), seats=SEATS, seed=f"golden {profile_id}")
    play_game(game, {name: GreedyBot(random.Random(name)) for name in SEATS}, cap=90)
    return game.record.without_snapshot()


def positions(profile_id):
    """The pinned positions: the first deal, and the middle of a round."""
    game = replay(load_record(record_file(profile_id)))
    first = next(step.before for step in game._log.steps() if step.before.phase is Phase.DRAW)
    yield "deal", 0, first
    for number, step in enumerate(game._log.steps(), start=1):
        state = step.before
        if state.phase is Phase.PLAY and len(state.table) >= 2 and not state.has_opened(state.turn):
            count = sum(1 for _ in islice(legal_moves(state, state.turn).openings, MAX_OPENINGS + 1))
            if 0 < count <= MAX_OPENINGS:
                yield "middle", number, state
                return
    for number, step in enumerate(game._log.steps(), start=1):
        if step.before.phase is Phase.PLAY and len(step.before.table) >= 2:
            yield "middle", number, step.before
            return


def counted(profile_id):
    return {
        name: {
            "before_step": number,
            "digest": state.digest,
            "sequences": [perft(state, depth) for depth in range(1, DEPTHS[name] + 1)],
        }
        for name, number, state in positions(profile_id)
    }


def write(profile_ids, *, records):
    for profile_id in profile_ids:
        if records or not record_file(profile_id).exists():
            make_record(profile_id).dump(record_file(profile_id))
        text_file(profile_id).write_text(playthrough(load_record(record_file(profile_id))), encoding="utf-8")
    numbers = {profile_id: counted(profile_id) for profile_id in profile_ids}
    PERFT.write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
    write_exchanges()


def write_exchanges():
    EXCHANGES.mkdir(exist_ok=True)
    for old in EXCHANGES.iterdir():
        old.unlink()
    for name, lines in sessions(FOLDER):
        exchange_file(name).write_text(written(lines), encoding="utf-8")

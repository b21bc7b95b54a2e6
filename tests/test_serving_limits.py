"""No line asks for more work or memory than a line may: whatever is in it, for every method.

`MAYI_LINES=1 pytest tests/test_serving_limits.py` sends all lines at their full length.

Work is counted in calls of functions, which are the same on every machine; memory is that of a whole process.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import mayi_rules
from mayi_rules import Game, load_profile
from mayi_rules.bots import registry
from mayi_rules.serving.faults import ErrorCode, Refusal
from mayi_rules.serving.lines import MAX_VALUES
from mayi_rules.serving.patience import Patience
from mayi_rules.serving.server import METHODS, Server
from tests import hostile_lines
from tests.counting import counted
from tests.hostile_lines import SEATS, line

pytestmark = pytest.mark.slow

ROOT = Path(mayi_rules.__file__).parents[1]
MAX_CALLS = 1_500_000
MAX_ANSWER = 100_000
MAX_MEMORY = 100_000  # KiB
GENEROUS = 600


class Target:
    """A server with a game that goes on as if nothing had been sent."""

    def __init__(self):
        self.server = Server(patience=None)
        self.get("host.new", profile="petras", seats=SEATS, game="g", seed=3)
        self.before = self.get("host.save", game="g")["record"]

    def get(self, method, **params):
        return json.loads(self.server.answer(line(method, params)))["result"]

    def send(self, sent, name):
        """The answer to a line, which must be short where it is an error, and must have been little work."""
        with counted(MAX_CALLS) as calls:
            written = self.server.answer(sent)
        answer = json.loads(written)
        assert "result" in answer or len(written) <= MAX_ANSWER, (name, len(written), written[:200])
        assert calls[0] <= MAX_CALLS, (name, calls[0])
        if "error" in answer:
            assert answer["error"]["data"]["code"] != "internal", (name, answer)
        return answer

    def check(self, name):
        """The game is as it was."""
        assert self.get("host.save", game="g")["record"] == self.before, name


@pytest.fixture
def target():
    return Target()


def test_whole_lines_of_nonsense(target):
    for name, sent in hostile_lines.whole_lines():
        assert "error" in target.send(sent, name), name
        target.check(name)


@pytest.mark.parametrize("method", [name for name in METHODS if METHODS[name].params])
def test_any_value_in_the_place_of_any_parameter(target, method):
    usual = {"game": "g", "seat": "north", "move": "stock", "profile": "petras", "seats": SEATS, "bot": None}
    usual |= {"record": target.before, "scores": {}}
    needed = {name: usual[name] for name in METHODS[method].params if name in usual}
    for parameter in (*METHODS[method].params, "another"):
        for name, value in hostile_lines.values():
            answer = target.send(line(method, needed | {parameter: value}), (method, parameter, name))
            if "error" in answer and parameter != "profile":
                target.check((method, parameter, name))


@pytest.mark.parametrize("method", ["lint", "host.new"])
def test_profiles_that_are_wrong_everywhere_or_as_large_as_may_be(target, method):
    usable = 0
    for name, profile in hostile_lines.profiles():
        answer = target.send(
            line(method, {"profile": profile, **({"seats": SEATS} if method == "host.new" else {})}), name
        )
        usable += answer.get("result", {}).get("usable", False)
    assert usable == (3 if method == "lint" else 0)
    target.check(method)


def test_records_that_are_wrong_at_great_length(target):
    loaded = []
    for number, (name, record) in enumerate(hostile_lines.records()):
        if "result" in target.send(line("host.load", {"record": record, "game": f"loaded{number}"}), name):
            loaded.append(name)
    assert loaded == (["nothing else"] if hostile_lines.IS_FULL else ["long traffic", "nothing else"])
    target.check("records")


@pytest.mark.parametrize("method", ["seat.check", "seat.play", "seat.fixes", "host.play"])
def test_moves_of_wilds_and_of_nothing_at_their_full_length(target, method):
    seat = hostile_lines.wild_game(target.server, "w")
    before = target.get("host.save", game="w")["record"]
    for card, other in (("X", "5h"), ("2h", "X")):
        for text in hostile_lines.moves(card, other):
            params = {"game": "w", "seat": seat, "move": text}
            if method == "host.play":
                params = {"game": "w", "move": f"{seat}: {text}"[:500]}
            answer = target.send(line(method, params), (method, text))
            after = target.get("host.save", game="w")["record"]
            assert after == before or (method.endswith("play") and "result" in answer)
            before = after


def test_a_hand_of_wilds_is_listed_and_played_by_bots(target):
    seat = hostile_lines.wild_game(target.server, "w")
    answer = target.send(line("seat.legal_moves", {"game": "w", "seat": seat, "limit": 2_000}), "list")
    assert answer["result"]["moves"]
    for bot in ("random", "greedy"):
        for name in SEATS:
            target.get("host.bot", game="w", seat=name, bot=bot, seed=1)
        assert target.send(line("host.advance", {"game": "w", "turns": 20}), bot)["result"]["events"]


def test_the_work_for_a_record_grows_as_its_moves_and_their_number_is_bounded(target):
    """What loading and asking for everything takes for each move, times the most values of a line."""
    game = Game(load_profile("petras"), seats=SEATS, seed=1, turn_cap=None)
    for name in SEATS:
        game.sit_out(name)
    game.advance(cap=400)
    moves = len(game.history)
    requests = [line("host.load", {"record": game.record.to_dict(), "game": "long"})]
    requests += [line(method, {"game": "long"}) for method in ("host.events", "host.save", "table.record")]
    requests += [
        line("seat.record", {"game": "long", "seat": "east"}),
        line("host.undo", {"game": "long", "count": 900}),
    ]
    for sent in requests:
        with counted(MAX_CALLS) as calls:
            assert b'"result"' in target.server.answer(sent)[:60]
        assert calls[0] / moves * MAX_VALUES <= 5 * MAX_CALLS, (sent[:60], calls[0] / moves)


def test_as_many_games_as_a_process_holds(target):
    limit = target.get("hello")["limits"]["games"]
    for _ in range(limit - 1):
        target.get("host.new", profile="petras", seats=SEATS)
    refused = target.send(line("host.new", {"profile": "petras", "seats": SEATS}), "one more")
    assert refused["error"]["data"]["code"] == "too_many_games"
    assert len(target.send(line("host.games", {}), "all")["result"]["games"]) == limit
    target.check("games")


def everything():
    """All the large lines, in one session."""
    yield from (sent for _, sent in hostile_lines.whole_lines())
    yield from (line("lint", {"profile": profile}) for _, profile in hostile_lines.profiles())
    yield from (line("host.load", {"record": record}) for _, record in hostile_lines.records())
    for name, value in hostile_lines.values():
        yield line("host.scores", {"game": name, "scores": value})


MEASURED = """
import re, sys
from mayi_rules.cli.entry import main
try:
    main()
finally:
    with open("/proc/self/status") as status:
        print(re.search(r"VmHWM:\\s+(\\d+) kB", status.read())[1], file=sys.stderr)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no system tells it there as Linux does")
def test_no_line_takes_a_hundred_megabytes():
    pytest.importorskip("click")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    serve = [sys.executable, "-c", MEASURED, "serve", "--stdio"]
    run = partial(subprocess.run, serve, capture_output=True, env=environment, check=True, timeout=GENEROUS)
    usual = [line("lint", {"profile": {"extends": "petras", "more": 1}}), line("host.load", {"record": {"record": 1}})]
    least = int(run(input=b"\n".join(usual)).stderr)
    sent = [one for one in everything() if b"\n" not in one]
    done = run(input=b"\n".join(sent))
    assert len(done.stdout.splitlines()) == len(sent)
    assert int(done.stderr) - least <= MAX_MEMORY


class Loops:
    """Thinks for ever, or sleeps for ever."""

    how = "thinks"

    def __init__(self, _rng):
        pass

    def choose(self, view):
        while True:
            try:
                time.sleep(0.5 if self.how == "sleeps" else 0)
            except Exception:  # noqa: BLE001, S112 - it catches what it can
                continue


needs_timers = pytest.mark.skipif(os.name == "nt", reason="there are no interval timers")


@needs_timers
@pytest.mark.parametrize("how", ["thinks", "sleeps"])
def test_a_bot_that_thinks_for_ever_is_stopped_and_the_others_go_on(monkeypatch, how):
    monkeypatch.setitem(registry._BUILT_IN, "loops", Loops)
    monkeypatch.setattr(Loops, "how", how)
    target = Target()
    target.server = Server(patience=0.2)
    target.get("host.new", profile="petras", seats=SEATS, game="g", seed=3)
    target.get("host.sit_out", game="g", seat="west")
    for seat in ("north", "east"):
        target.get("host.bot", game="g", seat=seat, bot="loops")
    played = target.get("host.advance", game="g")
    assert (played["version"], played["to_act"]) == (1, ["north", "east"])
    answer = json.loads(target.server.answer(line("host.advance", {"game": "g"})))
    assert answer["error"]["data"]["code"] == "too_slow"
    assert answer["error"]["code"] == ErrorCode.TOO_SLOW.number
    assert target.get("table.status", game="g")["version"] == 1
    target.get("host.sit_out", game="g", seat="north")
    target.get("host.sit_out", game="g", seat="east")
    assert target.get("host.advance", game="g", turns=1)["version"] > 1


def test_bots_stop_between_two_turns_when_half_of_the_time_is_up(monkeypatch):
    clock = iter(range(10_000))
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    game = Game(load_profile("petras"), seats=SEATS, seed=3)
    for name in SEATS:
        game.sit_out(name)
    Patience(20.0).advance(game, 400)
    assert game.turns == 9
    Patience(None).advance(game, 5)
    assert game.turns == 14
    Patience(20.0).advance(game, 3)
    assert game.turns == 17


def test_what_is_listed_is_listed_as_far_as_the_time_goes(monkeypatch):
    clock = iter(range(10_000))
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    assert Patience(20.0).take(range(100), 50) == (list(range(11)), True)
    assert Patience(None).take(range(100), 50) == (list(range(50)), True)
    assert Patience(None).take(range(50), 50) == (list(range(50)), False)
    assert Patience(0.0001).take(range(2), 50)[0][:1] == [0]


@needs_timers
def test_a_question_that_takes_for_ever_is_refused():
    def for_ever():
        while True:
            yield from ()

    patience = Patience(0.05)
    for ask in (lambda: patience.ask(lambda: next(for_ever())), lambda: patience.take(for_ever(), 5)):
        with pytest.raises(Refusal) as error:
            ask()
        assert error.value.code is ErrorCode.TOO_SLOW
    assert patience.ask(lambda: 5) == 5
    time.sleep(0.12)  # nothing comes afterwards


@needs_timers
def test_no_move_is_stopped_while_it_is_played():
    """Bots are stopped at random moments; the game is whole whenever they were."""
    rng = random.Random(3)
    game = Game(load_profile("petras"), seats=SEATS, seed=3)
    for name in SEATS:
        game.sit_out(name)
    refused = 0
    while not game.state.is_over:
        try:
            Patience(rng.choice([0.001, 0.002, 0.005])).advance(game, 30)
        except Refusal:
            refused += 1
        assert len(game.history) == game.version
        if game.version > 400:
            break
    assert mayi_rules.replay(game.record).digest == game.digest

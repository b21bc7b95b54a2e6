"""The protocol for hosts in any language: every answer keeps to the schema, and no line harms anything."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path

import jsonschema
import pytest

from mayi_rules import Game, bundled_profiles, load_profile
from mayi_rules.bots import registry
from mayi_rules.engine.text.phrases import GRAMMAR
from mayi_rules.serving import tables
from mayi_rules.serving.faults import ErrorCode
from mayi_rules.serving.method import Audience
from mayi_rules.serving.schema import protocol_schema, schema_text
from mayi_rules.serving.server import METHODS, Server
from mayi_rules.serving.stdio import serve

COMMITTED = Path(__file__).parents[1] / "schemas" / "protocol.schema.json"
SCHEMA = protocol_schema()
SEATS = ("north", "east", "west")
CARD = re.compile(r"(?<![\w=])(?:10|[2-9TJQKA])[cdhs](?!\w)")
ONE_DECK = {
    "extends": "petras",
    "id": "one-deck",
    "pack": {"decks": 1, "jokers": {"total": 0}, "wild": []},
    "players": {"max": 3},
}


def validator(name):
    return jsonschema.Draft7Validator({"$ref": f"#/definitions/{name}", "definitions": SCHEMA["definitions"]})


VALIDATORS = {name: validator(name) for name in SCHEMA["definitions"] if " " in name or name == "error"}


class Client:
    """Sends requests, and holds every exchange against the schema."""

    def __init__(self, server=None):
        self.server = server or Server()
        self.count = 0
        self.codes = set()

    def send(self, method, **params):
        self.count += 1
        request = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        line = self.server.answer(json.dumps(request).encode())
        assert b"\n" not in line
        assert line.isascii()
        answer = json.loads(line)
        assert answer["id"] == self.count
        assert ("result" in answer) != ("error" in answer)
        if "result" in answer:
            VALIDATORS[f"request {method}"].validate(request)
            VALIDATORS[f"answer {method}"].validate(answer)
            assert answer["result"].pop("audience") == METHODS[method].audience
        else:
            VALIDATORS["error"].validate(answer)
            self.codes.add(answer["error"]["data"]["code"])
            assert answer["error"]["code"] == ErrorCode(answer["error"]["data"]["code"]).number
            assert answer["error"]["data"]["audience"] in (METHODS.get(method, METHODS["quit"]).audience, "host")
        return answer

    def get(self, method, **params):
        answer = self.send(method, **params)
        assert "result" in answer, answer
        return answer["result"]

    def refused(self, method, **params):
        answer = self.send(method, **params)
        assert "error" in answer, answer
        return answer["error"]["data"] | {"message": answer["error"]["message"]}

    def new(self, profile="petras", **more):
        return self.get("host.new", profile=profile, seats=list(SEATS), seed=3, **more)["game"]


@pytest.fixture
def client():
    return Client()


def test_the_committed_schema_is_that_of_the_methods():
    assert COMMITTED.read_text(encoding="utf-8") == schema_text(), "run python -m mayi_rules.serving.schema"
    for draft in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator):
        draft.check_schema(SCHEMA)


def test_every_method_says_whom_its_answer_is_for():
    for name, method in METHODS.items():
        section = name.partition(".")[0]
        assert (method.audience is Audience.SEAT) == (section == "seat") == ("seat" in name.split("."))
        assert section != "host" or method.audience is Audience.HOST
        assert method.about.endswith(".")


def test_a_game_from_the_first_deal_to_the_last_undone_saved_and_loaded(client):
    assert client.get("hello", protocol=2)["limits"]["games"] == tables.MAX_GAMES
    assert [one["id"] for one in client.get("profiles")["profiles"]] == list(bundled_profiles())
    game = client.new({"extends": "petras", "id": "short", "rounds": load_profile("petras").to_dict()["rounds"][:2]})
    for seat in SEATS:
        client.get("host.bot", game=game, seat=seat, bot="greedy", seed=seat)
    while True:
        status = client.get("host.advance", game=game)
        if status["phase"] not in ("round_over", "game_over"):
            client.get("host.abandon", game=game, expected_version=status["version"])
        if client.get("table.status", game=game)["is_over"]:
            break
        client.get("host.next_round", game=game)
    over = client.get("table.status", game=game)
    undone = client.get("host.undo", game=game, count=5)
    assert undone["version"] == over["version"] + 1
    assert len(undone["undone"]) == 5
    for move in reversed(undone["undone"]):
        client.get("host.play", game=game, move=move)
    assert client.get("table.status", game=game)["standings"] == over["standings"]
    record = client.get("host.save", game=game)["record"]
    again = client.get("host.load", record=record, game="again")
    assert (again["game"], again["disagreements"]) == ("again", [])
    assert client.get("host.save", game="again")["record"]["digest"] == record["digest"]
    assert client.get("host.games")["games"] == [game, "again"]
    client.get("host.drop", game=game)
    assert client.refused("seat.view", game=game, seat="north")["code"] == "unknown_game"
    client.get("quit")
    assert client.server.is_done


def _is_no_move(answer):
    """Whether the answer tells how moves are written."""
    return "error" in answer and answer["error"]["data"]["code"] == "notation"


@pytest.mark.parametrize("profile", [*bundled_profiles(), ONE_DECK], ids=str)
def test_thousands_of_exchanges_keep_to_the_schema_and_tell_a_seat_what_it_may_know(profile, factor):
    client = Client()
    rng = random.Random(str(profile))
    game = client.new(profile)
    names = [method.name for method in METHODS.values() if "game" in method.params and method.name != "host.drop"]
    is_unique = profile is ONE_DECK
    known = {seat: set() for seat in SEATS}
    for _ in range(120 * factor):
        status = client.get("table.status", game=game)
        watch(client, game, known)
        if status["phase"] == "cut":
            client.get("host.cut", game=game)
        elif not status["to_act"]:
            client.get("host.abandon" if status["phase"] != "round_over" else "host.next_round", game=game)
        else:
            seat = rng.choice(status["to_act"])
            moves = client.get("seat.legal_moves", game=game, seat=seat, limit=20)["moves"]
            version = rng.choice([status["version"], status["version"], 0])
            answer = client.send("seat.play", game=game, seat=seat, move=rng.choice(moves), expected_version=version)
            assert "result" in answer or (version == 0 and answer["error"]["data"]["code"] == "stale")
        method = METHODS[rng.choice(names)]
        if method.name in ("host.undo", "host.new", "host.load", "host.next_round", "host.abandon", "host.advance"):
            continue
        params = {name: value for name, value in arguments(rng, game).items() if name in method.params}
        answer = client.send(method.name, **params)
        if is_unique and method.audience is Audience.SEAT and method.name not in ("seat.check", "seat.fixes"):
            watch(client, game, known)
            hidden = (
                set(CARD.findall(json.dumps(answer)))
                - known[params["seat"]]
                - set(CARD.findall(params.get("move", "")))
                - set(CARD.findall(" ".join(GRAMMAR)) if _is_no_move(answer) else ())
            )
            assert not hidden, (method.name, hidden)
    assert client.count > 300


def arguments(rng, game):
    return {
        "game": game,
        "seat": rng.choice(SEATS),
        "move": rng.choice(["discard 5h", "open 7c 7d 7h | Qs Qd X", "lay 5h on 1", "swap 6h on 1", "may I", "hm"]),
        "limit": rng.randint(1, 20),
        "since": rng.randint(0, 60),
        "count": rng.randint(1, 3),
        "bot": rng.choice([None, "random", "hm"]),
        "turns": 1,
    }


def watch(client, game, known):
    """What every seat may have seen by now, from the positions themselves."""
    state = client.server.tables.game(game).state
    open_cards = {str(card) for laid in state.table for card in CARD.findall(str(laid.meld))}
    open_cards |= set(CARD.findall(str(client.server.tables.game(game).spectator().to_dict()["discards"])))
    for number, seat in enumerate(SEATS):
        known[seat] |= open_cards | set(str(state.hands[number]).split())


def test_a_late_or_repeated_request_does_nothing(client):
    game = client.new()
    (seat,) = client.get("table.status", game=game)["to_act"]
    client.get("seat.play", game=game, seat=seat, move="stock", expected_version=0)
    error = client.refused("seat.play", game=game, seat=seat, move="stock", expected_version=0)
    assert (error["code"], error["expected"], error["version"]) == ("stale", 0, 1)
    for method in ("host.close", "host.abandon", "host.undo", "host.advance"):
        assert client.refused(method, game=game, expected_version=0)["code"] == "stale"
    assert client.get("table.status", game=game)["version"] == 1


def test_every_refusal_has_its_code(client, monkeypatch):
    game = client.new(game="g")
    ask = client.refused
    assert ask("hello", protocol=1)["code"] == "protocol"
    assert ask("nonsense")["code"] == "unknown_method"
    assert ask("host.new", profile="petras", seats=list(SEATS), game="g")["code"] == "game_exists"
    assert ask("host.new", profile="petras", seats=list(SEATS), game="g\n")["code"] == "bad_params"
    assert ask("host.new", profile="petrus", seats=list(SEATS))["code"] == "profile"
    assert ask("host.new", profile="petras", seats=["a"])["code"] == "profile"
    assert ask("host.new", profile="petras", seats=["a", "a", "b"])["code"] == "notation"
    assert ask("host.new", profile="petras", seats=list(SEATS), deck="5h")["code"] == "record"
    assert ask("host.new", profile="petras", seats=list(SEATS), deck="5z")["code"] == "notation"
    assert ask("host.load", record={"record": 1})["code"] == "record"
    assert ask("host.load", record={"record": 1}, verify="none")["code"] == "bad_params"
    assert ask("seat.view", game=game, seat="south")["code"] == "unknown_seat"
    assert ask("host.bot", game=game, seat="north", bot="nobody")["code"] == "unknown_bot"
    assert ask("seat.view", game="nowhere", seat="north")["code"] == "unknown_game"
    assert ask("host.undo", game=game, count=1)["code"] == "not_possible"
    assert ask("host.undo", game=game, count=1.0)["code"] == "bad_params"
    assert ask("host.undo", game=game, count=True)["code"] == "bad_params"
    assert ask("seat.play", game=game, seat="north", move="hm")["code"] == "notation"
    assert ask("seat.play", game=game, seat="north", move="table: abandon")["code"] == "notation"
    assert ask("seat.play", game=game, seat="north", move="next round")["code"] in ("notation", "illegal_move")
    assert ask("seat.play", game=game, seat="north", move="discard 2c")["verdict"]["reasons"]
    assert client.get("table.status", game=game)["version"] == 0
    monkeypatch.setattr(tables, "MAX_GAMES", 1)
    assert ask("host.new", profile="petras", seats=list(SEATS))["code"] == "too_many_games"

    class Broken:
        def __init__(self, rng):
            pass

        def choose(self, view):
            raise ZeroDivisionError

    monkeypatch.setitem(registry._BUILT_IN, "broken", Broken)
    (seat,) = client.get("table.status", game=game)["to_act"]
    client.get("host.bot", game=game, seat=seat, bot="broken")
    refused = ask("host.advance", game=game)
    assert refused["code"] == "internal"
    assert refused["message"].startswith(f"ZeroDivisionError, raised by the bot Broken (in seat '{seat}', round 1, ")
    assert client.get("table.status", game=game)["version"] == 0
    of_lines = {
        "line_too_long",
        "not_text",
        "not_json",
        "too_deep",
        "too_many_values",
        "too_many_escapes",
        "duplicate_key",
    }
    of_lines |= {"bad_request", "batch", "stale", "too_slow"}
    assert client.codes | of_lines == {code.value for code in ErrorCode}


@pytest.mark.parametrize("profile", ["../../etc/passwd", "./house.yaml", "/etc/passwd", "petras.yaml", ""])
def test_no_file_is_read_for_a_profile(client, profile):
    for given in (profile, {"extends": profile, "id": "x"}):
        error = client.refused("host.new", profile=given, seats=list(SEATS))
        assert error["code"] == "profile"
        assert "root:" not in json.dumps(error)
    assert not client.send("lint", profile={"extends": profile, "id": "x"})["result"]["usable"]


def test_random_bytes_get_an_answer_each():
    rng = random.Random(5)
    client = Client()
    game = client.new(game="g")
    params = {"game": game, "seat": "north", "move": "discard 5h"}
    good = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "seat.play", "params": params})
    sent = bytearray()
    for number in range(1_500):
        line = bytearray(rng.randbytes(rng.randint(0, 60)) if number % 3 else good.encode())
        for _ in range(rng.randint(1, 4)):
            if line:
                line[rng.randrange(len(line))] = rng.randrange(256)
        sent += bytes(line).replace(b"\n", b" ") + b"\n"
    written = io.BytesIO()
    serve(io.BytesIO(bytes(sent)), written, client.server)
    answers = written.getvalue().splitlines()
    assert len(answers) == 1_500
    for answer in answers:
        assert json.loads(answer)["jsonrpc"] == "2.0"
    assert client.get("table.status", game=game)["version"] == 0


def test_random_values_in_every_parameter_get_an_answer():
    rng = random.Random(6)
    client = Client()
    client.new(game="g")
    values = [None, True, -1, 0, 1, 2**60, 1.5, "", "g", "north", "stock", "5h", "x" * 600, [], ["a"], {}, {"id": "x"}]
    for _ in range(1_500):
        method = METHODS[rng.choice([name for name in METHODS if name != "quit"])]
        params = {name: rng.choice(values) for name in method.params if rng.random() < 0.9}
        if "game" in params and method.name not in ("host.drop", "host.new", "host.load") and rng.random() < 0.8:
            params["game"] = "g"
        client.send(method.name, **params)
        hello = client.server.answer(b'{"jsonrpc": "2.0", "id": 1, "method": "hello"}')
        assert hello.startswith(b'{"jsonrpc":"2.0","id":1,"result":{"audience":"all",')
    assert "internal" not in client.codes, client.codes


def test_games_are_apart():
    client = Client()
    first, second = client.new(game="a"), client.new(game="b")
    (seat,) = client.get("table.status", game=first)["to_act"]
    client.get("seat.play", game=first, seat=seat, move="stock")
    assert client.get("table.status", game=second)["version"] == 0
    same = Game(load_profile("petras"), seats=SEATS, seed=3)
    assert client.get("seat.view", game=second, seat="north")["view"] == same.seat("north").view.to_dict()

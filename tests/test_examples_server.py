"""The example server under clients that repeat, delay and invent messages, vanish and come back.

`MAYI_TABLES=500 pytest tests/test_examples_server.py` asks for more tables at a time.
"""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import random
import re
import sys
from pathlib import Path

import pytest

import mayi_rules as mayi

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
TABLES = int(os.environ.get("MAYI_TABLES", "24"))
CARD = re.compile(r"(?<![\w])(?:10|[2-9TJQKA])[cdhs](?!\w)")
# Every card is there once, so that whoever names a card names a place of it.
ONE_DECK = {
    "extends": "petras",
    "id": "one-deck",
    "players": {"max": 4},
    "pack": {"decks": 1, "jokers": {"total": 0}, "wild": []},
    "rounds": [{"deal": 7, "contract": [{"set": 3}]}, {"deal": 7, "contract": [{"run": 4}]}],
}


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Watched:
    """Reads every line that the server sends, and holds it against what its receiver may know by then."""

    def __init__(self, module):
        self.module = module
        self.send = module.send
        self.places = {}
        self.known = {}
        self.seen = {}
        self.lines = set()
        self.cards = 0
        self.leaks = []

    def __call__(self, writer, message):
        if writer in self.places:
            self.hold(*self.places[writer], message)
        self.lines.add(json.dumps(message).encode() + b"\n")
        self.send(writer, message)

    def hold(self, table, seat, message):
        if "error" in message:
            return  # repeats what the client said itself; see `test_an_answer_to_one_seat_tells_nothing_of_another`
        named = set(CARD.findall(json.dumps(message)))
        self.cards += len(named)
        if hidden := named - self.may_know(table, seat):
            self.leaks.append((table.game, seat, hidden))

    def may_know(self, table, seat):
        game = table.game
        states = [game._log.first, *[step.state for step in game._log.steps()]]
        known = self.known.setdefault(id(table), [set() for _ in game.seats])
        for state in states[self.seen.get(id(table), 0) :]:
            open_cards = [*state.discards, *[card for laid in state.table for card in laid.meld]]
            for number, hand in enumerate(state.hands):
                known[number] |= set(mayi.format_cards([*open_cards, *hand]).split())
        self.seen[id(table)] = len(states)
        return known[seat]


def request(method, number=1, **params):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n"


GARBAGE = [
    b"\n",
    b"\x00\x00\n",
    b"\xff\xfe\n",
    b"[]\n",
    b"null\n",
    b"[" * 2_000 + b"\n",
    b'{"play": "stock", "version": 1}\n',
    b'{"jsonrpc": "2.0", "method": "play"}\n',
    b'{"jsonrpc": "2.0", "id": {}, "method": "play"}\n',
    b'{"jsonrpc": "2.0", "id": 1, "method": "play", "params": []}\n',
    b'{"jsonrpc": "2.0", "id": 1, "method": ["play"]}\n',
    request("play", move=1, version=1),
    request("play", move="abandon", version="1"),
    request("play", move="table: abandon", version=1),
    request("play", move="north: stock", version=True),
    request("join", table="other", seat="north"),
    request("join", table=["t0"], seat={}),
    b'{"hello": NaN}\n',
]


class Chaos:
    """A client that plays well, and everything else badly."""

    def __init__(self, client, rng, port, watched):
        self.client = client
        self.rng = rng
        self.port = port
        self.watched = watched
        self.old = []

    async def play(self):
        while True:
            await self.client.join(self.port)
            try:
                if await self.sit():
                    return
            except ConnectionError:
                pass
            finally:
                self.client.writer.close()
            await asyncio.sleep(self.rng.random() * 0.05)

    async def sit(self):
        """Play until the game is over (True) or the connection is."""
        async for line in self.client.reader:
            assert line in self.watched.lines
            message = json.loads(line)
            assert message["jsonrpc"] == "2.0"
            if "token" in message.get("result", {}):
                self.client.token = message["result"]["token"]
            elif message.get("method") == "table":
                news = message["params"]
                assert news["view"]["seat"] == self.client.seat
                if news["over"]:
                    return True
                if await self.answer(news):
                    return False
        return False

    async def answer(self, news):
        rng, writer = self.rng, self.client.writer
        if news["legal"]:
            move = self.watched.choose(news["view"], news["legal"])
            play = request("play", rng.randrange(1000), move=move, version=news["version"])
            lines = [play] * rng.choice([1, 1, 1, 2, 3])
            lines += rng.sample(self.old, min(len(self.old), rng.randrange(3)))  # late ones, which must change nothing
            lines += [rng.choice(GARBAGE)] * (rng.random() < 0.1)
            rng.shuffle(lines)
            self.old = [*self.old[-20:], play]
            writer.write(b"".join(lines))
        chance = rng.random()
        if chance < 0.02:
            writer.write(b"x" * 20_000)
        elif chance < 0.04:
            writer.write(b'{"jsonrpc": "2.0", "id": 1, "meth')
            return True
        await writer.drain()
        return chance < 0.06


def test_tables_under_chaos(monkeypatch):
    server, client = example("server"), example("client")
    watched = Watched(server)
    watched.choose = client.choose
    sit_down = server.Table.sit_down

    def watch(table, seat, token, writer):
        told = sit_down(table, seat, token, writer)
        watched.places[writer] = (table, server.SEATS.index(seat))
        return told

    monkeypatch.setattr(server.Table, "sit_down", watch)
    monkeypatch.setattr(server, "send", watched)
    monkeypatch.setattr(server, "PATIENCE", 1.0 + TABLES / 8)  # all of them share one event loop
    tables = asyncio.run(evening(server, client, watched))
    assert not watched.leaks
    assert len(tables) == TABLES
    assert watched.cards > 1_000 * TABLES
    for table in tables.values():
        game = table.game
        assert table.is_over
        assert game.version == len(game.history)
        assert mayi.replay(game.record).digest == game.digest


async def evening(server, client, watched):
    house = server.TableServer(mayi.load_profile(ONE_DECK), rounds=1)
    listening = await house.start(0)
    addresses = [socket.getsockname()[0] for socket in listening.sockets]
    assert addresses == ["127.0.0.1"]
    port = listening.sockets[0].getsockname()[1]
    clients = [
        Chaos(client.Client(f"t{number}", seat), random.Random(f"{number} {seat}"), port, watched)
        for number in range(TABLES)
        for seat in server.SEATS
    ]
    async with asyncio.timeout(60 + 10 * TABLES):
        await asyncio.gather(*[one.play() for one in clients])
    listening.close()
    await listening.wait_closed()
    await asyncio.sleep(0.05)
    return house.tables


def test_an_answer_to_one_seat_tells_nothing_of_another():
    """Refusals and errors are the same whatever the others hold."""
    game = mayi.Game(mayi.load_profile(ONE_DECK), seats=["a", "b", "c"], seed=1)
    rng = random.Random(1)
    seat = game.seat(game.to_act[0])
    for _ in range(20):
        other = mayi.sample_state(seat.view, rng)
        for text in ("discard 5h", "open 5h 5d 5c", "lay 5h on 1", "may I 5h", "table: abandon", "b: stock"):
            assert seat.check(text) == mayi.check_text(other, seat.number, text) or ":" in text


def test_a_seat_cannot_be_taken_from_its_player():
    server, client = example("server"), example("client")

    async def meet():
        house = server.TableServer(mayi.load_profile("petras"))
        listening = await house.start(0)
        port = listening.sockets[0].getsockname()[1]
        one, two = client.Client("t", "north"), client.Client("t", "north")
        await one.join(port)
        joined = json.loads(await one.reader.readline())
        for token in (None, "", "é", 5, "0" * 32):
            two.token = token
            await two.join(port)
            refused = json.loads(await two.reader.readline())["error"]
            assert refused == {"code": server.REFUSED, "message": "the seat is taken"}
            two.writer.close()
        two.token = joined["result"]["token"]
        await two.join(port)
        assert json.loads(await two.reader.readline())["result"] == joined["result"]
        await one.reader.readline()
        assert await one.reader.read() == b""
        for each in (one, two):
            each.writer.close()
        listening.close()
        await listening.wait_closed()
        await asyncio.sleep(0.05)

    asyncio.run(meet())


def test_messages_of_the_example_are_those_of_json_rpc():
    server, client = example("server"), example("client")

    async def meet():
        house = server.TableServer(mayi.load_profile("petras"))
        listening = await house.start(0)
        reader, writer = await asyncio.open_connection("127.0.0.1", listening.sockets[0].getsockname()[1])
        said = [
            b"hello\n",
            b'{"id": 1, "method": "join"}\n',
            b'{"jsonrpc": "2.0", "method": "nothing"}\n',  # a notification, which gets no answer
            request("nothing", 2),
            request("join", 3, table="t", seat="south"),
        ]
        writer.write(b"".join(said))
        answers = [json.loads(await reader.readline()) for _ in range(5)]
        writer.close()
        listening.close()
        await listening.wait_closed()
        await asyncio.sleep(0.05)
        return answers

    answers = asyncio.run(meet())
    codes = {answer["id"]: answer["error"]["code"] for answer in answers if "error" in answer and answer["id"]}
    assert [answer["error"]["code"] for answer in answers[:2]] == [server.NOT_JSON, server.NO_REQUEST]
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    assert codes == {2: server.NO_METHOD}
    assert answers[3]["id"] == 3
    assert answers[3]["result"]["seat"] == "south"
    assert answers[4]["method"] == "table"
    assert client.ILLEGAL_MOVE == server.ILLEGAL_MOVE


def test_the_client_of_the_example_plays_a_whole_round():
    server, client = example("server"), example("client")

    async def evening():
        house = server.TableServer(mayi.load_profile("petras"))
        listening = await house.start(0)
        port = listening.sockets[0].getsockname()[1]
        clients = [client.Client("t", seat) for seat in server.SEATS]
        for one in clients:
            await one.join(port)
        views = await asyncio.gather(*[one.play() for one in clients])
        listening.close()
        await listening.wait_closed()
        await asyncio.sleep(0.05)
        return views

    views = asyncio.run(evening())
    assert {json.dumps(view["totals"]) for view in views} == {json.dumps(views[0]["totals"])}
    assert "mayi_rules" not in (EXAMPLES / "client.py").read_text(encoding="utf-8")
    assert sys.version_info >= (3, 11)

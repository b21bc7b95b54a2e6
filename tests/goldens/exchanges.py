"""Recorded exchanges with the server: what is sent and what comes back, session by session, as lines of JSON.

A line is `{"send": TEXT, "receive": ANSWER}`, or `{"send_base64": …, "receive": …}` where what is sent is no UTF-8; the
answer to a notification is null, which stands for none.
Decks are given, so that nobody has to reproduce a shuffle; `seeded` alone leaves the shuffle to the library.
"""

from __future__ import annotations

import base64
import json
from unittest import mock

from mayi_rules import bundled_profiles, load_profile, load_record
from mayi_rules.cards import format_cards
from mayi_rules.records import epoch
from mayi_rules.serving.server import Server

EVERY = 30
"""After so many moves of a whole round all views are asked for."""

SEATS = ("north", "east", "west")


class Session:
    """Speaks to a server of its own, and notes what is said."""

    def __init__(self):
        self._server = Server(patience=None)
        self._number = 0
        self.lines = []

    def ask(self, method, **params):
        """A request as it should be; the result, or the error."""
        self._number += 1
        request = {"jsonrpc": "2.0", "id": self._number, "method": method} | ({"params": params} if params else {})
        answer = self.send(json.dumps(request).encode())
        return answer["result"] if "result" in answer else answer["error"]

    def send(self, line):
        """A line, whatever is in it; the answer."""
        try:
            told = {"send": line.decode()}
        except UnicodeDecodeError:
            told = {"send_base64": base64.b64encode(line).decode()}
        written = self._server.answer(line)
        answer = None if written is None else json.loads(written)
        self.lines.append(told | {"receive": answer})
        return answer


def sent(line):
    """The bytes that a line of a file says were sent."""
    return base64.b64decode(line["send_base64"]) if "send_base64" in line else line["send"].encode()


def without_sentences(value):
    """An answer without what may be said otherwise: messages, and texts of reasons and fixes; and what is at random.

    That is the name of a game and the checksum over it, in records, and the epoch of versions and event numbers.
    """
    if isinstance(value, dict):
        gone = {"message", "text"} | ({"game"} if value.keys() == {"game", "version", "events"} else set())
        gone |= {"checksum"} if "counters" in value else set()
        return {key: without_sentences(one) for key, one in value.items() if key not in gone}
    if isinstance(value, int) and not isinstance(value, bool):
        return value % epoch.EPOCH
    return [without_sentences(one) for one in value] if isinstance(value, list) else value


def sessions(folder):
    """The name and the lines of every session; whole rounds are those of the recorded games in the folder."""
    for profile_id in bundled_profiles():
        record = load_record(folder / f"{profile_id}.record.yaml")
        yield f"round-{profile_id}", _lines(_whole_round, record)
    for name, tell in _OTHERS.items():
        yield name, _lines(tell)


def _lines(tell, *args):
    session = Session()
    with mock.patch.object(epoch, "secrets", _Counted()):
        tell(session, *args)
    return session.lines


class _Counted:
    """Tells games apart by counting them, so that a session says the same whenever it is held."""

    def __init__(self):
        self._count = 0

    def token_hex(self, _bytes):
        self._count += 1
        return f"game {self._count}"

    def randbelow(self, _most):
        self._count += 1
        return self._count


def written(lines):
    """The lines of a session as they stand in its file."""
    return "".join(json.dumps(line, ensure_ascii=False, separators=(", ", ": ")) + "\n" for line in lines)


def _whole_round(session, record):
    """The first round of a recorded game, each move by the handle of its seat, and the deal of the second."""
    one, two = record.rounds[0], record.rounds[1]
    game, seats = "g", list(record.seats)
    session.ask("hello", protocol=2)
    session.ask(
        "host.new", profile=record.profile.id, seats=seats, game=game, dealer=record.dealer, deck=format_cards(one.deck)
    )
    _all_views(session, game, seats)
    version = 0
    for number, move in enumerate(one.moves, start=1):
        seat, _, text = move.text.partition(": ")
        if text.startswith("cut"):
            done = session.ask("host.cut", game=game, count=int(text.split()[1]), expected_version=version)
        else:
            session.ask("seat.legal_moves", game=game, seat=seat, limit=40)
            done = session.ask("seat.play", game=game, seat=seat, move=text, expected_version=version)
        version = done["version"]
        if not number % EVERY:
            _all_views(session, game, seats)
            _all_events(session, game, seats, done["next_event"] - 3)
    _all_views(session, game, seats)
    _all_events(session, game, seats, 0)
    session.ask("table.status", game=game)
    session.ask("seat.record", game=game, seat=seats[0])
    session.ask("host.next_round", game=game, deck=format_cards(two.deck), expected_version=version)
    _all_views(session, game, seats)
    session.ask("quit")


def _all_views(session, game, seats):
    for seat in seats:
        session.ask("seat.view", game=game, seat=seat)
    session.ask("table.view", game=game)


def _all_events(session, game, seats, since):
    for seat in seats:
        session.ask("seat.events", game=game, seat=seat, since=since)
    session.ask("table.events", game=game, since=since)


def _new(session, game="g"):
    """A short game of which everything is known: who deals, and all cards, in the order of the pack."""
    profile = load_profile("petras")
    decks = bytes(card for card in range(52) for _ in range(2)) + bytes([52] * 4)
    order = bytes(decks[number * 41 % len(decks)] for number in range(len(decks)))
    session.ask("host.new", profile=profile.id, seats=list(SEATS), game=game, dealer="north", deck=format_cards(order))
    return order


def _refused(session):
    """Moves that are refused, checked and explained; requests that came late; games and seats that are not there."""
    order = _new(session)
    play = {"game": "g", "seat": "east"}
    session.ask("seat.play", **play, move="discard 2c")
    session.ask("seat.play", **play, move="pass")
    session.ask("seat.play", **play, move="dance")
    session.ask("seat.play", **play, move="west: stock")
    session.ask("seat.play", game="g", seat="west", move="take")
    session.ask("seat.play", **play, move="stock", expected_version=7)
    session.ask("seat.play", **play, move="stock", expected_version=0)
    session.ask("seat.play", **play, move="stock", expected_version=0)
    session.ask("seat.check", game="g", seat="west", move="may I 2h")
    session.ask("seat.fixes", game="g", seat="east", move="may I")
    session.ask("seat.play", game="g", seat="north", move="may I")
    session.ask("seat.play", game="g", seat="north", move="pass")
    session.ask("host.close", game="g")
    for move in (
        "open 3h 3d 3s | 4h 4d 4s",
        "open 3h",
        "lay 5h on 1",
        "swap 5h on 1",
        "take back",
        "keep",
        "discard ?",
    ):
        session.ask("seat.check", **play, move=move)
        session.ask("seat.play", **play, move=move)
        session.ask("seat.fixes", **play, move=move, limit=3)
    session.ask("host.close", game="g")
    session.ask("host.cut", game="g", count=40)
    session.ask("host.next_round", game="g")
    session.ask("host.undo", game="g", count=99)
    session.ask("host.abandon", game="g")
    session.ask("host.abandon", game="g")
    session.ask("host.next_round", game="g", deck=format_cards(order[1:]))
    session.ask("host.undo", game="g", count=2)
    session.ask("seat.events", **play, since=0)
    session.ask("seat.view", game="other", seat="east")
    session.ask("seat.view", game="g", seat="south")
    session.ask("host.new", profile="petras", seats=list(SEATS), game="g")
    session.ask("host.new", profile="petras", seats=["north", "north", "west"], game="h")
    session.ask("host.new", profile="petras", seats=list(SEATS), game="h", deck="2c 3c")
    session.ask("host.new", profile="whist", seats=list(SEATS), game="h")
    session.ask("host.bot", game="g", seat="east", bot="nobody")
    session.ask("host.bot", game="g", seat="east", bot=None)
    session.ask("host.events", game="g", since=9)
    session.ask("host.games")
    session.ask("host.drop", game="g")
    session.ask("host.drop", game="g")


_NO_REQUESTS = (
    b"", b"   ", b"hello", b"{", b"null", b"[]", b"1", b'"hello"', b'{"jsonrpc":"2.0","id":1,"method":"\xff"}',
    b"\xef\xbb\xbf{}", b'[{"jsonrpc":"2.0","id":1,"method":"hello"}]', b'{"id":1,"method":"hello"}',
    b'{"method":"hello"}', b'{"id":7,"method":"seat.view","params":{"game":"g","seat":"a"}}',
    b'{"jsonrpc":2.0,"id":1,"method":"hello"}', b'{"jsonrpc":"1.0","id":1,"method":"hello"}',
)  # fmt: skip
_NEARLY_REQUESTS = (
    '"id":1', '"id":1,"result":{}', '"method":1', '"id":null,"method":"hello"', '"id":true,"method":"hello"',
    '"id":1.5,"method":"hello"', '"id":9007199254740992,"method":"hello"', '"id":"","method":"hello"',
    f'"id":"{"x" * 65}","method":"hello"', '"id":"\\ud800","method":"hello"', '"id":1,"method":1',
    '"id":1,"method":"Hello"', '"id":1,"method":"hello","params":[]', '"id":1,"method":"hello","params":null',
    '"id":1,"method":"hello","more":1', '"id":1,"id":2,"method":"hello"',
    '"id":1,"method":"hello","params":{"protocol":2,"protocol":2}', '"id":1,"method":"hello","params":{"protocol":1}',
    '"id":1,"method":"hello","params":{"protocol":"2"}', '"id":1,"method":"hello","params":{"protocol":NaN}',
    '"id":1,"method":"hello","params":{"protocol":01}', '"id":1,"method":"seat.view","params":{"game":"g"}',
    '"id":1,"method":"seat.view","params":{"game":"g","seat":"a","more":1}',
    '"id":1,"method":"seat.play","params":{"game":"g","seat":"a","move":["stock"]}',
    '"id":1,"method":"hello","params":{"protocol":' + "[" * 50 + "]" * 50 + "}",
    '"method":"hello"', '"method":"nothing"', '"method":"seat.view","params":{"game":"g"}',
    '"id":1,"method":"hello"',
)  # fmt: skip


def _malformed(session):
    """Lines that are no request: each has its one answer, and the line after it is answered as if nothing had been.

    Among them are notifications, which have none, and batches and requests of version 1, which are refused.
    """
    for line in _NO_REQUESTS:
        session.send(line)
    for rest in _NEARLY_REQUESTS:
        session.send(f'{{"jsonrpc":"2.0",{rest}}}'.encode())


def _saved(session):
    """A game saved in the buying window, loaded again, and damaged records refused."""
    _new(session)
    session.ask("seat.play", game="g", seat="east", move="stock")
    session.ask("seat.play", game="g", seat="west", move="may I")
    record = session.ask("host.save", game="g")["record"]
    session.ask("host.load", record=record, game="h")
    for game in ("g", "h"):
        _all_views(session, game, SEATS)
        session.ask("seat.events", game=game, seat="west", since=0)
    session.ask("host.play", game="h", move="table: abandon")
    session.ask("seat.record", game="h", seat="west")
    session.ask("table.record", game="h")
    first = record["rounds"][0]
    for name, damaged in {
        "deck": record | {"rounds": [first | {"deck": first["deck"][3:]}]},
        "moves": record | {"rounds": [first | {"moves": [*first["moves"], "north: take"]}]},
        "digest": record | {"digest": "0" * 64},
        "key": record | {"more": 1},
        "format": record | {"record": 99},
    }.items():
        session.ask("host.load", record=damaged, game=name)
    session.ask("host.games")


def _real_table(session):
    """Cards that nobody noted are turned up by the moves that play them; scores are told."""
    game = {"game": "g"}
    deck = "? " * 30 + "2d" + " ?" * 77
    session.ask("host.new", profile="petras", seats=list(SEATS), **game, dealer="north", deck=deck)
    play = game | {"seat": "east"}
    session.ask("seat.play", **play, move="stock")
    session.ask("host.close", **game)
    session.ask("seat.legal_moves", **play)
    opening = "open 3c 3d 3h | 4c 4d X=4"
    session.ask("seat.check", **play, move=opening)
    session.ask("seat.play", **play, move=opening)
    session.ask("host.undo", **game)
    session.ask("seat.view", **play)
    session.ask("seat.play", **play, move=opening)
    session.ask("seat.view", **play)
    session.ask("seat.play", **play, move="discard 5h")
    for seat, card in (("west", "5h"), ("north", "5h"), ("north", "6h")):
        session.ask("host.play", **game, move=f"{seat}: stock")
        session.ask("host.close", **game)
        session.ask("host.play", **game, move=f"{seat}: discard {card}")
    session.ask("host.scores", **game, scores={"north": 50, "east": 20, "west": 30})
    session.ask("host.abandon", **game)
    _all_views(session, "g", SEATS)
    session.ask("host.scores", **game, scores={"north": 50, "east": 2000, "west": 30})
    session.ask("host.scores", **game, scores={"north": 50, "east": 20})
    session.ask("host.scores", **game, scores={"north": 50, "east": 20, "west": 30})
    _all_events(session, "g", SEATS, 0)
    session.ask("table.status", **game)
    session.ask("host.next_round", **game)
    session.ask("host.next_round", **game, deck=deck)
    record = session.ask("host.save", **game)["record"]
    session.ask("host.load", record=record, game="h")
    session.ask("table.view", game="h")
    # What the host has noted of another hand it alone is told.
    deck = "? ? 5h ? ? 5h " + "? " * 24 + "2d" + " ?" * 77
    noted = {"game": "i"}
    session.ask("host.new", profile="petras", seats=list(SEATS), **noted, dealer="north", deck=deck)
    play = noted | {"seat": "east"}
    session.ask("seat.play", **play, move="stock")
    session.ask("host.close", **noted)
    for move in ("discard 5h", "open 5h 5d 5c | 6c 6d 6h"):
        session.ask("seat.check", **play, move=move)
        session.ask("seat.play", **play, move=move)
        session.ask("host.play", **noted, move=f"east: {move}")
    session.ask("seat.play", **play, move="discard 6h")


def _linted(session):
    """Profiles that can be used, and such that cannot."""
    session.ask("profiles")
    session.ask("lint", profile="petras")
    house = {"extends": "petras"}
    session.ask("lint", profile=house | {"buying": {"penalty_cards": 2, "allowed": False}})
    session.ask("lint", profile=house | {"buying": {"penalty": 2}})
    session.ask("lint", profile=house | {"players": {"min": 6, "max": 3}, "melds": {"run": {"ace": "heigh"}}})
    session.ask("lint", profile={"extends": "../secrets"})
    session.ask("lint", profile="whist")


def _seeded(session):
    """A round by the library's own shuffle, every seat sitting out: it ends as the seed says."""
    session.ask("host.new", profile="petras", seats=list(SEATS), game="g", seed=7)
    for seat in SEATS:
        session.ask("host.sit_out", game="g", seat=seat)
    session.ask("host.advance", game="g", turns=60)
    _all_views(session, "g", SEATS)
    session.ask("host.save", game="g")


_OTHERS = {
    "refused": _refused,
    "malformed": _malformed,
    "saved": _saved,
    "real-table": _real_table,
    "linted": _linted,
    "seeded": _seeded,
}

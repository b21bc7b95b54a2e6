"""Lines that ask the server for as much work as they can, for every method and of every kind.

Those that are no requests have the full length of a line. The others are shorter, but longer than anything that is read
to its end; with `MAYI_LINES=1` they have the full length too.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache

from mayi_rules import Game, format_cards, load_profile, parse_cards
from mayi_rules.profile.resolution import round_rules
from mayi_rules.serving.lines import LINE_LIMIT
from mayi_rules.serving.server import METHODS, Server

SEATS = ["north", "east", "west"]
IS_FULL = bool(os.environ.get("MAYI_LINES"))
ROOM = LINE_LIMIT - 20_000 if IS_FULL else 300_000  # the characters of a text
LONG = "x" * (ROOM // 4)
MANY = 20_000 if IS_FULL else 6_000  # values; more do not pass the limit of a line

WILD_HOUSE = {
    "extends": "petras",
    "id": "wild",
    "players": {"max": 4},
    "pack": {"decks": 8, "jokers": {"total": 60}, "wild": ["joker", "2", "3", "A", "K"]},
    "wilds": {"all_wild_sets": True},
    "rounds": [{"deal": 24, "contract": ["set", "run", "set", "run", "set", "run"]}],
}
"""A game in which hands are wild and contracts long."""


def line(method, params):
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, separators=(",", ":")).encode()


def keys(count, value=0):
    return {f"{number:x}": value for number in range(count)}


def whole_lines() -> Iterator[tuple[str, bytes]]:
    """Lines that are no requests, at their full length."""

    def filled(first, part, last=b""):
        return first + part * ((LINE_LIMIT - len(first) - len(last) - 1) // len(part)) + last

    yield "lists", filled(b"[", b"[],", b"[]]")
    yield "objects", filled(b"[", b'{"":0},', b"{}]")
    yield "numbers", filled(b"[", b"0,", b"0]")
    yield "long numbers", filled(b"[", b"9" * 4_000 + b",", b"0]")
    yield "one number", filled(b'{"id":', b"9", b"}")
    yield "texts", filled(b"[", b'"a",', b"0]")
    yield "brackets", filled(b"", b"[")
    yield "closing brackets", filled(b"", b"]")
    yield "nested objects", filled(b"", b'{"":')
    yield "quotes", filled(b"", b'"')
    yield "pairs of quotes", filled(b"", b'""')
    yield "escaped quotes", filled(b'"', b'\\"')
    yield "escapes", filled(b'"', b"\\u00e9", b'"')
    yield "half pairs", filled(b'"', b"\\ud800", b'"')
    yield "keys", b"{" + b",".join(b'"%x":0' % number for number in range(LINE_LIMIT // 10)) + b"}"
    yield "one key twice", filled(b"{", b'"a":0,', b'"a":0}')
    yield "spaces", filled(b"", b" ")
    yield "no text", filled(b'"', b"\xff", b'"')
    yield "a batch", filled(b"[", b'{"jsonrpc":"2.0","id":1,"method":"profiles"},', b"0]")
    yield "a batch of few", b"[" + b",".join([line("profiles", {})] * 2_000) + b"]"
    text = "x" * (LINE_LIMIT - 100)
    yield "version 1", line("hello", {"a": text}).replace(b'"jsonrpc":"2.0",', b"")
    yield "a long method", line(text, {})
    yield "a long id", line("hello", {}).replace(b'"id":1', b'"id":"' + text.encode() + b'"')
    yield "a long version", line("hello", {}).replace(b'"2.0"', b'"' + text.encode() + b'"')
    yield "many members", line("hello", {})[:-1] + b"," + json.dumps(keys(MANY)).encode()[1:]


def values() -> Iterator[tuple[str, object]]:
    """What may stand in the place of any parameter."""
    deep: object = []
    for _ in range(30):
        deep = [deep]
    yield "a long text", LONG
    yield "a text of lines", "a\n" * (len(LONG) // 2)
    yield "a text of signs", "é|:=? " * (len(LONG) // 6)
    yield "a number", -(10**4_000)
    yield "numbers", [0] * MANY
    yield "texts", ["a"] * MANY
    yield "objects", [{"a": 0}] * (MANY // 2)
    yield "keys", keys(MANY)
    yield "a long key", {LONG: 0}
    yield "deep", deep
    yield "nothing", None


def profiles() -> Iterator[tuple[str, dict]]:
    """Profiles that are wrong in thousands of places, or as large as they may be."""
    petras = load_profile("petras").to_dict()
    house = {"extends": "petras"}
    yield "unknown keys", keys(MANY)
    yield "nearly keys", house | {"buying": {f"penalty_car{number:x}": 0 for number in range(MANY)}}
    yield "keys with points", house | {f"buying.penalty.{number}": 0 for number in range(MANY)}
    yield "long keys", house | {f"{number}{'k' * 4_000}": 0 for number in range(ROOM // 4_100)}
    yield "keys at their longest", house | {f"{number:0200}": 0 for number in range(MANY // 2)}
    sections = ("pack", "players", "deal", "melds", "wilds", "buying", "opening", "laying_off", "going_out", "scoring")
    yield "unknown keys in sections", house | {name: keys(MANY // 11) for name in sections}
    yield "notes of numbers", house | {"notes": list(range(MANY))}
    yield "long notes", house | {"notes": ["x" * 4_000] * (ROOM // 4_100)}
    yield "a long name", house | {"name": "x" * ROOM}
    yield "a long id", house | {"id": "x" * ROOM}
    yield "hyphens", house | {"id": "a-" * (len(LONG) // 2)}
    yield "a long base", {"extends": "x" * ROOM}
    yield "a long choice", house | {"melds": {"run": {"ace": "x" * ROOM}}}
    yield "another syntax", house | {"buying": "[a" + " " * (ROOM - 100) + "x"}
    yield "assignments", house | {"buying": "a =" * (ROOM // 3 - 100)}
    yield "rounds of numbers", petras | {"rounds": [0] * MANY}
    yield "many rounds", petras | {"rounds": [petras["rounds"][0]] * (MANY // 12)}
    yield "rounds without end", house | {"rounds": {str(number): {"deal": 3} for number in range(MANY // 2)}}
    yield "rounds with names", house | {"rounds": keys(MANY // 2, {"deal": 3})}
    yield "a long contract", petras | {"rounds": [{"deal": 10, "contract": ["set"] * MANY}]}
    yield "a wrong contract", petras | {"rounds": [{"deal": 10, "contract": [{"x": 1}] * (MANY // 2)}]}
    yield "points of nothing", house | {"scoring": {"points": keys(MANY, 5)}}
    yield "nearly points", house | {"scoring": {"points": {f"joke{number:x}": 5 for number in range(MANY)}}}
    yield "many wilds", house | {"pack": {"wild": ["joker"] * MANY}}
    yield "wrong wilds", house | {"pack": {"wild": [f"j{number}" for number in range(MANY)]}}
    yield "decks for nobody", house | {"pack": {"decks": keys(MANY, 2)}}
    yield "large numbers", house | {"rounds": {"1": {"deal": 10**4_000}}, "notes": [10**4_000] * (ROOM // 4_300)}
    yield "control characters", house | {"notes": ["\x00"] * MANY}
    rules = {name: dict(petras[name]) for name in ("melds", "wilds", "opening", "laying_off", "buying", "going_out")}
    for key in ("per_game", "carry_over"):  # they hold for the whole game
        del rules["buying"][key]
    full = [{"deal": 10, "contract": [{"set": 3}] * 4, "rules": rules}] * 60
    yield "as large as may be", petras | {"rounds": full, "notes": ["x" * 2_000] * 200}
    largest = {"pack": {"decks": 12, "jokers": {"total": 60}, "wild": ["joker"]}, "players": {"min": 2, "max": 12}}
    yield "the largest pack", petras | largest | {"rounds": full, "scoring": {"points": {"joker": 50}}}
    yield "the most wilds", WILD_HOUSE


@cache
def saved() -> dict:
    """The record of a game that has begun."""
    game = Game(load_profile("petras"), seats=SEATS, seed=3)
    game.play(f"{game.to_act[0]}: stock")
    return game.record.to_dict()


def records() -> Iterator[tuple[str, dict]]:
    """Records that are wrong in one place, at great length."""
    record = saved()
    (first,) = record["rounds"]
    snapshot = record["snapshot"]
    tally = snapshot["tally"]
    seat = first["moves"][0].partition(":")[0]

    def of_round(**changes):
        return record | {"rounds": [first | changes]}

    def of_snapshot(**changes):
        # Under other rules the moves do not lead on, and the snapshot is what counts.
        moves = [*first["moves"], f"{seat}: take"]
        rest = {name: value for name, value in record.items() if name != "checksum"}
        return rest | {"rules_version": 99, "rounds": [first | {"moves": moves}], "snapshot": snapshot | changes}

    yield "unknown keys", record | keys(MANY)
    yield "a long key", record | {LONG: 1}
    yield "a long comment", record | {"comment": LONG}
    yield "a long digest", record | {"digest": LONG}
    yield "many seats", record | {"seats": [str(number) for number in range(MANY)]}
    yield "a long seat", record | {"seats": ["x" * 2_000] * 90}
    yield "many rounds", record | {"rounds": [first] * (MANY // 10)}
    yield "a profile of nothing", record | {"profile": keys(MANY)}
    yield "a long profile", record | {"profile": LONG}
    yield "a long deck", of_round(deck="X " * (ROOM // 2))
    yield "a deck of nothing", of_round(deck=LONG)
    yield "many orders", of_round(recycled=["X"] * MANY)
    yield "many moves", of_round(moves=[*first["moves"], *[f"{seat}: take"] * MANY])
    yield "long moves", of_round(moves=[f"{seat}: " + "X " * 900] * (ROOM // 2_000))
    yield "long openings", of_round(moves=[f"{seat}: open " + "X " * 990] * (ROOM // 2_100))
    yield "many scores", of_round(scores=keys(MANY))
    yield "many hands", of_snapshot(hands=["X"] * MANY)
    yield "long hands", of_snapshot(hands=["X " * (ROOM // 8)] * 3)
    yield "a long stock", of_snapshot(stock="5h " * (ROOM // 4))
    yield "a stock of nothing", of_snapshot(stock=LONG)
    yield "a number of discards", of_snapshot(discarded_by=10**9)
    yield "many discards", of_snapshot(discarded_by=[0] * MANY)
    yield "many totals", of_snapshot(totals=[0] * MANY)
    yield "a number of buys", of_snapshot(tally=tally | {"bought": 3 * 10**8})
    yield "long traffic", of_snapshot(tally=tally | {"traffic": "00" * (ROOM // 3)})
    yield "many known cards", of_snapshot(tally=tally | {"known": ["X"] * MANY})
    yield "long known cards", of_snapshot(tally=tally | {"known": ["X " * (ROOM // 8)] * 3})
    meld = {"seat": 0, "kind": "set", "rank": "5", "cards": "5h 5h 5h"}
    yield "many melds", of_snapshot(table=[meld] * (MANY // 5))
    yield (
        "a long meld",
        of_snapshot(table=[meld | {"kind": "run", "suit": "h", "start": 1, "cards": "X " * (ROOM // 4)}]),
    )
    yield "a long phase", of_snapshot(phase=LONG)
    yield "a late round", of_snapshot(round=10**17)
    yield "nothing else", of_snapshot()


def moves(card, other) -> Iterator[str]:
    """Texts of moves at their full length: of wild cards, of melds without end, and of nothing."""
    longest = METHODS["seat.play"].params["move"]["maxLength"]

    def filled(first, part, last=""):
        return first + part * ((longest - len(first) - len(last)) // len(part)) + last

    for part in (
        f"{card} ",
        f"{card} | ",
        f"{card} {card} {card} | ",
        f"{card}={other} ",
        f"{card} {other} | ",
        "|",
        "z",
    ):
        yield filled("open ", part)
        yield filled("lay ", part, " on 1")
    yield filled("swap ", f"{card} ", " on 1")
    yield filled("discard ", "z")
    yield filled("may I ", card)
    yield filled("", "9")
    yield filled("", " ")
    yield f"discard {other}"
    yield "keep"


def wild_game(server: Server, game: str) -> str:
    """A game in which the first hand is made of wilds; the seat that holds it, which has drawn."""
    pack = list(round_rules(load_profile(WILD_HOUSE), 3, 1).pack_cards)
    wilds = parse_cards("X 2h 2d 3c As Kd X X " * 3)
    for card in wilds:
        pack.remove(card)
    # Cards are dealt one by one, from the seat behind the dealer on.
    order = [card for wild in wilds for card in (wild, pack.pop(), pack.pop())]
    for method, params in (
        ("host.new", {"profile": WILD_HOUSE, "game": game, "deck": format_cards([*order, *pack]), "dealer": "west"}),
        ("seat.play", {"seat": "north", "move": "stock"}),
        ("host.close", {}),
    ):
        seats = {"seats": SEATS} if method == "host.new" else {}
        answer = json.loads(server.answer(line(method, {"game": game} | params | seats)))
        assert "result" in answer, answer
    return "north"

"""Methods of the host: games come and go, the host's moves, bots, undo, records."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from mayi_rules.bots.registry import bot_maker, bot_names
from mayi_rules.cards import generator, parse_cards
from mayi_rules.engine.caps import TURN_CAP
from mayi_rules.game.game import Game
from mayi_rules.game.resume import replay
from mayi_rules.moves import NextRound
from mayi_rules.records.reader import load_record
from mayi_rules.records.replay import Verify
from mayi_rules.serving.faults import ErrorCode, Refusal
from mayi_rules.serving.library_methods import profile_of
from mayi_rules.serving.method import (
    DECK,
    EVENTS,
    EXPECTED,
    GAME,
    MOVE,
    PROFILE,
    SEAT,
    SEED,
    SINCE,
    STATUS,
    VERSION,
    Audience,
    Method,
    items,
    ref,
    text,
    whole,
)
from mayi_rules.serving.seat_methods import status_of
from mayi_rules.serving.tables import Tables

MAX_SEATS = 99
_TURN_CAP = f"How many turns a round has at most before it is abandoned; {TURN_CAP} if left out, null for no cap."


def _deck(params: dict[str, Any]) -> bytes | None:
    return bytes(parse_cards(params["deck"])) if "deck" in params else None


def _new(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    name = tables.free_id(params.get("game"))
    profile = profile_of(params["profile"])
    game = Game(
        profile,
        seats=params["seats"],
        seed=params.get("seed"),
        dealer=params.get("dealer"),
        deck=_deck(params),
        turn_cap=params.get("turn_cap", TURN_CAP),
    )
    tables.put(name, game)
    return {"game": name, **status_of(game)}


def _load(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    name = tables.free_id(params.get("game"))
    record = load_record(params["record"], verify=params.get("verify", Verify.STRICT), label="record")
    game = replay(record, seed=params.get("seed"))
    for seat, bot in record.policies.items():
        if bot in bot_names():  # of another one the name is kept: the host can install it, and set it again
            game.set_policy(seat, bot_maker(bot)(generator("bot", secrets.token_hex(16), seat)), called=bot)
    tables.put(name, game)
    return {"game": name, "disagreements": list(record.disagreements), **status_of(game)}


def _save(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game = tables.game(params["game"])
    return {"record": game.record.to_dict(), "version": game.version}


def _games(tables: Tables, _params: dict[str, Any]) -> dict[str, Any]:
    return {"games": list(tables.ids)}


def _drop(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    tables.drop(params["game"])
    return {}


def _events(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game = tables.game(params["game"])
    found = game.events(since=params.get("since", 0))
    return {"events": [event.to_dict(game.seats) for event in found], "version": game.version}


def _changed(tables: Tables, params: dict[str, Any], change: Callable[[Game], object]) -> dict[str, Any]:
    """Change a game that is at the version expected, and tell what happened."""
    game = tables.game(params["game"], params.get("expected_version"))
    before = game.next_event
    change(game)
    return {"events": [event.to_dict(game.seats) for event in game.events(since=before)], **status_of(game)}


def _play(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    return _changed(tables, params, lambda game: game.play(params["move"]))


def _cut(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    return _changed(tables, params, lambda game: game.cut(params.get("count")))


def _close(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    return _changed(tables, params, Game.close)


def _abandon(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    return _changed(tables, params, Game.abandon)


def _next_round(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    return _changed(tables, params, lambda game: game.play(NextRound(order=_deck(params))))


def _scores(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    return _changed(tables, params, lambda game: game.enter_scores(params["scores"]))


def _undo(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    undone: list[str] = []

    def undo(game: Game) -> None:
        try:
            undone.extend(game.undo(params.get("count", 1)))
        except ValueError as error:
            raise Refusal(ErrorCode.NOT_POSSIBLE, str(error)) from error

    return {"undone": undone, **_changed(tables, params, undo)}


def _bot(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game, seat = tables.seat(params["game"], params["seat"])
    name = params["bot"]
    if name is None:
        game.set_policy(seat.name, None)
    else:
        seed = params.get("seed", secrets.token_hex(16))
        game.set_policy(seat.name, bot_maker(name)(generator("bot", seed, seat.name)), called=name)
    return {"bots": sorted(game.policies)}


def _sit_out(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game, seat = tables.seat(params["game"], params["seat"])
    game.sit_out(seat.name)
    return {"bots": sorted(game.policies)}


def _advance(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    return _changed(tables, params, lambda game: tables.patience.advance(game, params.get("turns", TURN_CAP)))


_GAME = {"game": GAME}
_AT = {"expected_version": EXPECTED}
_CHANGED = {"events": EVENTS, **STATUS}
_BOTS = {"bots": items("The seats that no person plays now.", SEAT)}
_NEW_ID = GAME | {"description": "The id that the game is to have; a new one if left out."}

METHODS = (
    Method(
        name="host.new",
        audience=Audience.HOST,
        about="Deal a new game.",
        run=_new,
        params={
            "profile": PROFILE,
            "seats": items("The names of the players, clockwise.", SEAT, MAX_SEATS),
            "game": _NEW_ID,
            "seed": SEED,
            "dealer": SEAT | {"description": "The first dealer; the profile decides if left out."},
            "deck": DECK,
            "turn_cap": whole(_TURN_CAP, 1) | {"type": ["integer", "null"]},
        },
        optional=("game", "seed", "dealer", "deck", "turn_cap"),
        result={"game": GAME, **STATUS},
    ),
    Method(
        name="host.load",
        audience=Audience.HOST,
        about="Play a record again and go on from there. Shuffles to come are new ones.",
        run=_load,
        params={
            "record": {"description": "As host.save gave it (schemas/record.schema.json).", "type": "object"},
            "verify": {
                "description": "strict (also if left out): all must agree; moves: only the moves must.",
                "enum": ["strict", "moves"],
            },
            "game": _NEW_ID,
            "seed": SEED,
        },
        optional=("verify", "game", "seed"),
        result={
            "game": GAME,
            "disagreements": items("What the record says and the rules do not.", text("A sentence.", 100_000)),
            **STATUS,
        },
    ),
    Method(
        name="host.save",
        audience=Audience.HOST,
        about="The game as a record, all cards told.",
        run=_save,
        params=_GAME,
        result={"record": ref("record"), "version": VERSION},
    ),
    Method(
        name="host.games",
        audience=Audience.HOST,
        about="The ids of all games.",
        run=_games,
        result={"games": items("In the order of their beginning.", GAME)},
    ),
    Method(name="host.drop", audience=Audience.HOST, about="Forget a game.", run=_drop, params=_GAME),
    Method(
        name="host.events",
        audience=Audience.HOST,
        about="What has happened, with all cards, from an event on.",
        run=_events,
        params=_GAME | {"since": SINCE},
        optional=("since",),
        result={"events": EVENTS, "version": VERSION},
    ),
    Method(
        name="host.play",
        audience=Audience.HOST,
        about="Play a move of any seat (`north: stock`) or of the host (`table: close`).",
        run=_play,
        params=_GAME | {"move": MOVE} | _AT,
        optional=("expected_version",),
        result=_CHANGED,
    ),
    Method(
        name="host.cut",
        audience=Audience.HOST,
        about="The cut before the deal, in games that have one.",
        run=_cut,
        params=_GAME | {"count": whole("How many cards are lifted; by chance if left out.", 0, 10_000)} | _AT,
        optional=("count", "expected_version"),
        result=_CHANGED,
    ),
    Method(
        name="host.close",
        audience=Audience.HOST,
        about="The clock: all who are still silent in the buying window pass.",
        run=_close,
        params=_GAME | _AT,
        optional=("expected_version",),
        result=_CHANGED,
    ),
    Method(
        name="host.abandon",
        audience=Audience.HOST,
        about="End the round: nobody wins, all score.",
        run=_abandon,
        params=_GAME | _AT,
        optional=("expected_version",),
        result=_CHANGED,
    ),
    Method(
        name="host.next_round",
        audience=Audience.HOST,
        about="Deal the next round.",
        run=_next_round,
        params=_GAME | {"deck": DECK} | _AT,
        optional=("deck", "expected_version"),
        result=_CHANGED,
    ),
    Method(
        name="host.scores",
        audience=Audience.HOST,
        about="What the table counted, after a round that ended with cards in hand that nobody noted (`?`).",
        run=_scores,
        params=_GAME
        | {
            "scores": {
                "description": "By seat's name, bonuses included.",
                "type": "object",
                "maxProperties": MAX_SEATS,
                "additionalProperties": {"type": "integer", "minimum": -(10**6), "maximum": 10**6},
            }
        }
        | _AT,
        optional=("expected_version",),
        result=_CHANGED,
    ),
    Method(
        name="host.undo",
        audience=Audience.HOST,
        about="Take back the last steps, over the ends of rounds too. Events stay, with an event `undone` behind them.",
        run=_undo,
        params=_GAME | {"count": whole("How many steps; 1 if left out.", 1)} | _AT,
        optional=("count", "expected_version"),
        result={"undone": items("The moves, the last one first.", text("A move.", 1_000)), **_CHANGED},
    ),
    Method(
        name="host.bot",
        audience=Audience.HOST,
        about="Have a seat played by a bot, or, with null, by a person again. It moves when `host.advance` is called.",
        run=_bot,
        params={
            "game": GAME,
            "seat": SEAT,
            "bot": text("The name of a bot (method `bots`), or null.", 200) | {"type": ["string", "null"]},
            "seed": SEED | {"description": "Makes the bot's choices by chance reproducible."},
        },
        optional=("seed",),
        result=_BOTS,
    ),
    Method(
        name="host.sit_out",
        audience=Audience.HOST,
        about="Somebody is away: the seat passes, draws from the stock and discards what counts most.",
        run=_sit_out,
        params={"game": GAME, "seat": SEAT},
        result=_BOTS,
    ),
    Method(
        name="host.advance",
        audience=Audience.HOST,
        about="Let the bots move until a person or the host must act, until so many turns have ended, or until they "
        "have thought for about a second: then `to_act` names a bot, and the request can be sent again. A round in "
        "which a bot makes a hundred moves in one turn is abandoned.",
        run=_advance,
        params=_GAME | {"turns": whole(f"At most so many; {TURN_CAP} if left out.", 1, TURN_CAP)} | _AT,
        optional=("turns", "expected_version"),
        result=_CHANGED,
    ),
)

"""Methods of one seat, and of the table that everybody sees: they tell what the receiver may know."""

from __future__ import annotations

from typing import Any

from mayi_rules.fix.fix import FixKind
from mayi_rules.game.game import Game
from mayi_rules.serving.method import (
    EVENTS,
    EXPECTED,
    GAME,
    MOVE,
    SEAT,
    SINCE,
    STATUS,
    VERSION,
    Audience,
    Method,
    items,
    obj,
    ref,
    text,
    whole,
)
from mayi_rules.serving.tables import Tables

MAX_MOVES = 2_000
MAX_FIXES = 20
_USUAL_MOVES = 200
_USUAL_FIXES = 5


def status_of(game: Game) -> dict[str, Any]:
    """Where a game stands, as everybody may know it."""
    return {
        "version": game.version,
        "phase": game.phase.value,
        "round": game.state.round,
        "turns": game.turns,
        "to_act": list(game.to_act),
        "next_event": game.next_event,
    }


def _view(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game, seat = tables.seat(params["game"], params["seat"])
    return {"view": seat.view.to_dict(), "version": game.version}


def _events(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game, seat = tables.seat(params["game"], params["seat"])
    found = seat.events(since=params.get("since", 0))
    return {"events": [event.to_dict(game.seats) for event in found], "version": game.version}


def _legal_moves(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game, seat = tables.seat(params["game"], params["seat"])
    limit = params.get("limit", _USUAL_MOVES)
    found, more = tables.patience.take(seat.legal_moves, limit)
    return {"moves": [move.text() for move in found], "more": more, "version": game.version}


def _check(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game, seat = tables.seat(params["game"], params["seat"])
    verdict = tables.patience.ask(lambda: seat.check(params["move"]))
    return {"verdict": verdict.to_dict(), "version": game.version}


def _fixes(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game, seat = tables.seat(params["game"], params["seat"])
    limit = params.get("limit", _USUAL_FIXES)
    found = tables.patience.ask(lambda: seat.fixes(params["move"], limit=limit))
    return {"fixes": [fix.to_dict() for fix in found], "version": game.version}


def _play(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game, seat = tables.seat(params["game"], params["seat"])
    before = game.next_event
    seat.play(params["move"], expected_version=params.get("expected_version"))
    events = seat.events(since=before)
    return {"events": [event.to_dict(game.seats) for event in events], **status_of(game)}


def _record(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game, seat = tables.seat(params["game"], params["seat"])
    return {"record": game.record_for(seat.name).to_dict()}


def _table_view(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game = tables.game(params["game"])
    return {"view": game.spectator().to_dict(), "version": game.version}


def _table_events(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game = tables.game(params["game"])
    found = game.spectator_events(since=params.get("since", 0))
    return {"events": [event.to_dict(game.seats) for event in found], "version": game.version}


def _table_status(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    game = tables.game(params["game"])
    standings = [{"place": one.place, "seat": one.seat, "total": one.total} for one in game.standings]
    return {"seats": list(game.seats), "standings": standings, "is_over": game.is_over, **status_of(game)}


def _table_record(tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    return {"record": tables.game(params["game"]).record_for(None).to_dict()}


_OF_SEAT = {"game": GAME, "seat": SEAT}
_OF_TABLE = {"game": GAME}

METHODS = (
    Method(
        name="seat.view",
        audience=Audience.SEAT,
        about="What the seat may know now.",
        run=_view,
        params=_OF_SEAT,
        result={"view": ref("view"), "version": VERSION},
    ),
    Method(
        name="seat.events",
        audience=Audience.SEAT,
        about="What the seat has seen, from an event on.",
        run=_events,
        params=_OF_SEAT | {"since": SINCE},
        optional=("since",),
        result={"events": EVENTS, "version": VERSION},
    ),
    Method(
        name="seat.legal_moves",
        audience=Audience.SEAT,
        about="The seat's legal moves, openings last. There can be very many openings: `limit` says how many moves are "
        "wanted, `more` whether there are others; fewer are told where they take long to find.",
        run=_legal_moves,
        params=_OF_SEAT | {"limit": whole(f"At most so many; {_USUAL_MOVES} if left out.", 1, MAX_MOVES)},
        optional=("limit",),
        result={
            "moves": items("In notation.", text("A move.", 500), MAX_MOVES),
            "more": {"description": "Whether there are others.", "type": "boolean"},
            "version": VERSION,
        },
    ),
    Method(
        name="seat.check",
        audience=Audience.SEAT,
        about="May the seat play this move? Nothing is played.",
        run=_check,
        params=_OF_SEAT | {"move": MOVE},
        result={"verdict": ref("verdict"), "version": VERSION},
    ),
    Method(
        name="seat.fixes",
        audience=Audience.SEAT,
        about="The smallest changes under which a refused move would be legal.",
        run=_fixes,
        params=_OF_SEAT | {"move": MOVE, "limit": whole(f"At most so many; {_USUAL_FIXES} if left out.", 1, MAX_FIXES)},
        optional=("limit",),
        result={
            "fixes": items(
                "The smallest first.",
                obj(
                    {
                        "kind": {"description": "What is changed.", "enum": [kind.value for kind in FixKind]},
                        "text": text("To be read after: It would be legal …", 10_000),
                        "move": text("The move that is legal then.", 1_000),
                        "key": {"description": "The profile key that is changed.", "type": ["string", "null"]},
                        "value": {"description": "Its new value."},
                        "changes": {
                            "description": "All profile keys that are changed, with their new values.",
                            "type": "object",
                        },
                        "source": {"description": "Where its value was written.", "type": ["string", "null"]},
                        "proved": {"description": "The engine has said so.", "const": True},
                    }
                ),
                MAX_FIXES,
            ),
            "version": VERSION,
        },
    ),
    Method(
        name="seat.play",
        audience=Audience.SEAT,
        about="Play a move of the seat. A request that came late, or twice, does nothing when it names the version of "
        "the game that its sender has seen.",
        run=_play,
        params=_OF_SEAT | {"move": MOVE, "expected_version": EXPECTED},
        optional=("expected_version",),
        result={"events": EVENTS, **STATUS},
    ),
    Method(
        name="seat.record",
        audience=Audience.SEAT,
        about="The game as the seat can tell it: cards that it did not see are `?`.",
        run=_record,
        params=_OF_SEAT,
        result={"record": ref("record")},
    ),
    Method(
        name="table.view",
        audience=Audience.ALL,
        about="What everybody may see.",
        run=_table_view,
        params=_OF_TABLE,
        result={"view": ref("view"), "version": VERSION},
    ),
    Method(
        name="table.events",
        audience=Audience.ALL,
        about="What everybody has seen, from an event on.",
        run=_table_events,
        params=_OF_TABLE | {"since": SINCE},
        optional=("since",),
        result={"events": EVENTS, "version": VERSION},
    ),
    Method(
        name="table.status",
        audience=Audience.ALL,
        about="Where the game stands, and who leads.",
        run=_table_status,
        params=_OF_TABLE,
        result={
            "seats": items("The names, clockwise.", SEAT),
            "standings": items(
                "The lowest total first.",
                obj(
                    {
                        "place": whole("Equal totals share a place.", 1),
                        "seat": SEAT,
                        "total": {"description": "The points so far.", "type": "integer"},
                    }
                ),
            ),
            "is_over": {"description": "Whether the whole game is over.", "type": "boolean"},
            **STATUS,
        },
    ),
    Method(
        name="table.record",
        audience=Audience.ALL,
        about="The game as a spectator can tell it.",
        run=_table_record,
        params=_OF_TABLE,
        result={"record": ref("record")},
    ),
)

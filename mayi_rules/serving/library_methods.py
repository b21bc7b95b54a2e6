"""Methods about no game: what there is, and whether a profile can be used."""

from __future__ import annotations

from typing import Any

from mayi_rules import __version__
from mayi_rules.bots.registry import bot_names
from mayi_rules.errors import ProfileError
from mayi_rules.profile.load import bundled_profiles, lint_profile, load_profile
from mayi_rules.profile.profile import Profile
from mayi_rules.records.record import RULES_VERSION
from mayi_rules.records.writer import FORMAT_VERSION
from mayi_rules.serving.faults import MAX_FAULTS, ErrorCode, Refusal, refusal_of
from mayi_rules.serving.lines import LINE_LIMIT, MAX_ESCAPES, MAX_NESTED, MAX_VALUES
from mayi_rules.serving.method import FAULT, PROFILE, Audience, Method, items, obj, text, whole
from mayi_rules.serving.tables import MAX_GAMES, Tables

PROTOCOL_VERSION = 2
"""The version of the protocol: it grows when a client written for it could no longer understand an answer.

Version 2 speaks JSON-RPC 2.0; version 1 had an envelope of its own.
"""


def profile_of(given: str | dict[str, Any]) -> Profile:
    """The profile that a request names by a bundled id, or holds. No file is ever read for it.

    Raises:
        Refusal: there is none of this id, or it cannot be used.
    """
    if isinstance(given, str) and given not in bundled_profiles():
        message = f"there is no bundled profile of this id; there are {', '.join(bundled_profiles())}"
        raise Refusal(ErrorCode.PROFILE, message, faults=[])
    try:
        return load_profile(given) if isinstance(given, str) else load_profile(given, label="profile")
    except ProfileError as error:
        raise refusal_of(error) from error


def _hello(_tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    wanted = params.get("protocol", PROTOCOL_VERSION)
    if wanted != PROTOCOL_VERSION:
        raise Refusal(ErrorCode.PROTOCOL, f"this server speaks version {PROTOCOL_VERSION} of the protocol")
    return {
        "protocol": PROTOCOL_VERSION,
        "library": "mayi_rules",
        "version": __version__,
        "rules_version": RULES_VERSION,
        "record_format": FORMAT_VERSION,
        "limits": {
            "line": LINE_LIMIT,
            "nested": MAX_NESTED,
            "values": MAX_VALUES,
            "escapes": MAX_ESCAPES,
            "games": MAX_GAMES,
        },
    }


def _profiles(_tables: Tables, _params: dict[str, Any]) -> dict[str, Any]:
    found = []
    for profile_id in bundled_profiles():
        one = load_profile(profile_id)
        found.append(
            {
                "id": one.id,
                "name": one.name,
                "summary": one.summary,
                "players": {"min": one.players.min, "max": one.players.max},
                "rounds": len(one.rounds),
                "digest": one.digest,
            }
        )
    return {"profiles": found}


def _lint(_tables: Tables, params: dict[str, Any]) -> dict[str, Any]:
    given = params["profile"]
    if isinstance(given, str):
        given = profile_of(given).to_dict()
    found = lint_profile(given, label="profile")
    return {
        "usable": found.ok,
        "errors": [fault.to_dict() for fault in found.errors[:MAX_FAULTS]],
        "advice": [fault.to_dict() for fault in found.advice[:MAX_FAULTS]],
        "digest": found.profile.digest if found.profile else None,
    }


def _bots(_tables: Tables, _params: dict[str, Any]) -> dict[str, Any]:
    return {"bots": list(bot_names())}


def _quit(_tables: Tables, _params: dict[str, Any]) -> dict[str, Any]:
    return {}


METHODS = (
    Method(
        name="hello",
        audience=Audience.ALL,
        about="Who the server is and what it can hold. A client that names a version of the protocol is refused where "
        "the server speaks another one.",
        run=_hello,
        params={"protocol": whole("The version of the protocol that the client speaks.", 1)},
        optional=("protocol",),
        result={
            "protocol": whole("The version of the protocol.", 1),
            "library": text("The name of the library.", 100),
            "version": text("The version of the library.", 100),
            "rules_version": whole("The version of the rules, as records name it.", 1),
            "record_format": whole("The version of the format of records.", 1),
            "limits": obj(
                {
                    "line": whole("The most bytes of a line, its line break counted.", 1),
                    "nested": whole("How deep values may be nested.", 1),
                    "values": whole("How many values a line may hold.", 1),
                    "escapes": whole("How many backslashes a line may hold.", 1),
                    "games": whole("How many games there may be at a time.", 1),
                }
            ),
        },
    ),
    Method(
        name="profiles",
        audience=Audience.ALL,
        about="The bundled games.",
        run=_profiles,
        result={
            "profiles": items(
                "By id.",
                obj(
                    {
                        "id": text("The id.", 64),
                        "name": text("The name for people.", 1_000),
                        "summary": text("One line for people.", 10_000),
                        "players": obj({"min": whole("The fewest.", 1), "max": whole("The most.", 1)}),
                        "rounds": whole("How many rounds the game has.", 1),
                        "digest": text("The fingerprint of the rules.", 64),
                    }
                ),
            )
        },
    ),
    Method(
        name="lint",
        audience=Audience.ALL,
        about="Whether a profile can be used, everything that is wrong with it, and what is worth knowing.",
        run=_lint,
        params={"profile": PROFILE},
        result={
            "usable": {"description": "Whether there are no errors.", "type": "boolean"},
            "errors": items("What is wrong.", FAULT, MAX_FAULTS),
            "advice": items("What is worth knowing; none of it is refused.", FAULT, MAX_FAULTS),
            "digest": {"description": "The fingerprint of the rules, if they can be used.", "type": ["string", "null"]},
        },
    ),
    Method(
        name="bots",
        audience=Audience.ALL,
        about="The names of the bots that can play a seat, for `host.bot`.",
        run=_bots,
        result={"bots": items("From the weakest built-in one on; then those of other packages.", text("A name.", 200))},
    ),
    Method(
        name="quit",
        audience=Audience.HOST,
        about="End the server; the games it holds are gone. The end of the input does the same.",
        run=_quit,
    ),
)

"""Why a request is refused: codes (stable), and how the library's exceptions become answers.

A code is a word, in `error.data.code`; its number, in `error.code`, is what JSON-RPC 2.0 asks for. Several words share
the numbers that JSON-RPC itself defines; the library's own are in the range that it leaves to servers.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from mayi_rules.bots.registry import UnknownBotError
from mayi_rules.errors import IllegalMove, MayIError, NotationError, ProfileError, RecordError, StaleVersion

MAX_FAULTS = 50
"""How many faults of a profile one answer tells."""


class ErrorCode(StrEnum):
    """The codes of refused requests. More may come; none changes its meaning."""

    LINE_TOO_LONG = "line_too_long"
    """The line is longer than the limit that `hello` tells."""
    NOT_TEXT = "not_text"
    """The line is not UTF-8, or holds half of a surrogate pair."""
    NOT_JSON = "not_json"
    """The line is not JSON; NaN and Infinity are not JSON."""
    TOO_DEEP = "too_deep"
    """The values are nested deeper than the limit that `hello` tells."""
    TOO_MANY_VALUES = "too_many_values"
    """The line holds more values than the limit that `hello` tells."""
    TOO_MANY_ESCAPES = "too_many_escapes"
    """The line holds more backslashes than the limit that `hello` tells."""
    DUPLICATE_KEY = "duplicate_key"
    """An object names a key twice."""
    BAD_REQUEST = "bad_request"
    """The line is no request: no object of `jsonrpc` (which is `"2.0"`), `id`, `method` and `params`."""
    BATCH = "batch"
    """The line is a list: no batches are served, but requests may be sent one behind the other, a line each."""
    PROTOCOL = "protocol"
    """The client asks for another version of the protocol."""
    UNKNOWN_METHOD = "unknown_method"
    """There is no such method."""
    BAD_PARAMS = "bad_params"
    """A parameter is missing, unknown or of the wrong shape."""
    UNKNOWN_GAME = "unknown_game"
    """No game has this id."""
    GAME_EXISTS = "game_exists"
    """A game has this id already."""
    TOO_MANY_GAMES = "too_many_games"
    """The process holds as many games as it may; drop one."""
    UNKNOWN_SEAT = "unknown_seat"
    """The game has no seat of this name."""
    UNKNOWN_BOT = "unknown_bot"
    """No bot has this name."""
    PROFILE = "profile"
    """The profile cannot be used; `faults` says why."""
    RECORD = "record"
    """A record, or the deck of a new game, does not agree with the rules; `round` and `move` say where, if known."""
    NOTATION = "notation"
    """The text is no move, or is another seat's; `reason` says why."""
    ILLEGAL_MOVE = "illegal_move"
    """The rules refuse the move; `verdict` says why."""
    STALE = "stale"
    """The game is past `expected_version`, or the request came twice; `version` says where it is. Nothing happened."""
    NOT_POSSIBLE = "not_possible"
    """What is asked for cannot be done now."""
    TOO_SLOW = "too_slow"
    """What is asked for, or the move of a bot, takes longer than a request may take. Nothing happened."""
    INTERNAL = "internal"
    """A fault of the server or of a bot; it is told on the standard error."""

    @property
    def number(self) -> int:
        """The code as JSON-RPC has it."""
        return _NUMBERS[self]


_NUMBERS = {
    ErrorCode.LINE_TOO_LONG: -32700,
    ErrorCode.NOT_TEXT: -32700,
    ErrorCode.NOT_JSON: -32700,
    ErrorCode.TOO_DEEP: -32700,
    ErrorCode.TOO_MANY_VALUES: -32700,
    ErrorCode.TOO_MANY_ESCAPES: -32700,
    ErrorCode.DUPLICATE_KEY: -32700,
    ErrorCode.BAD_REQUEST: -32600,
    ErrorCode.BATCH: -32600,
    ErrorCode.UNKNOWN_METHOD: -32601,
    ErrorCode.BAD_PARAMS: -32602,
    ErrorCode.INTERNAL: -32603,
    ErrorCode.PROTOCOL: -32000,
    ErrorCode.UNKNOWN_GAME: -32010,
    ErrorCode.GAME_EXISTS: -32011,
    ErrorCode.TOO_MANY_GAMES: -32012,
    ErrorCode.UNKNOWN_SEAT: -32013,
    ErrorCode.UNKNOWN_BOT: -32014,
    ErrorCode.PROFILE: -32020,
    ErrorCode.RECORD: -32021,
    ErrorCode.NOTATION: -32030,
    ErrorCode.ILLEGAL_MOVE: -32031,
    ErrorCode.STALE: -32032,
    ErrorCode.NOT_POSSIBLE: -32033,
    ErrorCode.TOO_SLOW: -32034,
}


class Refusal(Exception):  # noqa: N818 - an answer, not a fault of the program
    """A request that is answered with an error.

    Attributes:
        code: the stable code.
        message: a sentence for people.
        more: what else the data of the error holds, by name.
    """

    def __init__(self, code: ErrorCode, message: str, **more: Any) -> None:
        self.code = code
        self.message = message
        self.more = more
        super().__init__(code, message)

    def to_dict(self, audience: str) -> dict[str, Any]:
        """The error as plain values; `audience` says whom it may be given to."""
        data = {"code": self.code.value, "audience": audience, **self.more}
        return {"code": self.code.number, "message": self.message, "data": data}


def refusal_of(error: MayIError) -> Refusal:
    """What the library refuses, as the answer to a request."""
    if isinstance(error, StaleVersion):
        return Refusal(ErrorCode.STALE, str(error), expected=error.expected, version=error.version)
    if isinstance(error, IllegalMove):
        return Refusal(ErrorCode.ILLEGAL_MOVE, str(error), verdict=error.verdict.to_dict())
    if isinstance(error, NotationError):
        return Refusal(ErrorCode.NOTATION, str(error), reason=error.reason.to_dict())
    if isinstance(error, ProfileError):
        faults = [fault.to_dict() for fault in error.faults[:MAX_FAULTS]]
        return Refusal(ErrorCode.PROFILE, error.faults[0].message, faults=faults)
    if isinstance(error, RecordError):
        return Refusal(ErrorCode.RECORD, str(error), round=error.round, move=error.move)
    if isinstance(error, UnknownBotError):
        return Refusal(ErrorCode.UNKNOWN_BOT, str(error))
    return Refusal(ErrorCode.NOT_POSSIBLE, str(error))


def internal_refusal(error: Exception) -> Refusal:
    """What the server or a bot raised, as the answer to a request; where it was a bot, its note says which."""
    told = ", ".join([type(error).__name__, *getattr(error, "__notes__", ())])
    return Refusal(ErrorCode.INTERNAL, f"{told}; the standard error of the server says more")

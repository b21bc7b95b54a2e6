"""The server: a line comes, one line goes (none for a notification). No input ends it but the request to."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Mapping
from typing import Any

from mayi_rules.errors import MayIError
from mayi_rules.serving import host_methods, library_methods, seat_methods
from mayi_rules.serving.faults import ErrorCode, Refusal, internal_refusal, refusal_of
from mayi_rules.serving.lines import Request, id_of, request_of, value_of
from mayi_rules.serving.method import Audience, Method
from mayi_rules.serving.patience import PATIENCE, Patience
from mayi_rules.serving.shapes import fault_in
from mayi_rules.serving.tables import Tables

METHODS: Mapping[str, Method] = {
    method.name: method for method in (*library_methods.METHODS, *host_methods.METHODS, *seat_methods.METHODS)
}
"""All methods of the protocol by name."""

_QUIT = "quit"
_ENCODER = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False)


class Server:
    """Answers requests about the games that it holds.

    Attributes:
        tables: the games.
        is_done: whether `quit` was asked for.

    Args:
        patience: how many seconds a request may take whose end nobody knows before; None for as long as it takes.
    """

    def __init__(self, *, patience: float | None = PATIENCE) -> None:
        self.tables = Tables(Patience(patience))
        self.is_done = False

    def answer(self, line: bytes | None) -> bytes | None:
        """The answer to a line, without a line break; None where it is a notification, which gets none.

        It raises nothing: whatever is wrong is the answer.

        Args:
            line: the line; None stands for one that is too long.
        """
        given: str | int | None = None
        audience = Audience.HOST
        is_notification = False
        # What is raised is not kept: it leads to the line, and the line would stay until the garbage is collected.
        try:
            value = value_of(line)
            given = id_of(value)
            request = request_of(value)
            is_notification = request.id is None
            method = self._method(request)
            audience = method.audience
            result = method.run(self.tables, request.params)
            self.is_done = method.name == _QUIT
            if is_notification:
                return None
            return _written({"jsonrpc": "2.0", "id": given, "result": {"audience": audience.value, **result}})
        except Refusal as error:
            told = error.to_dict(audience.value)
        except MayIError as error:
            told = refusal_of(error).to_dict(audience.value)
        except Exception as error:  # noqa: BLE001 - whatever a bot or a bug raises, the other games go on
            traceback.print_exc(file=sys.stderr)
            told = internal_refusal(error).to_dict(audience.value)
        return None if is_notification else _written({"jsonrpc": "2.0", "id": given, "error": told})

    @staticmethod
    def _method(request: Request) -> Method:
        method = METHODS.get(request.method)
        if method is None:
            raise Refusal(ErrorCode.UNKNOWN_METHOD, f"there is no such method; there are {', '.join(METHODS)}")
        if fault := fault_in(method, request.params):
            raise Refusal(ErrorCode.BAD_PARAMS, fault)
        return method


def _written(answer: dict[str, Any]) -> bytes:
    """The answer in one line of ASCII."""
    return _ENCODER.encode(answer).encode("ascii")

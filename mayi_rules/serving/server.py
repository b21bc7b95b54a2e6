"""The server: a line comes, one line goes. No input ends it but the request to."""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Mapping
from typing import Any

from mayi_rules.errors import MayIError
from mayi_rules.serving import hosting, library, seats
from mayi_rules.serving.faults import ErrorCode, Refusal, internal_refusal, refusal_of
from mayi_rules.serving.lines import Request, id_of, request_of, value_of
from mayi_rules.serving.method import Audience, Method
from mayi_rules.serving.shapes import fault_in
from mayi_rules.serving.tables import Tables

METHODS: Mapping[str, Method] = {method.name: method for method in (*library.METHODS, *hosting.METHODS, *seats.METHODS)}
"""All methods of the protocol by name."""

_QUIT = "quit"


class Server:
    """Answers requests about the games that it holds.

    Attributes:
        tables: the games.
        is_done: whether `quit` was asked for.
    """

    def __init__(self) -> None:
        self.tables = Tables()
        self.is_done = False

    def answer(self, line: bytes | None) -> bytes:
        """The answer to a line, without a line break; None stands for a line that is too long.

        It raises nothing: whatever is wrong is the answer.
        """
        given: str | int | None = None
        audience = Audience.HOST
        try:
            value = value_of(line)
            given = id_of(value)
            request = request_of(value)
            method = self._method(request)
            audience = method.audience
            result = method.run(self.tables, request.params)
            self.is_done = method.name == _QUIT
            return _written({"id": given, "ok": True, "audience": audience.value, "result": result})
        except Refusal as error:
            refusal = error
        except MayIError as error:
            refusal = refusal_of(error)
        except Exception as error:  # noqa: BLE001 - whatever a bot or a bug raises, the other games go on
            traceback.print_exc(file=sys.stderr)
            refusal = internal_refusal(error)
        return _written({"id": given, "ok": False, "audience": audience.value, "error": refusal.to_dict()})

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
    return json.dumps(answer, separators=(",", ":"), allow_nan=False).encode("ascii")

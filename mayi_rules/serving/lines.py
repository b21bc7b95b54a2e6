"""From bytes to requests: lines of a stated length, strict JSON, the envelope of JSON-RPC 2.0."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, BinaryIO, NamedTuple, NoReturn

from mayi_rules.serving.faults import ErrorCode, Refusal

LINE_LIMIT = 4 * 1024 * 1024
"""The most bytes of a line, its line break counted."""

MAX_NESTED = 40
"""How deep the values of a line may be nested."""

MAX_VALUES = 25_000
"""How many values a line may hold, those in objects and lists counted, and empty ones twice.

It is what bounds the work for a line: a record has a value for each of its moves, and a game of five players in which
every round reaches the usual cap of turns has fewer.
"""

MAX_ESCAPES = 400_000
"""How many characters of a line may be written with a backslash: each takes much room while the line is read."""

MAX_ID = 64
"""The most characters of a request's id."""

_SAFE_INTEGER = 2**53
_CHUNK = 64 * 1024
_VERSION = "2.0"
_STRING_OR_MARK = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{},]', re.DOTALL)
_KEYS = {"jsonrpc", "id", "method", "params"}


class Request(NamedTuple):
    """One request: its id, what is asked, and with what. A notification has no id, and gets no answer."""

    id: str | int | None
    method: str
    params: dict[str, Any]


def lines_of(stream: BinaryIO, limit: int = LINE_LIMIT) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long, which is read over in pieces and not kept."""
    while line := stream.readline(limit + 1):
        if len(line) <= limit:
            yield line
            continue
        while line and not line.endswith(b"\n"):
            line = stream.readline(_CHUNK)
        yield None


def value_of(line: bytes | None) -> Any:
    """The JSON value in a line; None stands for a line that is too long.

    Raises:
        Refusal: it is too long, no text, no JSON, names a key twice or is nested too deep.
    """
    if line is None:
        raise Refusal(ErrorCode.LINE_TOO_LONG, f"a line has at most {LINE_LIMIT} bytes")
    if len(line) > MAX_VALUES:
        if line.count(b"\\") > MAX_ESCAPES:
            message = f"a line holds at most {MAX_ESCAPES} backslashes: write characters that are not ASCII as UTF-8"
            raise Refusal(ErrorCode.TOO_MANY_ESCAPES, message)
        _count(line)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refusal(ErrorCode.NOT_TEXT, f"the line is not UTF-8: byte {error.start} is wrong") from error
    try:
        value = _DECODER.decode(text)
    except RecursionError as error:
        raise _too_deep() from error
    except json.JSONDecodeError as error:
        raise Refusal(ErrorCode.NOT_JSON, f"the line is not JSON: {error}") from error
    except ValueError as error:
        raise Refusal(ErrorCode.NOT_JSON, "a whole number has more digits than can be read") from error
    # Half a surrogate pair can only be written with an escape, and nothing is nested deeper than it has brackets.
    if b"\\u" in line or line.count(b"[") + line.count(b"{") >= MAX_NESTED:
        _look_through(value)
    return value


def _count(line: bytes) -> None:
    """Refuse a line that holds too many values or is nested too deep, before anything is made of it."""
    values = 1
    depth = 0
    # In JSON each value has one mark, its bracket a second one, and each is a string at most, with another one as key.
    for found in islice(_STRING_OR_MARK.finditer(line), 4 * MAX_VALUES):
        mark = found[0]
        if mark in b"[{":
            depth += 1
            values += 1
            if depth > MAX_NESTED:
                raise _too_deep()
        elif mark in b"]}":
            depth -= 1
        elif mark == b",":
            values += 1
        if values > MAX_VALUES:
            raise Refusal(ErrorCode.TOO_MANY_VALUES, f"a line holds at most {MAX_VALUES} values")


def request_of(value: Any) -> Request:
    """The request that a value is.

    Raises:
        Refusal: it is none.
    """
    if isinstance(value, list):
        raise Refusal(ErrorCode.BATCH, "a line is one request: send the requests of a batch in lines of their own")
    if not isinstance(value, dict):
        _bad(f"a request is an object: write {_example({})}")
    if value.get("jsonrpc") != _VERSION:
        said = "the version of JSON-RPC is missing" if "jsonrpc" not in value else 'jsonrpc is "2.0" in every request'
        _bad(f"{said}: write {_example(value)}")
    given = id_of(value)
    if given is None and "id" in value:
        _bad(f"id is a text of 1 to {MAX_ID} characters or a whole number within 2^53")
    if not value.keys() <= _KEYS:
        more = next(key for key in value if key not in _KEYS)
        _bad(f"a request has jsonrpc, id, method and params, and nothing else: {_short(more)}")
    method, params = value.get("method"), value.get("params", {})
    if not isinstance(method, str):
        _bad("method is a text")
    if isinstance(params, list):
        raise Refusal(ErrorCode.BAD_PARAMS, "params is an object: parameters are given by name, not by place")
    if not isinstance(params, dict):
        _bad("params is an object")
    return Request(given, method, params)


def _example(value: dict[str, Any]) -> str:
    """A request as it should be, with what can be used of this one."""
    given, method = id_of(value), value.get("method")
    example = {"jsonrpc": _VERSION, "id": 1 if given is None else given}
    example["method"] = method if isinstance(method, str) and 1 <= len(method) <= MAX_ID else "hello"
    written = json.dumps(example)
    return f'{written[:-1]}, "params": {{…}}}}' if value.get("params") else written


def id_of(value: Any) -> str | int | None:
    """The id that an answer to this value repeats; None if it has none that can be used."""
    given = value.get("id") if isinstance(value, dict) else None
    if isinstance(given, str):
        return given if 1 <= len(given) <= MAX_ID else None
    if isinstance(given, int) and not isinstance(given, bool):
        return given if abs(given) < _SAFE_INTEGER else None
    return None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise Refusal(ErrorCode.DUPLICATE_KEY, f"the key {_short(name)} is given twice")
            seen.add(name)
    return found


def _no_number(name: str) -> NoReturn:
    raise Refusal(ErrorCode.NOT_JSON, f"the line is not JSON: {name} is no number")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_number)


def _look_through(value: Any) -> None:
    """Refuse what is nested too deep, and half surrogate pairs, which are no text."""
    level = [value]
    for _ in range(MAX_NESTED):
        below: list[Any] = []
        for one in level:
            if isinstance(one, str):
                if not one.isascii():
                    _is_text(one)
            elif isinstance(one, dict):
                below += one
                below += one.values()
            elif isinstance(one, list):
                below += one
        if not below:
            return
        level = below
    raise _too_deep()


def _is_text(text: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Refusal(ErrorCode.NOT_TEXT, "a text holds half of a surrogate pair") from error


def _too_deep() -> Refusal:
    return Refusal(ErrorCode.TOO_DEEP, f"the values are nested deeper than {MAX_NESTED}")


def _bad(message: str) -> NoReturn:
    raise Refusal(ErrorCode.BAD_REQUEST, message)


def _short(text: str) -> str:
    return repr(text if len(text) <= MAX_ID else f"{text[:MAX_ID]}…")

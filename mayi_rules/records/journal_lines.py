"""The lines of a journal: JSON, one a change, each bound by a checksum to all that stand before it."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from attrs import frozen

from mayi_rules.errors import RecordError

FORMAT_VERSION = 1
"""The version of the format, which the first line names; a later one is refused."""

_SUM = re.compile(rb',"sum":"([0-9a-f]{8})"\}$')


def written_line(values: Mapping[str, Any], before: int = 0) -> tuple[bytes, int]:
    """A line with its checksum.

    Args:
        values: what it says, plain; at least one value.
        before: the checksum of the line before it.

    Returns:
        The line with its line break, and its checksum.
    """
    body = json.dumps(values, separators=(",", ":")).encode()
    checksum = zlib.crc32(body, before)
    return body[:-1] + b',"sum":"%08x"}\n' % checksum, checksum


@frozen
class Line:
    """A line that was read.

    Attributes:
        number: its number, from 1.
        values: what it says.
    """

    number: int
    values: dict[str, Any]


@frozen
class Lines:
    """All whole lines of a journal.

    Attributes:
        name: the file, for messages.
        lines: the lines; the first one holds the record that the others go on from.
        size: how many bytes they have.
        checksum: that of the last one.
        torn: how many bytes of a torn line stand behind them: it was not written to its end.
    """

    name: str
    lines: tuple[Line, ...]
    size: int
    checksum: int
    torn: int


def read_lines(data: bytes, name: str) -> Lines:
    """Read a journal.

    Args:
        data: its bytes.
        name: the file, for messages.

    Raises:
        RecordError: it is none, a newer release wrote it, or a line before the last one is damaged.
    """
    lines: list[Line] = []
    at = checksum = 0
    while (end := data.find(b"\n", at)) >= 0:
        line = data[at:end]
        number = len(lines) + 1
        found = _SUM.search(line)
        body = line[: found.start()] + b"}" if found else b""
        if not found or zlib.crc32(body, checksum) != int(found[1], 16):
            raise RecordError(_damaged(name, number, at))
        checksum = int(found[1], 16)
        values = _values(body, name, number)
        if number == 1:
            _expect_header(values, name)
        lines.append(Line(number, values))
        at = end + 1
    if not lines:
        raise RecordError(f"{name}: this is no journal: it does not begin with a whole line")
    return Lines(name, tuple(lines), at, checksum, len(data) - at)


def _damaged(name: str, number: int, at: int) -> str:
    if number == 1:
        return f"{name}:1: this is no journal, or its first line is damaged: its checksum does not agree"
    return (
        f"{name}:{number}: the line is damaged, or is not the one that followed line {number - 1}: its checksum does "
        f"not agree. The lines before it are whole: cut to {at} bytes, the journal goes on from there"
    )


def _values(body: bytes, name: str, number: int) -> dict[str, Any]:
    try:
        values = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{name}:{number}: the line is no JSON: {error}") from error
    if not isinstance(values, dict):
        raise RecordError(f"{name}:{number}: the line is no object")
    for key, value in values.items():
        words, fits = _SHAPES.get(key, ("", _is_anything))
        if not fits(value):
            raise RecordError(f"{name}:{number}: {key} is {value!r}; it should be {words}")
    return values


def _is_anything(_value: object) -> bool:
    return True


def _is_whole(value: object) -> bool:
    return type(value) is int


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_list(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_points(value: object) -> bool:
    return isinstance(value, dict) and all(map(_is_whole, value.values()))


def _is_names(value: object) -> bool:
    return isinstance(value, dict) and all(name is None or _is_text(name) for name in value.values())


def _is_orders(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(one, list) and [type(part) for part in one] == [int, int, str] for one in value
    )


_SHAPES: Mapping[str, tuple[str, Callable[[object], bool]]] = {
    "version": ("a whole number", _is_whole),
    "moves": ("a list of texts", _is_list),
    "deck": ("cards", _is_text),
    "recycled": ("a list of round, renewal and cards", _is_orders),
    "scores": ("an object of whole numbers", _is_points),
    "undo": ("a whole number", _is_whole),
    "told": ("an object of whole numbers", _is_points),
    "policies": ("an object of names and null", _is_names),
}
"""By key, what its value is."""


def _expect_header(values: dict[str, Any], name: str) -> None:
    version = values.get("journal")
    if type(version) is not int or version < 1:
        raise RecordError(f"{name}:1: this is no journal: its first line begins with journal: {FORMAT_VERSION}")
    if version > FORMAT_VERSION:
        message = f"the journal has format {version}; this release reads {FORMAT_VERSION}"
        raise RecordError(f"{name}:1: {message}: a newer release wrote it")

"""Readers made of shapes: whether parameters have the shape that a method asks for, and the first thing that is wrong.

A shape is a JSON schema of few keywords. A reader says what a validator of JSON schemas would, in the same sentences,
but stops at the first fault, the one of size before those within, and is much faster where there is none.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable
from functools import cache
from heapq import nsmallest
from typing import Any

from mayi_rules.arguments import cut
from mayi_rules.serving.method import Method, Shape

_SHOWN = 200
_MAX_NAMES = 10

Fault = tuple[str, str]
"""Where within a value, as a path, and what is wrong there."""

Reader = Callable[[Any], Fault | None]
"""From a value to its first fault; None where it has none."""


def fault_in(method: Method, params: dict[str, Any]) -> str | None:
    """What is wrong with the parameters of a method, in one sentence; None if nothing is."""
    fault = _reader_of(method)(params)
    if fault is None:
        return None
    where, message = fault
    return f"{where}: {cut(message, _SHOWN)}" if where else cut(message, _SHOWN)


@cache
def _reader_of(method: Method) -> Reader:
    return reader(method.params_shape)


def reader(shape: Shape) -> Reader:
    """The reader of a shape.

    Raises:
        KeyError: it has a keyword that no reader knows.
    """
    if unknown := shape.keys() - _KEYWORDS.keys() - {"description"}:
        raise KeyError(f"no reader knows {', '.join(sorted(unknown))}")
    tests = [make(shape[keyword], shape) for keyword, make in _KEYWORDS.items() if keyword in shape]

    def read(value: Any) -> Fault | None:
        for test in tests:
            if (fault := test(value)) is not None:
                return fault
        return None

    if shape.get("type") == "string":
        return _text_reader(shape, read)
    return _number_reader(shape, read) if shape.get("type") == "integer" else read


def _text_reader(shape: Shape, read: Reader) -> Reader:
    """A reader of texts that asks for most of them at once, and `read` for those in which something is wrong."""
    least, most = shape.get("minLength", 0), shape.get("maxLength", sys.maxsize)
    search = re.compile(shape.get("pattern", "")).search

    def read_text(value: Any) -> Fault | None:
        return None if type(value) is str and least <= len(value) <= most and search(value) else read(value)

    return read_text


def _number_reader(shape: Shape, read: Reader) -> Reader:
    """The same for whole numbers."""
    least, most = shape.get("minimum", -math.inf), shape.get("maximum", math.inf)
    return lambda value: None if type(value) is int and least <= value <= most else read(value)


def _type(wanted: str | list[str], _shape: Shape) -> Reader:
    names = [wanted] if isinstance(wanted, str) else wanted
    kinds = tuple(_TYPES[name] for name in names)
    told = ", ".join(map(repr, names))
    return lambda value: None if type(value) in kinds else ("", f"{value!r} is not of type {told}")


def _min_length(least: int, _shape: Shape) -> Reader:
    said = "should be non-empty" if least == 1 else "is too short"
    return lambda value: ("", f"{value!r} {said}") if isinstance(value, str) and len(value) < least else None


def _max_length(most: int, _shape: Shape) -> Reader:
    return lambda value: ("", f"{value!r} is too long") if isinstance(value, str) and len(value) > most else None


def _pattern(wanted: str, _shape: Shape) -> Reader:
    search = re.compile(wanted).search

    def read(value: Any) -> Fault | None:
        is_wrong = isinstance(value, str) and not search(value)
        return ("", f"{value!r} does not match {wanted!r}") if is_wrong else None

    return read


def _minimum(least: int, _shape: Shape) -> Reader:
    def read(value: Any) -> Fault | None:
        is_wrong = type(value) is int and value < least
        return ("", f"{value!r} is less than the minimum of {least}") if is_wrong else None

    return read


def _maximum(most: int, _shape: Shape) -> Reader:
    def read(value: Any) -> Fault | None:
        is_wrong = type(value) is int and value > most
        return ("", f"{value!r} is greater than the maximum of {most}") if is_wrong else None

    return read


def _enum(choices: list[Any], _shape: Shape) -> Reader:
    return lambda value: None if value in choices else ("", f"{value!r} is not one of {choices!r}")


def _max_items(most: int, _shape: Shape) -> Reader:
    return lambda value: ("", f"{value!r} is too long") if isinstance(value, list) and len(value) > most else None


def _items(shape: Shape, _around: Shape) -> Reader:
    read = reader(shape)

    def read_all(value: Any) -> Fault | None:
        for index, one in enumerate(value if isinstance(value, list) else ()):
            if (fault := read(one)) is not None:
                return _below(str(index), fault)
        return None

    return read_all


def _max_properties(most: int, _shape: Shape) -> Reader:
    def read(value: Any) -> Fault | None:
        is_wrong = isinstance(value, dict) and len(value) > most
        return ("", f"{value!r} has too many properties") if is_wrong else None

    return read


def _required(names: list[str], _shape: Shape) -> Reader:
    def read(value: Any) -> Fault | None:
        for name in names:
            if name not in value:
                return "", f"{name!r} is a required property"
        return None

    return lambda value: read(value) if isinstance(value, dict) else None


def _properties(shapes: dict[str, Shape], _shape: Shape) -> Reader:
    readers = {name: reader(shape) for name, shape in shapes.items()}

    def read(value: Any) -> Fault | None:
        if isinstance(value, dict):
            for name, one in value.items():
                if name in readers and (fault := readers[name](one)) is not None:
                    return _below(name, fault)
        return None

    return read


def _additional(wanted: bool | Shape, around: Shape) -> Reader:  # noqa: FBT001 - a keyword of JSON schema
    known = around.get("properties", {})
    read_one = reader(wanted) if isinstance(wanted, dict) else None

    def read(value: Any) -> Fault | None:
        if not isinstance(value, dict) or value.keys() <= known.keys():
            return None
        extras = (name for name in value if name not in known)
        if read_one is None:
            names = nsmallest(_MAX_NAMES, extras)
            was = "was" if len(names) == 1 else "were"
            return "", f"Additional properties are not allowed ({', '.join(map(repr, names))} {was} unexpected)"
        faults = (_below(name, fault) for name in extras if (fault := read_one(value[name])) is not None)
        return next(faults, None)

    return read


def _below(name: str, fault: Fault) -> Fault:
    where, message = fault
    return (f"{name}.{where}" if where else name), message


_TYPES: dict[str, type] = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
    "object": dict,
    "array": list,
}
_KEYWORDS: dict[str, Callable[[Any, Shape], Reader]] = {
    "type": _type,
    "minLength": _min_length,
    "maxLength": _max_length,
    "pattern": _pattern,
    "minimum": _minimum,
    "maximum": _maximum,
    "enum": _enum,
    "maxItems": _max_items,
    "maxProperties": _max_properties,
    "additionalProperties": _additional,
    "required": _required,
    "items": _items,
    "properties": _properties,
}

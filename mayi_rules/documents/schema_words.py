"""What is common to the schemas of all documents: a strict validator, and its types and paths in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_TYPES = {
    "array": "a list",
    "object": "a mapping",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}


def strict_validator(schema: dict[str, Any]) -> Any:
    """What finds the faults of plain values: 1.0 is no integer to it, and of a list that is too long it says that."""
    from jsonschema import Draft7Validator, validators  # slow to import, and bundled profiles do not need it

    def is_integer(_checker: Any, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    def items(validator: Any, shape: Any, value: Any, around: dict[str, Any]) -> Iterator[Any]:
        if isinstance(value, list) and len(value) <= around.get("maxItems", len(value)):
            yield from Draft7Validator.VALIDATORS["items"](validator, shape, value, around)

    checker = Draft7Validator.TYPE_CHECKER.redefine("integer", is_integer)
    strict: Any = validators.extend(Draft7Validator, {"items": items}, type_checker=checker)  # type: ignore[no-untyped-call]
    return strict(schema)


def types_in_words(kinds: str | list[str]) -> str:
    """What a schema's `type` asks for."""
    return " or ".join(_TYPES[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds))


def dotted(path: tuple[str | int, ...]) -> str:
    """A path of steps as a key path; the items of `rounds` count from 1."""
    text = ""
    for index, step in enumerate(path):
        if isinstance(step, int):
            text += f".{step + 1}" if path[index - 1] == "rounds" else f"[{step + 1}]"
        else:
            text += f".{step}" if text else step
    return text

"""Checking a scenario file against its schema: all faults, each with its place and in words for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from mayi_rules.errors import Fault
from mayi_rules.profile.describing import nearest
from mayi_rules.profile.locate import data_folder
from mayi_rules.profile.nodes import BROKEN, Node
from mayi_rules.profile.validating import dotted, said
from mayi_rules.reasons import ReasonCode

_TYPES = {
    "array": "a list",
    "object": "a mapping",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}


@cache
def scenario_schema() -> dict[str, Any]:
    """The schema of scenario files."""
    text = (data_folder("schemas") / "scenario.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


@cache
def _validator() -> Any:
    from jsonschema import Draft7Validator, validators

    def is_integer(_checker: Any, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    checker = Draft7Validator.TYPE_CHECKER.redefine("integer", is_integer)
    strict = validators.extend(Draft7Validator, type_checker=checker)  # type: ignore[no-untyped-call]
    return strict(scenario_schema())


def schema_faults(root: Node) -> list[tuple[int | None, Fault]]:
    """Everything in which a file departs from the schema, each with the index of its case (or None)."""
    faults = []
    for error in _validator().iter_errors(root.plain()):
        path = tuple(error.absolute_path)
        if root.find(path).value is BROKEN:
            continue
        is_in_case = len(path) > 1 and path[0] == "cases"
        faults += [(path[1] if is_in_case else None, fault) for fault in _faults(error, root, path)]
    return [*faults, *_code_faults(root)]


def _code_faults(root: Node) -> Iterator[tuple[int, Fault]]:
    """Unknown codes of reasons, each with the index of its case."""
    known = [code.value for code in ReasonCode]
    for index, case in enumerate(_items(root.find(("cases",)))):
        for number, step in enumerate(_items(case.find(("play",)))):
            refused = step.value.get("refused") if isinstance(step.value, dict) else None
            if refused is None:
                continue
            for one in _items(refused) or [refused]:
                if isinstance(one.value, str) and one.value not in known:
                    near = nearest(one.value, known)
                    message = f"{one.value} is no code of a reason{f'; did you mean {near}?' if near else ''}"
                    path = dotted(("cases", index, "play", number, "refused"))
                    yield index, Fault(message, rule="scenario.code", path=path, source=one.source)


def _items(node: Node) -> list[Node]:
    return node.value if isinstance(node.value, list) else []


def _faults(error: Any, root: Node, path: tuple[str | int, ...]) -> Iterator[Fault]:
    node = root.find(path)
    place = dotted(path)
    name = place or "a scenario file"
    value, keyword, wanted = error.instance, error.validator, error.validator_value

    def fault(message: str, at: Node | None = None) -> Fault:
        return Fault(message, rule=f"scenario.{keyword}", path=place, source=(at or node).key_source)

    if keyword == "additionalProperties":
        known = error.schema["properties"]
        for unknown in value:
            if unknown not in known:
                near = nearest(unknown, known)
                hint = f"did you mean {near}?" if near else f"it takes {', '.join(known)}"
                yield fault(f"{unknown} is not a key of {name}; {hint}", node.value[unknown])
    elif keyword == "required":
        for missing in wanted:
            if missing not in value:
                yield fault(f"{missing} is missing in {name}: {_description(error.schema, missing)}")
    elif keyword == "type":
        kinds = wanted if isinstance(wanted, list) else [wanted]
        message = f"{name} is {said(value)}; it takes {' or '.join(_TYPES[kind] for kind in kinds)}"
        if len(path) > 1 and path[-2] == "play" and isinstance(value, str):
            message += f". The seat stands in front: {{A: {value}}}, or {{table: {value}}} for the host"
        if "string" in kinds and value is None:
            message += '. Nothing at all is written ""'
        yield fault(message)
    elif keyword == "const":
        yield fault(f"{name} is {value}; this release reads version {wanted}")
    elif keyword == "enum":
        near = nearest(str(value), wanted)
        hint = f"; did you mean {near}?" if near else ""
        yield fault(f"{name} is {said(value)}; it takes {', '.join(wanted[:-1])} or {wanted[-1]}{hint}")
    elif keyword in ("minimum", "maximum"):
        bound = "at least" if keyword == "minimum" else "at most"
        yield fault(f"{name} is {value}; it must be {bound} {wanted}")
    elif keyword in ("minLength", "minItems", "minProperties"):
        yield fault(f"{name} may not be empty")
    elif keyword in ("maxLength", "maxItems"):
        yield fault(f"{name} is too long: at most {wanted} {'characters' if keyword == 'maxLength' else 'items'}")
    else:
        yield fault(f"{name}: {error.message}")


def _description(schema: Any, key: str) -> str:
    one = schema["properties"][key]
    if "$ref" in one:
        one = scenario_schema()["definitions"][one["$ref"].rpartition("/")[2]]
    description: str = one["description"]
    return description

"""Checking a scenario file against its schema: all faults, each with its place and in words for people."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

from mayi_rules.arguments import cut
from mayi_rules.documents.nodes import BROKEN, Node
from mayi_rules.documents.reader import describe_value
from mayi_rules.documents.schema_words import dotted, strict_validator, types_in_words
from mayi_rules.documents.suggest import Hints, did_you_mean
from mayi_rules.errors import MAX_FAULTS, Fault, may_be_more
from mayi_rules.profile.loading.bundled import data_folder
from mayi_rules.reasons import ReasonCode
from mayi_rules.words import listed


@cache
def scenario_schema() -> dict[str, Any]:
    """The schema of scenario files."""
    text = (data_folder("schemas") / "scenario.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


@cache
def _validator() -> Any:
    return strict_validator(scenario_schema())


def schema_faults(root: Node) -> list[tuple[int | None, Fault]]:
    """Up to a thousand faults in which a file departs from the schema, each with the index of its case (or None)."""
    found: list[tuple[int | None, Fault]] = []
    hints = Hints()
    for one in chain(_of_schema(root, hints), _of_codes(root, hints)):
        found.append(one)
        if len(found) == MAX_FAULTS:
            return [*found, (None, may_be_more(one[1].source))]
    return found


def _of_schema(root: Node, hints: Hints) -> Iterator[tuple[int | None, Fault]]:
    for error in _validator().iter_errors(root.plain()):
        path = tuple(error.absolute_path)
        if root.find(path).value is BROKEN:
            continue
        is_in_case = len(path) > 1 and path[0] == "cases"
        for fault in _faults(error, root, path, hints):
            yield path[1] if is_in_case else None, fault


def _of_codes(root: Node, hints: Hints) -> Iterator[tuple[int, Fault]]:
    """Unknown codes of reasons."""
    known = [code.value for code in ReasonCode]
    for index, case in enumerate(_items(root.find(("cases",)))):
        for number, step in enumerate(_items(case.find(("play",)))):
            refused = step.value.get("refused") if isinstance(step.value, dict) else None
            if refused is None:
                continue
            for one in _items(refused) or [refused]:
                if isinstance(one.value, str) and one.value not in known:
                    near = hints.nearest(one.value, known)
                    message = f"{cut(one.value)} is no code of a reason{did_you_mean(near)}"
                    path = dotted(("cases", index, "play", number, "refused"))
                    yield index, Fault(message, rule="scenario.code", path=path, source=one.source)


def _items(node: Node) -> list[Node]:
    return node.value if isinstance(node.value, list) else []


def _faults(error: Any, root: Node, path: tuple[str | int, ...], hints: Hints) -> Iterator[Fault]:
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
                near = hints.nearest(unknown, known)
                hint = did_you_mean(near, f"it takes {', '.join(known)}")
                yield fault(f"{unknown} is not a key of {name}{hint}", node.value[unknown])
    elif keyword == "required":
        for missing in wanted:
            if missing not in value:
                yield fault(f"{missing} is missing in {name}: {_description(error.schema, missing)}")
    elif keyword == "type":
        message = f"{name} is {describe_value(value)}; it takes {types_in_words(wanted)}"
        if len(path) > 1 and path[-2] == "play" and isinstance(value, str):
            message += f". The seat stands in front: {{A: {cut(value)}}}, or {{table: {cut(value)}}} for the host"
        if "string" in wanted and value is None:
            message += '. Nothing at all is written ""'
        yield fault(message)
    elif keyword == "const":
        yield fault(f"{name} is {describe_value(value)}; this release reads version {wanted}")
    elif keyword == "enum":
        near = hints.nearest(str(value), wanted)
        yield fault(f"{name} is {describe_value(value)}; it takes {listed(wanted, joint='or')}{did_you_mean(near)}")
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

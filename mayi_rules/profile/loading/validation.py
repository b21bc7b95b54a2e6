"""Checking a tree against the schema: all faults, each with its place and in words for people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from mayi_rules.documents.nodes import BROKEN, Node
from mayi_rules.documents.reader import describe_value
from mayi_rules.documents.schema_words import dotted, strict_validator, types_in_words
from mayi_rules.documents.suggest import Hints, did_you_mean
from mayi_rules.documents.yaml_reader import in_yaml_instead
from mayi_rules.errors import MAX_FAULTS, Fault, may_be_more
from mayi_rules.profile.language.descriptions import find_key, key_called
from mayi_rules.profile.language.model import LANGUAGE_VERSION
from mayi_rules.profile.loading.wishes import cannot_say
from mayi_rules.profile.schema import profile_schema
from mayi_rules.reasons import Source
from mayi_rules.words import listed

TO_WRITE = {
    "profile": f"profile: {LANGUAGE_VERSION}, the version of the profile language",
    "id": "an id of your own, such as id: our-house",
}
"""What to write for the keys that every file must have."""

_OTHER_FILES = (
    ({"scenario", "cases"}, "a file of scenarios (mayi scenario run plays them)"),
    ({"record", "seats"}, "the record of a game (mayi replay shows it)"),
)
_NOT_SWITCHES = {"yes", "no", "on", "off", "y", "n", "true", "false"}


def schema_faults(root: Node, *, partial: bool) -> list[Fault]:
    """Everything in which a tree departs from the schema, up to a thousand faults.

    Args:
        root: the tree of one file, mapping or override.
        partial: whether it may leave out what names a profile (an override, a mapping that extends).
    """
    if not isinstance(root.value, dict):
        given = f"{describe_value(root.value)}{_written_otherwise(root.value)}"
        message = f"a profile is a mapping of keys to values, not {given}"
        return [Fault(message, rule="schema.type", source=root.source)]
    for keys, kind in _OTHER_FILES:
        if keys <= set(root.value) and "id" not in root.value:
            return [Fault(f"this is {kind}, not a profile", rule="schema.type", source=root.source)]
    faults: dict[tuple[str, str, str], Fault] = {}
    hints = Hints()
    for error in _validator(partial=partial).iter_errors(root.plain()):
        path = tuple(error.absolute_path)
        if root.find(path).value is BROKEN:
            continue
        for fault in _faults(error, root, path, hints):
            faults.setdefault((fault.rule, fault.path, fault.message), fault)
            if len(faults) == MAX_FAULTS:
                return [*faults.values(), may_be_more(fault.source)]
    return list(faults.values())


@cache
def _validator(*, partial: bool) -> Any:
    schema = profile_schema()
    if partial:
        schema = {name: value for name, value in schema.items() if name not in ("required", "if", "else")}
    return strict_validator(schema)


def _written_otherwise(value: Any) -> str:
    """What to write instead of a text that is meant to be keys and values; empty for anything else."""
    instead = in_yaml_instead(value) if isinstance(value, str) else None
    return f"; {instead}" if instead else ""


def _expected(path: str) -> str | None:
    """What the key at this path takes, in words; None where the path is within a value."""
    if re.fullmatch(r"rounds\.\d+\.contract\[\d+\]", path):
        return "set, run, {set: size} or {run: size}"
    if "[" in path or re.fullmatch(r"rounds\.\d+", path):
        return None
    info = find_key(path)
    return None if info is None or (info.path == "scoring.points" and path != "scoring.points") else info.values


def _faults(error: Any, root: Node, path: tuple[str | int, ...], hints: Hints) -> Iterator[Fault]:
    node = root.find(path)
    place = dotted(path)
    name = place or "the profile"
    value = error.instance
    keyword = error.validator

    def fault(message: str, rule: str, source: Source = node.source, at: str = place) -> Fault:
        return Fault(message, rule=f"schema.{rule}", path=at, source=source)

    if "propertyNames" in error.absolute_schema_path:
        yield fault(_bad_name(place, value, hints), "key", node.value[value].key_source, f"{place}.{value}")
    elif keyword == "additionalProperties":
        known = set(error.schema.get("properties", {}))
        for unknown in value:
            if unknown not in known:
                full = f"{place}.{unknown}" if place else unknown
                message = f"{full} is not a key of this language{_did_you_mean(full, place, known, hints)}"
                yield fault(message, "unknown_key", node.value[unknown].key_source, full)
    elif keyword == "required":
        missing = [one for one in error.validator_value if one not in value]
        for one in missing:
            full = f"{place}.{one}" if place else one
            yield fault(f"{full} is missing{_hint(full, is_top=not place)}", "missing_key", node.key_source, full)
    elif keyword == "type":
        yield fault(_type_message(name, value, error, place), "type")
    elif keyword == "const":
        if isinstance(value, int) and not isinstance(value, bool):
            yield fault(f"{name} is {value}; this release reads version {error.validator_value}", "version")
    elif keyword == "enum":
        choices = [str(choice) for choice in error.validator_value]
        near = hints.nearest(value, choices) if isinstance(value, str) else None
        hint = did_you_mean(near)
        if isinstance(value, str):
            yield fault(f"{name} is {describe_value(value)}; it takes {listed(choices, joint='or')}{hint}", "choice")
    elif keyword in ("minimum", "maximum") and isinstance(value, int):
        bound = "at least" if keyword == "minimum" else "at most"
        yield fault(f"{name} is {value}; it must be {bound} {error.validator_value}", "range")
    elif keyword == "pattern":
        yield fault(_pattern_message(name, value, place), "text")
    elif keyword in ("minLength", "maxLength"):
        bound = "at least" if keyword == "minLength" else "at most"
        yield fault(f"{name} must have {bound} {error.validator_value} characters, not {len(value)}", "text")
    elif keyword in ("minItems", "maxItems"):
        bound = "at least" if keyword == "minItems" else "at most"
        yield fault(f"{name} must have {bound} {error.validator_value} items, not {len(value)}", "range")
    elif keyword in ("minProperties", "maxProperties"):
        yield fault(_one_of_message(name, value, error), "one_of")
    elif keyword not in ("minimum", "maximum"):
        yield fault(f"{name}: {error.message}", keyword)


def _hint(path: str, *, is_top: bool) -> str:
    """Why a key must be there, and what to write."""
    if path in TO_WRITE:
        return f": write {TO_WRITE[path]}"
    why = ", for this profile extends no other" if is_top else ""
    info = find_key(path)
    return f"{why}: {info.description if info else 'it must be given'}"


def _did_you_mean(full: str, place: str, known: set[str], hints: Hints) -> str:
    if hints.left <= 0:
        return ""
    last = full.rpartition(".")[2]
    if why := cannot_say(last):
        return f"; the language cannot say this: {why}"
    if "." in (inner := full.removeprefix(f"{place}.") if place else full) and find_key(full):
        *sections, name = inner.split(".")
        return f"; a key stands under its section: {': {'.join([*sections, name])}: …{'}' * len(sections)}"
    near = hints.nearest(last, known)
    meant = f"{place + '.' if place else ''}{near}" if near else key_called(last)
    return did_you_mean(meant, f"{place or 'a profile'} takes {', '.join(sorted(known))}" if known else "")


def _type_message(name: str, value: Any, error: Any, place: str) -> str:
    expected = _expected(place) or types_in_words(error.validator_value)
    message = f"{name} is {describe_value(value)}; it takes {expected}"
    if place == "rounds" and isinstance(value, dict):
        return (
            "rounds is a mapping, which changes single rounds of what is inherited, but this profile extends no other"
        )
    kinds = error.validator_value if isinstance(error.validator_value, list) else [error.validator_value]
    if isinstance(value, str):
        if "object" in kinds:
            message += _written_otherwise(value)
        if "boolean" in kinds and value.lower() in _NOT_SWITCHES:
            meant = "true" if value.lower() in ("yes", "on", "y", "true") else "false"
            message += f". Only true and false are switches here, {value} is text: write {meant}"
        elif "integer" in kinds and re.fullmatch(r"-?[0-9]+", value):
            message += ". Without the quotes it is a number"
    elif kinds == ["string"] and value is not None and not isinstance(value, dict | list):
        written = str(value).lower() if isinstance(value, bool) else str(value)
        message += f'. In quotes it is text: "{written}"'
    elif isinstance(value, float) and "integer" in kinds:
        message += ". Numbers have no decimals here"
    elif kinds == ["array"]:
        message += ". A list is written in [ ] or with a - before each item"
    return message


def _bad_name(place: str, key: str, hints: Hints) -> str:
    full = f"{place}.{key}"
    if place == "scoring.points":
        near = hints.nearest(key, ["joker", "faces", "pips"]) or _card_as_written(key)
        hint = did_you_mean(near)
        return (
            f"{full} is no card that has points: write joker, faces, pips, "
            f"a rank (A K Q J T 9 … 2) or a card (2s){hint}"
        )
    what = "the number of a round" if place == "rounds" else "a number of players"
    return f"{full}: each key here is {what}, a whole number from 1 to 99; {key} is not"


def _card_as_written(text: str) -> str | None:
    """The rank or card that this text means when its case is put right, or None."""
    text = text.strip().replace("10", "T")
    if text.lower() in ("joker", "jokers", "x"):
        return "joker"
    tidy = text[:1].upper() + text[1:].lower()
    return tidy if re.fullmatch(r"[A2-9TJQK][cdhs]?", tidy) else None


def _pattern_message(name: str, value: str, place: str) -> str:
    if place == "id":
        return f"id is {describe_value(value)}; it takes a-z, 0-9 and single hyphens between them, like our-house"
    if place.startswith("pack.wild"):
        near = _card_as_written(value)
        hint = did_you_mean(near)
        return f'{name} is {describe_value(value)}; a wild is joker, a rank ("2") or a card ("Ah"){hint}'
    if place == "scoring.points.pips":
        return f"{name} is {describe_value(value)}; it takes a whole number, or face for face value"
    return f"{name} is {describe_value(value)}, which is not possible here"


def _one_of_message(name: str, value: dict[str, Any], error: Any) -> str:
    if "properties" in error.schema:
        choices = listed(error.schema["properties"], joint="or")
        return f"{name} has {len(value)} keys; it takes exactly one of {choices}"
    return f"{name} is an empty table; it takes at least one number"

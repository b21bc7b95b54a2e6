"""The JSON schema of the profile language, made from the model.

`python -m mayi_rules.profile.schema` writes it to `schemas/profile.schema.json`.
"""

from __future__ import annotations

import json
import typing
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from mayi_rules.documents.files import write_file
from mayi_rules.profile.language.descriptions import fields_of, is_table, is_table_of, without_none
from mayi_rules.profile.language.keys import KeyData, key_name
from mayi_rules.profile.language.model import RULE_SECTIONS, GameRules, Round
from mayi_rules.profile.language.plain import to_plain
from mayi_rules.profile.language.sections import POINTS_PATTERN

NUMBER_PATTERN = "^[1-9][0-9]?$"


@cache
def profile_schema() -> dict[str, Any]:
    """The schema of a profile file, in the common part of draft-07 and 2020-12."""
    builder = _Builder()
    root = builder.object_of(GameRules)
    properties = root["properties"]
    properties["extends"] = {
        "description": "What this profile starts from: a bundled id, or a path relative to this file.",
        "type": "string",
        "minLength": 1,
        "maxLength": 500,
    }
    properties["rounds"] = builder.rounds(properties["rounds"]["description"])
    properties["scoring"] = {"$ref": "#/definitions/scoring"}
    order = ["profile", "id", "name", "extends", *properties]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A profile of mayi_rules: the rules of one game",
        "type": "object",
        "additionalProperties": False,
        "required": ["profile", "id"],
        "properties": {name: properties[name] for name in order},
        "if": {"required": ["extends"]},
        "else": {
            "required": ["players", "pack", "rounds"],
            "properties": {
                "players": {"required": ["min", "max"]},
                "pack": {"required": ["decks", "jokers"]},
                "rounds": {"type": "array"},
            },
        },
        "definitions": builder.definitions,
    }


class _Builder:
    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}

    def object_of(self, cls: type[Any]) -> dict[str, Any]:
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                key_name(attribute): self.value(key_name(attribute), data, hint)
                for attribute, data, hint in fields_of(cls)
            },
        }

    def value(self, name: str, data: KeyData, hint: Any) -> dict[str, Any]:
        kind, nullable = without_none(hint)
        nested = isinstance(kind, type) and attrs.has(kind)
        if name == "points":
            return self.points(data)
        if nested and not nullable and name != "jokers":
            self.definitions[name] = {"description": data.description, **self.object_of(kind)}
            return {"$ref": f"#/definitions/{name}"}
        schema: dict[str, Any] = {"description": data.description}
        if nested:
            schema |= self.object_of(kind)
            if name == "jokers":
                schema |= {"minProperties": 1, "maxProperties": 1}
        elif is_table(kind):
            schema["type"] = ["integer", "object"]
            numbers = {"type": "integer", "minimum": data.least, "maximum": data.most}
            schema |= {"propertyNames": {"pattern": NUMBER_PATTERN}, "minProperties": 1}
            schema["additionalProperties"] = {"type": "boolean"} if is_table_of(kind, bool) else numbers
        elif isinstance(kind, type) and issubclass(kind, StrEnum):
            schema |= {"type": "string", "enum": [choice.value for choice in kind]}
        elif kind in (bool, int, str):
            schema["type"] = {bool: "boolean", int: "integer", str: "string"}[kind]
        else:
            schema["type"] = "array"
        if data.least is not None:
            schema["minimum"] = data.least
        if data.most is not None:
            schema["maximum"] = data.most
        if nullable:
            schema["type"] = [schema["type"], "null"] if isinstance(schema["type"], str) else [*schema["type"], "null"]
        if data.default is not attrs.NOTHING and not (nested and data.default is not None) and name not in _NO_DEFAULT:
            schema["default"] = to_plain(data.default)
        return schema | dict(data.schema or {})

    def in_rounds(self, name: str) -> dict[str, Any]:
        """A section as a round may set it for itself: without what holds for the whole game."""
        kind = typing.get_type_hints(GameRules)[name]
        whole = [key_name(attribute) for attribute, data, _ in fields_of(kind) if data.whole_game]
        if not whole:
            return {"$ref": f"#/definitions/{name}"}
        section = self.definitions[name]
        properties = {key: one for key, one in section["properties"].items() if key not in whole}
        self.definitions[f"round_{name}"] = {**section, "properties": properties}
        return {"$ref": f"#/definitions/round_{name}"}

    def points(self, data: KeyData) -> dict[str, Any]:
        numbers = {"type": "integer", "minimum": data.least, "maximum": data.most}
        pips: dict[str, Any] = {
            "description": "2 to 9: one number, or face for face value.",
            "type": ["integer", "string"],
        }
        pips |= {"minimum": data.least, "maximum": data.most, "pattern": "^face$"}
        return {
            "description": data.description,
            "type": "object",
            "propertyNames": {"pattern": POINTS_PATTERN},
            "properties": {"pips": pips},
            "additionalProperties": numbers,
            "default": {"joker": 15, "A": 15, "faces": 10, "T": 10, "pips": "face"},
        }

    def rounds(self, description: str) -> dict[str, Any]:
        size = {
            "description": "The fewest cards of this meld.",
            "type": "integer",
            "minimum": 0,
            "maximum": 60,
        }
        item = {
            "description": "set or run, or one of them with its own minimum: {run: 7}.",
            "type": ["string", "object"],
            "if": {"type": "string"},
            "then": {"enum": ["set", "run"]},
            "else": {
                "additionalProperties": False,
                "minProperties": 1,
                "maxProperties": 1,
                "properties": {"set": size, "run": size},
            },
        }
        own = {
            "contract": {"minItems": 1, "maxItems": 12, "items": item},
            "rules": {
                "type": "object",
                "additionalProperties": False,
                "properties": {name: self.in_rounds(name) for name in RULE_SECTIONS},
            },
        }
        pack = self.definitions["pack"]["properties"]
        own["pack"] = {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                name: {word: part for word, part in schema.items() if word != "default"}
                for name, schema in pack.items()
            },
        }
        one = self.object_of(Round)
        one["properties"] = {
            name: {word: part for word, part in schema.items() if word != "default" or name not in own}
            | own.get(name, {})
            for name, schema in one["properties"].items()
        }
        self.definitions["round"] = {
            "description": "A round: cards dealt, contract, and rules that hold in this round only.",
            **one,
        }
        return {
            "description": description,
            "type": ["array", "object"],
            "minItems": 1,
            "maxItems": 60,
            "items": {"allOf": [{"$ref": "#/definitions/round"}, {"required": ["deal", "contract"]}]},
            "propertyNames": {"pattern": NUMBER_PATTERN},
            "additionalProperties": {"$ref": "#/definitions/round"},
        }


# `per_deck` and `total` are the two forms of one choice: neither has a default of its own.
_NO_DEFAULT = ("per_deck", "total")


def schema_text() -> str:
    """The schema as the committed file has it."""
    return json.dumps(profile_schema(), indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the committed schema anew."""
    target = Path(__file__).resolve().parents[2] / "schemas" / "profile.schema.json"
    write_file(target, schema_text())


if __name__ == "__main__":
    main()

"""Profiles as plain values, as YAML and JSON have them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import attrs

from mayi_rules.profile.language.keys import METADATA, key_name
from mayi_rules.profile.language.model import ContractMeld, GameRules
from mayi_rules.profile.language.sections import Jokers


def to_plain(value: Any) -> Any:
    """A value of the model as YAML has it; tables by number of players get text keys, as in JSON."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, ContractMeld):
        return value.to_plain()
    if isinstance(value, Jokers):
        return {"per_deck": value.per_deck} if value.total is None else {"total": to_plain(value.total)}
    if isinstance(value, tuple | list):
        return [to_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(name): to_plain(item) for name, item in value.items()}
    if attrs.has(type(value)):
        return {
            key_name(attribute): to_plain(getattr(value, attribute.name))
            for attribute in attrs.fields(type(value))
            if METADATA in attribute.metadata
        }
    return value


def nested(flat: Mapping[str, Any]) -> dict[str, Any]:
    """Key paths to values as nested mappings."""
    tree: dict[str, Any] = {}
    for path, value in flat.items():
        *parents, last = path.split(".")
        place = tree
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = value
    return tree


def profile_to_plain(profile: GameRules) -> dict[str, Any]:
    """The whole resolved profile as plain values."""
    tree: dict[str, Any] = to_plain(profile)
    for one in tree["rounds"]:
        rules = one.pop("rules")
        if rules:
            one["rules"] = nested(rules)
        if not one["pack"]:
            del one["pack"]
    return tree

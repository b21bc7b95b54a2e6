"""From a tree that the schema has passed to the model."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from typing import Any

from mayi_rules.documents.nodes import Node
from mayi_rules.profile.language.choices import MeldKind
from mayi_rules.profile.language.descriptions import fields_of, rule_leaves, without_none
from mayi_rules.profile.language.fields import is_value
from mayi_rules.profile.language.keys import key_name
from mayi_rules.profile.language.model import LANGUAGE_VERSION, ContractMeld, GameRules, P
from mayi_rules.profile.language.paths import flat_rules
from mayi_rules.profile.language.sections import DEFAULT_POINTS, Count, Points
from mayi_rules.profile.language.table import Table


def profile_from_tree(root: Node, kind: type[P], *, base: P | None = None) -> P:
    """The profile of a merged tree that has passed the schema.

    Args:
        root: the tree.
        kind: the class of the profile.
        base: what it extends.
    """
    values = root.plain()
    values.pop("extends", None)
    values.setdefault("profile", LANGUAGE_VERSION)  # a mapping that extends may leave it out
    if not values.get("name"):
        values["name"] = values["id"]
    sources = Table({path: node.key_source for path, node in root.walk() if node.key_source.label})
    return kind(**_arguments(GameRules, values), sources=sources, base=base)


def _arguments(cls: Any, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the fields of a model class, by the fields' names.

    Raises:
        TypeError: one of the keys is unknown.
    """
    readers = _readers(cls)
    if unknown := values.keys() - readers.keys():
        raise TypeError(f"{cls.__name__} has no key {', '.join(sorted(unknown))}")
    found = {}
    for key, value in values.items():
        name, read = readers[key]
        found[name] = value if value is None or read is None else read(value)
    return found


@cache
def _readers(cls: Any) -> dict[str, tuple[str, Callable[[Any], Any] | None]]:
    """By key: the name of its field, and what makes the field's value of a plain one; None where it is the same."""
    return {key_name(field): (field.name, _reader(hint)) for field, _, hint in fields_of(cls)}


def _reader(hint: Any) -> Callable[[Any], Any] | None:
    kind, _ = without_none(hint)
    if kind in (bool, int, str):
        return None
    if kind in _READERS:
        return _READERS[kind]
    if typing.get_origin(kind) is tuple:
        read = _reader(typing.get_args(kind)[0])
        return tuple if read is None else lambda items: tuple(map(read, items))
    if issubclass(kind, StrEnum):
        choice: Callable[[Any], Any] = kind
        return choice
    assert is_value(kind)
    return lambda values: kind(**_arguments(kind, values))


def _count(value: Any) -> Any:
    if isinstance(value, dict):
        return Table({int(players): value[players] for players in sorted(value, key=int)})
    return value


def _points(value: dict[str, int]) -> Points:
    return Table(dict(DEFAULT_POINTS) | value)


def _rules(value: dict[str, Any]) -> Table[str, Any]:
    found = {}
    for path, one in flat_rules(value).items():
        read = _rule_readers()[path]
        found[path] = one if one is None or read is None else read(one)
    return Table(found)


@cache
def _rule_readers() -> dict[str, Callable[[Any], Any] | None]:
    return {path: _reader(hint) for path, hint in rule_leaves().items()}


def _contract_meld(value: Any) -> ContractMeld:
    if isinstance(value, dict):
        ((kind, least),) = value.items()
        return ContractMeld(MeldKind(kind), least)
    return ContractMeld(MeldKind(value))


_READERS: Mapping[Any, Callable[[Any], Any]] = {
    Count: _count,
    Points: _points,
    Table[str, Any]: _rules,
    ContractMeld: _contract_meld,
}
"""What makes values of the types that are neither plain, nor words, nor sections."""

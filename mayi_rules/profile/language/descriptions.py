"""Every key of the language with what it means, read from the model."""

from __future__ import annotations

import functools
import operator
import re
import types
import typing
from collections.abc import Iterator
from enum import StrEnum
from typing import Any

import attrs

from mayi_rules.documents.suggest import did_you_mean, nearest
from mayi_rules.errors import Fault, ProfileError
from mayi_rules.profile.language.keys import METADATA, KeyData, key_data, key_name
from mayi_rules.profile.language.model import RULE_SECTIONS, GameRules, Round
from mayi_rules.profile.language.plain import to_plain
from mayi_rules.profile.language.table import Table
from mayi_rules.words import listed

_MAX_RELATED = 4


@attrs.frozen(kw_only=True)
class KeyInfo:
    """What one key says about itself.

    Attributes:
        path: the key path, `buying.penalty_cards`.
        description: one plain sentence.
        values: the values in words.
        choices: the words it takes, where it takes one of several.
        default: the default as YAML has it; `...` when the key must be written, or when it is a section.
        unit: what a whole number counts, or None.
        least: the smallest whole number allowed, or None.
        most: the largest whole number allowed, or None.
        is_section: whether the key groups further keys.
        in_rounds: whether a round's `rules` may set it.
    """

    path: str
    description: str
    values: str
    choices: tuple[str, ...] = ()
    default: Any = ...
    unit: str | None = None
    least: int | None = None
    most: int | None = None
    is_section: bool = False
    in_rounds: bool = False

    @property
    def required(self) -> bool:
        """Whether a profile must say it, itself or by what it extends."""
        return self.default is ... and not self.is_section


def fields_of(cls: type[Any]) -> list[tuple[attrs.Attribute[Any], KeyData, Any]]:
    """The fields of a model class that are keys, each with its metadata and type."""
    hints: dict[str, Any] = typing.get_type_hints(cls)
    return [
        (attribute, key_data(attribute), hints[attribute.name])
        for attribute in attrs.fields(cls)
        if METADATA in attribute.metadata
    ]


def without_none(kind: Any) -> tuple[Any, bool]:
    """A type without its None, and whether it had one."""
    if typing.get_origin(kind) in (types.UnionType, typing.Union):
        members = typing.get_args(kind)
        rest = [one for one in members if one is not type(None)]
        if len(rest) < len(members):
            return functools.reduce(operator.or_, rest), True
    return kind, False


def is_table(kind: Any) -> bool:
    """Whether a type is a number or a table of numbers by players."""
    return typing.get_origin(kind) in (types.UnionType, typing.Union) and any(
        typing.get_origin(one) is Table for one in typing.get_args(kind)
    )


def is_table_of(kind: Any, value: type) -> bool:
    """Whether a type has a table by players of such values."""
    return any(typing.get_origin(one) is Table and typing.get_args(one)[1] is value for one in typing.get_args(kind))


def values_in_words(data: KeyData, kind: Any) -> str:
    """What a key takes, in words."""
    if data.values:
        return data.values
    kind, nullable = without_none(kind)
    numbers = "a whole number"
    if data.least is not None and data.most is not None:
        numbers = f"a whole number from {data.least} to {data.most}"
    if kind is bool:
        words = "true or false"
    elif kind is int:
        words = numbers
    elif is_table(kind):
        words = f"{numbers}, or a table from numbers of players to such numbers"
    elif kind is str:
        words = "a text"
    elif isinstance(kind, type) and issubclass(kind, StrEnum):
        words = listed(kind, joint="or")
    else:
        words = "a mapping"
    return f"{words}, or null" if nullable else words


@functools.cache
def _all_infos() -> dict[str, KeyInfo]:
    return {info.path: info for info, _ in _infos(GameRules, "")}


@functools.cache
def _all_data() -> dict[str, KeyData]:
    return {info.path: data for info, data in _infos(GameRules, "")}


def key_data_of(path: str) -> KeyData:
    """The metadata of the field of a key; `path` as `KeyInfo` has it."""
    return _all_data()[path]


def _infos(cls: type[Any], prefix: str) -> Iterator[tuple[KeyInfo, KeyData]]:
    for attribute, data, hint in fields_of(cls):
        path = prefix + key_name(attribute)
        kind, _ = without_none(hint)
        nested = attrs.has(kind) if isinstance(kind, type) else False
        choices = tuple(kind) if isinstance(kind, type) and issubclass(kind, StrEnum) else ()
        default = ... if data.default is attrs.NOTHING or data.is_section else to_plain(data.default)
        info = KeyInfo(
            path=path,
            description=data.description,
            values=values_in_words(data, hint),
            choices=tuple(choice.value for choice in choices),
            default=default,
            unit=data.unit,
            least=data.least,
            most=data.most,
            is_section=data.is_section,
            in_rounds=path.partition(".")[0] in RULE_SECTIONS and not data.whole_game,
        )
        yield info, data
        if nested:
            yield from _infos(kind, path + ".")
        if path == "rounds":
            yield from _infos(Round, "rounds.")


def all_keys() -> tuple[str, ...]:
    """The paths of all keys that hold a value, in the order of the language."""
    return tuple(path for path, info in _all_infos().items() if not info.is_section)


def describe(key: str) -> KeyInfo:
    """What a key means, takes and is by default.

    Args:
        key: a key path; `rounds.7.contract`, `rounds.7.rules.opening.size`, `scoring.points.K` too.

    Raises:
        ProfileError: there is no such key; the nearest one is named.
    """
    if (info := find_key(key)) is not None:
        return info
    path = _path_of(key)
    near = nearest(path, _all_infos())
    about = _keys_about(path)
    hint = did_you_mean(near)
    if about and near not in about:
        hint += f"{' ' if near else '; '}{path.rpartition('.')[2]} is spoken of in {', '.join(about)}"
    raise ProfileError([Fault(f"there is no key {key}{hint}", rule="schema.unknown_key", path=key)])


def find_key(key: str) -> KeyInfo | None:
    """What a key means, as `describe` says it, or None where there is none; nothing is looked for in its place."""
    return _all_infos().get(_path_of(key))


def _path_of(key: str) -> str:
    """The path of a key as `KeyInfo` has it: without numbers of rounds, ranks and the like."""
    parts = key.split(".")
    if parts[0] == "rounds" and len(parts) > 1 and parts[1].isdecimal():
        parts = ["rounds", *parts[2:]]
    if parts[:2] == ["rounds", "rules"] and len(parts) > 2:
        parts = parts[2:]
    elif parts[:2] == ["rounds", "pack"] and len(parts) > 2:
        parts = parts[1:]
    if parts[:2] == ["scoring", "points"]:
        parts = parts[:2]
    return ".".join(parts)


@functools.cache
def _keys_by_name() -> dict[str, str]:
    names: dict[str, str] = {}
    for path in all_keys():
        names.setdefault(path.rpartition(".")[2], path)
    return names


def key_called(name: str) -> str | None:
    """The first key, in whatever section, whose last part is exactly this name."""
    return _keys_by_name().get(name)


def _keys_about(path: str) -> list[str]:
    """Keys with the last word of this path in what they say or take; those of its section, where there are some."""
    section, _, word = path.rpartition(".")
    pattern = re.compile(rf"\b{re.escape(word.replace('_', ' '))}s?\b", re.IGNORECASE)
    texts = {one: " ".join([info.description, *info.choices]) for one, info in _all_infos().items()}
    found = [one for one, text in texts.items() if word and pattern.search(text)]
    return ([one for one in found if one.startswith(f"{section}.")] or found)[:_MAX_RELATED]


@functools.cache
def rule_leaves() -> dict[str, Any]:
    """The keys that a round's `rules` may set, each with its type."""
    leaves: dict[str, Any] = {}

    def collect(cls: type[Any], prefix: str) -> None:
        for attribute, data, hint in fields_of(cls):
            path = prefix + attribute.name
            if data.is_section:
                collect(hint, path + ".")
            elif not data.whole_game:
                leaves[path] = hint

    hints = typing.get_type_hints(GameRules)
    for name in RULE_SECTIONS:
        collect(hints[name], name + ".")
    return leaves

"""Key paths: what is one value, and nested mappings as flat ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from mayi_rules.profile.language.descriptions import find_key, key_data_of
from mayi_rules.profile.language.table import Table


def is_one_value(path: str) -> bool:
    """Whether what a key holds counts as a whole, although it may be a mapping: a choice, or a table.

    It is replaced as a whole where it is inherited, and is one rule in a difference. Sections, and the keys that merge
    by key (`scoring.points`), are none.

    Args:
        path: a key path; `rounds.7.rules.buying.block` too. Where there is no such key, there is no value.
    """
    info = find_key(path)
    return info is not None and not info.is_section and not key_data_of(info.path).by_key


def flat(tree: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested mappings as key paths to values, each of them whole.

    Args:
        tree: a profile, or a part of one, as plain values.
        prefix: where the part is, with the dot (`rounds.7.`).
    """
    return dict(_walk(tree, prefix, is_one_value))


def flat_rules(tree: Mapping[str, Any]) -> Table[str, Any]:
    """A round's `rules`, nested, as key paths to values."""
    return Table(_walk(tree, "", _is_key))


def _is_key(path: str) -> bool:
    info = find_key(path)
    return info is not None and not info.is_section


def _walk(tree: Mapping[str, Any], prefix: str, is_leaf: Callable[[str], bool]) -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for name, value in tree.items():
        path = prefix + name
        if isinstance(value, Mapping) and not is_leaf(path):
            found += _walk(value, f"{path}.", is_leaf)
        else:
            found.append((path, value))
    return found

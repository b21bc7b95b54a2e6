"""The profiles that a scenario file names: bundled ids, files beside it, and mappings written in it."""

from __future__ import annotations

import re
from pathlib import Path

from mayi_rules.documents.nodes import Node
from mayi_rules.errors import Fault, ProfileError
from mayi_rules.profile.load import load_profile
from mayi_rules.profile.loading.layers import load_with_faults
from mayi_rules.profile.profile import Profile
from mayi_rules.reasons import Source

USUAL_PROFILE = "petras"
"""The game of a case that names none, nor the file it stands in: the main game of the library."""

_STEP = re.compile(r"[^.\[\]]+")


class Profiles:
    """Loads each profile of a scenario file once.

    Args:
        folder: where relative paths start.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loaded: dict[Source, tuple[Profile | None, tuple[Fault, ...]]] = {}

    def load(self, node: Node) -> tuple[Profile | None, tuple[Fault, ...]]:
        """The profile that this value names or is, or everything that is wrong with it."""
        known = self._loaded.get(node.source)
        if known is None:
            known = self._loaded[node.source] = (
                self._mapping(node) if isinstance(node.value, dict) else self._named(node)
            )
        return known

    def _named(self, node: Node) -> tuple[Profile | None, tuple[Fault, ...]]:
        name: str = node.value
        is_id = re.fullmatch(r"[A-Za-z0-9-]+", name)
        try:
            return load_profile(name if is_id else self._folder / name, label=name), ()
        except ProfileError as error:
            return None, tuple(
                fault if fault.source and fault.source.line else _at(fault, node) for fault in error.faults
            )

    def _mapping(self, node: Node) -> tuple[Profile | None, tuple[Fault, ...]]:
        loaded = load_with_faults(node.plain(), Profile, label=str(node.source))
        faults = tuple(_at(fault, _find(node, fault.path)) for fault in loaded.faults)
        return (None if faults else loaded.profile), faults


def _at(fault: Fault, node: Node) -> Fault:
    return Fault(fault.message, rule=fault.rule, path=fault.path, source=node.key_source)


def _find(node: Node, path: str) -> Node:
    """The node that a key path names, or the deepest one on the way; rounds and items count from 1."""
    for step in _STEP.findall(path):
        value = node.value
        if isinstance(value, list) and step.isdecimal() and 0 < int(step) <= len(value):
            node = value[int(step) - 1]
        elif isinstance(value, dict) and step in value:
            node = value[step]
        else:
            break
    return node

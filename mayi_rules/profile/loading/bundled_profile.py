"""Loading a bundled profile without what only faults need: a test has found its file right."""

from __future__ import annotations

from mayi_rules.documents.nodes import Node
from mayi_rules.documents.yaml_reader import read_yaml
from mayi_rules.profile.language.model import P
from mayi_rules.profile.loading.bundled import bundled_text
from mayi_rules.profile.loading.inheritance import merge, spread_groups
from mayi_rules.profile.loading.structure import profile_from_tree


class _ChangedError(Exception):
    """A file is to be read, and checked, as others are."""


def bundled_profile(profile_id: str, kind: type[P]) -> P | None:
    """The bundled profile with this id, which there is; None where a file has faults after all.

    Args:
        profile_id: the id.
        kind: the class of the profile.
    """
    try:
        merged, inherited = _tree(profile_id)
    except _ChangedError:  # somebody has changed it
        return None
    return profile_from_tree(merged, kind, base=None if inherited is None else profile_from_tree(inherited, kind))


def _tree(profile_id: str) -> tuple[Node, Node | None]:
    """The merged tree, and that of what the profile extends."""
    root = spread_groups(_read(profile_id))
    extends = root.value.get("extends")
    if extends is None:
        return root, None
    inherited, _ = _tree(extends.value)
    merged, _ = merge(inherited, root)
    return merged, inherited


def _read(profile_id: str) -> Node:
    name, text = bundled_text(profile_id)
    root, faults = read_yaml(text.encode(), name)
    if faults or root is None or not isinstance(root.value, dict):
        raise _ChangedError
    return root

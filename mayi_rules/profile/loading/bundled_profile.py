"""Loading a bundled profile without what only faults need: its file is known to be plain and right, by a test."""

from __future__ import annotations

from mayi_rules.documents.nodes import Node
from mayi_rules.documents.plain_yaml import read_plain_yaml
from mayi_rules.profile.language.model import P
from mayi_rules.profile.loading.bundled import bundled_text
from mayi_rules.profile.loading.inheritance import merge, spread_groups
from mayi_rules.profile.loading.structure import profile_from_tree


class _NotPlain(Exception):  # noqa: N818 - ends the reading, is never seen outside
    """A file is to be read, and checked, as others are."""


def bundled_profile(profile_id: str, kind: type[P]) -> P | None:
    """The bundled profile with this id, which there is; None where a file is not as plain as bundled files are.

    Args:
        profile_id: the id.
        kind: the class of the profile.
    """
    try:
        merged, inherited = _tree(profile_id)
    except _NotPlain:  # somebody has changed it
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
    root = read_plain_yaml(text, name)
    if root is None or not isinstance(root.value, dict):
        raise _NotPlain
    return root

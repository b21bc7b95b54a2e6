"""Changing some keys of a profile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from mayi_rules.arguments import expect
from mayi_rules.documents.nodes import MAX_NESTED, Node, node_from_python
from mayi_rules.errors import Fault, ProfileError
from mayi_rules.profile.language.model import P
from mayi_rules.profile.language.plain import profile_to_plain
from mayi_rules.profile.loading.inheritance import merge, spread_groups
from mayi_rules.profile.loading.layers import Loaded, finish
from mayi_rules.profile.loading.validation import schema_faults
from mayi_rules.reasons import Source


def override_profile(profile: P, changes: Mapping[str, Any], *, new_id: str | None = None) -> P:
    """A profile with some keys changed; see `Profile.override`."""
    expect("changes", changes, Mapping, "a mapping of key paths to values ({'buying.penalty_cards': 2})")
    expect("id", new_id, (str, type(None)), "a text or None")
    label = "override"
    faults: list[Fault] = []
    nested = _nested(changes, faults)
    if new_id is not None:
        nested["id"] = new_id
    over, found = node_from_python(nested, label)
    faults += found
    if "extends" in nested:
        message = "an override changes a profile; it does not extend another"
        faults.append(Fault(message, rule="override.extends", path="extends", source=Source(label)))
    if over is not None:
        faults += schema_faults(over, partial=True)
    if faults or over is None:
        raise ProfileError(faults)
    merged, faults = merge(tree_of(profile), spread_groups(over))
    loaded = Loaded(label=label, kind=type(profile), faults=faults)
    if not faults:
        finish(loaded, merged)
    if loaded.profile is None:
        raise ProfileError(loaded.faults)
    # Without an id of its own the changed profile stands in the place of this one.
    return attrs.evolve(loaded.profile, base=profile.base if new_id is None else profile)


def tree_of(profile: P) -> Node:
    """The tree of a profile, every value with the place where it was written."""
    root, _ = node_from_python(profile_to_plain(profile), "")
    assert root is not None
    for path, node in root.walk():
        if path in profile.sources:
            node.key_source = node.source = profile.sources[path]
    return root


def _nested(changes: Mapping[str, Any], faults: list[Fault]) -> dict[str, Any]:
    """Key paths and nested mappings as one nested mapping."""
    tree: dict[str, Any] = {}
    source = Source("override")

    def put(place: dict[str, Any], name: Any, value: Any, path: str) -> None:
        # Numbers of rounds and players are the same keys with and without quotes.
        name = str(name) if type(name) is int else name
        if isinstance(value, Mapping) and isinstance(place.setdefault(name, {}), dict):
            for below, item in value.items():
                put(place[name], below, item, f"{path}.{below}")
        elif name in place:
            faults.append(Fault(f"{path} is given twice", rule="override.twice", path=path, source=source))
        else:
            place[name] = value

    _, found = node_from_python(changes, source.label)
    faults += found
    if found:
        return tree
    for path, value in changes.items():
        steps = str(path).split(".")
        if len(steps) > MAX_NESTED:
            faults.append(Fault(f"{path} is no key", rule="schema.unknown_key", path=str(path), source=source))
            continue
        for step in reversed(steps[1:]):
            value = {step: value}  # noqa: PLW2901 - wrapped from the inside out
        put(tree, steps[0], value, steps[0])
    return tree

"""Loading, changing and writing profiles."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from mayi_rules.errors import Fault, ProfileError
from mayi_rules.profile.describing import nearest
from mayi_rules.profile.inheriting import merge, spread_groups
from mayi_rules.profile.locate import bundled_file, bundled_profiles
from mayi_rules.profile.model import Profile
from mayi_rules.profile.nodes import MOST_NESTED, Node, node_from_python
from mayi_rules.profile.reading import MOST_BYTES, read_yaml, size_fault
from mayi_rules.reasons import Source

_ID = re.compile(r"[A-Za-z0-9-]+")


@attrs.define(kw_only=True)
class Loaded:
    """What loading found.

    Attributes:
        label: the name of the file, mapping or bundled profile that was asked for.
        profile: the profile, or None when there are faults.
        faults: everything that is wrong.
        top: the tree of the file itself, groups spread; None when it cannot be read.
        inherited: the merged tree of what it extends, or None.
    """

    label: str
    profile: Profile | None = None
    faults: list[Fault] = attrs.field(factory=list)
    top: Node | None = None
    inherited: Node | None = None


@attrs.frozen
class _Place:
    """A file that holds a profile: where it is, and the name that people see."""

    file: Path
    label: str
    is_bundled: bool = False


def load_profile(source: str | os.PathLike[str] | Mapping[str, Any], *, label: str | None = None) -> Profile:
    """Load a profile.

    Args:
        source: a bundled id (letters, digits and `-` only), a path to a YAML file, or a mapping.
        label: names the source in errors and reasons; by default the file's name as given.

    Raises:
        ProfileError: with everything that is wrong.
    """
    if isinstance(source, str) and label is None and source in bundled_profiles():
        return _bundled_profile(source)
    loaded = load_with_faults(source, label=label)
    if loaded.profile is None or loaded.faults:
        raise ProfileError(loaded.faults)
    return loaded.profile


@cache
def _bundled_profile(profile_id: str) -> Profile:
    loaded = load_with_faults(profile_id)
    if loaded.profile is None or loaded.faults:
        raise ProfileError(loaded.faults)
    return loaded.profile


def load_with_faults(
    source: str | os.PathLike[str] | Mapping[str, Any], *, label: str | None = None
) -> Loaded:
    """Load a profile and collect its faults instead of raising them; arguments as for `load_profile`."""
    if isinstance(source, Mapping):
        loaded = Loaded(label=label or "mapping")
        top, loaded.faults = node_from_python(source, loaded.label)
        place = None
    else:
        place, loaded = _place_of(source, label)
        top = _read(place, loaded.faults) if place else None
    if top is not None:
        _complete(loaded, top, place)
    return loaded


def _place_of(source: str | os.PathLike[str], label: str | None) -> tuple[_Place | None, Loaded]:
    text = os.fspath(source)
    if isinstance(text, bytes):
        text = os.fsdecode(text)
    if isinstance(source, str) and _ID.fullmatch(text):
        bundled = bundled_file(text)
        if bundled is None:
            name = label or text
            return None, Loaded(label=name, faults=[_unknown_id(text, Source(name))])
        place = _Place(bundled, label or bundled.name, is_bundled=True)
        return place, Loaded(label=place.label)
    # An absolute path says where somebody's files lie; its last part is enough to know the file by.
    name = label or (Path(text).name or text if Path(text).is_absolute() else text)
    return _Place(Path(text), name), Loaded(label=name)


def _unknown_id(profile_id: str, source: Source) -> Fault:
    near = nearest(profile_id.lower(), bundled_profiles())
    hint = f"did you mean {near}? " if near else ""
    return Fault(
        f"there is no bundled profile {profile_id}; {hint}There are {', '.join(bundled_profiles())}. "
        f"A file is named with its ending or folder (./{profile_id}.yaml)",
        rule="loading.unknown_id",
        source=source,
    )


def _read(place: _Place, faults: list[Fault]) -> Node | None:
    source = Source(place.label)
    try:
        if not place.file.is_file():
            what = "is not a file" if place.file.exists() else "does not exist"
            faults.append(Fault(f"the file {place.label!r} {what}", rule="loading.no_file", source=source))
            return None
        if place.file.stat().st_size > MOST_BYTES:
            faults.append(size_fault(place.label))
            return None
        with place.file.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        faults.append(Fault(f"the file cannot be read: {why}", rule="loading.no_file", source=source))
        return None
    root, found = read_yaml(data, place.label)
    faults.extend(found)
    return root


def _complete(loaded: Loaded, top: Node, place: _Place | None) -> None:
    """Check every layer, merge them and make the profile."""
    from mayi_rules.profile.validating import schema_faults

    layers = [top]
    places = [place]
    seen = [_identity(place)]
    while True:
        root = layers[-1]
        extends = root.value.get("extends") if isinstance(root.value, dict) else None
        in_mapping = places[-1] is None
        loaded.faults += schema_faults(root, partial=in_mapping and extends is not None)
        if extends is None or not isinstance(extends.value, str):
            break
        following = _extended(extends, places[-1], loaded.faults)
        if following is None:
            break
        if _identity(following) in seen:
            chain = [one.label for one in places if one] + [following.label]
            message = f"extends goes round in a circle: {' → '.join(chain)}"
            loaded.faults.append(Fault(message, rule="inheriting.cycle", path="extends", source=extends.key_source))
            break
        read = _read(following, loaded.faults)
        if read is None:
            break
        layers.append(read)
        places.append(following)
        seen.append(_identity(following))
    _sort(loaded.faults, [one.label if one else loaded.label for one in places])
    if isinstance(top.value, dict):
        loaded.top = spread_groups(top)
    if loaded.faults:
        return
    merged: Node | None = None
    for layer in reversed(layers):
        loaded.inherited = merged
        spread = spread_groups(layer)
        if merged is None:
            merged = spread
        else:
            merged, faults = merge(merged, spread)
            loaded.faults += faults
    if merged is not None and not loaded.faults:
        _finish(loaded, merged)


def _finish(loaded: Loaded, merged: Node) -> None:
    from mayi_rules.profile.consistency import consistency_faults
    from mayi_rules.profile.structuring import profile_from_tree

    profile = profile_from_tree(merged)
    loaded.faults += consistency_faults(profile, label=loaded.label)
    if not loaded.faults:
        loaded.profile = profile


def _identity(place: _Place | None) -> str:
    return os.path.realpath(place.file) if place else ""


def _sort(faults: list[Fault], labels: list[str]) -> None:
    def order(fault: Fault) -> tuple[int, int, int]:
        source = fault.source
        if source is None:
            return 0, 0, 0
        layer = labels.index(source.label) if source.label in labels else len(labels)
        return layer, source.line or 0, source.column or 0

    faults.sort(key=order)


def _extended(extends: Node, place: _Place | None, faults: list[Fault]) -> _Place | None:
    """The file that `extends` names, or None with a fault."""
    text: str = extends.value

    def refuse(message: str, rule: str) -> None:
        faults.append(Fault(message, rule=f"inheriting.{rule}", path="extends", source=extends.source))

    if _ID.fullmatch(text):
        bundled = bundled_file(text)
        if bundled is None:
            faults.append(_unknown_id(text, extends.source))
            return None
        return _Place(bundled, bundled.name, is_bundled=True)
    if place is None:
        refuse(f"a mapping extends bundled profiles only ({', '.join(bundled_profiles())}), not {text!r}", "mapping")
        return None
    if "\0" in text or Path(text).is_absolute():
        refuse(f"extends is a bundled id or a path relative to this file, not {text!r}", "path")
        return None
    folder = Path(os.path.realpath(place.file.parent))
    target = Path(os.path.realpath(folder / text))
    if not target.is_relative_to(folder):
        refuse(f"extends may not leave the folder of the file: {text!r}", "path")
        return None
    if place.is_bundled:
        return _Place(target, target.name, is_bundled=True)
    return _Place(target, os.path.join(os.path.dirname(place.label), text))  # noqa: PTH118, PTH120 - names, not paths


def override_profile(profile: Profile, changes: Mapping[str, Any], *, new_id: str | None = None) -> Profile:
    """A profile with some keys changed; see `Profile.override`."""
    from mayi_rules.profile.validating import schema_faults

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
    faults += schema_faults(over, partial=True)
    if faults:
        raise ProfileError(faults)
    merged, faults = merge(tree_of(profile), spread_groups(over))
    loaded = Loaded(label=label, faults=faults)
    if not faults:
        _finish(loaded, merged)
    if loaded.profile is None:
        raise ProfileError(loaded.faults)
    return loaded.profile


def tree_of(profile: Profile) -> Node:
    """The tree of a profile, every value with the place where it was written."""
    root, _ = node_from_python(profile.to_dict(), "")
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
        if len(steps) > MOST_NESTED:
            faults.append(Fault(f"{path} is no key", rule="schema.unknown_key", path=str(path), source=source))
            continue
        for step in reversed(steps[1:]):
            value = {step: value}  # noqa: PLW2901 - wrapped from the inside out
        put(tree, steps[0], value, steps[0])
    return tree


def dump_profile(profile: Profile) -> str:
    """The profile as complete YAML, without `extends`; it loads again and has the same digest."""
    from mayi_rules.profile.writing import to_yaml

    return to_yaml(profile)

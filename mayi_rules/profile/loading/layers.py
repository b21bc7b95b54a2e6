"""From a bundled id, a file or a mapping to a profile: reading, checking and merging every layer."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Generic

import attrs

from mayi_rules.arguments import cut, expect
from mayi_rules.documents.files import UnreadableError, read_file, reading
from mayi_rules.documents.nodes import Node, node_from_python
from mayi_rules.documents.suggest import did_you_mean, nearest
from mayi_rules.documents.yaml_reader import MAX_BYTES, read_yaml
from mayi_rules.errors import Fault, ProfileError
from mayi_rules.profile.language.model import P
from mayi_rules.profile.loading.bundled import bundled_file, bundled_profiles
from mayi_rules.profile.loading.inheritance import merge, spread_groups
from mayi_rules.profile.loading.structure import profile_from_tree
from mayi_rules.reasons import Source

_ID = re.compile(r"[A-Za-z0-9-]+")


@attrs.define(kw_only=True)
class Loaded(Generic[P]):
    """What loading found.

    Attributes:
        label: the name of the file, mapping or bundled profile that was asked for.
        kind: the class of the profile.
        profile: the profile, or None when there are faults.
        faults: everything that is wrong.
        top: the tree of the file itself, groups spread; None when it cannot be read.
        inherited: the merged tree of what it extends, or None.
    """

    label: str
    kind: type[P]
    profile: P | None = None
    faults: list[Fault] = attrs.field(factory=list)
    top: Node | None = None
    inherited: Node | None = None


@attrs.frozen
class _Place:
    """A file that holds a profile: where it is, and the name that people see."""

    file: Path
    label: str
    is_bundled: bool = False


def load(source: str | os.PathLike[str] | Mapping[str, Any], kind: type[P], *, label: str | None = None) -> P:
    """Load a profile.

    Args:
        source: as for `load_profile`.
        kind: the class of the profile.
        label: as for `load_profile`.

    Raises:
        ProfileError: with everything that is wrong.
    """
    loaded = load_with_faults(source, kind, label=label)
    if loaded.profile is None or loaded.faults:
        raise ProfileError(loaded.faults)
    return loaded.profile


def load_with_faults(
    source: str | os.PathLike[str] | Mapping[str, Any], kind: type[P], *, label: str | None = None
) -> Loaded[P]:
    """Load a profile and collect its faults instead of raising them; arguments as for `load`."""
    wanted = "the id of a bundled profile, a path to a YAML file, or a mapping"
    expect("source", source, (str, bytes, os.PathLike, Mapping), wanted)
    expect("label", label, (str, type(None)), "a text or None")
    place: _Place | None = None
    top: Node | None
    loaded: Loaded[P]
    if isinstance(source, Mapping):
        loaded = Loaded(label=label or "mapping", kind=kind)
        top, loaded.faults = node_from_python(source, loaded.label)
    else:
        place, name, lacking = _place_of(source, label)
        loaded = Loaded(label=name, kind=kind, faults=lacking)
        top = _read(place, loaded.faults) if place else None
    if top is not None:
        _complete(loaded, top, place)
    return loaded


def _place_of(source: str | os.PathLike[str], label: str | None) -> tuple[_Place | None, str, list[Fault]]:
    """The file that is meant, its name for people, and what is wrong when there is none."""
    text = os.fspath(source)
    if isinstance(text, bytes):
        text = os.fsdecode(text)
    if isinstance(source, str) and _ID.fullmatch(text):
        bundled = bundled_file(text)
        if bundled is None:
            name = label or text
            return None, name, [_unknown_id(text, Source(name))]
        place = _Place(bundled, label or bundled.name, is_bundled=True)
        return place, place.label, []
    # An absolute path says where somebody's files lie; its last part is enough to know the file by.
    name = label or (Path(text).name or text if Path(text).is_absolute() else text)
    return _Place(Path(text), name), name, []


def _unknown_id(profile_id: str, source: Source) -> Fault:
    hint = did_you_mean(nearest(profile_id.lower(), bundled_profiles()))
    ids = f"{'The' if hint else 'the'} bundled ones are {', '.join(bundled_profiles())}"
    return Fault(
        f"there is no bundled profile {cut(profile_id)}{hint or ';'} {ids}. "
        f"A file is named with its ending or folder (./{cut(profile_id)}.yaml)",
        rule="loading.unknown_id",
        source=source,
    )


def _read(place: _Place, faults: list[Fault]) -> Node | None:
    source = Source(place.label)
    try:
        with reading():
            is_file, is_there = place.file.is_file(), place.file.exists()
        if not is_file:
            what = "is not a file" if is_there else "does not exist"
            faults.append(Fault(f"the file {place.label!r} {what}", rule="loading.no_file", source=source))
            return None
        data = read_file(place.file, MAX_BYTES)
    except UnreadableError as error:
        faults.append(Fault(str(error), rule="loading.no_file", source=source))
        return None
    root, found = read_yaml(data, place.label)
    faults.extend(found)
    return root


def _complete(loaded: Loaded[P], top: Node, place: _Place | None) -> None:
    """Check every layer, merge them and make the profile."""
    layers = [top]
    places = [place]
    is_whole = False
    seen = [_identity(place)]
    while True:
        root = layers[-1]
        extends = root.value.get("extends") if isinstance(root.value, dict) else None
        here = places[-1]
        # The bundled files are checked by the tests, and importing jsonschema takes longer than all the rest.
        if here is None or not here.is_bundled:
            from mayi_rules.profile.loading.validation import schema_faults  # which the bundled files do not need

            loaded.faults += schema_faults(root, partial=here is None and extends is not None)
        if extends is None or not isinstance(extends.value, str):
            is_whole = extends is None
            break
        following = _extended(extends, here, loaded.faults)
        if following is None:
            break
        if _identity(following) in seen:
            chain = [one.label for one in places if one] + [following.label]
            message = f"extends goes round in a circle: {' → '.join(chain)}"
            loaded.faults.append(Fault(message, rule="inheriting.cycle", path="extends", source=extends.key_source))
            break
        lacking: list[Fault] = []
        read = _read(following, lacking)
        # What is wrong is the line that names a file which is not there; the file itself says nothing.
        loaded.faults += [
            Fault(one.message, rule="inheriting.no_file", path="extends", source=extends.source)
            if one.rule == "loading.no_file"
            else one
            for one in lacking
        ]
        if read is None:
            break
        layers.append(read)
        places.append(following)
        seen.append(_identity(following))
    if isinstance(top.value, dict):
        loaded.top = spread_groups(top)
    merged = _merged(loaded, layers) if is_whole and all(isinstance(one.value, dict) for one in layers) else None
    _sort(loaded.faults, [one.label if one else loaded.label for one in places])
    if merged is not None and not loaded.faults:
        finish(loaded, merged)


def _merged(loaded: Loaded[P], layers: Sequence[Node]) -> Node:
    """The layers as one tree; also of a faulty one, for what is wrong between layers is told with the rest."""
    merged = spread_groups(layers[-1])
    for layer in reversed(layers[:-1]):
        loaded.inherited = merged
        merged, faults = merge(merged, spread_groups(layer))
        loaded.faults += faults
    return merged


def finish(loaded: Loaded[P], merged: Node) -> None:
    """Make the profile of a merged tree, unless its keys contradict one another."""
    from mayi_rules.profile.checks.consistency import consistency_faults

    profile = profile_from_tree(merged, loaded.kind)
    loaded.faults += consistency_faults(profile, label=loaded.label)
    if not loaded.faults:
        base = profile_from_tree(loaded.inherited, loaded.kind) if loaded.inherited is not None else None
        loaded.profile = attrs.evolve(profile, base=base)


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
            message = _unknown_id(text, extends.source).message
            refuse(message, "unknown_id")
            return None
        return _Place(bundled, bundled.name, is_bundled=True)
    if place is None:
        refuse(
            f"a mapping extends bundled profiles only ({', '.join(bundled_profiles())}), not {cut(text)!r}",
            "mapping",
        )
        return None
    if "\0" in text or Path(text).is_absolute():
        refuse(f"extends is a bundled id or a path relative to this file, not {cut(text, 200)!r}", "path")
        return None
    folder = Path(os.path.realpath(place.file.parent))
    target = Path(os.path.realpath(folder / text))
    if not target.is_relative_to(folder):
        refuse(f"extends may not leave the folder of the file: {cut(text, 200)!r}", "path")
        return None
    if place.is_bundled:
        return _Place(target, target.name, is_bundled=True)
    return _Place(target, os.path.join(os.path.dirname(place.label), text))  # noqa: PTH118, PTH120 - names, not paths

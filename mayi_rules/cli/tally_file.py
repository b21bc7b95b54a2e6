"""The file of a score sheet: read strictly, every fault with its place; written so that it survives."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

from mayi_rules.characters import visible_line
from mayi_rules.cli.tally import Tally
from mayi_rules.documents.files import write_file
from mayi_rules.documents.nodes import Node
from mayi_rules.documents.yaml_reader import MAX_BYTES, read_yaml
from mayi_rules.engine.text.names import check_names
from mayi_rules.errors import MayIError, RecordError, format_faults
from mayi_rules.profile.language.descriptions import nearest
from mayi_rules.profile.loading.load import bundled_profiles, load_profile
from mayi_rules.profile.loading.writer import to_yaml
from mayi_rules.reasons import Source

FORMAT_VERSION = 1
_MAX_TEXT = 2_000
_NEEDED = ("score", "seats", "rounds", "profile")
_KEYS = (*_NEEDED, "cuts")


def read_tally(path: Path) -> Tally:
    """Read a score sheet.

    Raises:
        RecordError: the file cannot be read, or is none; with line, round and player where it has them.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise RecordError(f"{Source(str(path))}: the file cannot be read: {error.strerror}") from error
    root, faults = read_yaml(data, str(path))
    if root is None or faults:
        raise RecordError(format_faults(faults))
    values = root.value
    if not isinstance(values, dict) or "score" not in values or values["score"].value != FORMAT_VERSION:
        _fail(f"this is no score sheet: it begins with score: {FORMAT_VERSION}", root.source)
    for key, node in values.items():
        if key not in _KEYS:
            near = nearest(key, _KEYS)
            hint = f"did you mean {near}?" if near else f"it takes {', '.join(_KEYS)}"
            _fail(f"{key} is not a key of a score sheet; {hint}", node.key_source)
    for key in _NEEDED:
        if key not in values:
            _fail(f"{key} is missing", root.source)
    tally = _begun(values)
    for number, node in enumerate(_items(values["rounds"], "rounds"), start=1):
        _read_round(tally, number, node)
    if "cuts" in values:
        _read_cuts(tally, values["cuts"])
    return tally


def _begun(values: dict[str, Node]) -> Tally:
    """The sheet before anything is entered."""
    profile, seats = values["profile"], values["seats"]
    if not isinstance(profile.value, dict) and profile.value not in bundled_profiles():
        _fail("profile is the id of a bundled game, or a whole profile", profile.source)
    with _located(profile.source):
        rules = load_profile(profile.plain())
    names = [node.plain() for node in _items(seats, "seats")]
    with _located(seats.source):
        tally = Tally(rules, check_names(names, stored=True))
        tally.rules(1)
    return tally


def _read_round(tally: Tally, number: int, node: Node) -> None:
    where = f"round {number}"
    if number > tally.max_rounds:
        _fail(f"there is no {where} in this game: it has {tally.max_rounds}", node.source)
    awaited = tally.awaited
    if awaited is not None and awaited[0] != number:
        _fail(f"{where} begins, but in round {awaited[0]} nothing is entered for {awaited[1]}", node.source)
    if not isinstance(node.value, dict) or not node.value:
        _fail(f"{where}: a round says for each player what was left", node.source)
    for name, one in node.value.items():
        if name not in tally.seats:
            _fail(f"{where}: nobody is called {name!r}: the seats are {', '.join(tally.seats)}", one.key_source)
        if not isinstance(one.value, str | int) or isinstance(one.value, bool):
            _fail(f"{where}, {name}: what was left is cards, out or points", one.source)
        if len(str(one.value)) > _MAX_TEXT:
            _fail(f"{where}, {name}: what was left is longer than {_MAX_TEXT} characters", one.source)
        with _located(one.source, f"{where}, {name}: "):
            tally.put(number, name, str(one.value))


def _read_cuts(tally: Tally, node: Node) -> None:
    if not isinstance(node.value, dict):
        _fail("cuts says by round who cut exactly: {1: …}", node.source)
    for key, one in node.value.items():
        if not (key.isascii() and key.isdecimal() and len(key) < 4):
            _fail(f"cuts: {key!r} is no number of a round", one.key_source)
        if one.value not in tally.seats:
            _fail(f"round {key}: no player is called {one.plain()!r}", one.source)
        with _located(one.key_source, f"round {key}, {one.value}: "):
            tally.cut(int(key), one.value)


def _items(node: Node, what: str) -> list[Node]:
    if not isinstance(node.value, list):
        _fail(f"{what} is a list", node.source)
    return node.value


def _fail(message: str, source: Source) -> NoReturn:
    raise RecordError(visible_line(f"{source}: {message}"))


@contextmanager
def _located(source: Source, where: str = "") -> Iterator[None]:
    """What is wrong here is wrong in this place."""
    try:
        yield
    except MayIError as error:
        _fail(f"{where}{error}", source)


def write_tally(path: Path, tally: Tally) -> None:
    """Save a score sheet.

    Raises:
        RecordError: the file cannot be written; what was there is as it was.
    """
    try:
        write_file(path, _text(tally))
    except OSError as error:
        raise RecordError(f"{Source(str(path))}: the file cannot be written: {error.strerror}") from error


def _text(tally: Tally) -> str:
    profile = tally.profile
    lines = [f"score: {FORMAT_VERSION}", f"seats: {_flow(list(tally.seats))}"]
    if tally.cuts:
        lines.append(f"cuts: {_flow({str(number): name for number, name in sorted(tally.cuts.items())})}")
    if tally.rounds:
        rounds = [{name: left.text for name, left in entries.items()} for entries in tally.rounds]
        lines += ["rounds:", *[f"  - {_flow(entries)}" for entries in rounds]]
    else:
        lines.append("rounds: []")
    if profile.id in bundled_profiles() and load_profile(profile.id).digest == profile.digest:
        lines.append(f"profile: {profile.id}")
    else:
        lines += ["profile:", *[f"  {line}" for line in to_yaml(profile, defaults=False).splitlines()]]
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

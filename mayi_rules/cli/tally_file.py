"""The file of a score sheet: read strictly, every fault with its place; written so that it survives."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mayi_rules.cli.tally import Tally
from mayi_rules.documents.files import UnreadableError, read_file, write_file
from mayi_rules.documents.nodes import Node
from mayi_rules.documents.reader import MAX_TEXT, DocumentReader
from mayi_rules.documents.yaml_reader import MAX_BYTES, read_yaml
from mayi_rules.engine.text.names import check_names
from mayi_rules.errors import RecordError, format_faults
from mayi_rules.profile.load import bundled_profiles, load_profile
from mayi_rules.profile.loading.writer import to_yaml
from mayi_rules.reasons import Source

FORMAT_VERSION = 1
_MAX_ROUNDS = 60
_MAX_SEATS = 99
_NEEDED = ("seats", "rounds", "profile")
_KEYS = ("score", *_NEEDED, "cuts")


def read_tally(path: Path) -> Tally:
    """Read a score sheet.

    Raises:
        RecordError: the file cannot be read, or is none; with line, round and player where it has them.
    """
    try:
        data = read_file(path, MAX_BYTES)
    except UnreadableError as error:
        raise RecordError(f"{Source(str(path))}: {error}") from error
    root, faults = read_yaml(data, str(path))
    if root is None or faults:
        raise RecordError(format_faults(faults))
    return _Reader().tally(root)


class _Reader(DocumentReader):
    """Takes a score sheet out of its tree."""

    def tally(self, root: Node) -> Tally:
        written = root.value
        if not isinstance(written, dict) or "score" not in written or written["score"].value != FORMAT_VERSION:
            self.fail(f"this is no score sheet: it begins with score: {FORMAT_VERSION}", root.source)
        values = self.mapping(root, "a score sheet", _KEYS)
        seats, rounds, profile = (self.get(values, key, root) for key in _NEEDED)
        tally = self.begun(profile, seats)
        for number, node in enumerate(self.items(rounds, "rounds", _MAX_ROUNDS), start=1):
            self.read_round(tally, number, node)
        if "cuts" in values:
            self.read_cuts(tally, values["cuts"])
        return tally

    def begun(self, profile: Node, seats: Node) -> Tally:
        """The sheet before anything is entered."""
        if not isinstance(profile.value, dict) and profile.value not in bundled_profiles():
            self.fail("profile is the id of a bundled game, or a whole profile", profile.source)
        with self.placed(profile.source):
            rules = load_profile(profile.plain())
        names = [self.text(node, "a seat") for node in self.items(seats, "seats", _MAX_SEATS)]
        with self.placed(seats.source):
            tally = Tally(rules, check_names(names, stored=True))
            tally.rules(1)
        return tally

    def read_round(self, tally: Tally, number: int, node: Node) -> None:
        where = f"round {number}"
        if number > len(tally.profile.rounds):
            self.fail(f"there is no {where} in this game: it has {len(tally.profile.rounds)}", node.source)
        awaited = tally.awaited
        if awaited is not None and awaited[0] != number:
            self.fail(f"{where} begins, but in round {awaited[0]} nothing is entered for {awaited[1]}", node.source)
        if not isinstance(node.value, dict) or not node.value:
            self.fail(f"{where}: a round says for each player what was left", node.source)
        for name, one in node.value.items():
            if name not in tally.seats:
                seats = ", ".join(tally.seats)
                self.fail(f"{where}: nobody is called {name!r}: the seats are {seats}", one.key_source)
            if not isinstance(one.value, str | int) or isinstance(one.value, bool):
                self.fail(f"{where}, {name}: what was left is cards, out or points", one.source)
            if len(str(one.value)) > MAX_TEXT:
                self.fail(f"{where}, {name}: what was left is longer than {MAX_TEXT} characters", one.source)
            with self.placed(one.source, f"{where}, {name}: "):
                tally.put(number, name, str(one.value))

    def read_cuts(self, tally: Tally, node: Node) -> None:
        if not isinstance(node.value, dict):
            self.fail("cuts says by round who cut exactly: {1: …}", node.source)
        for key, one in node.value.items():
            if not (key.isascii() and key.isdecimal() and len(key) < 4):
                self.fail(f"cuts: {key!r} is no number of a round", one.key_source)
            if one.value not in tally.seats:
                self.fail(f"round {key}: no player is called {one.plain()!r}", one.source)
            with self.placed(one.key_source, f"round {key}, {one.value}: "):
                tally.cut(int(key), one.value)


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

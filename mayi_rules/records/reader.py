"""Reading records: strict YAML or JSON, every value checked, then played again."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import evolve

from mayi_rules.arguments import expect
from mayi_rules.cards import parse_cards
from mayi_rules.documents.files import UnreadableError, read_file
from mayi_rules.documents.nodes import Node, node_from_python
from mayi_rules.documents.reader import DocumentReader, describe_node
from mayi_rules.documents.yaml_reader import read_yaml, size_fault
from mayi_rules.engine.caps import TURN_CAP
from mayi_rules.engine.state.plain import state_from_plain
from mayi_rules.engine.state.values import Chance
from mayi_rules.engine.text.names import check_names
from mayi_rules.errors import Fault, RecordError, format_faults
from mayi_rules.profile.load import load_profile
from mayi_rules.profile.profile import Profile
from mayi_rules.reasons import Source
from mayi_rules.records.checksum import NOT_AS_WRITTEN, is_as_written
from mayi_rules.records.epoch import Counters
from mayi_rules.records.record import Record, RecordedMove, RecordedRound
from mayi_rules.records.replay import Verify, check_record
from mayi_rules.records.writer import FORMAT_VERSION

MAX_BYTES = 4 * 1024 * 1024
MAX_NODES = 400_000
MAX_ROUNDS = 1000
MAX_CARDS = 2_000

_TOP = (
    "record", "rules_version", "comment", "seats", "dealer", "profile_digest", "profile", "rounds", "digest",
    "snapshot", "turn_cap", "checksum", "counters",
    "policies",
)  # fmt: skip
_ROUND = ("round", "comment", "deck", "recycled", "moves", "scores")
_ID = re.compile(r"[A-Za-z0-9-]+")
_DIGEST = re.compile(r"[0-9a-f]{64}")


def load_record(
    source: str | os.PathLike[str] | Mapping[str, Any], *, verify: str = Verify.STRICT, label: str | None = None
) -> Record:
    """Read a record and play it again.

    Args:
        source: a path, the text of a record (anything with a line break in it, or JSON), or plain values.
        verify: `strict`: moves, scores, digests and the snapshot must agree; `moves`: only the moves must, what else
            does not agree is in `disagreements`; `none`: nothing is played. Of a record that was played under
            another version of the rules nothing must agree: what does not is in `disagreements`.
        label: names the source in messages; by default the path as given.

    Raises:
        RecordError: it cannot be read or does not agree, with the number of round and move.
    """
    mode = Verify(verify)
    wanted = "a path to a record, the text of one, or a mapping"
    expect("source", source, (str, os.PathLike, Mapping), wanted)
    expect("label", label, (str, type(None)), "a text or None")
    if isinstance(source, Mapping):
        name = label or "mapping"
        root, faults = node_from_python(source, name, max_nodes=MAX_NODES)
    else:
        data, name = _bytes_of(source, label)
        root, faults = read_yaml(data, name, max_bytes=MAX_BYTES, max_nodes=MAX_NODES)
    try:
        record = _record(root, faults, name)
    except RecordError as error:
        if root is None or not isinstance(root.value, dict) or is_as_written(root.plain()) is not False:
            raise
        raise RecordError(f"{error}{NOT_AS_WRITTEN}", round=error.round, move=error.move) from error
    if mode is Verify.NONE:
        return record
    replayed = check_record(record, mode)
    record = evolve(record, disagreements=tuple(replayed.disagreements))
    record.keep_replayed(replayed, mode)
    return record


def _record(root: Node | None, faults: list[Fault], name: str) -> Record:
    if root is None or faults:
        raise RecordError(format_faults(faults))
    return _Reader(name).record(root)


def dump_record(record: Record) -> str:
    """The record as YAML; `load_record` reads it back."""
    expect("record", record, Record, "a Record, as game.record")
    return record.to_yaml()


def _bytes_of(source: str | os.PathLike[str], label: str | None) -> tuple[bytes, str]:
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("{")):
        return source.encode("utf-8", "surrogatepass"), label or "text"
    path = Path(source)
    name = label or (path.name if path.is_absolute() else os.fspath(source))
    try:
        data = read_file(path, MAX_BYTES)
    except UnreadableError as error:
        raise RecordError(f"{Source(name)}: {error}") from error
    if len(data) > MAX_BYTES:
        raise RecordError(str(size_fault(name, MAX_BYTES)))
    return data, name


class _Reader(DocumentReader):
    """Takes a record out of its tree."""

    def __init__(self, label: str) -> None:
        self.label = label
        self.round: int | None = None
        self.move: int | None = None

    def where(self) -> str:
        """The round, and in it the move."""
        if self.round is None:
            return ""
        number = f", move {self.move} ({self.round}.{self.move})" if self.move is not None else ""
        return f"round {self.round}{number}: "

    def error(self, message: str) -> RecordError:
        """The error with the round and the move."""
        return RecordError(message, round=self.round, move=self.move)

    def cards(self, node: Node, what: str) -> bytes:
        text = self.text(node, what, 4 * MAX_CARDS)
        with self.placed(node.source):
            return bytes(parse_cards(text))

    def record(self, root: Node) -> Record:
        if isinstance(root.value, dict) and "record" not in root.value:
            self.fail(f"this is no record: it begins with record: {FORMAT_VERSION}", root.source)
        values = self.mapping(root, "a record")
        version = self.whole(values.get("record", root), "record", 1)
        if version != FORMAT_VERSION:
            message = f"the record has format {version}; this release reads {FORMAT_VERSION}"
            self.fail(f"{message}: a newer release wrote it", values["record"].source)
        self.mapping(root, "a record", _TOP)
        rules_version = values.get("rules_version")
        if "checksum" in values:
            self.digest(values["checksum"], "checksum")
        seats = self.get(values, "seats", root)
        called = [self.text(one, "a seat") for one in self.items(seats, "seats", 99)]
        with self.placed(seats.source):
            names = check_names(called, stored=True)
        dealer = self.get(values, "dealer", root)
        profile, digest = self.profile(values, root)
        rounds = self.get(values, "rounds", root)
        played = []
        for number, one in enumerate(self.items(rounds, "rounds", MAX_ROUNDS), start=1):
            self.round = number
            played.append(self.one_round(one, number))
        self.round = None
        if not played:
            self.fail("a record has at least one round", rounds.source)
        snapshot = self.snapshot(values["snapshot"], profile, names, len(played)) if "snapshot" in values else None
        return Record(
            profile=profile,
            profile_digest=digest,
            seats=names,
            dealer=self.text(dealer, "dealer"),
            rounds=tuple(played),
            rules_version=1 if rules_version is None else self.whole(rules_version, "rules_version", 1),
            digest=self.digest(values["digest"], "digest") if "digest" in values else None,
            snapshot=snapshot,
            is_as_written=is_as_written(root.plain()),
            counters=self.counters(values["counters"]) if "counters" in values else None,
            policies=self.policies(values["policies"], names) if "policies" in values else {},
            turn_cap=self.turn_cap(values["turn_cap"]) if "turn_cap" in values else TURN_CAP,
            comment=self.text(values["comment"], "comment") if "comment" in values else "",
            places={key: node.key_source for key, node in values.items()},
        )

    def counters(self, node: Node) -> Counters:
        values = self.mapping(node, "counters", ("game", "version", "events"))
        game, *numbers = (self.get(values, key, node) for key in ("game", "version", "events"))
        version, events = (self.whole(one, "a counter", 0, 1 << 53) for one in numbers)
        return Counters(self.text(game, "game", 64), version, events)

    def policies(self, node: Node, names: tuple[str, ...]) -> dict[str, str]:
        found = {}
        for name, one in self.mapping(node, "policies").items():
            if name not in names:
                self.fail(f"policies names {name}, who has no seat", one.key_source)
            found[name] = self.text(one, "the name of a policy", 200)
        return found

    def turn_cap(self, node: Node) -> int | None:
        return None if node.value is None else self.whole(node, "turn_cap", 1)

    def snapshot(self, node: Node, profile: Profile, names: tuple[str, ...], rounds: int) -> dict[str, Any]:
        """The snapshot, which must be a position of this game even where nobody needs it."""
        self.mapping(node, "snapshot")
        plain: dict[str, Any] = node.plain()
        with self.placed(node.source):
            state = state_from_plain(plain, profile, Chance(None))
        if state.players != len(names):
            self.fail(f"the snapshot has {state.players} hands, but there are {len(names)} seats", node.source)
        if state.round != rounds:
            self.fail(f"the snapshot is of round {state.round}, but the last one is {rounds}", node.source)
        return plain

    def digest(self, node: Node, what: str) -> str:
        text = self.text(node, what)
        if not _DIGEST.fullmatch(text):
            self.fail(f"{what} is {describe_node(node)}; it is 64 hexadecimal digits", node.source)
        return text

    def profile(self, values: dict[str, Node], root: Node) -> tuple[Profile, str]:
        node = self.get(values, "profile", root)
        if not isinstance(node.value, dict) and not (isinstance(node.value, str) and _ID.fullmatch(node.value)):
            self.fail(f"profile is {describe_node(node)}; it is a mapping, or the id of a bundled one", node.source)
        with self.placed(node.source, "the profile cannot be used: "):
            profile = load_profile(node.plain(), label=f"{self.label}: profile")
        if "profile_digest" not in values:
            return profile, profile.digest
        return profile, self.digest(values["profile_digest"], "profile_digest")

    def one_round(self, node: Node, number: int) -> RecordedRound:
        values = self.mapping(node, "a round", _ROUND)
        if "round" in values and self.whole(values["round"], "round", 1) != number:
            self.fail(f"round {number} is called {values['round'].value}", values["round"].source)
        recycled = self.items(values["recycled"], "recycled", MAX_CARDS) if "recycled" in values else []
        scores = None
        if "scores" in values:
            entries = self.mapping(values["scores"], "scores")
            scores = {name: self.whole(one, f"the score of {name}", -(10**6)) for name, one in entries.items()}
        return RecordedRound(
            deck=self.cards(self.get(values, "deck", node), "deck"),
            recycled=tuple(self.cards(one, "a recycled order") for one in recycled),
            moves=tuple(self.moves(values["moves"])) if "moves" in values else (),
            scores=scores,
            comment=self.text(values["comment"], "comment") if "comment" in values else "",
            source=node.source,
        )

    def moves(self, node: Node) -> list[RecordedMove]:
        found = []
        for number, one in enumerate(self.items(node, "moves", MAX_NODES), start=1):
            self.move = number
            text = self.text(one, "a move")
            name, mark, rest = text.partition(":")
            move, _, comment = rest.partition("#")
            found.append(RecordedMove(f"{name.strip()}{mark} {move.strip()}".rstrip(), comment.strip(), one.source))
        self.move = None
        return found

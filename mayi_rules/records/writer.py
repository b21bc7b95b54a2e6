"""Writing records as YAML and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from attrs import asdict

from mayi_rules.cards import format_cards
from mayi_rules.engine.caps import TURN_CAP
from mayi_rules.profile.digest import written_profile
from mayi_rules.profile.loading.writer import to_yaml as profile_to_yaml
from mayi_rules.records.checksum import checksum_of

if TYPE_CHECKING:
    from mayi_rules.records.record import Record, RecordedRound
    from mayi_rules.typed import RecordDict, RecordedRoundDict

FORMAT_VERSION = 1
"""The version of the format; a later one is refused."""


def record_to_plain(record: Record) -> RecordDict:
    """The record as plain values, as YAML and JSON have them."""
    values: dict[str, Any] = {"record": FORMAT_VERSION, "rules_version": record.rules_version}
    if record.comment:
        values["comment"] = record.comment
    if record.turn_cap != TURN_CAP:
        values["turn_cap"] = record.turn_cap
    values |= {
        "seats": list(record.seats),
        "dealer": record.dealer,
        "profile_digest": record.profile_digest,
        "profile": written_profile(record.profile),
        "rounds": [_round_to_plain(number, one) for number, one in enumerate(record.rounds, start=1)],
    }
    if record.digest is not None:
        values["digest"] = record.digest
    if record.snapshot is not None:
        values["snapshot"] = record.snapshot
    if record.counters is not None:
        values["counters"] = asdict(record.counters)
    if record.policies:
        values["policies"] = dict(record.policies)
    return cast("RecordDict", values | {"checksum": checksum_of(values)})


def _round_to_plain(number: int, one: RecordedRound) -> RecordedRoundDict:
    values: dict[str, Any] = {"round": number}
    if one.comment:
        values["comment"] = one.comment
    values["deck"] = format_cards(one.deck)
    if one.recycled:
        values["recycled"] = [format_cards(order) for order in one.recycled]
    values["moves"] = [str(move) for move in one.moves]
    if one.scores is not None:
        values["scores"] = dict(one.scores)
    return cast("RecordedRoundDict", values)


def to_json(record: Record) -> str:
    """The record as JSON."""
    return json.dumps(record_to_plain(record), ensure_ascii=False, indent=1) + "\n"


def to_yaml(record: Record) -> str:
    """The record as YAML: the game first, move by move, then the rules that it was played under."""
    values: dict[str, Any] = {**record_to_plain(record)}
    del values["profile"]
    rounds = values.pop("rounds")
    last = {key: values.pop(key) for key in ("digest", "snapshot", "counters", "policies", "checksum") if key in values}
    lines = [f"{key}: {_flow(value)}" for key, value in values.items()]
    lines.append("rounds:")
    for one in rounds:
        mark = "  - "
        for key, value in one.items():
            if isinstance(value, list) and value:
                lines.append(f"{mark}{key}:")
                lines += [f"      - {_flow(item)}" for item in value]
            else:
                lines.append(f"{mark}{key}: {_flow(value)}")
            mark = "    "
    lines += [f"{key}: {_flow(value)}" for key, value in last.items()]
    lines.append("profile:")
    lines += [f"  {line}" if line else "" for line in profile_to_yaml(record.profile, defaults=False).splitlines()]
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    """A value in one line: as JSON, which is YAML too."""
    return json.dumps(value, ensure_ascii=False)

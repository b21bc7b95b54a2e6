"""The checksum of a record: it tells a file that was damaged from one that the rules play otherwise today."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

NOT_AS_WRITTEN = " (by its checksum the record was changed or damaged since it was saved)"
"""Follows whatever is wrong with such a record."""

_COMMENTS = ("comment", "checksum")
"""What anybody may write into a record without its being another game."""


def checksum_of(values: Mapping[str, Any]) -> str:
    """SHA-256 (hex) of what a record says, as canonical JSON; comments and formatting do not count.

    Args:
        values: the record as plain values, as it is written or as it was read.
    """
    plain = {name: one for name, one in values.items() if name not in _COMMENTS}
    if isinstance(rounds := plain.get("rounds"), list):
        plain["rounds"] = [_round(one) if isinstance(one, Mapping) else one for one in rounds]
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def is_as_written(values: Mapping[str, Any]) -> bool | None:
    """Whether the checksum is that of what a record says; None where it has none.

    Args:
        values: the record as plain values, as it was read.
    """
    return None if "checksum" not in values else bool(values["checksum"] == checksum_of(values))


def _round(one: Mapping[str, Any]) -> dict[str, Any]:
    plain = {name: value for name, value in one.items() if name not in _COMMENTS}
    if isinstance(moves := plain.get("moves"), list):
        plain["moves"] = [" ".join(move.partition("#")[0].split()) if isinstance(move, str) else move for move in moves]
    return plain

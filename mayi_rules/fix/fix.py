"""A fix: a small change under which a refused move would be legal."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import attrs

from mayi_rules.reasons import Source

if TYPE_CHECKING:
    from mayi_rules.typed import FixDict


class FixKind(StrEnum):
    """What a fix changes, the smallest change first."""

    MOVE = "move"
    """The move itself: a card more or less, another meld on the table, a near opening, a role that was left open."""
    LATER = "later"
    """Nothing but the time: after drawing or opening, in the player's own or next turn, when a card is on offer."""
    HAND = "hand"
    """The hand: a card more or less."""
    RULE = "rule"
    """One key of the profile."""
    RULES = "rules"
    """Two keys of the profile together; proposed only where nothing smaller was found."""


@attrs.frozen(kw_only=True)
class Fix:
    """A small change under which a refused move is legal; the engine has said so of the changed position.

    Attributes:
        kind: what is changed.
        text: the change for people, to be read after "It would be legal".
        move: the move that is legal then, in notation.
        key: the profile key that is changed, of the round where the round has its own; None unless `kind` is `rule`.
        value: its new value as YAML has it.
        changes: all profile keys that are changed, with their new values; `profile.override` takes them.
        source: where the present value was written, or None (a default, or no rule).
        proved: the engine accepted the move after the change; always true, for nothing else is proposed.
    """

    kind: FixKind
    text: str
    move: str
    key: str | None = None
    value: Any = None
    changes: dict[str, Any] = attrs.field(factory=dict)
    source: Source | None = None
    proved: bool = True

    def to_dict(self) -> FixDict:
        """The fix as plain values."""
        return {
            "kind": self.kind.value,
            "text": self.text,
            "move": self.move,
            "key": self.key,
            "value": self.value,
            "changes": self.changes,
            "source": str(self.source) if self.source else None,
            "proved": self.proved,
        }

    def __str__(self) -> str:
        return self.text


class Budget:
    """How many positions may still be checked for one refused move, so that an answer never takes long."""

    __slots__ = ("left",)

    def __init__(self, checks: int) -> None:
        self.left = checks

    def spend(self) -> bool:
        """Take one check; False when none is left."""
        self.left -= 1
        return self.left >= 0

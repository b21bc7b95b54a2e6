"""The kinds of melds as objects: what differs between sets and runs is asked of `meld.form`."""

from __future__ import annotations

from mayi_rules.melds.kinds.kind import Kind
from mayi_rules.melds.kinds.run import RunKind
from mayi_rules.melds.kinds.set import SetKind
from mayi_rules.profile.language.choices import MeldKind

SET = SetKind()
RUN = RunKind()

KIND_OF: dict[MeldKind, Kind] = {kind.word: kind for kind in (SET, RUN)}
"""The kind that a contract or a text names."""

__all__ = ["KIND_OF", "RUN", "SET", "Kind", "RunKind", "SetKind"]

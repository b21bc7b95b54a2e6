"""A record: a game as it was played, complete enough to play it again without the key of its shuffles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, fields, frozen

from mayi_rules.cards import format_cards
from mayi_rules.characters import hidden_at, hidden_message
from mayi_rules.documents.files import write_file
from mayi_rules.engine.caps import TURN_CAP
from mayi_rules.errors import RecordError
from mayi_rules.profile.profile import Profile
from mayi_rules.reasons import Source
from mayi_rules.records.epoch import Counters
from mayi_rules.records.writer import record_to_plain, to_json, to_yaml

if TYPE_CHECKING:
    from mayi_rules.typed import RecordDict

RULES_VERSION = 1
"""The version of the rules as this library plays them: it grows when a release corrects a rule."""


def _can_be_seen(_record: Any, _field: Any, comment: str) -> None:
    """Refuse a comment that could be saved, but not read again."""
    if (hidden := hidden_at(comment)) is not None:
        raise RecordError(f"a comment: {hidden_message(comment, hidden)}")


@frozen
class RecordedMove:
    """One line of a record.

    Attributes:
        text: the move with the seat in front (`north: stock`, `table: close`).
        comment: what somebody wrote behind it.
        source: where it was written.

    Raises:
        RecordError: the comment holds a character that cannot be seen (`mayi_rules.characters`).
    """

    text: str
    comment: str = field(default="", validator=_can_be_seen)
    source: Source | None = field(default=None, eq=False)

    def __str__(self) -> str:
        return f"{self.text}  # {self.comment}" if self.comment else self.text


@frozen
class RecordedRound:
    """One round of a record.

    Attributes:
        deck: the order of the pack, top card first; `?` for a card that was not noted.
        recycled: the orders of the stocks that were renewed by shuffling, next card first.
        moves: the moves in their order.
        scores: by seat's name, once the round is over; None before, or where nobody noted them.
        comment: anything that can be seen.
        source: where it was written.
    """

    deck: bytes
    recycled: tuple[bytes, ...] = ()
    moves: tuple[RecordedMove, ...] = ()
    scores: dict[str, int] | None = None
    comment: str = field(default="", validator=_can_be_seen)
    source: Source | None = field(default=None, eq=False)


@frozen(kw_only=True)
class Record:
    """A game as it was played.

    Attributes:
        profile: the whole resolved rules.
        profile_digest: their digest as the record gives it.
        seats: the names, clockwise.
        dealer: the first dealer's name.
        rounds: in their order; the last one may still be played.
        rules_version: the version of the rules under which it was played.
        digest: the digest of the last position, or None.
        snapshot: the last position as plain values, or None: with it a game outlives a release that corrects a rule.
        is_as_written: whether the checksum of the file is that of what it says; None without a checksum.
        turn_cap: how many turns a round has at most before the library abandons it, when the game goes on; None for no
            cap.
        counters: how far the game had counted its versions and events, or None.
        policies: by seat's name, the name of the policy that plays it.
        comment: anything that can be seen.
        places: where its keys (`digest`, `snapshot` …) were written.
        disagreements: what the record says and the rules as they are now do not; filled when it is loaded.
    """

    profile: Profile
    profile_digest: str
    seats: tuple[str, ...]
    dealer: str
    rounds: tuple[RecordedRound, ...]
    rules_version: int = RULES_VERSION
    digest: str | None = None
    snapshot: dict[str, Any] | None = None
    is_as_written: bool | None = field(default=None, eq=False)
    turn_cap: int | None = TURN_CAP
    counters: Counters | None = field(default=None, eq=False)
    policies: dict[str, str] = field(factory=dict, eq=False)
    comment: str = field(default="", validator=_can_be_seen)
    places: Mapping[str, Source] = field(factory=dict, eq=False, repr=False)
    disagreements: tuple[str, ...] = field(default=(), eq=False)
    _ready: list[Any] = field(factory=list, init=False, eq=False, repr=False)

    @property
    def is_complete(self) -> bool:
        """Whether every card of every pack was noted."""
        orders = [order for one in self.rounds for order in (one.deck, *one.recycled)]
        return not any("?" in format_cards(order) for order in orders)

    def keep_replayed(self, replayed: Any, verify: str) -> None:
        """Keep what playing the record again has given, for the first one who wants to go on."""
        self._ready[:] = [(verify, replayed)]

    def take_replayed(self, verify: str) -> Any:
        """What was kept for this way of verifying, once; None where nothing was."""
        if self._ready and self._ready[0][0] == verify:
            return self._ready.pop()[1]
        return None

    def __getstate__(self) -> dict[str, Any]:
        return {one.name: getattr(self, one.name) for one in fields(Record)} | {"_ready": []}

    def __setstate__(self, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def without_snapshot(self) -> Record:
        """The same record without its snapshot: shorter, and bound to this version of the rules."""
        return evolve(self, snapshot=None)

    def to_dict(self) -> RecordDict:
        """The record as plain values; `load_record` reads them back."""
        return record_to_plain(self)

    def to_yaml(self) -> str:
        """The record as YAML."""
        return to_yaml(self)

    def to_json(self) -> str:
        """The record as JSON, the same shape."""
        return to_json(self)

    def dump(self, path: str | os.PathLike[str]) -> None:
        """Save the record in a file, whole or not at all: JSON where its name ends in `.json`, else YAML.

        Args:
            path: the file; one that is there is replaced, a link is followed.

        Raises:
            OSError: it cannot be written, or is no ordinary file; what was there is as it was.
        """
        write_file(path, self.to_json() if Path(path).suffix.lower() == ".json" else self.to_yaml())

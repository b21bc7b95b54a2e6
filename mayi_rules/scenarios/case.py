"""A scenario's case as a value: the position that is given, the steps, and what is expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any

import attrs

from mayi_rules.documents.nodes import Node
from mayi_rules.documents.schema_words import dotted
from mayi_rules.engine.state.values import Phase
from mayi_rules.errors import Fault, RecordError, format_faults
from mayi_rules.melds.meld_text import MeldText
from mayi_rules.profile.language.table import Table
from mayi_rules.profile.profile import Profile
from mayi_rules.reasons import ReasonCode, Source


class ScenarioError(RecordError):
    """A scenario file cannot be read, or a case cannot be played; `faults` holds everything that is wrong."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return format_faults(self.faults)


class Opened(StrEnum):
    """When a seat opened."""

    EARLIER = "earlier"
    THIS_TURN = "this_turn"


@attrs.frozen
class Pile:
    """Cards of a pile, the top one first; `more` where further cards may lie below."""

    cards: tuple[int, ...]
    more: bool = False


@attrs.frozen
class TableItem:
    """A meld as a case writes it: its seat and its text."""

    seat: int
    meld: MeldText


BySeat = Table[int, int]
"""Numbers by seat, for the seats that are named."""

_NONE: Table[int, Any] = Table()


@attrs.frozen(kw_only=True)
class Given:
    """The position of a case; None where the case does not say it. Seats are numbers from 0."""

    round: int = 1
    dealer: int = 0
    turn: int = 0
    phase: Phase = Phase.DRAW
    hands: Mapping[int, tuple[int, ...]] | None = None
    stock: Pile | None = None
    discard: Pile | None = None
    table: tuple[TableItem, ...] | None = None
    opened: Mapping[int, Opened] = _NONE
    bought: BySeat = _NONE
    renewed: int = 0
    discarded_by: tuple[int, ...] = ()
    totals: BySeat = _NONE
    contracts: BySeat = _NONE
    rounds_won: BySeat = _NONE

    @property
    def is_as_dealt(self) -> bool:
        """Whether nothing of the cards is given, so that the round is as it was dealt."""
        return all(one is None for one in (self.hands, self.stock, self.discard, self.table))


@attrs.frozen(kw_only=True)
class Expectation:
    """What must hold; None where nothing is said. Seats are numbers from 0."""

    hands: Mapping[int, tuple[int, ...]] | None = None
    hand_sizes: BySeat | None = None
    discard: Pile | None = None
    stock: Pile | None = None
    stock_size: int | None = None
    table: tuple[TableItem, ...] | None = None
    turn: int | None = None
    phase: Phase | None = None
    to_act: frozenset[int] | None = None
    bought: BySeat | None = None
    bonuses: BySeat | None = None
    scores: BySeat | None = None
    totals: BySeat | None = None
    contracts: BySeat | None = None
    rounds_won: BySeat | None = None
    winners: frozenset[int] | None = None
    round_over: bool | None = None


@attrs.frozen(kw_only=True)
class PlayStep:
    """One step: who speaks, what is said, and what must come of it.

    Attributes:
        seat: a seat from 0, or `HOST`.
        name: the seat's name.
        text: the move in notation.
        refused: whether it must be refused.
        codes: codes that must be among the reasons.
        expect: what must hold right after the step.
        source: where the step was written.
    """

    seat: int
    name: str
    text: str
    refused: bool = False
    codes: tuple[ReasonCode, ...] = ()
    expect: Expectation | None = None
    source: Source = attrs.field(eq=False)

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


@attrs.frozen(kw_only=True)
class Case:
    """One executable rule case.

    Attributes:
        name: one line that says what it shows.
        cites: where the rule stands, or empty.
        seats: the players' names, clockwise.
        profile: the rules; None when they cannot be loaded.
        given: the position.
        steps: what is played.
        expect: what must hold at the end, or None.
        named: the kinds that are named anywhere in the case.
        faults: what is wrong with the case itself; such a case fails.
        node: the case as written, with positions.
    """

    name: str
    cites: str = ""
    seats: tuple[str, ...] = ()
    profile: Profile | None = None
    given: Given = Given()
    steps: tuple[PlayStep, ...] = ()
    expect: Expectation | None = None
    named: frozenset[int] = frozenset()
    faults: tuple[Fault, ...] = ()
    node: Node = attrs.field(eq=False, repr=False)

    @property
    def source(self) -> Source:
        """Where the case was written."""
        return self.node.source

    def fault(self, message: str, *path: str | int) -> Fault:
        """Something that is wrong with the case at this place of it."""
        return case_fault(self.node, message, *path)


def case_fault(node: Node, message: str, *path: str | int, rule: str = "scenario.case") -> Fault:
    """A fault at a path below a node (or as near to it as the file has something)."""
    return Fault(message, rule=rule, path=dotted(path), source=node.find(path).key_source)

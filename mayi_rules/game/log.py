"""The log of a game: every move ever made, those that were undone too, and of positions only what is needed.

Positions and events follow from the moves, so they are made again when somebody asks. Kept are the ends of rounds and,
in the round that is played, a position now and then; an undo goes back to the nearest one before and plays a few moves.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from threading import RLock
from typing import NamedTuple

from attrs import evolve

from mayi_rules.cards import Hand
from mayi_rules.engine.engine import Step, play_again
from mayi_rules.engine.open_play import revealed, scored
from mayi_rules.engine.state.events import Event, EventType
from mayi_rules.engine.state.state import State
from mayi_rules.melds.fitting import TableMeld
from mayi_rules.moves import Move, NextRound

BETWEEN = 16
"""So many moves lie between two kept positions of the round that is played."""

_BETWEEN_AFTERWARDS = 512
"""So many lie between two of the last round, once that is over."""

_KEPT_EVENTS = 12
"""So many events are kept as they are: those that clients ask for after every move."""


class Undone(NamedTuple):
    """An entry: the host took steps back, so many are left."""

    left: int


class Entered(NamedTuple):
    """An entry: the scores of a round that a table counted."""

    scores: tuple[int, ...]


Entry = Move | Undone | Entered


class LoggedStep(Step):
    """A step of a game, whose events are numbered as in `Game.events` when somebody looks at them."""

    __slots__ = ("_entry", "_log")

    def __init__(self, step: Step, log: GameLog, entry: int) -> None:
        super().__init__(step.state, step.before, step.move)
        self._log = log
        self._entry = entry

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order, numbered."""
        if self._events is None:
            first = self._log.number_of(self._entry)
            self._events = tuple(evolve(event, seq=number) for number, event in enumerate(super().events, start=first))
        return self._events


class GameLog:
    """What has happened in a game, in the order in which it did; nothing is ever taken away.

    Attributes:
        first: the position before the first step.
        base: the number of the first event.

    Args:
        first: the position before the first step.
        dealt: what happened at the first deal.
        base: the number of the first event.
    """

    def __init__(self, first: State, dealt: Sequence[Event], *, base: int = 0) -> None:
        self.first = first
        self.base = base
        self._dealt = tuple(dealt)
        self._entries: list[Entry] = []
        self._fixed: dict[int, State] = {}  # by entry: a position that does not follow from the move alone
        self._entered: dict[int, tuple[int, ...]] = {}  # by entry of a step: the scores that a table counted after it
        self._steps: range | array[int] = range(0)  # the entries that are steps and hold: all, or (an array) some
        self._kept: list[tuple[int, State]] = []  # after how many steps, the position
        self._reading = RLock()
        self._events_of = bytearray()  # by entry, how many events it has
        self._count = 0
        self._skipped = (-1, 0)  # before which entry events are missing that only a record's game had, and how many
        self._recent: deque[Event] = deque(maxlen=_KEPT_EVENTS)
        self._at = (0, first)  # up to which entry events are counted, and the position there
        self._note(self._dealt)

    def __len__(self) -> int:
        """How many steps there are that hold."""
        return len(self._steps)

    @property
    def moves(self) -> list[Move]:
        """The moves of the steps that hold."""
        return [self._move(entry) for entry in self._steps]

    def add(self, step: Step, *, is_fixed: bool = False) -> LoggedStep:
        """Note a step.

        Args:
            step: the step.
            is_fixed: whether its position does not follow from its move alone (orders of a record are known to it).
        """
        entry = len(self._entries)
        if is_fixed:
            self._fixed[entry] = _fresh(step.state)
        self._entries.append(step.move)
        if isinstance(self._steps, array):
            self._steps.append(entry)
        else:
            self._steps = range(entry + 1) if len(self._steps) == entry else array("I", [*self._steps, entry])
        self._keep(step.state, is_new=isinstance(step.move, NextRound))
        return LoggedStep(step, self, entry)

    def go_on_from(self, state: State) -> None:
        """The last position is another one than the moves lead to: that of a record which other rules played."""
        if not self._steps:
            self.first, self._at = state, (0, state)
            return
        self._fixed[self._steps[-1]] = state
        self._kept = [one for one in self._kept if one[0] < len(self)]

    def count_on(self, number: int) -> None:
        """The next event has this number, where that is further on: others have happened, and were undone."""
        self._count_to(len(self._entries))
        gap = max(0, number - self.base - self._count)
        # Those who know what was undone have other numbers for what holds: one number more, and they are told all anew.
        self._skipped = (len(self._entries), gap + 1 if gap else 0)
        self._count += self._skipped[1]
        self._recent.clear()

    def enter_scores(self, state: State, scores: tuple[int, ...]) -> None:
        """Note the scores that a table counted, which led to this position."""
        self._entries.append(Entered(scores))
        self._entered[self._steps[-1]] = scores
        self._kept = [*((steps, kept) for steps, kept in self._kept if steps < len(self)), (len(self), _fresh(state))]

    def undo(self, left: int) -> State:
        """Note that only so many steps are left; the position after them."""
        state = self.state_after(left)
        self._entries.append(Undone(left))
        self._kept = [one for one in self._kept if one[0] <= left]
        self._steps = self._steps[:left]
        return state

    def state_after(self, steps: int) -> State:
        """The position after so many steps."""
        found = next(((at, kept) for at, kept in reversed(self._kept) if at <= steps), (0, self.first))
        return self._replayed(self._steps[:steps], *found)

    def steps(self) -> Iterator[Step]:
        """All steps that hold, made again."""
        state = self.first
        for entry in self._steps[:]:
            step = self._made(entry, state)
            state = step.state
            yield step

    def ends_of_rounds(self) -> list[State]:
        """The positions in which rounds were over."""
        return [state for _, state in self._kept if state.is_over]

    def number_of(self, entry: int) -> int:
        """The number of the first event of an entry."""
        with self._reading:
            self._count_to(entry + 1)
            return self.base + self._began(entry)

    @property
    def next_event(self) -> int:
        """The number that the next event will have."""
        with self._reading:
            self._count_to(len(self._entries))
            return self.base + self._count

    def events(self, since: int) -> tuple[Event, ...]:
        """The events from this number on; all of them where it is no number of this log, or one before a gap."""
        with self._reading:
            entries = len(self._entries)
            self._count_to(entries)
            first = since - self.base
            if not 0 <= first <= self._count or first < self._counted_on_from:
                first = 0
            kept = tuple(self._recent)
            if first >= self._count - len(kept):
                return kept[max(0, first - self._count + len(kept)) :]
        return tuple(event for event in self._all_events(entries) if event.seq >= self.base + first)

    def _move(self, entry: int) -> Move:
        move = self._entries[entry]
        assert isinstance(move, Move)
        return move

    def _keep(self, state: State, *, is_new: bool) -> None:
        """Keep this position, or none; those within a round go when the next one begins."""
        steps = len(self._steps)
        if is_new:
            self._kept = [(at, kept) for at, kept in self._kept if kept.is_over]
            return
        if state.is_over:
            self._kept = [(at, kept) for at, kept in self._kept if kept.is_over or at % _BETWEEN_AFTERWARDS == 0]
        if state.is_over or steps % BETWEEN == 0:
            self._kept = [*self._kept, (steps, _fresh(state))]

    def _replayed(self, entries: Sequence[int], number: int = 0, state: State | None = None) -> State:
        """The position after these steps, of which so many lead to the position given."""
        state = self.first if state is None else state
        for entry in entries[number:]:
            state = self._made(entry, state).state
        return state

    def _made(self, entry: int, state: State) -> Step:
        """The step of an entry, made again from the position in which it was asked for."""
        move = self._move(entry)
        step = play_again(revealed(state, move.seat, move), move)
        after = self._fixed.get(entry, step.state)
        if entry in self._entered:
            after, _ = scored(after, self._entered[entry])
        return step if after is step.state else Step(after, step.before, move)

    def _note(self, events: Sequence[Event]) -> None:
        for event in events:
            self._recent.append(evolve(event, seq=self.base + self._count))
            self._count += 1

    def _count_to(self, entries: int) -> None:
        """Count the events of the entries before this one."""
        number, state = self._at
        while number < entries:
            state, events = self._told(number, state, self._began)
            self._events_of.append(len(events))
            self._note(events)
            number += 1
        self._at = (number, state)

    @property
    def _counted_on_from(self) -> int:
        """Up to here numbers were given to events that no record holds: whoever is not yet there is told all anew."""
        skipped_at, skipped = self._skipped
        return self._began(skipped_at) if skipped else 0

    def _began(self, entry: int) -> int:
        """How many events had happened before an entry, which is counted."""
        skipped_at, skipped = self._skipped
        return len(self._dealt) + sum(self._events_of[:entry]) + (skipped if 0 <= skipped_at <= entry else 0)

    def _told(self, number: int, state: State, began: Callable[[int], int]) -> tuple[State, Sequence[Event]]:
        """What an entry led to, and what happened; `began` counts the events before each entry so far."""
        entry = self._entries[number]
        if isinstance(entry, Undone):
            held = self._held_before(number)
            undone = Event(EventType.UNDONE, number=self.base + began(held[entry.left]))
            return self._replayed(held[: entry.left]), [undone]
        if isinstance(entry, Entered):
            return scored(state, entry.scores)
        step = play_again(revealed(state, entry.seat, entry), entry)
        return self._fixed.get(number, step.state), step.events

    def _held_before(self, number: int) -> list[int]:
        """The entries that were steps and held before this one."""
        held: list[int] = []
        for index, entry in enumerate(self._entries[:number]):
            if isinstance(entry, Undone):
                del held[entry.left :]
            elif not isinstance(entry, Entered):
                held.append(index)
        return held

    def _all_events(self, entries: int) -> Iterator[Event]:
        """The events of the deal and of so many entries, numbered."""
        number, state = self.base, self.first
        began: list[int] = []
        for event in self._dealt:
            yield evolve(event, seq=number)
            number += 1
        for index in range(entries):
            number += self._skipped[1] if index == self._skipped[0] else 0
            began.append(number - self.base)
            state, events = self._told(index, state, began.__getitem__)
            for event in events:
                yield evolve(event, seq=number)
                number += 1


def _fresh(state: State) -> State:
    """The same position without what was worked out for its hands and melds."""
    laid = state.laid
    if laid is not None:
        laid = laid.replace(hand=_fresh_hand(laid.hand), table=_fresh_table(laid.table))
    hands = tuple(map(_fresh_hand, state.hands))
    after: State = state.replace(hands=hands, table=_fresh_table(state.table), laid=laid)
    return after


def _fresh_hand(hand: Hand) -> Hand:
    return Hand(hand.counts, hand.size)


def _fresh_table(table: Sequence[TableMeld]) -> tuple[TableMeld, ...]:
    return tuple([one.holding(one.meld) for one in table])


class _Joined(Step):
    """Several steps on end as one: from the position before the first to that after the last one."""

    __slots__ = ("_steps",)

    def __init__(self, steps: Sequence[Step], move: Move) -> None:
        super().__init__(steps[-1].state, steps[0].before, move)
        self._steps = steps

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in all of them, in order."""
        if self._events is None:
            self._events = tuple(event for step in self._steps for event in step.events)
        return self._events


def joined(steps: Sequence[Step], move: Move) -> Step:
    """These steps, at least one, as one that this move led to; a single one is itself."""
    return steps[0] if len(steps) == 1 else _Joined(steps, move)

"""The events of a game bear numbers: in its log, and in every step."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from mayi_rules.game.engine import Step
from mayi_rules.game.events import Event, EventType
from mayi_rules.game.moves import Move
from mayi_rules.game.state import State


class NumberedStep(Step):
    """A step of a game, whose events are numbered as in `Game.events` when somebody looks at them.

    Args:
        step: the step as the engine made it.
        follows: the step before it, or the number of its first event where that is known.
    """

    __slots__ = ("_follows",)

    def __init__(self, step: Step, follows: NumberedStep | int) -> None:
        super().__init__(step.state, step.before, step.move)
        self._follows = follows

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order, numbered."""
        if self._events is None:
            self._events = tuple(
                evolve(event, seq=number) for number, event in enumerate(super().events, start=self._first())
            )
        return self._events

    def leading_to(self, state: State) -> NumberedStep:
        """The same step to another position."""
        return NumberedStep(Step(state, self.before, self.move), self._first())

    def _first(self) -> int:
        """The number of the first event: as many events have happened before."""
        waiting: list[NumberedStep] = []
        step = self
        while isinstance(step._follows, NumberedStep):
            step = step._follows
            waiting.append(step)
        number = step._follows
        for one in reversed(waiting):
            one._follows = number
            number += len(one.events)
        self._follows = number
        return number


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


class EventLog:
    """What has happened in a game, numbered; of steps it is told when somebody looks."""

    __slots__ = ("_began", "_events")

    def __init__(self, events: Sequence[Event]) -> None:
        self._events: list[Event] = []
        self._began: list[int] = []  # by step, the number of its first event
        self._note(events)

    def _note(self, events: Sequence[Event]) -> None:
        self._events += [evolve(event, seq=number) for number, event in enumerate(events, start=len(self._events))]

    def numbered(self, step: Step, steps: Sequence[NumberedStep]) -> NumberedStep:
        """The step that comes after these."""
        return NumberedStep(step, steps[-1] if len(self._began) < len(steps) else len(self._events))

    def events(self, steps: Sequence[NumberedStep]) -> Sequence[Event]:
        """Everything up to these steps."""
        for step in steps[len(self._began) :]:
            self._began.append(len(self._events))
            self._events += step.events
        return self._events

    def undo(self, steps: Sequence[NumberedStep], left: int) -> None:
        """Of these steps only so many are left: an event `undone` names the first event that no longer holds."""
        self.events(steps)
        began = self._began[left]
        del self._began[left:]
        self._note([Event(EventType.UNDONE, number=began)])

    def add(self, events: Sequence[Event], steps: Sequence[NumberedStep]) -> None:
        """Something happened after these steps that is no step."""
        self.events(steps)
        self._note(events)

"""The exceptions of the library, split by cause. All of them pickle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mayi_rules.characters import visible_line
from mayi_rules.reasons import Reason, ReasonCode, Source, Verdict

if TYPE_CHECKING:
    from mayi_rules.typed import FaultDict


class MayIError(Exception):
    """The base of every exception that this library raises on purpose."""


class Fault:
    """One thing wrong in a profile (or another file): what, where, and the rule that it breaks.

    Attributes:
        message: one sentence for people: what is wrong, what was expected, what to do.
        rule: a short stable name (`schema.unknown_key`, `consistency.too_few_cards` …).
        path: the key path (`rounds.3.contract`), empty for the whole file.
        source: file, line and column, or None.
    """

    __slots__ = ("message", "path", "rule", "source")

    def __init__(self, message: str, *, rule: str, path: str = "", source: Source | None = None) -> None:
        self.message = message
        self.rule = rule
        self.path = path
        self.source = source

    def to_dict(self) -> FaultDict:
        """The fault as plain values."""
        return {
            "message": self.message,
            "rule": self.rule,
            "path": self.path,
            "file": self.source.label if self.source else None,
            "line": self.source.line if self.source else None,
            "column": self.source.column if self.source else None,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fault) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.message, self.path))

    def __str__(self) -> str:
        where = f"{self.source}: " if self.source else ""
        return visible_line(f"{where}{self.message}")  # it may quote a key or a value of the file

    def __repr__(self) -> str:
        return f"<Fault {self.rule} {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _fault, (self.message, self.rule, self.path, self.source)


def _fault(message: str, rule: str, path: str, source: Source | None) -> Fault:
    return Fault(message, rule=rule, path=path, source=source)


MAX_TOLD = 100
"""How many faults a message tells; an error's `faults` hold all that were collected."""


def format_faults(faults: Sequence[Fault]) -> str:
    """Faults as the text of a message, a line each: a file of nonsense does not make a message as long as itself."""
    more = len(faults) - MAX_TOLD
    lines = [str(fault) for fault in faults[:MAX_TOLD]]
    return "\n".join([*lines, f"… and {more} more"] if more > 0 else lines)


MAX_FAULTS = 1_000
"""How many faults of one file are collected; the last one says that there may be more."""


def may_be_more(source: Source | None) -> Fault:
    """The fault with which collecting ends when there are as many as are collected."""
    message = f"more than {MAX_FAULTS} things are wrong: the rest was not looked at"
    return Fault(message, rule="reading.faults", source=source)


class ProfileError(MayIError):
    """A profile cannot be used; `faults` holds what is wrong with it: everything, up to a thousand faults."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return format_faults(self.faults)


class NotationError(MayIError):
    """A text is not a card, a meld, a move or a seat; `reason` says which and why."""

    def __init__(self, code: ReasonCode, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(code, message)

    @property
    def reason(self) -> Reason:
        """The refusal that this error becomes when the text was meant as a move."""
        return Reason(self.code, {"message": self.message})

    @property
    def verdict(self) -> Verdict:
        """The verdict with this refusal, as `check` gives it."""
        return Verdict((self.reason,))

    def __str__(self) -> str:
        return self.message


class IllegalMove(MayIError):  # noqa: N818 - the field's word for it; a verdict, not a fault
    """A move is refused; `verdict` holds the reasons."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict
        super().__init__(verdict)

    def __str__(self) -> str:
        return str(self.verdict)


class StaleVersion(IllegalMove):
    """A move was sent for a version of the game that is past; nothing has happened. The reason is `turn.stale`."""

    def __init__(self, expected: int, version: int) -> None:
        self.expected = expected
        self.version = version
        params = {"expected": expected, "version": version}
        super().__init__(Verdict((Reason(ReasonCode.TURN_STALE, params),)))
        self.args = (expected, version)


class BotError(IllegalMove):
    """A bot (or another policy) answered with something that is no legal move of its seat; nothing has happened.

    Attributes:
        bot: who it is: its name, its seat, and where in which game it was asked.
        answer: what it answered, as text.
        verdict: why that is no legal move.
    """

    def __init__(self, bot: str, answer: str, verdict: Verdict) -> None:
        super().__init__(verdict)
        self.bot = bot
        self.answer = answer
        self.args = (bot, answer, verdict)

    def __str__(self) -> str:
        return f"{self.bot} answered {self.answer}: {self.verdict}"


class RecordError(MayIError):
    """A record, scenario or position cannot be read or does not agree with the rules.

    Attributes:
        round: the number of the round in a record, or None.
        move: the number of the move in that round, from 1, or None.
    """

    def __init__(self, message: Any, *, round: int | None = None, move: int | None = None) -> None:  # noqa: A002
        self.round = round
        self.move = move
        super().__init__(message)


class HiddenCards(MayIError):  # noqa: N818 - names what is in the way
    """The answer depends on cards that this state does not know."""

"""Signals that end the command: between two changes, never within one, so that what is to be saved can be saved.

While a game is played signals are held; they come through where the command waits: for a line, for a bot, for a reader
of its output.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_ENDING = [
    signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if name in signal.Signals.__members__
]


class Ended(BaseException):
    """A signal asks the command to end.

    Attributes:
        number: that of the signal.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


class _Holding:
    """Whether signals are held, and which one has come meanwhile."""

    def __init__(self) -> None:
        self.is_on = False
        self.came: int | None = None

    def come(self, number: int, _frame: FrameType | None) -> None:
        """Handle a signal."""
        self.came = number
        self.let_through()

    def let_through(self) -> None:
        if self.came is not None and not self.is_on:
            number, self.came = self.came, None
            raise Ended(number)


_holding = _Holding()


def end_on_signals() -> None:
    """From now on a signal that asks the command to end raises `Ended`; one that is ignored stays so (as by nohup)."""
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _holding.come)


def leave_signals() -> None:
    """From now on such a signal does what it does to any program."""
    for number in _ENDING:
        if signal.getsignal(number) == _holding.come:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def holding() -> Iterator[None]:
    """In this block nothing changes by halves: signals wait for its end, or for `waiting` within it."""
    was = _holding.is_on
    _holding.is_on = True
    try:
        yield
    finally:
        _holding.is_on = was
    _holding.let_through()


@contextmanager
def waiting() -> Iterator[None]:
    """In this block nothing changes that could be lost: signals come through.

    Raises:
        Ended: one has come, also before.
    """
    was = _holding.is_on
    _holding.is_on = False
    try:
        _holding.let_through()
        yield
    finally:
        _holding.is_on = was

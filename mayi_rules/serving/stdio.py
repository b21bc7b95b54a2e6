"""The server on standard input and output."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from types import FrameType
from typing import BinaryIO, Protocol

from mayi_rules.serving.lines import lines_of
from mayi_rules.serving.patience import PATIENCE
from mayi_rules.serving.server import Server

_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class _Ended(BaseException):
    """Somebody asked the process to end while it waited."""


class Ending:
    """Ends the process between two answers, never within one.

    Attributes:
        is_asked: whether a signal has come.
        is_waiting: whether no request is being answered.
    """

    def __init__(self) -> None:
        self.is_asked = False
        self.is_waiting = False

    def ask(self, _number: int, _frame: FrameType | None) -> None:
        """Handle a signal."""
        self.is_asked = True
        if self.is_waiting:
            self.is_waiting = False
            raise _Ended


class Output:
    """A file to which answers are written whole, and which keeps nothing back."""

    def __init__(self, number: int) -> None:
        self._number = number

    def write(self, answer: bytes) -> None:
        """Write an answer; an OSError says that it cannot be written, as to a full disk."""
        rest = memoryview(answer)
        while rest:
            rest = rest[os.write(self._number, rest) :]


class Writer(Protocol):
    """Where answers are written."""

    def write(self, answer: bytes, /) -> object:
        """Write an answer with its line break."""
        ...


def serve(reader: BinaryIO, writer: Writer, server: Server, ending: Ending | None = None) -> None:
    """Answer the lines of `reader`, each with one of `writer`, until there is no more or `quit` is asked for."""
    ending = ending or Ending()
    lines = lines_of(reader)
    while not (server.is_done or ending.is_asked):
        ending.is_waiting = True
        line = _next(lines)
        ending.is_waiting = False
        if line == b"":
            return
        answer = server.answer(line)
        if answer is not None:
            writer.write(answer + b"\n")


def _next(lines: Iterator[bytes | None]) -> bytes | None:
    try:
        return next(lines, b"")
    except OSError as error:
        raise OSError(error.errno, error.strerror, "standard input") from error


def serve_stdio(*, patience: float | None = PATIENCE) -> None:
    """Serve standard input and output; SIGINT, SIGTERM, SIGHUP and the end of the input end it.

    What anything else prints (a bot of another package, say) goes to the standard error: the output holds answers only.

    Args:
        patience: how many seconds a request may take whose end nobody knows before; None for as long as it takes.

    Raises:
        OSError: standard input cannot be read (then the error names it as its file), or standard output not written.
    """
    sys.stdout.flush()
    ending = Ending()
    ends = [number for number in _SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, ending.ask) for number in ends}
    output = os.dup(1)
    try:
        os.dup2(2, 1)
        serve(sys.stdin.buffer, Output(output), Server(patience=patience), ending)
    except _Ended:
        pass
    finally:
        ending.is_waiting = False
        os.dup2(output, 1)
        os.close(output)
        for number, handler in before.items():
            signal.signal(number, handler)

"""The server on standard input and output."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from types import FrameType
from typing import BinaryIO

from mayi_rules.serving.lines import lines_of
from mayi_rules.serving.server import Server


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


def serve(reader: BinaryIO, writer: BinaryIO, server: Server, ending: Ending | None = None) -> None:
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
            writer.flush()


def _next(lines: Iterator[bytes | None]) -> bytes | None:
    try:
        return next(lines, b"")
    except OSError as error:
        raise OSError(error.errno, error.strerror, "standard input") from error


def serve_stdio() -> None:
    """Serve standard input and output; SIGINT, SIGTERM and the end of the input end it.

    What anything else prints (a bot of another package, say) goes to the standard error: the output holds answers only.
    """
    sys.stdout.flush()
    ending = Ending()
    before = {number: signal.signal(number, ending.ask) for number in (signal.SIGINT, signal.SIGTERM)}
    output = os.dup(1)
    try:
        os.dup2(2, 1)
        with os.fdopen(output, "wb", closefd=False) as writer:
            serve(sys.stdin.buffer, writer, Server(), ending)
    except _Ended:
        pass
    finally:
        ending.is_waiting = False
        os.dup2(output, 1)
        os.close(output)
        for number, handler in before.items():
            signal.signal(number, handler)

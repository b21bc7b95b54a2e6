"""How long a request may take where nobody can know it before: bots that think, openings that are looked for."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

from mayi_rules.game.game import Game
from mayi_rules.game.policies import play_choice
from mayi_rules.serving.faults import ErrorCode, Refusal

PATIENCE = 1.0
"""How many seconds such a request may take, where nothing else is said."""

_AGAIN = 0.05

T = TypeVar("T")


class _TooLong(BaseException):
    """The time is up; no exception that a bot might catch."""


class Patience:
    """Stops what takes too long, in two ways.

    What can be given in parts (moves that are listed, turns that are played) is given as far as it has come when half
    of the time is up, by processor time. What has come to nothing when all of it is up, by the clock, is interrupted
    and refused. That needs a signal: on systems without interval timers, and outside of the main thread, it is waited
    for.

    Args:
        seconds: how long a request may take; None for as long as it takes.
    """

    def __init__(self, seconds: float | None = PATIENCE) -> None:
        self._seconds = seconds

    def ask(self, question: Callable[[], T]) -> T:
        """The answer to a question that changes nothing.

        Raises:
            Refusal: it takes too long.
        """
        with self._timer(lambda _frame: True):
            return question()

    def take(self, items: Iterable[T], limit: int) -> tuple[list[T], bool]:
        """The first of these items, and whether there are more: so many at most, and fewer where that takes too long.

        Raises:
            Refusal: not even one can be had in time.
        """
        found: list[T] = []
        ends = self._half()
        try:
            with self._timer(lambda _frame: True):
                for item in items:
                    if len(found) == limit or (found and time.process_time() > ends):
                        return found, True
                    found.append(item)
        except Refusal:
            if not found:
                raise
            return found, True
        return found, False

    def advance(self, game: Game, turns: int) -> None:
        """Let the bots of a game move, as `Game.advance` does, but only for some time; what they have played stays.

        Args:
            game: the game.
            turns: how many turns may end.

        Raises:
            Refusal: a bot has thought all the time, and nothing was played.
            BotError: as `Game.advance` does.
            HiddenCards: as `Game.advance` does.
        """
        before = game.version
        ends = self._half()
        try:
            with self._timer(_is_choosing):
                while turns and time.process_time() < ends and game.advance(cap=1):
                    turns -= 1
        except Refusal:
            if game.version == before:
                raise

    def _half(self) -> float:
        """The processor time at which half of the time is up."""
        return float("inf") if self._seconds is None else time.process_time() + self._seconds / 2

    @contextmanager
    def _timer(self, may_stop: Callable[[FrameType | None], bool]) -> Iterator[None]:
        """Refuse what goes on in this block when the time is up, once it may be stopped where it is."""
        is_on = self._seconds is not None and hasattr(signal, "setitimer")
        if self._seconds is None or not is_on or threading.current_thread() is not threading.main_thread():
            yield
            return
        is_done = False

        def stop(_number: int, frame: FrameType | None) -> None:
            nonlocal is_done
            if not is_done and may_stop(frame):
                is_done = True  # it is raised once, however long it takes to get out of here
                raise _TooLong

        handler = signal.signal(signal.SIGALRM, stop)
        try:
            signal.setitimer(signal.ITIMER_REAL, self._seconds, _AGAIN)
            yield
        except _TooLong:
            message = f"this takes longer than a request may take, which is {self._seconds:g} s"
            raise Refusal(ErrorCode.TOO_SLOW, f"{message}; nothing has happened") from None
        finally:
            is_done = True
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, handler)


def _is_choosing(frame: FrameType | None) -> bool:
    """Whether a policy is thinking here: it may be stopped, but nothing that is being played."""
    while frame is not None and frame.f_code is not Game.play_moves.__code__:
        if frame.f_code is play_choice.__code__:
            return True
        frame = frame.f_back
    return False

"""How long bots may think for one request: what they play is as long as they want, and the other games wait."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from mayi_rules.game.game import Game
from mayi_rules.game.policies import play_choice
from mayi_rules.serving.faults import ErrorCode, Refusal

_AGAIN = 0.05


class _TooLong(BaseException):
    """A bot has thought for too long; no exception that a bot might catch."""


def advance(game: Game, turns: int, seconds: float | None) -> None:
    """Let the bots of a game move, as `Game.advance` does, and stop once they have thought for long enough.

    They are stopped between two turns when half of the time is up, and within a thought when all of it is: what was
    played before it stays. Within a thought that needs a signal, so a bot is waited for on systems without interval
    timers, and outside of the main thread.

    Args:
        game: the game.
        turns: how many turns may end.
        seconds: how long they may think; None for as long as they want.

    Raises:
        Refusal: a bot has thought all the time, and nothing was played.
        BotError: as `Game.advance` does.
        HiddenCards: as `Game.advance` does.
    """
    if seconds is None:
        game.advance(cap=turns)
        return
    before = game.version
    begun = time.process_time()
    try:
        with _timer(seconds):
            while turns and time.process_time() - begun < seconds / 2 and game.advance(cap=1):
                turns -= 1
    except _TooLong:
        if game.version == before:
            bot = next(type(game.policies[name]).__name__ for name in game.to_act if name in game.policies)
            message = f"the bot {bot} has thought for {seconds:g} seconds without a move: nothing has happened"
            raise Refusal(ErrorCode.TOO_SLOW, message) from None


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    """Raise `_TooLong` in a thought that is going on when the time is up."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.signal(signal.SIGALRM, _interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds, _AGAIN)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


def _interrupt(_number: int, frame: FrameType | None) -> None:
    """Raise in a thought only, never while a move is played; the timer comes again."""
    while frame is not None and frame.f_code is not Game.play_moves.__code__:
        if frame.f_code is play_choice.__code__:
            raise _TooLong
        frame = frame.f_back

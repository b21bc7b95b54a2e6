"""What a bot is: it sees a View, and chooses one of the moves that its seat may make."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from mayi_rules.game.view import View
from mayi_rules.moves import Move


class Bot(Protocol):
    """A player. It is asked whenever its seat may act, and knows nothing but the view."""

    def choose(self, view: View) -> Move | str:
        """A move of the viewer's seat that is legal in `view.state`, or its text without a seat in front."""
        ...


BotMaker = Callable[[random.Random], Bot]
"""Makes a bot whose choices by chance all come from the generator given: usually the bot's class."""


def seat_of(view: View) -> int:
    """The seat that a view is of.

    Raises:
        ValueError: it is a spectator's.
    """
    if view.seat is None:
        raise ValueError("a spectator's view has no seat to move for")
    return view.seat

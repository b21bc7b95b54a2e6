"""What a bot is: it sees a View, and chooses one of the moves that its seat may make."""

from __future__ import annotations

from typing import Protocol

from mayi_rules.game.moves import Move
from mayi_rules.game.view import View


class Bot(Protocol):
    """A player. It is asked whenever its seat may act, and knows nothing but the view."""

    def choose(self, view: View) -> Move:
        """The move of the viewer's seat; it must be legal in `view.state`."""
        ...

"""The names of seats, and of the host."""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.arguments import expect_names
from mayi_rules.characters import hidden_at
from mayi_rules.errors import NotationError
from mayi_rules.reasons import ReasonCode

HOST_NAME = "table"


def check_names(seats: Sequence[str]) -> tuple[str, ...]:
    """The seats' names, checked.

    Raises:
        NotationError: a name is not 1–40 printable characters without `:`, `|` and line breaks, is `table`, has
            spaces at an end, or occurs twice.
        TypeError: these are no names, or one text.
    """
    seats = expect_names("seats", seats)
    for name in seats:
        if not isinstance(name, str) or not 1 <= len(name) <= 40 or not _can_be_seen(name) or set(name) & set(":|"):
            message = f"{name!r} is not a seat's name: 1 to 40 printable characters without ':' and '|'"
        elif name == HOST_NAME or name != name.strip():
            message = f"{name!r} is not a seat's name: it is the host's, or has spaces at an end"
        elif seats.count(name) > 1:
            message = f"two seats are called {name!r}"
        else:
            continue
        raise NotationError(ReasonCode.NOTATION_SEAT, message)
    return seats


def _can_be_seen(name: str) -> bool:
    return name.isprintable() and hidden_at(name) is None


def seat_number(name: str, seats: Sequence[str]) -> int:
    """The number of the seat of this name.

    Raises:
        NotationError: no seat has it.
    """
    if name not in seats:
        raise NotationError(ReasonCode.NOTATION_SEAT, f"nobody is called {name!r}: the seats are {', '.join(seats)}")
    return seats.index(name)

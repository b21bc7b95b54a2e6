"""The names of seats, and of the host."""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.arguments import cut, expect_names
from mayi_rules.errors import NotationError
from mayi_rules.reasons import ReasonCode

HOST_NAME = "table"
_MAX_SEATS = 99


def check_names(seats: Sequence[str]) -> tuple[str, ...]:
    """The seats' names, checked.

    Raises:
        NotationError: a name is not 1–40 printable characters without `:`, `|` and line breaks, is `table`, has
            spaces at an end, or occurs twice; or there are more than 99.
        TypeError: these are no names, or one text.
    """
    seats = expect_names("seats", seats)
    if len(seats) > _MAX_SEATS:
        raise NotationError(ReasonCode.NOTATION_SEAT, f"there are {len(seats)} names, more than a game has seats")
    for name in seats:
        if not isinstance(name, str) or not 1 <= len(name) <= 40 or not name.isprintable() or set(name) & set(":|"):
            message = f"{cut(repr(name), 60)} is not a seat's name: 1 to 40 printable characters without ':' and '|'"
        elif name == HOST_NAME or name != name.strip():
            message = f"{name!r} is not a seat's name: it is the host's, or has spaces at an end"
        elif seats.count(name) > 1:
            message = f"two seats are called {name!r}"
        else:
            continue
        raise NotationError(ReasonCode.NOTATION_SEAT, message)
    return seats


def seat_number(name: str, seats: Sequence[str]) -> int:
    """The number of the seat of this name.

    Raises:
        NotationError: no seat has it.
    """
    if name not in seats:
        raise NotationError(ReasonCode.NOTATION_SEAT, f"nobody is called {name!r}: the seats are {', '.join(seats)}")
    return seats.index(name)

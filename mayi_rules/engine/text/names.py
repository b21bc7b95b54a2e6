"""The names of seats, and of the host."""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.arguments import cut, expect_names
from mayi_rules.characters import hidden_at
from mayi_rules.documents.spelling import folded, nfc
from mayi_rules.documents.suggest import did_you_mean
from mayi_rules.errors import NotationError
from mayi_rules.reasons import ReasonCode

HOST_NAME = "table"
_MAX_SEATS = 99


def check_names(seats: Sequence[str], *, stored: bool = False) -> tuple[str, ...]:
    """The seats' names, checked, in composed Unicode (NFC).

    Args:
        seats: the names, clockwise.
        stored: whether they come from a file that was written when only equal names counted as one: then names that
            differ in case or spaces alone are two.

    Raises:
        NotationError: a name is not 1–40 printable characters without `:`, `|` and line breaks, is `table`, has
            spaces at an end, or looks like another one: equal but for case and the number of spaces; or there are more
            than 99.
        TypeError: these are no names, or one text.
    """
    given = expect_names("seats", seats)
    if len(given) > _MAX_SEATS:
        raise NotationError(ReasonCode.NOTATION_SEAT, f"there are {len(given)} names, more than a game has seats")
    names = [nfc(name) if isinstance(name, str) else name for name in given]
    key = str if stored else folded
    first: dict[str, str] = {}
    for name in names:
        if not isinstance(name, str) or not 1 <= len(name) <= 40 or not _can_be_seen(name) or set(name) & set(":|"):
            message = f"{cut(repr(name), 60)} is not a seat's name: 1 to 40 printable characters without ':' and '|'"
        elif key(name) == HOST_NAME or name != name.strip():
            message = f"{name!r} is not a seat's name: it is the host's, or has spaces at an end"
        elif name in first.values():
            message = f"two seats are called {name!r}"
        elif key(name) in first:
            message = f"{first[key(name)]!r} and {name!r} look like one name: give one of the seats another"
        else:
            first[key(name)] = name
            continue
        raise NotationError(ReasonCode.NOTATION_SEAT, message)
    return tuple(names)


def _can_be_seen(name: str) -> bool:
    return name.isprintable() and hidden_at(name) is None


def seat_number(name: str, seats: Sequence[str]) -> int:
    """The number of the seat of this name, in whatever Unicode form it is written.

    Raises:
        NotationError: no seat has it.
    """
    wanted = nfc(name) if isinstance(name, str) else name
    if wanted in seats:
        return seats.index(wanted)
    near = [seat for seat in seats if isinstance(wanted, str) and folded(seat) == folded(wanted)]
    hint = did_you_mean(near[0] if near else None, f"the seats are {', '.join(seats)}", lead=": ")
    raise NotationError(ReasonCode.NOTATION_SEAT, f"nobody is called {name!r}{hint}")

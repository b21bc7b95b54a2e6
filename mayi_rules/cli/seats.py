"""Who sits where: the names of the players, and which of them are people at this terminal."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from mayi_rules.cli.output import BadCall
from mayi_rules.engine.text.names import check_names
from mayi_rules.profile.profile import Profile

YOU = "you"
"""The name of the one person at the terminal who gives none."""

NAMES = ("anna", "ben", "cleo", "dora", "emil", "fay", "gus", "hana", "ivo", "jana", "karl", "lena")
"""Names for those who are given none."""

_USUAL_PLAYERS = 4


@frozen
class Seating:
    """Who plays.

    Attributes:
        seats: the names, clockwise.
        people: those of them who play at this terminal; bots play the others.
    """

    seats: tuple[str, ...]
    people: tuple[str, ...] = ()

    @property
    def bots(self) -> tuple[str, ...]:
        """The seats that bots play."""
        return tuple(name for name in self.seats if name not in self.people)


def new_seating(profile: Profile, *, players: int | None, seats: str | None, people: str | None, auto: bool) -> Seating:
    """The seats of a new game.

    Args:
        profile: the rules; by default four play, or as near to that as the rules allow.
        players: how many play, where that is said.
        seats: the names of all, with commas between them, where they are given.
        people: the names of the people, likewise; without them the first seat is a person's.
        auto: whether bots play all seats.

    Raises:
        BadCall: the names do not go together.
        NotationError: a name cannot be one.
    """
    mine = () if people is None else check_names(_names(people))
    if auto and mine:
        raise BadCall("--people and --auto exclude each other: with --auto bots play all seats")
    if seats is not None:
        names = check_names(_names(seats))
        if players not in (None, len(names)):
            raise BadCall(f"--seats names {len(names)} players, --players says {players}")
    else:
        mine = mine or (() if auto else (YOU,))
        least = max(len(mine), profile.players.min)
        count = min(max(_USUAL_PLAYERS, least), max(profile.players.max, least)) if players is None else players
        if len(mine) > count:
            raise BadCall(f"--people names {len(mine)} players, and {count} play: --players says how many")
        names = (*mine, *_free(mine)[: max(0, count - len(mine))])
    return _seating(names, mine, auto=auto)


def seating_again(seats: tuple[str, ...], *, people: str | None, auto: bool) -> Seating:
    """The seats of a game that goes on.

    Args:
        seats: the names in the game.
        people: the names of the people, with commas between them; `you` is a person unless others are named.
        auto: whether bots play all seats.

    Raises:
        BadCall: nobody knows who plays here, or there is no such seat.
    """
    if auto and people is not None:
        raise BadCall("--people and --auto exclude each other: with --auto bots play all seats")
    if people is None and not auto and YOU not in seats:
        raise BadCall(f"who plays here? --people names one or more of {', '.join(seats)}; with --auto bots play all")
    mine = tuple(_names(people)) if people is not None else () if auto else (YOU,)
    return _seating(seats, mine, auto=auto)


def _seating(seats: tuple[str, ...], people: tuple[str, ...], *, auto: bool) -> Seating:
    for name in people:
        if name not in seats:
            raise BadCall(f"--people: nobody is called {name!r}: the seats are {', '.join(seats)}")
    if not (people or auto):
        people = seats[:1]
    return Seating(seats, tuple(name for name in seats if name in people))


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _free(taken: Sequence[str]) -> list[str]:
    """Names that nobody has, as many as anybody may want."""
    more = [f"player {number}" for number in range(1, 100)]
    return [name for name in (*NAMES, *more) if name not in taken]

"""Versions and numbers of events: what a client has seen is never used again, whatever record is loaded.

A record holds how far its game had counted. Where this process knows that nothing has been counted since, a game that
is loaded counts on. Anything else (an older save, another process) begins a new *epoch*, whose numbers are far from all
others: whoever speaks of an old one is told so.
"""

from __future__ import annotations

import secrets

from attrs import frozen

EPOCH = 1 << 24
"""So many versions, and so many numbers of events, has an epoch."""

_EPOCHS = 1 << 29
"""So many epochs there are: all numbers fit into the 53 bits that every reader of JSON keeps."""

_MAX_GAMES = 1 << 16
_last: dict[str, int] = {}  # by game: the last version that was given out here


@frozen
class Counters:
    """How far a game has counted.

    Attributes:
        game: what tells the game from all others.
        version: its version.
        events: the number that its next event has.
    """

    game: str
    version: int
    events: int


def new_game() -> str:
    """What tells a new game from all others."""
    return secrets.token_hex(8)


def note(game: str, version: int) -> None:
    """A game has come to this version."""
    if game not in _last and len(_last) >= _MAX_GAMES:
        del _last[next(iter(_last))]
    _last[game] = version


def after_loading(saved: Counters | None, steps: int) -> Counters:
    """How a game counts on that was loaded.

    Args:
        saved: how far it had counted when it was saved; None where the record does not say it.
        steps: how many steps it has.
    """
    if saved is not None and _last.get(saved.game) == saved.version:
        return saved
    old = 0 if saved is None else saved.version
    epoch = 1 + secrets.randbelow(_EPOCHS - 1)
    if epoch == old // EPOCH:
        epoch = epoch % (_EPOCHS - 1) + 1
    count = steps if saved is None else saved.version % EPOCH
    return Counters(new_game() if saved is None else saved.game, epoch * EPOCH + count, epoch * EPOCH)

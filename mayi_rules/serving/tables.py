"""The games of one process, by id."""

from __future__ import annotations

import re
import secrets

from mayi_rules.documents.spelling import nfc
from mayi_rules.errors import StaleVersion
from mayi_rules.game.game import Game
from mayi_rules.game.seat import Seat
from mayi_rules.serving.faults import ErrorCode, Refusal
from mayi_rules.serving.patience import Patience

MAX_GAMES = 1_000
"""How many games one process holds."""

_ID = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class Tables:
    """The games of one process.

    Attributes:
        patience: stops requests that take too long.
    """

    def __init__(self, patience: Patience) -> None:
        self.patience = patience
        self._games: dict[str, Game] = {}

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all games, in the order of their beginning."""
        return tuple(self._games)

    def free_id(self, wanted: str | None) -> str:
        """The id for a new game: the one wanted, or a new one.

        Raises:
            Refusal: it is taken, cannot be used, or there are too many games.
        """
        if len(self._games) >= MAX_GAMES:
            message = f"there are {MAX_GAMES} games, as many as one process holds"
            raise Refusal(ErrorCode.TOO_MANY_GAMES, message)
        if wanted is None:
            return secrets.token_hex(8)
        if not _ID.fullmatch(wanted):
            raise Refusal(ErrorCode.BAD_PARAMS, "game: 1 to 64 of A-Z a-z 0-9 _ . -")
        if wanted in self._games:
            raise Refusal(ErrorCode.GAME_EXISTS, f"there is a game {wanted} already")
        return wanted

    def put(self, name: str, game: Game) -> None:
        """Hold a game under this id."""
        self._games[name] = game

    def game(self, name: str, version: int | None = None) -> Game:
        """The game of this id.

        Args:
            name: its id.
            version: the version that it must be at; None for any.

        Raises:
            Refusal: there is none.
            StaleVersion: it is at another version.
        """
        if name not in self._games:
            raise Refusal(ErrorCode.UNKNOWN_GAME, "no game has this id")
        game = self._games[name]
        if version is not None and version != game.version:
            raise StaleVersion(version, game.version)
        return game

    def seat(self, name: str, seat: str) -> tuple[Game, Seat]:
        """A game and the handle of one of its seats.

        Raises:
            Refusal: there is no such game, or no such seat.
        """
        game = self.game(name)
        if nfc(seat) not in game.seats:
            message = f"the game has no seat of this name; its seats are {', '.join(game.seats)}"
            raise Refusal(ErrorCode.UNKNOWN_SEAT, message)
        return game, game.seat(seat)

    def drop(self, name: str) -> None:
        """Forget a game.

        Raises:
            Refusal: there is none of this id.
        """
        self.game(name)
        del self._games[name]

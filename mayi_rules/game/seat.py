"""Seat: all that the client of one seat may use."""

from __future__ import annotations

from typing import NoReturn, Protocol

from mayi_rules.arguments import expect_text
from mayi_rules.documents.spelling import nfc
from mayi_rules.engine.engine import LegalMoves, SeenStep, Step, legal_moves
from mayi_rules.engine.knowledge.unseen import Unseen, unseen
from mayi_rules.engine.open_play import check_revealed
from mayi_rules.engine.state.events import Event
from mayi_rules.engine.state.state import State
from mayi_rules.engine.text.parse import is_cut
from mayi_rules.errors import NotationError
from mayi_rules.fix.find import fixes
from mayi_rules.fix.fix import Fix
from mayi_rules.game.view import View
from mayi_rules.moves import Cut, Move
from mayi_rules.reasons import ReasonCode, Verdict
from mayi_rules.records.record import Record


class Host(Protocol):
    """What a handle needs of the game that it belongs to."""

    seats: tuple[str, ...]

    @property
    def state(self) -> State:
        """The position."""
        ...

    @property
    def version(self) -> int:
        """How often the game has changed."""
        ...

    def events(self, *, since: int = 0) -> tuple[Event, ...]:
        """What has happened."""
        ...

    def record_for(self, name: str | None) -> Record:
        """The game as one seat can tell it."""
        ...

    def play_for(self, seat: int, move: str | Move, *, expected_version: int | None = None) -> Step:
        """Play what a seat says."""
        ...


def _not_a_seats(text: str) -> NotationError:
    message = f"{text!r} is a move of the host, who enters the cut; no seat makes it"
    return NotationError(ReasonCode.NOTATION_MOVE, message)


class Seat:
    """The handle of one seat: its view, its events, its legal moves, its verdicts. It sees no hidden card."""

    __slots__ = ("__game", "number")

    def __init__(self, game: Host, number: int) -> None:
        self.__game = game
        self.number = number

    @property
    def name(self) -> str:
        """The seat's name."""
        return self.__game.seats[self.number]

    @property
    def version(self) -> int:
        """The version of the game, for `play(…, expected_version=…)`."""
        return self.__game.version

    @property
    def view(self) -> View:
        """What the seat may know now."""
        return View(self.__game.state, self.__game.seats, self.number)

    @property
    def unseen(self) -> Unseen:
        """The cards whose place the seat cannot know."""
        return unseen(self.view.state, self.number)

    @property
    def legal_moves(self) -> LegalMoves:
        """The seat's legal moves, worked out from what it may know."""
        return legal_moves(self.view.state, self.number)

    def events(self, *, since: int = 0) -> tuple[Event, ...]:
        """What the seat has seen, from the event of this number (`Event.seq`) on."""
        return tuple(event.seen_by(self.number) for event in self.__game.events(since=since))

    @property
    def record(self) -> Record:
        """The game as the seat can tell it: cards that it did not see are `?`."""
        return self.__game.record_for(self.name)

    def check(self, move: str | Move) -> Verdict:
        """May this seat play this move? Text is without a seat in front."""
        try:
            if isinstance(move, Move):
                self._own(move)
            else:
                move = self._without_name(move)
        except NotationError as error:
            return error.verdict
        return check_revealed(self.view.state, self.number, move)

    def fixes(self, move: str | Move, *, limit: int = 10) -> list[Fix]:
        """The smallest changes under which a refused move of this seat would be legal, from what the seat may know.

        Args:
            move: a move of this seat, or its text.
            limit: the most fixes.

        Raises:
            NotationError: the move, or the text, is another seat's.
        """
        if isinstance(move, Move):
            self._own(move)
        else:
            move = self._without_name(move)
        if self.check(move):
            return []
        return fixes(self.view.state, self.number, move, limit=limit)

    def play(self, move: str | Move, *, expected_version: int | None = None) -> SeenStep:
        """Play a move of this seat.

        Args:
            move: a move of this seat, or its text.
            expected_version: the version of the game that the client has seen; if the game has moved on, nothing
                happens.

        Returns:
            The step as the seat sees it: its state is masked, and its events bear their numbers in the game.

        Raises:
            IllegalMove: the move is refused; nothing has changed. Where it is refused for what only the host has noted
                (at a real table), the one reason is `cards.not_as_noted`, whatever card it plays.
            StaleVersion: the game is at another version than expected.
            NotationError: the text is no move, or is another seat's. `check` gives both as a verdict, and both errors
                have it as `verdict`.
        """
        if isinstance(move, Move):
            self._own(move)
        else:
            move = self._without_name(move)
        return self.__game.play_for(self.number, move, expected_version=expected_version).seen_by(self.number)

    def _own(self, move: Move) -> None:
        if move.seat != self.number:
            raise NotationError(
                ReasonCode.NOTATION_SEAT, f"this is the handle of {self.name}: it moves for no other seat"
            )
        if isinstance(move, Cut):
            raise _not_a_seats(move.text())

    def _without_name(self, text: str) -> str:
        expect_text("move", text, "a Move, or a text ('discard 5h')")
        name, mark, rest = text.partition(":")
        if mark and nfc(name.strip()) != self.name:
            raise NotationError(
                ReasonCode.NOTATION_SEAT, f"this is the handle of {self.name}: it moves for no other seat"
            )
        said = rest.strip() if mark else text
        if is_cut(said):
            raise _not_a_seats(said)
        return said

    def __reduce__(self) -> NoReturn:
        raise TypeError("a seat's handle leads to the host's game and is not sent anywhere: send its view and events")

    def __repr__(self) -> str:
        return f"<Seat {self.name}>"

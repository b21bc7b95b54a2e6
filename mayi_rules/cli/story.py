"""The story of a game at one terminal: everybody is told what they have not seen yet, as their seat saw it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from mayi_rules.cli.narration import Position, deal_lines, ending_text, move_lines
from mayi_rules.engine.state.events import Event
from mayi_rules.game.game import HOST_NAME, Game
from mayi_rules.moves import HOST


class Story:
    """What has happened, and how much of it each of the people has been told.

    Args:
        people: their names.
    """

    def __init__(self, people: Sequence[str]) -> None:
        self._entries: list[Callable[[str], Iterable[str]]] = []
        self._told = dict.fromkeys(people, 0)

    def note(self, *lines: str) -> None:
        """Something that all may know."""
        self._entries.append(lambda _name: lines)

    def dealt(self, game: Game, number: int) -> None:
        """A round was dealt; everybody is told their own hand."""
        place = Position(game.seats, game.state)
        self._entries.append(lambda name: deal_lines(place, number, [name]))

    def moved(self, game: Game, moves: Sequence[str], events: Sequence[Event]) -> None:
        """Moves were played that led to the position as it is now.

        Args:
            game: the game.
            moves: the moves in notation, the seat in front.
            events: what came of them, with all cards.
        """
        place = Position(game.seats, game.state)
        said = [move.partition(": ") for move in moves if not move.startswith(f"{HOST_NAME}:")]
        if not said:
            self.note(ending_text(place.state, place.seats))
            return
        name, text = said[0][0], "; ".join(text for _, _, text in said)
        seat = HOST if name == HOST_NAME else place.seats.index(name)

        def lines(viewer: str) -> Iterable[str]:
            number = place.seats.index(viewer)
            return move_lines(place, place.state, seat, text, [event.seen_by(number) for event in events])

        self._entries.append(lines)

    def untold(self, name: str) -> list[str]:
        """What somebody has not been told yet; from now on they have."""
        entries = self._entries[self._told[name] :]
        self._told[name] = len(self._entries)
        return [line for entry in entries for line in entry(name)]

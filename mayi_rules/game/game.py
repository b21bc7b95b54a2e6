"""Game: a whole game for its host, with names for seats, and Seat: all that the client of one seat may use."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from mayi_rules.cards import generator
from mayi_rules.errors import NotationError
from mayi_rules.explaining.finding import fixes
from mayi_rules.explaining.fix import Fix
from mayi_rules.game import moves
from mayi_rules.game.dealing import cutter, first_dealer, new_round
from mayi_rules.game.engine import LegalMoves, SeenStep, Step, apply, check, legal_moves, to_act
from mayi_rules.game.events import Event, Log
from mayi_rules.game.moves import HOST, Move
from mayi_rules.game.notation import check_text, parse_moves
from mayi_rules.game.state import Chance, Phase, State
from mayi_rules.game.view import View
from mayi_rules.profile.model import Profile
from mayi_rules.profile.resolving import round_rules
from mayi_rules.reasons import ReasonCode, Verdict

HOST_NAME = "table"


class Standing(NamedTuple):
    """A place in the standings; equal totals share it."""

    place: int
    seat: str
    total: int


def check_names(seats: Sequence[str]) -> tuple[str, ...]:
    """The seats' names, checked.

    Raises:
        NotationError: a name is not 1–40 printable characters without `:`, `|` and line breaks, is `table`, has
            spaces at an end, or occurs twice.
    """
    for name in seats:
        if not isinstance(name, str) or not 1 <= len(name) <= 40 or not name.isprintable() or set(name) & set(":|"):
            message = f"{name!r} is not a seat's name: 1 to 40 printable characters without ':' and '|'"
        elif name == HOST_NAME or name != name.strip():
            message = f"{name!r} is not a seat's name: it is the host's, or has spaces at an end"
        elif list(seats).count(name) > 1:
            message = f"two seats are called {name!r}"
        else:
            continue
        raise NotationError(ReasonCode.NOTATION_SEAT, message)
    return tuple(seats)


class Game:
    """A game from the first deal to the last, for its host.

    Args:
        profile: the rules.
        seats: the players' names, clockwise.
        seed: makes the game reproducible; without one a secret key of 128 bits is drawn. Whoever knows a short seed
            knows all cards: seeds are for tests.
        dealer: the first dealer's name; by default the profile decides (`deal.first_dealer`).

    Raises:
        ProfileError: the profile does not allow so many players.
        NotationError: a name cannot be used.
    """

    def __init__(
        self, profile: Profile, *, seats: Sequence[str], seed: int | str | None = None, dealer: str | None = None
    ) -> None:
        self.seats = check_names(seats)
        key = secrets.token_hex(16) if seed is None else f"seed {seed}"
        rules = round_rules(profile, len(self.seats), 1)
        first = first_dealer(rules, key) if dealer is None else self._number(dealer)
        log: Log = []
        totals = (0,) * len(self.seats)
        self._state = new_round(rules, first, totals, Chance(key), None, log)
        self._events: list[Event] = list(log or ())
        self._steps: list[Step] = []
        self._looked = 0
        self._key = key

    @property
    def profile(self) -> Profile:
        """The rules of the game."""
        return self._state.rules.profile

    @property
    def state(self) -> State:
        """The position, with all hidden cards: for the host."""
        return self._state

    @property
    def digest(self) -> str:
        """A fingerprint of the position, hidden cards included: for the host."""
        return self._state.digest

    @property
    def to_act(self) -> tuple[str, ...]:
        """The names of the seats that may move; none while the host's step is awaited."""
        return tuple(self.seats[seat] for seat in to_act(self._state))

    @property
    def phase(self) -> Phase:
        """Where the round stands."""
        return self._state.phase

    @property
    def is_over(self) -> bool:
        """Whether the whole game is over."""
        return self._state.phase is Phase.GAME_OVER

    @property
    def history(self) -> tuple[str, ...]:
        """The moves so far in notation, the seat in front: for the host."""
        return tuple(f"{self._name(step.move.seat)}: {step.move.text()}" for step in self._steps)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Seats by total, the lowest first; equal totals share a place."""
        totals = self._state.totals
        ranked = sorted(range(len(totals)), key=lambda seat: totals[seat])
        return tuple(
            Standing(1 + sum(total < totals[seat] for total in totals), self.seats[seat], totals[seat])
            for seat in ranked
        )

    def events(self, *, since: int = 0) -> tuple[Event, ...]:
        """What has happened, with all hidden cards, from the event of this number on: for the host."""
        for step in self._steps[self._looked :]:
            self._events.extend(step.events)
        self._looked = len(self._steps)
        return tuple(self._events[since:])

    def seat(self, name: str) -> Seat:
        """The handle of one seat: all that its client may use.

        Raises:
            NotationError: no seat has this name.
        """
        return Seat(self, self._number(name))

    def spectator(self) -> View:
        """What everybody may see."""
        return View(self._state, self.seats, None)

    def check(self, move: str | Move) -> Verdict:
        """May this move be played? Text has the seat in front (`north: stock`, `table: close`)."""
        if isinstance(move, Move):
            return check(self._state, move)
        try:
            seat, text = self._split(move)
        except NotationError as error:
            return Verdict((error.reason,))
        return check_text(self._state, seat, text)

    def play(self, move: str | Move) -> Step:
        """Play a move of any seat or of the host.

        Args:
            move: a Move, or text with the seat in front. A text that names several cards to lay off plays them all,
                or none.

        Returns:
            The (last) step.

        Raises:
            IllegalMove: it is refused; nothing has changed.
            NotationError: the text is no move, or names no seat.
        """
        if isinstance(move, Move):
            return self._apply((move,))
        seat, text = self._split(move)
        return self.play_for(seat, text)

    def play_for(self, seat: int, text: str) -> Step:
        """Play what a seat (by number, or `HOST`) says, without its name in front; raises as `play` does."""
        return self._apply(parse_moves(self._state, seat, text))

    def cut(self, count: int | None = None) -> Step:
        """The cut before the deal: entered, or by chance (uniform over all cuts) where no count is given."""
        if count is None:
            rng = generator(self._key, "round", self._state.rules.round, "cut")
            count = 1 + int(rng.random() * (self._state.rules.pack_size - 1))
        return self.play(moves.Cut(cutter(self._state), count))

    def close(self) -> Step:
        """The clock: all who are still silent in the window pass."""
        return self.play(moves.Close())

    def abandon(self) -> Step:
        """End the round: nobody wins, all score."""
        return self.play(moves.Abandon())

    def next_round(self) -> Step:
        """Deal the next round."""
        return self.play(moves.NextRound())

    def _apply(self, found: tuple[Move, ...]) -> Step:
        state = self._state
        steps = []
        for move in found:
            step = apply(state, move)
            steps.append(step)
            state = step.state
        self._steps += steps
        self._state = state
        return steps[-1]

    def _split(self, text: str) -> tuple[int, str]:
        name, mark, rest = text.partition(":")
        if not mark:
            raise NotationError(
                ReasonCode.NOTATION_SEAT, f"{text!r} does not say who moves: write the seat in front ('north: pass')"
            )
        return (HOST if name.strip() == HOST_NAME else self._number(name.strip())), rest.strip()

    def _number(self, name: str) -> int:
        if name not in self.seats:
            raise NotationError(
                ReasonCode.NOTATION_SEAT, f"nobody is called {name!r}: the seats are {', '.join(self.seats)}"
            )
        return self.seats.index(name)

    def _name(self, seat: int) -> str:
        return HOST_NAME if seat == HOST else self.seats[seat]

    def __repr__(self) -> str:
        return f"<Game {self.profile.id} round {self._state.rules.round}, {self.phase.value}>"


class Seat:
    """The handle of one seat: its view, its events, its legal moves, its verdicts. It sees no hidden card."""

    __slots__ = ("__game", "number")

    def __init__(self, game: Game, number: int) -> None:
        self.__game = game
        self.number = number

    @property
    def name(self) -> str:
        """The seat's name."""
        return self.__game.seats[self.number]

    @property
    def view(self) -> View:
        """What the seat may know now."""
        return View(self.__game.state, self.__game.seats, self.number)

    @property
    def legal_moves(self) -> LegalMoves:
        """The seat's legal moves, worked out from what it may know."""
        return legal_moves(self.view.state, self.number)

    def events(self, *, since: int = 0) -> tuple[Event, ...]:
        """What the seat has seen, from the event of this number on."""
        return tuple(event.seen_by(self.number) for event in self.__game.events(since=since))

    def check(self, move: str | Move) -> Verdict:
        """May this seat play this move? Text is without a seat in front."""
        if isinstance(move, Move):
            self._own(move)
            return check(self.view.state, move)
        try:
            text = self._without_name(move)
        except NotationError as error:
            return Verdict((error.reason,))
        return check_text(self.view.state, self.number, text)

    def fixes(self, move: str | Move) -> list[Fix]:
        """The smallest changes under which a refused move of this seat would be legal, from what the seat may know.

        Raises:
            NotationError: the move, or the text, is another seat's.
        """
        if isinstance(move, Move):
            self._own(move)
        else:
            move = self._without_name(move)
        return fixes(self.view.state, self.number, move)

    def play(self, move: str | Move) -> SeenStep:
        """Play a move of this seat.

        Returns:
            The step as the seat sees it: its state is masked.

        Raises:
            IllegalMove: the move is refused; nothing has changed.
            NotationError: the text is no move, or is another seat's.
        """
        if isinstance(move, Move):
            self._own(move)
            step = self.__game.play(move)
        else:
            step = self.__game.play_for(self.number, self._without_name(move))
        return step.seen_by(self.number)

    def _own(self, move: Move) -> None:
        if move.seat != self.number:
            raise NotationError(
                ReasonCode.NOTATION_SEAT, f"this is the handle of {self.name}: it moves for no other seat"
            )

    def _without_name(self, text: str) -> str:
        name, mark, rest = text.partition(":")
        if not mark:
            return text
        if name.strip() != self.name:
            raise NotationError(
                ReasonCode.NOTATION_SEAT, f"this is the handle of {self.name}: it moves for no other seat"
            )
        return rest.strip()

    def __repr__(self) -> str:
        return f"<Seat {self.name}>"

"""Game: a whole game for its host, with names for seats."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from threading import RLock

from attrs import evolve

from mayi_rules import moves
from mayi_rules.arguments import expect, expect_names, expect_seed, expect_text, expect_whole, wrong
from mayi_rules.cards import generator, kinds_of
from mayi_rules.documents.spelling import nfc
from mayi_rules.engine.caps import TURN_CAP, Guard, ends_turn
from mayi_rules.engine.engine import Step, to_act
from mayi_rules.engine.knowledge.mask import mask
from mayi_rules.engine.open_play import apply_revealed, check_revealed, refusal, revealed, with_scores
from mayi_rules.engine.rules.deal import cutter, first_dealer, new_round
from mayi_rules.engine.state.events import Event, Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Chance, Phase
from mayi_rules.engine.text.names import HOST_NAME, check_names, seat_number
from mayi_rules.engine.text.notation import parse_moves
from mayi_rules.errors import HiddenCards, IllegalMove, NotationError, StaleVersion
from mayi_rules.game.change import Change, Counted, Keeper, Played, Seated, TakenBack
from mayi_rules.game.log import GameLog, joined
from mayi_rules.game.policies import Policy, SitsOut, play_choice, policy_name
from mayi_rules.game.score_sheet import ScoreSheet, Standing, score_sheet, standings
from mayi_rules.game.seat import Seat
from mayi_rules.game.view import View
from mayi_rules.moves import HOST, Move
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.resolution import round_rules
from mayi_rules.reasons import ReasonCode, Verdict
from mayi_rules.records.epoch import EPOCH, Counters, after_loading, new_game, note
from mayi_rules.records.record import Record
from mayi_rules.records.replay import Replayed
from mayi_rules.records.snapshot_of_game import make_record, make_record_for

__all__ = ["HOST_NAME", "Game", "Seat", "Standing", "check_names"]


class Game:
    """A game from the first deal to the last, for its host.

    Attributes:
        seats: the players' names, clockwise.

    Args:
        profile: the rules.
        seats: the players' names, clockwise.
        seed: makes the game reproducible; without one a secret key of 128 bits is drawn. Whoever knows a short seed
            knows all cards: seeds are for tests.
        dealer: the first dealer's name; by default the profile decides (`deal.first_dealer`).
        deck: the order of the first round's pack, top card first, where it is given: a text in notation
            (`"Ah Kd …"`), or cards; at a real table, `?` for a card that nobody noted. Then moves turn up the cards
            that they name, orders to come are not the library's, and scores may have to be told (`enter_scores`).
        turn_cap: how many turns a round has at most: when so many have ended in it, the library abandons it (nobody
            wins, all score), for by the rules alone a round can go on for ever. None: no cap.

    Raises:
        ProfileError: the profile does not allow so many players.
        NotationError: a name cannot be used.
        RecordError: the deck is not the pack of the first round.
    """

    def __init__(
        self,
        profile: Profile,
        *,
        seats: Sequence[str],
        seed: int | str | None = None,
        dealer: str | None = None,
        deck: str | Iterable[int] | None = None,
        turn_cap: int | None = TURN_CAP,
    ) -> None:
        expect_seed(seed)
        if turn_cap is not None:
            expect_whole("turn_cap", turn_cap, 1)
        names = check_names(seats)
        key = secrets.token_hex(16) if seed is None else f"seed {seed}"
        rules = round_rules(profile, len(names), 1)
        first = first_dealer(rules, key) if dealer is None else seat_number(dealer, names)
        log: Log = []
        given = None if deck is None else kinds_of("deck", deck)
        chance = Chance(key).beside(given)
        order = chance.deal_order(rules, 1) if given is None else given
        state = new_round(rules, first, (0,) * len(names), chance, order, log)
        self._begin(names, state, order, tuple(log or ()), key, Guard(turn_cap), Counters(new_game(), 0, 0))

    def _begin(
        self,
        names: tuple[str, ...],
        state: State,
        order: bytes | None,
        dealt: Sequence[Event],
        key: str,
        guard: Guard,
        counters: Counters,
    ) -> None:
        self.seats = names
        self._order = order
        self._state = state
        self._log = GameLog(state, dealt, base=counters.version // EPOCH * EPOCH)
        self._identity = counters.game
        self._version = counters.version
        note(self._identity, self._version)
        self._lock = RLock()
        self._policies: dict[str, Policy] = {}
        self._called: dict[str, str] = {}
        self._key = key
        self._guard = guard
        self._keeper: Keeper | None = None

    @classmethod
    def resumed(
        cls,
        seats: Sequence[str],
        replayed: Replayed,
        *,
        saved: Counters | None = None,
        is_last: bool = False,
    ) -> Game:
        """The game that a record tells, to be played on.

        Args:
            seats: the names.
            replayed: the record played again.
            saved: how far the game had counted when it was saved.
            is_last: whether it is known that nothing has been counted since.
        """
        game = cls.__new__(cls)
        guard = Guard(replayed.turn_cap).see_all(step.move for step in replayed.steps)
        counters = saved if saved is not None and is_last else after_loading(saved, len(replayed.steps))
        game._begin(tuple(seats), replayed.first, replayed.order, replayed.dealt, replayed.key, guard, counters)
        for step in replayed.steps:
            # Orders to come, and scores that a table counted, are the record's: they do not follow from the moves.
            game._log.add(step, is_fixed=isinstance(step.move, moves.NextRound) or step.state.is_over)
        game._log.count_on(counters.events)
        if replayed.state is not (replayed.steps[-1].state if replayed.steps else replayed.first):
            game._log.go_on_from(replayed.state)
        game._state = replayed.state
        return game

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
    def version(self) -> int:
        """A number that grows whenever the game changes, and is never used again.

        It counts the steps played and undone. A game that was loaded counts on where nothing has been counted since
        it was saved; otherwise its versions, and the numbers of its events, are far from all that were given out.
        """
        return self._version

    @property
    def counters(self) -> Counters:
        """How far the game has counted: saved with a record, so that a game that is loaded counts on."""
        return Counters(self._identity, self._version, self._log.next_event)

    @property
    def to_act(self) -> tuple[str, ...]:
        """The names of the seats that may move; none while the host's step is awaited."""
        return tuple(self.seats[seat] for seat in to_act(self._state))

    @property
    def phase(self) -> Phase:
        """Where the round stands."""
        return self._state.phase

    @property
    def round(self) -> int:
        """The number of the round, from 1."""
        return self._state.round

    @property
    def turns(self) -> int:
        """How many turns have ended in the round."""
        return self._guard.turns

    @property
    def turn_cap(self) -> int | None:
        """How many turns a round has at most before the library abandons it; None for no cap."""
        return self._guard.turn_cap

    @property
    def is_over(self) -> bool:
        """Whether the whole game is over."""
        return self._state.phase is Phase.GAME_OVER

    @property
    def history(self) -> tuple[str, ...]:
        """The moves so far in notation, the seat in front: for the host."""
        return tuple(map(self._told, self._log.moves))

    @property
    def record(self) -> Record:
        """The game so far as a record, with the orders of all packs: for the host."""
        with self._lock:
            record = make_record(self.seats, self._log.first, self._order, list(self._log.steps()), self._state)
            counters = self.counters
            names = dict(self._called)
        return evolve(record, turn_cap=self.turn_cap, counters=counters, policies=names)

    def record_for(self, name: str | None) -> Record:
        """The game as one seat (or, with None, a spectator) can tell it: cards that it did not see are `?`."""
        number = None if name is None else seat_number(name, self.seats)
        with self._lock:
            steps, state = list(self._log.steps()), self._state
        record = make_record_for(number, self.seats, self._log.first, self._order, steps, state)
        return evolve(record, turn_cap=self.turn_cap)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """Seats by total, the lowest first; equal totals share a place."""
        return standings(self._state.totals, self.seats, self._state.ranks)

    def score_sheet(self, *, absent: Collection[str] = ()) -> ScoreSheet:
        """What was left in every hand, round by round, and the totals.

        Args:
            absent: players who did not complete the game; their totals are those of `scoring.absent`.
        """
        absent = [self.seats[seat_number(name, self.seats)] for name in expect_names("absent", absent)]
        return score_sheet(self._log.ends_of_rounds(), self._state, self.seats, absent)

    def events(self, *, since: int = 0) -> tuple[Event, ...]:
        """What has happened, with all hidden cards, from the event of this number (`Event.seq`) on: for the host.

        Events are never taken away: what was undone stays, followed by an event `undone` that names the number of
        the first event that no longer holds. A number that is none of this game's, as one from before it was loaded,
        gives all events anew.
        """
        expect_whole("since", since)
        return self._log.events(since)

    @property
    def next_event(self) -> int:
        """The number of the next event: what to ask for later on, as `events(since=…)`, to be told what is new."""
        return self._log.next_event

    def seat(self, name: str) -> Seat:
        """The handle of one seat: all that its client may use.

        Raises:
            NotationError: no seat has this name.
        """
        return Seat(self, seat_number(name, self.seats))

    def spectator(self) -> View:
        """What everybody may see."""
        return View(self._state, self.seats, None)

    def spectator_events(self, *, since: int = 0) -> tuple[Event, ...]:
        """What everybody has seen, from the event of this number on."""
        return tuple(event.seen_by(None) for event in self.events(since=since))

    def check(self, move: str | Move) -> Verdict:
        """May this move be played? Text has the seat in front (`north: stock`, `table: close`)."""
        try:
            seat, said = (move.seat, move) if isinstance(move, Move) else self._split(move)
        except NotationError as error:
            return error.verdict
        verdict = check_revealed(self._state, seat, said)
        if verdict and seat == HOST:
            meant = said if isinstance(said, Move) else parse_moves(self._state, seat, said)[0]
            return Verdict(tuple(self._guard.reasons(meant)))
        return verdict

    def play(self, move: str | Move, *, expected_version: int | None = None) -> Step:
        """Play a move of any seat or of the host.

        Args:
            move: a Move, or text with the seat in front. A text that names several cards to lay off plays them all,
                or none.
            expected_version: the version of the game that the sender has seen; if the game has moved on since (or
                the request comes twice) nothing happens.

        Returns:
            The step. Where several moves were played (a text with several cards to lay off, or a turn that reached the
            cap and the end of the round) it is all of them in one.

        Raises:
            IllegalMove: it is refused; nothing has changed.
            StaleVersion: the game is at another version than expected.
            NotationError: the text is no move, or names no seat.
        """
        if isinstance(move, Move):
            with self._lock:
                self._expect(expected_version)
                return self._play_said(move.seat, move)
        seat, text = self._split(move)
        with self._lock:
            self._expect(expected_version)
            return self._play_said(seat, text)

    def play_for(self, seat: int, move: str | Move, *, expected_version: int | None = None) -> Step:
        """Play what a seat (by number) says: a move of it, or a text without its name in front.

        Raises as `play` does, but a refusal tells nothing that the seat does not know.
        """
        with self._lock:
            self._expect(expected_version)
            try:
                return self._play_said(seat, move)
            except (IllegalMove, NotationError):
                known = mask(self._state, seat)
        raise refusal(known, seat, move)  # out here the host's error is no context of it

    def _play_said(self, seat: int, said: str | Move) -> Step:
        found = (said,) if isinstance(said, Move) else parse_moves(revealed(self._state, seat, said), seat, said)
        return joined(self.play_moves(found), found[-1])

    def play_moves(self, found: Sequence[Move]) -> tuple[Step, ...]:
        """Play these moves, all or none.

        Returns:
            Their steps, and that with which the library ends a round that has reached the cap of turns.

        Raises:
            IllegalMove: one of them is refused; nothing has changed.
        """
        with self._lock:
            steps: list[Step] = []
            state = self._state
            guard = self._guard.copy()

            def add(move: Move) -> None:
                nonlocal state
                guard.expect(move)
                steps.append(apply_revealed(state, move))
                state = steps[-1].state
                guard.see(move)

            for move in found:
                add(move)
                if ends_turn(move) and not state.is_over and (capped := guard.due()):
                    add(capped)
            self._keep(Played(tuple(steps)), self._version + len(steps))
            played = tuple([self._log.add(step) for step in steps])
            self._guard = guard
            self._changed(state, len(played))
        return played

    def _changed(self, state: State, steps: int = 1) -> None:
        # The position first: who reads the version before the position never has an old one under a new number.
        self._state = state
        self._version += steps
        note(self._identity, self._version)

    def cut(self, count: int | None = None) -> Step:
        """The cut before the deal: entered, or by chance (uniform over all cuts) where no count is given."""
        if count is None:
            rng = generator(self._key, "round", self._state.round, "cut")
            count = 1 + int(rng.random() * (self._state.rules.pack_size - 1))
        expect("count", count, int, "a whole number")
        return self.play(moves.Cut(cutter(self._state), count))

    def close(self) -> Step:
        """The clock: all who are still pending in the window pass."""
        return self.play(moves.Close())

    def abandon(self) -> Step:
        """End the round: nobody wins, all score."""
        return self.play(moves.Abandon())

    def next_round(self, *, deck: str | Iterable[int] | None = None) -> Step:
        """Deal the next round; `deck` is the order of its pack, top card first, where it is given (as for `Game`)."""
        return self.play(moves.NextRound(order=None if deck is None else kinds_of("deck", deck)))

    def enter_scores(self, scores: Mapping[str, int]) -> None:
        """Say what the table counted, after a round that ended with cards in hand that nobody noted.

        The scores carry on into the totals, and the event `round_over` is told again with them.

        Args:
            scores: by seat's name, bonuses included.

        Raises:
            RecordError: no round has just ended, a seat has no score, or the cards left cannot count so much.
        """
        if isinstance(scores, Mapping):
            named = {nfc(name) if isinstance(name, str) else name: score for name, score in scores.items()}
            scores = named if len(named) == len(scores) else scores
        with self._lock:
            state, _ = with_scores(self._state, self.seats, scores)
            self._keep(Counted(dict(scores)), self._version + 1)
            self._log.enter_scores(state, state.scores)
            self._changed(state)

    def undo(self, count: int = 1) -> tuple[str, ...]:
        """Take back the last steps, over the ends of rounds too: for the host.

        What seats have seen meanwhile they have seen. Events stay, with an event `undone` behind them.

        Returns:
            The moves that were undone in notation, the last one first.

        Raises:
            ValueError: there are not so many steps.
        """
        expect("count", count, int, "a whole number")
        with self._lock:
            left = len(self._log) - count
            if not 1 <= count <= len(self._log):
                raise ValueError(f"{count} steps cannot be undone: there are {len(self._log)}")
            self._keep(TakenBack(count), self._version + 1)
            moves_made = self._log.moves
            state = self._log.undo(left)
            self._guard = Guard(self.turn_cap).see_all(moves_made[:left])
            self._changed(state)
        return tuple(self._told(move) for move in reversed(moves_made[left:]))

    def set_policy(self, name: str, policy: Policy | None, *, called: str | None = None) -> None:
        """Have a seat played by a policy (a bot), or, with None, by a person again; see `advance`.

        Args:
            name: the seat.
            policy: what plays it.
            called: the name under which records keep the policy; by default its own `name`, or that of its class. With
                no policy the name alone is kept: a person plays the seat until the host gives the policy.
        """
        name = self.seats[seat_number(name, self.seats)]
        if policy is not None and not hasattr(policy, "choose"):
            raise wrong("policy", policy, "a bot, with a method choose(view), or None")
        kept = called or (None if policy is None else policy_name(policy))
        with self._lock:
            self._keep(Seated(name, kept), self._version)
            self._policies = {seat: one for seat, one in self._policies.items() if seat != name}
            self._called = {seat: one for seat, one in self._called.items() if seat != name}
            if policy is not None:
                self._policies[name] = policy
            if kept is not None:
                self._called[name] = kept

    def sit_out(self, name: str) -> None:
        """Somebody is away: the seat passes, draws from the stock and discards what counts most (`SitsOut`)."""
        self.set_policy(name, SitsOut())

    @property
    def policies(self) -> dict[str, Policy]:
        """Who plays which seat, where it is no person."""
        return dict(self._policies)

    def advance(self, *, cap: int = TURN_CAP) -> tuple[Step, ...]:
        """Play the seats that have a policy until a person or the host must act, or until so many turns have ended.

        A policy that does not end its turn within a hundred moves (it may lay and take back for ever) ends the round:
        the library abandons it.

        Returns:
            The steps played.

        Raises:
            BotError: a policy answered with what is no legal move; what was played before it stays.
            HiddenCards: a seat with a policy holds unknown cards only; what was played before it stays.
        """
        expect("cap", cap, int, "a whole number")
        steps: list[Step] = []
        guard = Guard(cap)
        while not guard.turns_are_up:
            if capped := guard.due():
                steps += self.play_moves((capped,))
            name = next((name for name in self.to_act if name in self._policies), None)
            if name is None:
                break
            seat = self.seat(name)
            if not seat.legal_moves:
                raise HiddenCards(f"{name} cannot be played by a policy: it holds no card that somebody noted")
            where = f"version {self.version}"
            for step in play_choice(self._policies[name], seat.view, self.play_moves, where=where):
                steps.append(step)
                guard.see(step.move)
        return tuple(steps)

    def keep_with(self, keeper: Keeper | None) -> None:
        """Have every change kept before it holds (see `mayi_rules.game.journal`); with None, by nobody any more.

        Raises:
            ValueError: another one keeps them already.
        """
        with self._lock:
            if keeper is not None and self._keeper is not None:
                raise ValueError("the game has a journal already: close that first")
            self._keeper = keeper

    @property
    def held(self) -> AbstractContextManager[object]:
        """A context: while it is entered, no other thread changes the game."""
        return self._lock

    def _keep(self, change: Change, version: int) -> None:
        if self._keeper is not None:
            self._keeper.keep(change, version)

    def _expect(self, version: int | None) -> None:
        expect("expected_version", version, (int, type(None)), "a whole number or None")
        if version is not None and version != self.version:
            raise StaleVersion(version, self.version)

    def _split(self, text: str) -> tuple[int, str]:
        expect_text("move", text, "a Move, or a text with the seat in front ('north: pass')")
        name, mark, rest = text.partition(":")
        if not mark:
            message = f"{text!r} does not say who moves: write the seat in front ({self.seats[0]}: …)"
            raise NotationError(ReasonCode.NOTATION_SEAT, message)
        name = name.strip()
        return (HOST if name == HOST_NAME else seat_number(name, self.seats)), rest.strip()

    def _told(self, move: Move) -> str:
        return f"{HOST_NAME if move.seat == HOST else self.seats[move.seat]}: {move.text()}"

    def __eq__(self, other: object) -> bool:
        """Whether seats, moves and positions are the same; where later orders come from does not count."""
        return isinstance(other, Game) and (self.seats, self._log.first, self._state, self.history) == (
            other.seats,
            other._log.first,
            other._state,
            other.history,
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Game {self.profile.id} round {self.round}, {self.phase.value}>"

"""The engine: check a move, apply it, list the legal ones. It joins the rule sections and holds no rule itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from mayi_rules import moves
from mayi_rules.arguments import expect_whole, wrong
from mayi_rules.engine.knowledge.mask import mask
from mayi_rules.engine.rules import abandon, claims, deal, discard, draw, lay_off, opening, swap, take_back
from mayi_rules.engine.rules.turn_order import Tiers, expect_seat, expect_state
from mayi_rules.engine.state.events import Event, Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import BUYING, DRAW, PLAY
from mayi_rules.errors import IllegalMove
from mayi_rules.moves import HOST, Move, Open
from mayi_rules.reasons import ACCEPTED, Reason, ReasonCode, Verdict
from mayi_rules.solver import can_open, openings

_Kind = TypeVar("_Kind", bound=Move)

_TIERS: dict[type[Move], Callable[[State, Any], Tiers]] = {
    moves.Take: draw.take_tiers,
    moves.Stock: draw.stock_tiers,
    moves.Ask: claims.ask_tiers,
    moves.Pass: claims.pass_tiers,
    moves.Block: claims.block_tiers,
    moves.Open: opening.open_tiers,
    moves.LayOff: lay_off.lay_off_tiers,
    moves.Swap: swap.swap_tiers,
    moves.TakeBack: take_back.take_back_tiers,
    moves.Discard: discard.discard_tiers,
    moves.Keep: discard.keep_tiers,
    moves.Cut: deal.cut_tiers,
    moves.Close: claims.close_tiers,
    moves.Abandon: abandon.abandon_tiers,
    moves.NextRound: deal.next_round_tiers,
}
_DO: dict[type[Move], Callable[[State, Any, Log], State]] = {
    moves.Take: draw.do_take,
    moves.Stock: draw.do_stock,
    moves.Ask: claims.do_ask,
    moves.Pass: claims.do_pass,
    moves.Block: claims.do_block,
    moves.Open: opening.do_open,
    moves.LayOff: lay_off.do_lay_off,
    moves.Swap: swap.do_swap,
    moves.TakeBack: take_back.do_take_back,
    moves.Discard: discard.do_discard,
    moves.Keep: discard.do_keep,
    moves.Cut: deal.do_cut,
    moves.Close: claims.do_close,
    moves.Abandon: abandon.do_abandon,
    moves.NextRound: deal.do_next_round,
}


def check(state: State, move: Move) -> Verdict:
    """May this move be played here?

    Args:
        state: the position, full or masked.
        move: a canonical move of any seat or of the host.

    Returns:
        `ACCEPTED`, or a verdict with all reasons of the first tier that has any.
    """
    for tier in _tiers(state, move):
        if reasons := tuple(tier):
            return Verdict(reasons)
    return ACCEPTED


def is_legal(state: State, move: Move) -> bool:
    """Whether this move may be played here; stops at the first reason against it."""
    return all(next(iter(tier), None) is None for tier in _tiers(state, move))


def _tiers(state: State, move: Move) -> Tiers:
    """The tiers of reasons of a move; who cannot make it at all has none but that."""
    try:
        if move.seat != moves.HOST if isinstance(move, moves.TABLE_MOVES) else not 0 <= move.seat < state.players:
            return iter([[Reason(ReasonCode.TURN_NOT_YOUR_TURN)]])
        return _TIERS[type(move)](state, move)
    except (AttributeError, KeyError, TypeError):
        expect_state(state)
        _expect_move(move)
        raise


def _expect_move(move: object) -> None:
    """Raise a TypeError unless the engine knows this move."""
    if type(move) not in _TIERS:
        raise wrong("move", move, "a Move: parse_move(state, seat, text) reads one, check_text checks a text")


def apply(state: State, move: Move) -> Step:
    """Play a move.

    Args:
        state: the position; it is not changed.
        move: a canonical move. One drawn from the state's own `legal_moves` is known to be legal.

    Returns:
        The step: the position after it, and what happened (made when looked at).

    Raises:
        IllegalMove: the move is refused; its verdict says why.
    """
    try:
        if state.offered is not move and not is_legal(state, move):
            raise IllegalMove(check(state, move))
        do = _DO[type(move)]
    except (AttributeError, KeyError):
        expect_state(state)
        _expect_move(move)
        raise
    return Step(do(state, move, None), state, move)


def play_again(state: State, move: Move) -> Step:
    """The step of a move that was played in this position before, and is known to be legal."""
    return Step(_DO[type(move)](state, move, None), state, move)


class Step:
    """What a move led to: the State after it, and the events (made when somebody looks)."""

    __slots__ = ("_events", "before", "move", "state")

    def __init__(self, state: State, before: State, move: Move) -> None:
        self.state = state
        self.before = before
        self.move = move
        self._events: tuple[Event, ...] | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened, in order."""
        if self._events is None:
            log: list[Event] = []
            _DO[type(self.move)](self.before, self.move, log)
            self._events = tuple(log)
        return self._events

    def seen_by(self, seat: int | None) -> SeenStep:
        """The step as a seat (or, with None, a spectator) may know it."""
        events = tuple([event.seen_by(seat) for event in self.events])
        move = moves.NextRound() if isinstance(self.move, moves.NextRound) else self.move  # without the order given
        return SeenStep(mask(self.state, seat), events, move)

    def __repr__(self) -> str:
        return f"<Step {self.move} → {self.state!r}>"


class SeenStep(NamedTuple):
    """A step as one seat may know it: the masked State, the events as the seat saw them, the move."""

    state: State
    events: tuple[Event, ...]
    move: Move


def to_act(state: State) -> tuple[int, ...]:
    """The seats that may move, in order of seats; none while the host's step is awaited."""
    try:
        window = state.window
    except AttributeError:
        expect_state(state)
        raise
    if window is not None:
        return window.seats
    phase = state.phase
    return _ALONE[state.turn] if phase is PLAY or phase is DRAW else ()


_ALONE = tuple((seat,) for seat in range(256))


class LegalMoves:
    """The legal moves of a seat in a position, lazily: `in`, iteration (openings last), counting, sampling."""

    __slots__ = ("_simple", "seat", "state")

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self._simple: Sequence[Move] | None = None

    @property
    def simple(self) -> Sequence[Move]:
        """All moves but openings."""
        if self._simple is None:
            self._simple = _simple_moves(self.state, self.seat)
        return self._simple

    @property
    def can_open(self) -> bool:
        """Whether there is an opening among the moves."""
        state = self.state
        return (
            state.phase is PLAY
            and state.turn == self.seat
            and not state.opened >> self.seat & 1
            and can_open(state.hands[self.seat], state.rules)
        )

    @property
    def openings(self) -> Iterator[Open]:
        """Every distinct opening, one order of its melds each.

        What the solver lists is asked once of the rules themselves: an opening that `check` refuses is not offered.
        """
        if self.can_open:
            state = self.state
            for melds in openings(state.hands[self.seat], state.rules):
                move = Open(self.seat, melds)
                if is_legal(state, move):
                    yield move

    def by_kind(self, kind: type[_Kind]) -> Iterator[_Kind]:
        """The moves of one kind (a class of `mayi_rules.moves`); openings are made only if asked for."""
        if not isinstance(kind, type) or not issubclass(kind, Move):
            raise wrong("kind", kind, "a class of mayi_rules.moves, as Discard")
        found: Iterator[Any] = self.openings if kind is Open else (move for move in self.simple if type(move) is kind)
        yield from self._offer(found)

    def _offer(self, legal: Iterator[_Kind]) -> Iterator[_Kind]:
        for move in legal:
            self.state.offered = move
            yield move

    def __iter__(self) -> Iterator[Move]:
        yield from self._offer(iter(self.simple))
        yield from self._offer(self.openings)

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and move.seat == self.seat and is_legal(self.state, move)

    def __bool__(self) -> bool:
        return bool(self.simple) or self.can_open

    def count(self, limit: int = 10_000) -> int:
        """How many moves there are, at most `limit`."""
        expect_whole("limit", limit)
        return sum(1 for _ in islice(self, limit))

    def sample(self, rng: random.Random) -> Move:
        """A move at random: uniform over the moves, one opening standing for all of them.

        Raises:
            IndexError: the seat has no move.
        """
        state = self.state
        simple = self._simple
        if simple is None:
            simple = self._simple = _simple_moves(state, self.seat)
        size = len(simple)
        # In play one lot more stands for the openings.
        try:
            index = int(rng.random() * (size + 1 if state.phase is PLAY else size))
        except AttributeError:
            raise wrong("rng", rng, "a random.Random") from None
        state.offered = move = simple[index] if index < size else self._last_lot(rng, simple)
        return move

    def _last_lot(self, rng: random.Random, simple: Sequence[Move]) -> Move:
        """The lot of the openings was drawn: only now it is asked whether there are any.

        If there are none it is drawn again among the others, which leaves every move equally likely.
        """
        opening = next(self.openings, None)
        if opening is not None:
            return opening
        if not simple:
            raise IndexError(f"seat {self.seat} has no legal move")
        return simple[int(rng.random() * len(simple))]

    def __repr__(self) -> str:
        texts = [move.text() for move in islice(self, 12)]
        return f"<LegalMoves {', '.join(texts)}{' …' if len(texts) == 12 else ''}>"


def _simple_moves(state: State, seat: int) -> Sequence[Move]:
    phase = state.phase
    if phase is BUYING:
        return claims.window_moves(state, seat)
    if state.turn != seat:
        return ()
    if phase is DRAW:
        return draw.draw_moves(state)
    if phase is not PLAY:
        return ()
    listed = discard.ending_moves(state)
    if state.opened >> seat & 1:
        listed += lay_off.lay_off_moves(state)
        listed += swap.swap_moves(state)
        if take_back.may_take_back(state):
            listed.append(moves.take_back(seat))
    return listed


def legal_moves(state: State, seat: int) -> LegalMoves:
    """The legal moves of a seat in a position, full or masked.

    Raises:
        TypeError: these are no position and no number of a seat.
        ValueError: there is no seat of this number.
    """
    try:
        if not HOST <= seat < len(state.hands):
            expect_seat(state, seat)
    except (AttributeError, TypeError):
        expect_state(state)
        expect_seat(state, seat)
        raise
    return LegalMoves(state, seat)

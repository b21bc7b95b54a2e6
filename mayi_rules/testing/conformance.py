"""What must hold in every position of every game, whatever its profile: one function for each property.

Each function takes a position and raises `PropertyBroken` where the property does not hold. `check_position` asks
for all of them.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from itertools import islice

from mayi_rules.engine.engine import apply, check, is_legal, legal_moves, to_act
from mayi_rules.engine.knowledge.mask import mask
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Phase
from mayi_rules.engine.text.notation import parse_move
from mayi_rules.errors import IllegalMove, NotationError
from mayi_rules.melds.meld import Meld
from mayi_rules.moves import HOST_MOVES, Discard, Keep, LayOff, Move, Open, Swap
from mayi_rules.testing.random_choice import Choices
from mayi_rules.testing.random_moves import build_move, build_near_miss
from mayi_rules.testing.random_positions import is_pack
from mayi_rules.testing.repro import position_text

OPENINGS_LISTED = 400
"""Openings among which one is looked for; of a hand with more of them a missing one is no contradiction."""

OPENINGS_TRIED = 40
"""Openings that are each tried."""

TURN_SEARCH = 4000
"""Positions that are searched for the end of a turn."""

_WAITING = (Phase.CUT, Phase.ROUND_OVER, Phase.GAME_OVER)


class PropertyBroken(AssertionError):  # noqa: N818 - says what happened, as AssertionError does
    """A property does not hold; the message says which, and where."""


def fresh(state: State) -> State:
    """The same position without what was already worked out about it."""
    same: State = state.replace()
    return same


def require(state: State, holds: object, what: str) -> None:
    """Raise when something does not hold in this position."""
    if not holds:
        raise PropertyBroken(f"{what}, in {state!r}:\n{position_text(state)}")


def cards_are_conserved(state: State) -> None:
    """All cards of the pack are in hands, stock, discards and melds, each once."""
    require(state, is_pack(state), "the cards in play are not the pack")


def opening_key(move: Open) -> tuple[Meld, ...]:
    """An opening whatever the order of its melds."""
    return tuple(sorted(move.melds))


def key_of(move: Move) -> object:
    """What makes a move the same move as another."""
    return opening_key(move) if isinstance(move, Open) else move


def listed(state: State, seat: int, *, most: int = OPENINGS_TRIED) -> tuple[list[Move], bool]:
    """A seat's moves, and whether these are all of them."""
    legal = legal_moves(fresh(state), seat)
    openings = list(islice(legal.openings, most + 1))
    return [*legal.simple, *openings[:most]], len(openings) <= most


def somebody_can_move(state: State) -> None:
    """Some seat may act and has a move, or a step of the host is awaited."""
    seats = to_act(state)
    if state.phase in _WAITING:
        require(state, not seats, "the round waits for the host, but a seat may act")
        return
    require(state, seats, "nobody may act, and no step of the host is awaited")
    for seat in range(state.players):
        legal = legal_moves(fresh(state), seat)
        require(state, bool(legal) == (seat in seats), f"seat {seat} may act, or has moves, but not both")
        found = next(iter(legal), None)
        require(state, (found is not None) == bool(legal), f"the moves of seat {seat} are none and some")


def listing_is_legal(state: State) -> None:
    """Every listed move is accepted by `in`, `check` and `apply`, and none is listed twice."""
    for seat in range(state.players):
        moves, _ = listed(state, seat)
        keys = [key_of(move) for move in moves]
        require(state, len(set(keys)) == len(keys), f"moves of seat {seat} are listed twice: {_twice(keys)}")
        for move in moves:
            agrees(state, move, offered=True)


def _twice(keys: list[object]) -> list[str]:
    return sorted({str(key) for key in keys if keys.count(key) > 1})


def applies_as_checked(state: State, move: Move) -> bool:
    """`check`, `is_legal` and `apply` say the same of this move, whatever is in it; `apply` refuses in no other way.

    Args:
        state: the position, full or masked.
        move: any move of a seat or of the host.

    Returns:
        Whether the move is legal.
    """
    clean = fresh(state)
    verdict = check(clean, move)
    require(state, is_legal(clean, move) == verdict.ok, f"is_legal and check differ about {move!r}: {verdict}")
    try:
        apply(clean, move)
        applied = True
    except IllegalMove as error:
        applied = False
        require(state, error.verdict == verdict, f"apply gives other reasons than check for {move!r}")
    except Exception as error:
        raise PropertyBroken(f"apply raises {error!r} for {move!r}; check says: {verdict}") from error
    require(state, applied == verdict.ok, f"apply and check differ about {move!r}: {verdict}")
    return applied


def agrees(state: State, move: Move, *, offered: bool | None = None) -> bool:
    """`in`, `check` and `apply` say the same of this move, and so does the listing.

    Args:
        state: the position.
        move: any move of a seat that may be offered to one.
        offered: whether it is listed; worked out when None.

    Returns:
        Whether the move is legal.
    """
    legal = applies_as_checked(state, move)
    clean = fresh(state)
    belongs = move in legal_moves(clean, move.seat)
    require(state, belongs == legal, f"`in legal_moves` and check differ about {move!r}: {check(clean, move)}")
    if offered is None:
        moves, complete = listed(state, move.seat, most=OPENINGS_LISTED if isinstance(move, Open) else 0)
        offered = key_of(move) in {key_of(one) for one in moves if type(one) is type(move)}
        if not offered and isinstance(move, Open) and not complete:
            return legal
    listing = f"{move!r} is {'' if offered else 'not '}listed, but check says: {check(clean, move)}"
    require(state, offered == legal, listing)
    if isinstance(move, Open) and legal:
        backwards = Open(move.seat, move.melds[::-1])
        require(state, is_legal(clean, backwards), f"the order of its melds decides about {move!r}")
    return legal


def other_moves_agree(state: State, choices: Choices, *, most: int = 12) -> int:
    """Moves made at random and near misses of legal ones are accepted just when they are listed; nothing changes.

    Args:
        state: the position.
        choices: where the moves come from.
        most: how many moves are tried.

    Returns:
        How many of them were legal.
    """
    before = state.to_dict()
    seats = to_act(state)
    moves: list[Move] = []
    for seat in seats:
        moves += listed(state, seat, most=20)[0]
    legal = 0
    for count in range(most):
        if moves and count % 2:
            move = build_near_miss(state, choices.pick(moves), choices)
            if choices.yes(25):
                move = build_near_miss(state, move, choices)
        else:
            move = build_move(state, choices)
        legal += applies_as_checked(state, move) if isinstance(move, HOST_MOVES) else agrees(state, move)
    require(state, state.to_dict() == before, "moves that were looked at or refused changed the position")
    return legal


def text_reads_back(state: State) -> None:
    """The text of every legal move reads back as this move, in the position and in what its seat knows of it."""
    for seat in to_act(state):
        known = mask(state, seat)
        for move in listed(state, seat, most=40)[0]:
            for place in (fresh(state), known):
                try:
                    read: object = parse_move(place, seat, move.text())
                except (IllegalMove, NotationError) as error:
                    read = error
                require(state, read == move, f"{move!r} prints as {move.text()!r}, which reads as {read!r}")


def masked_state_answers_alike(state: State, others: Iterable[Move] = ()) -> None:
    """For its own moves a seat gets the same answers from what it knows as from the whole position.

    Args:
        state: the position, full.
        others: further moves to ask for, each of its seat.
    """
    asked = list(others)
    for seat in range(state.players):
        known = mask(state, seat)
        require(state, mask(known, seat) == known, f"masking twice for seat {seat} is not masking once")
        require(state, is_pack(known), f"seat {seat} knows of cards that the pack does not hold")
        require(state, to_act(known) == to_act(state), f"seat {seat} sees others to act")
        full = [key_of(move) for move in listed(state, seat)[0]]
        seen = [key_of(move) for move in listed(known, seat)[0]]
        require(state, full == seen, f"seat {seat} is offered other moves by what it knows: {full} / {seen}")
        for move in asked:
            if move.seat == seat:
                same = check(known, move) == check(state, move)
                require(state, same, f"what seat {seat} knows gives another verdict about {move!r}")


def turn_can_be_ended(state: State) -> None:
    """From here the turn's end can be reached without taking back."""
    if state.phase is not Phase.PLAY:
        return
    seat = state.turn
    seen: set[State] = set()
    open_ends = [fresh(state)]
    while open_ends:
        here = open_ends.pop()
        if here in seen:
            continue
        seen.add(here)
        legal = legal_moves(here, seat)
        if any(isinstance(move, Discard | Keep) for move in legal.simple):
            return
        onward = [move for move in legal.simple if isinstance(move, LayOff | Swap)]
        for move in [*onward, *islice(legal.openings, 50)]:
            after = apply(here, move).state
            if after.is_over:
                return
            open_ends.append(after)
        if len(seen) > TURN_SEARCH:
            raise PropertyBroken(f"no end of the turn in {TURN_SEARCH} positions from\n{position_text(state)}")
    require(state, holds=False, what="the turn cannot be ended")


def values_pickle(state: State) -> None:
    """Positions, moves and verdicts survive pickling and compare equal."""
    values: list[object] = [state, mask(state, state.turn)]
    for seat in to_act(state):
        values += listed(state, seat, most=5)[0]
    values += [check(state, Keep(seat)) for seat in range(state.players)]
    for value in values:
        again = pickle.loads(pickle.dumps(value))  # noqa: S301 - what was pickled a moment ago
        require(state, again == value and type(again) is type(value), f"pickling changes {value!r}")


def check_position(state: State, choices: Choices, *, most: int = 12) -> None:
    """All properties of a position.

    Args:
        state: the position, full.
        choices: where moves to try come from.
        most: how many moves that may be illegal are tried.
    """
    cards_are_conserved(state)
    somebody_can_move(state)
    listing_is_legal(state)
    other_moves_agree(state, choices, most=most)
    text_reads_back(state)
    masked_state_answers_alike(state, [build_move(state, choices) for _ in range(most // 2)])
    turn_can_be_ended(state)
    values_pickle(state)

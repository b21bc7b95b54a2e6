"""What must hold of every move: offered = accepted, and the same for a seat that sees less."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from mayi_rules.engine.engine import apply, check, legal_moves
from mayi_rules.engine.knowledge.mask import mask
from mayi_rules.engine.state.state import State
from mayi_rules.engine.text.notation import parse_moves
from mayi_rules.errors import IllegalMove, NotationError
from mayi_rules.moves import HOST, HOST_MOVES, Move, Open
from mayi_rules.reasons import Verdict
from mayi_rules.scenarios.expectations import Difference

MAX_OPENINGS = 500
"""How many openings are listed in search of the one that was played."""


def accepted_differences(state: State, move: Move) -> Iterator[Difference]:
    """What is wrong around a move that was accepted in this position."""
    text = move.text()
    if move.seat == HOST:
        return
    if isinstance(move, HOST_MOVES):
        if any(move == one for one in legal_moves(state, move.seat).simple):
            yield Difference("legal_moves", f"no {text}: it is the host's", "it is offered to the seat")
        return
    try:
        found = parse_moves(state, move.seat, text)
    except (IllegalMove, NotationError) as error:
        yield Difference("notation", f"{text!r} is read back", str(error))
    else:
        if found != (move,):
            yield Difference("notation", f"{text!r} is read back", f"it is read as {', '.join(map(str, found))}")
    if move not in legal_moves(state, move.seat) or not _is_listed(state, move):
        yield Difference("legal_moves", f"{text} among them", "it is missing")
    yield from _masked_differences(state, move)


def refused_differences(state: State, move: Move, verdict: Verdict) -> Iterator[Difference]:
    """What is wrong around a move that was refused in this position with this verdict."""
    text = move.text()
    before = state.to_dict()
    try:
        apply(state, move)
    except IllegalMove as error:
        if error.verdict != verdict:
            yield Difference("apply", f"refused as checked: {verdict}", str(error.verdict))
    else:
        yield Difference("apply", "refused", "accepted")
    if state.to_dict() != before:
        yield Difference("the position", "unchanged by a refused move", "changed")
    if move.seat != HOST:
        legal = legal_moves(state, move.seat)
        if move in legal or any(move == one for one in legal.simple):
            yield Difference("legal_moves", f"{text} not among them", "it is offered")
        if not isinstance(move, HOST_MOVES):
            yield from _masked_differences(state, move)


def unreadable_differences(state: State, seat: int, text: str, verdict: Verdict) -> Iterator[Difference]:
    """What is wrong around a text that is refused before it is a move."""
    if seat == HOST:
        return
    try:
        parse_moves(mask(state, seat), seat, text)
    except NotationError as error:
        same = (error.reason,) == verdict.reasons
    except IllegalMove as error:
        same = error.verdict == verdict
    else:
        same = False
    if not same:
        yield Difference("what the seat knows", "the same refusal", "another answer")


def _masked_differences(state: State, move: Move) -> Iterator[Difference]:
    """Where the mover, who does not see everything, gets another answer."""
    seen = mask(state, move.seat)
    full, masked = check(state, move), check(seen, move)
    if full != masked:
        yield Difference("check of what the seat knows", str(full), str(masked))
    if legal_moves(state, move.seat).simple != legal_moves(seen, move.seat).simple:
        yield Difference("legal_moves of what the seat knows", "the same as those of the whole position", "others")


def _is_listed(state: State, move: Move) -> bool:
    """Whether the listing has the move; of very many openings only the first ones are looked at."""
    legal = legal_moves(state, move.seat)
    if not isinstance(move, Open):
        return sum(move == one for one in legal.simple) == 1
    wanted = sorted(move.melds)
    listed = list(islice(legal.openings, MAX_OPENINGS))
    return len(listed) == MAX_OPENINGS or any(sorted(one.melds) == wanted for one in listed)

"""Why not, and what would help: the fixes of a refused move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from mayi_rules.arguments import expect, expect_whole
from mayi_rules.engine.engine import check
from mayi_rules.engine.knowledge.mask import mask
from mayi_rules.engine.rules.turn_order import expect_seat, expect_state
from mayi_rules.engine.state.state import State
from mayi_rules.engine.text.notation import check_text
from mayi_rules.engine.text.parse import parse_text
from mayi_rules.errors import NotationError
from mayi_rules.fix.by_hand import hand_fixes
from mayi_rules.fix.by_move import move_fixes
from mayi_rules.fix.by_rule import rule_fixes
from mayi_rules.fix.by_two_rules import two_rule_fixes
from mayi_rules.fix.by_waiting import waiting_fixes
from mayi_rules.fix.fix import Fix
from mayi_rules.fix.situation import Situation
from mayi_rules.moves import HOST, HOST_MOVES, Move

_MAX_OF_A_KIND = 4


def fixes(state: State, seat: int, move: str | Move, *, limit: int = 10) -> list[Fix]:
    """The smallest changes under which a refused move would be legal, each proved by the engine.

    Tried are: one card more or less in the move (or another meld of the table, an opening of the hand that is near to
    the one written, or what was left open), the same move later, one card more or less in the hand, one key of the
    profile — in this order, which is that of the answer — and, where none of them will do, two keys of the profile
    together. Only what the seat may know is looked at.

    Args:
        state: the position, full or masked.
        seat: who wants to move, a number from 0.
        move: the refused move: a Move of this seat, or its text without the seat in front.
        limit: the most fixes; of the same kind there are four at most.

    Returns:
        The fixes, the smallest first; none for a legal move, a move of the host, and where nothing was found.
    """
    expect_state(state)
    expect_seat(state, seat, HOST)
    expect("move", move, (str, Move), "a Move, or the text of one ('discard 5h')")
    expect_whole("limit", limit)
    if seat == HOST or isinstance(move, HOST_MOVES):
        return []
    seen = mask(state, seat)
    if isinstance(move, Move):
        verdict, text = check(seen, move), move.text()
    else:
        verdict, text = check_text(seen, seat, move), move
    if verdict.ok or (isinstance(move, Move) and move.seat != seat):
        return []
    try:
        said = parse_text(text, seen.rules.block_call)
    except NotationError:  # it is no move that could be legal some other time
        return []
    situation = Situation(seen, seat, said, text, verdict)
    found: Iterator[Fix] = (
        fix
        for kind in (move_fixes, waiting_fixes, hand_fixes, rule_fixes)
        for fix in islice(kind(situation), _MAX_OF_A_KIND)
    )
    return list(islice(found, limit)) or list(islice(two_rule_fixes(situation), min(limit, _MAX_OF_A_KIND)))

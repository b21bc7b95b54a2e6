"""What a move as written means in a position: of all its readings those count that are legal there.

A text that leaves nothing open is its one reading, and whoever plays it asks whether it is legal. Of several readings
each is asked of the rules here, once.
"""

from __future__ import annotations

from mayi_rules.engine.state.state import State
from mayi_rules.engine.text.lay_off_readings import lay_off_meaning, lay_offs_meaning, told
from mayi_rules.engine.text.meaning import Meaning, Moves
from mayi_rules.engine.text.opening_readings import opening_meaning
from mayi_rules.engine.text.parse import LayText, MoveText, OpenText, SwapText
from mayi_rules.engine.text.swap_readings import swap_meaning


def meaning(state: State, seat: int, said: MoveText) -> Meaning:
    """What a move means that lays cards and may leave something open: an opening, lay-offs, a swap.

    Args:
        state: the position.
        seat: who speaks, a number from 0.
        said: the move as written.
    """
    if isinstance(said, OpenText):
        return opening_meaning(state, seat, said)
    if isinstance(said, SwapText):
        return swap_meaning(state, seat, said)
    assert isinstance(said, LayText)
    return lay_off_meaning(state, seat, said) if len(said.items) == 1 else lay_offs_meaning(state, seat, said)


def text_of(found: Moves) -> str:
    """A reading as text, said in full; several lay-offs as one text."""
    return found[0].text() if len(found) == 1 else str(told(found))

"""The move that ends a round nobody wins: the host's, or the library's where a cap is reached."""

from __future__ import annotations

from mayi_rules.engine.rules.ending import end_round
from mayi_rules.engine.rules.turn_order import Tiers, over_reasons
from mayi_rules.engine.state.events import Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import ABANDONED, NOBODY
from mayi_rules.moves import Abandon


def abandon_tiers(state: State, _move: Abandon) -> Tiers:
    """Why the round cannot be abandoned: it is over."""
    yield over_reasons(state)


def do_abandon(state: State, move: Abandon, log: Log) -> State:
    """The round ends, nobody wins, all score."""
    return end_round(state, NOBODY, ABANDONED, log, "" if move.cap is None else move.cap.value)

"""Bookkeeping of what is laid in a turn: how things stood before, and what all know of a hand."""

from __future__ import annotations

from collections.abc import Iterable

from mayi_rules.cards import ONE, Hand
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.traffic import PLAYED
from mayi_rules.engine.state.values import Laid, Tally
from mayi_rules.melds.fitting import TableMeld


def after_laying(
    state: State,
    hand: Hand,
    table: tuple[TableMeld, ...],
    *,
    opened: int,
    opened_now: bool,
    freed: bytes,
    tally: Tally,
) -> State:
    """The position after cards were laid; the first of a turn notes how things stood before it."""
    seat = state.turn
    before = state.laid
    if before is None:
        laid = Laid(opened_now, freed, state.hands[seat], state.table, state.opened, state.tally)
    else:
        laid = Laid(opened_now, freed, before.hand, before.table, before.opened_before, before.tally)
    return State(
        state.rules, state.setting, state.phase, seat,
        (*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        state.stock, state.discards, state.discarded_by, table, opened, laid, None, tally, None,
    )  # fmt: skip


def played(tally: Tally, seat: int, cards: Iterable[int], *, idle: int = 0) -> Tally:
    """The counts after a seat played these cards: what all knew it held may be gone, the others are seen now.

    Args:
        tally: the counts before.
        seat: who played them.
        cards: the cards.
        idle: the count of idle turns afterwards.
    """
    held = tally.known[seat]
    traffic = tally.traffic
    if not held and not traffic and tally.idle == idle:
        return tally
    left = held
    for card in cards:
        one = ONE[card]
        if one in left:
            left = left.replace(one, b"", 1)
        elif traffic:
            traffic += bytes([PLAYED | seat, card])
    known = tally.known if left == held else (*tally.known[:seat], left, *tally.known[seat + 1 :])
    return Tally(tally.bought, tally.renewed, idle, known, tally.stock_known, traffic)

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
    wild: bool = False,
) -> State:
    """The position after cards were laid; the first of a turn notes how things stood before it.

    Args:
        state: the position before.
        hand: the active player's hand afterwards.
        table: the table afterwards.
        opened: the seats that have opened then, as bits.
        opened_now: whether the active player has opened in this turn.
        freed: the freed wilds that must still go to the table.
        tally: the counts afterwards.
        wild: whether a wild was laid, where that matters (`scoring.down_and_out`).
    """
    seat = state.turn
    before = state.laid
    if before is None:
        laid = Laid(opened_now, freed, state.hands[seat], state.table, state.opened, state.tally, wild)
    else:
        laid = Laid(
            opened_now, freed, before.hand, before.table, before.opened_before, before.tally, before.wild or wild
        )  # fmt: skip
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
    return Tally(tally.bought, tally.renewed, idle, known, tally.stock_known, traffic, tally.taken)

"""Bookkeeping of what is laid in a turn: how things stood before, and what all know of a hand."""

from __future__ import annotations

from collections.abc import Iterable

from mayi_rules.cards import Hand
from mayi_rules.game.state import Laid, State, Tally
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


def played(tally: Tally, seat: int, cards: Iterable[int]) -> Tally:
    """The counts after a seat laid cards: nothing is idle any more, and what all knew it held may be gone."""
    known = known_after(tally.known, seat, cards)
    if known is tally.known and not tally.idle:
        return tally
    return Tally(tally.bought, tally.renewed, 0, known, tally.stock_known)


def known_after(known: tuple[bytes, ...], seat: int, cards: Iterable[int]) -> tuple[bytes, ...]:
    """What all know of the hands after this seat played these cards."""
    held = known[seat]
    if not held:
        return known
    for card in cards:
        held = held.replace(bytes([card]), b"", 1)
    return known if held == known[seat] else (*known[:seat], held, *known[seat + 1 :])

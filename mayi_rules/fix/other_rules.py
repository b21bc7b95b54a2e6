"""The same position under other rules: the same cards in the same places, and who is asked by those rules."""

from __future__ import annotations

from mayi_rules.engine.engine import apply, is_legal
from mayi_rules.engine.rules.claims import go_on, open_window
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import ASKING, BLOCKING, NOBODY, Window
from mayi_rules.melds.fitting import TableMeld
from mayi_rules.moves import ask, pass_
from mayi_rules.profile.round_rules import RoundRules


def under_rules(state: State, rules: RoundRules) -> State:
    """The position under other rules of the same round.

    In the buying window the seats are asked that could buy by these rules and have not answered; a request of a seat
    that could not buy counts for nothing. When nobody is left to be asked the window ends, as the rules say.

    Args:
        state: the position, full or masked.
        rules: the other rules, for as many players and the same pack.
    """
    laid, changed = state.laid, state.replace(rules=rules)
    if laid is not None:
        laid = laid.replace(table=_table(laid.table, changed))
    changed = changed.replace(table=_table(state.table, changed), laid=laid)
    return changed if state.window is None else _asked_again(changed, state.window)


def _table(table: tuple[TableMeld, ...], state: State) -> tuple[TableMeld, ...]:
    return tuple(TableMeld(one.seat, one.meld, state.rules_of(one.seat)) for one in table)


def _asked_again(state: State, before: Window) -> State:
    """The buying window as the rules of this state have it, after the answers that were given."""
    offered = open_window(state.replace(window=None), None, before.last_buyer)
    could = offered.window.pending if offered is not None and offered.window is not None else 0
    claimant = before.claimant if before.claimant != NOBODY and could >> before.claimant & 1 else NOBODY
    if before.stage is BLOCKING and claimant != NOBODY:
        asking = Window(ASKING, 1 << claimant, 0, NOBODY, before.last_buyer)
        after = apply(state.replace(window=asking), ask(claimant, state.discards[-1])).state
        for seat in range(after.players):
            if before.answered >> seat & 1 and is_legal(after, pass_(seat)):
                after = apply(after, pass_(seat)).state
        return after
    pending = 0
    for step in range(1, state.players):
        seat = (state.turn + step) % state.players
        if seat == claimant:
            break
        pending |= could & ~before.answered & 1 << seat
    return go_on(state, Window(ASKING, pending, before.answered, claimant, before.last_buyer), None)

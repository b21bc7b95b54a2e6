"""Laying off: one card on a meld of the table (`laying_off.*`)."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.cards import CARDS, NAMES, UNKNOWN
from mayi_rules.engine.rules.ending import hand_laid
from mayi_rules.engine.rules.going_out import dead_end_reasons, least_left, left_reasons, without
from mayi_rules.engine.rules.laid import after_laying, played
from mayi_rules.engine.rules.turn_order import Tiers, card_reasons, turn_reasons
from mayi_rules.engine.state.events import Event, EventType, Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import PLAY
from mayi_rules.melds.fitting import TableMeld, fit_reasons, role_at, with_card
from mayi_rules.melds.meld import Meld
from mayi_rules.moves import LayOff, lay_off_at
from mayi_rules.profile.language.choices import LayingOffWhen, LayingOffWhose
from mayi_rules.reasons import Reason, ReasonCode


def lay_off_tiers(state: State, move: LayOff) -> Tiers:
    """Why a seat may not lay this card there."""
    yield turn_reasons(state, move.seat, PLAY)
    if cards := tuple(card_reasons(state.hand, [move.card])):
        yield [*cards, *standing_reasons(state)]
    yield _rule_reasons(state, move)


def may_lay_off(state: State) -> bool:
    """Whether the active player may lay off at all now (`laying_off.when`)."""
    when = state.rules.laying_off_when
    if when is LayingOffWhen.NEVER or not state.opened >> state.turn & 1:
        return False
    laid = state.laid
    return laid is None or not laid.opened or when is not LayingOffWhen.LATER_TURNS


def standing_reasons(state: State) -> Iterator[Reason]:
    """Why the active player may lay off nothing at all now (`laying_off.when`)."""
    if may_lay_off(state):
        return
    rules = state.rules
    if rules.laying_off_when is LayingOffWhen.NEVER:
        yield rules.reason(ReasonCode.LAYING_OFF_NEVER, "laying_off.when")
    elif not state.has_opened(state.turn):
        yield Reason(ReasonCode.LAYING_OFF_NOT_OPEN)
    else:
        yield rules.reason(ReasonCode.LAYING_OFF_OPENING_TURN, "laying_off.when")


def target_reasons(state: State, number: int) -> Iterator[Reason]:
    """Why nothing may be laid on the meld of this number (`laying_off.whose`)."""
    if not 1 <= number <= len(state.table):
        yield Reason(ReasonCode.LAYING_OFF_NO_SUCH_MELD, {"number": number, "melds": len(state.table)})
    elif not _may_lay_on(state, state.table[number - 1]):
        yield state.rules.reason(ReasonCode.LAYING_OFF_NOT_OWN, "laying_off.whose")


def _may_lay_on(state: State, target: TableMeld) -> bool:
    return state.rules.laying_off_whose is LayingOffWhose.ANY or target.seat == state.turn


def _rule_reasons(state: State, move: LayOff) -> Iterator[Reason]:
    rules = state.rules
    yield from standing_reasons(state)
    yield from target_reasons(state, move.meld)
    if not 1 <= move.meld <= len(state.table):
        return
    laid = state.table[move.meld - 1]
    target = laid.meld
    misfit = False
    for reason in fit_reasons(target, move.card, move.end, laid.rules):
        misfit = True
        yield reason
    freed = state.laid.freed if state.laid else b""
    rest = without(freed, move.card)
    yield from left_reasons(state, state.hand.size - 1, len(rest))
    if move.end not in target.form.all_ends and not misfit:  # no move that could be played names no end
        yield rules.reason(ReasonCode.LAYING_OFF_DOES_NOT_FIT, card=move.card, meld=target)
    elif not misfit:
        if role_at(target, move.end) != move.role:
            yield rules.reason(
                ReasonCode.MELD_WILD_ROLE, meld=target, card=move.card, role=_role_name(target, move.role)
            )
        if rest:
            after = _table_after(state, move)
            yield from dead_end_reasons(state, state.hand.minus(move.card), rest, after, ReasonCode.TURN_DEAD_END)


def _role_name(meld: Meld, role: int) -> str:
    """The role that a move names, in notation; `?` where there is no such role."""
    names = meld.form.role_names
    return names[role] if 0 <= role < len(names) else NAMES[UNKNOWN]


def _table_after(state: State, move: LayOff) -> tuple[TableMeld, ...]:
    index = move.meld - 1
    target = state.table[index]
    changed = target.holding(with_card(target.meld, move.card, move.end))
    return (*state.table[:index], changed, *state.table[index + 1 :])


def lay_off_moves(state: State) -> list[LayOff]:
    """Every lay-off of one card that is open to the active player, by meld, place and card."""
    hand = state.hand
    freed = state.laid.freed if state.laid else b""
    if not may_lay_off(state) or (not freed and hand.size - 1 < least_left(state.rules)):
        return []
    seat = state.turn
    held = hand.counts.ljust(256, b"\0")
    own_only = state.rules.laying_off_whose is LayingOffWhose.OWN
    legal: list[LayOff] = []
    for number, target in enumerate(state.table, start=1):
        if not own_only or target.seat == seat:
            for kind, end, role, needs_end in target.places(held):
                legal.append(lay_off_at(seat, CARDS[kind], number, end, role, needs_end))
    return [move for move in legal if next(_rule_reasons(state, move), None) is None] if freed else legal


def do_lay_off(state: State, move: LayOff, log: Log) -> State:
    """The card goes to the meld; the round is over when no card is left."""
    seat = state.turn
    hand = state.hands[seat].minus(move.card)
    rules = state.rules
    target = state.table[move.meld - 1].meld
    table = _table_after(state, move)
    laid = state.laid
    freed = without(laid.freed, move.card) if laid else b""
    if log is not None:
        log.append(
            Event(
                EventType.LAID_OFF, seat, bytes([move.card]),
                melds=(table[move.meld - 1].meld,), number=move.meld, freed=freed,
            )
        )  # fmt: skip
    after = after_laying(
        state,
        hand,
        table,
        opened=state.opened,
        opened_now=laid is not None and laid.opened,
        freed=freed,
        tally=played(state.tally, seat, [move.card]),
        wild=rules.down_and_out is not None and table[move.meld - 1].meld.wilds(rules) > target.wilds(rules),
    )
    return after if hand.size else hand_laid(after, log)

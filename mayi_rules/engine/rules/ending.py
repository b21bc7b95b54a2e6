"""Beginning and ending turns, and ending the round (`going_out.*`, `stock.round_ends`, `stock.idle_laps`)."""

from __future__ import annotations

from mayi_rules.cards import Hand
from mayi_rules.engine.rules.claimants import price_reasons
from mayi_rules.engine.rules.scoring import round_scores
from mayi_rules.engine.rules.stock import ends_when_needed, obtainable
from mayi_rules.engine.state.events import Event, EventType, Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import (
    DRAW,
    GAME_OVER,
    IDLE,
    NO_CARD,
    NOBODY,
    NOTHING_TO_DRAW,
    OUT,
    ROUND_OVER,
    WITH_WILDS,
    WITHOUT_WILDS,
    Ending,
    Tally,
)
from mayi_rules.profile.round_rules import NO_LIMIT


def may_take(state: State) -> bool:
    """Whether the active player may take the top discard, if there is one (`drawing.*`)."""
    rules = state.rules
    if rules.stock_only and state.opened >> state.turn & 1:
        return False
    return not rules.as_buy or next(price_reasons(state, state.turn), None) is None


def may_announce(state: State) -> bool:
    """Whether the active player may announce the stock: a card can be had, or its lack ends the round."""
    return (
        bool(state.stock)
        or ends_when_needed(state.rules)
        or obtainable(state.rules, state.stock, state.discards, state.tally.renewed) > 0
    )


def begin_turn(state: State, log: Log) -> State:
    """A turn at its draw; the round is over when the player can neither take nor announce."""
    if state.stock or (state.discards and may_take(state)) or may_announce(state):
        return state
    return end_round(state, NOBODY, NOTHING_TO_DRAW, log)


def end_turn(state: State, hand: Hand, discards: bytes, discarded_by: bytes, tally: Tally, log: Log) -> State:
    """The turn goes on to the left, or the round is over: an empty hand, or too many idle turns."""
    seat = state.turn
    rules = state.rules
    players = rules.players
    hands = list(state.hands)
    hands[seat] = hand
    following = (seat + 1) % players
    after = State(
        state.rules_of(following), state.setting, DRAW, following, tuple(hands), state.stock, discards, discarded_by,
        state.table, state.opened, None, None, tally, None,
    )  # fmt: skip
    if not hand.size:
        return end_round(after, seat, OUT, log, down_and_out=_down_and_out(state))
    return _go_on(after, log)


def hand_laid(state: State, log: Log) -> State:
    """The active player has laid the last card: the round is over, or he stays in without cards (`floating`)."""
    rules = state.rules
    if not rules.is_floating:
        return end_round(state, state.turn, OUT, log, down_and_out=_down_and_out(state))
    tally = state.tally if state.tally.taken == NO_CARD else state.tally.replace(taken=NO_CARD)
    following = (state.turn + 1) % rules.players
    after = State(
        state.rules_of(following), state.setting, DRAW, following, state.hands, state.stock, state.discards,
        state.discarded_by, state.table, state.opened, None, None, tally, None,
    )  # fmt: skip
    return _go_on(after, log)


def _down_and_out(state: State) -> str:
    """Whether the player who empties his hand now opened in this very turn, where that scores for itself."""
    laid = state.laid
    if state.rules.down_and_out is None or laid is None or not laid.opened:
        return ""
    return WITH_WILDS if laid.wild else WITHOUT_WILDS


def _go_on(after: State, log: Log) -> State:
    """The next turn begins, unless there were too many idle ones."""
    rules, tally, players = after.rules, after.tally, after.rules.players
    if tally.idle and rules.idle_laps != NO_LIMIT and tally.idle >= rules.idle_laps * players:
        return end_round(after, NOBODY, IDLE, log)
    if log is not None:
        log.append(Event(EventType.TURN, after.turn))
    return begin_turn(after, log)


def end_round(state: State, winner: int, how: str, log: Log, reason: str = "", *, down_and_out: str = "") -> State:
    """The round is over: bonuses and hands are scored; after the last round the game is over too.

    Args:
        state: the position.
        winner: who went out, or `NOBODY`.
        how: one of `ENDINGS`.
        log: where events go.
        reason: why the library abandons it; empty where it does not.
        down_and_out: how the winner opened and went out in one turn, where that scores for itself.
    """
    scores = round_scores(state, winner, down_and_out)
    last = state.is_last
    turn = winner if winner != NOBODY else state.turn
    after: State = state.replace(
        rules=state.rules_of(turn), phase=GAME_OVER if last else ROUND_OVER,
        turn=turn, laid=None, window=None, ending=Ending(winner, how, scores, reason, down_and_out),
    )  # fmt: skip
    if log is not None:
        seat = winner if winner != NOBODY else None
        log.append(Event(EventType.ROUND_OVER, seat, scores=scores, how=how, reason=reason, number=state.round))
        if last:
            log.append(Event(EventType.GAME_OVER, scores=after.totals, seats=after.winners))
    return after

"""Beginning and ending turns, and ending the round (`going_out.*`, `stock.round_ends`, `stock.idle_laps`)."""

from __future__ import annotations

from mayi_rules.cards import Hand
from mayi_rules.engine.rules.scoring import round_scores
from mayi_rules.engine.rules.stock import ends_when_needed, obtainable
from mayi_rules.engine.state.events import Event, EventType, Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import (
    DRAW,
    GAME_OVER,
    IDLE,
    NOBODY,
    NOTHING_TO_DRAW,
    OUT,
    ROUND_OVER,
    Ending,
    Tally,
)
from mayi_rules.profile.round_rules import NO_LIMIT


def may_take(state: State) -> bool:
    """Whether the active player may take the top discard, if there is one (`drawing.after_opening`)."""
    return not state.rules.stock_only or not state.opened >> state.turn & 1


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
        return end_round(after, seat, OUT, log)
    if tally.idle and rules.idle_laps != NO_LIMIT and tally.idle >= rules.idle_laps * players:
        return end_round(after, NOBODY, IDLE, log)
    if log is not None:
        log.append(Event(EventType.TURN, following))
    return begin_turn(after, log)


def end_round(state: State, winner: int, how: str, log: Log, reason: str = "") -> State:
    """The round is over: bonuses and hands are scored; after the last round the game is over too.

    Args:
        state: the position.
        winner: who went out, or `NOBODY`.
        how: one of `ENDINGS`.
        log: where events go.
        reason: why the library abandons it; empty where it does not.
    """
    rules = state.rules
    scores = round_scores(state.hands, winner, state.setting.bonuses, rules)
    last = state.is_last
    turn = winner if winner != NOBODY else state.turn
    after: State = state.replace(
        rules=state.rules_of(turn), phase=GAME_OVER if last else ROUND_OVER,
        turn=turn, laid=None, window=None, ending=Ending(winner, how, scores, reason),
    )  # fmt: skip
    if log is not None:
        seat = winner if winner != NOBODY else None
        log.append(Event(EventType.ROUND_OVER, seat, scores=scores, how=how, reason=reason, number=state.round))
        if last:
            log.append(Event(EventType.GAME_OVER, scores=after.totals, seats=after.winners))
    return after

"""The first tier of reasons: whose turn it is, which phase, whether the round still goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mayi_rules.arguments import expect, expect_whole, wrong
from mayi_rules.cards import Hand, format_cards
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import CUT, GAME_OVER, ROUND_OVER, Phase
from mayi_rules.reasons import Reason, ReasonCode

Tiers = Iterator[Iterable[Reason]]
"""Tiers of reasons: one that has any hides those after it."""


def expect_state(state: object) -> None:
    """Raise a TypeError unless this is a position."""
    expect("state", state, State, "a State (of a game: game.state, of a view: view.state)")


def expect_seat(state: State, seat: object, least: int = 0) -> None:
    """Raise a TypeError or a ValueError unless this is the number of a seat at the table (or, with -1, the host's)."""
    if isinstance(seat, str):
        raise wrong("seat", seat, "the number of a seat, for names belong to a Game")
    expect_whole("seat", seat, least, state.players - 1)


def over_reasons(state: State) -> Iterator[Reason]:
    """The round or the game is over."""
    if state.phase is GAME_OVER:
        yield Reason(ReasonCode.TURN_GAME_OVER)
    elif state.phase is ROUND_OVER:
        yield Reason(ReasonCode.TURN_ROUND_OVER)


def wrong_phase(state: State) -> Reason:
    """The refusal of a move that belongs to another phase."""
    return Reason(ReasonCode.TURN_WRONG_PHASE, {"phase": state.phase})


def turn_reasons(state: State, seat: int, phase: Phase) -> Iterator[Reason]:
    """Why this seat may not make a move that belongs to the active player in this phase."""
    if state.phase is phase and state.turn == seat:
        return
    if state.ending is not None:
        yield from over_reasons(state)
        return
    if state.turn != seat or state.phase is CUT:
        yield Reason(ReasonCode.TURN_NOT_YOUR_TURN)
    if state.phase is not phase:
        yield wrong_phase(state)


def card_reasons(hand: Hand, cards: Iterable[int]) -> Iterator[Reason]:
    """The second tier: cards that are named more often than they are held."""
    if missing := hand.missing(cards):
        yield Reason(ReasonCode.CARDS_NOT_IN_HAND, {"cards": format_cards(missing)})

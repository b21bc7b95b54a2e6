"""Telling a game in lines of text: the deal, the moves, the scores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from mayi_rules.cards import UNKNOWN, format_cards
from mayi_rules.cli.output import print_table
from mayi_rules.cli.terminal import say
from mayi_rules.engine.state.events import Event, EventType
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import ABANDONED, EXHAUSTED, IDLE, NOTHING_TO_DRAW, OUT
from mayi_rules.game.game import HOST_NAME, Standing
from mayi_rules.moves import HOST, Cap
from mayi_rules.profile.round_rules import RoundRules

HOW = {
    OUT: "{winner} went out",
    NOTHING_TO_DRAW: "nothing can be drawn",
    EXHAUSTED: "the stock is exhausted",
    IDLE: "nobody could draw from the stock or laid anything for too long",
    ABANDONED: "abandoned",
}


WHY = {Cap.TURNS.value: " at the cap of turns", Cap.MOVES.value: ": a bot did not end its turn"}
"""What is added to how a round ended that the library abandoned."""


class Told(Protocol):
    """A game, or a position of one, with the names of its seats."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names."""
        ...

    @property
    def state(self) -> State:
        """The position."""
        ...


class Position(NamedTuple):
    """A position with the names of its seats."""

    seats: tuple[str, ...]
    state: State


def contract_text(rules: RoundRules) -> str:
    """The contract of a round in words."""
    return ", ".join(f"{item.kind} of {item.size}" for item in rules.contract)


def contracts_text(state: State, seats: Sequence[str]) -> str:
    """The contract of a round in words; where every seat has its own, who has which."""
    if not state.setting.contracts:
        return contract_text(state.rules)
    return "; ".join(
        f"{name} has contract {number}, {contract_text(state.rules_of(seat))}"
        for seat, (name, number) in enumerate(zip(seats, state.setting.contracts, strict=True))
    )


def deal_lines(game: Told, number: int, seats: Sequence[str]) -> Iterator[str]:
    """The round and its deal, with the hands of these seats."""
    state = game.state
    rules = state.rules
    dealer = game.seats[state.setting.dealer]
    yield f"Round {number}: {contracts_text(state, game.seats)}. {dealer} dealt {rules.dealt} cards to each."
    width = max(map(len, game.seats))
    for seat in seats:
        yield f"  {seat:<{width}}  {state.hands[game.seats.index(seat)]}"
    yield f"  upcard {format_cards(state.discards) or 'none'}, stock {len(state.stock)} cards"


def move_lines(game: Told, state: State, seat: int, text: str, events: Sequence[Event]) -> Iterator[str]:
    """A move in notation, with what came of it; cards that the events hide are not named."""
    name = HOST_NAME if seat == HOST else game.seats[seat]
    yield f"{name}: {text}"
    for event in events:
        yield from _consequence(game, state, event)


def _consequence(game: Told, state: State, event: Event) -> Iterator[str]:
    who = "" if event.seat is None else game.seats[event.seat]
    hidden = "a card" if len(event.cards) == 1 else f"{len(event.cards)} cards"
    cards = hidden if UNKNOWN in event.cards else format_cards(event.cards)
    match event.type:
        case EventType.BURIED:
            yield f"    {cards} was turned up and went back into the stock"
        case EventType.DREW_STOCK:
            yield f"    {who} drew {cards}"
        case EventType.BOUGHT:
            yield f"    {who} bought {cards}"
        case EventType.DREW_PENALTY:
            yield f"    {who} drew {cards} as a penalty"
        case EventType.RENEWED_STOCK:
            yield f"    the discards are the new stock: {event.number} cards"
        case EventType.NO_STOCK_CARD:
            yield "    no stock card can be had"
        case EventType.OPENED:
            first = len(state.table) - len(event.melds) + 1
            yield from (f"    meld {number}: {meld.kind} {meld}" for number, meld in enumerate(event.melds, first))
        case EventType.LAID_OFF | EventType.SWAPPED:
            yield from (f"    meld {event.number}: {meld.kind} {meld}" for meld in event.melds)


def ending_text(state: State, seats: Sequence[str]) -> str:
    """How a round ended."""
    ending = state.ending
    if ending is None:
        return "the round goes on"
    return HOW[ending.how].format(winner=seats[ending.winner]) + WHY.get(ending.reason, "")


def print_scores(number: int, how: str, scores: Mapping[str, int], totals: Mapping[str, int]) -> None:
    """The scores of a round and the totals so far."""
    say(f"Round {number} is over: {how}.")
    print_table(("seat", "score", "total"), [(name, str(score), str(totals[name])) for name, score in scores.items()])
    say("")


def print_standings(standings: Sequence[Standing]) -> None:
    """The standings; equal totals share a place."""
    print_table(("place", "seat", "total"), [(str(one.place), one.seat, str(one.total)) for one in standings])

"""`mayi replay`: a recorded game, told move by move."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from mayi_rules.cards import format_cards
from mayi_rules.cli import completion
from mayi_rules.cli.narration import (
    Position,
    contracts_text,
    deal_lines,
    ending_text,
    move_lines,
    print_scores,
    print_standings,
)
from mayi_rules.cli.output import BadCall, Wrong
from mayi_rules.cli.record import must_be_there
from mayi_rules.cli.terminal import read_line, say
from mayi_rules.engine.engine import Step
from mayi_rules.engine.knowledge.mask import mask
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Phase
from mayi_rules.engine.text.names import seat_number
from mayi_rules.errors import NotationError, RecordError
from mayi_rules.game.score_sheet import standings
from mayi_rules.moves import Cut, NextRound
from mayi_rules.records.reader import load_record
from mayi_rules.records.replay import Verify, retell


class _Told(NamedTuple):
    """A step of a game, numbered as `--at` takes it."""

    round: int
    move: int
    step: Step


@click.command()
@click.argument("file", metavar="FILE", shell_complete=completion.files)
@click.option("--seat", metavar="NAME", help="Only what this seat has seen.")
@click.option("--at", "place", metavar="R.M", help="Only the position after move M of round R; 1.0 is the first deal.")
@click.option("--step", "by_step", is_flag=True, help="Wait for Enter after every move.")
def replay(file: str, *, seat: str | None, place: str | None, by_step: bool) -> None:
    """Tell a recorded game.

    Every move is played again by the rules of the record.
    """
    must_be_there(file)
    try:
        record = load_record(Path(file), verify=Verify.NONE, label=file)
        replayed = retell(record, verify=Verify.MOVES)
    except RecordError as error:
        raise Wrong(str(error)) from error
    if seat is not None:
        try:
            seat = record.seats[seat_number(seat, record.seats)]
        except NotationError as error:
            raise BadCall(str(error)) from error
    if place is not None and by_step:
        raise BadCall("--at shows one position, --step goes through the game: one of them")
    for note in replayed.disagreements:
        say(f"note: {note}")
    telling = _Telling(record.seats, replayed.first, replayed.steps, seat)
    if place is not None:
        telling.show(place)
    else:
        telling.tell(by_step=by_step)


class _Telling:
    def __init__(self, seats: tuple[str, ...], first: State, steps: list[Step], seat: str | None) -> None:
        self.seats = seats
        self.first = first
        self.steps = steps
        self.shown = list(seats) if seat is None else [seat]
        self.is_all = seat is None

    def numbered(self) -> Iterator[_Told]:
        number, move = 1, 0
        for step in self.steps:
            if isinstance(step.move, NextRound):
                number, move = number + 1, 0
            else:
                move += 1
            yield _Told(number, move, step)

    def tell(self, *, by_step: bool) -> None:
        if self.first.phase is not Phase.CUT:
            self.deal(self.first, 1)
        for told in self.numbered():
            step = told.step
            if not isinstance(step.move, NextRound):
                self.move(told)
                if step.state.is_over:
                    self.scores(step.state, told.round)
            if isinstance(step.move, NextRound | Cut) and step.state.phase is not Phase.CUT:
                self.deal(step.state, told.round)
            if by_step and not self.goes_on():
                return
        last = self.steps[-1].state if self.steps else self.first
        if last.is_over:
            say("Standings")
            print_standings(standings(last.totals, self.seats, last.ranks))
        else:
            say(f"The round goes on: {last.phase.value}.")

    def goes_on(self) -> bool:
        line = read_line("Enter for the next move, q to leave> ")
        return line is not None and line.lower() not in ("q", "quit", "exit")

    def deal(self, state: State, number: int) -> None:
        say(*deal_lines(Position(self.seats, state), number, self.shown))

    def move(self, told: _Told) -> None:
        step = told.step
        events = step.events if self.is_all else step.seen_by(self.seats.index(self.shown[0])).events
        place = Position(self.seats, step.state)
        first, *rest = move_lines(place, step.state, step.move.seat, step.move.text(), events)
        say(f"{told.round}.{told.move}  {first}", *rest)

    def scores(self, state: State, number: int) -> None:
        totals = dict(zip(self.seats, state.totals, strict=True))
        scores = dict(zip(self.seats, state.scores, strict=True)) if state.scores else {}
        print_scores(number, ending_text(state, self.seats), scores, totals)

    def show(self, place: str) -> None:
        """One position: everything, or what the seat knows."""
        found = re.fullmatch(r"([0-9]{1,3})\.([0-9]{1,6})", place, re.ASCII)
        if not found:
            raise BadCall("--at takes the numbers of round and move, such as 2.15")
        wanted = (int(found[1]), int(found[2]))
        states = {(1, 0): self.first, **{(told.round, told.move): told.step.state for told in self.numbered()}}
        if wanted not in states:
            last = max(states)
            raise BadCall(f"there is no move {place}; the last one is {last[0]}.{last[1]}")
        state = states[wanted]
        if not self.is_all:
            state = mask(state, self.seats.index(self.shown[0]))
        say(*self.position(state, wanted[0]))

    def position(self, state: State, number: int) -> Iterator[str]:
        contracts = contracts_text(state, self.seats)
        yield f"Round {number}: {contracts}; {state.phase.value}, turn: {self.seats[state.turn]}."
        width = max(map(len, self.seats))
        for name, hand in zip(self.seats, state.hands, strict=True):
            cards = str(hand) if self.is_all or name in self.shown else f"{hand.size} cards: {hand}"
            yield f"  {name:<{width}}  {cards}"
        for index, laid in enumerate(state.table, start=1):
            yield f"  meld {index} ({self.seats[laid.seat]}): {laid.meld.kind} {laid.meld}"
        yield f"  discards {format_cards(state.discards[::-1]) or 'none'}"
        yield f"  stock {len(state.stock)} cards" + (f": {format_cards(state.stock[::-1])}" if self.is_all else "")
        if state.is_over:
            yield f"  {ending_text(state, self.seats)}"

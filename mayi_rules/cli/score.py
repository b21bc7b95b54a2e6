"""`mayi score`: a score sheet for people who play with real cards."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from mayi_rules.cli.output import BadCall, Wrong, print_json, print_table, profile_of
from mayi_rules.cli.tally import Tally, read_tally, write_tally
from mayi_rules.cli.telling import contract_text, print_standings
from mayi_rules.errors import MayIError, RecordError
from mayi_rules.game.naming import check_names
from mayi_rules.game.score_sheet import standings

HELP = """\
  9c Qc X      the cards that are left in the hand
  out  /  -    no cards: this player went out
  = 35         the points, where nobody wants to name cards
  undo         take the last entry back
  scores       the sheet so far
  quit         leave; the file has everything"""


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--profile", "source", metavar="ID|FILE", help="The game; at the first start.")
@click.option("--seats", metavar="NAME,NAME,...", help="The players, clockwise; at the first start.")
@click.option("--show", is_flag=True, help="Only show the sheet.")
@click.option("--json", "as_json", is_flag=True, help="Only print the sheet, for machines.")
def score(file: Path, source: str | None, seats: str | None, *, show: bool, as_json: bool) -> None:
    """Keep the score of a game with real cards in FILE.

    Type what is left in each hand. Every entry is saved before the next one is asked for.
    """
    tally = _tally(file, source, seats)
    if as_json:
        print_json(tally.to_dict())
    elif show:
        _print_sheet(tally)
    else:
        _Sitting(file, tally).go()


def _tally(file: Path, source: str | None, seats: str | None) -> Tally:
    try:
        is_there = file.exists()
    except (OSError, ValueError) as error:
        raise BadCall(f"{str(file)!r} cannot be the name of a file") from error
    if is_there:
        if source or seats:
            raise BadCall(f"{file} is there already, with its game and its players")
        try:
            return read_tally(file)
        except RecordError as error:
            raise Wrong(str(error)) from error
    if not source or not seats:
        raise BadCall(f"there is no {file}: a new sheet needs --profile and --seats")
    tally = Tally(profile_of(source), check_names([name.strip() for name in seats.split(",")]))
    tally.rules(1)
    write_tally(file, tally)
    return tally


class _Sitting:
    def __init__(self, file: Path, tally: Tally) -> None:
        self.file = file
        self.tally = tally
        self.told = 0

    def go(self) -> None:
        click.echo(f"{self.tally.profile.name}: {', '.join(self.tally.seats)}. Type help for help.")
        if self.tally.rounds:
            _print_sheet(self.tally)
        while True:
            text = self.ask()
            match text.lower() if text is not None else "quit":
                case "quit" | "exit":
                    return
                case "help" | "?":
                    click.echo(HELP)
                case "scores":
                    _print_sheet(self.tally)
                case "undo":
                    self.undo()
                case "":
                    continue
                case _:
                    self.enter(text or "")

    def ask(self) -> str | None:
        """The next line; None at the end of the input."""
        awaited = self.tally.awaited
        if awaited is None:
            prompt = "The game is over; quit or undo> "
        else:
            number, name = awaited
            if number != self.told:
                click.echo(f"round {number}: {contract_text(self.tally.rules(number))}")
                self.told = number
            prompt = f"{name}> "
        click.echo(prompt, nl=False)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            click.echo()
            return None
        return line.strip()

    def undo(self) -> None:
        name = self.tally.undo()
        if name is None:
            click.echo("  there is nothing to take back")
            return
        write_tally(self.file, self.tally)
        self.told = 0
        click.echo(f"  the last entry of {name} is taken back")

    def enter(self, text: str) -> None:
        tally = self.tally
        before = len(tally.rounds)
        try:
            points = tally.enter(text)
        except MayIError as error:
            click.echo(f"  {error}")
            return
        write_tally(self.file, tally)
        click.echo(f"  {points} points")
        if tally.awaited is None or tally.awaited[0] > max(before, len(tally.rounds)):
            _print_sheet(tally)


def _print_sheet(tally: Tally) -> None:
    """Points by round, totals, and who leads."""
    rows = [
        (str(number), *[str(tally.points(number, name)) if name in entries else "" for name in tally.seats])
        for number, entries in enumerate(tally.rounds, start=1)
    ]
    totals = tally.totals()
    print_table(("round", *tally.seats), [*rows, ("total", *map(str, totals))])
    click.echo()
    print_standings(standings(totals, tally.seats))

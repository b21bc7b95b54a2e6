"""`mayi score`: a score sheet for people who play with real cards."""

from __future__ import annotations

from pathlib import Path

import click

from mayi_rules.cli import completion
from mayi_rules.cli.leftovers import cards_needed
from mayi_rules.cli.narration import contract_text, print_standings
from mayi_rules.cli.output import BadCall, Wrong, print_json, print_table, profile_of
from mayi_rules.cli.signals import holding
from mayi_rules.cli.tally import Entry, Tally
from mayi_rules.cli.tally_file import read_tally, write_tally
from mayi_rules.cli.terminal import read_line, say, say_text
from mayi_rules.engine.text.names import check_names
from mayi_rules.errors import MayIError, RecordError
from mayi_rules.game.score_sheet import standings

HELP = """\
  9c Qc X      the cards that are left in the hand; Q Q 9 10 joker will do where suits count nothing
  out  /  -    no cards: this player went out
  35  /  = 35  the points, where nobody wants to name cards
  fix 2 NAME = 35
               correct what was entered for a player in round 2; the rest stays
  undo         take back what was typed last, a fix or a cut too
  scores       the sheet so far
  quit         leave; the file has everything"""

CUT_HELP = """
  cut NAME     who cut exactly before the deal of this round; cut 2 NAME in round 2; cut - nobody"""

OPENED_HELP = """
  opened 7 7 K who has opened in the round, but has not gone out, says opened before what is left"""

_MANY_MORE = 12
"""So many cards more than were dealt nobody has as a rule, however often they bought."""


@click.command()
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
@click.option(
    "--profile", "source", metavar="ID|FILE", shell_complete=completion.games, help="The game; at the first start."
)
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
        with holding():
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


class _Leave(Exception):  # noqa: N818 - ends the sitting, is never seen outside
    """Somebody leaves in the middle of a question."""


class _Sitting:
    """Somebody types at a sheet.

    Attributes:
        file: where the sheet is kept.
        tally: the sheet.
        told: the number of the round that was announced last.
        before: for everything that was typed here and changed the sheet, what it was and the sheet before it.
    """

    def __init__(self, file: Path, tally: Tally) -> None:
        self.file = file
        self.tally = tally
        self.told = 0
        self.before: list[tuple[str, Tally]] = []

    def go(self) -> None:
        say(f"{self.tally.profile.name}: {', '.join(self.tally.seats)}. Type help for help.")
        if self.tally.rounds:
            _print_sheet(self.tally)
        while True:
            text = self.ask()
            if text is None or text.lower() in ("quit", "exit"):
                return
            try:
                self.do(text)
            except _Leave:
                return
            except MayIError as error:
                say_text(f"  {error}\n")

    def do(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        match word.lower():
            case "help" | "?":
                self.help()
            case "scores":
                _print_sheet(self.tally)
            case "undo":
                self.undo()
            case "fix":
                self.fix(rest.strip())
            case "cut":
                self.cut(rest.strip())
            case "":
                pass
            case _:
                self.enter(text)

    def ask(self) -> str | None:
        """The next line; None at the end of the input."""
        awaited = self.tally.awaited
        if awaited is None:
            return read_line("The game is over; quit, fix or undo> ")
        number, name = awaited
        if number != self.told:
            bonus = self.tally.rules(number).cut_score
            cut = "" if bonus is None else f" (an exact cut: cut NAME, {bonus:+} points)"
            say(f"round {number}: {self.contracts(number)}{cut}")
            self.told = number
        return read_line(f"{name}> ")

    def contracts(self, number: int) -> str:
        """The contract of a round; where every player has his own, who has which."""
        tally = self.tally
        if not tally.has_own_contracts:
            return contract_text(tally.rules(number))
        return "; ".join(
            f"{name} has contract {tally.contract(number, name)}, {contract_text(tally.contract_rules(number, name))}"
            for name in tally.seats
        )

    def help(self) -> None:
        tally = self.tally
        more = (CUT_HELP if tally.has_cut_bonus else "") + (OPENED_HELP if tally.says_who_opened else "")
        say_text(HELP + more + "\n")

    def undo(self) -> None:
        """Take back what was typed last; after a new start, the last entry of the sheet."""
        if self.before:
            taken, self.tally = self.before.pop()
        else:
            entry = self.tally.undo()
            if entry is None:
                say("  there is nothing to take back")
                return
            taken = str(entry)
        self.save()
        self.told = 0
        say(f"  taken back: {taken}")

    def enter(self, text: str) -> None:
        after = self.tally.copy()
        entry = after.enter(text)
        if not self.can_be(entry):
            return
        if after.is_without_winner(entry.round):
            question = f"Nobody went out in round {entry.round}: is that so?"
            if not self.agreed(entry, question, after_no="; fix corrects another entry of this round"):
                return
        self.change(str(entry), after)
        say(f"  {entry.left}")
        if len(after.rounds[-1]) == len(after.seats):
            _print_sheet(after)

    def fix(self, text: str) -> None:
        """Put another entry in the place of one that was made before."""
        number, rest = self.numbered(text)
        name = self.named(rest)
        if number is None or name is None:
            seats = ", ".join(self.tally.seats)
            raise RecordError(f"write fix, the round, the player and what was left: fix 2 NAME = 35 (players: {seats})")
        before = self.tally.entry(number, name)
        after = self.tally.copy()
        entry = after.put(number, name, rest[len(name) :])
        if not self.can_be(entry):
            return
        self.change(f"the fix of {entry}; what counts again is {before.left}", after)
        say(f"  {entry} (before: {before.left})")
        if after.is_without_winner(number):
            say(f"  nobody went out in round {number} now")

    def cut(self, text: str) -> None:
        """Note the exact cut of a round, by default of the one that is asked for."""
        number, rest = self.numbered(text)
        if number is None:
            number = self.tally.awaited[0] if self.tally.awaited else len(self.tally.rounds)
        name = self.named(rest)
        if rest != "-" and (name is None or len(name) != len(rest)):
            seats = ", ".join(self.tally.seats)
            raise RecordError(f"write cut and who cut exactly, or cut -: the players are {seats}")
        after = self.tally.copy()
        after.cut(number, name)
        said = f"round {number}: {name or 'nobody'} cut exactly"
        self.change(said, after)
        say(f"  {said}")

    def can_be(self, entry: Entry) -> bool:
        """Whether a hand can be so large; where it is larger than buying makes it as a rule, it is asked."""
        rules = self.tally.rules(entry.round)
        needed = cards_needed(entry.left, rules)
        if needed <= rules.dealt + _MANY_MORE:
            return True
        question = f"{entry.left} need a hand of at least {needed} cards, and {rules.dealt} were dealt: is that so?"
        return self.agreed(entry, question)

    def agreed(self, entry: Entry, question: str, *, after_no: str = "") -> bool:
        """Ask whether an entry is meant; nothing has changed yet."""
        while True:
            answer = read_line(f"  {question} yes / no> ")
            match "quit" if answer is None else answer.lower():
                case "yes" | "y":
                    return True
                case "no" | "n":
                    say(f"  not entered: {entry}{after_no}")
                    return False
                case "quit" | "exit":
                    say(f"  not entered: {entry}")
                    raise _Leave
                case "help" | "?":
                    self.help()
                case "scores":
                    _print_sheet(self.tally)
                case _:
                    say("  write yes or no first (or help, scores, quit); nothing is entered without a yes")

    def named(self, text: str) -> str | None:
        """The player whose name a text begins with, in either case; the longest such name, as written first."""
        seats = self.tally.seats
        names = [name for name in seats if f"{text} ".startswith(f"{name} ")]
        names += [name for name in seats if f"{text.lower()} ".startswith(f"{name.lower()} ")]
        return max(names, key=len, default=None)

    def numbered(self, text: str) -> tuple[int | None, str]:
        """The number of a round and what follows; None where the text begins with a name."""
        word, _, rest = text.partition(" ")
        if not rest or not (word.isascii() and word.isdecimal() and len(word) < 4):
            return None, text
        return int(word), rest.strip()

    def change(self, said: str, after: Tally) -> None:
        """Go on with a changed sheet, which `undo` can take back."""
        self.before.append((said, self.tally))
        self.tally = after
        self.save()

    def save(self) -> None:
        """Write the file; where that fails nothing more can be entered."""
        try:
            write_tally(self.file, self.tally)
        except RecordError as error:
            raise BadCall(str(error)) from error


def _print_sheet(tally: Tally) -> None:
    """Points by round, totals, and who leads."""
    rows = [
        (str(number), *[str(tally.score(number, name)) if name in entries else "" for name in tally.seats])
        for number, entries in enumerate(tally.rounds, start=1)
    ]
    totals = tally.totals()
    print_table(("round", *tally.seats), [*rows, ("total", *map(str, totals))])
    say("")
    print_standings(standings(totals, tally.seats, tally.ranks()))

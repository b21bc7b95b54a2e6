"""People at the terminal, with bots or without: they see what their seat may know and type moves in notation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice
from typing import TypeVar

from mayi_rules.bots.named import name_of
from mayi_rules.bots.protocol import Bot
from mayi_rules.cards import SUITS, Hand, format_cards
from mayi_rules.cli.advice import hint_lines, why_lines
from mayi_rules.cli.narration import contract_text, contracts_text, ending_text, print_scores, print_standings
from mayi_rules.cli.output import print_table
from mayi_rules.cli.signals import waiting
from mayi_rules.cli.story import Story
from mayi_rules.cli.terminal import clear, read_line, say, say_wrapped
from mayi_rules.engine.caps import Guard
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Phase, Stage
from mayi_rules.errors import IllegalMove, NotationError
from mayi_rules.game.game import Game, Seat
from mayi_rules.game.policies import play_choice
from mayi_rules.moves import Cut
from mayi_rules.reasons import ReasonCode

HELP = """\
  take                 take the top discard
  stock                draw from the stock; the others may buy the discard first
  may I  /  pass       when the discard is on offer; an empty line passes
  shanghai  /  pass    when a buy may be blocked
  open 7c 7d 7h | Qs Qd X
                       lay the whole contract
  lay 5h on 2          lay a card on meld 2 of the table; X=4s for a joker's role
  swap 6h on 3         put a card in for the wild that stands for it
  take back            undo what you have laid in this turn
  discard 5h  /  keep  end your turn
  ?                    your legal moves
  hint                 the best opening or lay-offs, or what your hand lacks
  why discard 5h       may you do that, why not, and what would make it legal
  score                the scores so far
  undo                 take back the last move of a person, and what bots have done since
  quit                 leave"""

_HELP_INDENT = 21
_MAX_OPENINGS = 5

_Result = TypeVar("_Result")


class Left(Exception):  # noqa: N818 - ends the sitting, is never seen outside
    """Somebody leaves the table."""


class Sitting:
    """A game at this terminal.

    Args:
        game: the game, at its beginning or anywhere else.
        people: the names of the seats that people play here.
        bots: who plays the others, by name.
        first: the number of the first round in the whole game.
    """

    def __init__(self, game: Game, people: Sequence[str], bots: dict[str, Bot], first: int) -> None:
        self.game = game
        self.people = tuple(people)
        self.bots = bots
        self.first = first
        self.story = Story(people)
        self.viewer = people[0] if len(people) == 1 else None  # who may see the screen as it is
        self.guard = Guard(None)  # for bots; the cap of turns is the game's own

    @property
    def number(self) -> int:
        """The number of the round in the whole game."""
        return self.first + self.game.round - 1

    def go(self, *, is_resumed: bool = False) -> None:
        """Play the game to its end.

        Raises:
            Left: somebody leaves before.
        """
        game = self.game
        say_wrapped(f"{game.profile.name}. Moves are typed in notation: ? lists yours, help explains them.")
        if is_resumed:
            self.story.note(f"The game goes on: round {self.number}, {contracts_text(game.state, game.seats)}.")
        elif game.phase is not Phase.CUT:
            self.story.dealt(game, self.number)
        while not game.is_over:
            self.tell()
            self.advance()
        say("Standings")
        print_standings(game.standings)

    def advance(self) -> None:
        """One move, or what the host does between two rounds."""
        game = self.game
        if game.phase is Phase.CUT:
            self.made(game.cut)
            self.story.dealt(game, self.number)
        elif game.phase is Phase.ROUND_OVER:
            self.next_round()
        elif capped := self.guard.due():
            self.made(lambda: game.play(capped))
        elif game.to_act[0] in self.people:
            self.person_moves(game.to_act[0])
            self.guard = Guard(None)
        else:
            self.bot_moves(game.to_act[0])

    def made(self, play: Callable[[], _Result]) -> _Result:
        """Have a move played, so that everybody is told of it."""
        game = self.game
        moves, events = len(game.history), len(game.events())
        result = play()
        self.story.moved(game, game.history[moves:], game.events()[events:])
        if game.state.is_over:
            self.end_round()
        return result

    def end_round(self) -> None:
        """The scores, which all may see."""
        game, state = self.game, self.game.state
        self.tell()
        how = ending_text(state, game.seats)
        scores = dict(zip(game.seats, state.scores, strict=True))
        totals = dict(zip(game.seats, state.totals, strict=True))
        print_scores(self.number, how, scores, totals)
        self.story.note(f"Round {self.number} is over: {how}.")
        if self.viewer is not None:
            self.story.untold(self.viewer)

    def next_round(self) -> None:
        """Wait until the people want to go on."""
        text = self.ask("Enter for the next round> ").lower()
        if text == "":
            self.game.next_round()
            self.guard = Guard(None)
            if self.game.phase is not Phase.CUT:
                self.story.dealt(self.game, self.number)
        elif text == "undo":
            self.undo()
        elif text in ("score", "scores"):
            self.show_scores()
        else:
            say_wrapped("  Enter deals the next round; score shows the scores, undo takes back a move, quit leaves")

    def bot_moves(self, name: str) -> None:
        """A bot plays."""
        bot, view = self.bots[name], self.game.seat(name).view
        steps = self.made(lambda: play_choice(bot, view, self.game.play_moves, name=name_of(bot)))
        for step in steps:
            self.guard.see(step.move)

    def person_moves(self, name: str) -> None:
        """Ask until a move is played, or one taken back."""
        self.hand_over(name)
        seat = self.game.seat(name)
        state = seat.view.state
        self.show(seat, state)
        who = f"{name}, " if len(self.people) > 1 else ""
        while True:
            text = self.ask(f"{who}{_question(state)}> ")
            word, _, rest = text.partition(" ")
            match text.lower():
                case "help":
                    say_wrapped(*HELP.splitlines(), hanging=_HELP_INDENT)
                case "?":
                    self.answer(partial(_moves_of, seat))
                case "hint":
                    self.answer(partial(hint_lines, seat))
                case "score" | "scores":
                    self.show_scores()
                case "undo":
                    if self.undo():
                        return
                case _ if word.lower() == "why":
                    self.answer(partial(why_lines, seat, rest.strip()))
                case "" if state.phase is not Phase.BUYING:
                    pass
                case _:
                    if self.is_played(seat, text or "pass"):
                        return

    def is_played(self, seat: Seat, text: str) -> bool:
        """Play what somebody typed, or say why that is no move."""
        try:
            self.made(lambda: seat.play(text))
        except IllegalMove as error:
            _indented([f"{reason}" + (f" ({reason.rule})" if reason.rule else "") for reason in error.verdict])
        except NotationError as error:
            _indented(str(error).splitlines())
            if error.code is ReasonCode.NOTATION_MOVE:
                say("  ? lists your moves, help explains them")
        else:
            return True
        return False

    def undo(self) -> bool:
        """Take back the last move of a person and all since, over the ends of rounds too.

        Returns:
            Whether there was one.
        """
        game = self.game
        theirs = [
            number
            for number, move in enumerate(game.history)
            if move.partition(":")[0] in self.people and move.partition(": ")[2].split()[0] != Cut.name
        ]
        if not theirs:
            say("  there is nothing to take back")
            return False
        undone = game.undo(len(game.history) - theirs[-1])
        self.story.note(f"taken back: {'; '.join(reversed(undone))}")
        self.guard = Guard(None)
        return True

    def hand_over(self, name: str) -> None:
        """Let somebody else look at the screen; nobody's cards are on it meanwhile."""
        if self.viewer == name:
            return
        if self.viewer is not None:
            self.ask(f"Enter hides your cards; then pass the screen to {name}> ")
            clear()
        self.ask(f"{name}, Enter shows your cards> ")
        self.viewer = name
        self.tell()

    def tell(self) -> None:
        """Tell who sees the screen what they have not seen yet."""
        if self.viewer is not None:
            say_wrapped(*self.story.untold(self.viewer))

    def show(self, seat: Seat, state: State) -> None:
        """The table as a seat sees it."""
        names = self.game.seats
        lines = [
            f"  meld {number} ({names[laid.seat]}): {laid.meld.kind} {laid.meld}"
            for number, laid in enumerate(state.table, start=1)
        ]
        others = ", ".join(
            f"{name} {hand.size}" for name, hand in zip(names, state.hands, strict=True) if name != seat.name
        )
        top = format_cards(state.discards[-1:]) or "none"
        lines.append(f"  discard {top}, stock {len(state.stock)}; cards: {others}")
        if not state.has_opened(seat.number):
            lines.append(f"  to open: {contract_text(state.rules_of(seat.number))}")
        say_wrapped(*lines, f"  your hand: {_by_suit(state.hands[seat.number])}")

    def answer(self, lines: Callable[[], Sequence[str]]) -> None:
        """Say what may have to be worked out for a while."""
        with waiting():
            found = lines()
        _indented(found)

    def show_scores(self) -> None:
        """Points by round, and the totals."""
        sheet = self.game.score_sheet()
        rows = [
            (str(self.first + one.round - 1), *["?" if line.score is None else str(line.score) for line in one.lines])
            for one in sheet.rounds
        ]
        totals = ["?" if total is None else str(total) for total in sheet.totals.values()]
        print_table(("round", *self.game.seats), [*rows, ("total", *totals)])

    def ask(self, prompt: str) -> str:
        """The next line.

        Raises:
            Left: there is none, or it says so.
        """
        line = read_line(prompt)
        if line is None or line.lower() in ("quit", "exit"):
            raise Left
        return line


def _moves_of(seat: Seat) -> list[str]:
    """The legal moves of a seat; of many openings the first ones."""
    legal = seat.legal_moves
    found = list(islice(legal.openings, _MAX_OPENINGS + 1))
    lines = ["; ".join(move.text() for move in legal.simple), *[opening.text() for opening in found[:_MAX_OPENINGS]]]
    return [*lines, "… and further openings"] if len(found) > _MAX_OPENINGS else lines


def _indented(lines: Sequence[str]) -> None:
    say_wrapped(*[f"  {line}" for line in lines])


def _question(state: State) -> str:
    """What a seat is asked for."""
    window = state.window
    if window is None:
        return state.phase.value
    return "block?" if window.stage is Stage.BLOCKING else f"may I {format_cards(state.discards[-1:])}?"


def _by_suit(hand: Hand) -> str:
    """The cards suit by suit, jokers last."""
    groups = [format_cards(card for card in hand if card.suit == suit) for suit in (*SUITS, "")]
    return "  ".join(filter(None, groups))

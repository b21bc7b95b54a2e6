"""A person at the terminal, against bots: they see what their seat may know and type moves in notation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from mayi_rules.bots.named import name_of
from mayi_rules.bots.protocol import Bot, BotMaker
from mayi_rules.cards import SUITS, Hand, format_cards
from mayi_rules.cli.advising import hint_lines, why_lines
from mayi_rules.cli.playing import bots_for
from mayi_rules.cli.saving import kept
from mayi_rules.cli.telling import (
    NAMES,
    contract_text,
    deal_lines,
    ending_text,
    move_lines,
    print_scores,
    print_standings,
)
from mayi_rules.cli.terminal import read_line, say, say_text
from mayi_rules.errors import IllegalMove, NotationError
from mayi_rules.game.caps import Guard
from mayi_rules.game.engine import Step
from mayi_rules.game.game import Game
from mayi_rules.game.moves import HOST
from mayi_rules.game.parts import Phase, Stage
from mayi_rules.game.policies import play_choice
from mayi_rules.game.state import State
from mayi_rules.profile.model import Profile
from mayi_rules.reasons import ReasonCode

YOU = "you"

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
  quit                 leave"""

_MOST_OPENINGS = 5


class _Leave(Exception):  # noqa: N818 - ends the sitting, is never seen outside
    """The person leaves."""


def sit_down(
    profile: Profile,
    makers: Sequence[BotMaker],
    *,
    players: int,
    seed: str,
    first: int,
    cap: int,
    file: Path | None,
) -> None:
    """Play a game with a person in the first seat.

    Args:
        profile: the rules, with the rounds that are played.
        makers: who makes the bots of the other seats.
        players: how many play.
        seed: the seed of the game and of the bots.
        first: the number of the first round in the whole game.
        cap: a round with so many turns is abandoned.
        file: where the game is saved, or None.
    """
    game = Game(profile, seats=(YOU, *NAMES[: players - 1]), seed=seed, turn_cap=cap)
    with kept(game, file):
        try:
            _Sitting(game, bots_for(game.seats[1:], makers, seed), first).play()
        except _Leave:
            say("You leave the table.")


class _Sitting:
    def __init__(self, game: Game, bots: dict[str, Bot], first: int) -> None:
        self.game = game
        self.bots = bots
        self.first = first
        self.you = game.seat(YOU)

    @property
    def number(self) -> int:
        """The number of the round in the whole game."""
        return self.first + self.game.round - 1

    def play(self) -> None:
        game = self.game
        say(f"{game.profile.name}. Moves are typed in notation: ? lists yours, help explains them.")
        while True:
            self.round()
            if game.is_over:
                break
            self.ask("Enter for the next round> ")
            game.next_round()
        say("Standings")
        print_standings(game.standings)

    def round(self) -> None:
        game = self.game
        if game.phase is Phase.CUT:
            step = game.cut()
            self.tell(step.move.seat, step.move.text(), 0)
        say(*deal_lines(game, self.number, [YOU]))
        guard = Guard(None)  # the cap of turns is the game's own
        while not game.state.is_over:
            if capped := guard.due():
                game.play(capped)
            elif YOU in game.to_act:
                self.your_move()
                guard = Guard(None)
            else:
                for step in self.bot_moves(game.to_act[0]):
                    guard.see(step.move)
        state = game.state
        scores = dict(zip(game.seats, state.scores, strict=True))
        totals = dict(zip(game.seats, state.totals, strict=True))
        print_scores(self.number, ending_text(state, game.seats), scores, totals)

    def bot_moves(self, name: str) -> tuple[Step, ...]:
        seen = len(self.you.events())
        bot = self.bots[name]
        steps = play_choice(bot, self.game.seat(name).view, self.game.play_moves, name=name_of(bot))
        self.tell(steps[0].move.seat, "; ".join(step.move.text() for step in steps if step.move.seat != HOST), seen)
        return steps

    def tell(self, seat: int, text: str, seen: int) -> None:
        """What a move looks like from your seat, which has seen so many events before."""
        events = self.you.events(since=seen)
        say(*move_lines(self.game, self.you.view.state, seat, text, events))

    def your_move(self) -> None:
        """Ask until a move is played."""
        state = self.you.view.state
        self.show(state)
        while True:
            text = self.ask(f"{_question(state)}> ").strip()
            word, _, rest = text.partition(" ")
            match text.lower():
                case "quit" | "exit":
                    raise _Leave
                case "help":
                    say_text(f"{HELP}\n")
                    continue
                case "?":
                    self.list_moves()
                    continue
                case "hint":
                    _echo(hint_lines(self.you))
                    continue
                case _ if word.lower() == "why":
                    _echo(why_lines(self.you, rest.strip()))
                    continue
                case "" if state.phase is Phase.BUYING:
                    text = "pass"
                case "":
                    continue
            seen = len(self.you.events())
            try:
                self.you.play(text)
            except IllegalMove as error:
                for reason in error.verdict:
                    say(f"  {reason}" + (f" ({reason.rule})" if reason.rule else ""))
            except NotationError as error:
                say_text(f"  {error}\n")
                if error.code is ReasonCode.NOTATION_MOVE:
                    say("  ? lists your moves, help explains them")
            else:
                self.tell(self.you.number, text, seen)
                return

    def show(self, state: State) -> None:
        """The table as you see it."""
        names = self.game.seats
        for number, laid in enumerate(state.table, start=1):
            say(f"  meld {number} ({names[laid.seat]}): {laid.meld.kind} {laid.meld}")
        others = ", ".join(f"{name} {hand.size}" for name, hand in zip(names, state.hands, strict=True) if name != YOU)
        top = format_cards(state.discards[-1:]) or "none"
        say(f"  discard {top}, stock {len(state.stock)}; cards: {others}")
        if not state.has_opened(self.you.number):
            say(f"  to open: {contract_text(state.rules)}")
        say(f"  your hand: {_by_suit(state.hands[self.you.number])}")

    def list_moves(self) -> None:
        legal = self.you.legal_moves
        say("  " + "; ".join(move.text() for move in legal.simple))
        found = list(islice(legal.openings, _MOST_OPENINGS + 1))
        for opening in found[:_MOST_OPENINGS]:
            say(f"  {opening.text()}")
        if len(found) > _MOST_OPENINGS:
            say("  … and further openings")

    def ask(self, prompt: str) -> str:
        line = read_line(prompt)
        if line is None:
            raise _Leave
        return line


def _echo(lines: Sequence[str]) -> None:
    for line in lines:
        say(f"  {line}")


def _question(state: State) -> str:
    """What you are asked for."""
    window = state.window
    if window is None:
        return state.phase.value
    return "block?" if window.stage is Stage.BLOCKING else f"may I {format_cards(state.discards[-1:])}?"


def _by_suit(hand: Hand) -> str:
    """The cards suit by suit, jokers last."""
    groups = [format_cards(card for card in hand if card.suit == suit) for suit in (*SUITS, "")]
    return "  ".join(filter(None, groups))

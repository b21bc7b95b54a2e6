"""A person at the terminal, against bots: they see what their seat may know and type moves in notation."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import click

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
from mayi_rules.errors import IllegalMove, NotationError
from mayi_rules.game.engine import Step
from mayi_rules.game.game import Game
from mayi_rules.game.moves import Discard, Keep, Move
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
    game = Game(profile, seats=(YOU, *NAMES[: players - 1]), seed=seed)
    with kept(game, file):
        try:
            _Sitting(game, bots_for(game.seats[1:], makers, seed), first, cap).play()
        except _Leave:
            click.echo("You leave the table.")


class _Sitting:
    def __init__(self, game: Game, bots: dict[str, Bot], first: int, cap: int) -> None:
        self.game = game
        self.bots = bots
        self.first = first
        self.cap = cap
        self.you = game.seat(YOU)

    @property
    def number(self) -> int:
        """The number of the round in the whole game."""
        return self.first + self.game.round - 1

    def play(self) -> None:
        game = self.game
        click.echo(f"{game.profile.name}. Moves are typed in notation: ? lists yours, help explains them.")
        while True:
            self.round()
            if game.is_over:
                break
            self.ask("Enter for the next round> ")
            game.next_round()
        click.echo("Standings")
        print_standings(game.standings)

    def round(self) -> None:
        game = self.game
        if game.phase is Phase.CUT:
            step = game.cut()
            self.tell(step.move.seat, step.move.text(), 0)
        click.echo("\n".join(deal_lines(game, self.number, [YOU])))
        turns = 0
        while not game.state.is_over:
            if turns >= self.cap:
                click.echo(f"The round has reached the cap of turns ({turns}).")
                game.abandon()
                break
            move = self.your_move() if YOU in game.to_act else self.bot_move(game.to_act[0])
            turns += isinstance(move, Discard | Keep)
        state = game.state
        scores = dict(zip(game.seats, state.scores, strict=True))
        totals = dict(zip(game.seats, state.totals, strict=True))
        print_scores(self.number, ending_text(state, game.seats), scores, totals)

    def bot_move(self, name: str) -> Move:
        seen = len(self.you.events())
        bot = self.bots[name]
        (*_, step) = play_choice(bot, self.game.seat(name).view, self._play_all, name=name_of(bot))
        self.tell(step.move.seat, step.move.text(), seen)
        return step.move

    def _play_all(self, found: tuple[Move, ...]) -> list[Step]:
        return [self.game.play(move) for move in found]

    def tell(self, seat: int, text: str, seen: int) -> None:
        """What a move looks like from your seat, which has seen so many events before."""
        events = self.you.events(since=seen)
        click.echo("\n".join(move_lines(self.game, self.you.view.state, seat, text, events)))

    def your_move(self) -> Move:
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
                    click.echo(HELP)
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
                step = self.you.play(text)
            except IllegalMove as error:
                for reason in error.verdict:
                    click.echo(f"  {reason}" + (f" ({reason.rule})" if reason.rule else ""))
            except NotationError as error:
                click.echo(f"  {error}")
                if error.code is ReasonCode.NOTATION_MOVE:
                    click.echo("  ? lists your moves, help explains them")
            else:
                self.tell(self.you.number, step.move.text() if state.phase is Phase.BUYING else text, seen)
                return step.move

    def show(self, state: State) -> None:
        """The table as you see it."""
        names = self.game.seats
        for number, laid in enumerate(state.table, start=1):
            click.echo(f"  meld {number} ({names[laid.seat]}): {laid.meld.kind} {laid.meld}")
        others = ", ".join(f"{name} {hand.size}" for name, hand in zip(names, state.hands, strict=True) if name != YOU)
        top = format_cards(state.discards[-1:]) or "none"
        click.echo(f"  discard {top}, stock {len(state.stock)}; cards: {others}")
        if not state.has_opened(self.you.number):
            click.echo(f"  to open: {contract_text(state.rules)}")
        click.echo(f"  your hand: {_by_suit(state.hands[self.you.number])}")

    def list_moves(self) -> None:
        legal = self.you.legal_moves
        click.echo("  " + "; ".join(move.text() for move in legal.simple))
        found = list(islice(legal.openings, _MOST_OPENINGS + 1))
        for opening in found[:_MOST_OPENINGS]:
            click.echo(f"  {opening.text()}")
        if len(found) > _MOST_OPENINGS:
            click.echo("  … and further openings")

    def ask(self, prompt: str) -> str:
        click.echo(prompt, nl=False)
        line = sys.stdin.readline() if sys.stdin is not None else ""
        if not line:
            click.echo()
            raise _Leave
        return line


def _echo(lines: Sequence[str]) -> None:
    for line in lines:
        click.echo(f"  {line}")


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

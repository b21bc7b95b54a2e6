"""`mayi play`: bots play a whole game, or a person plays against them."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from itertools import cycle
from typing import Any

import click

from mayi_rules.bots.named import NamedBot, name_of, named_maker
from mayi_rules.bots.playing import RoundResult, play_round
from mayi_rules.bots.protocol import Bot, BotMaker
from mayi_rules.bots.registry import BrokenBotError, UnknownBotError
from mayi_rules.cards import format_cards, generator
from mayi_rules.cli.output import BadCall, print_json, profile_of
from mayi_rules.cli.saving import kept, place_for
from mayi_rules.cli.signals import waiting
from mayi_rules.cli.telling import NAMES, deal_lines, ending_text, move_lines, print_scores, print_standings
from mayi_rules.cli.terminal import say
from mayi_rules.errors import ProfileError
from mayi_rules.game.caps import TURN_CAP
from mayi_rules.game.engine import Step
from mayi_rules.game.game import HOST_NAME, Game
from mayi_rules.game.moves import HOST, Cap, Move
from mayi_rules.game.parts import Phase
from mayi_rules.game.view import View
from mayi_rules.profile.model import Profile
from mayi_rules.profile.resolving import round_rules

_USUAL_PLAYERS = 4


@click.command()
@click.argument("source", metavar="ID|FILE")
@click.option("--players", type=int, help="How many play, you included; by default 4, or what the game allows.")
@click.option("--seed", help="Makes the game the same every time; any text.")
@click.option("--auto", is_flag=True, help="Bots play all seats.")
@click.option("--bots", metavar="NAME,…", default="greedy", show_default=True,
              help="Who plays: names of bots, for one seat after the other, then from the first again.")  # fmt: skip
@click.option("--rounds", metavar="1-3|all", default="all", show_default=True, help="Which rounds are played.")
@click.option("--cap", type=click.IntRange(min=1), default=TURN_CAP, show_default=True,
              help="A round with so many turns is abandoned.")  # fmt: skip
@click.option(
    "--save",
    "target",
    metavar="FILE",
    help="Write the game as a record when it ends or you leave; JSON where the name ends in .json.",
)
@click.option("--force", is_flag=True, help="With --save: overwrite the file if it is there.")
@click.option("--quiet", is_flag=True, help="Only the standings.")
@click.option("--json", "as_json", is_flag=True, help="For machines; with --auto.")
def play(
    source: str,
    *,
    players: int | None,
    seed: str | None,
    auto: bool,
    bots: str,
    rounds: str,
    cap: int,
    target: str | None,
    force: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play a game in the terminal against bots.

    With --auto bots play all seats.
    """
    profile = profile_of(source)
    if not auto and (quiet or as_json):
        raise BadCall("--quiet and --json need --auto: somebody who plays wants to see the game")
    if players is None:
        players = min(max(_USUAL_PLAYERS, profile.players.min), profile.players.max)
    try:
        round_rules(profile, players, 1)
    except ProfileError as error:
        raise BadCall(error.faults[0].message) from error
    first, last = _rounds(rounds, len(profile.rounds))
    part = profile
    if (first, last) != (1, len(profile.rounds)):
        part = profile.override({"rounds": profile.to_dict()["rounds"][first - 1 : last]})
    seed = secrets.token_hex(8) if seed is None else seed
    makers = _makers(bots)
    file = None if target is None else place_for(target, force=force)
    if not auto:
        from mayi_rules.cli.sitting import sit_down

        sit_down(part, makers, players=players, seed=seed, first=first, cap=cap, file=file)
        return
    game = Game(part, seats=NAMES[:players], seed=seed, turn_cap=cap)
    told = _Told(game, profile, seed, first, is_silent=quiet or as_json)
    with kept(game, file, is_silent=told.is_silent):
        told.play(bots_for(game.seats, makers, seed), cap)
    if as_json:
        print_json(told.to_dict())
    elif quiet:
        print_standings(game.standings)
    else:
        say("Standings")
        print_standings(game.standings)


def _makers(names: str) -> list[BotMaker]:
    try:
        return [named_maker(name.strip()) for name in names.split(",")]
    except (BrokenBotError, UnknownBotError) as error:
        raise BadCall(str(error)) from error


class _Patient(NamedBot):
    """A bot that thinks as long as it likes: meanwhile a signal comes through."""

    def choose(self, view: View) -> Move | str:
        """What the bot chooses."""
        with waiting():
            return super().choose(view)


def bots_for(names: tuple[str, ...], makers: Sequence[BotMaker], seed: str) -> dict[str, Bot]:
    """A bot for each seat, made by one after the other in turn, its chance from the seed of the game."""
    made = {name: make(generator("bot", seed, name)) for name, make in zip(names, cycle(makers), strict=False)}
    return {name: _Patient(name_of(bot), bot.bot if isinstance(bot, NamedBot) else bot) for name, bot in made.items()}


def _rounds(text: str, count: int) -> tuple[int, int]:
    found = re.fullmatch(r"([0-9]{1,3})(?:-([0-9]{1,3}))?", text, re.ASCII)
    if text == "all":
        return 1, count
    if found:
        first, last = int(found[1]), int(found[2] or found[1])
        if 1 <= first <= last <= count:
            return first, last
    raise BadCall(f"--rounds takes all, a round or the first and the last (2-4), from 1 to {count}")


class _Told:
    """Plays a game between bots, tells it, and keeps it for machines."""

    def __init__(self, game: Game, profile: Profile, seed: str, first: int, *, is_silent: bool) -> None:
        self.game = game
        self.profile = profile
        self.seed = seed
        self.first = first
        self.is_silent = is_silent
        self.rounds: list[dict[str, Any]] = []

    @property
    def number(self) -> int:
        """The number of the round in the whole game."""
        return self.first + self.game.round - 1

    def play(self, bots: dict[str, Bot], cap: int) -> None:
        game = self.game
        while True:
            self.begin()
            result = play_round(game, bots, cap=cap, watch=self.watch)
            self.end(result)
            if game.is_over:
                return
            game.next_round()

    def begin(self) -> None:
        self.rounds.append({"round": self.number, "deal": None, "moves": []})
        if self.game.phase is not Phase.CUT:
            self.dealt()

    def dealt(self) -> None:
        game = self.game
        self.rounds[-1]["deal"] = {
            "dealer": game.seats[game.state.setting.dealer],
            "hands": {name: str(hand) for name, hand in zip(game.seats, game.state.hands, strict=True)},
            "upcard": format_cards(game.state.discards),
        }
        if not self.is_silent:
            say(*deal_lines(game, self.number, game.seats))

    def watch(self, game: Game, step: Step) -> None:
        move = step.move
        name = HOST_NAME if move.seat == HOST else game.seats[move.seat]
        self.rounds[-1]["moves"].append(f"{name}: {move.text()}")
        if not self.is_silent:
            say(*move_lines(game, step.state, move.seat, move.text(), step.events))
        if self.rounds[-1]["deal"] is None:
            self.dealt()

    def end(self, result: RoundResult) -> None:
        state = self.game.state
        how = ending_text(state, self.game.seats)
        if result.reason == Cap.TURNS:
            how = f"abandoned after {result.turns} turns, the cap"
        totals = dict(zip(self.game.seats, state.totals, strict=True))
        self.rounds[-1] |= {"ended": result.how, "turns": result.turns, "scores": result.scores, "totals": totals}
        if not self.is_silent:
            print_scores(self.number, how, result.scores, totals)

    def to_dict(self) -> dict[str, Any]:
        """The game as plain values."""
        return {
            "profile": self.profile.id,
            "digest": self.profile.digest,
            "seed": self.seed,
            "seats": list(self.game.seats),
            "rounds": self.rounds,
            "standings": [one._asdict() for one in self.game.standings],
        }

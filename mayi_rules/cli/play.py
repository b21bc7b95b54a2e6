"""`mayi play`: bots play a whole game, or people play with them or among themselves."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import click

from mayi_rules.bots.named import NamedBot, name_of, named_maker
from mayi_rules.bots.protocol import Bot, BotMaker
from mayi_rules.bots.registry import BrokenBotError, UnknownBotError
from mayi_rules.cards import generator
from mayi_rules.cli import completion
from mayi_rules.cli.narration import print_standings
from mayi_rules.cli.output import BadCall, Wrong, print_json, profile_of
from mayi_rules.cli.record import must_be_there
from mayi_rules.cli.saved_files import kept, place_again, place_for
from mayi_rules.cli.seats import Seating, new_seating, seating_again
from mayi_rules.cli.signals import waiting
from mayi_rules.cli.terminal import say
from mayi_rules.engine.caps import TURN_CAP
from mayi_rules.errors import ProfileError, RecordError
from mayi_rules.game.game import Game
from mayi_rules.game.resume import replay
from mayi_rules.game.view import View
from mayi_rules.moves import Move
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.resolution import round_rules
from mayi_rules.records.reader import load_record
from mayi_rules.records.replay import Verify


class _Opened(NamedTuple):
    """A game that is about to be played.

    Attributes:
        game: the game.
        profile: the rules of the whole game, of which this may be some rounds.
        seating: who plays.
        first: the number of the first round in the whole game.
        file: where it is saved, or None.
    """

    game: Game
    profile: Profile
    seating: Seating
    first: int
    file: Path | None


@click.command()
@click.argument("source", metavar="[ID|FILE]", required=False, shell_complete=completion.games)
@click.option(
    "--resume",
    metavar="FILE",
    shell_complete=completion.files,
    help="Go on with a saved game; it is saved there again.",
)
@click.option("--players", type=int, help="How many play, people included; by default 4, or what the game allows.")
@click.option("--seats", metavar="NAME,…", help="The names of all players, clockwise.")
@click.option("--people", metavar="NAME,…", help="Who of them plays at this terminal; by default the first.")
@click.option("--seed", help="Makes the game the same every time; any text.")
@click.option("--auto", is_flag=True, help="Bots play all seats.")
@click.option(
    "--bots",
    metavar="NAME,…",
    default="steady",
    shell_complete=completion.bots,
    show_default=True,
    help="Who plays the others: names of bots, for one seat after the other, then from the first again.",
)
@click.option("--rounds", metavar="1-3|all", help="Which rounds are played; by default all.")
@click.option(
    "--cap",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"A round with so many turns is abandoned; by default {TURN_CAP}.",
)
@click.option(
    "--save",
    "target",
    metavar="FILE",
    shell_complete=completion.files,
    help="Write the game as a record when it ends or you leave; JSON where the name ends in .json.",
)
@click.option("--force", is_flag=True, help="With --save: overwrite the file if it is there.")
@click.option("--quiet", is_flag=True, help="Only the standings.")
@click.option("--json", "as_json", is_flag=True, help="For machines; with --auto.")
def play(
    source: str | None,
    *,
    resume: str | None,
    players: int | None,
    seats: str | None,
    people: str | None,
    seed: str | None,
    auto: bool,
    bots: str,
    rounds: str | None,
    cap: int | None,
    target: str | None,
    force: bool,
    quiet: bool,
    as_json: bool,
) -> None:
    """Play a game in the terminal, with bots or among people.

    With --auto bots play all seats. Where several people play, each of them is asked to take the screen.
    """
    if not auto and (quiet or as_json):
        raise BadCall("--quiet and --json need --auto: somebody who plays wants to see the game")
    makers = _makers(bots)
    if resume is None:
        if source is None:
            raise BadCall("what is played? Name a game (mayi profiles lists them), or --resume a saved one")
        file = None if target is None else place_for(target, force=force)
        profile = profile_of(source)
        seed = secrets.token_hex(8) if seed is None else seed
        seating = new_seating(profile, players=players, seats=seats, people=people, auto=auto)
        opened = _new(profile, seating, seed=seed, rounds=rounds, cap=cap, file=file)
    else:
        given = {"the name of a game": source, "--players": players, "--seats": seats, "--rounds": rounds, "--cap": cap}
        if said := next((option for option, value in given.items() if value is not None), None):
            raise BadCall(f"--resume excludes {said}: the saved game has its rules and its players")
        game = _saved(resume, seed)
        file = place_again(resume) if target is None else place_for(target, force=force)
        seed = secrets.token_hex(8) if seed is None else seed
        seating = seating_again(game.seats, people=people, auto=auto)
        opened = _Opened(game, game.profile, seating, 1, file)
    playing = bots_for(opened.seating.bots, makers, seed)
    if auto:
        _watch(opened, playing, seed, is_resumed=resume is not None, quiet=quiet, as_json=as_json)
    else:
        _sit_down(opened, playing, is_resumed=resume is not None)


def _new(
    profile: Profile, seating: Seating, *, seed: str, rounds: str | None, cap: int | None, file: Path | None
) -> _Opened:
    try:
        round_rules(profile, len(seating.seats), 1)
    except ProfileError as error:
        raise BadCall(error.faults[0].message) from error
    first, last = _rounds(rounds or "all", len(profile.rounds))
    part = profile
    if (first, last) != (1, len(profile.rounds)):
        part = profile.override({"rounds": profile.to_dict()["rounds"][first - 1 : last]})
    game = Game(part, seats=seating.seats, seed=seed, turn_cap=TURN_CAP if cap is None else cap)
    return _Opened(game, profile, seating, first, file)


def _saved(name: str, seed: str | None) -> Game:
    must_be_there(name)
    try:
        record = load_record(Path(name), verify=Verify.NONE, label=name)
        if not record.is_complete:
            raise BadCall(f"{name} is of a real table, at which not all cards were noted: it cannot be played on here")
        return replay(record, verify=Verify.MOVES, seed=seed)
    except RecordError as error:
        raise Wrong(str(error)) from error


def _sit_down(opened: _Opened, bots: dict[str, Bot], *, is_resumed: bool) -> None:
    from mayi_rules.cli.prompt import Left, Sitting  # with the solver and the bots' advice, which no other game needs

    game = opened.game
    with kept(game, opened.file):
        try:
            Sitting(game, opened.seating.people, bots, opened.first).go(is_resumed=is_resumed)
        except Left:
            say("You leave the table.")


def _watch(opened: _Opened, bots: dict[str, Bot], seed: str, *, is_resumed: bool, quiet: bool, as_json: bool) -> None:
    from mayi_rules.cli.bot_game import Watching  # which people who play themselves do not need

    game = opened.game
    is_silent = quiet or as_json
    watching = Watching(game, opened.profile, seed, opened.first, is_silent=is_silent, is_resumed=is_resumed)
    with kept(game, opened.file, is_silent=is_silent):
        watching.play(bots)
    if as_json:
        print_json(watching.to_dict())
        return
    if not quiet:
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

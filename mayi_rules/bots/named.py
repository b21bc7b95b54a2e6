"""Bots under the names by which they were asked for: whatever one raises is told with that name."""

from __future__ import annotations

import random
import traceback

from mayi_rules.bots.protocol import Bot, BotMaker, seat_of
from mayi_rules.bots.registry import bot_maker
from mayi_rules.errors import MayIError
from mayi_rules.game.view import View
from mayi_rules.moves import Move


class CrashedBotError(MayIError):
    """A bot raised something, which is told with the bot, its seat and the round; its cause is what was raised."""


class NamedBot:
    """Plays as another bot does.

    Attributes:
        name: the name by which that was asked for.
        bot: that bot.
    """

    def __init__(self, name: str, bot: Bot) -> None:
        self.name = name
        self.bot = bot

    def choose(self, view: View) -> Move | str:
        """What the bot chooses.

        Raises:
            CrashedBotError: it raised something.
        """
        try:
            return self.bot.choose(view)
        except Exception as error:
            seat = view.seats[seat_of(view)]
            who = f"the bot {self.name} (in seat {seat!r}, round {view.state.round})"
            raise CrashedBotError(f"{who} raised {_told(error)}") from error


def named_maker(name: str) -> BotMaker:
    """What makes bots of this name which tell it when they crash.

    Raises:
        UnknownBotError: no bot has this name.
        BrokenBotError: it belongs to another package, and cannot be loaded.
    """
    make = bot_maker(name)

    def made(rng: random.Random) -> NamedBot:
        try:
            return NamedBot(name, make(rng))
        except Exception as error:
            raise CrashedBotError(f"the bot {name} cannot be made of a random generator: {_told(error)}") from error

    return made


def name_of(bot: Bot) -> str:
    """The name by which a bot was asked for; empty where it is not known."""
    return bot.name if isinstance(bot, NamedBot) else ""


def _told(error: Exception) -> str:
    """What was raised, and where, in one line."""
    message = " ".join(str(error).split())
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}{': ' if message else ''}{message} ({place.filename}, line {place.lineno})"

"""Bots by name: the three that are built in, and those that other packages add."""

from __future__ import annotations

import random
from importlib.metadata import EntryPoint, entry_points

from mayi_rules.arguments import cut
from mayi_rules.bots.protocol import Bot, BotMaker
from mayi_rules.bots.simple import GreedyBot, RandomBot
from mayi_rules.bots.steady import SteadyBot
from mayi_rules.documents.suggest import did_you_mean, nearest
from mayi_rules.errors import MayIError

GROUP = "mayi_rules.bots"
"""The entry-point group in which a package names its bots: `name = "package.module:BotClass"`."""

_BUILT_IN: dict[str, BotMaker] = {"random": RandomBot, "greedy": GreedyBot, "steady": SteadyBot}


class UnknownBotError(MayIError, LookupError):
    """No bot has this name."""


class BrokenBotError(MayIError):
    """The bot of this name belongs to another package, and cannot be loaded; the other bots can."""


def bot_names() -> tuple[str, ...]:
    """The names of all bots: the built-in ones from the weakest to the strongest, then those of other packages.

    Nothing of other packages is loaded for that.
    """
    return (*_BUILT_IN, *sorted(set(_added()) - set(_BUILT_IN)))


def bot_maker(name: str) -> BotMaker:
    """What makes the bots of this name. A name that is built in always means the built-in bot.

    Raises:
        UnknownBotError: no bot has this name.
        BrokenBotError: it belongs to another package, and cannot be loaded.
    """
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    added = _added()
    if name not in added:
        near = nearest(cut(name), bot_names())
        hint = did_you_mean(near and repr(near), f"there are {', '.join(bot_names())}")
        raise UnknownBotError(f"there is no bot {cut(name)!r}{hint}")
    return _loaded(added[name])


def make_bot(name: str, rng: random.Random) -> Bot:
    """A bot by its name.

    Args:
        name: one of `bot_names()`.
        rng: where its choices by chance come from: with an equal generator it plays equally.

    Raises:
        UnknownBotError: no bot has this name.
        BrokenBotError: it belongs to another package, and cannot be loaded.
    """
    return bot_maker(name)(rng)


def _loaded(point: EntryPoint) -> BotMaker:
    """What an entry point names; it is another package's, so anything may go wrong."""
    package = f" of the package {point.dist.name}" if point.dist else ""
    told = f"the bot {point.name!r}{package} cannot be loaded: its entry point {point.value!r} in the group {GROUP}"
    try:
        maker: BotMaker = point.load()
    except Exception as error:
        raise BrokenBotError(f"{told} raises {type(error).__name__}: {error}") from error
    if not callable(maker):
        raise BrokenBotError(f"{told} is {maker!r}; it should be what makes a bot of a random generator, as its class")
    return maker


def _added() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}

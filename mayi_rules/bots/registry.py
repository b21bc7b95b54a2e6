"""Bots by name: the three that are built in, and those that other packages add."""

from __future__ import annotations

import difflib
import random
from importlib.metadata import EntryPoint, entry_points

from mayi_rules.bots.protocol import Bot, BotMaker
from mayi_rules.bots.simple import GreedyBot, RandomBot
from mayi_rules.bots.steady import SteadyBot
from mayi_rules.errors import MayIError

GROUP = "mayi_rules.bots"
"""The entry-point group in which a package names its bots: `name = "package.module:BotClass"`."""

_BUILT_IN: dict[str, BotMaker] = {"random": RandomBot, "greedy": GreedyBot, "steady": SteadyBot}


class UnknownBotError(MayIError, LookupError):
    """No bot has this name."""


def bot_names() -> tuple[str, ...]:
    """The names of all bots: the built-in ones from the weakest to the strongest, then those of other packages."""
    return (*_BUILT_IN, *sorted(set(_added()) - set(_BUILT_IN)))


def bot_maker(name: str) -> BotMaker:
    """What makes the bots of this name. A name that is built in always means the built-in bot.

    Raises:
        UnknownBotError: no bot has this name.
    """
    if name in _BUILT_IN:
        return _BUILT_IN[name]
    added = _added()
    if name not in added:
        near = difflib.get_close_matches(name, bot_names(), 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(bot_names())}"
        raise UnknownBotError(f"there is no bot {name!r}; {hint}")
    maker: BotMaker = added[name].load()
    return maker


def make_bot(name: str, rng: random.Random) -> Bot:
    """A bot by its name.

    Args:
        name: one of `bot_names()`.
        rng: where its choices by chance come from: with an equal generator it plays equally.

    Raises:
        UnknownBotError: no bot has this name.
    """
    return bot_maker(name)(rng)


def _added() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}

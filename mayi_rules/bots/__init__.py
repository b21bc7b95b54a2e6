"""Bots: players that see a view and choose a move, by name and at a table."""

from typing import TYPE_CHECKING

from mayi_rules.front import lazy

if TYPE_CHECKING:
    from mayi_rules.bots.protocol import Bot, BotMaker, seat_of
    from mayi_rules.bots.registry import BrokenBotError, UnknownBotError, bot_maker, bot_names, make_bot
    from mayi_rules.bots.simple import GreedyBot, RandomBot
    from mayi_rules.bots.steady import SteadyBot
    from mayi_rules.bots.table import RoundResult, Watcher, play_game, play_round
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            ".protocol": "Bot BotMaker seat_of",
            ".registry": "BrokenBotError UnknownBotError bot_maker bot_names make_bot",
            ".simple": "GreedyBot RandomBot",
            ".steady": "SteadyBot",
            ".table": "Watcher RoundResult play_game play_round",
        },
    )

__all__ = [
    "Bot",
    "BotMaker",
    "BrokenBotError",
    "GreedyBot",
    "RandomBot",
    "RoundResult",
    "SteadyBot",
    "UnknownBotError",
    "Watcher",
    "bot_maker",
    "bot_names",
    "make_bot",
    "play_game",
    "play_round",
    "seat_of",
]

"""A game with names for seats: `Game` for its host, `Seat` and `View` for a client, journals, score sheets."""

from typing import TYPE_CHECKING

from mayi_rules.front import lazy

if TYPE_CHECKING:
    from mayi_rules.game.game import Game
    from mayi_rules.game.journal import Journal, read_journal
    from mayi_rules.game.policies import Policy, SitsOut
    from mayi_rules.game.resume import replay
    from mayi_rules.game.sample import sample_state
    from mayi_rules.game.score_sheet import RoundScores, ScoreLine, ScoreSheet, Standing
    from mayi_rules.game.seat import Seat
    from mayi_rules.game.view import View
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            ".game": "Game",
            ".journal": "Journal read_journal",
            ".policies": "Policy SitsOut",
            ".resume": "replay",
            ".sample": "sample_state",
            ".score_sheet": "RoundScores ScoreLine ScoreSheet Standing",
            ".seat": "Seat",
            ".view": "View",
        },
    )

__all__ = [
    "Game",
    "Journal",
    "Policy",
    "RoundScores",
    "ScoreLine",
    "ScoreSheet",
    "Seat",
    "SitsOut",
    "Standing",
    "View",
    "read_journal",
    "replay",
    "sample_state",
]

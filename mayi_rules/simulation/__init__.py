"""Many games between bots, and how sure a difference is."""

from typing import TYPE_CHECKING

from mayi_rules.front import lazy

if TYPE_CHECKING:
    from mayi_rules.simulation.comparison import Comparison, compare_bots
    from mayi_rules.simulation.deals import DealResult, Seed
    from mayi_rules.simulation.intervals import Estimate, estimate
    from mayi_rules.simulation.matches import MatchResult, play_match
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            ".comparison": "Comparison compare_bots",
            ".deals": "Seed DealResult",
            ".intervals": "Estimate estimate",
            ".matches": "MatchResult play_match",
        },
    )

__all__ = [
    "Comparison",
    "DealResult",
    "Estimate",
    "MatchResult",
    "Seed",
    "compare_bots",
    "estimate",
    "play_match",
]

"""Questions about hands: can it open, and how; how far is it from the contract; what is best laid.

Everything else in this package is private.
"""

from mayi_rules.solver.enumeration import Opening
from mayi_rules.solver.layoffs import Lay, Swap, best_lay_offs
from mayi_rules.solver.questions import NEVER, Value, best_opening, can_open, distance, openings, useful

__all__ = [
    "NEVER",
    "Lay",
    "Opening",
    "Swap",
    "Value",
    "best_lay_offs",
    "best_opening",
    "can_open",
    "distance",
    "openings",
    "useful",
]

"""Melds: sets and runs as values, and as they are on the table."""

from typing import TYPE_CHECKING

from mayi_rules.front import lazy

if TYPE_CHECKING:
    from mayi_rules.melds.fitting import End, TableMeld
    from mayi_rules.melds.kinds.places import ALL_WILD
    from mayi_rules.melds.meld import Meld, format_meld
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            ".fitting": "End TableMeld",
            ".kinds.places": "ALL_WILD",
            ".meld": "Meld format_meld",
        },
    )

__all__ = [
    "ALL_WILD",
    "End",
    "Meld",
    "TableMeld",
    "format_meld",
]

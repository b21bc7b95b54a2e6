"""Places on melds as values: the ends of a run, which cards fit where, which wild can be swapped out."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

ALL_WILD = -1
"""The rank of a set that consists of wilds only: such a set has no roles."""


class End(StrEnum):
    """An end of a run."""

    LOW = "low"
    HIGH = "high"

    __hash__ = str.__hash__  # lay-offs are looked up by it; the enum's own hash is a call of Python code


class Fits(NamedTuple):
    """Which kinds fit on a meld now: masks of kinds (bit `kind`) for a set, and for either end of a run."""

    on_set: int
    low: int
    high: int

    @property
    def any(self) -> int:
        """The kinds that fit somewhere."""
        return self.on_set | self.low | self.high


class SwapPlace(NamedTuple):
    """A wild that can be swapped out: the natural card to put in, the wild it frees, and where.

    `at` is the wild's index in the cards of the meld; in a set, where places do not matter, that of the first
    wild of its kind.
    """

    card: int
    wild: int
    at: int

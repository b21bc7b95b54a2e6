"""A mean with its 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from mayi_rules.typed import EstimateDict


_NORMAL_95 = 1.959964
"""The 97.5 % point of the normal distribution."""


class Estimate(NamedTuple):
    """A mean of independent values, and the interval that holds the true one in 95 of 100 experiments.

    Attributes:
        mean: the mean.
        low: the lower end of the interval.
        high: the upper end.
        samples: how many independent values there were.
    """

    mean: float
    low: float
    high: float
    samples: int

    @property
    def excludes_zero(self) -> bool:
        """Whether zero lies outside the interval."""
        return self.low > 0 or self.high < 0

    def to_dict(self) -> EstimateDict:
        """The figures as plain values; the ends are left out where one value alone gives no interval."""
        if math.isinf(self.low):
            return {"mean": self.mean, "samples": self.samples}
        return {"mean": self.mean, "low": self.low, "high": self.high, "samples": self.samples}

    def __str__(self) -> str:
        if math.isinf(self.low):
            return f"{self.mean:+.2f} [interval not known: one value only]"
        return f"{self.mean:+.2f} [{self.low:+.2f}, {self.high:+.2f}]"


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of independent values, its interval by the normal approximation.

    Args:
        values: at least one; a single value has an endless interval.

    Raises:
        ValueError: there are no values.
    """
    count = len(values)
    if not count:
        raise ValueError("there is nothing to take a mean of")
    mean = math.fsum(values) / count
    if count == 1:
        return Estimate(mean, -math.inf, math.inf, 1)
    variance = math.fsum([(value - mean) ** 2 for value in values]) / (count - 1)
    half = _NORMAL_95 * math.sqrt(variance / count)
    return Estimate(mean, mean - half, mean + half, count)

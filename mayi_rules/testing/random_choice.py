"""Where the choices of a test come from: a random generator for long runs, or Hypothesis, which can shrink them."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Choices(ABC):
    """A source of choices. Whatever is built from it is built the same way for both kinds of source."""

    @abstractmethod
    def whole(self, least: int, most: int) -> int:
        """A whole number from `least` to `most`, both included."""

    def yes(self, percent: int) -> bool:
        """True in so many of a hundred cases."""
        return self.whole(0, 99) >= 100 - percent

    def pick(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.whole(0, len(options) - 1)]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in some order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.whole(0, last)
            order[last], order[other] = order[other], order[last]
        return order

    def generator(self) -> random.Random:
        """A generator of its own, for play that makes more choices than are worth shrinking."""
        return random.Random(self.whole(0, 2**32 - 1))


class RandomChoices(Choices):
    """Choices of a random generator.

    Args:
        rng: the generator; the same state of it gives the same choices on every Python.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def whole(self, least: int, most: int) -> int:
        """A whole number from `least` to `most`, both included."""
        return least + int(self._rng.random() * (most - least + 1))


class DrawnChoices(Choices):
    """Choices that Hypothesis draws, and shrinks towards the first option and the least number.

    Args:
        draw: the function that a `hypothesis.strategies.composite` gets.
    """

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self._draw = draw

    def whole(self, least: int, most: int) -> int:
        """A whole number from `least` to `most`, both included."""
        from hypothesis import strategies

        drawn: int = self._draw(strategies.integers(least, most))
        return drawn

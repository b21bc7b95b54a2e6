"""Lists in words, for sentences."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[object], *, joint: str = "and") -> str:
    """Words as a list in a sentence: `a, b and c`.

    Args:
        words: one at least.
        joint: the word before the last one.
    """
    *rest, last = map(str, words)
    return f"{', '.join(rest)} {joint} {last}" if rest else last


def listed_in_part(words: Iterable[str], most: int) -> str:
    """The first words of a list, and how many more there are: `a, b and 7 more`."""
    all_words = list(words)
    more = len(all_words) - most
    return ", ".join(all_words[:most]) + (f" and {more} more" if more > 0 else "")

"""What was meant by a word that nobody knows."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

_MAX_WORD = 80
_MAX_CANDIDATES = 200


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that looks most like this one, or None when none does; of a path its last part must, too.

    It takes long: a word of more than 80 characters is not looked for at all, and only among the first 200 known ones.
    """
    if len(word) > _MAX_WORD:
        return None
    import difflib  # most words are right

    words = list(itertools.islice(known, _MAX_CANDIDATES))
    last = word.rpartition(".")[2]
    for one in difflib.get_close_matches(word, words, n=5, cutoff=0.6):
        if difflib.SequenceMatcher(None, one.rpartition(".")[2], last).ratio() >= 0.6:
            return one
    by_last = {one.rpartition(".")[2]: one for one in reversed(words)}
    found = difflib.get_close_matches(last, by_last, n=1, cutoff=0.75)
    return by_last[found[0]] if found else None


def did_you_mean(near: str | None, otherwise: str = "", *, lead: str = "; ") -> str:
    """The question whether a word was meant.

    Args:
        near: the word; None where nothing is near.
        otherwise: what is said then.
        lead: what stands before the one or the other; before nothing it is left out.
    """
    hint = f"did you mean {near}?" if near else otherwise
    return f"{lead}{hint}" if hint else ""


class Hints:
    """Looks for what was meant, for the first words of a file only: it takes longest of all that is asked of one."""

    def __init__(self, left: int = 100) -> None:
        self.left = left

    def nearest(self, word: str, known: Iterable[str]) -> str | None:
        """As the function `nearest`; None, too, once it was asked often enough."""
        self.left -= 1
        return nearest(word, known) if self.left >= 0 else None

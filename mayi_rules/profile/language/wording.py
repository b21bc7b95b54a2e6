"""Numbers, cards and lists in words, for the sentences of the rule sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any

from mayi_rules.cards import RANKS
from mayi_rules.words import listed

_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
_SUIT_SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def number(value: int) -> str:
    """A number as running text has it: words up to twelve, figures beyond."""
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else figures(value)


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ordinal(value: int) -> str:
    """The place of a thing in a row, from 1: `first`, `second`; figures beyond the tenth."""
    return _ORDINALS[value - 1] if value <= len(_ORDINALS) else f"{value}th"


def figures(value: int) -> str:
    """A number in figures, with a proper minus sign."""
    return f"−{-value}" if value < 0 else str(value)


def counted(value: int, unit: str) -> str:
    """A number of things: `one card`, `three cards`; points are always written in figures."""
    words = figures(value) if unit == "points" else number(value)
    return f"{words} {unit.removesuffix('s') if value == 1 else unit}"


def several(items: Sequence[int]) -> str:
    """Numbers as a list, three and more that follow one another as a range: `1 to 3 and 7`."""
    parts: list[str] = []
    for _, group in groupby(enumerate(sorted(items)), key=lambda pair: pair[1] - pair[0]):
        run = [value for _, value in group]
        parts += [f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run)
    return listed(parts)


def rounds_named(numbers: Sequence[int]) -> str:
    """Rounds by their numbers: `round 7`, `rounds 1 to 3`."""
    return f"round{'s' if len(numbers) > 1 else ''} {several(numbers)}"


def rank_name(rank: str) -> str:
    """A rank in words: `ace`, `10`, `2`."""
    return _RANK_NAMES.get(rank, rank)


def ranks_name(rank: str) -> str:
    """All cards of a rank: `aces`, `2s`."""
    return f"{rank_name(rank)}s"


def card_name(card: str) -> str:
    """A card for people: `10♥`, `A♠`, `joker`."""
    if card == "X":
        return "joker"
    return f"{'10' if card[0] == 'T' else card[0]}{_SUIT_SIGNS[card[1]]}"


def wilds_named(names: Iterable[str]) -> list[str]:
    """The wild cards of a profile in words; four cards of a rank are the rank."""
    given = set(names)
    words = ["jokers"] if "joker" in given else []
    for rank in RANKS:
        suits = [suit for suit in _SUIT_SIGNS if rank in given or f"{rank}{suit}" in given]
        if len(suits) == len(_SUIT_SIGNS):
            words.append(ranks_name(rank))
        elif suits == ["d", "h"]:
            words.append(f"red {ranks_name(rank)}")
        elif suits == ["c", "s"]:
            words.append(f"black {ranks_name(rank)}")
        else:
            words += [card_name(f"{rank}{suit}") for suit in suits]
    return words


def by_players(values: Mapping[Any, int], unit: str) -> str:
    """A table by number of players in words: `two decks for 3 and 4 players, three decks for 5 and 6`."""
    pairs = sorted((int(players), value) for players, value in values.items())
    parts = []
    for value, group in groupby(pairs, key=lambda pair: pair[1]):
        parts.append(f"{counted(value, unit)} for {several([players for players, _ in group])} players")
    return listed(parts)


def melds_named(items: Sequence[Any]) -> str:
    """A contract in words: `two sets and a run of 7`; items as YAML has them."""
    parts = []
    for item, group in groupby(items):
        many = len(list(group))
        kind, size = (item, None) if isinstance(item, str) else next(iter(item.items()))
        words = f"{number(many)} {kind}s" if many > 1 else f"a {kind}"
        parts.append(words if size is None else f"{words} of {size}")
    return listed(parts)

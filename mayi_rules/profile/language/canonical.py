"""What a value comes to that can be written in several ways, so that equal rules are told to be equal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mayi_rules.cards import ALL_NATURAL_KINDS, JOKER, RANKS, parse_card

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mayi_rules.profile.language.model import GameRules


def by_players(value: Any, _profile: GameRules, players: range) -> list[Any]:
    """A number, or a table by numbers of players, as the number for each of them; None where it has none."""
    return [value.get(str(number)) if isinstance(value, dict) else value for number in players]


def one_or_by_players(value: Any, profile: GameRules, players: range) -> Any:
    """A value, or a table by numbers of players, as the one value where it is the same for all of them."""
    if not isinstance(value, dict):
        return value
    values = by_players(value, profile, players)
    return values[0] if all(one == values[0] for one in values) else values


def by_buy(value: Any, _profile: GameRules, _players: range) -> Any:
    """A number, or a list of them the last of which goes on: the number where it is the same for all, else the list."""
    numbers = list(value) if isinstance(value, list | tuple) else [value]
    while len(numbers) > 1 and numbers[-1] == numbers[-2]:
        numbers.pop()
    return numbers if len(numbers) > 1 else numbers[0]


def jokers_by_players(value: Any, profile: GameRules, players: range) -> list[Any]:
    """Jokers by deck, or in all, as how many there are for each number of players."""
    if "total" in value:
        return by_players(value["total"], profile, players)
    decks = [profile.pack.deck_count(number) for number in players]
    return [None if count is None else value["per_deck"] * count for count in decks]


def named_kinds(names: Iterable[str], _profile: GameRules, _players: range) -> list[int]:
    """The kinds that a list of wild cards names, ascending."""
    return sorted({kind for name in names for kind in kinds_of(name)})


def kinds_of(name: str) -> tuple[int, ...]:
    """The kinds that `joker`, a rank or a card names."""
    if name == "joker":
        return (JOKER,)
    if len(name) == 1:
        rank = RANKS.index(name)
        return tuple(kind for kind in ALL_NATURAL_KINDS if kind % 13 == rank)
    return (int(parse_card(name)),)

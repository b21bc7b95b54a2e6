"""What differs between two profiles."""

from __future__ import annotations

import functools
import operator
from typing import Any

import attrs

from mayi_rules.profile.language.descriptions import find_key, key_data_of
from mayi_rules.profile.language.model import NOT_RULES, GameRules, own_rule_of, own_rule_path
from mayi_rules.profile.language.paths import flat
from mayi_rules.profile.language.plain import profile_to_plain, to_plain
from mayi_rules.profile.resolution import in_round

_MISSING = object()


@attrs.frozen
class Change:
    """One rule in which two profiles differ; prints as `buying.penalty_cards: 1 → 2`.

    Attributes:
        key: the key path; rounds are addressed as `rounds.7.…`.
        before: the value in the first profile as YAML has it, None where it has none.
        after: the value in the second profile.
    """

    key: str
    before: Any
    after: Any

    def __str__(self) -> str:
        return f"{self.key}: {in_yaml(self.before)} → {in_yaml(self.after)}"

    def __hash__(self) -> int:
        return hash((self.key, in_yaml(self.before), in_yaml(self.after)))


def in_yaml(value: Any) -> str:
    """A plain value in one line, as a profile would write it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {in_yaml(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(in_yaml(one) for one in value) + "]"
    return str(value)


def flat_profile(profile: GameRules) -> dict[str, Any]:
    """The resolved rules as key paths to plain values.

    A choice or a table (`pack.decks`, `buying.block`) is one value. A round's own rule, or the points of a
    card, that say only what holds anyway are left out.
    """
    tree = profile_to_plain(profile)
    rounds = tree.pop("rounds")
    for name in NOT_RULES:
        del tree[name]
    rules = flat(tree)
    for name, score in profile.scoring.points.items():
        if len(name) == 2 and score == profile.scoring.points[name[0]]:
            del rules[f"scoring.points.{name}"]
    players = range(profile.players.min, profile.players.max + 1)
    for number, (one, plain) in enumerate(zip(profile.rounds, rounds, strict=True), start=1):
        plain.pop("rules", None)
        plain.pop("pack", None)
        here = in_round(profile, number)
        rules |= flat(plain, f"rounds.{number}.")
        for path, value in one.own.items():
            own, of_the_game = to_plain(value), functools.reduce(operator.getitem, path.split("."), tree)
            if canonical(here, path, own, players) != canonical(here, path, of_the_game, players):
                rules[own_rule_path(number, path)] = own
    return rules


def diff_profiles(first: GameRules, second: GameRules) -> list[Change]:
    """The rules in which two profiles differ, in the order of the language."""
    before, after = flat_profile(first), flat_profile(second)
    players = range(min(first.players.min, second.players.min), max(first.players.max, second.players.max) + 1)
    changes = []
    for key in sorted(before.keys() | after.keys(), key=_order([*before, *after])):
        old, new = before.get(key, _MISSING), after.get(key, _MISSING)
        if old == new or canonical(first, key, old, players) == canonical(second, key, new, players):
            continue
        change = Change(key, _shown(before, key, old), _shown(after, key, new))
        # A round's own rule that says what holds there in the other profile anyway is no difference in that round.
        if change.before != change.after:
            changes.append(change)
    return changes


def canonical(profile: GameRules, key: str, value: Any, players: range) -> Any:
    """What a value comes to, the same for all ways of writing one rule.

    Args:
        profile: the rules that the value is of.
        key: the path of its key.
        value: as YAML has it.
        players: the numbers of players for which it is asked.
    """
    info = find_key(key)
    form = key_data_of(info.path).canonical if info is not None else None
    return value if form is None or value is None or value is _MISSING else form(value, profile, players)


def _order(keys: list[str]) -> Any:
    places: dict[str, int] = {}
    for key in keys:
        places.setdefault(key, len(places))

    def place(key: str) -> tuple[int, int, int]:
        steps = key.split(".")
        return (1, int(steps[1]), places[key]) if steps[0] == "rounds" else (0, 0, places[key])

    return place


def _shown(rules: dict[str, Any], key: str, value: Any) -> Any:
    """The value, or what holds where a round has no rule of its own."""
    if value is not _MISSING:
        return value
    return rules.get(own_rule_of(key))

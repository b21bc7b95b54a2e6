"""What differs between two profiles."""

from __future__ import annotations

from typing import Any

import attrs

from mayi_rules.arguments import expect
from mayi_rules.profile.inheriting import NOT_RULES, REPLACED_WHOLE
from mayi_rules.profile.model import Profile
from mayi_rules.profile.plain import to_plain
from mayi_rules.profile.resolving import wild_kinds

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


def flat_profile(profile: Profile) -> dict[str, Any]:
    """The resolved rules as key paths to plain values.

    A choice or a table (`pack.decks`, `buying.block`) is one value. A round's own rule, or the points of a
    card, that say only what holds anyway are left out.
    """
    flat: dict[str, Any] = {}

    def walk(tree: dict[str, Any], prefix: str) -> None:
        for name, value in tree.items():
            path = prefix + name
            if isinstance(value, dict) and path not in REPLACED_WHOLE:
                walk(value, path + ".")
            else:
                flat[path] = value

    tree = profile.to_dict()
    rounds = tree.pop("rounds")
    for name in NOT_RULES:
        del tree[name]
    walk(tree, "")
    for name, score in profile.scoring.points.items():
        if len(name) == 2 and score == profile.scoring.points[name[0]]:
            del flat[f"scoring.points.{name}"]
    for number, (one, plain) in enumerate(zip(profile.rounds, rounds, strict=True), start=1):
        flat[f"rounds.{number}.deal"] = plain["deal"]
        flat[f"rounds.{number}.contract"] = plain["contract"]
        for path, value in one.rules.items():
            if to_plain(value) != flat[path]:
                flat[f"rounds.{number}.rules.{path}"] = to_plain(value)
    return flat


def diff_profiles(first: Profile, second: Profile) -> list[Change]:
    """The rules in which two profiles differ, in the order of the language."""
    expect("other", second, Profile, "a Profile")
    before, after = flat_profile(first), flat_profile(second)
    players = range(min(first.players.min, second.players.min), max(first.players.max, second.players.max) + 1)
    same_pack = {key: counts(first, key, players) == counts(second, key, players) for key in _COUNTED}
    changes = []
    for key in sorted(before.keys() | after.keys(), key=_order([*before, *after])):
        old, new = before.get(key, _MISSING), after.get(key, _MISSING)
        if old == new or same_pack.get(key):
            continue
        change = Change(key, _shown(before, key, old), _shown(after, key, new))
        # A round's own rule that says what holds there in the other profile anyway is no difference in that round.
        if change.before != change.after:
            changes.append(change)
    return changes


_COUNTED = ("pack.decks", "pack.jokers", "pack.wild")


def counts(profile: Profile, key: str, players: range) -> Any:
    """What a key of the pack comes to: the wild cards, or a number for each number of players."""
    if key == "pack.wild":
        return wild_kinds(profile)
    count = profile.pack.deck_count if key == "pack.decks" else profile.pack.joker_count
    return [count(number) for number in players]


def _order(keys: list[str]) -> Any:
    places: dict[str, int] = {}
    for key in keys:
        places.setdefault(key, len(places))

    def place(key: str) -> tuple[int, int, int]:
        steps = key.split(".")
        return (1, int(steps[1]), places[key]) if steps[0] == "rounds" else (0, 0, places[key])

    return place


def _shown(flat: dict[str, Any], key: str, value: Any) -> Any:
    """The value, or what holds where a round has no rule of its own."""
    if value is not _MISSING:
        return value
    return flat.get(key.partition(".rules.")[2]) if ".rules." in key else None

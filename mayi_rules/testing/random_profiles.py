"""Profiles made at random: every key of the language, within its schema and the consistency rules."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from mayi_rules.profile.language.descriptions import describe, key_data_of, rule_leaves
from mayi_rules.profile.language.plain import to_plain
from mayi_rules.profile.load import load_profile
from mayi_rules.profile.profile import Profile
from mayi_rules.testing.random_choice import Choices

Flat = dict[str, Any]
"""Values by key path."""

WILDS: tuple[list[str], ...] = (
    ["joker"], ["joker"], ["joker", "2"], ["joker", "Ah", "Ad"], ["2"], [], ["joker", "2", "Ah", "Ad"],
    ["joker", "Kh", "Ks"], ["joker", "2c", "7h"], ["joker", "Ac", "As"],
)  # fmt: skip


_WHOLE_GAME = ("buying.per_game", "buying.carry_over")
_OF_A_CONTRACT = ("melds.", "wilds.", "opening.")


def build_profile(choices: Choices, *, least_players: int = 2, max_players: int = 6) -> Profile:
    """A profile with every key chosen at random.

    Contracts are small, so that rounds of random moves reach openings. The keys agree with one another: such as
    cannot stand together are settled in favour of one of them.

    Args:
        choices: where the choices come from.
        least_players: the fewest players it may be for.
        max_players: the most.
    """
    return load_profile(build_profile_mapping(choices, least_players=least_players, max_players=max_players))


def build_profile_mapping(choices: Choices, *, least_players: int = 2, max_players: int = 6) -> dict[str, Any]:
    """The same as a mapping, as a file would hold it."""
    fewest = choices.whole(least_players, max_players)
    most = min(max_players, fewest + choices.whole(0, 2))
    numbers = range(fewest, most + 1)
    decks, pack = _pack(choices, fewest, most)
    flat = _rules(choices, 100)
    settle(flat)
    whole = {path: to_plain(choices.pick(likely_values(path))) for path in _WHOLE_GAME}
    if whole["buying.per_game"] is not None:
        whole["buying.carry_over"] = False
    game = nested(flat | whole)
    game["scoring"] |= _scoring(choices)
    smallest = min(count * 52 for count in decks.values())
    own = choices.yes(20)
    rounds = [_round(choices, flat, numbers, smallest, min(decks.values())) for _ in range(choices.whole(1, 3))]
    deal: dict[str, Any] = {
        **{
            name: choices.pick(likely_values(f"deal.{name}"))
            for name in ("direction", "first_dealer", "next_dealer", "wild_upcard")
        },
        "upcard": choices.yes(85),
        "cut_bonus": _cut_bonus(choices) if choices.yes(20) else None,
    }
    if own:
        _deal_alike(rounds, flat)
    for one in rounds:
        if not own and choices.yes(15):
            one["pack"] = _own_pack(choices, decks, pack)
    return {
        "profile": 1,
        "id": "random",
        "players": {"min": fewest, "max": most},
        "pack": pack,
        "deal": deal,
        "contracts": {
            "progress": "own" if own else "together",
            "winner": choices.pick(likely_values("contracts.winner")),
        },
        "rounds": rounds,
        **game,
        "stock": _stock(choices),
        "irregularities": choices.pick(["none", "continental"]),
    }


def _pack(choices: Choices, fewest: int, most: int) -> tuple[dict[int, int], dict[str, Any]]:
    """Decks by number of players, and the section."""
    least = choices.pick([2, 2, 1, 3])
    decks = {players: min(12, least + players // 4) for players in range(fewest, most + 1)}
    jokers: dict[str, Any]
    match choices.whole(0, 3):
        case 0:
            jokers = {"per_deck": choices.whole(0, 4)}
        case 1:
            jokers = {"total": choices.whole(0, 8)}
        case 2:
            jokers = {"total": {players: choices.whole(1, 8) for players in decks}}
        case _:
            jokers = {"per_deck": 2}
    wild = choices.pick(WILDS)
    if jokers in ({"per_deck": 0}, {"total": 0}):
        wild = [one for one in wild if one != "joker"]
    same = len(set(decks.values())) == 1
    section = {"decks": next(iter(decks.values())) if same else decks, "jokers": jokers, "wild": list(wild)}
    return decks, section


def _own_pack(choices: Choices, decks: dict[int, int], pack: dict[str, Any]) -> dict[str, Any]:
    """What a round says of its own pack, which holds as many decks at least as that of the game."""
    more = {players: max(count, min(4, count + choices.whole(0, 1))) for players, count in decks.items()}
    jokers = choices.pick([{"per_deck": 1}, {"total": 4}, {"per_deck": 3}])
    parts: dict[str, Any] = {
        "decks": more,
        "jokers": jokers,
        "wild": choices.pick([["joker"], ["2"], ["joker", "2"], ["joker", "Kh"]]),
    }
    found = {name: part for name, part in parts.items() if choices.yes(60)}
    wild = found.get("wild", pack["wild"])
    if "joker" in wild:
        found["jokers"] = jokers
    return found


def _rules(choices: Choices, percent: int) -> Flat:
    """Values for the keys that a round may have for itself; each is given in so many of a hundred cases."""
    values = {path: to_plain(choices.pick(likely_values(path))) for path in rule_leaves() if path != "scoring.points"}
    return values if percent >= 100 else {key: value for key, value in values.items() if choices.yes(percent)}


@cache
def likely_values(path: str) -> tuple[Any, ...]:
    """The values of a key that random profiles choose from: those beside the key, or all that its type has."""
    data, info = key_data_of(path), describe(path)
    if data.likely:
        return tuple(data.likely)
    if info.choices:
        return info.choices
    if info.least is None:
        return (True, False)
    least = info.least
    return (*(() if info.default is not None else (None,)), info.default, *range(least, least + 3))


def settle(flat: Flat) -> None:
    """Change values that cannot stand together, as the consistency rules name them; `flat` holds every key."""
    if flat["melds.set.max"] is not None:
        flat["melds.set.max"] = max(flat["melds.set.min"], flat["melds.set.max"])
    if flat["melds.run.ace"] != "low_or_high":
        flat["melds.run.max"] = min(flat["melds.run.max"], 13)
    flat["melds.run.max"] = max(flat["melds.run.min"], flat["melds.run.max"])
    flat["wilds.apart"] = max(0, min(flat["wilds.apart"], flat["melds.run.max"] - 2))
    smallest = min(flat["melds.set.min"], flat["melds.run.min"])
    flat["wilds.min_naturals"] = min(flat["wilds.min_naturals"], smallest)
    if flat["opening.all_cards"]:
        flat["opening.size"] = "at_least"
        if flat["going_out.discard"] == "required":
            flat["going_out.discard"] = "forbidden"
    if flat["wilds.swap.out_of"] != "none" and flat["wilds.swap.freed"] == "to_table":
        if flat["laying_off.when"] == "never":
            flat["laying_off.when"] = "same_turn"
        if flat["laying_off.when"] == "later_turns":
            flat["wilds.swap.who"] = "opened_earlier"


def _round(choices: Choices, game: Flat, numbers: range, smallest: int, decks: int) -> dict[str, Any]:
    """A round whose cards the smallest pack holds for every number of players."""
    own = _rules(choices, 15) if choices.yes(30) else {}
    here = game | own
    settle(here)
    rules = {key: value for key, value in here.items() if value != game[key]}
    contract = [_item(choices, here, decks) for _ in range(choices.pick([1, 2, 2, 1, 3]))]
    del contract[3:]
    most = (smallest - 1) // max(numbers)
    wanted = sum(_size_of(item, here) for item in contract)
    deal = min(most, max(1, wanted + choices.whole(-1, 4)))
    if choices.yes(10):
        deal = min(most, 20)
    one: dict[str, Any] = {"deal": deal, "contract": contract}
    if here["opening.all_cards"] and choices.yes(30) and deal >= 2:
        contract[:] = [{"set": here["melds.set.min"]}]
        one["deal"] = max(1, here["melds.set.min"] - 1)
        rules["opening.size"] = "exact"
    if rules:
        one["rules"] = nested(rules)
    return one


def _deal_alike(rounds: list[dict[str, Any]], game: Flat) -> None:
    """Make rounds as they have to be where every player has a contract of his own."""
    for one in rounds:
        one["deal"] = rounds[0]["deal"]
        own = {f"{name}.{key}": value for name, rules in one.pop("rules", {}).items() for key, value in _flat(rules)}
        here = game | {key: value for key, value in own.items() if key.startswith(_OF_A_CONTRACT)}
        here |= {key: game[key] for key in ("opening.size", "opening.all_cards")}
        settle(here)
        rules = {key: value for key, value in here.items() if value != game[key]}
        if rules and all(key.startswith(_OF_A_CONTRACT) for key in rules):
            one["rules"] = nested(rules)


def _flat(rules: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The rules of a section by key path."""
    for name, value in rules.items():
        if isinstance(value, dict) and name in ("set", "run", "swap"):
            yield from ((f"{name}.{key}", one) for key, one in value.items())
        else:
            yield name, value


def _cut_bonus(choices: Choices) -> dict[str, Any]:
    return {
        "score": choices.whole(-100, 100),
        "targets": choices.pick(likely_values("deal.cut_bonus.targets")),
    }


def _item(choices: Choices, here: Flat, decks: int) -> str | dict[str, int]:
    kind = choices.pick(["set", "run"])
    if choices.yes(75):
        return kind
    least = here[f"melds.{kind}.min"]
    most = here[f"melds.{kind}.max"] or 99
    return {kind: min(least + choices.whole(0, 2), most, 4 * decks if kind == "set" else most)}


def _size_of(item: str | dict[str, int], here: Flat) -> int:
    size: int = here[f"melds.{item}.min"] if isinstance(item, str) else next(iter(item.values()))
    return size


def _stock(choices: Choices) -> dict[str, Any]:
    names = ("when_empty", "keep_top", "times", "round_ends", "idle_laps")
    stock = {name: to_plain(choices.pick(likely_values(f"stock.{name}"))) for name in names}
    if stock["when_empty"] == "end":
        stock["times"] = None
    return stock


def _scoring(choices: Choices) -> dict[str, Any]:
    points: dict[str, Any] = {}
    for name in ("joker", "A", "faces", "T", "2s", "K", "7"):
        if choices.yes(60):
            points[name] = choices.whole(-5, 50)
    if choices.yes(60):
        points["pips"] = choices.pick(["face", 5])
    return {
        "points": points,
        "ties": choices.pick(likely_values("scoring.ties")),
        "absent": choices.pick(["none", "two_highest"]),
    }


def nested(flat: Flat) -> dict[str, Any]:
    """Key paths as the mapping that a file would hold."""
    tree: dict[str, Any] = {}
    for path, value in flat.items():
        *sections, name = path.split(".")
        place = tree
        for section in sections:
            place = place.setdefault(section, {})
        place[name] = value
    return tree

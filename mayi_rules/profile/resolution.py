"""From a profile, a number of players and a round to the rules that hold there."""

from __future__ import annotations

import copyreg
import hashlib
import json
import operator
import typing
from functools import cache
from typing import Any
from weakref import WeakValueDictionary

import attrs

from mayi_rules.arguments import expect
from mayi_rules.cards import ALL_NATURAL_KINDS, JOKER, KINDS, NAMES, pack_counts
from mayi_rules.errors import Fault, ProfileError
from mayi_rules.profile.language.canonical import kinds_of
from mayi_rules.profile.language.descriptions import all_keys
from mayi_rules.profile.language.keys import METADATA, key_data
from mayi_rules.profile.language.model import RULE_SECTIONS, GameRules, P, own_rule_of
from mayi_rules.profile.language.paths import is_one_value
from mayi_rules.profile.language.plain import profile_to_plain
from mayi_rules.profile.language.table import Table
from mayi_rules.profile.round_rules import NO_LIMIT, ContractItem, RoundRules
from mayi_rules.reasons import Source

_homes: WeakValueDictionary[str, GameRules] = WeakValueDictionary()


def round_rules(profile: GameRules, players: int, round_number: int) -> RoundRules:
    """The rules of one round for one number of players; the same object for the same question.

    Args:
        profile: the rules of the game.
        players: how many play.
        round_number: the round, from 1.

    Raises:
        ProfileError: the game is not for so many players, or has no such round.
    """
    expect("profile", profile, GameRules, "a Profile: load_profile(…) gives one")
    home: GameRules | None = profile._cache.get("home")
    if home is None:
        home = profile._cache["home"] = _home(profile)
    known: dict[tuple[int, int], RoundRules] = home._cache.setdefault("rules", {})
    expect("players", players, int, "a whole number")
    expect("round_number", round_number, int, "a whole number")
    rules = known.get((players, round_number))
    if rules is None:
        _refuse(profile, players, round_number)
        rules = known[players, round_number] = _resolve(home, players, round_number)
    return rules


def in_round(profile: P, round_number: int) -> P:
    """The profile with the rules of one round in the place of its sections; the round must exist."""
    cache: dict[int, P] = profile._cache.setdefault("in_round", {})
    resolved = cache.get(round_number)
    if resolved is None:
        rules = profile.rounds[round_number - 1].own
        changed = {name: getattr(profile, name) for name in (*RULE_SECTIONS, "pack")}
        for path, value in rules.items():
            name, _, rest = path.partition(".")
            changed[name] = _changed(changed[name], rest.split("."), value)
        resolved = cache[round_number] = attrs.evolve(profile, **changed) if rules else profile
    return resolved


def sources_in_round(profile: GameRules, round_number: int) -> Table[str, Source]:
    """Where each key that holds in this round was written; `rounds` is where its contract was.

    The keys of a block, which is written as a whole, are where the block is when they were left out.
    """
    own = f"rounds.{round_number}."
    found: dict[str, Source] = {}
    for path, source in profile.sources.items():
        if not path.startswith("rounds"):
            found[path] = source
        elif path.startswith((own + "rules.", own + "pack.")):
            continue
        elif path.startswith(own):
            found["rounds." + path[len(own) :]] = source
    for path, source in profile.sources.items():
        if path.startswith((own + "rules.", own + "pack.")):
            found[own_rule_of(path)] = source
    contract = found.get("rounds.contract") or profile.sources.get("rounds")
    if contract is not None:
        found["rounds"] = contract
    for key in all_keys():
        whole = key.rpartition(".")[0]
        if whole in found and is_one_value(whole):
            found.setdefault(key, found[whole])
    return Table(found)


def wild_kinds(profile: GameRules) -> tuple[int, ...]:
    """The kinds that are wild, ascending."""
    return tuple(sorted({kind for name in profile.pack.wild for kind in kinds_of(name)}))


def points_by_kind(profile: GameRules) -> tuple[int, ...]:
    """The points of every kind; the unknown card has none."""
    points = profile.scoring.points
    by_kind = [0] * KINDS
    for kind in ALL_NATURAL_KINDS:
        name = NAMES[kind]
        by_kind[kind] = points.get(name, points[name[0]])
    by_kind[JOKER] = points["joker"]
    return tuple(by_kind)


def contract_items(profile: GameRules, round_number: int) -> tuple[ContractItem, ...]:
    """The melds that a round asks for, each with the fewest cards it takes there."""
    melds = in_round(profile, round_number).melds
    return tuple(
        ContractItem(item.kind, item.min if item.min is not None else melds.of(item.kind).min)
        for item in profile.rounds[round_number - 1].contract
    )


def _home(profile: GameRules) -> GameRules:
    """The first profile that is equal to this one and was written in the same places."""
    written = [(path, str(source)) for path, source in profile.sources.items()]
    text = json.dumps([profile_to_plain(profile), sorted(written)], sort_keys=True)
    key = hashlib.sha256(text.encode()).hexdigest()
    return _homes.setdefault(key, profile)


def _refuse(profile: GameRules, players: int, round_number: int) -> None:
    if not profile.players.min <= players <= profile.players.max:
        message = f"{profile.name} is for {profile.players.min} to {profile.players.max} players, not for {players}"
        raise ProfileError(
            [Fault(message, rule="resolving.players", path="players", source=profile.source_of("players"))]
        )
    if not 1 <= round_number <= len(profile.rounds):
        message = f"{profile.name} has {len(profile.rounds)} rounds; there is no round {round_number}"
        raise ProfileError([Fault(message, rule="resolving.round", path="rounds", source=profile.source_of("rounds"))])


def _changed(section: Any, steps: list[str], value: Any) -> Any:
    name, *below = steps
    return attrs.evolve(section, **{name: _changed(getattr(section, name), below, value) if below else value})


def _reduce(rules: RoundRules) -> tuple[Any, ...]:
    return round_rules, (rules.profile, rules.players, rules.round)


copyreg.pickle(RoundRules, _reduce)  # it is pickled as the question that it answers


@cache
def rule_names() -> dict[str, str]:
    """The keys whose value goes as it is into the rules of a round, each with its name there."""
    found: dict[str, str] = {}

    def collect(cls: type[Any], prefix: str) -> None:
        hints = typing.get_type_hints(cls)
        for attribute in attrs.fields(cls):
            if METADATA not in attribute.metadata:
                continue
            data = key_data(attribute)
            if data.is_section:
                collect(hints[attribute.name], f"{prefix}{attribute.name}.")
            elif data.rule is not None:
                found[prefix + attribute.name] = data.rule

    collect(GameRules, "")
    return found


def at_table(value: Any, players: int) -> Any:
    """A value that may be a table by numbers of players, for so many players; None where it has none."""
    return value.get(players) if isinstance(value, Table) else value


def _carried(profile: GameRules, number: int) -> int:
    """The buys of all earlier rounds together, which a player who has made none may still make (`carry_over`)."""
    if not profile.buying.carry_over:
        return 0
    limits = [in_round(profile, earlier).buying.per_round for earlier in range(1, number)]
    return NO_LIMIT if None in limits else sum(limit or 0 for limit in limits)


def _plain_rules(here: GameRules) -> dict[str, Any]:
    """The values of all keys that need no working out; no limit is `NO_LIMIT`."""
    values = {name: operator.attrgetter(path)(here) for path, name in rule_names().items()}
    return {name: NO_LIMIT if value is None else value for name, value in values.items()}


def _resolve(profile: GameRules, players: int, number: int) -> RoundRules:
    here = in_round(profile, number)
    decks = here.pack.deck_count(players) or 0
    jokers = here.pack.joker_count(players) or 0
    pack = pack_counts(decks, jokers)
    block, cut = here.buying.block, here.deal.cut_bonus
    penalty = here.buying.penalty_cards
    return RoundRules(
        profile=profile,
        players=players,
        round=number,
        rounds=len(profile.rounds),
        dealt=profile.rounds[number - 1].deal,
        decks=decks,
        jokers=jokers,
        pack=pack,
        pack_size=sum(pack),
        contract=contract_items(profile, number),
        cut_score=cut.score if cut else None,
        cut_targets=cut.targets if cut else None,
        wild_kinds=wild_kinds(here),
        min_naturals=max(here.wilds.min_naturals, 1),
        block_call=block.call if block else None,
        block_who=block.who if block else None,
        block_when=block.when if block else None,
        buying=bool(at_table(here.buying.allowed, players)),
        penalty_cards=penalty if isinstance(penalty, tuple) else (penalty,),
        carried=_carried(profile, number),
        points=points_by_kind(here),
        down_and_out=here.scoring.down_and_out,
        sources=sources_in_round(profile, number),
        **_plain_rules(here),
    )

"""Keys that have no effect, because of what the other keys say."""

from __future__ import annotations

import operator
from collections.abc import Iterator

from mayi_rules.profile.language.choices import MeldKind
from mayi_rules.profile.language.descriptions import all_keys, key_data_of
from mayi_rules.profile.language.effects import SAME_AS_ONE, InRound
from mayi_rules.profile.language.model import GameRules, Round, own_rule_path
from mayi_rules.profile.resolution import in_round


def dormant_keys(profile: GameRules) -> dict[str, str]:
    """The keys of a profile that can have no effect in any round, each with the reason why.

    A key that every round sets for itself otherwise has none either. Rules of a single round are given as
    `rounds.7.rules.…`.
    """
    found = dict(_of_the_game(profile))
    rounds = [dormant_in_round(profile, number) for number in range(1, len(profile.rounds) + 1)]
    for key in all_keys():
        why = ""
        for one, dormant in zip(profile.rounds, rounds, strict=True):
            if _is_other(one, key, profile):
                why = why or "every round has its own rule"
            elif key in dormant:
                why = dormant[key]
            else:
                break
        else:
            found[key] = why
    for number, (one, dormant) in enumerate(zip(profile.rounds, rounds, strict=True), start=1):
        for key in one.own:
            if key in dormant and not (dormant[key] == SAME_AS_ONE and profile.wilds.min_naturals > 1):
                found[own_rule_path(number, key)] = dormant[key]
    return found


def _is_other(one: Round, key: str, profile: GameRules) -> bool:
    """Whether a round has a rule of its own for this key, or for the block that it stands in, that says otherwise."""
    for path in (key, key.rpartition(".")[0]):
        if path in one.own:
            return bool(one.own[path] != operator.attrgetter(path)(profile))
    return False


def dormant_in_round(profile: GameRules, number: int) -> dict[str, str]:
    """The keys that can have no effect in one round, each with the reason why; the round must exist."""
    here = facts_of(profile, number)
    found = {}
    for key in all_keys():
        idle = key_data_of(key).idle
        if idle is not None and (why := idle(here)):
            found[key] = why
    return found


def facts_of(profile: GameRules, number: int) -> InRound:
    """What the effect of a key depends on in one round; the round must exist."""
    kinds = [item.kind for item in profile.rounds[number - 1].contract]
    rules = in_round(profile, number)
    return InRound(rules=rules, sets=kinds.count(MeldKind.SET), runs=kinds.count(MeldKind.RUN))


def _of_the_game(profile: GameRules) -> Iterator[tuple[str, str]]:
    numbers = range(profile.players.min, profile.players.max + 1)
    packs = [in_round(profile, number).pack for number in range(1, len(profile.rounds) + 1)]
    if not any(pack.joker_count(number) for pack in packs for number in numbers):
        yield "scoring.points.joker", "the pack holds no jokers"
    for key, table in (("pack.decks", profile.pack.decks), ("pack.jokers.total", profile.pack.jokers.total)):
        if table is not None and not isinstance(table, int):
            for number in table:
                if number not in numbers:
                    why = f"the game is for {profile.players.min} to {profile.players.max} players"
                    yield f"{key}.{number}", why

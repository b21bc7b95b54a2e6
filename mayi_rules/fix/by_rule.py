"""Fixes that change one key of the profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from mayi_rules.errors import NotationError, ProfileError
from mayi_rules.fix.fix import Budget, Fix, FixKind
from mayi_rules.fix.situation import Situation
from mayi_rules.melds.meld_readings import readings
from mayi_rules.melds.meld_text import parse_meld_text
from mayi_rules.profile.difference import in_yaml
from mayi_rules.profile.language.choices import BlockWho
from mayi_rules.profile.language.descriptions import KeyInfo, describe
from mayi_rules.profile.language.model import own_rule_path
from mayi_rules.profile.language.plain import to_plain
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.resolution import in_round, round_rules
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.profile.sheets.sentences import sentence_in
from mayi_rules.reasons import Reason, ReasonCode, Source

MAX_PROFILES = 24
"""How many changed profiles are made for one refused move."""

_ACE_MOST = ("melds.run.max", 13)
_WRONG_MELDS = {
    ReasonCode.OPENING_WRONG_MELDS,
    ReasonCode.OPENING_TOO_FEW_MELDS,
    ReasonCode.OPENING_TOO_MANY_MELDS,
}
_MORE_KEYS: dict[ReasonCode, tuple[str, ...]] = {
    ReasonCode.MELD_ALL_WILD: ("wilds.all_wild_sets",),
    ReasonCode.MELD_WILD_ROLE: ("wilds.natural_use",),
    ReasonCode.DRAWING_NOTHING_TO_DRAW: ("stock.when_empty", "stock.times", "stock.keep_top"),
    ReasonCode.SWAPPING_NO_PLACE: ("wilds.swap.freed", "laying_off.whose", "wilds.balance", "wilds.per_meld"),
    ReasonCode.TURN_DEAD_END: ("laying_off.whose", "wilds.balance", "wilds.per_meld"),
    ReasonCode.BUYING_NO_PENALTY_CARD: ("buying.penalty_cards", "stock.when_empty", "stock.times"),
}
_DEUCES = {
    ReasonCode.MELD_MIXED_RANKS,
    ReasonCode.MELD_MIXED_SUITS,
    ReasonCode.MELD_GAP,
    ReasonCode.LAYING_OFF_DOES_NOT_FIT,
}


@frozen
class Change:
    """One key of the profile with another value.

    Attributes:
        path: where the key has to be changed.
        value: its new value as YAML has it.
        changes: all that is changed, by path: this key, and what it cannot be changed without.
        text: the change for people.
        sentence: what the key says then, for people.
        source: where the present value was written, or None.
    """

    path: str
    value: Any
    changes: dict[str, Any]
    text: str
    sentence: str
    source: Source | None


def rule_fixes(situation: Situation) -> Iterator[Fix]:
    """For each key that has to do with the refusal the nearest value that makes the move legal."""
    budget = Budget(MAX_PROFILES)
    for options in changes_for(situation):
        for change in options:
            if not budget.spend():
                return
            changed = rules_with(situation, change.changes)
            if changed is not None and situation.is_legal(situation.under(changed)):
                yield Fix(
                    kind=FixKind.RULE,
                    text=f"if {change.text} ({change.sentence})",
                    move=situation.text,
                    key=change.path,
                    value=change.value,
                    changes=change.changes,
                    source=change.source,
                )
                break


def changes_for(situation: Situation) -> Iterator[list[Change]]:
    """For each key that has to do with the refusal its other values, the nearest first."""
    rules = situation.state.rules
    here = in_round(rules.profile, rules.round)
    for key, values in _keys(situation, here).items():
        path = _path(rules.profile, rules.round, key)
        present = _value(here.to_dict(), key) if key != "rounds" else None
        needed = _with_ace(situation, path)
        before = f" instead of {in_yaml(present)}" if present is not None else ""
        along = ", ".join(f"{one}: {in_yaml(most)}" for one, most in needed.items())
        yield [
            Change(
                path=path,
                value=value,
                changes={path: value} | needed,
                text=f"{path} were {in_yaml(value)}{before}" + (f", and with it {along}" if along else ""),
                sentence=sentence_in(rules.profile, path, value),
                source=rules.sources.get(key),
            )
            for value in values
        ]


def rules_with(situation: Situation, changes: dict[str, Any]) -> RoundRules | None:
    """The rules of the round with some keys changed; None where no profile can say so."""
    rules = situation.state.rules
    try:
        return round_rules(rules.profile.override(changes), rules.players, rules.round)
    except ProfileError:
        return None


def _path(profile: Profile, number: int, key: str) -> str:
    """Where this key has to be changed for this round: in the round's own rules, if it has the key there."""
    if key == "rounds":
        return f"rounds.{number}.contract"
    return own_rule_path(number, key) if key in profile.rounds[number - 1].own else key


def _with_ace(situation: Situation, path: str) -> dict[str, Any]:
    """What has to be changed with `ace`: a profile that changes it has to bring its `max`, or is refused."""
    rules = situation.state.rules
    if not path.endswith("melds.run.ace") or rules.run_max <= _ACE_MOST[1]:
        return {}
    return {_path(rules.profile, rules.round, _ACE_MOST[0]): _ACE_MOST[1]}


def _keys(situation: Situation, here: Profile) -> dict[str, list[Any]]:
    """The keys that have to do with the refusal, each with the values to try, the nearest first."""
    found: dict[str, list[Any]] = {}
    for reason in situation.verdict:
        for key in (reason.rule, *_MORE_KEYS.get(reason.code, ())):
            if key is None or key in found or key == "rounds":
                continue
            if key.startswith("buying.block"):
                found["buying.block"] = _blocks(here)
            else:
                found[key] = _values(describe(key), _value(here.to_dict(), key), reason)
    if situation.codes & _DEUCES and "2" not in here.pack.wild and any(card % 13 == 1 for card in situation.cards):
        found["pack.wild"] = [[*here.pack.wild, "2"]]
    if situation.codes & _WRONG_MELDS and (contract := _contract_given(situation)):
        found["rounds"] = [contract]
    return found


def _value(tree: dict[str, Any], key: str) -> Any:
    value: Any = tree
    for step in key.split("."):
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _values(info: KeyInfo, present: Any, reason: Reason) -> list[Any]:
    if info.choices:
        at = info.choices.index(present)
        return sorted(
            (one for one in info.choices if one != present), key=lambda one: abs(info.choices.index(one) - at)
        )
    if isinstance(present, bool):
        return [not present]
    if isinstance(present, dict):  # a table by numbers of players: one value for all of them
        return [not all(present.values())] if all(isinstance(one, bool) for one in present.values()) else []
    if isinstance(present, list):  # a number for each time: one for all of them
        return sorted({number for number in present if isinstance(number, int)})
    numbers: Counter[int] = Counter()
    for name, value in reason.params.items():
        if isinstance(value, int):
            numbers.update((value, value + 1))
        elif name == "meld" and (size := _size(str(value))):
            numbers[size] += 1
    if present is not None:
        numbers.update((present - 1, present + 1))
    least, most = info.least or 0, info.most or 0
    near = sorted(
        (one for one in numbers if least <= one <= most and one != present), key=lambda n: abs(n - (present or 0))
    )
    return [*near, None] if info.values.endswith("or null") and present is not None else list(near)


def _size(meld: str) -> int:
    """How many cards a meld has that a reason names; 0 where it names no meld alone."""
    try:
        return len(parse_meld_text(meld).items)
    except NotationError:
        return 0


def _blocks(here: Profile) -> list[Any]:
    """Who else might block, by the same call."""
    block = here.buying.block
    call = block.call if block else "Shanghai"
    return [{"call": call, "who": who.value} for who in BlockWho if block is None or who is not block.who]


def _contract_given(situation: Situation) -> list[Any]:
    """The contract that the melds of the move would be the opening of; empty if they are no melds."""
    rules = situation.state.rules
    contract: list[Any] = []
    for text in situation.melds:
        melds = readings(text, rules).melds
        if not melds:
            return []
        meld = melds[0]
        least = meld.form.least(rules)
        kind = to_plain(meld.kind)
        contract.append(kind if meld.size == least else {kind: meld.size})
    return contract

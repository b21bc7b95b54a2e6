"""The sentences that values of keys say to people: rule sheets, differences and documentation are made of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from mayi_rules.profile.language.descriptions import describe, key_data_of
from mayi_rules.profile.language.key_sentences import card_points_sentence, contract_sentence
from mayi_rules.profile.language.keys import OTHERWISE, KeyData
from mayi_rules.profile.language.model import NOT_RULES, GameRules, own_rule_of
from mayi_rules.profile.language.paths import flat_rules
from mayi_rules.profile.language.plain import to_plain
from mayi_rules.profile.language.wording import counted, number
from mayi_rules.profile.resolution import in_round


def is_rule(key: str) -> bool:
    """Whether a key says a rule, and not a name or a note."""
    return key not in NOT_RULES


def sentence_of(key: str, value: Any) -> str:
    """What a value of a key means to people, in one or two sentences.

    Args:
        key: a key path; of a round (`rounds.7.contract`) and of a card's points (`scoring.points.K`) too.
        value: the value, of the model or as YAML has it.

    Raises:
        ProfileError: there is no such key.
        ValueError: the key is no rule, or a group of keys.
    """
    plain = to_plain(value)
    steps = key.split(".")
    if steps[0] == "rounds":
        return _of_rounds(steps[1:], plain)
    if steps[:2] == ["scoring", "points"] and len(steps) > 2:
        return card_points_sentence(steps[2], plain)
    return _filled(key_data_of(describe(key).path), plain, key)


def sentence_in(profile: GameRules, key: str, value: Any) -> str:
    """What a value of a key means in one game: its sentence, or what its other rules make of it.

    Args:
        profile: the game.
        key: a key path, as for `sentence_of`.
        value: the value, of the model or as YAML has it.

    Raises:
        ProfileError: there is no such key.
        ValueError: the key is no rule, or a group of keys.
    """
    steps = key.split(".")
    lead, rule, here = "", key, profile
    if own_rule := own_rule_of(key):
        lead, rule = f"Round {steps[1]}: ", own_rule
        here = in_round(profile, int(steps[1])) if int(steps[1]) <= len(profile.rounds) else profile
    if rule.startswith(("rounds", "scoring.points.")):
        return sentence_of(key, value)
    in_game = key_data_of(describe(rule).path).in_game
    said = in_game(to_plain(value), here) if in_game is not None else None
    return sentence_of(key, value) if said is None else f"{lead}{said}"


def _filled(data: KeyData, value: Any, key: str) -> str:
    sentence = data.sentence
    if sentence is None:
        raise ValueError(f"{key} has no sentence of its own")
    if callable(sentence):
        return sentence(value)
    template = sentence if isinstance(sentence, str) else sentence.get(value, sentence.get(OTHERWISE, ""))
    if type(value) is not int:
        return template
    words = template.format(value=number(value), count=counted(value, data.unit or ""))
    return words[0].upper() + words[1:]


def _of_rounds(steps: Sequence[str], value: Any) -> str:
    if not steps:
        return " ".join(_whole_rounds(value))
    if not steps[0].isdecimal():
        return _in_a_round(steps, value)
    if len(steps) == 1:
        return f"Round {steps[0]}: {_whole_round(value)}"
    return f"Round {steps[0]}: {_in_a_round(steps[1:], value)}"


def _in_a_round(steps: Sequence[str], value: Any) -> str:
    if value is None and steps[0] in ("deal", "contract"):
        return "There is no such round."
    if steps[0] == "pack":
        if len(steps) > 1:
            return sentence_of(".".join(steps), value)
        said = " ".join(sentence_of(f"pack.{name}", one) for name, one in (value or {}).items())
        return said or "The round is played with the pack of the game."
    if steps[0] != "rules":
        return _filled(key_data_of(f"rounds.{steps[0]}"), value, steps[0])
    if len(steps) > 1:
        return sentence_of(".".join(steps[1:]), value)
    flat = flat_rules(value) if value and not any("." in name for name in value) else value
    return " ".join(sentence_of(path, one) for path, one in flat.items()) or "The round has no rules of its own."


def _whole_rounds(rounds: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    yield f"The game has {counted(len(rounds), 'rounds')}."
    for index, one in enumerate(rounds, start=1):
        yield f"Round {index}: {_whole_round(one)}"


def _whole_round(one: Mapping[str, Any] | None) -> str:
    if one is None:
        return "There is no such round."
    parts = [sentence_of("rounds.deal", one["deal"]), contract_sentence(one["contract"])]
    if one.get("rules"):
        parts.append(sentence_of("rounds.rules", one["rules"]))
    if one.get("pack"):
        parts.append(sentence_of("rounds.pack", one["pack"]))
    return " ".join(parts)

"""Every rule key: a sentence for every value, none of them twice, and a position where the value matters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from mayi_rules.profile import reference
from mayi_rules.profile.difference import in_yaml
from mayi_rules.profile.language.choices import BlockWho
from mayi_rules.profile.language.descriptions import all_keys, describe, key_data_of
from mayi_rules.profile.sheets.sentences import is_rule, sentence_of

HERE = Path(__file__).parent
ROWS: dict[str, list[Any]] = {}
for file in sorted((HERE / "key_table").glob("*.yaml")):
    for row in yaml.safe_load(file.read_text(encoding="utf-8")):
        ROWS.setdefault(row["key"], []).extend(one["is"] for one in row["values"])

# Keys that the key table says in functions, or in cases of other kinds (see test_key_table.py).
VALUES: dict[str, list[Any]] = {
    "players.min": [2, 3, 12],
    "players.max": [2, 6, 12],
    "pack.decks": [1, 2, 12, {3: 2, 4: 2}, {3: 2, 4: 3}],
    "pack.jokers": [{"per_deck": 0}, {"per_deck": 2}, {"total": 2}, {"total": {3: 2, 4: 3}}],
    "pack.jokers.per_deck": [None, 0, 1, 2, 8],
    "pack.jokers.total": [None, 0, 1, 4, {3: 2, 4: 3}, {3: 2, 4: 2}],
    "pack.wild": [[], ["joker"], ["joker", "2"], ["2"], ["joker", "Ah", "Ad"], ["Ah"], ["joker", "A"], ["Ac", "As"]],
    "deal.direction": ["clockwise", "counter_clockwise"],
    "deal.first_dealer": ["random", "high_card", "low_card"],
    "deal.upcard": [True, False],
    "deal.cut_bonus": [None, {"score": -50}, {"score": 1}, {"score": 50}],
    "deal.cut_bonus.score": [None, -50, 0, 50],
    "rounds": [
        [{"deal": 10, "contract": ["set"]}],
        [{"deal": 11, "contract": ["set"]}],
        [{"deal": 10, "contract": ["run"]}],
        [{"deal": 10, "contract": ["set"], "rules": {"opening": {"all_cards": True}}}],
        [{"deal": 10, "contract": ["set"]}, {"deal": 10, "contract": ["set"]}],
    ],
    "rounds.deal": [1, 10, 13, 60],
    "rounds.contract": [["set"], ["set", "set"], [{"set": 3}], ["set", "run"], ["run", "set"], ["set", {"run": 7}]],
    "rounds.pack": [{}, {"decks": 3}, {"jokers": {"total": 4}}, {"decks": 3, "wild": []}],
    "rounds.rules": [{}, {"opening": {"all_cards": True}}, {"opening": {"size": "exact"}}],
    "wilds.natural_use": [True, False],
    "buying.block": [
        None,
        *({"call": "Shanghai", "who": who.value} for who in BlockWho),
        {"call": "No", "who": "nearer"},
    ],
    "buying.block.call": [None, "Shanghai", "No"],
    "scoring.points": [{}, {"joker": 25}, {"A": 20}, {"2": 5}, {"2s": 5}, {"K": -10}],
    "scoring.going_out": [-10, 0, 1, 25],
}


def values_of(key: str) -> list[Any]:
    info = describe(key)
    values = [*VALUES.get(key, []), *ROWS.get(key, []), *info.choices]
    if key == "scoring.points":
        whole = {"joker": 15, "A": 15, "K": 10, "Q": 10, "J": 10, "T": 10} | {str(n): n for n in range(2, 10)}
        return [whole | one for one in VALUES[key]]
    if info.values.startswith("true"):
        values += [True, False]
    if info.least is not None and info.most is not None and "table" not in info.values and "mapping" not in info.values:
        values += range(info.least, min(info.most, info.least + 16) + 1)
    if info.values.endswith("null"):
        values.append(None)
    return list({in_yaml(value): value for value in values}.values())


@pytest.mark.parametrize("key", [key for key in all_keys() if is_rule(key)])
def test_every_value_has_a_sentence_of_its_own(key: str) -> None:
    values = values_of(key)
    sentences = {}
    for value in values:
        if value is None and key == "buying.block.who":
            continue
        text = sentence_of(key, value)
        assert text == text.strip(), text
        assert text[0].isupper(), text
        assert text[-1] in ".)", text
        assert "{" not in text, text
        assert "_" not in text, text
        assert text not in sentences, (value, sentences[text], text)
        sentences[text] = value
    assert len(sentences) >= 2


IN_PYTHON = ("irregularities", "scoring.ties", "scoring.absent", "buying.per_game", "buying.carry_over")


@pytest.mark.parametrize("key", [key for key in all_keys() if is_rule(key) and not key.startswith("rounds")])
def test_a_sentence_goes_with_a_position_of_the_key_table(key: str) -> None:
    assert key in ROWS or key in VALUES or key in IN_PYTHON


@pytest.mark.parametrize("key", [key for key in all_keys() if not is_rule(key)])
def test_names_and_notes_have_no_sentence(key: str) -> None:
    assert key_data_of(key).sentence is None
    with pytest.raises(ValueError, match="no sentence"):
        sentence_of(key, "x")


def test_points_are_said_card_by_card_in_differences() -> None:
    assert sentence_of("scoring.points.K", 10) == "A king left in hand counts 10 points."
    assert sentence_of("scoring.points.8", 1) == "An 8 left in hand counts 1 point."
    assert sentence_of("scoring.points.joker", -5) == "A joker left in hand counts −5 points."
    assert sentence_of("scoring.points.Ts", None) == "The 10♠ counts like the other 10s."
    assert sentence_of("rounds.7.rules.opening.all_cards", True).startswith("Round 7: The opening must use")
    assert sentence_of("rounds.9.contract", None) == "Round 9: There is no such round."


def test_the_documentation_is_what_the_model_says() -> None:
    committed = (HERE.parent / "docs" / "profile.md").read_text(encoding="utf-8")
    assert committed == reference.documentation(), "run: python -m mayi_rules.profile.reference"
    for key in all_keys():
        assert f"### `{key}`\n" in committed

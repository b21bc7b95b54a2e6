"""Reasons: true sentences, and parameters that a client can use."""

# ruff: noqa: E501 - rows of tables

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

import mayi_rules as mayi
from mayi_rules.engine.engine import check
from mayi_rules.engine.state.state import State
from mayi_rules.engine.text.notation import check_text
from mayi_rules.engine.text.phrases import GRAMMAR
from mayi_rules.errors import StaleVersion
from mayi_rules.fix.find import fixes
from mayi_rules.melds.fitting import End
from mayi_rules.melds.legality import meld_reasons
from mayi_rules.melds.meld import Meld
from mayi_rules.moves import LayOff
from mayi_rules.profile.resolution import round_rules
from mayi_rules.reasons import Reason, ReasonCode, Verdict
from mayi_rules.refusals import PARAMETERS, SENTENCES, SPECIAL_SENTENCES, parameters_of
from mayi_rules.scenarios.position import build_position
from mayi_rules.scenarios.reader import load_scenarios
from mayi_rules.testing.strategies import moves, positions

SCHEMA = json.loads((Path(__file__).parents[1] / "schemas" / "verdict.schema.json").read_text(encoding="utf-8"))
HAND = "phase: play, hands: {A: %s}"


def position(profile: str, given: str) -> State:
    text = f"scenario: 1\nprofile: {profile}\ncases:\n- name: it\n  seats: [A, B, C]\n  given: {{{given}}}\n"
    return build_position(load_scenarios(text)[0]).state


def is_documented(reason: Reason) -> bool:
    """Whether the parameters are exactly those of one of the code's sentences, and plain."""
    sentences = [SENTENCES[reason.code], *SPECIAL_SENTENCES.get(reason.code, ())]
    Draft7Validator(SCHEMA).validate(Verdict((reason,)).to_dict())
    assert all(
        type(value) in (str, int) or (type(value) is list and all(type(one) is str for one in value))
        for value in reason.params.values()
    )
    assert json.loads(json.dumps(reason.to_dict()))["params"] == reason.params
    assert str(reason) == str(pickle.loads(pickle.dumps(reason)))
    return any(set(parameters_of(text)) == set(reason.params) for text in sentences)


def test_every_code_has_sentences_and_every_parameter_is_told() -> None:
    assert set(SENTENCES) == {code.value for code in ReasonCode}
    every = [*SENTENCES.values(), *[text for several in SPECIAL_SENTENCES.values() for text in several]]
    assert {name for text in every for name in parameters_of(text)} == set(PARAMETERS)
    assert is_documented(StaleVersion(1, 2).verdict.reasons[0])


@given(st.data())
@settings(max_examples=60)
def test_parameters_are_those_that_are_told(data: Any) -> None:
    state = data.draw(positions(max_moves=40))
    move = data.draw(moves(state))
    assert all(map(is_documented, check(state, move)))


@given(st.data())
@settings(max_examples=40)
def test_parameters_of_texts_are_those_that_are_told(data: Any) -> None:
    state = data.draw(positions(max_moves=40))
    cards = st.sampled_from(["5h", "X", "2s", "Ah", "Kd", "7c", "X=7h", "2s=7", "set", "run", "|", "low", "high"])
    words = " ".join(data.draw(st.lists(cards, max_size=9)))
    text = data.draw(st.sampled_from([f"open {words}", f"lay {words} on 1", f"swap {words} on 1", f"may I {words}"]))
    assert all(map(is_documented, check_text(state, state.turn, text)))


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("stock", "turn.wrong_phase", {"phase": "play"}),
        ("open 7c 7d 7h | 5h 6h 7h 8h", "opening.wrong_melds", {"contract": ["set 3", "set 3"], "laid": ["set 3", "run 4"]}),
        ("lay X on 1", "meld.ambiguous", {"meld": "X on 6s 7s 8s 9s", "choices": ["lay X=5s low on 1", "lay X=Ts high on 1"]}),
        ("lay 2d on 1", "laying_off.does_not_fit", {"card": "2d", "meld": "6s 7s 8s 9s"}),
        ("lay 2d on 4", "laying_off.no_such_meld", {"number": 4, "melds": 1}),
        ("swap 2d on 1", "swapping.not_allowed", {"out_of": "none"}),
    ],
)  # fmt: skip
def test_parameters_are_codes_notation_and_numbers(text: str, code: str, params: dict[str, Any]) -> None:
    opened = "" if text.startswith("open") else ", opened: {A: earlier}"
    state = position("petras", HAND % "7c 7d 7h 7h 5h 6h 8h X 2d" + ", table: [{seat: B, meld: 6s 7s 8s 9s}]" + opened)
    assert params in [reason.params for reason in check_text(state, 0, text) if reason.code == code]


def test_parameters_of_moves_made_by_hand_are_plain_too() -> None:
    state = position("petras", HAND % "X 2d" + ", table: [{seat: A, meld: 6s 7s 8s 9s}]")
    move = LayOff(0, mayi.parse_card("X"), 1, End.LOW, -1)
    assert [reason.params["role"] for reason in check(state, move)] == ["?"]
    rules = round_rules(mayi.load_profile("continental-deuces").override({"wilds.natural_use": True}), 3, 1)
    deuces = Meld.set_of(-1, mayi.parse_cards("2s 2c 2d"))
    assert [(one.code.value, str(one)) for one in meld_reasons(deuces, rules)] == [
        ("meld.wild_role", "2c 2d 2s: 2c cannot stand as a wild there: the cards are a set of 2.")
    ]


@pytest.mark.parametrize(
    ("profile", "given", "text", "sentence"),
    [
        ("petras", HAND % "5h 6h", "keep", "A turn ends with a discard here: a card may be kept only where going_out.discard is forbidden, not required."),
        ("pagat", HAND % "5h", "keep", "A turn ends with a discard here: a card may be kept only where going_out.discard is forbidden, not optional."),
        ("pagat", "round: 7, " + HAND % "5h 6h", "keep", "Only a last card may be kept; with 2 in hand one is discarded."),
        ("petras", HAND % "5h 6h", "open 5h", "5h: a set here takes at least 3 cards."),
        ("petras", "round: 2, " + HAND % "5h 6h", "open 5h", "5h: a set here takes at least 3 cards, a run at least 4."),
        ("petras", "round: 3, " + HAND % "5h 6h X", "open 5h X", "5h X: a run here takes at least 4 cards."),
        ("petras", "round: 2, " + HAND % "5h 6h", "open 5h 6h", "5h 6h: a run here takes at least 4 cards."),
        ("petras", HAND % "5h 6h", "open run 5h", "5h: a run here takes at least 4 cards."),
        ("petras", HAND % "5h 7d", "open 5h 7d", "5h 7d: a set here takes at least 3 cards."),
    ],
)  # fmt: skip
def test_the_sentence_is_true_and_says_what_is_missing(profile: str, given: str, text: str, sentence: str) -> None:
    assert sentence in map(str, check_text(position(profile, given), 0, text))


def test_what_is_no_move_has_no_fixes() -> None:
    state = position("petras", "turn: A")
    assert all(ReasonCode.NOTATION_MOVE not in check_text(state, 0, form).codes for form in GRAMMAR)
    assert fixes(state, 0, "draw") == []

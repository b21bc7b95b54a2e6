"""Recorded games of every bundled profile, counts of move sequences and exchanges with the server stay what they are.

When a change is meant: `python -m tests.goldens`, then read the difference.
"""

from __future__ import annotations

import json
from functools import cache

import jsonschema
import pytest

from mayi_rules import bundled_profiles, load_profile, load_record
from mayi_rules.serving.faults import ErrorCode
from mayi_rules.serving.schema import protocol_schema
from mayi_rules.serving.server import METHODS
from tests.goldens.exchanges import sessions, without_sentences
from tests.goldens.files import EXCHANGES, FOLDER, PERFT, counted, exchange_file, positions, record_file, text_file
from tests.goldens.perft import perft, slow_perft
from tests.goldens.playthrough import playthrough


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_the_recorded_game_is_told_as_before(profile_id):
    record = load_record(record_file(profile_id))
    assert record.profile.digest == load_profile(profile_id).digest, "the rules of the profile have changed"
    assert playthrough(record) == text_file(profile_id).read_text(encoding="utf-8")


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_as_many_sequences_of_moves_as_before(profile_id):
    assert counted(profile_id) == json.loads(PERFT.read_text(encoding="utf-8"))[profile_id]


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_an_independent_counter_counts_the_same(profile_id):
    for name, _, state in positions(profile_id):
        for depth in (1, 2, 3) if name == "deal" else (1, 2):
            assert slow_perft(state, depth) == perft(state, depth), (name, depth)


def exchange(name):
    return [json.loads(line) for line in exchange_file(name).read_text(encoding="utf-8").splitlines()]


@cache
def validator(name):
    return jsonschema.Draft7Validator(
        {"$ref": f"#/definitions/{name}", "definitions": protocol_schema()["definitions"]}
    )


EXCHANGED = sorted(file.stem for file in EXCHANGES.iterdir())


def test_every_session_is_among_the_exchanges_and_is_answered_as_before():
    told = dict(sessions(FOLDER))
    assert sorted(told) == EXCHANGED
    for name, lines in told.items():
        assert without_sentences(lines) == without_sentences(exchange(name)), name


@pytest.mark.parametrize("name", EXCHANGED)
def test_the_answers_of_an_exchange_are_those_of_the_schema(name):
    for line in exchange(name):
        if (answer := line["receive"]) is None:
            assert "id" not in json.loads(line["send"]), "a notification alone has no answer"
            continue
        what = f"answer {json.loads(line['send'])['method']}" if "result" in answer else "error"
        assert not list(validator(what).iter_errors(answer))


def test_the_exchanges_show_every_method_and_every_refusal():
    """But for the names of bots, which other packages may add to, and what takes megabytes or a fault to show."""
    asked, refused = set(), set()
    for name in EXCHANGED:
        for line in exchange(name):
            answer = line["receive"] or {}
            if "result" in answer:
                asked.add(json.loads(line["send"])["method"])
            if "error" in answer:
                refused.add(answer["error"]["data"]["code"])
    assert set(METHODS) - asked == {"bots"}
    of_size = {"line_too_long", "too_many_values", "too_many_escapes", "too_many_games"}
    assert set(ErrorCode) - refused == of_size | {"too_slow", "internal"}


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_an_exchange_goes_through_a_whole_round(profile_id):
    lines = exchange(f"round-{profile_id}")
    results = [line["receive"]["result"] for line in lines]
    phases = [result["phase"] for result in results if "phase" in result]
    assert "round_over" in phases
    assert phases[-1] in ("cut", "draw")
    viewers = {result["view"]["seat"] for result in results if "view" in result}
    assert viewers == {*json.loads(lines[1]["send"])["params"]["seats"], None}

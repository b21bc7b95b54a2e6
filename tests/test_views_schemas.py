"""Views, events, moves, verdicts and records as JSON keep to their committed schemas."""

from __future__ import annotations

import json
import random
from itertools import islice
from pathlib import Path

import jsonschema
import pytest

from mayi_rules import Game, View, bundled_profiles, check, legal_moves, load_profile, moves, to_act
from mayi_rules.engine.state.events import EventType
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_moves import build_move
from mayi_rules.testing.random_positions import first_position
from mayi_rules.testing.random_profiles import build_profile
from mayi_rules.testing.random_walk import walk

pytestmark = pytest.mark.slow

SCHEMAS = Path(__file__).parents[1] / "schemas"
KINDS = ("view", "event", "move", "verdict", "record")
NAMES = tuple("abcdefghijkl")
# Keywords that draft-07 and 2020-12 read alike, so that every editor follows the schemas.
COMMON = {
    "$schema", "title", "description", "type", "properties", "required", "additionalProperties", "items", "enum",
    "const", "pattern", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "definitions", "$ref",
}  # fmt: skip


def schema(kind):
    return json.loads((SCHEMAS / f"{kind}.schema.json").read_text(encoding="utf-8"))


def validators(kind):
    return [draft(schema(kind)) for draft in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator)]


@pytest.mark.parametrize("kind", KINDS)
def test_schemas_are_valid_and_keep_to_the_common_subset(kind):
    one = schema(kind)
    jsonschema.Draft7Validator.check_schema(one)
    jsonschema.Draft202012Validator.check_schema(one)

    def walk_schema(node):
        assert set(node) <= COMMON, set(node) - COMMON
        if "$ref" in node:
            assert set(node) == {"$ref"}, "draft-07 reads nothing beside $ref"
        for name in ("items", "additionalProperties"):
            if isinstance(node.get(name), dict):
                walk_schema(node[name])
        for name in ("properties", "definitions"):
            for below in node.get(name, {}).values():
                walk_schema(below)

    walk_schema(one)


def test_values_of_random_rounds_keep_to_the_schemas():
    checks = {kind: validators(kind) for kind in KINDS}
    counts = dict.fromkeys(KINDS, 0)
    told = set()

    def ask(kind, value):
        plain = json.loads(json.dumps(value))
        checks[kind][counts[kind] % 2].validate(plain)
        counts[kind] += 1

    for number in range(60):
        choices = RandomChoices(random.Random(f"schema {number}"))
        state = first_position(build_profile(choices), choices)
        names = NAMES[: state.players]
        for step in islice(walk(state, choices.generator()), 400):
            state = step.state
            if not choices.yes(25) and not state.is_over:
                continue
            for event in step.events:
                ask("event", event.to_dict(names))
                ask("event", event.seen_by(choices.whole(0, 1)).to_dict())
                told.add(event.type)
            seat = choices.whole(-1, state.players - 1)
            ask("view", View(state, names, None if seat < 0 else seat).to_dict())
            ask("move", step.move.to_dict())
            for actor in to_act(state):
                for move in islice(legal_moves(state, actor), 5):
                    ask("move", move.to_dict())
            for _ in range(2):
                move = build_move(state, choices)
                ask("verdict", check(state, move).to_dict())
    assert all(counts[kind] > 1000 for kind in KINDS[:4]), counts
    assert len(told) > 15


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_records_keep_to_the_schema(profile_id):
    game = Game(load_profile(profile_id), seats=["n", "e", "s", "w"], seed=3)
    if game.phase == "cut":
        game.cut()
    both = validators("record")
    for count in range(40):
        if not game.to_act:
            break
        game.play(game.seat(game.to_act[0]).legal_moves.sample(random.Random(count)))
        if count % 8 == 0:
            for validator in both:
                validator.validate(game.record.to_dict())
                validator.validate(game.record_for("s").to_dict())
    game.abandon()
    both[0].validate(game.record.to_dict())


@pytest.mark.parametrize("move", [moves.Close(), moves.Abandon(), moves.NextRound(), moves.Cut(2, 41)])
def test_the_hosts_moves_keep_to_the_schema(move):
    for validator in validators("move"):
        validator.validate(move.to_dict())


def test_the_event_schema_knows_all_types():
    assert schema("event")["properties"]["event"]["enum"] == [kind.value for kind in EventType]


def test_what_is_no_view_is_refused():
    view = Game(load_profile("petras"), seats=["n", "e", "s"], seed=3).spectator().to_dict()
    for change in ({"phase": "dinner"}, {"hand": "5h 6x"}, {"stock_size": -1}, {"secret": 1}, {"seats": []}):
        with pytest.raises(jsonschema.ValidationError):
            validators("view")[0].validate(view | change)

"""Readers of parameters say what a validator of JSON schemas says, and stop at the first fault."""

from __future__ import annotations

import random

import jsonschema
import pytest

from mayi_rules.serving.schema import protocol_schema
from mayi_rules.serving.server import METHODS
from mayi_rules.serving.shapes import fault_in, reader

# 1.0 is an integer to JSON schema, and none to Python.
TYPES = jsonschema.Draft7Validator.TYPE_CHECKER.redefine(
    "integer", lambda _checker, value: isinstance(value, int) and not isinstance(value, bool)
)
VALIDATOR = jsonschema.validators.extend(jsonschema.Draft7Validator, type_checker=TYPES)
TEXTS = [
    "",
    "g",
    "north",
    "strict",
    "moves",
    "a b",
    *("x" * size for size in (40, 41, 64, 65, 200, 201, 500, 501, 10_001)),
]
NUMBERS = [-(10**6) - 1, -1, 0, 1, 400, 401, 2_000, 2_001, 10**6, 10**6 + 1, 1.0, 1.5]
VALUES = [
    None, True, False, *TEXTS, *NUMBERS, [], ["a"], ["a"] * 99, ["a"] * 100, ["a", 1], ["a", ""], {}, {"a": 1},
    {"a": 1.5}, {"a": 1, "b": "x"}, {"north": 10**7}, {str(number): 1 for number in range(100)},
]  # fmt: skip


@pytest.mark.parametrize("name", METHODS)
def test_a_reader_says_what_a_validator_of_json_schemas_says(name):
    rng = random.Random(name)
    shape = METHODS[name].params_shape
    read, validator = reader(shape), VALIDATOR(shape)
    faulty = 0
    for _ in range(800):
        params = {one: rng.choice(VALUES) for one in METHODS[name].params if rng.random() < 0.9}
        if rng.random() < 0.05:
            params |= {"more": 1} if rng.random() < 0.5 else {"more": 1, "other": 2}
        errors = [(".".join(map(str, one.absolute_path)), one.message) for one in validator.iter_errors(params)]
        fault = read(params)
        faulty += fault is not None
        assert (fault is None) == (not errors), (params, fault, errors)
        assert fault is None or fault in errors, (params, fault, errors)
    assert faulty > 10


def test_the_reader_of_a_shape_with_an_unknown_keyword_cannot_be_made():
    with pytest.raises(KeyError, match="no reader knows exclusiveMinimum"):
        reader({"type": "integer", "exclusiveMinimum": 1})


def test_the_fault_of_size_is_found_before_those_within():
    params = {"profile": "petras", "seats": [1] * 100}
    assert fault_in(METHODS["host.new"], params).startswith("seats: [1, 1, 1,")
    assert fault_in(METHODS["host.new"], params).endswith("…")
    assert fault_in(METHODS["host.new"], {"profile": "petras", "seats": [1]}) == "seats.0: 1 is not of type 'string'"


def test_the_shapes_of_parameters_are_those_of_the_published_schema():
    definitions = protocol_schema()["definitions"]
    for name, method in METHODS.items():
        assert definitions[f"request {name}"]["properties"]["params"] == method.params_shape

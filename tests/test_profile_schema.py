"""The schema is made from the model, committed, and says what the loader says."""

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest
import yaml

from mayi_rules.documents.yaml_reader import read_yaml
from mayi_rules.profile.language.descriptions import all_keys, describe
from mayi_rules.profile.load import bundled_profiles, lint_profile
from mayi_rules.profile.loading.bundled import bundled_file, data_folder
from mayi_rules.profile.loading.validation import schema_faults
from mayi_rules.profile.schema import profile_schema, schema_text

ROOT = Path(__file__).parents[1]


def test_the_committed_schema_is_the_one_of_the_model():
    committed = (ROOT / "schemas" / "profile.schema.json").read_text(encoding="utf-8")
    assert committed == schema_text(), "run python -m mayi_rules.profile.schema"


def test_the_schema_is_valid_in_both_drafts():
    jsonschema.Draft7Validator.check_schema(profile_schema())
    jsonschema.Draft202012Validator.check_schema(profile_schema())


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_bundled_files_pass_the_schema(profile_id):
    data = bundled_file(profile_id).read_bytes()
    root, faults = read_yaml(data, profile_id)
    assert faults == []
    assert schema_faults(root, partial=False) == []
    plain = root.plain()
    for draft in (jsonschema.Draft7Validator, jsonschema.Draft202012Validator):
        assert list(draft(profile_schema()).iter_errors(plain)) == []
    first = data.decode().splitlines()[0]
    assert first == "# yaml-language-server: $schema=../schemas/profile.schema.json"


def objects(schema):
    if isinstance(schema, dict):
        if schema.get("type") == "object" or "properties" in schema:
            yield schema
        for value in schema.values():
            yield from objects(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from objects(value)


def test_no_object_takes_unknown_keys():
    conditional = profile_schema()["else"]
    exempt = [id(one) for one in objects(conditional)]
    for one in objects(profile_schema()):
        if id(one) not in exempt:
            assert "additionalProperties" in one, one


def test_no_one_of_that_would_name_a_wrong_branch():
    text = json.dumps(profile_schema())
    assert '"oneOf"' not in text
    assert '"anyOf"' not in text


def test_every_key_has_a_description_and_a_default():
    without = {
        "profile",
        "id",
        "players.min",
        "players.max",
        "pack.decks",
        "pack.jokers",
        "rounds",
        "rounds.deal",
        "rounds.contract",
    }
    for key in all_keys():
        info = describe(key)
        assert info.description.endswith(".") or key == "pack.jokers", key
        assert info.values
        assert info.required == (key in without), key


def test_describe_understands_rounds_and_points():
    assert describe("rounds.7.rules.opening.size").path == "opening.size"
    assert describe("rounds.7.contract").path == "rounds.contract"
    assert describe("scoring.points.K").path == "scoring.points"
    assert describe("buying.block.who").choices == ("nearer", "active", "anyone")
    assert describe("buying.penalty_cards").default == 1
    assert describe("buying.penalty_cards").unit == "cards"
    assert describe("buying").is_section
    assert describe("opening.size").in_rounds
    assert not describe("stock.times").in_rounds


def test_describe_names_the_nearest_key():
    with pytest.raises(Exception, match=r"did you mean buying\.penalty_cards"):
        describe("buying.penalty_crads")


def test_the_model_imports_without_its_heavy_friends():
    code = (
        "import sys, mayi_rules.profile.language.model, mayi_rules.profile.resolution;"
        "print([name for name in ('jsonschema', 'cattrs', 'yaml') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[]"


def test_a_lint_of_a_bundled_profile_checks_the_schema_rules_too():
    for profile_id in bundled_profiles():
        assert lint_profile(yaml.safe_load(bundled_file(profile_id).read_text(encoding="utf-8"))).errors == ()


def test_schemas_are_found_where_profiles_are():
    assert (data_folder("schemas") / "profile.schema.json").is_file()

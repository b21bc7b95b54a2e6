"""A user's code passes the type checkers: what uses every public name, and every program of the documentation."""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

import mayi_rules as mayi
from mayi_rules import typed
from mayi_rules.front import FRONTS
from tests.documented import EXAMPLES, programs

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[1]
USERS = sorted((ROOT / "tests" / "typing").glob("*.py"))
BEFORE = """import mayi_rules as mayi
game = mayi.Game(mayi.load_profile("petras"), seats=["north", "east", "west"], seed=3)
"""
"""What the blocks of a page may begin with."""


@pytest.fixture(scope="module")
def code(tmp_path_factory):
    """A folder with all that is checked, far from the library's own settings."""
    folder = tmp_path_factory.mktemp("users")
    for file in (*USERS, *EXAMPLES):
        (folder / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    for name, text in programs().items():
        if name.endswith(".md"):
            (folder / f"{name.removesuffix('.md').replace('-', '_')}_page.py").write_text(
                BEFORE + text, encoding="utf-8"
            )
    settings = {
        "typeCheckingMode": "standard",
        "pythonVersion": "3.11",
        "extraPaths": [str(ROOT)],
        "reportUnusedExpression": False,  # a page shows what an expression is
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    return folder


def checked(line, folder):
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def needs(module):
    if importlib.util.find_spec(module) is None:
        pytest.skip(f"{module} is not installed (the extra `dev` brings it)")


def test_mypy_finds_nothing_in_a_users_code(code):
    needs("mypy")
    needs("hypothesis")
    line = [sys.executable, "-m", "mypy", "--strict", "--python-version", "3.11", "--config-file", os.devnull]
    checked([*line, "--cache-dir", code / "cache", "."], code)


def test_pyright_finds_nothing_in_a_users_code(code):
    needs("basedpyright")
    needs("hypothesis")
    checked([sys.executable, "-m", "basedpyright", "--project", code, "--pythonpath", sys.executable], code)


def test_a_name_that_is_not_public_is_an_error_for_both(tmp_path):
    (tmp_path / "wrong.py").write_text("from mayi_rules.bots import nothing\n", encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(ROOT)]}), encoding="utf-8")
    for module, line in {
        "mypy": ["--config-file", os.devnull, "--cache-dir", tmp_path / "cache", "wrong.py"],
        "basedpyright": ["--project", tmp_path, "--pythonpath", sys.executable],
    }.items():
        if importlib.util.find_spec(module):
            with pytest.raises(AssertionError, match="nothing"):
                checked([sys.executable, "-m", module, *line], tmp_path)


@pytest.mark.parametrize("front", FRONTS)
def test_the_checked_code_uses_every_public_name(front):
    used = set()
    for file in USERS:
        tree = ast.parse(file.read_text(encoding="utf-8"))
        aliases = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                aliases |= {one.asname or one.name: one.name for one in node.names}
            elif isinstance(node, ast.ImportFrom):
                aliases |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
        used |= set(aliases.values())
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                used.add(f"{aliases.get(node.value.id)}.{node.attr}")
    assert {name for name in import_module(front).__all__ if f"{front}.{name}" not in used} == set()


def schema(name):
    return json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))


def definition(name, *path):
    found = schema(name)
    for step in path:
        found = found[step]
    return found


SHAPES = {
    "ContractItemDict": definition("view", "properties", "contract", "items"),
    "CountersDict": definition("record", "properties", "counters"),
    "EventDict": schema("event"),
    "LaidMeldDict": definition("view", "properties", "table", "items"),
    "MoveDict": schema("move"),
    "ReasonDict": definition("verdict", "definitions", "reason"),
    "OwnContractDict": definition("view", "properties", "contracts", "additionalProperties"),
    "RecordDict": schema("record"),
    "RecordedRoundDict": definition("record", "definitions", "round"),
    "VerdictDict": schema("verdict"),
    "ViewDict": schema("view"),
    "WindowDict": definition("view", "properties", "window"),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_typed_shape_is_that_of_its_schema(name):
    shape, wanted = getattr(typed, name), SHAPES[name]
    assert set(shape.__required_keys__) == set(wanted["required"])
    assert set(shape.__annotations__) == set(wanted["properties"])
    known = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "null": type(None)}
    for key, value in wanted["properties"].items():
        if "type" in value:
            told = str(shape.__annotations__[key])
            for kind in [value["type"]] if isinstance(value["type"], str) else value["type"]:
                assert known[kind].__name__.replace("NoneType", "None") in told or (kind == "object" and "Dict" in told)


def without_schema():
    """What has no schema of its own, as the library makes it."""
    house = mayi.load_profile("petras").override({"rounds": [{"deal": 3, "contract": ["set"]}]})
    game = mayi.Game(house, seats=["a", "b", "c"], seed=1)
    fix = mayi.Fix(kind=mayi.FixKind.MOVE, text="with another card", move="discard 5h")
    game.abandon()
    sheet = game.score_sheet()
    yield "ScoreSheetDict", sheet.to_dict()
    yield "RoundScoresDict", sheet.rounds[0].to_dict()
    yield "ScoreLineDict", sheet.rounds[0].lines[0].to_dict()
    yield "FixDict", fix.to_dict()
    yield "FaultDict", mayi.lint_profile({"id": "x"}).errors[0].to_dict()
    from mayi_rules.scenarios import CaseResult, Problem, Report, load_scenarios
    from mayi_rules.simulation import compare_bots

    problem = Problem(step=1, said="", what="", expected="", came="", where="")
    case = CaseResult(case=load_scenarios(next((ROOT / "tests" / "scenarios").rglob("*.yaml")))[0], problems=(problem,))
    yield "ProblemDict", problem.to_dict()
    yield "CaseDict", case.to_dict()
    yield "ReportDict", Report(results=(case,)).to_dict()
    comparison = compare_bots(house, "greedy", "random", players=4, seeds=range(2))
    yield "ComparisonDict", comparison.to_dict()
    yield "EstimateDict", comparison.difference.to_dict()
    match = comparison.match.to_dict()
    yield "MatchDict", match
    yield "DealDict", match["deals"][0]
    yield "PlayedBotDict", match["bots"]["greedy"]


def test_what_has_no_schema_has_the_keys_of_its_typed_shape():
    found = dict(without_schema())
    assert {*found, *SHAPES} == {*typed.__all__}
    for name, value in found.items():
        shape = getattr(typed, name)
        names = [key for key in shape.__annotations__ if key in shape.__required_keys__ or key in value]
        assert list(value) == names, name


def test_the_schemas_are_schemas():
    for name in ("event", "move", "record", "verdict", "view"):
        Draft7Validator.check_schema(schema(name))

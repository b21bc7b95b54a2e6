"""Every bad file is refused with the faults that its first lines expect, and every good one is taken."""

import ast
import inspect
from pathlib import Path

import pytest

from mayi_rules.errors import ProfileError
from mayi_rules.profile.checks import consistency
from mayi_rules.profile.load import lint_profile, load_profile

FOLDER = Path(__file__).parent / "profiles"
BAD = sorted((FOLDER / "bad").glob("*.yaml"))
GOOD = sorted((FOLDER / "good").glob("*.yaml"))


def expected(file):
    for line in file.read_text("utf-8", "replace").splitlines():
        if not line.startswith("# expect: "):
            return
        rule, _, part = line.removeprefix("# expect: ").partition(": ")
        yield rule, part


def test_the_folders_are_not_empty():
    assert len(BAD) >= 40
    assert len(GOOD) >= 5


def rules_between_keys():
    """The names of all errors between keys, as they are written in the code."""
    for node in ast.walk(ast.parse(inspect.getsource(consistency))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Found":
            assert isinstance(node.args[1], ast.Constant)
            yield f"consistency.{node.args[1].value}"


def test_every_error_between_keys_has_a_bad_file():
    shown = {rule for file in BAD for rule, _ in expected(file)}
    lacking = set(rules_between_keys()) - shown
    assert not lacking, f"write a file for each in {FOLDER.name}/bad"


@pytest.mark.parametrize("file", BAD, ids=lambda file: file.stem)
def test_a_bad_file_is_refused_with_its_faults(file):
    wanted = list(expected(file))
    assert wanted, "the file does not say what it expects"
    with pytest.raises(ProfileError) as caught:
        load_profile(file)
    faults = caught.value.faults
    for rule, part in wanted:
        assert any(fault.rule == rule and part in fault.message for fault in faults), (rule, part, faults)
    told = {rule for rule, _ in wanted}
    assert {fault.rule for fault in faults} == told, faults


@pytest.mark.parametrize("file", BAD, ids=lambda file: file.stem)
def test_every_fault_has_a_place_and_no_absolute_path(file):
    result = lint_profile(file)
    assert result.profile is None
    assert not result.ok
    for fault in result.errors:
        assert fault.source is not None
        assert not fault.source.label.startswith("/")
        assert str(FOLDER) not in str(fault)
        missing = fault.rule.startswith("loading.")
        assert fault.source.line is not None or missing, fault


@pytest.mark.parametrize("file", GOOD, ids=lambda file: file.stem)
def test_a_good_file_is_taken(file):
    assert lint_profile(file).errors == ()
    load_profile(file)

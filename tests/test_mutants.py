"""The mutation tests know modules and tests by their names, and leave out what never runs."""

from __future__ import annotations

import pytest

from tests.mutants import ROOT, TESTS, annotated


@pytest.mark.parametrize("module", TESTS)
def test_modules_and_their_tests_are_there(module):
    assert (ROOT / module).is_file()
    for pattern in TESTS[module]:
        assert list(ROOT.glob(pattern)), pattern


def test_every_module_of_the_rules_has_its_tests():
    """Those that only join the others, or hold words of several, are asked through them."""
    rules = {file.relative_to(ROOT).as_posix() for file in (ROOT / "mayi_rules/engine/rules").glob("[!_]*.py")}
    helpers = {f"mayi_rules/engine/rules/{name}.py" for name in ("abandon", "laid", "turn_order")}
    assert rules - helpers <= set(TESTS)


def test_annotations_are_not_changed():
    source = "def double(number: int | None) -> int | None:\n    return number | 1\n"
    found = list(annotated(source))
    assert len(found) == 2
    assert all(1000 < first < last < 2000 for first, last in found)

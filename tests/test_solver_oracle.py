"""The solver against the brute force, on random rules of every kind (seeds fixed; long runs: tests.oracle.compare)."""

import pytest

from tests.oracle.compare import QUESTIONS, run

pytestmark = pytest.mark.slow

CASES = {"can_open": 400, "openings": 500, "distance": 60, "best": 500, "lay_offs": 300}
"""How many cases of each question are looked at in four parts; a case of can_open is four hands."""


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("question", sorted(QUESTIONS))
def test_solver_agrees_with_brute_force(question: str, part: int) -> None:
    cases = CASES[question] // 4
    assert run(question, 2024, part * cases, cases)

"""Mutation tests: the rules are changed in many small ways, and a test of theirs has to notice each.

`nox -s mutants -- mayi_rules/melds/legality.py` asks of one module, without a name of all: that takes hours. Works on a
copy of the tree, with cosmic-ray. Exits with 1 where less than nine of ten mutants are noticed.
"""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
PARTS = ("mayi_rules", "profiles", "schemas", "tests", "docs", "README.md", "pyproject.toml")
FLOOR = 0.9
SECONDS = 60

MELDS = ("tests/test_melds.py", "tests/test_key_table.py", "tests/test_rules_laying.py")
RULES = ("tests/test_rules_*.py", "tests/test_key_table.py", "tests/test_scenarios.py")
SOLVER = ("tests/test_solver.py", "tests/test_solver_bound.py", "tests/test_solver_oracle.py")

TESTS: dict[str, tuple[str, ...]] = {
    "mayi_rules/melds/fitting.py": MELDS,
    "mayi_rules/melds/kinds/run.py": MELDS,
    "mayi_rules/melds/kinds/set.py": MELDS,
    "mayi_rules/melds/legality.py": MELDS,
    "mayi_rules/engine/rules/claimants.py": RULES,
    "mayi_rules/engine/rules/claims.py": RULES,
    "mayi_rules/engine/rules/deal.py": RULES,
    "mayi_rules/engine/rules/discard.py": RULES,
    "mayi_rules/engine/rules/draw.py": RULES,
    "mayi_rules/engine/rules/ending.py": RULES,
    "mayi_rules/engine/rules/going_out.py": RULES,
    "mayi_rules/engine/rules/lay_off.py": RULES,
    "mayi_rules/engine/rules/opening.py": RULES,
    "mayi_rules/engine/rules/scoring.py": (*RULES, "tests/test_real_tables.py"),
    "mayi_rules/engine/rules/stock.py": RULES,
    "mayi_rules/engine/rules/swap.py": RULES,
    "mayi_rules/engine/rules/take_back.py": RULES,
    "mayi_rules/solver/filters.py": SOLVER,
}
"""By module, the tests that have to notice a change of it, the quickest first."""


def annotated(source: str) -> Iterator[tuple[int, int]]:
    """The first and the last line and column (as one pair a place) of what is an annotation and never runs."""
    for node in ast.walk(ast.parse(source)):
        found = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        for one in found:
            if isinstance(one, ast.expr):
                yield (one.lineno * 1000 + one.col_offset, (one.end_lineno or 0) * 1000 + (one.end_col_offset or 0))


def mutate(module: str, folder: Path) -> tuple[int, list[str]]:
    """How many mutants of a module were tried, and the differences of those that no test has noticed."""
    from cosmic_ray.work_db import use_db
    from cosmic_ray.work_item import WorkerOutcome, WorkResult

    tests = [str(file.relative_to(ROOT)) for pattern in TESTS[module] for file in sorted(ROOT.glob(pattern))]
    command = f"{sys.executable} -m pytest -q -x -p no:cacheprovider {' '.join(tests)}"
    settings = {"module-path": module, "timeout": SECONDS, "excluded-modules": [], "test-command": command}
    lines = ["[cosmic-ray]", *(f"{name} = {json.dumps(value)}" for name, value in settings.items())]
    (folder / "mutants.toml").write_text("\n".join([*lines, '[cosmic-ray.distributor]\nname = "local"\n']))
    session = folder / "mutants.sqlite"
    run("baseline", "mutants.toml", folder=folder)
    run("init", "mutants.toml", session.name, "--force", folder=folder)
    never_run = list(annotated((ROOT / module).read_text(encoding="utf-8")))
    with use_db(str(session)) as database:
        for item in list(database.work_items):
            line, column = item.mutations[0].start_pos
            if any(first <= line * 1000 + column < last for first, last in never_run):
                database.set_result(item.job_id, WorkResult(worker_outcome=WorkerOutcome.SKIPPED))
    run("exec", "mutants.toml", session.name, folder=folder)
    with use_db(str(session)) as database:
        results = [result for _, result in database.results if result.worker_outcome is not WorkerOutcome.SKIPPED]
    return len(results), [str(result.diff) for result in results if result.is_killed is False]


def run(*arguments: str, folder: Path) -> None:
    """Run cosmic-ray in the copy."""
    environment = {"PYTHONPATH": str(folder), "PATH": str(Path(sys.executable).parent)}
    line = [str(Path(sys.executable).parent / "cosmic-ray"), *arguments]
    subprocess.run(line, cwd=folder, env=environment, check=True)


def main(modules: Sequence[str]) -> int:
    """Ask of these modules, of all where none is named; 1 where too many mutants live."""
    tried = lived = 0
    with tempfile.TemporaryDirectory() as name:
        for part in PARTS:
            source, copy = ROOT / part, Path(name) / part
            shutil.copytree(source, copy) if source.is_dir() else shutil.copy(source, copy)
        for module in modules or TESTS:
            count, survivors = mutate(module, Path(name))
            tried, lived = tried + count, lived + len(survivors)
            print(f"{module}: {count - len(survivors)} of {count} mutants noticed", flush=True)
            print("\n".join(survivors), flush=True)
    print(f"{tried - lived} of {tried} mutants noticed")
    return int(tried - lived < FLOOR * tried)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

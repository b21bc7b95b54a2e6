"""A key that a later release adds, with a default that is what held before, changes nothing that is stored."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from mayi_rules import bundled_profiles, load_profile

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("mayi_rules", "profiles", "schemas", "tests")
CLASS = re.compile(r'^(@attrs\.frozen\(kw_only=True\)\nclass (\w+):\n(?:    """(?:.|\n)*?"""\n))', re.MULTILINE)
NEW_KEY = (
    '\n    later_key: int = key("A later key.", default=0, least=0, most=9, sentence="Later: {count}.", unit="cards")\n'
)
OF_NO_GAME = {"KeyData", "KeyInfo", "Round", "Profile", "Players", "Jokers", "InRound"}


def later_release(folder: Path) -> int:
    """Write the library into a folder, with one key more in every section; says how many."""
    for part in PARTS:
        ignore = shutil.ignore_patterns("__pycache__", "benchmarks")
        shutil.copytree(ROOT / part, folder / part, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", folder)
    count = 0
    for file in sorted((folder / "mayi_rules" / "profile").glob("*.py")):
        text = file.read_text("utf-8")
        if "from mayi_rules.profile.keys import" not in text:
            continue

        def with_key(found: re.Match[str]) -> str:
            nonlocal count
            if found[2] in OF_NO_GAME:
                return found[0]
            count += 1
            return found[0] + NEW_KEY

        file.write_text(CLASS.sub(with_key, text), "utf-8")
    return count


PROGRAM = """
import json, sys
from pathlib import Path
from mayi_rules import bundled_profiles, load_profile, load_record
from mayi_rules.profile.describing import all_keys
print(sum(key.endswith("later_key") for key in all_keys()))
known = json.loads(sys.argv[1])
assert {name: load_profile(name).digest for name in bundled_profiles()} == known
for file in sorted(Path("tests").glob("*/*.record.yaml")) + sorted(Path("tests/records").glob("*.yaml")):
    load_record(file)
"""


def test_a_new_key_of_every_section_changes_no_digest_record_golden_or_count(tmp_path: Path) -> None:
    sections = later_release(tmp_path)
    assert sections >= 14
    env = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    digests = json.dumps({name: load_profile(name).digest for name in bundled_profiles()})
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, digests], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    assert int(told.stdout) == sections
    names = "told_as_before or sequences_of_moves or answered_as_before or is_pinned"
    run = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", tmp_path,
            "--import-mode=importlib", "tests/test_records_goldens.py", "tests/test_digest.py", "-k", names,
        ],
        cwd=tmp_path, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout[-4000:]
    assert re.search(r"\d\d passed", run.stdout), run.stdout[-400:]

"""A key that a later release adds, with a default that is what held before, changes nothing that is stored."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from mayi_rules import Game, ProfileError, RecordError, bundled_profiles, load_profile, load_record, replay

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("mayi_rules", "profiles", "schemas", "tests")
CLASS = re.compile(r'^(@attrs\.frozen\(kw_only=True\)\nclass (\w+):\n(?:    """(?:.|\n)*?"""\n))', re.MULTILINE)
NEW_KEY = (
    '\n    later_key: int = key("A later key.", default=0, least=0, most=9, sentence="Later: {count}.", unit="cards")\n'
)
NO_KEYS = {"KeyData", "KeyInfo", "InRound", "Jokers"}  # jokers are per_deck or total, one of the two
NEW_SECTION = '''
@attrs.frozen(kw_only=True)
class LaterSection:
    """A later section."""

    later_rule: int = key("A later rule.", default=0, least=0, most=9, sentence="So: {count}.", rule="later_rule")


@attrs.frozen(kw_only=True)
class GameRules:'''
PATCHES = {
    "profile/language/model.py": [
        ('"going_out", "scoring")', '"going_out", "scoring", "later_section")'),
        ("\n@attrs.frozen(kw_only=True)\nclass GameRules:", NEW_SECTION),
        ("    stock: Stock =", "    later_section: LaterSection = section(LaterSection)\n    stock: Stock ="),
        ("    kind: MeldKind\n", "    kind: MeldKind\n    later_part: int = attrs.field(default=0, kw_only=True)\n"),
    ],
    "profile/round_rules.py": [("    keep_top: bool\n", "    keep_top: bool\n    later_rule: int\n")],
}


def later_release(folder: Path) -> None:
    """Write the library into a folder, with a section, a rule of a round, and a key of every section more."""
    for part in PARTS:
        ignore = shutil.ignore_patterns("__pycache__", "benchmarks")
        shutil.copytree(ROOT / part, folder / part, ignore=ignore)
    shutil.copy(ROOT / "pyproject.toml", folder)
    for file in sorted((folder / "mayi_rules" / "profile").rglob("*.py")):
        text = file.read_text("utf-8")
        if "from mayi_rules.profile.language.keys import" in text:
            file.write_text(CLASS.sub(lambda it: it[0] + NEW_KEY * (it[2] not in NO_KEYS), text), "utf-8")
    for name, changes in PATCHES.items():
        file = folder / "mayi_rules" / name
        text = file.read_text("utf-8")
        for before, after in changes:
            assert text.count(before) == 1, (name, before)
            text = text.replace(before, after)
        file.write_text(text, "utf-8")


PROGRAM = """
import json, sys
from pathlib import Path
from mayi_rules import Game, bundled_profiles, load_profile, load_record, replay
from mayi_rules.profile.language.descriptions import all_keys
from mayi_rules.profile.language.model import RULE_SECTIONS

digests = {name: load_profile(name).digest for name in bundled_profiles()}
for file in [*Path("tests/goldens").glob("*.record.yaml"), *Path("tests/records").glob("*.yaml")]:
    assert replay(load_record(file)).record.profile.to_dict()["later_key"] == 0

petras = load_profile("petras").override({"buying.block": {}, "deal.cut_bonus": {}, "scoring.down_and_out": {}})
added = [key for key in all_keys() if "later" in key]
games = {"": petras}
for key in added:
    games[key] = petras.override({key.replace("rounds.", "rounds.3."): 1})
    if key.partition(".")[0] in RULE_SECTIONS:
        games["rounds.3.rules." + key] = petras.override({"rounds.3.rules." + key: 1})
        assert petras.override({"rounds.3.rules." + key: 0}).digest == petras.digest
records = {}
for key, game in games.items():
    place = key.replace("rounds.later", "rounds.3.later")
    assert [place.startswith(one.key) for one in petras.diff(game)] == [True] * (key != ""), key
    records[key] = Game(game, seats=("n", "e", "s"), seed=1).record.to_dict()
    assert load_record(records[key]).profile.digest == game.digest
print(json.dumps({"bundled": digests, "added": added, "games": {key: one.digest for key, one in games.items()},
                  "records": records}))
"""


@pytest.fixture(scope="module")
def later(tmp_path_factory):
    """The folder of the later release, and how to run Python there."""
    folder = tmp_path_factory.mktemp("later")
    later_release(folder)
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*line: str | Path) -> str:
        done = subprocess.run([sys.executable, *line], cwd=folder, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
        return done.stdout

    return run


@pytest.fixture(scope="module")
def told(later):
    return json.loads(later("-c", PROGRAM))


def test_a_new_key_anywhere_changes_no_digest_and_no_record_that_is_stored(told) -> None:
    added = set(told["added"])
    sections = {key.rpartition(".")[0] for key in added}
    assert {"", "rounds", "players", "pack", "deal", "deal.cut_bonus", "buying.block", "wilds.swap"} < sections
    assert {"melds.set.later_key", "scoring.later_key", "later_section.later_rule"} < added
    assert len(added) >= 19
    assert told["bundled"] == {name: load_profile(name).digest for name in bundled_profiles()}


def test_what_a_later_release_stores_without_its_new_keys_is_read_today(told) -> None:
    values = told["records"][""]
    assert "later" not in json.dumps(values)
    record = load_record(values)
    assert record.is_as_written
    assert record.profile.digest == told["games"][""]
    game = Game(record.profile, seats=("n", "e", "s"), seed=1)
    assert replay(record).digest == game.digest
    of_this_game = ("counters", "checksum")
    assert {**game.record.to_dict(), **{name: values[name] for name in of_this_game}} == values


def test_a_new_key_that_says_something_changes_the_digest_and_is_never_overlooked(told) -> None:
    digests = told["games"]
    assert len(set(digests.values())) == len(digests) > len(told["added"])
    for key in digests.keys() - {""}:
        with pytest.raises((RecordError, ProfileError), match=r"later"):
            load_record(told["records"][key])


def test_a_new_key_changes_no_golden_no_pin_and_no_count(later) -> None:
    names = "told_as_before or sequences_of_moves or answered_as_before or is_pinned"
    said = later(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", ".", "--import-mode=importlib",
        "tests/test_records_goldens.py", "tests/test_digest.py", "-k", names,
    )  # fmt: skip
    assert re.search(r"\d\d passed", said), said[-400:]

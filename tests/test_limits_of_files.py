"""However much is wrong with a file, reading it is little work, and what is said of it is not as long as the file."""

from __future__ import annotations

import pytest

import mayi_rules as mayi
from mayi_rules.cli.tally_file import read_tally
from mayi_rules.documents.nodes import MAX_KEY, MAX_NODES
from mayi_rules.documents.suggest import Hints, nearest
from mayi_rules.documents.yaml_reader import MAX_BYTES, in_yaml_instead
from mayi_rules.engine.text.names import check_names
from mayi_rules.errors import MAX_FAULTS
from mayi_rules.profile.load import lint_profile
from mayi_rules.profile.loading.wishes import cannot_say
from mayi_rules.scenarios.case import ScenarioError
from mayi_rules.scenarios.reader import load_scenarios
from tests.counting import counted

pytestmark = pytest.mark.slow

MAX_CALLS = 3_000_000
MAX_MESSAGE = 60_000
EXTENDS = "extends: petras\nid: house\n"
CASES = "scenario: 1\nprofile: petras\ncases:\n"
CASE = "- {{name: a, seats: [A, B, C], given: {{}}, play: [{}]}}\n"
SCORES = "score: 1\nseats: [a, b, c]\nprofile: petras\n"
MANY = 8_000
LONG = MAX_BYTES - 1_000


def lines(form, count=MANY):
    return "".join(form.format(number) for number in range(count))


PROFILES = {
    "unknown keys": EXTENDS + lines("k{}: 1\n"),
    "nearly keys": EXTENDS + "buying:\n" + lines("  penalty_car{}: 1\n"),
    "more values than are read": EXTENDS + "notes: [" + "1," * (MAX_NODES + 1) + "]\n",
    "a number with underscores": EXTENDS + "name: 1" + "_" * LONG + "x\n",
    "a number to the base of 60": EXTENDS + "name: 1" + ":1" * (LONG // 2) + "x\n",
    "digits": EXTENDS + "name: " + "1" * LONG + "\n",
    "an open section head": "[a" + " " * LONG + "x\n",
    "a section head in a value": EXTENDS + "buying: '[a" + " " * LONG + "x'\n",
    "an assignment": EXTENDS + "a" * LONG + " =\n x\n",
    "aliases": EXTENDS + "notes: [" + "*a," * MANY + "]\n",
    "anchors": EXTENDS + "notes: [" + "&a b," * MANY + "]\n",
    "a long anchor": EXTENDS + "notes: &" + "a" * LONG + " b\n",
    "tags": EXTENDS + "notes: [" + "!!a b," * MANY + "]\n",
    "a long tag": EXTENDS + "notes: !!" + "a" * LONG + " b\n",
    "octal numbers": EXTENDS + "notes: [" + "010," * MANY + "]\n",
    "one key again and again": EXTENDS + "id: x\n" * MANY,
    "deep lists": EXTENDS + "notes: " + "[" * LONG + "\n",
    "deep mappings": EXTENDS + "notes: " + "{a: " * (LONG // 4) + "\n",
    "a contract of nothing": EXTENDS + "rounds: {1: {contract: [" + "x," * MANY + "]}}\n",
    "a long key": EXTENDS + "? " + "a" * LONG + "\n: 1\n",
    "wilds that are none": EXTENDS + "pack: {wild: [" + lines("j{},") + "]}\n",
    "points for nothing": EXTENDS + "scoring: {points: {" + lines("joke{}: 5,") + "}}\n",
    "tables for nobody": EXTENDS + "pack: {decks: {" + lines("{}: 2,") + "}}\n",
    "a long text": EXTENDS + "name: '" + "x" * LONG + "'\n",
    "documents": EXTENDS + "---\n" * (LONG // 4),
}
SCENARIOS = {
    "cases of nothing": CASES + lines("- {{name: x, zeats{}: 1}}\n", 1_900),
    "more cases than are read": CASES + lines("- {{name: x, zeats{}: 1}}\n"),
    "codes of nothing": CASES + CASE.format(lines("{{A: take, refused: x{}}},", 4_000)),
    "long codes": CASES + CASE.format(lines("{{A: take, refused: " + "x" * 3_000 + "{}}},", 80)),
    "seats of nobody": CASES + CASE.format(lines("{{A{}: take}},", 4_000)),
    "moves without a seat": CASES + CASE.format(f"{'x' * 3_000}," * 80),
    "hands of nobody": CASES + "- {name: x, seats: [A, B, C], given: {hands: {" + lines("A{}: X,") + "}}}\n",
    "a long stock": CASES + "- {name: x, seats: [A, B, C], given: {stock: '" + "X " * (LONG // 2 - 100) + "'}}\n",
    "profiles of nothing": CASES
    + lines("- {{name: x, seats: [A, B, C], profile: {{extends: petras, b{}: 1}}}}\n", 300),
}
TALLIES = {
    "unknown keys": SCORES + lines("k{}: 1\n"),
    "a long key": SCORES + "? " + "x" * LONG + "\n: 1\n",
    "rounds of nobody": SCORES + "rounds:\n- {" + lines("a{}: out,") + "}\n",
    "aliases": SCORES + "rounds: [" + "*a," * MANY + "]\n",
    "a long hand": SCORES + "rounds:\n- {a: '" + "X " * (LONG // 2 - 100) + "'}\n",
    "more players than there are": "score: 1\nprofile: petras\nrounds: []\nseats: [" + lines("a{},", 20_000) + "]\n",
    "a larger file than is read": SCORES + "#" * (2 * MAX_BYTES),
}


@pytest.fixture
def file(tmp_path):
    return tmp_path / "f.yaml"


@pytest.mark.parametrize("name", PROFILES)
def test_a_profile_that_is_all_wrong(file, name):
    file.write_text(PROFILES[name])
    with counted(MAX_CALLS):
        found = lint_profile(file, label="f.yaml")
    assert found.errors
    assert len(found.errors) <= 2 * (MAX_FAULTS + 1)
    assert max(len(str(fault)) for fault in found.errors) < 2_000
    assert len(str(mayi.ProfileError(found.errors))) < MAX_MESSAGE


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_that_is_all_wrong(file, name):
    file.write_text(SCENARIOS[name])
    with counted(MAX_CALLS):
        try:
            cases = load_scenarios(file, label="f.yaml")
        except ScenarioError as error:
            cases, faults = [], list(error.faults)
        else:
            faults = [fault for case in cases for fault in case.faults]
    assert faults
    assert all(len(case.faults) <= 2 * (MAX_FAULTS + 1) for case in cases)
    assert max(len(str(fault)) for fault in faults) < 2_000


@pytest.mark.parametrize("name", TALLIES)
def test_a_score_sheet_that_is_all_wrong(file, name):
    file.write_text(TALLIES[name])
    with counted(MAX_CALLS), pytest.raises(mayi.MayIError) as error:
        read_tally(file)
    assert len(str(error.value)) < MAX_MESSAGE


def test_the_thousandth_fault_is_followed_by_one_that_says_so():
    for source in (
        {"extends": "petras", "id": "house"} | {f"k{number}": 1 for number in range(MAX_FAULTS + 5)},
        {"extends": "petras", "id": "house", "notes": ["\x00"] * (MAX_FAULTS + 5)},
    ):
        faults = lint_profile(source).errors
        assert len(faults) == MAX_FAULTS + 1
        assert faults[-1].rule == "reading.faults"
        assert str(MAX_FAULTS) in faults[-1].message
    exactly = {"extends": "petras", "id": "house"} | {f"k{number}": 1 for number in range(MAX_FAULTS - 1)}
    assert len(lint_profile(exactly).errors) == MAX_FAULTS - 1


def test_what_was_meant_is_looked_for_a_hundred_times():
    house = {"extends": "petras", "id": "house", "buying": {f"penalty_card{number}": 1 for number in range(200)}}
    told = [fault.message for fault in lint_profile(house).errors]
    assert sum("did you mean buying.penalty_cards?" in message for message in told) == 100
    assert len(told) == 200
    hints = Hints(1)
    assert [hints.nearest("stok", ["stock"]), hints.nearest("stok", ["stock"])] == ["stock", None]


def test_long_words_are_like_no_other():
    assert nearest("x" * 10**6, ["x" * 80]) is None
    assert nearest("penalty_crds", ["penalty_cards"]) == "penalty_cards"
    assert nearest("last", (f"word{number}" for number in range(10**9))) is None
    with counted(10_000):
        assert in_yaml_instead("[a" + " " * 10**6) is None
        assert in_yaml_instead("a = b\n" * 10**6) == "a value stands behind a colon and a space: `a: b`"
        assert cannot_say("split" + "_" * 10**6) is None


@pytest.mark.parametrize("key", ["k" * (MAX_KEY + 1), 10**5_000], ids=["text", "number"])
def test_a_key_is_no_longer_than_any_name(key):
    (fault,) = lint_profile({"extends": "petras", "id": "house", key: 1}).errors
    assert (fault.rule, len(fault.message) < 100) == ("reading.key", True)


def test_names_are_counted_before_they_are_compared():
    with counted(20_000), pytest.raises(mayi.NotationError, match="there are 100000 names"):
        check_names([str(number) for number in range(100_000)])


def test_reading_stops_at_the_first_fault_of_size():
    with counted(30 * MAX_NODES):
        (fault,) = lint_profile({"extends": "petras", "notes": [0] * 10**6}).errors
    assert fault.rule == "reading.size"
    deep = [0]
    for _ in range(40):
        deep = [deep]
    (fault,) = lint_profile({"extends": "petras", "notes": [deep] * 1_000}).errors
    assert fault.rule == "reading.depth"

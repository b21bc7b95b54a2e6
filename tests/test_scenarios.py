"""Every case of tests/scenarios, and what the runner says of cases that are wrong."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from mayi_rules.scenarios.case import Case, ScenarioError
from mayi_rules.scenarios.position import build_position
from mayi_rules.scenarios.reader import load_scenarios, scenario_files
from mayi_rules.scenarios.run import run_case, run_scenarios
from mayi_rules.scenarios.validation import scenario_schema

FOLDER = Path(__file__).parent / "scenarios"
CASES = [
    pytest.param(case, id=f"{file.stem}: {case.name}")
    for file in scenario_files(FOLDER)
    for case in load_scenarios(file, label=file.name)
]


@pytest.mark.parametrize("case", CASES)
def test_case(case: Case) -> None:
    result = run_case(case)
    assert result.ok, "\n".join(
        f"{one.where} {one.said}: {one.what}: expected {one.expected}, came {one.came}" for one in result.problems
    )


def one_case(text: str, head: str = "profile: petras") -> Case:
    """The one case of a file, given without the dash in front of its lines."""
    body = "\n".join(f"  {line}" for line in text.strip().splitlines())
    (case,) = load_scenarios(f"scenario: 1\n{head}\ncases:\n- name: it\n{body}\n", label="it.yaml")
    return case


def problems(text: str, head: str = "profile: petras") -> list[tuple[int | None, str, str, str]]:
    result = run_case(one_case(text, head))
    return [(one.step, one.what, one.expected, one.came) for one in result.problems]


def test_a_failing_step_is_named_with_what_was_expected_and_what_came() -> None:
    found = problems("seats: [A, B, C]\nplay: [{A: take}, {B: take}]")
    assert [(step, what, expected) for step, what, expected, _ in found] == [(2, "the move", "accepted")]
    assert found[0][3].startswith("refused: turn.not_your_turn, turn.wrong_phase (")


def test_a_step_that_had_to_be_refused() -> None:
    found = problems("seats: [A, B, C]\nplay: [{A: take, refused: turn.wrong_phase}]")
    assert found == [(1, "the move", "refused: turn.wrong_phase", "accepted")]


def test_a_refusal_for_another_reason() -> None:
    ((step, what, expected, came),) = problems("seats: [A, B, C]\nplay: [{B: take, refused: turn.round_over}]")
    assert (step, what, expected) == (1, "the move", "refused: turn.round_over")
    assert "turn.not_your_turn" in came


def test_every_code_of_a_list_must_be_there() -> None:
    text = "seats: [A, B, C]\nplay: [{B: discard 2c, refused: [turn.not_your_turn, %s]}]"
    assert problems(text % "turn.wrong_phase") == []
    assert len(problems(text % "turn.game_over")) == 1


@pytest.mark.parametrize(
    ("expect", "what"),
    [
        ("hands: {A: 2c 3d}", "hands.A"),
        ("hands: {}", "hands.A"),
        ("hand_sizes: {A: 3}", "hand_sizes.A"),
        ("discard: 9s", "discard"),
        ('discard: ""', "discard"),
        ("discard: Kd …", "discard"),
        ("discard: 9s Kd Qd …", "discard"),
        ("stock: 5c", "stock"),
        ("stock: 6c …", "stock"),
        ("stock_size: 3", "stock_size"),
        ("table: [{seat: B, meld: 7h 7d X}]", "table"),
        ("table: [{seat: C, meld: 7h 7d 7s}]", "table"),
        ("table: []", "table"),
        ("table: [{seat: B, meld: 5h 6h 7h 8h}, {seat: B, meld: 7h 7d 7s}]", "table"),
        ("table: [{seat: B, meld: 7h 7d 7s}, {seat: B, meld: 5h X=8h 6h 7h}]", "table"),
        ("turn: B", "turn"),
        ("phase: draw", "phase"),
        ("to_act: [A, B]", "to_act"),
        ("to_act: []", "to_act"),
        ("bought: {}", "bought.C"),
        ("bought: {C: 1}", "bought.C"),
        ("bonuses: {A: 1}", "bonuses.A"),
        ("scores: {A: 0}", "scores.A"),
        ("totals: {B: 7}", "totals.B"),
        ("totals: {}", "totals.B"),
        ("winners: [A]", "winners"),
        ("round_over: true", "round_over"),
    ],
)
def test_every_expectation_can_fail(expect: str, what: str) -> None:
    given = (
        "seats: [A, B, C]\n"
        "given:\n"
        "  round: 2\n"
        "  phase: play\n"
        "  hands: {A: 2c 3c, B: 4c, C: 5d}\n"
        "  stock: 5c 6c\n"
        "  discard: 9s Kd\n"
        "  bought: {C: 2}\n"
        "  totals: {B: 8}\n"
        "  table: [{seat: B, meld: 7h 7d 7s}, {seat: B, meld: X 6h 7h 8h}]\n"
    )
    assert problems(f"{given}expect: {{{expect}}}")[0][:2] == (None, what)
    step = f"{{B: take, refused: true, expect: {{{expect}}}}}"
    assert problems(f"{given}play: [{step}]")[0][:2] == (1, what)


def test_an_expectation_after_a_step_is_checked_there() -> None:
    text = "seats: [A, B, C]\nplay: [{A: take, expect: {phase: draw}}, {A: nonsense}]"
    assert problems(text) == [(1, "phase", "draw", "play")]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("hands: {A: 7h 7h, B: 7h}", "7h is given more often than the pack holds it (2 copies)"),
        ("hands: {A: X X X}, table: [{seat: B, meld: 7h 7d X X}]", "X is given more often"),
        ("phase: play, hands: {A: ''}", "whoever is to play holds a card; the hand of A is empty"),
        ("table: [{seat: A, meld: 7h 8d 9h}]", "7h 8d 9h is no meld under the rules of the round"),
        ("table: [{seat: A, meld: 7h X X X}]", "7h X X X may be read in several ways"),
        ("opened: {B: this_turn}, phase: play", "only the active player, in phase play"),
        ("opened: {A: this_turn}", "only the active player, in phase play"),
        ("discarded_by: [A, B], discard: 2c", "2 cards were discarded by somebody, but 1 lie there"),
        ("phase: cut", "has no cut: deal.cut_bonus is null"),
        ("round: 8", "has 7 rounds; there is no round 8"),
        ("turn: D", "nobody is called 'D'; the seats are A, B, C"),
        ("hands: {A: 2c 3x}", "'3x' is not a card"),
        ("hands: {A: 2c …}", "… has no meaning in a hand"),
        ("stock: … 2c", "'…' is not a card"),
    ],
)
def test_impossible_positions_say_why_and_where(given: str, message: str) -> None:
    result = run_case(one_case(f"seats: [A, B, C]\ngiven: {{{given}}}"))
    assert [one for one in result.problems if message in one.came], result.problems
    assert result.problems[0].step == 0
    assert result.problems[0].where.startswith("it.yaml:6:")


def test_before_the_cut_nothing_lies_anywhere() -> None:
    head = "profile: liverpool"
    result = problems("seats: [A, B, C]\ngiven: {phase: cut, hands: {A: 2c}}", head)
    assert "before the cut no card has its place" in result[0][3]
    assert "nobody has opened" in problems("seats: [A, B, C]\ngiven: {phase: cut, bought: {A: 1}}", head)[0][3]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("seats: [A, B, C]\ngivn: {}", "it.yaml:6:3: givn is not a key of cases[1]; did you mean given?"),
        ("seats: [A, B, C]\ngiven: {trun: A}", "trun is not a key of cases[1].given; did you mean turn?"),
        ("seats: [A, B, C]\nexpect: {phse: draw}", "did you mean phase?"),
        ("seats: [A, B, C]\nexpect: {phase: drow}", "did you mean draw?"),
        ("seats: [A, B, C]\nplay: [{A: take, refused: turn.round_ower}]", "did you mean turn.round_over?"),
        ("seats: [A, B, C]\ngivn: {}\nplay: [{A: take, refused: turn.round_ower}]", "did you mean turn.round_over?"),
        (
            "seats: [A, B, C]\nplay: [{A: take, refused: [turn.game_over, x.y]}]",
            "it.yaml:6:46: x.y is no code of a reason",
        ),
        ("seats: [A, B, C]\nplay: [{refused: true}]", "a step names one seat (or table) and its move"),
        ("seats: [A, B, C]\nplay: [{A: take, B: take}]", "a step names one seat"),
        ("seats: [A, B, C]\nplay: [{A: 5}]", "cases[1].play[1].A is 5; it takes a text"),
        ("seats: [A, B, C]\nplay: [{E: take}]", "nobody is called 'E'"),
        ("seats: [A, A, C]", "two seats are called 'A'"),
        ("seats: [A, table, C]", "'table' is not a seat's name"),
        ("seats: [A, expect, C]", "a seat of a scenario cannot be called expect"),
        ("seats: []", "may not be empty"),
        ("given: {}", "seats is missing in cases[1]"),
        ("seats: [A, B, C]\ngiven: {stock: }", 'Nothing at all is written ""'),
        ("seats: [A, B, C]\ngiven: {renewed: true}", "is true; it takes a whole number"),
        ("seats: [A, B, C]\ngiven: {round: 0}", "it must be at least 1"),
        ("seats: [A, B, C]\ngiven: {bought: {A: 999}}", "it must be at most 250"),
        ("seats: [A, B]", "is for 3 to 6 players, not for 2"),
        ("seats: [A, B, C]\nprofile: petros", "did you mean petras?"),
        ("seats: [A, B, C]\nprofile: nowhere.yaml", "does not exist"),
        ("seats: [A, B, C]\nprofile: {extends: petras, byuing: {}}", "did you mean buying?"),
        ("seats: [A, B, C]\nprofile: {players: {min: 3, max: 4}}", "rounds is missing"),
    ],
)
def test_faults_of_a_case_are_told_and_fail_it(body: str, message: str) -> None:
    result = run_case(one_case(body))
    told = [f"{one.where}: {one.came}" for one in result.problems]
    assert [text for text in told if message in text], told
    assert all(text.startswith("it.yaml:") for text in told)


def test_a_fault_in_an_inline_profile_has_its_place() -> None:
    case = one_case("seats: [A, B, C]\nprofile:\n  extends: petras\n  buying:\n    penalty_cards: many")
    assert [str(fault.source) for fault in case.faults] == ["it.yaml:9:7"]


def test_a_faulty_case_does_not_stop_the_others() -> None:
    cases = ("{name: a, seats: [A]}", "{name: b, seets: [A]}", "{name: c, seats: [A, B, C]}")
    text = "scenario: 1\nprofile: petras\ncases:\n" + "".join(f"- {case}\n" for case in cases)
    assert [run_case(case).ok for case in load_scenarios(text)] == [False, False, True]


def test_a_case_without_a_profile_is_one_of_the_main_game() -> None:
    three = "seats: [A, B, C]\ngiven: {round: 1}\nexpect: {hand_sizes: {A: 10}}"
    assert problems(three, head="") == []
    assert problems(f"profile: petras\n{three}", head="") == []
    assert problems(f"profile: continental\n{three}", head="") != []


@pytest.mark.parametrize(
    "text",
    [
        "scenario: 2\ncases: [{name: a, seats: [A]}]\n",
        "scenario: 1\n",
        "scenario: 1\ncases: []\n",
        "scenario: 1\ncases: [\n",
        "scenario: 1\ncases: 5\n",
        "scenario: 1\nscenario: 1\ncases: [{name: a, seats: [A]}]\n",
        "- 1\n- 2\n",
        "profile: 1\nid: house\n",
        "\n",
    ],
)
def test_files_that_are_no_scenarios(text: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        load_scenarios(text, label="it.yaml")
    assert caught.value.faults
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "huge.yaml").write_text("scenario: 1\n" + "#" * 300_000)
    (tmp_path / "binary.yaml").write_bytes(bytes(range(256)))
    report = run_scenarios([tmp_path, tmp_path / "none.yaml"])
    assert not report.ok
    assert report.results == ()
    assert [fault.source.label for fault in report.faults if fault.source] == [
        str(tmp_path / "binary.yaml"),
        str(tmp_path / "huge.yaml"),
        str(tmp_path / "none.yaml"),
    ]


def test_a_folder_is_walked_and_profiles_in_it_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "house.yaml").write_text("profile: 1\nid: house\nextends: petras\n")
    text = "scenario: 1\nprofile: ../house.yaml\ncases: [{name: a, seats: [A, B, C]}]\n"
    (tmp_path / "deep" / "it.yml").write_text(text)
    report = run_scenarios([tmp_path])
    assert (report.passed, report.failed, report.faults) == (1, 0, ())
    assert json.loads(json.dumps(report.to_dict()))["cases"][0]["case"] == "a"


def test_filling_takes_kinds_that_the_case_names_nowhere() -> None:
    text = "seats: [A, B, C]\ngiven: {hands: {A: 2c}}\nplay: [{A: discard 3c, refused: true}]\nexpect: {discard: Kd …}"
    position = build_position(one_case(text))
    state = position.state
    for seat in (1, 2):
        assert not {"2c", "3c", "Kd"} & set(str(state.hands[seat]).split())
    assert state.hands[1].size == 10
    assert not any(position.aside)


def test_what_fits_nowhere_is_set_aside_and_counted() -> None:
    position = build_position(one_case("seats: [A, B, C]\ngiven: {stock: 2c 3c, discard: ''}"))
    assert sum(position.aside) == 108 - 30 - 2


def test_named_kinds_fill_when_nothing_else_is_left() -> None:
    profile = (
        "profile: {profile: 1, id: a, players: {min: 2, max: 4}, pack: {decks: 1, jokers: {total: 0}, wild: []}, "
        "rounds: [{deal: 12, contract: [set]}]}"
    )
    ranks = "A23456789TJQK"
    names = " ".join(f"{rank}{suit}" for suit in "cdhs" for rank in ranks)
    text = f"{profile}\nseats: [A, B, C, D]\ngiven: {{hands: {{A: 2c}}}}\nplay: [{{A: open {names}, refused: true}}]"
    case = one_case(text, head="")
    assert run_case(case).ok
    crowded = f"{profile}\nseats: [A, B, C, D]\ngiven: {{hands: {{A: {names[:60]}}}}}"
    assert "too few left to fill" in problems(crowded, head="")[0][3]


def test_a_position_is_the_same_every_time() -> None:
    text = "seats: [A, B, C]\ngiven: {hands: {A: 2c}, discard: 5d …}"
    assert build_position(one_case(text)).state.to_dict() == build_position(one_case(text)).state.to_dict()


def test_every_property_of_the_schema_is_described() -> None:
    def walk(node: object, path: str) -> None:
        if isinstance(node, dict):
            for name, one in node.get("properties", {}).items():
                assert "description" in one or "$ref" in one, f"{path}.{name}"
            for name, one in node.items():
                walk(one, f"{path}.{name}")
        elif isinstance(node, list):
            for one in node:
                walk(one, path)

    walk(scenario_schema(), "")
    assert all("description" in one for one in scenario_schema()["definitions"].values())

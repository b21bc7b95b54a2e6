"""Names that look equal are one name, in whatever Unicode form they come: code, files, records, protocol, command."""

# ruff: noqa: E501 - rows of tables

from __future__ import annotations

import json
import unicodedata

import pytest

import mayi_rules as mayi
from mayi_rules.cli.tally_file import read_tally
from mayi_rules.documents.nodes import node_from_python
from mayi_rules.documents.spelling import folded, nfc
from mayi_rules.documents.yaml_reader import read_yaml
from mayi_rules.errors import NotationError, RecordError
from mayi_rules.game.game import check_names
from mayi_rules.scenarios.reader import load_scenarios
from mayi_rules.scenarios.run import run_case
from mayi_rules.serving.server import Server

COMPOSED = "Jos\u00e9"
APART = "Jose\u0301"
LONG = ("\u1e69", "s\u0323\u0307", "s\u0307\u0323")  # one sign, made in three ways
PETRAS = mayi.load_profile("petras")


def game(name=APART):
    return mayi.Game(PETRAS, seats=[name, "B", "C"], seed=3, dealer="C")


class TestEqualNames:
    @pytest.mark.parametrize(
        "names",
        [
            (COMPOSED, APART), ("Ann", "ann"), ("ANN", "ann"), ("A  B", "A B"), ("Stra\u00dfe", "STRASSE"), LONG[:2], LONG[1:],
            ("\u0130", "i\u0307"), ("\u01c4", "\u01c6"), ("\u1f80", "\u1f00\u0345"), ("\u212b", "\u00e5"),
        ],
    )  # fmt: skip
    def test_names_that_look_equal_are_duplicates(self, names):
        with pytest.raises(NotationError, match=r"two seats are called|look like one name"):
            check_names([*names, "C"])
        with pytest.raises(NotationError):
            mayi.Game(PETRAS, seats=[*names, "C"], seed=1)

    @pytest.mark.parametrize("names", [("Ann", "Anne"), ("A B", "AB"), ("Ann", "\u0391nn"), ("1", "2")])
    def test_others_are_not(self, names):
        assert check_names([*names, "C"]) == (*names, "C")

    @pytest.mark.parametrize("name", ["table", "Table", "TABLE"])
    def test_nobody_is_called_like_the_host(self, name):
        with pytest.raises(NotationError, match="it is the host's"):
            check_names([name, "B", "C"])

    def test_names_are_kept_composed(self):
        assert check_names([APART, "B"]) == (COMPOSED, "B")
        assert check_names(LONG[2:]) == LONG[:1]
        with pytest.raises(NotationError, match="1 to 40 printable"):
            check_names(["e\u0301" * 41, "B"])
        assert check_names(["e\u0301" * 40, "B"])[0] == "\u00e9" * 40

    def test_a_file_of_old_may_hold_names_that_differ_in_case_alone(self):
        assert check_names(["Ann", "ann"], stored=True) == ("Ann", "ann")
        with pytest.raises(NotationError):
            check_names([COMPOSED, APART], stored=True)
        values = mayi.Game(PETRAS, seats=["Ann", "B", "C"], seed=3, dealer="C").record.to_dict()
        del values["checksum"]  # that of the other names
        old = json.loads(json.dumps(values).replace('"B', '"ann'))
        assert mayi.load_record(old).seats == ("Ann", "ann", "C")

    def test_a_name_in_another_case_is_proposed(self):
        with pytest.raises(NotationError, match="nobody is called 'b': did you mean B"):
            game().seat("b")


class TestWhereverANameIsGiven:
    @pytest.mark.parametrize("name", [COMPOSED, APART])
    @pytest.mark.parametrize("other", [COMPOSED, APART])
    def test_a_game_knows_it(self, name, other):
        one = mayi.Game(PETRAS, seats=[name, "B", "C"], seed=3, dealer=other)
        assert one.seats[0] == COMPOSED
        assert one.seat(other).name == COMPOSED
        assert one.check("B: take").ok
        one.play("B: take")
        one.sit_out(other)
        assert list(one.policies) == [COMPOSED]
        one.set_policy(other, None)
        assert not one.policies
        assert one.record_for(other) == one.record_for(name)
        assert one.score_sheet(absent=[other]).totals == {COMPOSED: None, "B": 0, "C": 0}

    @pytest.mark.parametrize("name", [COMPOSED, APART])
    def test_a_move_names_its_seat(self, name):
        one = game()
        assert one.check(f"{name}: take").ok
        assert one.seat(COMPOSED).check(f"{name}: take").ok
        one.seat(COMPOSED).play(f" {name} : take")
        assert one.history == (f"{COMPOSED}: take",)

    @pytest.mark.parametrize("name", [COMPOSED, APART])
    def test_the_host_enters_scores_for_it(self, name):
        size = 108
        one = mayi.Game(PETRAS, seats=[APART, "B", "C"], dealer="C", deck=" ".join("?" * size))
        one.abandon()
        one.enter_scores({name: 20, "B": 20, "C": 20})
        assert one.state.scores == (20, 20, 20)
        with pytest.raises(RecordError, match="for every seat"):
            one.enter_scores({COMPOSED: 20, APART: 20, "B": 20, "C": 20})

    def test_a_record_in_another_form_is_the_same(self, tmp_path):
        one = game()
        one.play(f"{COMPOSED}: take")
        for suffix, text in (
            ("yaml", one.record.to_yaml()),
            ("json", json.dumps(one.record.to_dict(), ensure_ascii=False)),
        ):
            path = tmp_path / f"it.{suffix}"
            path.write_text(unicodedata.normalize("NFD", text), encoding="utf-8")
            assert mayi.load_record(path) == one.record
        apart = json.loads(json.dumps(one.record.to_dict()).replace("\\u00e9", "e\\u0301"))
        assert APART in apart["seats"]
        assert mayi.replay(mayi.load_record(apart)).digest == one.digest

    def test_a_scenario_in_another_form_goes_as_written(self):
        text = (
            f"scenario: 1\nprofile: petras\ncases:\n- name: it\n  seats: ['{APART}', B, C]\n"
            f"  given: {{turn: '{COMPOSED}', hands: {{'{APART}': 2c}}, bought: {{'{COMPOSED}': 1}}}}\n"
            f"  play: [{{'{COMPOSED}': take}}]\n  expect: {{turn: '{APART}', bought: {{'{APART}': 1}}}}\n"
        )
        (case,) = load_scenarios(text)
        assert run_case(case).ok, run_case(case).problems

    def test_the_protocol_knows_it(self):
        server = Server()

        def asked(method, **params):
            line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
            answer = json.loads(server.answer(line))
            assert "result" in answer, answer
            return answer["result"]

        asked("host.new", game="g", profile="petras", seats=[APART, "B", "C"], dealer="C")
        assert asked("table.status", game="g")["seats"][0] == COMPOSED
        for form in (COMPOSED, APART):
            asked("seat.view", game="g", seat=form)
            assert asked("seat.check", game="g", seat=form, move=f"{APART}: take")["verdict"]["ok"]
        asked("host.play", game="g", move=f"{APART}: take")
        asked("host.sit_out", game="g", seat=APART)
        record = asked("host.save", game="g")["record"]
        asked("host.load", game="h", record=json.loads(json.dumps(record).replace("\\u00e9", "e\\u0301")))

    def test_the_command_knows_it(self, tmp_path, monkeypatch, capsys):
        from io import StringIO

        from mayi_rules.cli.app import run

        def mayi_command(*arguments, typed=""):
            monkeypatch.setattr("sys.argv", ["mayi", *map(str, arguments)])
            monkeypatch.setattr("sys.stdin", StringIO(typed))
            code = run()
            return code, capsys.readouterr()

        sheet = tmp_path / "sheet.yaml"
        typed = f"out\n20\n20\nfix 1 {APART} 35\nquit\n"
        assert mayi_command("score", sheet, "--profile", "petras", "--seats", f"{APART},B,C", typed=typed)[0] == 0
        assert read_tally(sheet).score(1, COMPOSED) == 35
        assert mayi_command("score", tmp_path / "no.yaml", "--profile", "petras", "--seats", "Ann,ann,C")[0] == 2
        record = tmp_path / "it.yaml"
        record.write_text(game().record.to_yaml(), encoding="utf-8")
        assert mayi_command("replay", record, "--seat", APART)[0] == 0
        code, told = mayi_command("replay", record, "--seat", "jos\u00e9")
        assert code == 2
        assert f"did you mean {COMPOSED}?" in told.err
        cases = tmp_path / "cases.yaml"
        cases.write_text(
            f"scenario: 1\nprofile: petras\ncases: [{{name: {COMPOSED}, seats: [A, B, C], play: [{{A: pass, refused: true}}]}}]\n",
            encoding="utf-8",
        )
        assert mayi_command("why", cases, "--case", APART)[0] == 1


def test_every_text_of_a_file_is_composed():
    root, faults = read_yaml(f'"{APART}": [{APART}, "Jose\\u0301"]\n'.encode(), "it.yaml")
    assert not faults
    assert root.plain() == {COMPOSED: [COMPOSED, COMPOSED]}
    root, faults = node_from_python({APART: [APART]}, "it")
    assert not faults
    assert root.plain() == {COMPOSED: [COMPOSED]}
    _, faults = read_yaml(f"{APART}: 1\n{COMPOSED}: 2\n".encode(), "it.yaml")
    assert [fault.rule for fault in faults] == ["reading.duplicate_key"]
    _, faults = node_from_python({APART: 1, COMPOSED: 2}, "it")
    assert [fault.rule for fault in faults] == ["reading.duplicate_key"]


@pytest.mark.parametrize("text", ["", "a", COMPOSED, APART, *LONG, "A \u00c9  b", "\u1f80\u0345", "\ufb01"])
def test_composing_and_folding_are_done_once_and_for_all(text):
    assert nfc(nfc(text)) == nfc(text)
    assert folded(folded(text)) == folded(text)
    assert folded(unicodedata.normalize("NFD", text)) == folded(text)
    assert folded(f" {text.upper()}  ") == folded(text.lower().upper())

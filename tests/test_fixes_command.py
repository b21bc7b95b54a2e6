"""`mayi why`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("click")
from click.testing import CliRunner

from mayi_rules.cli.app import app

PETRAS = str(Path(__file__).parent / "scenarios" / "petras.yaml")


def invoke(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["why", *arguments])
    assert result.exit_code == code, result.output
    return result.output


def test_a_refused_step_of_a_case() -> None:
    text = invoke(PETRAS, "--case", "No run goes around the corner", code=1)
    assert "A: open Qd Kd Ad 2d | As 2s 3s 4s  (round 3 of May I? in Greg Petras's version)" in text
    assert "[meld.ace_in_the_middle; melds.run.ace, petras:" in text
    assert "if melds.run.ace were around_the_corner" in text


def test_a_part_of_the_name_and_a_step_will_do() -> None:
    assert invoke(PETRAS, "--case", "AROUND the corner", "--step", "1", code=1) == invoke(
        PETRAS, "--case", "No run goes around the corner", code=1
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((PETRAS,), "--case NAME is missing"),
        ((PETRAS, "--case", "nothing like it"), "no cases of"),
        ((PETRAS, "--case", "No run goes around the corner", "--step", "99"), "there is no step 99"),
        (("petras",), "give --move"),
        (("nosuch.yaml", "--case", "x"), "there is no such file"),
        (("petras", "--move", "take", "--case", "x"), "give one or the other"),
        (("petras", "--move", "take", "--players", "9"), "mayi: --players: May I? in Greg Petras's version is for 3"),
        (("petras", "--move", "take", "--players", "0"), "mayi: --players: "),
        (("petras", "--move", "take", "--hand", "2x"), "mayi: --hand: '2x' is not a card"),
        (("petras", "--move", "take", "--hand", "5h 5h 5h"), "mayi: --hand: 5h is given more often"),
        (("petras", "--move", "discard 5h", "--hand", ""), "mayi: --hand: whoever is to play holds a card"),
        (("petras", "--move", "take", "--table", "2c 9d"), "mayi: --table: 2c 9d is no meld"),
        (("petras", "--move", "take", "--table", "2c 2x"), "mayi: --table: '2x' is not a card"),
        (("petras", "--move", "take", "--table", "yuo: 2c 2d 2h"), "mayi: --table: nobody is called 'yuo'"),
        (("petras", "--move", "take", "--table", ""), "mayi: --table: it may not be empty"),
        (("petras", "--move", "take", "--discard", "2x"), "mayi: --discard: '2x' is not a card"),
        (("petras", "--move", "take", "--opened", "this_turn"), "mayi: --opened: only the active player"),
        (("petras", "--move", "take", "--round", "9"), "mayi: --round: May I? in Greg Petras's version has 7 rounds"),
        (("petras", "--move", "take", "--round", "0"), "mayi: --round: it is 0"),
        (("petras", "--move", ""), "mayi: --move: it may not be empty"),
    ],
)
def test_wrong_calls(arguments: tuple[str, ...], message: str) -> None:
    assert message in invoke(*arguments, code=2)


def test_a_quick_position() -> None:
    text = invoke(
        "pagat", "--round", "3", "--hand", "3h 4h 5h 6h 7h 8h 9h Th Jh Ac Ks",
        "--move", "open 3h 4h 5h 6h 7h | 8h 9h Th Jh", code=1,
    )  # fmt: skip
    assert "[opening.not_exact; opening.size, pagat.yaml:" in text
    assert "  - without 7h: open 3h 4h 5h 6h | 8h 9h Th Jh" in text


def test_a_quick_position_with_a_table() -> None:
    table = "you: 6h 7h 8h 9h | 7c 7d 7s"
    text = invoke(
        "petras", "--hand", "5h 2c", "--table", table, "--opened", "this_turn", "--move", "lay 5h on 1", code=1
    )
    assert "Nothing is laid off in the turn of the opening." in text
    assert "in your next turn, after drawing" in text
    assert invoke("petras", "--hand", "5h 2c", "--table", table, "--move", "lay 5h on 1").endswith(
        "This move is legal.\n"
    )
    assert "No single small change" in invoke("petras", "--hand", "5h 2c", "--move", "lay 5h on 1", code=1)


def test_asking_for_a_card_and_drawing() -> None:
    assert "This move is legal." in invoke("petras", "--move", "may I")
    assert "for the card on offer: may I" in invoke("petras", "--discard", "9c", "--move", "may I 2d", code=1)
    assert "This move is legal." in invoke("petras", "--move", "stock")


def test_for_machines() -> None:
    found = json.loads(
        invoke("pagat", "--hand", "7h 7d 7s 7c Kh Kd Ks 2c", "--move", "open 7h 7d 7s 7c | Kh Kd Ks", "--json", code=1)
    )
    assert found["ok"] is False
    assert found["reasons"][0]["code"] == "opening.not_exact"
    assert {fix["kind"] for fix in found["fixes"]} == {"move", "rule"}
    assert all(fix["proved"] for fix in found["fixes"])


def test_two_keys_together() -> None:
    position = ("--hand", "6h 2c", "--table", "you: 5h X 7h 8h", "--opened", "this_turn", "--move", "swap 6h on 1")
    told = invoke("petras", *position, code=1)
    assert "if wilds.swap.out_of were runs instead of none, and wilds.swap.who were opened instead of" in told
    (first, *_) = json.loads(invoke("petras", *position, "--json", code=1))["fixes"]
    assert first["kind"] == "rules"
    assert first["changes"] == {"wilds.swap.out_of": "runs", "wilds.swap.who": "opened"}

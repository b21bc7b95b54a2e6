"""`mayi solve`: what a hand can do."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from mayi_rules.cli.app import app


def answer(*arguments):
    result = CliRunner().invoke(app, ["solve", *arguments, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


def test_a_hand_that_opens_shows_the_opening_that_leaves_the_least():
    # petras, round 1: two sets, a card left to discard; the king joins its set and the joker is worth 25 in hand
    found = answer("7h 7d 7s Kh Kd Ks Kc X 2c")
    assert found["can_open"]
    assert found["left"] == "2c"
    assert found["points"] == 2
    assert found["distance"] == 0


def test_a_hand_that_lacks_a_card_names_the_cards_that_help_with_how_many_are_unseen():
    found = answer("7h 7d X Kh Kd 2c 9s 3c", "--discard", "Ks 7s")
    assert not found["can_open"]
    assert found["opening"] is None
    assert found["distance"] == 1
    # two decks and four jokers, less what is in hand and on the pile
    assert found["useful"] == {
        "7c": 2, "7d": 1, "7h": 1, "7s": 1, "Kc": 2, "Kd": 1, "Kh": 1, "Ks": 1, "X": 3,
    }  # fmt: skip
    assert found["points"] == 7 + 7 + 25 + 10 + 10 + 2 + 9 + 3


def test_whoever_has_opened_is_told_the_best_lay_offs():
    table = "5h X 7h 8h | you: 6d 7d 8d 9d | you: 2s 3s 4s 5s"
    found = answer("6h Td X 2c", "--profile", "continental", "--round", "3", "--table", table)
    assert found["left"] == "2c"
    assert "swap 6h for X on 1" in found["lay_offs"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["zz"], "HAND: 'zz' is not a card"),
        ([""], "HAND: whoever is to play holds a card"),
        (["7h 7h 7h"], "HAND: 7h is given more often"),
        (["7h", "--round", "9"], "--round: "),
        (["7h", "--players", "9"], "--players: "),
        (["7h", "--profile", "nobody"], ""),
        (["7h", "--table", "5h 9h"], "--table: 5h 9h is no meld"),
        (["7h", "--discard", "zz"], "--discard: 'zz' is not a card"),
    ],
)
def test_a_wrong_call_is_told_with_what_is_wrong_in_it(arguments, said):
    result = CliRunner().invoke(app, ["solve", *arguments])
    assert result.exit_code == 2
    assert f"mayi: {said}" in result.output
    assert "command line" not in result.output
    assert "Traceback" not in result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)

"""`mayi score`: a score sheet for real cards, as a family types at it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest

pytest.importorskip("click")
from click.testing import CliRunner

import mayi_rules as mayi
from mayi_rules.cards import CARDS, NAMES, Hand
from mayi_rules.cli.app import app
from mayi_rules.cli.leftovers import cards_needed, read_left
from mayi_rules.cli.tally_file import read_tally
from mayi_rules.engine.rules.scoring import hand_points
from mayi_rules.errors import RecordError
from mayi_rules.profile.resolution import round_rules

ROOT = Path(mayi.__file__).parents[1]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*args, code=0, said=None):
    result = CliRunner().invoke(app, list(args), input=said)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    return result.output


def sheet():
    return json.loads(run("score", "e.yaml", "--json"))


START = ("score", "e.yaml", "--profile", "petras", "--seats", "ann,bob,cid")


def test_score_keeps_what_is_entered(folder):
    told = run(*START, said="9c Qc X\nout\n= 35\n")
    assert "9c Qc X: 44 points" in told
    again = run("score", "e.yaml", said="hm\n5h 5h 5h\n5h\n")
    assert "'hm' is neither a card nor points" in again
    assert "5h is named 3 times in this round; the pack has 2" in again
    assert sheet()["totals"] == {"ann": 49, "bob": 0, "cid": 35}
    assert "49" in run("score", "e.yaml", "--show")


def test_the_example_of_the_documentation_is_what_is_printed(folder):
    text = (ROOT / "docs" / "score-sheet.md").read_text(encoding="utf-8")
    call, *lines = re.findall(r"```console\n(.*?)…\n```", text, re.DOTALL)[0].splitlines()
    typed = [line.partition("> ")[2] for line in lines if "> " in line]
    told = run(*call.removeprefix("$ mayi ").split(), said="".join(f"{one}\n" for one in typed))
    shown = "\n".join(re.sub("> .*", "> ", line) for line in lines)
    assert shown.replace("> \n", "> ") in told


def test_score_goes_back_and_to_the_end(folder):
    assert "nothing to take back" in run(*START, said="undo\nscores\nhelp\n\nquit\n")
    told = run("score", "e.yaml", said="= 5\n-\nout\n= 7\nundo\n= 9\n")
    assert "bob and cid cannot both have gone out" in told
    assert "taken back: round 1, cid: 7 points" in told
    run("score", "e.yaml", said="out\n= 6\n= 6\n" * 6)
    tally = read_tally(Path("e.yaml"))
    assert tally.awaited is None
    assert tally.totals() == (5, 36, 45)
    assert "game is over" in run("score", "e.yaml", said="= 11\n")
    assert "taken back: round 7, cid: 6 points" in run("score", "e.yaml", said="undo\n")
    assert read_tally(Path("e.yaml")).awaited == (7, "cid")


def test_score_of_a_house_rule_needs_its_file_once(folder):
    (folder / "house.yaml").write_text("profile: 1\nid: house\nextends: petras\nscoring: {points: {joker: 99}}\n")
    run("score", "e.yaml", "--profile", "house.yaml", "--seats", "ann,bob,cid", said="X\n")
    (folder / "house.yaml").unlink()
    assert sheet()["totals"]["ann"] == 99


@pytest.mark.parametrize(
    ("text", "points", "as_kept"),
    [
        ("35", 35, "= 35"),
        ("= 35", 35, "= 35"),
        ("5", 5, "5"),
        ("= 5", 5, "= 5"),
        ("10", 10, "T"),
        ("5 5 9", 19, "5 5 9"),
        ("9 5 5 X", 44, "9 5 5 X"),
        ("q, Q 10", 30, "Q Q T"),
        ("9 Q joker", 44, "9 Q X"),
        ("♥Q 10♥ h9", 29, "Qh Th 9h"),
        ("QQ9 kk", 49, "Q Q 9 K K"),
        ("QT10 xx", 80, "Q T T X X"),
        ("9cQcX", 44, "9c Qc X"),
        ("♥️10♥️Q", 20, "Th Qh"),
        ("9♣, 9♥️; 10♦ joker", 53, "9c 9h Td X"),
        ("A k", 25, "A K"),
        ("-", 0, "out"),
        ("OUT", 0, "out"),
        ("0", 0, "out"),
        ("= 0", 0, "out"),
    ],
)
def test_what_people_write(text, points, as_kept):
    rules = round_rules(mayi.load_profile("petras"), 3, 1)
    left = read_left(text, rules)
    assert (left.points, left.text) == (points, as_kept)
    assert read_left(left.text, rules) == left


@pytest.mark.parametrize(
    ("profile", "text", "said"),
    [
        ("petras", "1x", "'1x' is neither a card nor points"),
        ("petras", "35 5", "'35' is neither"),
        ("petras", "?", "write the cards"),
        ("petras", "♥Q ♥1", "'♥1' is neither a card nor points: write the cards that are left, with spaces between"),
        ("petras", "9cQ", "'9cQ' is neither a card nor points: write the cards that are left, with spaces between"),
        ("petras", "99 Q", "'99' is neither"),
        ("petras", "2 jokers", "'jokers' is neither"),
        ("petras", ", ,", "write the cards"),
        ("petras", "= 99999", "all cards of the pack together count 892"),
        ("petras", "893", "all cards of the pack together count 892"),
        ("petras", "-3", "the least is 0"),
        ("petras", "= −3", "the least is 0"),
        ("petras", "= x", "is not a number of points"),
        ("petras", "1", "the nearest are 0 and 2"),
        ("continental", "9", "9 may be a card or points: write = 9 for points, 9c for a card"),
        ("continental", "= 37", "the nearest are 35 and 40"),
        ("liverpool", "-50", "the bonus for an exact cut is written cut NAME"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(profile, text, said):
    with pytest.raises(RecordError, match=re.escape(said)):
        read_left(text, round_rules(mayi.load_profile(profile), 3, 1))


def test_values_that_are_negative_or_differ_by_suit():
    house = mayi.load_profile("petras").override({"scoring.points": {"As": -20}, "scoring.going_out": -10})
    rules = round_rules(house, 3, 1)
    assert read_left("-40", rules).points == -40
    assert read_left("out", rules).points == -10
    assert read_left("0", rules).text == "= 0"
    for text, said in (("-41", "the least is -40"), ("-39", "nearest are -40 and"), ("A 5", "-20 or 15, by its suit")):
        with pytest.raises(RecordError, match=said):
            read_left(text, rules)
    assert read_left("As 5", rules).points == -15


def test_cards_count_the_same_with_and_without_suits():
    for name in mayi.bundled_profiles():
        rules = round_rules(mayi.load_profile(name), 4, 1)
        for first, second in product(range(52), (0, 17, 52)):
            hand = hand_points(Hand.of([first, second]), rules)
            assert read_left(f"{NAMES[first]} {NAMES[second]}", rules).points == hand
            without = f"{CARDS[first].rank} {CARDS[second].rank if second < 52 else 'joker'}"
            assert read_left(without, rules).points == hand
            assert read_left(str(hand), rules).points == hand if hand > 10 else True


def test_ranks_without_suits_are_counted_against_the_pack(folder):
    told = run(*START, said="K K K K K\nKh K K\nKh Kh\nKh\n")
    assert "Kh is named 3 times in this round; the pack has 2" in told
    assert told.count("K is named 9 times in this round; the pack has 8") == 1
    assert sheet()["totals"] == {"ann": 50, "bob": 30, "cid": 0}


def test_a_round_without_anybody_out_is_asked_about(folder):
    told = run(*START, said="35\n20\n11\nhm\n\nno\n")
    assert told.count("Nobody went out in round 1: is that so?") == 3
    assert "not entered: round 1, cid: 11 points" in told
    assert read_tally(Path("e.yaml")).awaited == (1, "cid")
    run("score", "e.yaml", said="11\n")
    assert read_tally(Path("e.yaml")).awaited == (1, "cid"), "the end of the input is no yes"
    run("score", "e.yaml", said="11\nyes\n")
    assert read_tally(Path("e.yaml")).awaited == (2, "ann")


def test_a_question_takes_commands_and_can_be_left(folder):
    told = run(*START, said="35\n20\n11\nscores\nhelp\nundo\nfix 1 ann out\nquit\n")
    assert told.count("Nobody went out in round 1: is that so?") == 5
    assert told.count("write yes or no first") == 2
    assert re.search("total +35 +20 +0", told), "the sheet without what is asked about"
    assert "take back what was typed last" in told
    assert told.endswith("yes / no>   not entered: round 1, cid: 11 points\n")
    assert read_tally(Path("e.yaml")).awaited == (1, "cid")


@pytest.mark.parametrize(("points", "cards"), [("350", 25), ("= 892", 108)])
def test_more_points_than_a_hand_has_as_a_rule_are_asked_about(folder, points, cards):
    question = f"points need a hand of at least {cards} cards, and 10 were dealt: is that so?"
    assert question in run(*START, said=f"{points}\nno\n310\n")
    assert sheet()["totals"]["ann"] == 310
    told = run("score", "e.yaml", said=f"{points}\ny\nfix 1 ann {points}\nno\nfix 1 bob {points}\nyes\n")
    assert told.count(question) == 3
    assert sheet()["totals"] == {"ann": 310, "bob": int(points.strip("= ")), "cid": 0}


def test_no_usual_hand_is_asked_about(folder):
    for name in mayi.bundled_profiles():
        profile = mayi.load_profile(name)
        for number in range(1, len(profile.rounds) + 1):
            rules = round_rules(profile, 4, number)
            assert cards_needed(read_left("out", rules), rules) == 0
            for dear in (rules.points[kind] for kind in rules.pack_cards):
                assert cards_needed(read_left(f"= {dear}", rules), rules) <= 1
    house = mayi.load_profile("petras").override({"scoring.points": {"As": -20}, "scoring.going_out": -10})
    rules = round_rules(house, 3, 1)
    assert [cards_needed(read_left(text, rules), rules) for text in ("out", "-40", "-20", "= 5")] == [0, 2, 1, 1]
    assert cards_needed(read_left("5 5 9c", rules), rules) == 3


def test_undo_takes_back_what_was_typed_last(folder):
    told = run(*START, said="out\n20\n11\nfix 1 bob 99\nfix 1 bob 98\nundo\nundo\nundo\n12\nundo\nundo\n")
    assert "taken back: the fix of round 1, bob: 98 points; what counts again is 99 points" in told
    assert "taken back: the fix of round 1, bob: 99 points; what counts again is 20 points" in told
    assert re.findall("taken back: round 1, .*", told) == [
        "taken back: round 1, cid: 11 points",
        "taken back: round 1, cid: 12 points",
        "taken back: round 1, bob: 20 points",
    ]
    assert sheet()["totals"] == {"ann": 0, "bob": 0, "cid": 0}
    assert "taken back: round 1, ann: out" in run("score", "e.yaml", said="undo\n"), "after a new start the last entry"
    Path("e.yaml").unlink()
    start = ("score", "e.yaml", "--profile", "liverpool", "--seats", "ann,bob,cid")
    told = run(*start, said="out\ncut bob\ncut -\nundo\n25\nundo\n")
    assert "taken back: round 1: nobody cut exactly" in told
    assert read_tally(Path("e.yaml")).cuts == {1: "bob"}


def test_an_old_entry_is_corrected_and_the_rest_stays(folder):
    run(*START, said="out\n20\n11\n5\nout\n30\n")
    told = run("score", "e.yaml", said="fix 1 ann 9c Q\nfix 1 BOB out\nfix 2 cid = 33\nfix 1 cid out\n")
    assert "round 1, ann: 9c Q: 19 points (before: out: 0 points)\n  nobody went out in round 1 now" in told
    assert "round 1, bob: out: 0 points (before: 20 points)" in told
    assert "cannot both have gone out" in told
    assert sheet()["totals"] == {"ann": 24, "bob": 0, "cid": 44}
    for text in ("fix", "fix ann 5", "fix 1 dora 5", "fix 3 ann 5", "fix 9 ann 5", "fix 1 ann", "fix 1 ann = 9999"):
        before = Path("e.yaml").read_text()
        assert re.search("write fix|nothing is entered|write the cards|no hand", run("score", "e.yaml", said=text))
        assert Path("e.yaml").read_text() == before


def test_names_with_spaces_can_be_corrected(folder):
    run("score", "e.yaml", "--profile", "petras", "--seats", "ann,ann b,3", said="out\n20\n11\n")
    run("score", "e.yaml", said="fix 1 ann b 30\nfix 1 3 40")
    assert sheet()["totals"] == {"ann": 0, "ann b": 30, "3": 40}


def test_what_is_not_agreed_is_not_entered_wherever_it_stands(folder):
    Path("e.yaml").write_text("score: 1\nseats: [Ann, ann, cid]\nrounds: [{Ann: 5, cid: 7}]\nprofile: petras\n")
    run("score", "e.yaml", said="20\nno\n")
    assert sheet()["totals"] == {"Ann": 5, "ann": 0, "cid": 7}
    run("score", "e.yaml", said="out\nfix 1 ann 9\nfix 1 ANN out\n")
    assert sheet()["totals"] == {"Ann": 0, "ann": 9, "cid": 7}, "the case that is written counts first"


def test_an_exact_cut_has_an_entry_of_its_own(folder):
    start = ("score", "e.yaml", "--profile", "liverpool", "--seats", "ann,bob,cid")
    told = run(*start, said="cut bob\nout\n25\n13\ncut 2 CID\ncut 2 -\nhelp\ncut\ncut dora\ncut 99 ann\n")
    assert "round 1: set of 3, set of 3 (an exact cut: cut NAME, -50 points)" in told
    assert "round 1: bob cut exactly" in told
    assert "round 2: cid cut exactly" in told
    assert "round 2: nobody cut exactly" in told
    assert "cut NAME     who cut exactly" in told
    assert told.count("write cut and who cut exactly") == 2
    assert "there is no round 99" in told
    assert sheet()["rounds"][0]["bob"] == {"left": "= 25", "bonus": -50, "points": -25}
    assert sheet()["totals"] == {"ann": 0, "bob": -25, "cid": 13}
    Path("e.yaml").unlink()
    told = run(*START, said="cut bob\nhelp\n")
    assert "a cut counts nothing in this game" in told
    assert "cut NAME" not in told


BROKEN = """\
score: 1
seats: [ann, bob, cid]
rounds:
  - {ann: out, bob: Q Q 9, cid: = 35}
  - {ann: 35, bob: out, cid: 5}
  - ann: out
    bob: 12
    cid: 5h
profile: liverpool
cuts:
  1: ann
"""


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("bob: 12", "bob: 1x", "8:10: round 3, bob: '1x' is neither"),
        ("bob: 12", "bob: out", "8:10: round 3, bob: ann and bob cannot both"),
        ("bob: 12", "bob: 5h 5h 5h", "8:10: round 3, bob: 5h is named 3 times"),
        ("bob: 12", "bob: = 9999", "8:10: round 3, bob: no hand"),
        ("bob: 12", "bob: [5]", "8:10: round 3, bob: what was left"),
        ("bob: 12", "bob: true", "8:10: round 3, bob: what was left"),
        ("bob: 12", "bbo: 12", "8:5: round 3: nobody is called 'bbo'"),
        ("bob: 12", "ann: 12", "8:5: ann is given twice"),
        ("cid: 5}", "}", "7:5: round 3 begins, but in round 2 nothing is entered for cid"),
        ("{ann: 35, bob: out, cid: 5}", "{}", "6:5: round 2: a round says"),
        ("{ann: 35, bob: out, cid: 5}", "7", "6:5: round 2: a round says"),
        ("  1: ann", "  1: dora", "12:6: round 1: no player is called 'dora'"),
        ("  1: ann", "  9: dora", "12:6: round 9: no player"),
        ("  1: ann", "  9: ann", "12:3: round 9, ann: there is no round 9"),
        ("  1: ann", "  x: ann", "12:3: cuts: 'x' is no number"),
        ("\n  1: ann", " ann", "11:7: cuts says"),
        ("profile: liverpool", "profile: petras", "12:3: round 1, ann: a cut counts nothing"),
        ("profile: liverpool", "profile: petra", "10:10: profile is the id"),
        ("profile: liverpool", "profile: {id: x}", "10:10: "),
        (
            "profile: liverpool",
            "profil: liverpool",
            "10:1: profil is not a key of a score sheet; did you mean profile?",
        ),
        ("profile: liverpool\n", "", "2:1: profile is missing"),
        ("[ann, bob, cid]", "[ann, bob, bob]", "3:8: two seats"),
        ("[ann, bob, cid]", "[ann]", "3:8: "),
        ("[ann, bob, cid]", "ann", "3:8: seats is the text 'ann'; it is a list"),
        ("score: 1", "score: 7", "2:1: this is no score sheet"),
    ],
)
def test_a_damaged_file_is_refused_with_line_round_and_player(folder, before, after, said):
    assert BROKEN.count(before) == 1
    Path("e.yaml").write_text("# an evening\n" + BROKEN.replace(before, after))
    assert run("score", "e.yaml", code=1).startswith(f"mayi: e.yaml:{said}")


def test_a_file_that_was_changed_with_an_editor_is_read(folder):
    Path("e.yaml").write_text(BROKEN)
    assert sheet()["totals"] == {"ann": -15, "bob": 41, "cid": 45}


@pytest.mark.parametrize(
    ("args", "text", "code"),
    [
        (["score", "new.yaml"], None, 2),
        (["score", "new.yaml", "--profile", "petras", "--seats", "ann"], None, 2),
        (["score", "new.yaml", "--profile", "nothing", "--seats", "ann,bob,cid"], None, 2),
        (["score", "new.yaml", "--profile", "petras", "--seats", "ann,ann,bob"], None, 2),
        (["score", "no/such/new.yaml", "--profile", "petras", "--seats", "ann,bob,cid"], None, 2),
        ([*START], "score: 1\n", 2),
        (["score", "e.yaml"], "", 1),
        (["score", "e.yaml"], "score: 2\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: {}\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: [5]\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: [{d: out}]\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: [{a: out}, {a: out}]\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: [{a: [5]}]\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, 1]\nrounds: []\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a]\nrounds: []\nprofile: petras\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: []\nprofile: ./x.yaml\n", 1),
        (["score", "e.yaml"], "score: 1\nseats: [a, b, c]\nrounds: []\nprofile: petras\nmore: 1\n", 1),
    ],
)
def test_score_refuses(folder, args, text, code):
    if text is not None:
        (folder / "e.yaml").write_text(text)
    assert run(*args, code=code).startswith("mayi: ")
    if text is not None:
        assert (folder / "e.yaml").read_text() == text


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_a_kill_loses_no_more_than_the_line_being_typed(folder):
    command = [sys.executable, "-u", "-c", "from mayi_rules.cli.entry import main; main()", *START]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment) as process:
        for entry in ("out", "= 2", "= 3", "= 4"):
            process.stdin.write(f"{entry}\n".encode())
        process.stdin.flush()
        until = time.monotonic() + 30
        while "= 4" not in (Path("e.yaml").read_text() if Path("e.yaml").exists() else ""):
            assert time.monotonic() < until
            time.sleep(0.02)
        process.stdin.write(b"= 99")
        process.stdin.flush()
        process.kill()
    assert read_tally(Path("e.yaml")).totals() == (4, 2, 3)


def test_a_write_that_fails_leaves_the_old_file(folder, monkeypatch):
    run(*START, said="out\n")
    before = Path("e.yaml").read_text()

    def full(_number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert "No space left" in run("score", "e.yaml", said="= 2\n", code=2)
    assert Path("e.yaml").read_text() == before
    assert [file.name for file in folder.iterdir()] == ["e.yaml"]

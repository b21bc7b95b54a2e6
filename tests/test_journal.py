"""A journal holds every change of a game, comes back to the very same game, and tells what is wrong with it.

`MAYI_PROPERTIES=20 pytest tests/test_journal.py` plays twenty times as many games of random profiles.
"""

from __future__ import annotations

import errno
import json
import os
import random
import re
import subprocess
import sys
import threading
import zlib

import pytest

import mayi_rules as mayi
from mayi_rules import Journal, read_journal
from mayi_rules.bots.registry import make_bot
from mayi_rules.cards import UNKNOWN
from mayi_rules.engine.rules.deal import cards_to_deal
from mayi_rules.records.journal_lines import read_lines, written_line
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_profiles import build_profile
from mayi_rules.testing.random_walk import random_move

NAMES = tuple("abcdefghijkl")


def petras(**more):
    return mayi.Game(mayi.load_profile("petras"), seats=NAMES[:3], seed=3, **more)


def change(game, rng):
    """One change of any kind."""
    chance = rng.random()
    if game.phase is mayi.Phase.ROUND_OVER:
        game.next_round()
    elif game.history and chance < 0.07:
        game.undo(rng.randint(1, min(9, len(game.history))))
    elif chance < 0.09:
        game.sit_out(rng.choice(game.seats))
    elif chance < 0.12:
        game.set_policy(rng.choice(game.seats), rng.choice([None, make_bot("greedy", rng)]))
    elif chance < 0.3 and game.to_act:
        game.advance(cap=1)
    else:
        game.play(random_move(game.state, rng))


def everything(game):
    """All that must be the same when a game comes back."""
    return {
        "state": game.state,
        "history": game.history,
        "version": game.version,
        "events": [(event.seq, event) for event in game.events()],
        "turns": (game.turns, game.turn_cap),
        "policies": {name: policy.name for name, policy in game.policies.items()},
        "record": {key: value for key, value in game.record.to_dict().items() if key != "checksum"},
    }


def back(path, rng):
    return Journal.resume(path, sync=False, bots=lambda name: make_bot(name, rng))


def play_and_resume(game, path, rng, *, changes, resumes):
    with_steps = 0
    journal = Journal.begin(path, game, sync=False)
    for number in range(changes):
        if game.is_over:
            break
        change(game, rng)
        if number % (changes // resumes) == 0:
            journal.close()
            assert mayi.replay(read_journal(path)) == game
            journal = back(path, rng)
            assert everything(journal.game) == everything(game)
            game = journal.game
            with_steps += bool(game.history)
    assert everything(back_of(journal, path, rng).game) == everything(game)
    return with_steps


def back_of(journal, path, rng):
    journal.close()
    return back(path, rng)


@pytest.mark.parametrize("profile_id", mayi.bundled_profiles())
def test_a_game_comes_back_as_it_was(profile_id, tmp_path):
    game = mayi.Game(mayi.load_profile(profile_id), seats=NAMES[:4], turn_cap=12)
    assert play_and_resume(game, tmp_path / "game.jsonl", random.Random(profile_id), changes=250, resumes=5) > 3


def test_games_of_random_profiles_come_back(factor, tmp_path):
    resumed = 0
    for number in range(8 * factor):
        choices = RandomChoices(random.Random(f"journal {number}"))
        profile = build_profile(choices)
        players = choices.whole(profile.players.min, min(profile.players.max, len(NAMES)))
        game = mayi.Game(profile, seats=NAMES[:players], turn_cap=12)
        path = tmp_path / f"{number}.jsonl"
        resumed += play_and_resume(game, path, random.Random(number), changes=120, resumes=4)
    assert resumed > 12 * factor


def test_shuffles_of_a_stock_come_back_also_of_steps_that_were_taken_back(tmp_path):
    game = petras(turn_cap=None)
    journal = Journal.begin(tmp_path / "game.jsonl", game, sync=False)
    for name in game.seats:
        game.sit_out(name)
    while game.state.tally.renewed < 2:
        game.advance(cap=1)
    while game.state.tally.renewed:
        game.undo()
    game.undo(5)
    for name in game.seats:
        game.set_policy(name, make_bot("random", random.Random(name)))
    while not game.state.tally.renewed:
        game.advance(cap=1)
    journal.close()
    assert everything(back(tmp_path / "game.jsonl", random.Random(1)).game) == everything(game)


def test_a_real_table_comes_back_with_what_it_told(tmp_path):
    rng = random.Random(4)
    profile = mayi.load_profile("petras")
    rules = mayi.round_rules(profile, 3, 1)
    upcard = cards_to_deal(rules) - 1
    deck = bytes(
        card if place == upcard or rng.random() < 0.5 else UNKNOWN
        for place, card in enumerate(petras().record.rounds[0].deck)
    )
    game = mayi.Game(profile, seats=NAMES[:3], dealer="a", deck=deck)
    path = tmp_path / "game.jsonl"
    journal = Journal.begin(path, game, sync=False)
    game.play("b: stock")
    game.close()
    game.undo()
    game.close()
    game.abandon()
    game.enter_scores({"a": 90, "b": 92, "c": 94})
    game = back_of(journal, path, rng).game
    assert game.standings[0].total == 90
    assert game.version == 6
    game.next_round(deck=bytes(rules.pack_cards))
    game.undo(2)
    game.abandon()
    with pytest.raises(mayi.IllegalMove):
        game.next_round(deck=bytes(rules.pack_cards))
    assert mayi.replay(read_journal(path)) == game


def test_a_journal_begins_where_the_game_stands_and_undoes_what_was_before(tmp_path):
    game = petras()
    game.sit_out("b")
    for name in ("a", "c"):
        game.set_policy(name, make_bot("steady", random.Random(name)))
    game.advance(cap=7)
    game.undo(3)
    path = tmp_path / "game.jsonl"
    with Journal.begin(path, game):
        game.undo(4)
        game.advance(cap=2)
    found = back(path, random.Random(1)).game
    assert (found.version, found.history) == (game.version, game.history)
    assert set(found.policies) == set(game.policies)
    assert found.policies["b"].name == "sits_out"
    game.undo()
    assert found.version != game.version, "a closed journal keeps nothing any more"


def test_without_what_makes_bots_their_seats_are_played_by_people_and_their_names_kept(tmp_path):
    game = petras()
    journal = Journal.begin(tmp_path / "game.jsonl", game)
    game.sit_out("b")
    game.set_policy("a", make_bot("steady", random.Random(1)))
    journal.close()
    found = Journal.resume(tmp_path / "game.jsonl").game
    assert set(found.policies) == {"b"}
    assert found.record.policies == {"a": "steady", "b": "sits_out"}


@pytest.fixture
def kept(tmp_path):
    """A journal of some lines, closed; its path and the game."""
    game = petras()
    path = tmp_path / "game.jsonl"
    journal = Journal.begin(path, game, sync=False)
    for name in NAMES[:3]:
        game.sit_out(name)
    game.advance(cap=2)
    game.undo()
    game.advance(cap=1)
    journal.close()
    return path, game


def test_a_torn_last_line_is_cut_wherever_it_is_torn(kept):
    path, _ = kept
    whole = path.read_bytes()
    *lines, last = whole.splitlines(keepends=True)
    before = b"".join(lines)
    for size in range(len(before), len(whole)):
        found = read_lines(whole[:size], "game.jsonl")
        assert (len(found.lines), found.size, found.torn) == (len(lines), len(before), size - len(before))
    versions = set()
    for size in (len(before), len(before) + 1, len(whole) - 1):
        path.write_bytes(whole[:size])
        assert mayi.replay(read_journal(path)).history
        assert len(path.read_bytes()) == size, "reading changes nothing"
        journal = Journal.resume(path, sync=False)
        assert journal.torn == size - len(before)
        assert path.read_bytes() == before
        versions.add(journal.game.version)
        journal.game.advance(cap=1)
        journal.close()
        with Journal.resume(path, sync=False) as further:
            assert further.game == journal.game
    assert len(versions) == 1
    path.write_bytes(before + b"\0" * len(last))
    with Journal.resume(path, sync=False) as journal:
        assert journal.torn == len(last), "a disk may have kept room that was never written"


def spoilt(lines, number, how):
    lines = list(lines)
    at = number - 1
    if how == "other":
        middle = len(lines[at]) // 3
        lines[at] = lines[at][:middle] + bytes([lines[at][middle] ^ 1]) + lines[at][middle + 1 :]
    elif how == "lost":
        del lines[at]
    elif how == "twice":
        lines.insert(at, lines[at])
    elif how == "swapped":
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    elif how == "half":
        lines[at] = lines[at][: len(lines[at]) // 2] + b"\n"
    elif how == "zeros":
        lines[at] = b"\0" * (len(lines[at]) - 1) + b"\n"
    return b"".join(lines)


@pytest.mark.parametrize("how", ["other", "lost", "twice", "swapped", "half", "zeros"])
@pytest.mark.parametrize("number", [2, 3, 5])
def test_a_damaged_line_is_told_with_its_number(kept, number, how):
    path, _ = kept
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(spoilt(lines, number, how))
    told = number + (how == "twice")
    for read in (read_journal, Journal.resume):
        with pytest.raises(mayi.RecordError) as caught:
            read(path)
        assert str(caught.value).startswith(f"game.jsonl:{told}: the line is damaged, or is not the one that followed")
    os.truncate(path, int(re.search(r"cut to (\d+) bytes", str(caught.value))[1]))
    assert Journal.resume(path).game.version == json.loads(lines[told - 2])["version"], "as the message says"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "this is no journal: it does not begin with a whole line"),
        (b"hello\n", "game.jsonl:1: this is no journal, or its first line is damaged"),
        (written_line({"record": 1})[0], "its first line begins with journal: 1"),
        (written_line({"journal": 2})[0], "the journal has format 2; this release reads 1: a newer release wrote it"),
        (written_line({"journal": 1})[0], "game.jsonl:1: 'record' is missing"),
        (written_line({"journal": 1, "record": {"record": 1}, "version": 0})[0], "game.jsonl:1: seats is missing"),
        (b'[1,"sum":"%08x"}\n' % zlib.crc32(b"[1}"), "game.jsonl:1: the line is no JSON"),
    ],
)
def test_what_is_no_journal_is_refused(tmp_path, data, said):
    path = tmp_path / "game.jsonl"
    path.write_bytes(data)
    for read in (read_journal, Journal.resume):
        with pytest.raises(mayi.RecordError) as caught:
            read(path)
        assert said in str(caught.value)
    with pytest.raises(mayi.RecordError, match=r"nothing\.jsonl: the file cannot be read"):
        read_journal(tmp_path / "nothing.jsonl")


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"moves": ["a: keep"]}, "not possible now"),
        ({"moves": ["z: stock"]}, "nobody is called 'z'"),
        ({"moves": 7}, "moves is 7; it should be a list of texts"),
        ({"moves": ["table: next round"]}, "'deck' is missing"),
        ({"undo": 99}, "99 steps cannot be undone"),
        ({"undo": True}, "undo is True; it should be a whole number"),
        ({"told": {"a": 1}}, "scores"),
        ({"told": {"a": "1"}}, "told is {'a': '1'}; it should be an object of whole numbers"),
        ({"policies": {"z": None}}, "nobody is called 'z'"),
        ({"policies": 5}, "policies is 5; it should be an object of names and null"),
        ({"recycled": [[1]], "moves": []}, "recycled is [[1]]; it should be a list of round, renewal and cards"),
        ({"recycled": [[1, 0, "5x"]], "moves": []}, "'5x' is not a card"),
        ({"hello": 1}, "it says nothing that changes a game"),
        ({"moves": []}, "it leads to version"),
    ],
)
def test_a_line_that_the_rules_refuse_is_told_with_its_number(tmp_path, values, said):
    path = tmp_path / "game.jsonl"
    Journal.begin(path, petras()).close()
    header = path.read_bytes()
    checksum = int(header[-11:-3], 16)
    path.write_bytes(header + written_line({"version": 9, **values}, checksum)[0])
    for read in (read_journal, Journal.resume):
        with pytest.raises(mayi.RecordError) as caught:
            read(path)
        assert str(caught.value).startswith("game.jsonl:2: ")
        assert said in str(caught.value)


class Full:
    """A disk with room for so many bytes."""

    def __init__(self, room):
        self.room = room
        self.write = os.write

    def __call__(self, descriptor, data):
        if not self.room:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = self.write(descriptor, bytes(data[: self.room]))
        self.room -= written
        return written


@pytest.mark.parametrize("room", [0, 1, 30])
def test_a_change_that_cannot_be_written_is_refused_and_changes_nothing(tmp_path, monkeypatch, room):
    game = petras()
    path = tmp_path / "game.jsonl"
    Journal.begin(path, game)
    game.play(f"{game.to_act[0]}: stock")
    before, was = everything(game), path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(os, "write", Full(room))
        for refused in (
            game.close,
            lambda: game.seat(game.to_act[0]).play("pass"),
            game.undo,
            lambda: game.sit_out("a"),
            game.abandon,
        ):
            with pytest.raises(OSError, match="No space left") as caught:
                refused()
            assert caught.value.filename == str(path)
            patched.setattr(os, "write", Full(room))
            assert everything(game) == before
            assert path.read_bytes() == was
    game.close()
    game.undo()
    assert everything(mayi.replay(read_journal(path)))["state"] == game.state


def test_a_change_that_was_written_and_interrupted_then_is_written_over(tmp_path):
    game = petras()
    path = tmp_path / "game.jsonl"
    journal = Journal.begin(path, game)
    keep = journal.keep

    def interrupted(change, version):
        keep(change, version)
        raise KeyboardInterrupt

    journal.keep = interrupted
    with pytest.raises(KeyboardInterrupt):
        game.abandon()
    assert not game.state.is_over
    journal.keep = keep
    game.play(f"{game.to_act[0]}: stock")
    journal.close()
    assert everything(Journal.resume(path).game) == everything(game)


@pytest.mark.skipif(os.name != "posix", reason="files are locked otherwise there")
def test_one_process_writes_a_journal_at_a_time(kept):
    path, _ = kept
    journal = Journal.resume(path)
    with pytest.raises(OSError, match="another process writes it, or this one does already"):
        Journal.resume(path)
    code = f"import mayi_rules as mayi; mayi.Journal.resume({str(path)!r})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "another process writes it" in run.stderr
    assert read_journal(path) == journal.game.record, "it may be read meanwhile"
    journal.close()
    Journal.resume(path).close()


def test_a_game_has_one_journal_and_a_file_is_never_written_over(tmp_path):
    game = petras()
    first = Journal.begin(tmp_path / "one.jsonl", game)
    with pytest.raises(ValueError, match="has a journal already"):
        Journal.begin(tmp_path / "two.jsonl", game)
    with pytest.raises(FileExistsError):
        Journal.begin(tmp_path / "one.jsonl", petras())
    first.close()
    Journal.begin(tmp_path / "three.jsonl", game)
    with pytest.raises(TypeError, match="game should be a Game"):
        Journal.begin(tmp_path / "four.jsonl", "petras")


def test_compaction_puts_one_line_in_the_place_of_all(kept, monkeypatch):
    path, game = kept
    journal = Journal.resume(path)
    assert len(path.read_bytes().splitlines()) > 10
    journal.compact()
    assert len(path.read_bytes().splitlines()) == 1
    journal.game.advance(cap=1)
    journal.game.undo(3)
    assert len(path.read_bytes().splitlines()) > 2
    was = path.read_bytes()
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(errno.EIO, "broken")))
        with pytest.raises(OSError, match="broken"):
            journal.compact()
    assert path.read_bytes() == was
    journal.game.advance(cap=1)
    journal.close()
    found = Journal.resume(path)
    assert (found.game, found.game.version) == (journal.game, journal.game.version)
    assert found.game.version > game.version
    found.game.advance(cap=1)
    found.compact()
    assert read_journal(path) == found.game.record


def test_compaction_loses_no_change_of_another_thread(tmp_path):
    game = mayi.Game(mayi.load_profile("petras"), seats=NAMES[:4], seed=2, turn_cap=None)
    path = tmp_path / "game.jsonl"
    journal = Journal.begin(path, game, sync=False)
    for name in game.seats:
        game.sit_out(name)
    was, done = sys.getswitchinterval(), threading.Event()
    sys.setswitchinterval(1e-6)

    def play():
        for _ in range(60):
            game.advance(cap=1)
        done.set()

    player = threading.Thread(target=play)
    try:
        player.start()
        compactions = 0
        while not done.is_set():
            journal.compact()
            compactions += 1
        player.join()
    finally:
        sys.setswitchinterval(was)
    journal.close()
    assert compactions
    found = read_journal(path)
    assert mayi.replay(found) == game
    assert found.counters.version == game.version


def test_what_is_written_of_a_change_does_not_grow_with_the_game(tmp_path):
    game = mayi.Game(mayi.load_profile("petras"), seats=NAMES[:4], seed=1, turn_cap=120)
    path = tmp_path / "game.jsonl"
    Journal.begin(path, game, sync=False)
    for name in game.seats:
        game.sit_out(name)
    while not game.is_over:
        game.advance()
        if not game.is_over:
            game.next_round()
    header, *lines = path.read_bytes().splitlines()
    assert len(lines) > 2_000
    moves = [len(line) for line in lines if b'"deck"' not in line and b'"recycled"' not in line]
    assert max(moves) < 200
    assert len(header) < 4_000
    early, late = moves[100:600], moves[-600:-100]
    assert sum(late) < 1.1 * sum(early), "but for the digits of the version"


def test_every_line_is_one_change_in_plain_words(tmp_path):
    game = petras(turn_cap=1)
    path = tmp_path / "game.jsonl"
    Journal.begin(path, game, sync=False)
    active = game.to_act[0]
    game.play(f"{active}: stock")
    game.close()
    game.sit_out(active)
    game.advance()
    game.next_round()
    game.undo()
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    for line in lines:
        assert len(line.pop("sum")) == 8
    assert list(lines[0]) == ["journal", "version", "record"]
    assert lines[1:4] == [
        {"version": 1, "moves": [f"{active}: stock"]},
        {"version": 2, "moves": ["table: close"]},
        {"version": 2, "policies": {active: "sits_out"}},
    ]
    assert lines[4]["moves"][1:] == ["table: abandon after 1 turns"]
    assert set(lines[4]["scores"]) == set(game.seats)
    assert lines[5]["moves"] == ["table: next round"]
    assert len(lines[5]["deck"].split()) == game.state.rules.pack_size
    assert lines[6] == {"version": 6, "undo": 1}

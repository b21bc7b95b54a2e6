"""A game for its host: numbered events, versions, undo, the clock, policies, sitting out, the score sheet."""

from __future__ import annotations

import pickle
import random

import pytest

from mayi_rules import Game, IllegalMove, NotationError, RecordError, StaleVersion, load_profile, replay
from mayi_rules.bots.simple import GreedyBot, RandomBot
from mayi_rules.cards import UNKNOWN
from mayi_rules.engine.state.events import EventType
from mayi_rules.engine.state.values import Phase
from mayi_rules.moves import Pass


def petras(seed=4, **more):
    return Game(load_profile("petras"), seats=["n", "e", "s"], seed=seed, dealer="n", **more)


def with_bots(profile="petras", seed=1, names=("n", "e", "s")):
    game = Game(load_profile(profile), seats=names, seed=seed)
    for name in names:
        game.set_policy(name, GreedyBot(random.Random(name)))
    return game


def play_on(game):
    while not game.is_over:
        if game.phase is Phase.CUT:
            game.cut()
        game.advance()
        if not game.state.is_over:
            game.abandon()
        if not game.is_over:
            game.next_round()
    return game


def test_events_are_numbered_and_can_be_caught_up_with():
    game = petras()
    seen = list(game.seat("s").events())
    for move in ("e: stock", "s: may I", "n: pass", "e: discard 5c"):
        if game.check(move):
            game.play(move)
        seen += game.seat("s").events(since=seen[-1].seq + 1)
    assert [event.seq for event in seen] == list(range(len(seen)))
    assert seen == list(game.seat("s").events())
    assert game.seat("s").events(since=len(seen)) == ()
    assert [event.seq for event in game.events(since=3)][:1] == [3]
    with pytest.raises(ValueError, match="since should be a whole number from 0, not -1"):
        game.events(since=-1)


def numbered(events):
    return [(event.seq, event) for event in events]


@pytest.mark.parametrize("looks", ["at_once", "later", "backwards", "never_before"])
def test_the_events_of_a_step_bear_their_numbers_in_the_game(looks):
    game = petras()
    rng = random.Random(7)
    steps = []
    for count in range(40):
        seat = game.seat(game.to_act[0])
        step = game.play(seat.legal_moves.sample(rng)) if count % 2 else None
        if step is None:
            before = len(game.events()) if looks == "at_once" else None
            seen = seat.play(seat.legal_moves.sample(rng).text())
            assert before is None or numbered(seen.events) == numbered(seat.events(since=before))
            assert [event.seq for event in seen.events] == list(range(seen.events[0].seq, seen.events[-1].seq + 1))
            continue
        steps.append(step)
        if looks == "at_once":
            assert step.events[-1].seq == len(game.events()) - 1
        if count == 21:
            game.undo(2)
            steps.pop()
    if looks == "backwards":
        assert [step.events[0].seq for step in steps[::-1]] == sorted((s.events[0].seq for s in steps), reverse=True)
    told = game.events() if looks != "never_before" else None
    found = [one for step in steps for one in numbered(step.events)]
    assert [seq for seq, _ in found] == sorted({seq for seq, _ in found})
    told = told or game.events()
    assert all(told[seq] == event for seq, event in found)
    assert [event.seq for event in told] == list(range(len(told)))


def test_the_events_of_a_resumed_game_are_numbered_on():
    game = petras()
    game.play("e: stock")
    back = replay(game.record)
    step = back.seat("s").play("pass")
    assert numbered(step.events) == numbered(back.seat("s").events()[-len(step.events) :])
    assert numbered(back.events()) == numbered([*game.events(), *back.events(since=len(game.events()))])


def test_a_seat_has_its_record_and_as_many_fixes_as_are_wanted():
    game = petras()
    game.play("e: stock")
    south = game.seat("s")
    assert south.record == game.record_for("s")
    assert south.record.rounds[0].deck.count(UNKNOWN) > 90
    assert len(south.fixes("discard 2c", limit=0)) == 0
    assert game.seat("e").fixes("take", limit=1) == game.seat("e").fixes("take")[:1]


@pytest.mark.parametrize("text", ["nonsense", "discard 5x", "e: pass", "discard 5h"])
def test_what_check_says_of_a_text_is_what_the_error_of_play_holds(text):
    south = petras().seat("s")
    with pytest.raises((IllegalMove, NotationError)) as caught:
        south.play(text)
    assert caught.value.verdict == south.check(text)


def test_spectators_see_no_private_card():
    game = petras()
    game.play("e: stock")
    game.play("table: close")
    for event in game.spectator_events():
        if event.type in (EventType.HAND, EventType.DREW_STOCK):
            assert set(event.to_dict()["cards"].split()) == {"?"}


def test_versions_count_steps_and_refuse_what_is_stale():
    game = petras()
    assert game.version == 0
    game.play("e: stock", expected_version=0)
    before = game.state
    with pytest.raises(StaleVersion) as caught:
        game.play("e: stock", expected_version=0)
    assert (caught.value.expected, caught.value.version) == (0, 1)
    assert caught.value.verdict.codes == ("turn.stale",)
    assert isinstance(pickle.loads(pickle.dumps(caught.value)), StaleVersion)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    with pytest.raises(StaleVersion):
        game.seat("s").play("pass", expected_version=7)
    with pytest.raises(StaleVersion):
        game.seat("s").play(Pass(2), expected_version=7)
    assert game.state is before
    assert game.version == 1
    game.seat("s").play("pass", expected_version=game.seat("s").version)
    game.undo()
    assert game.version == 3, "an undone step is no way back to an old version"


def test_undo_goes_back_over_the_end_of_a_round():
    game = petras()
    start = game.state
    game.play("e: stock")
    game.play("table: close")
    middle = game.state
    game.abandon()
    game.next_round()
    told = len(game.events())
    began = next(event.seq for event in game.events() if event.type is EventType.ROUND_OVER)
    assert game.undo(2) == ("table: next round", "table: abandon")
    assert game.state == middle
    assert game.history == ("e: stock", "table: close")
    last = game.events()[-1]
    assert (last.type, last.number, last.seq) == (EventType.UNDONE, began, told)
    assert len(game.undo(2)) == 2
    assert game.state == start
    with pytest.raises(ValueError, match="cannot be undone"):
        game.undo()
    with pytest.raises(ValueError, match="cannot be undone"):
        game.undo(0)


def test_what_is_played_again_after_undo_is_the_same():
    game = petras()
    game.play("e: stock")
    game.play("table: close")
    once = game.state
    game.undo(2)
    game.play("e: stock")
    game.play("table: close")
    assert game.state == once
    seqs = [event.seq for event in game.events()]
    assert seqs == list(range(len(seqs)))


def test_bots_play_until_a_person_must_act():
    game = petras()
    for name in ("n", "s"):
        game.set_policy(name, RandomBot(random.Random(name)))
    assert game.advance() == ()
    game.play("e: stock")
    game.advance()
    assert game.to_act == ("e",)
    hand = game.state.hands[1]
    game.play(f"e: discard {next(iter(hand))}")
    steps = game.advance()
    assert steps
    assert game.to_act == ("e",) or game.state.is_over
    game.set_policy("n", None)
    assert set(game.policies) == {"s"}


def test_a_table_of_bots_stops_at_the_end_of_the_round_or_at_the_cap():
    game = with_bots()
    game.advance(cap=2)
    assert not game.state.is_over
    game.advance()
    assert game.state.is_over
    assert game.advance() == ()


def test_a_seat_that_sits_out_lays_nothing_and_the_game_goes_on():
    game = with_bots("continental", names=("n", "e", "s", "w"))
    game.sit_out("e")
    play_on(game)
    assert game.is_over
    mine = [text for text in game.history if text.startswith("e:")]
    assert {text.split()[1] for text in mine} <= {"stock", "take", "pass", "discard"}


def test_a_policy_that_cheats_is_refused():
    class Cheat:
        def choose(self, view):
            return Pass(view.seat)

    game = petras()
    game.set_policy("e", Cheat())
    with pytest.raises(IllegalMove):
        game.advance()
    assert game.version == 0
    with pytest.raises(NotationError):
        game.set_policy("x", Cheat())


def test_the_score_sheet_adds_up():
    game = play_on(with_bots(seed=3))
    sheet = game.score_sheet()
    assert len(sheet.rounds) == 7
    totals = dict.fromkeys(game.seats, 0)
    for one in sheet.rounds:
        for line in one.lines:
            assert line.hand == sum(line.points)
            assert line.score == line.hand + line.going_out + line.bonus
            totals[line.seat] += line.score
            assert line.total == totals[line.seat]
            assert list(line.points) == sorted(line.points, reverse=True)
    assert sheet.totals == totals
    assert {one.seat: one.total for one in game.standings} == totals
    assert sheet.to_dict()["rounds"][0]["lines"][0]["seat"] == "n"
    assert str(sheet).splitlines()[-1].startswith("totals: n ")


def test_absent_players_get_the_two_highest_totals_of_the_others():
    game = play_on(with_bots("continental", names=("n", "e", "s", "w")))
    rule = game.profile.scoring.absent
    totals = game.score_sheet().totals
    sheet = game.score_sheet(absent=["s"])
    others = sorted(totals[name] for name in "new")
    expected = others[-1] + others[-2] if rule == "two_highest" else None
    assert sheet.totals == {**totals, "s": expected}
    with pytest.raises(NotationError):
        game.score_sheet(absent=["x"])


def test_equal_totals_share_a_place():
    game = petras()
    assert [(one.place, one.total) for one in game.standings] == [(1, 0), (1, 0), (1, 0)]


def test_a_deck_can_be_given_and_must_be_the_pack():
    deck = petras(seed=8).record.rounds[0].deck
    assert petras(seed=1, deck=deck).state == petras(seed=8).state
    with pytest.raises(RecordError):
        petras(deck=deck[1:])
    game = petras()
    game.abandon()
    with pytest.raises(IllegalMove, match="not its pack"):
        game.next_round(deck=b"\x00" * len(deck))
    assert game.phase is Phase.ROUND_OVER
    game.next_round(deck=deck)
    assert game.record.rounds[1].deck == deck


def test_games_are_equal_when_seats_moves_and_positions_are():
    one, two = petras(), petras()
    assert one == two
    one.play("e: stock")
    assert one != two
    one.undo()
    assert one == two
    assert one != "a game"

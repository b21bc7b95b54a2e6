"""What would never end is abandoned by the library: turns of a round, moves of a bot's turn, in every loop."""

from __future__ import annotations

import json
import random

import pytest

import mayi_rules as mayi
from mayi_rules import moves
from mayi_rules.bots.simple import GreedyBot, RandomBot
from mayi_rules.bots.table import play_game, play_round
from mayi_rules.engine.caps import MOVE_CAP, TURN_CAP, Guard
from mayi_rules.moves import Abandon, Cap
from mayi_rules.serving.server import Server
from mayi_rules.simulation.comparison import compare_bots
from mayi_rules.simulation.matches import play_match
from mayi_rules.testing.random_walk import walk

NAMES = ("n", "e", "s")


def naive(game):
    """The loop that a host writes first."""
    while not game.is_over:
        if game.phase is mayi.Phase.CUT:
            game.cut()
        elif game.phase is mayi.Phase.ROUND_OVER:
            game.next_round()
        else:
            game.advance()
    return game


class Wavers:
    """Opens and takes back for ever."""

    def __init__(self, rng=None):
        pass

    def choose(self, view):
        legal = mayi.legal_moves(view.state, view.seat)
        for kind in (moves.TakeBack, moves.Open, moves.Pass, moves.Stock):
            for move in legal.by_kind(kind):
                return move
        return legal.simple[0]


def dealt(house, *hands):
    """A game in which these hands are dealt, from the first seat on."""
    top = [int(mayi.parse_card(card)) for cards in zip(*map(str.split, hands), strict=True) for card in cards]
    left = list(mayi.round_rules(house, 3, 1).pack_cards)
    for card in top:
        left.remove(card)
    return mayi.Game(house, seats=NAMES, dealer="s", deck=bytes(top + left))


def wavering():
    """A game in which every hand opens as it is dealt, and what is laid may be taken back."""
    house = mayi.load_profile("continental").override({"rounds": [{"deal": 3, "contract": [{"set": 3}]}] * 2})
    return dealt(house, "5h 5d 5c", "9h 9d 9c", "Kh Kd Kc")


@pytest.mark.parametrize("profile_id", mayi.bundled_profiles())
def test_a_naive_loop_of_players_who_never_open_ends(profile_id):
    profile = mayi.load_profile(profile_id)
    game = mayi.Game(profile, seats=[*NAMES, "w"], seed=1, turn_cap=25)
    for name in game.seats:
        game.sit_out(name)
    naive(game)
    ends = [event for event in game.events() if event.type is mayi.EventType.ROUND_OVER]
    assert len(ends) == len(profile.rounds)
    assert {(event.how, event.reason, event.number > 0) for event in ends} == {("abandoned", "turn_cap", True)}
    assert game.history.count("table: abandon after 25 turns") == len(ends)
    assert game.spectator().to_dict()["reason"] == "turn_cap"
    assert mayi.replay(mayi.load_record(game.record.to_dict())) == game


def test_the_default_cap_ends_a_round_of_people_too():
    game = mayi.Game(mayi.load_profile("petras"), seats=NAMES, seed=3)
    assert game.turn_cap == TURN_CAP
    while not game.state.is_over:
        if game.phase is mayi.Phase.BUYING:
            game.close()
        else:
            legal = game.seat(game.to_act[0]).legal_moves.simple
            step = game.play(next((move for move in legal if isinstance(move, moves.Stock)), legal[0]))
    assert (game.turns, game.history[-1]) == (400, "table: abandon after 400 turns")
    assert isinstance(step.move, moves.Discard)
    assert step.state is game.state
    told = [event.type for event in step.events]
    assert (told[0], told[-1]) == (mayi.EventType.DISCARDED, mayi.EventType.ROUND_OVER)
    assert [event.seq for event in step.events] == [event.seq for event in game.events()[-len(told) :]]


def test_without_a_cap_a_round_goes_on():
    game = mayi.Game(mayi.load_profile("petras"), seats=NAMES, seed=3, turn_cap=None)
    for name in NAMES:
        game.sit_out(name)
    game.advance(cap=300)
    game.advance(cap=300)
    assert (game.turns, game.state.is_over, game.turn_cap) == (600, False, None)
    back = mayi.replay(mayi.load_record(game.record.to_dict()))
    assert (back.turn_cap, back.turns) == (None, 600)


@pytest.mark.parametrize("cap", [0, -1, 2.5, "many"])
def test_a_cap_is_a_whole_number_or_none(cap):
    with pytest.raises((TypeError, ValueError), match="turn_cap"):
        mayi.Game(mayi.load_profile("petras"), seats=NAMES, turn_cap=cap)


def test_a_loop_of_bots_that_take_back_for_ever_ends():
    game = wavering()
    for name in NAMES:
        game.set_policy(name, Wavers())
    steps = game.advance()
    assert sum(step.move.seat >= 0 and not isinstance(step.move, moves.Pass) for step in steps) == MOVE_CAP
    assert game.history[-1] == "table: abandon after 100 moves of a turn"
    assert (game.state.ending.how, game.state.ending.reason) == ("abandoned", "move_cap")
    assert mayi.replay(mayi.load_record(game.record.to_dict())) == game
    naive(game)
    assert game.is_over


def test_every_loop_that_bots_drive_has_the_guard():
    result = play_round(wavering(), dict.fromkeys(NAMES, Wavers()))
    assert (result.how, result.reason) == ("abandoned", "move_cap")
    game = wavering()
    assert [one.how for one in play_game(game, dict.fromkeys(NAMES, Wavers()), cap=5)][:1] == ["abandoned"]
    house = mayi.load_profile("continental").override({"rounds": [{"deal": 12, "contract": ["set"]}]})
    match = play_match(house, ["w"] * 3, seeds=range(3), cap=20, makers={"w": Wavers})
    assert match.abandoned == match.rounds
    assert {deal.turns < 20 for deal in match.deals} == {True}
    comparison = compare_bots(house, "w", "random", players=3, seeds=[1], cap=20, makers={"w": Wavers})
    assert comparison.match.abandoned
    steps = list(walk(wavering().state, random.Random(1), cap=3))
    assert steps[-1].state.is_over


def test_a_cap_of_play_round_holds_beside_the_games_own():
    for own, given, turns in ((7, 30, 7), (30, 7, 7)):
        game = mayi.Game(mayi.load_profile("petras"), seats=NAMES, seed=2, turn_cap=own)
        seen = []
        result = play_round(
            game,
            {name: RandomBot(random.Random(name)) for name in NAMES},
            cap=given,
            watch=lambda _, step, seen=seen: seen.append(step),
        )
        assert (result.turns, result.how, result.reason, game.turns) == (turns, "abandoned", "turn_cap", turns)
        assert len(seen) == len(game.history)
        assert mayi.replay(game.record) == game


def test_turns_are_counted_by_round_and_follow_an_undo():
    game = mayi.Game(mayi.load_profile("petras"), seats=NAMES, seed=5, turn_cap=4)
    for name in NAMES:
        game.set_policy(name, GreedyBot(random.Random(name)))
    assert game.turns == 0
    game.advance(cap=3)
    assert game.turns == 3
    game.advance()
    assert (game.turns, game.state.is_over) == (4, True)
    assert game.undo() == ("table: abandon after 4 turns",)
    assert (game.turns, game.state.is_over) == (4, False)
    game.advance(cap=1)
    assert game.history[-1] == "table: abandon after 5 turns", "whoever takes the end back gets one turn more"
    game.next_round()
    assert game.turns == 0
    game.undo()
    assert game.turns == 5


@pytest.mark.parametrize("text", ["abandon after 3 turns", "abandon after 9 turns", "abandon after 7 moves of a turn"])
def test_nobody_says_that_a_cap_was_reached_where_it_was_not(text):
    game = mayi.Game(mayi.load_profile("petras"), seats=NAMES, seed=5)
    for name in NAMES:
        game.sit_out(name)
    game.advance(cap=2)
    before = game.digest
    verdict = game.check(f"table: {text}")
    assert verdict.codes == ("turn.cap_not_reached",)
    with pytest.raises(mayi.IllegalMove):
        game.play(f"table: {text}")
    assert game.digest == before
    assert game.check(Abandon(cap=Cap.TURNS, count=2))
    assert game.check("table: abandon after 2 turns")
    assert game.seat("n").check("abandon after 2 turns").codes == ("notation.move",)
    move = Abandon(cap=Cap.MOVES, count=100)
    assert mayi.parse_move(game.state, moves.HOST, move.text()) == move


@pytest.mark.parametrize(
    ("was", "said"),
    [
        ("abandon after 12 turns", "It is not so that 12 turns have ended in this round: there were 6."),
        ("abandon after 5 turns", "there were 6."),
        ("abandon after 4 moves of a turn", "It is not so that 4 moves were made in this turn: there were 0."),
    ],
)
def test_a_record_tells_the_truth_about_the_cap(was, said):
    game = mayi.Game(mayi.load_profile("petras"), seats=NAMES, seed=5, turn_cap=6)
    for name in NAMES:
        game.sit_out(name)
    game.advance()
    plain = game.record.to_dict()
    assert plain["turn_cap"] == 6
    assert mayi.load_record(mayi.load_record(plain).to_yaml()).turn_cap == 6
    plain["rounds"][0]["moves"][-1] = f"table: {was}"
    with pytest.raises(mayi.RecordError) as caught:
        mayi.load_record(plain)
    assert said in str(caught.value)
    assert caught.value.move == len(plain["rounds"][0]["moves"])


def test_a_snapshot_keeps_the_reason_and_lies_about_none():
    game = mayi.Game(mayi.load_profile("petras"), seats=NAMES, seed=5, turn_cap=6)
    for name in NAMES:
        game.sit_out(name)
    game.advance()
    plain = game.record.to_dict()
    assert plain["snapshot"]["ending"]["reason"] == "turn_cap"
    for change in ({"how": "idle"}, {"reason": "tired"}):
        wrong = json.loads(json.dumps(plain))
        wrong["snapshot"]["ending"] |= change
        with pytest.raises(mayi.RecordError, match="snapshot"):
            mayi.load_record(wrong, verify="none")


def test_a_record_without_a_cap_has_the_usual_one():
    game = mayi.Game(mayi.load_profile("petras"), seats=NAMES, seed=5)
    plain = game.record.to_dict()
    assert "turn_cap" not in plain
    assert mayi.load_record(plain).turn_cap == TURN_CAP
    with pytest.raises(mayi.RecordError, match="turn_cap is 0; it is a whole number from 1"):
        mayi.load_record(plain | {"turn_cap": 0})


def test_a_resumed_game_counts_on():
    game = mayi.Game(mayi.load_profile("petras"), seats=NAMES, seed=5, turn_cap=6)
    for name in NAMES:
        game.sit_out(name)
    game.advance(cap=4)
    back = mayi.replay(mayi.load_record(game.record.to_dict()))
    assert (back.turns, back.turn_cap) == (4, 6)
    for name in NAMES:
        back.sit_out(name)
    naive(back)
    assert back.history.count("table: abandon after 6 turns") == 7


def test_several_moves_of_one_text_are_told_in_one_step():
    house = mayi.load_profile("continental").override(
        {"rounds": [{"deal": 7, "contract": [{"set": 3}]}], "laying_off": {"when": "same_turn"}}
    )
    game = dealt(house, "5h 5d 5c 5s 5h Kd 2c", "9h 9d 8c 7s 6h Jd 3c", "Qh Jd 8c 7s 6h 4d 3c")
    game.play("n: stock")
    if game.phase is mayi.Phase.BUYING:
        game.close()
    game.play("n: open 5h 5d 5c")
    before = len(game.events())
    step = game.seat("n").play("lay 5s 5h on 1")
    assert [event.type for event in step.events] == [mayi.EventType.LAID_OFF] * 2
    assert [event.seq for event in step.events] == [before, before + 1]
    assert game.undo(2)


def test_the_protocol_has_the_guard():
    server = Server()

    def asked(method, **params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        answer = json.loads(server.answer(json.dumps(request).encode()))
        return answer["result"] if "result" in answer else answer["error"]["data"]

    status = asked("host.new", game="g", profile="petras", seats=list(NAMES), seed=1, turn_cap=9)
    assert status["turns"] == 0
    for name in NAMES:
        asked("host.sit_out", game="g", seat=name)
    told = []
    for _ in range(100):
        if status["phase"] == "game_over":
            break
        status = asked("host.next_round" if status["phase"] == "round_over" else "host.advance", game="g")
        told += status["events"]
    assert (status["phase"], status["turns"]) == ("game_over", 9)
    assert [event["reason"] for event in told if event["event"] == "round_over"] == ["turn_cap"] * 7
    assert asked("host.save", game="g")["record"]["turn_cap"] == 9
    assert asked("host.new", profile="petras", seats=list(NAMES), turn_cap=0)["code"] == "bad_params"
    assert asked("host.new", profile="petras", seats=list(NAMES), turn_cap=None)["turns"] == 0


def test_a_guard_counts_what_it_sees():
    guard = Guard(2)
    for move in (moves.take(0), moves.discard(0, 1), moves.stock(1), moves.pass_(0), moves.Close()):
        assert guard.due() is None
        guard.see(move)
    assert (guard.turns, guard.moves) == (1, 1)
    guard.see(moves.keep(1))
    assert guard.due() == Abandon(cap=Cap.TURNS, count=2)
    guard.see(moves.NextRound())
    assert (guard.turns, guard.moves, guard.due()) == (0, 0, None)


def test_a_stock_that_is_replenished_from_what_was_just_thrown_is_no_idle_lap(case):
    turns = "\n".join(f"- {{{seat}: stock}}\n- {{table: close}}\n- {{{seat}: discard 9s}}" for seat in "ABC" * 3)
    case(
        "petras",
        f"""
seats: [A, B, C]
given: {{turn: A, hands: {{A: 2c 9s, B: 4c 9s, C: 5c 9s}}, stock: 9s, discard: 9s}}
play:
{turns}
expect: {{phase: draw, round_over: false}}
""",
        rules={"stock.idle_laps": 1, "pack.decks": 6},
    )

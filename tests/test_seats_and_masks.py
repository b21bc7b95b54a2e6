"""What a seat's handle and a bot may not do, and what holds where hands are not known."""

from __future__ import annotations

import json

import pytest

import mayi_rules as mayi
from mayi_rules import moves
from mayi_rules.bots.table import play_round
from mayi_rules.melds.meld_readings import MAX_CHOICES, readings
from mayi_rules.melds.meld_text import parse_meld_text
from mayi_rules.serving.server import Server


def at_the_cut():
    return mayi.Game(mayi.load_profile("liverpool"), seats=["n", "e", "s"], seed=1)


@pytest.mark.parametrize("name", ["n", "e", "s"])
def test_the_cut_is_entered_by_the_host_and_by_no_seat(name):
    game = at_the_cut()
    seat = game.seat(name)
    before = game.digest
    for cut in ("cut 41", f"{name}: cut 41", "CUT 41", moves.Cut(seat.number, 41)):
        assert seat.check(cut).codes == (mayi.ReasonCode.NOTATION_MOVE,)
        with pytest.raises(mayi.NotationError, match="host"):
            seat.play(cut)
        with pytest.raises(mayi.NotationError, match="host"):
            seat.fixes(cut)
    assert game.digest == before
    game.cut(41)


@pytest.mark.parametrize("answer", ["abandon", "cut 41", moves.Abandon(), moves.NextRound(), moves.Cut(0, 5)])
def test_a_bot_makes_no_move_of_the_host(answer):
    class Bold:
        def choose(self, view):
            return answer

    game = mayi.Game(mayi.load_profile("petras"), seats=["n", "e", "s"], seed=1)
    for name in game.seats:
        game.set_policy(name, Bold())
    before = game.digest
    with pytest.raises(mayi.BotError):
        game.advance()
    assert game.digest == before


class Wavers:
    """Opens and takes back for ever."""

    def choose(self, view):
        legal = mayi.legal_moves(view.state, view.seat)
        for kind in (moves.TakeBack, moves.Open, moves.Pass, moves.Stock):
            for move in legal.by_kind(kind):
                return move
        return legal.simple[0]


def test_a_bot_that_takes_back_for_ever_is_stopped():
    house = mayi.load_profile("continental").override({"rounds": [{"deal": 3, "contract": [{"set": 3}]}]})
    hands = "5h 5d 5c", "9h 9d 9c", "Kh Kd Kc"
    top = [card for three in zip(*map(str.split, hands), strict=True) for card in three]
    left = list(mayi.round_rules(house, 3, 1).pack_cards)
    deck = [int(mayi.parse_card(card)) for card in top]
    for card in deck:
        left.remove(card)
    game = mayi.Game(house, seats=["a", "b", "c"], dealer="c", deck=bytes(deck + left))
    for name in game.seats:
        game.set_policy(name, Wavers())
    assert 100 <= len(game.advance(cap=2)) <= 200
    result = play_round(game, dict.fromkeys(game.seats, Wavers()), cap=3)
    assert result.how == "abandoned"


def test_a_swap_out_of_an_unknown_hand_is_believed():
    """What makes room for the freed wild may be among the cards that the teller does not know."""
    house = mayi.load_profile(
        {"extends": "continental", "laying_off": {"whose": "own"}, "rounds": [{"deal": 7, "contract": ["run"]}]}
    )
    a, b, c = "5h 6h X 8h 3c 4c 5c", "9s Ts X X 7h 8s 2c", "Kd Kd Qd Qd Jd Jd 9d"
    top = [card for three in zip(a.split(), b.split(), c.split(), strict=True) for card in three] + ["4d", "2d", "3d"]
    left = list(mayi.round_rules(house, 3, 1).pack_cards)
    deck = [int(mayi.parse_card(card)) for card in top]
    for card in deck:
        left.remove(card)
    game = mayi.Game(house, seats=["a", "b", "c"], dealer="c", deck=bytes(deck + left))
    for move in (
        "a: stock", "b: pass", "c: pass", "a: open 5h 6h X 8h", "a: discard 3c", "b: stock", "c: pass", "a: pass",
        "b: open 9s Ts X X", "b: swap 7h on 1",
    ):  # fmt: skip
        game.play(move)
    for who in ("a", "b", "c", None):
        record = game.record_for(who)
        assert mayi.replay(mayi.load_record(record.to_dict())).history == game.history


@pytest.mark.parametrize("text", ["Ah 9s Ad 2c 2d 2h 2s X", "9s Ts 2c 2d 2h 2s X Ah Ad X X", "9s Ts Js 2c 2d 2h X Ah"])
def test_many_kinds_of_wilds_are_read_at_once(text):
    rules = mayi.round_rules(mayi.load_profile("continental-deuces"), 3, 1)
    found = readings(parse_meld_text(text), rules)
    assert len(found.melds) <= 14 * MAX_CHOICES
    assert found.melds or found.reasons


def test_what_would_help_where_the_joker_is_not_wild():
    house = mayi.load_profile({"extends": "petras", "pack": {"wild": ["2"], "jokers": {"total": 2}}})
    game = mayi.Game(house, seats=["n", "e", "s"], seed=1, dealer="s")
    game.play("n: take")
    hand = mayi.Hand.parse("5h 5d Kh Kd Kc 9c 8c")
    state = game.state.replace(hands=(hand, *game.state.hands[1:]))
    assert mayi.fixes(state, 0, "open 5h 5d | Kh Kd Kc")


def test_a_client_does_not_cut_over_the_protocol():
    server = Server()

    def asked(method, **params):
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        return json.loads(server.answer(json.dumps(request).encode()))

    assert "result" in asked("host.new", game="g", profile="liverpool", seats=["n", "e", "s"])
    for seat in "nes":
        answer = asked("seat.play", game="g", seat=seat, move="cut 41")
        assert answer["error"]["data"]["code"] == "notation"
    assert "result" in asked("host.cut", game="g", count=41)

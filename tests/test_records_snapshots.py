"""Snapshots: refused where they are damaged or of another game, in every mode, needed or not."""

from __future__ import annotations

import json
import random
from itertools import islice

import pytest

from mayi_rules import Game, IllegalMove, RecordError, View, apply, check, legal_moves, load_profile, load_record, mask
from mayi_rules.engine.state.plain import state_from_plain, state_to_plain
from mayi_rules.engine.state.values import Chance
from mayi_rules.moves import Abandon, Close, NextRound
from mayi_rules.records import replay as replay_module
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_positions import build_position
from mayi_rules.testing.random_profiles import build_profile

NAMES = ["n", "e", "s"]


def game_of(profile="petras", seats=NAMES, rounds=1, **changes):
    game = Game(load_profile(profile).override(changes) if changes else load_profile(profile), seats=seats, seed=3)
    for _ in range(rounds - 1):
        game.abandon()
        game.next_round()
    game.play(f"{game.to_act[0]}: stock")
    return game


DAMAGED = {
    "no mapping": lambda snapshot: ["5h"],
    "a key is missing": lambda snapshot: {key: value for key, value in snapshot.items() if key != "tally"},
    "a card too many": lambda snapshot: snapshot | {"stock": snapshot["stock"] + " 5h"},
    "no card": lambda snapshot: snapshot | {"discards": "5z"},
    "no phase": lambda snapshot: snapshot | {"phase": "dinner"},
    "the phase of another position": lambda snapshot: snapshot | {"phase": "round_over"},
    "a text for points": lambda snapshot: snapshot | {"totals": ["a", 0, 0]},
    "a seat that is not there": lambda snapshot: snapshot | {"turn": 3},
    "seats that are not there": lambda snapshot: snapshot | {"opened": 8},
    "a hand too few": lambda snapshot: snapshot | {"hands": snapshot["hands"][1:]},
    "another number of seats": lambda snapshot: state_to_plain(game_of(seats=[*NAMES, "w"]).state),
    "another round": lambda snapshot: state_to_plain(game_of(rounds=2).state),
    "another pack": lambda snapshot: state_to_plain(game_of(**{"pack.jokers": {"total": 5}}).state),
}


@pytest.mark.parametrize("damage", DAMAGED)
@pytest.mark.parametrize("verify", ["strict", "moves", "none"])
@pytest.mark.parametrize("version", [1, 2], ids="rules of version {}".format)
def test_a_damaged_snapshot_is_refused_whether_or_not_it_is_needed(damage, verify, version, monkeypatch):
    monkeypatch.setattr(replay_module, "RULES_VERSION", version)
    values = json.loads(json.dumps(game_of().record.to_dict()))
    del values["checksum"]
    load_record(values, verify=verify)
    values["snapshot"] = DAMAGED[damage](values["snapshot"])
    with pytest.raises(RecordError, match="snapshot") as refused:
        load_record(values, verify=verify, label="evening")
    assert str(refused.value).startswith("evening")


def test_a_snapshot_of_another_game_of_the_same_pack_is_refused_where_it_must_agree():
    values = json.loads(json.dumps(game_of().record.to_dict()))
    del values["checksum"]
    other = Game(load_profile("petras"), seats=NAMES, seed=4)
    values["snapshot"] = state_to_plain(other.state)
    with pytest.raises(RecordError, match="the snapshot is not the last position"):
        load_record(values)
    assert load_record(values, verify="moves").disagreements == ("mapping: the snapshot is not the last position",)


@pytest.mark.parametrize("other", ["continental", "petras"], ids=["of another profile", "of another deal"])
def test_a_snapshot_that_takes_the_place_of_the_moves_is_held_against_the_digest(other, monkeypatch):
    monkeypatch.setattr(replay_module, "RULES_VERSION", 2)
    values = json.loads(json.dumps(game_of().record.to_dict()))
    del values["checksum"]
    values["rounds"][0]["moves"] = ["n: take back"]
    assert len(load_record(values).disagreements) == 1, "the move"
    values["snapshot"] = state_to_plain(Game(load_profile(other), seats=NAMES, seed=4).state)
    told = load_record(values).disagreements
    assert any("the snapshot is not the position that the digest names" in note for note in told)


def places(value, at=()):
    """Every place in plain values."""
    if at:
        yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in items:
        yield from places(one, (*at, key))


OTHERS = (
    None, 0, -1, 1, 7, 255, 256, 10**9, -(10**9), 1.5, True, False, "", "5h", "? ?", "X", [], {}, [1], [[]],
    "play", "draw", "buying", "cut", "round_over", "game_over", "run", "set", "zz",
)  # fmt: skip


@pytest.mark.parametrize("batch", range(4))
def test_what_is_read_from_a_snapshot_can_be_played_on(batch):
    """One value is changed, whatever it is: that is refused as a snapshot, or the position serves as any other."""
    refused = usable = 0
    for number in range(12):
        choices = RandomChoices(random.Random(f"snapshot {batch} {number}"))
        state = build_position(build_profile(choices), choices, max_moves=60)
        plain = state_to_plain(state)
        profile = state.rules.profile
        assert state_from_plain(plain, profile, Chance(None)) == state
        everywhere = list(places(plain))
        for _ in range(25):
            values = json.loads(json.dumps(plain))
            *way, last = choices.pick(everywhere)
            inner = values
            for key in way:
                inner = inner[key]
            if choices.yes(15):
                del inner[last]
            else:
                inner[last] = choices.pick(OTHERS)
            try:
                found = state_from_plain(values, profile, Chance("later"))
            except RecordError:
                refused += 1
            else:
                serves(found)
                usable += 1
    assert refused > usable > 0


def serves(state):
    """Views, moves and events of a position are made."""
    for seat in range(state.players):
        View(state, tuple("abcdefghijkl"[: state.players]), seat).to_json()
        for move in islice(legal_moves(mask(state, seat), seat), 6):
            assert apply(state, move).events is not None
    for move in (Close(), Abandon(), NextRound()):
        try:
            assert apply(state, move).events
        except IllegalMove:
            assert not check(state, move)
    assert state_from_plain(state_to_plain(state), state.rules.profile, Chance(None)) == state

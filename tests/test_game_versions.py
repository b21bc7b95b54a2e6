"""Versions, numbers of events and policies through undo, saving and loading: nobody is told too little."""

from __future__ import annotations

import json
import random

import pytest

import mayi_rules as mayi
from mayi_rules import Game, Phase, StaleVersion, load_profile, load_record, replay
from mayi_rules.bots import registry
from mayi_rules.game.policies import SitsOut
from mayi_rules.records.epoch import EPOCH
from mayi_rules.serving.server import Server
from mayi_rules.testing.mirror import Mirror
from mayi_rules.testing.random_walk import random_move


def make_bot(name):
    return registry.make_bot(name, random.Random(name))


def petras(names=("n", "e", "w"), seed=3):
    return Game(load_profile("petras"), seats=list(names), seed=seed, dealer=names[-1])


def through(form):
    """Saved and read again, in this form."""
    forms = {
        "yaml": lambda game: game.record.to_yaml(),
        "json": lambda game: json.dumps(game.record.to_dict()),
        "values": lambda game: game.record.to_dict(),
    }
    return lambda game: replay(load_record(forms[form](game)), bots=make_bot)


FORMS = ("yaml", "json", "values")


@pytest.mark.parametrize("form", FORMS)
def test_a_version_that_was_undone_before_saving_stays_stale_after_loading(form):
    game = petras()
    game.play("n: take")
    seen = game.next_event
    game.undo()
    game = through(form)(game)
    assert game.version == 2
    told = game.seat("e").events(since=seen)  # the record does not hold what was undone: all is told anew
    assert told == game.seat("e").events()
    assert told[0].seq != seen
    game.play("n: stock")
    with pytest.raises(StaleVersion):
        game.play("e: may I", expected_version=1)
    assert game.seat("e").events(since=7) == game.seat("e").events()


class Polling:
    """A client of a seat that asks for what is new, by number, and shows what it was told."""

    def __init__(self, game, name):
        self.name = name
        self.mirror = Mirror(game.profile.id, game.seats, name)
        self.next = 0

    def look(self, game):
        told = [event.to_dict(game.seats) for event in game.seat(self.name).events(since=self.next)]
        if told and told[0]["seq"] != self.next:
            self.mirror = Mirror(game.profile.id, game.seats, self.name)
        self.mirror.see(json.loads(json.dumps(told)))
        self.next = game.next_event
        assert self.mirror.view() == json.loads(game.seat(self.name).view.to_json())


@pytest.mark.parametrize("form", FORMS)
def test_who_polls_by_number_shows_the_view_through_undo_saving_and_older_saves(form, factor):
    rng = random.Random(form)
    for number in range(2 * factor):
        game = petras(seed=number)
        clients = [Polling(game, name) for name in game.seats]
        saves = []
        versions = set()
        for _ in range(150):
            chance = rng.random()
            if game.phase is Phase.GAME_OVER:
                break
            if game.phase is Phase.ROUND_OVER:
                game.next_round()
            elif chance < 0.06 and game.history:
                game.undo(rng.randint(1, min(4, len(game.history))))
            elif chance < 0.1:
                saves.append(game.record)
                game = through(form)(game)
            elif chance < 0.13 and saves:
                game = replay(load_record(rng.choice(saves).to_dict()))
            else:
                version = game.version
                game.play(random_move(game.state, rng), expected_version=version)
                assert game.version not in versions
                versions.add(game.version)
            for client in clients:
                if rng.random() < 0.6:
                    client.look(game)
        for client in clients:
            client.look(game)


def test_an_older_save_begins_a_new_epoch():
    game = petras()
    game.play("n: stock")
    old = game.record
    game.play("e: pass")
    back = replay(load_record(old.to_yaml()))
    assert back.version // EPOCH != game.version // EPOCH
    assert back.history == game.history[:-1]
    for version in range(game.version + 1):
        with pytest.raises(StaleVersion):
            back.play("e: pass", expected_version=version)
    assert back.events(since=game.next_event) == back.events() == back.events(since=0)
    assert back.events()[0].seq == back.version // EPOCH * EPOCH
    assert back.events(since=back.next_event) == ()
    third = replay(load_record(old.to_yaml()))
    assert third.version not in (back.version, game.version)
    with pytest.raises(StaleVersion):
        third.play("e: pass", expected_version=back.version)


def phases():
    """A game in every phase it can be saved in."""
    cut = Game(load_profile("liverpool"), seats=["n", "e", "w"], seed=1, dealer="n")
    found = {cut.phase: cut}
    rng = random.Random(2)
    game = petras()
    while len(found) < len(Phase):
        if game.phase not in found:
            values = game.record.to_dict()
            del values["counters"], values["checksum"]
            found[game.phase] = replay(load_record(values), seed=1)
            continue
        if game.phase is Phase.ROUND_OVER:
            game.next_round()
        elif game.phase in found and game.phase is Phase.PLAY and rng.random() < 0.02:
            game.abandon()
        else:
            game.play(random_move(game.state, rng))
    return found


@pytest.mark.parametrize("form", FORMS)
def test_a_game_counts_on_from_every_phase(form):
    for phase, game in phases().items():
        game.undo() if game.history and phase is not Phase.GAME_OVER else None
        game.set_policy("e", make_bot("greedy"), called="greedy")
        game.sit_out("w")
        version, number = game.version, game.next_event
        back = through(form)(game)
        was_undone = any(event.type is mayi.EventType.UNDONE for event in game.events())
        assert (back.version, back.next_event, back.phase) == (version, number + was_undone, game.phase)
        assert back.events(since=number) == (back.events() if was_undone else ())
        assert {name: type(one) for name, one in back.policies.items()} == {
            "e": type(make_bot("greedy")),
            "w": SitsOut,
        }
        if phase not in (Phase.GAME_OVER, Phase.CUT):
            with pytest.raises(StaleVersion):
                back.play(
                    random_move(back.state, random.Random(1)) or "table: next round", expected_version=version - 1
                )
        if back.history:
            back.undo()
            assert (back.version, back.events(since=number + was_undone)[0].type) == (
                version + 1,
                mayi.EventType.UNDONE,
            )


def test_policies_do_not_change_the_version_and_a_person_comes_back():
    game = petras()
    game.sit_out("e")
    assert game.version == 0
    assert game.record.to_dict()["policies"] == {"e": "sits_out"}
    game.set_policy("e", None)
    assert "policies" not in game.record.to_dict()
    assert replay(game.record).policies == {}


def test_a_server_keeps_policies_and_counts_on():
    server = Server()

    def ask(method, **params):
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        return json.loads(server.answer(line.encode()))

    game = ask("host.new", profile="petras", seats=["n", "e", "w"], seed=3, dealer="w")["result"]["game"]
    ask("host.play", game=game, move="n: take")
    seen = ask("table.status", game=game)["result"]["next_event"]
    ask("host.undo", game=game)
    ask("host.sit_out", game=game, seat="w")
    ask("host.bot", game=game, seat="e", bot="greedy", seed=1)
    saved = ask("host.save", game=game)["result"]
    assert saved["record"]["policies"] == {"e": "greedy", "w": "sits_out"}
    ask("host.drop", game=game)
    back = ask("host.load", record=saved["record"])["result"]
    game = back["game"]
    assert back["version"] == saved["version"] == 2
    assert ask("host.save", game=game)["result"]["record"]["policies"] == saved["record"]["policies"]
    anew = ask("seat.events", game=game, seat="e", since=seen)["result"]["events"]
    assert anew == ask("seat.events", game=game, seat="e", since=0)["result"]["events"] != []
    number = back["next_event"]
    assert ask("seat.events", game=game, seat="e", since=number)["result"]["events"] == []
    answer = ask("host.play", game=game, move="n: stock", expected_version=1)
    assert answer["error"]["data"]["code"] == "stale", answer
    ask("host.play", game=game, move="n: stock", expected_version=2)
    assert ask("host.advance", game=game)["result"]["version"] > 3

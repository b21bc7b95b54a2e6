"""Every change of a position is an event: a client that is told nothing else shows what the view of its seat holds.

`MAYI_PROPERTIES=20 pytest tests/test_mirror.py` plays twenty times as many games of random profiles.
"""

from __future__ import annotations

import json
import random

import pytest

import mayi_rules as mayi
from mayi_rules.bots.simple import GreedyBot
from mayi_rules.bots.table import play_game
from mayi_rules.cards import UNKNOWN
from mayi_rules.engine.rules.deal import cards_to_deal
from mayi_rules.engine.state.events import EventType
from mayi_rules.moves import NextRound
from mayi_rules.testing.mirror import _CHANGES, Mirror
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_profiles import build_profile
from mayi_rules.testing.random_walk import random_move

pytestmark = pytest.mark.slow

NAMES = tuple("abcdefghijkl")


class Mirrors:
    """A mirror for every seat and for a spectator, held against the views of a game after every change."""

    def __init__(self, game):
        self.game = game
        self.mirrors = {name: Mirror(game.profile.id, game.seats, name) for name in (*game.seats, None)}
        self.seen = 0
        self.look()

    def look(self):
        game = self.game
        for name, mirror in self.mirrors.items():
            seat = None if name is None else game.seat(name)
            news = game.spectator_events(since=self.seen) if seat is None else seat.events(since=self.seen)
            assert news, "the game has changed without an event"
            sent = json.dumps([event.to_dict(game.seats) for event in news])
            mirror.see(json.loads(sent))
            view = game.spectator() if seat is None else seat.view
            assert mirror.view() == json.loads(view.to_json()), (name, sent)
        self.seen += len(news)


def play(game, rng, moves, *, undo=8):
    """Play so many moves, one step or undo after the other, through the ends of rounds."""
    mirrors = Mirrors(game)
    greedy = GreedyBot(rng)
    told = set()
    for _ in range(moves):
        if game.is_over:
            break
        if game.phase is mayi.Phase.ROUND_OVER:
            game.next_round()
        elif game.history and rng.random() * 100 < undo:
            game.undo(rng.randint(1, min(6, len(game.history))))
        elif rng.random() < 0.5 and game.to_act:
            game.play(greedy.choose(game.seat(game.to_act[0]).view))
        else:
            game.play(random_move(game.state, rng))
        mirrors.look()
    told |= {event.type for event in game.events()}
    return told


@pytest.mark.parametrize("profile_id", mayi.bundled_profiles())
def test_a_mirror_shows_the_view_through_whole_games(profile_id):
    game = mayi.Game(mayi.load_profile(profile_id), seats=NAMES[:4], seed=5, turn_cap=12)
    play(game, random.Random(profile_id), 4_000, undo=3)
    assert game.is_over


def test_a_mirror_shows_the_view_of_random_profiles(factor):
    told = set()
    for number in range(100 * factor):
        choices = RandomChoices(random.Random(f"mirror {number}"))
        profile = build_profile(choices)
        players = choices.whole(profile.players.min, min(profile.players.max, len(NAMES)))
        game = mayi.Game(profile, seats=NAMES[:players], seed=number, turn_cap=30)
        told |= play(game, random.Random(number), 250)
    assert set(EventType) - told <= {EventType.KEPT}
    assert {kind.value for kind in EventType} == {*_CHANGES, "round", "undone"}


def noted(deck, rules, rng):
    """A deck of which somebody noted some cards, and the upcard."""
    upcard = cards_to_deal(rules) - 1
    return bytes(card if place == upcard or rng.random() < 0.6 else UNKNOWN for place, card in enumerate(deck))


@pytest.mark.parametrize("profile_id", mayi.bundled_profiles())
def test_a_mirror_shows_the_view_at_a_real_table(profile_id):
    rng = random.Random(profile_id)
    names = NAMES[:3]
    known = mayi.Game(mayi.load_profile(profile_id), seats=names, seed=8, dealer="a")
    play_game(known, {name: GreedyBot(rng) for name in names}, cap=15)
    decks = [one.deck for one in known.record.rounds]
    game = mayi.Game(
        known.profile, seats=names, dealer="a", deck=noted(decks[0], known._log.first.rules, rng), turn_cap=None
    )
    mirrors = Mirrors(game)
    for step, text in zip(known._log.steps(), known.history, strict=True):
        if isinstance(step.move, NextRound):
            if not game.state.scores:
                game.enter_scores(dict(zip(names, step.before.scores, strict=True)))
                mirrors.look()
            game.next_round(deck=noted(decks[step.state.rules.round - 1], step.state.rules, rng))
        else:
            game.play(text)
        mirrors.look()
        if rng.random() < 0.05 and not isinstance(step.move, NextRound):
            game.undo()
            mirrors.look()
            game.play(text)
            mirrors.look()
    if not game.state.scores:
        game.enter_scores(dict(zip(names, known.state.scores, strict=True)))
        mirrors.look()
    assert game.is_over


def test_a_round_that_waits_for_the_cut_is_told():
    game = mayi.Game(mayi.load_profile("liverpool"), seats=NAMES[:3], seed=1, dealer="a")
    (first,) = game.events()
    assert first.to_dict(game.seats) == {
        "event": "round",
        "seq": 0,
        "seat": "a",
        "number": 1,
        "scores": {"a": 0, "b": 0, "c": 0},
        "rounds": 7,
        "phase": "cut",
        "stock": game.state.rules.pack_size,
        "contract": [{"kind": "set", "least": 3}] * 2,
        "cutter": "c",
    }
    game.cut(30)
    game.abandon()
    step = game.next_round()
    (event,) = step.events
    assert (event.type, event.seat, event.number, event.facts.phase) == (EventType.ROUND, 1, 2, "cut")
    assert event.scores == game.state.totals
    assert game.seat("b").events()[-1] == event


def test_no_step_is_without_an_event():
    for number, profile_id in enumerate(mayi.bundled_profiles()):
        game = mayi.Game(mayi.load_profile(profile_id), seats=NAMES[:3], seed=number, turn_cap=9)
        rng = random.Random(number)
        while not game.is_over:
            step = game.next_round() if game.phase is mayi.Phase.ROUND_OVER else game.play(random_move(game.state, rng))
            assert step.events, step.move

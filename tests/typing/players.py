"""A user's code for bots, many games, and property tests."""

from __future__ import annotations

import random
from typing import assert_type

from hypothesis import given
from hypothesis import strategies as st

import mayi_rules as mayi
from mayi_rules import bots, simulation, testing, typed
from mayi_rules.moves import Discard


class HastyBot:
    """A bot is what has this method; nothing is inherited."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, view: mayi.View) -> mayi.Move | str:
        legal = mayi.legal_moves(view.state, bots.seat_of(view))
        return next(legal.by_kind(Discard), None) or legal.sample(self.rng)


def report(game: mayi.Game, step: mayi.Step) -> None:
    print(game.round, step.move)


def seat_bots(game: mayi.Game) -> list[bots.RoundResult]:
    rng = random.Random(1)
    maker: bots.BotMaker = HastyBot
    players: dict[str, bots.Bot] = dict(
        zip(game.seats, (maker(rng), bots.GreedyBot(rng), bots.SteadyBot(rng)), strict=True)
    )
    try:
        players[game.seats[0]] = bots.make_bot(bots.bot_names()[0], rng)
        players[game.seats[1]] = bots.bot_maker("steady")(rng)
    except bots.UnknownBotError:
        players[game.seats[0]] = bots.RandomBot(rng)
    except bots.BrokenBotError as error:
        print(error)
    watch: bots.Watcher = report
    result = bots.play_round(game, players, cap=60, watch=watch)
    assert_type(result, bots.RoundResult)
    return bots.play_game(game, players)


def compare(profile: mayi.Profile) -> None:
    comparison = simulation.compare_bots(profile, "mine", "greedy", seeds=range(2), makers={"mine": HastyBot})
    assert_type(comparison, simulation.Comparison)
    assert_type(comparison.difference, simulation.Estimate)
    assert_type(comparison.to_dict(), typed.ComparisonDict)
    match: simulation.MatchResult = simulation.play_match(profile, ["steady", "greedy"], seeds=range(2), rounds=[1])
    plain: typed.MatchDict = match.to_dict()
    played: dict[str, typed.PlayedBotDict] = plain["bots"]
    deals: list[typed.DealDict] = plain["deals"]
    deal: simulation.DealResult = match.deals[0]
    seed: simulation.Seed = deal.seed
    print(seed)
    figures: typed.EstimateDict = simulation.estimate([1.0, float(deal.turns)]).to_dict()
    print(played["steady"]["points"], deals[0]["how"], figures["mean"])


PETRAS = mayi.load_profile("petras")
RULES = mayi.round_rules(PETRAS, 4, 1)


@given(testing.positions(PETRAS), st.data())
def test_everything_holds(state: mayi.State, data: st.DataObject) -> None:
    choices: testing.Choices = testing.DrawnChoices(data.draw)
    testing.check_position(state, choices, most=4)
    move = data.draw(testing.moves(state, kinds=["legal"]))
    assert_type(move, mayi.Move)
    assert testing.under(state, PETRAS) == state


@given(testing.cards(), testing.hands(), testing.melds(RULES), testing.near_melds(RULES), testing.profiles())
def test_values(card: mayi.Card, hand: mayi.Hand, meld: mayi.Meld, near: mayi.Meld, profile: mayi.Profile) -> None:
    print(card, hand, meld, near, profile)


def check_each_property(state: mayi.State, move: mayi.Move) -> None:
    choices = testing.RandomChoices(random.Random(1))
    try:
        testing.cards_are_conserved(state)
        testing.somebody_can_move(state)
        testing.listing_is_legal(state)
        testing.text_reads_back(state)
        testing.masked_state_answers_alike(state)
        testing.turn_can_be_ended(state)
        testing.values_pickle(state)
        assert testing.applies_as_checked(state, move) == testing.agrees(state, move)
        assert_type(testing.other_moves_agree(state, choices), int)
    except testing.PropertyBroken as broken:
        print(broken, testing.position_text(state))


def play_on(state: mayi.State) -> None:
    report = testing.check_round(PETRAS, testing.RandomChoices(random.Random(1)))
    assert_type(report, testing.RoundReport)
    mirror = testing.Mirror("petras", ["north", "east"], "north")
    for step in testing.walk(state, random.Random(1)):
        mirror.see([event.seen_by(0).to_dict(("north", "east")) for event in step.events])
    again: mayi.State = testing.position_from(PETRAS, {"round": 1})
    assert_type(mirror.view(), typed.ViewDict)
    print(again)

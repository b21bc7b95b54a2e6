"""Many games: paired by deal, the same in any number of processes, the cap reported, the stronger bot ahead."""

from __future__ import annotations

import json
import math
import random

import pytest

from mayi_rules import Game, ProfileError, bundled_profiles, load_profile
from mayi_rules.bots.registry import UnknownBotError, make_bot
from mayi_rules.bots.simple import GreedyBot, RandomBot
from mayi_rules.bots.table import play_game
from mayi_rules.cards import generator
from mayi_rules.simulation.comparison import compare_bots
from mayi_rules.simulation.deals import play_deals
from mayi_rules.simulation.intervals import estimate
from mayi_rules.simulation.matches import play_match

pytestmark = pytest.mark.slow


def test_steady_beats_greedy():
    comparison = compare_bots(load_profile("petras"), "steady", "greedy", seeds=range(8))
    assert comparison.difference.low > 0
    assert comparison.difference.samples == 8 * 7
    assert comparison.match.rounds == 2 * 8 * 7
    assert comparison.match.went_out("steady") > comparison.match.went_out("greedy")


@pytest.mark.parametrize("profile_id", ["petras", "continental"])
def test_greedy_beats_random(profile_id):
    comparison = compare_bots(load_profile(profile_id), "greedy", "random", seeds=range(2), rounds=[1, 2, 5], cap=200)
    assert comparison.difference.low > 0


def test_a_bot_against_itself_is_even_deal_by_deal():
    profile = load_profile("shanghai")
    comparison = compare_bots(
        profile, "greedy", "again", seeds=range(3), rounds=[1, 4], cap=80, makers={"again": GreedyBot}
    )
    assert comparison.difference == (0, 0, 0, 6)
    assert not comparison.difference.excludes_zero
    for number in (1, 4):
        assert comparison.by_round()[number].mean == 0


def test_odd_tables_are_played_with_the_bots_exchanged():
    comparison = compare_bots(load_profile("petras"), "greedy", "random", players=3, seeds=[1], rounds=[1], cap=60)
    lineups = {deal.bots for deal in comparison.match.deals}
    assert len(lineups) == comparison.match.rounds == 6
    assert comparison.difference.samples == 1
    assert "samples" in comparison.to_dict()["difference"]
    assert "low" not in comparison.to_dict()["difference"]


def test_the_cap_is_kept_and_reported():
    match = play_match(load_profile("petras"), ["random"] * 3, seeds=[1, 2], rounds=[1, 7], cap=4)
    assert match.abandoned == match.rounds == 4
    assert match.endings == {"abandoned": 4}
    assert match.turns == match.cap == 4
    assert all(deal.winner is None and min(deal.scores) > 0 for deal in match.deals)
    assert match.to_dict()["abandoned"] == 4
    text = str(compare_bots(load_profile("petras"), "random", "greedy", seeds=[1], rounds=[1], cap=3))
    assert text.endswith("2 rounds, 2 abandoned)")


def test_the_number_of_processes_changes_nothing():
    arguments = {"seeds": range(2), "rounds": [1, 2], "cap": 50}
    profile = load_profile("liverpool")
    here = play_match(profile, ["greedy", "random", "greedy", "random"], **arguments)
    there = play_match(profile, ["greedy", "random", "greedy", "random"], **arguments, processes=2)
    assert here.to_dict() == there.to_dict()


def test_results_are_plain_values():
    comparison = compare_bots(load_profile("liverpool"), "greedy", "random", seeds=[1, "two"], rounds=[1], cap=40)
    for result in (comparison.to_dict(), comparison.match.to_dict()):
        assert json.loads(json.dumps(result)) == result
    deal = comparison.match.deals[0]
    assert json.loads(json.dumps(deal.to_dict()))["scores"] == list(deal.scores)


def test_deals_are_those_of_a_game_with_the_same_seed():
    profile = load_profile("liverpool")
    game = Game(profile, seats=["a", "b", "c"], seed="x")
    bots = {name: make_bot("greedy", generator("bot", "x", 1, seat)) for seat, name in enumerate(game.seats)}
    played = play_game(game, bots)
    simulated = list(play_deals(profile, ["greedy"] * 3, "x", rounds=[1], cap=400, makers={}))
    assert simulated[0].scores == tuple(played[0].scores.values())
    assert simulated[0].turns == played[0].turns


def test_points_add_up():
    match = play_match(load_profile("petras"), [["greedy", "random", "random"]], seeds=[3], rounds=[1], cap=100)
    assert match.bots == ("greedy", "random")
    total = sum(sum(deal.scores) for deal in match.deals)
    assert math.isclose(3 * match.points("greedy") + 6 * match.points("random"), total)
    assert match.went_out("greedy") + match.went_out("random") == match.endings.get("out", 0)


def test_whoever_did_not_play_is_told():
    match = play_match(load_profile("petras"), [["greedy", "random", "random"]], seeds=[3], rounds=[1], cap=10)
    for ask in (
        lambda: match.points("nobody"),
        lambda: match.went_out("nobody"),
        lambda: match.difference("nobody", "greedy"),
        lambda: match.difference("greedy", "nobody"),
    ):
        with pytest.raises(ValueError, match="'nobody' did not play: the bots are greedy, random"):
            ask()
    with pytest.raises(ValueError, match="'greedy' and 'random' did not play at one table in round 2"):
        match.difference("greedy", "random", round_number=2)


def test_what_cannot_be_played_is_refused():
    petras = load_profile("petras")
    with pytest.raises(UnknownBotError):
        play_match(petras, ["nobody"] * 3)
    with pytest.raises(ProfileError):
        play_match(petras, ["random"] * 2)
    with pytest.raises(ProfileError):
        compare_bots(petras, "random", "greedy", players=9)
    for lineups, seeds, rounds in ([], [1], None), (["random"] * 3, [], None), (["random"] * 3, [1], []):
        with pytest.raises(ValueError, match="needs a line-up"):
            play_match(petras, lineups, seeds=seeds, rounds=rounds)
    with pytest.raises(ValueError, match="itself"):
        compare_bots(petras, "random", "random")


def test_a_class_in_the_place_of_a_name_is_refused_with_the_way_to_name_it():
    petras = load_profile("petras")
    hint = "the name of a bot; with makers={'mine': RandomBot} it is 'mine', not "
    for play in (
        lambda: compare_bots(petras, RandomBot, "greedy"),
        lambda: compare_bots(petras, "greedy", RandomBot(random.Random(1))),
        lambda: play_match(petras, [RandomBot, "greedy", "greedy"]),
        lambda: play_match(petras, [RandomBot] * 3),
        lambda: play_match(petras, [["greedy", "greedy", RandomBot]]),
    ):
        with pytest.raises(TypeError, match=hint):
            play()
    with pytest.raises(TypeError, match="lineups should be a list of names, not 'greedy'"):
        play_match(petras, "greedy")
    comparison = compare_bots(petras, "mine", "random", makers={"mine": RandomBot}, seeds=[1], rounds=[1], cap=10)
    assert comparison.better == "mine"


def test_every_game_can_be_compared():
    for name in bundled_profiles():
        comparison = compare_bots(load_profile(name), "greedy", "random", seeds=[1], rounds=[1], cap=10)
        assert comparison.match.rounds == 2


def test_estimates():
    values = [random.Random(number).gauss(3, 2) for number in range(400)]
    found = estimate(values)
    assert found.low < 3 < found.high
    assert math.isclose(found.high - found.mean, found.mean - found.low)
    assert 0.15 < found.mean - found.low < 0.25
    assert found.excludes_zero
    assert str(estimate([1.0, 2.0])) == "+1.50 [+0.52, +2.48]"
    assert math.isinf(estimate([1.0]).high)
    assert str(estimate([1.0])) == "+1.00 [interval not known: one value only]"
    with pytest.raises(ValueError, match="nothing"):
        estimate([])

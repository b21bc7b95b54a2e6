"""Contracts of one's own, packs of rounds, and the deal through views, records, snapshots, bots and score sheets."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from mayi_rules import Game, load_profile, replay, round_rules
from mayi_rules.bots.registry import bot_maker
from mayi_rules.bots.table import play_game
from mayi_rules.cards import format_cards
from mayi_rules.cli.tally import Tally
from mayi_rules.cli.tally_file import read_tally, write_tally
from mayi_rules.engine.knowledge.mask import mask
from mayi_rules.engine.knowledge.unseen import unseen
from mayi_rules.engine.rules.deal import dealt_from, new_round
from mayi_rules.engine.state.plain import state_from_plain, state_to_plain
from mayi_rules.engine.state.values import Chance
from mayi_rules.simulation.deals import _numbers
from mayi_rules.simulation.matches import play_match

SEATS = ("a", "b", "c")
OWN = load_profile("petras").override({
    "contracts.progress": "own",
    "contracts.winner": "finished",
    "scoring.ties": "rounds_won",
    "deal.wild_upcard": "buried",
    "deal.next_dealer": "winner",
    "pack.wild": ["joker", "2", "3", "4", "5"],
    "rounds": [
        {"deal": 10, "contract": ["set"]},
        {"deal": 10, "contract": ["set", "set"], "rules": {"melds": {"run": {"max": 7}}}},
        {"deal": 10, "contract": ["set", "run"]},
    ],
})  # fmt: skip


@pytest.fixture(scope="module")
def played() -> Game:
    game = Game(OWN, seats=SEATS, seed=3)
    play_game(game, {name: bot_maker("greedy")(random.Random(name)) for name in SEATS})
    return game


def test_the_game_ends_with_the_last_contract(played):
    state = played.state
    finished = [seat for seat in range(3) if state.has_laid_the_last(seat)]
    assert finished
    lowest = min(state.totals[seat] for seat in finished)
    assert set(state.winners) <= {seat for seat in finished if state.totals[seat] == lowest}
    assert sum(state.rounds_won) == played.round
    assert played.standings[0].seat == SEATS[state.winners[0]]


def test_records_and_snapshots_tell_the_same_game(played):
    again = replay(played.record)
    assert again.state == played.state
    assert again.state.digest == played.state.digest
    plain = state_to_plain(played.state)
    assert plain["contracts"] == list(played.state.setting.contracts)
    assert state_from_plain(plain, played.profile, Chance(None)) == played.state


@pytest.mark.parametrize("seat", ["a", "b", "c", None])
def test_the_record_of_a_seat_is_of_what_it_knows(played, seat):
    record = played.record_for(seat)
    again = replay(record)
    assert again.state.totals == played.state.totals
    assert again.state.setting.contracts == played.state.setting.contracts


def test_views_name_the_contracts_of_all_seats(played):
    view = played.seat("b").view.to_dict()
    numbers = [view["contracts"][name]["number"] for name in SEATS]
    assert numbers == list(played.state.setting.contracts)
    assert view["contract"] == view["contracts"]["b"]["melds"]
    assert "contracts" not in Game(load_profile("petras"), seats=SEATS, seed=1).seat("a").view.to_dict()


def test_the_score_sheet_names_the_contracts(played):
    first = played.score_sheet().to_dict()["rounds"][0]["lines"]
    assert [line["contract"] for line in first] == [1, 1, 1]
    assert any(line["opened"] for line in first)
    assert " contract 1 laid" in str(played.score_sheet())


def test_bots_play_on_past_the_number_of_contracts():
    assert list(islice(_numbers((1, 2, 3), OWN), 5)) == [1, 2, 3, 4, 5]
    assert list(_numbers((1, 2), OWN)) == [1, 2]
    match = play_match(OWN, ["greedy", "greedy", "greedy"], seeds=range(2))
    assert all(deal.scores for deal in match.deals)


def test_a_buried_wild_has_half_of_the_stock_above_it():
    rules = round_rules(OWN, 3, 1)
    order = sorted(rules.pack_cards, key=lambda kind: rules.is_wild[kind])
    wild = order.pop()
    order.insert(30, wild)
    dealt = dealt_from(rules, bytes(order))
    assert (dealt.upcard, dealt.turned) == (31, 1)
    half = (len(order) - 31) // 2
    assert dealt.places[half - 1] == 30
    state = new_round(rules, 0, (0, 0, 0), Chance("key"), bytes(order), None)
    assert state.discards == bytes([order[31]])
    assert len(state.stock) == len(order) - 31
    assert state.stock[::-1][half - 1] == wild
    assert set(mask(state, 0).stock) == {53}, "the place of a buried wild is not told"
    assert wild in unseen(state, 0).cards


def test_an_upcard_stays_where_only_wilds_would_be_turned():
    rules = round_rules(OWN, 3, 1)
    wilds = [kind for kind in rules.pack_cards if rules.is_wild[kind]][:36]
    naturals = list(rules.pack_cards)
    for kind in wilds:
        naturals.remove(kind)
    short = naturals[:30] + wilds
    dealt = dealt_from(rules, bytes(short))
    assert (dealt.upcard, dealt.turned) == (30, 0), format_cards(bytes(short[30:]))


def test_the_sheet_of_a_game_that_goes_the_other_way_round_says_so():
    profile = load_profile("petras").override({"deal.direction": "counter_clockwise", "deal.cut_bonus": {"score": -50}})
    text = " ".join(profile.rule_sheet("md").split())
    assert "Everything goes counter-clockwise" in text
    assert "the deal passes to the right" in text
    assert "the player at the dealer's left lifts a packet" in text
    assert "nearest to the active player, counter-clockwise" in text
    assert " clockwise" not in text


def test_a_round_of_its_own_pack_is_conserved_and_told():
    profile = load_profile("petras").override({"rounds.2.pack": {"decks": 3, "wild": ["joker", "2"]}})
    assert round_rules(profile, 3, 1).pack_size == 108
    assert round_rules(profile, 3, 2).pack_size == 162
    assert round_rules(profile, 3, 2).jokers == 6
    keys = [change.key for change in load_profile("petras").diff(profile)]
    assert keys == ["rounds.2.pack.decks", "rounds.2.pack.wild"]
    assert "Round 2 is different" in " ".join(profile.rule_sheet("txt").split())
    assert profile.digest != load_profile("petras").digest


def test_a_real_table_keeps_the_contracts(tmp_path):
    tally = Tally(OWN, SEATS)
    for text in ("out", "opened 7 7 K", "= 30", "K", "out", "opened = 12", "opened = 5", "out", "= 40"):
        tally.enter(text)
    assert [tally.contract(3, name) for name in SEATS] == [2, 3, 2]
    assert tally.is_over
    assert tally.awaited is None
    assert tally.has_laid_the_last("b")
    assert min(tally.ranks()) == tally.ranks()[1]
    write_tally(tmp_path / "s.yaml", tally)
    again = read_tally(tmp_path / "s.yaml")
    assert again.to_dict() == tally.to_dict()

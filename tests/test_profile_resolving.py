"""RoundRules: what holds in one round, and the stocks that the rule sheets give."""

import pickle

import pytest

from mayi_rules.cards import JOKER, parse_card
from mayi_rules.errors import ProfileError
from mayi_rules.profile.language.choices import Ace, DiscardRule, OpeningSize, SwapFreed, SwapOutOf, SwapWho
from mayi_rules.profile.load import load_profile
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import NO_LIMIT


@pytest.mark.parametrize(
    ("profile_id", "players", "number", "stock"),
    [
        ("petras", 3, 1, 77),
        ("petras", 4, 1, 67),
        ("petras", 5, 1, 111),
        ("petras", 6, 1, 101),
        ("petras", 4, 4, 59),
        ("petras", 6, 4, 89),
        ("pagat", 3, 1, 75),
        ("pagat", 4, 1, 66),
        ("pagat", 4, 4, 58),
        ("pagat", 5, 4, 47),
        ("continental", 4, 1, 59),
        ("continental", 5, 7, 101),
        ("continental", 7, 1, 131),
        ("continental", 8, 1, 119),
        ("shanghai", 5, 1, 52),
    ],
)
def test_the_stock_after_the_deal(profile_id, players, number, stock):
    rules = round_rules(load_profile(profile_id), players, number)
    assert rules.pack_size - players * rules.dealt - rules.upcard == stock
    assert sum(rules.pack) == rules.pack_size


LADDER = [
    ["set", "set"],
    ["set", "run"],
    ["run", "run"],
    ["set", "set", "set"],
    ["set", "set", "run"],
    ["set", "run", "run"],
    ["run", "run", "run"],
]


@pytest.mark.parametrize("profile_id", ["petras", "pagat", "continental", "liverpool", "shanghai", "progressive"])
def test_the_shared_ladder(profile_id):
    profile = load_profile(profile_id)
    for number, kinds in enumerate(LADDER, start=1):
        contract = round_rules(profile, 4, number).contract
        assert [item.kind for item in contract] == kinds
        assert sum(item.size for item in contract) == 5 + number


def test_a_rounds_own_rules_win():
    pagat = load_profile("pagat")
    six, seven = round_rules(pagat, 4, 6), round_rules(pagat, 4, 7)
    assert (six.opening_size, six.all_cards, six.discard) == (OpeningSize.EXACT, False, DiscardRule.OPTIONAL)
    assert (seven.opening_size, seven.all_cards, seven.discard) == (
        OpeningSize.AT_LEAST,
        True,
        DiscardRule.FORBIDDEN,
    )


def test_sources_follow_the_rule_that_holds():
    pagat = load_profile("pagat")
    written = [line.strip() for line in open_bundled("pagat").splitlines()]
    six, seven = round_rules(pagat, 4, 6), round_rules(pagat, 4, 7)
    for rules, key, text in (
        (six, "opening.size", "size: exact"),
        (seven, "opening.size", "opening: {size: at_least, all_cards: true}"),
        (seven, "going_out.discard", "going_out: {discard: forbidden}"),
        (six, "going_out.discard", "discard: optional"),
        (six, "melds.run.ace", "run: {min: 4, max: 14, ace: low_or_high}"),
        (six, "wilds.swap.out_of", "swap: {out_of: runs, who: opened_earlier, freed: to_hand}"),
        (six, "stock.when_empty", "when_empty: reshuffle"),
        (six, "rounds", "- {deal: 12, contract: [set, run, run]}"),
        (seven, "rounds", "contract: [run, run, run]"),
    ):
        source = rules.sources[key]
        assert source.label == "pagat.yaml"
        assert written[source.line - 1] == text, key
    assert six.sources.get("irregularities") is None


def test_the_keys_of_a_block_have_the_source_of_the_block():
    house = load_profile("petras").override({"buying.block": {}})
    rules = round_rules(house, 3, 1)
    assert rules.sources["buying.block.who"].label == "override"
    assert rules.block_call == "Shanghai"


def test_inherited_values_name_the_file_that_wrote_them():
    rules = round_rules(load_profile("shanghai"), 4, 1)
    assert rules.sources["buying.per_round"].label == "shanghai.yaml"
    assert rules.sources["buying.penalty_cards"].label == "pagat.yaml"


def test_null_is_no_limit():
    rules = round_rules(load_profile("petras"), 4, 1)
    assert rules.set_max == rules.per_meld == rules.per_round == rules.times == NO_LIMIT
    assert rules.idle_laps == 2
    none = round_rules(load_profile("petras").override({"stock.idle_laps": None}), 4, 1)
    assert none.idle_laps == NO_LIMIT


def test_wild_kinds():
    def wilds(profile_id):
        return round_rules(load_profile(profile_id), 4, 1).wild_kinds

    twos = [parse_card(f"2{suit}") for suit in "cdhs"]
    assert wilds("petras") == (JOKER,)
    assert wilds("continental") == tuple(sorted([JOKER, parse_card("Ah"), parse_card("Ad")]))
    assert wilds("continental-deuces") == tuple(sorted([JOKER, parse_card("Ah"), parse_card("Ad"), *twos]))
    assert wilds("progressive") == tuple(sorted([JOKER, *twos]))


@pytest.mark.parametrize(
    ("profile_id", "expected"),
    [
        ("petras", {"X": 25, "As": 15, "Kh": 10, "Tc": 10, "9d": 9, "2s": 2, "?": 0}),
        ("pagat", {"X": 15, "As": 15, "Jh": 10, "Td": 10, "7c": 7}),
        ("continental", {"X": 50, "As": 20, "Ah": 20, "Kd": 10, "Tc": 10, "9s": 5, "2h": 5}),
        ("continental-deuces", {"2h": 5, "X": 50}),
        ("progressive", {"2h": 15, "3h": 3, "X": 15}),
    ],
)
def test_points(profile_id, expected):
    points = round_rules(load_profile(profile_id), 4, 1).points
    assert {card: points[parse_card(card)] for card in expected} == expected


def test_the_special_rules_of_the_relatives():
    continental = round_rules(load_profile("continental"), 4, 1)
    assert (continental.ace, continental.run_max) == (Ace.AROUND_THE_CORNER, 13)
    assert (continental.swap_out_of, continental.swap_who, continental.swap_freed) == (
        SwapOutOf.RUNS,
        SwapWho.OPENED,
        SwapFreed.TO_TABLE,
    )
    assert round_rules(load_profile("continental-lowhigh"), 4, 1).ace is Ace.LOW_OR_HIGH
    silence = load_profile("continental-late-silence")
    assert [round_rules(silence, 4, number).buying for number in range(1, 8)] == [True] * 4 + [False] * 3
    assert round_rules(load_profile("liverpool"), 4, 1).cut_score == -50
    shanghai = round_rules(load_profile("shanghai"), 4, 1)
    assert (shanghai.ace, shanghai.run_max, shanghai.per_meld, shanghai.per_round) == (Ace.HIGH, 13, 1, 2)
    assert [round_rules(load_profile("progressive"), 4, number).dealt for number in range(1, 11)] == [10] * 3 + [12] * 7


def test_own_minimum_of_a_contract_item_and_of_a_round():
    house = load_profile("petras").override(
        {"rounds.2.contract": ["set", {"run": 7}], "rounds.3.rules.melds.run.min": 5}
    )
    assert [item.size for item in round_rules(house, 3, 2).contract] == [3, 7]
    assert [item.size for item in round_rules(house, 3, 3).contract] == [5, 5]
    assert round_rules(house, 3, 2).run_min == 4


def test_equal_questions_have_the_same_answer():
    petras = load_profile("petras")
    rules = round_rules(petras, 4, 1)
    assert round_rules(petras, 4, 1) is rules
    assert round_rules(pickle.loads(pickle.dumps(petras)), 4, 1) is rules
    assert pickle.loads(pickle.dumps(rules)) is rules
    assert round_rules(petras, 4, 2) is not rules


@pytest.mark.parametrize(("players", "number"), [(2, 1), (7, 1), (4, 0), (4, 8), (4, -1)])
def test_wrong_numbers_are_refused(players, number):
    with pytest.raises(ProfileError) as caught:
        round_rules(load_profile("petras"), players, number)
    (fault,) = caught.value.faults
    assert fault.rule == ("resolving.round" if players == 4 else "resolving.players")
    assert fault.source.label == "petras.yaml"


def open_bundled(profile_id):
    from mayi_rules.profile.loading.bundled import bundled_file

    return bundled_file(profile_id).read_text(encoding="utf-8")

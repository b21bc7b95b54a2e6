"""The solver on hands whose answers are known, under the bundled profiles and single house rules."""

import random
from itertools import islice

import pytest

from mayi_rules.cards import JOKER, Hand, parse_card, parse_cards
from mayi_rules.melds.fitting import End, TableMeld
from mayi_rules.melds.legality import is_legal
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.profile.language.choices import MeldKind
from mayi_rules.profile.load import load_profile
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import ContractItem, RoundRules
from mayi_rules.solver import NEVER, Lay, Swap, best_lay_offs, best_opening, can_open, distance, openings, useful
from mayi_rules.solver.lack_search import LackSearch
from mayi_rules.solver.plan import plan_for
from mayi_rules.solver.slots import split
from tests.oracle.brute import House
from tests.oracle.houses import as_round_rules


def rules_of(profile: str, number: int, players: int = 4, **changes: object) -> RoundRules:
    return round_rules(
        load_profile(profile).override(changes, id="changed") if changes else load_profile(profile), players, number
    )


def run_of(text: str) -> Meld:
    cards = parse_cards(text)
    return Meld.run_of(cards[0] // 13, cards[0] % 13, cards)


def test_worked_example_of_petras() -> None:
    hand = Hand.parse("3h 4h 5h 6h 7h 8h 9h Th Jh Ac 2d Qc Ks")
    rules = rules_of("petras", 3)
    assert can_open(hand, rules)
    found = [{str(meld) for meld in opening} for opening in openings(hand, rules)]
    assert {"3h 4h 5h 6h 7h", "8h 9h Th Jh"} in found
    assert len(found) == 5  # four and four in three ways, five and four, four and five
    best = best_opening(hand, rules)
    assert best is not None
    assert sum(len(meld) for meld in best) == 9


def test_touching_runs_are_refused_where_the_profile_says_so() -> None:
    hand = Hand.parse("3h 4h 5h 6h 7h 8h 9h Th Ac 2d")
    assert can_open(hand, rules_of("petras", 3))
    assert not can_open(hand, rules_of("pagat", 3))
    assert can_open(hand.plus(parse_card("Jh")), rules_of("pagat", 3))


@pytest.mark.parametrize(
    ("profile", "opens"), [("petras", False), ("continental", True), ("continental-lowhigh", False)]
)
def test_a_run_around_the_corner(profile: str, *, opens: bool) -> None:
    hand = Hand.parse("Qc Kc Ac 2c 7d 7h 7s 9d")
    assert can_open(hand, rules_of(profile, 2)) is opens


def test_a_run_of_fourteen_holds_the_ace_twice() -> None:
    contract = (ContractItem(MeldKind.RUN, 14),)
    rules = rules_of("petras", 1)
    suit = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    assert can_open(Hand.parse(f"{suit} Ac 5d"), rules, contract)
    assert can_open(Hand.parse(f"{suit} X 5d"), rules, contract)
    assert not can_open(Hand.parse(f"{suit} 5d"), rules, contract)
    assert distance(Hand.parse(f"{suit} 5d"), rules, contract) == 1


def test_a_card_must_be_left_to_discard() -> None:
    hand = Hand.parse("5c 5d 5h 9c 9d 9h")
    assert not can_open(hand, rules_of("petras", 1))
    assert distance(hand, rules_of("petras", 1)) == 1
    assert can_open(hand, rules_of("pagat", 1))


def test_two_sets_of_one_rank() -> None:
    hand = Hand.parse("5c 5c 5d 5d 5h 5h Kc")
    assert can_open(hand, rules_of("pagat", 1))
    assert not can_open(hand, rules_of("shanghai", 1))


def test_all_cards_in_three_runs() -> None:
    rules = rules_of("pagat", 7)
    whole = Hand.parse("3c 4c 5c 6c 7c Td Jd Qd Kd Ah 2h X 4h")
    assert can_open(whole, rules)
    assert all(sum(map(len, opening)) == 13 for opening in openings(whole, rules))
    assert not can_open(whole.plus(parse_card("9s")), rules)
    assert distance(whole.plus(parse_card("9s")), rules) == 1
    assert distance(whole, rules) == 0


def test_wilds_may_be_fewer_than_naturals_only_in_a_longer_run() -> None:
    rules = rules_of("petras", 1, **{"wilds.balance": "fewer_than_naturals"})
    contract = (ContractItem(MeldKind.RUN, 4),)
    hand = Hand.parse("4h 6h 8h X X Kc")
    assert can_open(hand, rules, contract)
    assert [str(meld) for (meld,) in openings(hand, rules, contract)] == ["4h X=5h 6h X=7h 8h"]


def test_a_natural_is_left_to_the_set_that_needs_it() -> None:
    rules = rules_of("petras", 2, **{"wilds.per_meld": 1})
    hand = Hand.parse("5h 5d X 4h X 6h 7h Kc")
    found = {tuple(map(str, opening)) for opening in openings(hand, rules)}
    assert found == {("4h X=5h 6h 7h", "5d 5h X=5")}


def test_all_wild_sets() -> None:
    hand = Hand.parse("X X Ah 7c 7d 7h Kc")
    rules = rules_of("continental", 1)
    assert can_open(hand, rules)
    assert any(meld.rank == ALL_WILD for opening in openings(hand, rules) for meld in opening)
    assert not can_open(hand, rules_of("continental", 1, **{"wilds.all_wild_sets": False}))


def test_openings_come_at_once_even_where_there_are_very_many() -> None:
    rules = rules_of("petras", 7, 6)
    hand = Hand.parse("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ad 3d 5d 7d 9d Jd Kd 2h 4h 6h X X X X X X 8s 9s")
    found = list(islice(openings(hand, rules), 300))
    assert len({frozenset(opening) for opening in found}) == 300
    assert all(is_legal(meld, rules) for opening in found for meld in opening)


def test_best_opening_by_value() -> None:
    rules = rules_of("petras", 1)
    hand = Hand.parse("5c 5d 5h 9c 9d 9h X 2c")
    by_points = best_opening(hand, rules)
    assert by_points is not None
    assert sum(map(len, by_points)) == 7  # the joker is laid too
    saving = best_opening(hand, rules, value="wilds")
    assert saving is not None
    assert sum(map(len, saving)) == 6
    keep_fives = best_opening(
        Hand.parse("5c 5d 5h 5s 9c 9d 9h 2c"), rules, value=lambda kind: -1 if kind % 13 == 4 else 1
    )
    assert keep_fives is not None
    assert sum(map(len, keep_fives)) == 6
    assert best_opening(Hand.parse("2c 5d 9h"), rules) is None


def test_an_unknown_value_is_refused() -> None:
    with pytest.raises(ValueError, match="value is"):
        best_opening(Hand.parse("5c 5d 5h 9c 9d 9h X 2c"), rules_of("petras", 1), value="luck")


def test_useful_cards_and_how_many_are_unseen() -> None:
    rules = rules_of("petras", 1)
    hand = Hand.parse("5c 5d 9c 9d 9h 2c Kc")
    assert distance(hand, rules) == 1
    kinds = useful(hand, rules)
    assert {str(Hand.of([kind])): count for kind, count in kinds.items()} == {
        "5c": 1,
        "5d": 1,
        "5h": 2,
        "5s": 2,
        "X": 4,
    }
    assert useful(hand, rules, unseen=[0] * 54) == {}
    assert useful(hand.plus(parse_card("5h")), rules) == {}


def test_a_contract_that_the_pack_cannot_meet() -> None:
    contract = tuple(ContractItem(MeldKind.SET, 30) for _ in range(5))
    assert distance(Hand.parse("5c"), rules_of("petras", 1), contract) == NEVER


@pytest.mark.parametrize("number", range(1, 7))
def test_the_distance_of_hands_with_fewer_naturals_than_melds(number: int) -> None:
    rules = rules_of("petras", number)
    rng = random.Random(number)
    for _ in range(40):
        some = rng.randint(0, 4)
        hand = Hand.of([*[JOKER] * rng.randint(0, 4), *rng.sample(range(JOKER), some)])
        natural, wild = split(hand.counts, rules)
        search = LackSearch(plan_for(rules, None), natural, wild, hand.size, pack=rules.pack)
        assert distance(hand, rules) == next(filter(search.lays, range(NEVER))), str(hand)


def test_an_unknown_card_says_nothing_about_the_pack() -> None:
    pack = bytearray(54)
    for kind in Hand.parse("5c 5d 5h"):
        pack[kind] = 1
    rules = as_round_rules(House(contract=(("set", 3),), pack=tuple(pack), wild=frozenset()))
    assert distance(Hand.parse("5c 5d ?"), rules) == 1
    assert distance(Hand.parse("5c 5d 5h ?"), rules) == 0
    assert distance(Hand.parse("5c 5d 5h"), rules) == NEVER  # nothing is left to discard, and nothing to draw
    pack[0] = 1
    rules = as_round_rules(House(contract=(("set", 3),), pack=tuple(pack), wild=frozenset()))
    assert distance(Hand.parse("5c 5d 5h"), rules) == 1


def test_an_unknown_card_is_never_laid() -> None:
    hand = Hand.parse("5c 5d 5h 9c 9d 9h ?")
    rules = rules_of("petras", 1)
    assert can_open(hand, rules)
    assert all(53 not in meld.cards for opening in openings(hand, rules) for meld in opening)
    assert not can_open(Hand.parse("3c 4c 5c 6c 3d 4d 5d 6d 3h 4h 5h 6h ?"), rules_of("pagat", 7))


def test_answers_are_kept_with_the_hand() -> None:
    hand = Hand.parse("5c 5d 5h 9c 9d 9h 2c")
    rules = rules_of("petras", 1)
    assert can_open(hand, rules)
    assert hand.cache
    assert can_open(hand, rules)
    assert not can_open(hand, rules, (ContractItem(MeldKind.RUN, 4),))


def test_lay_offs_put_the_wild_where_the_others_still_fit() -> None:
    rules = rules_of("petras", 3)
    table = (TableMeld(1, run_of("3h 4h 5h 6h"), rules), TableMeld(0, Meld.set_of(8, [8, 21, 34]), rules))
    steps = best_lay_offs(Hand.parse("8h 9h X 9s 2c"), table, rules, 0)
    assert set(steps) == {
        Lay(52, 0, End.HIGH),
        Lay(parse_card("8h"), 0, End.HIGH),
        Lay(parse_card("9h"), 0, End.HIGH),
        Lay(parse_card("9s"), 1, None),
    }


def test_swapping_a_joker_to_the_table() -> None:
    rules = rules_of("continental", 2)
    table = (TableMeld(1, Meld.run_of(2, 3, [29, 52, 31, 32]), rules),)
    steps = best_lay_offs(Hand.parse("5h Kc"), table, rules, 0, swapping=True)
    assert steps[0] == Swap(parse_card("5h"), 52, 0, 1)
    assert len(steps) == 2
    assert steps[1].card == 52
    # Alone the 5h cannot be swapped: the joker would go to the table, and nothing would be left to discard.
    assert best_lay_offs(Hand.parse("5h"), table, rules, 0, swapping=True) == ()


def test_a_wild_that_is_laid_as_itself_stands_for_no_other_card() -> None:
    """The one 2 fills a hole of the run, or is the natural that it is in the set; never both."""
    rules = rules_of("petras", 1, **{"pack.wild": ["2"], "wilds.natural_use": True, "laying_off.when": "same_turn"})
    melds = (run_of("5h 6h 7h 8h"), Meld.set_of(1, parse_cards("2d 2d 2s")))
    table = tuple(TableMeld(0, meld, rules) for meld in melds)
    for hand in ("2c 3h Kc Kd", "2c Th Kc Kd", "2c 2c 3h Th Kc Kd"):
        steps = best_lay_offs(Hand.parse(hand), table, rules, 0)
        laid = [step.card for step in steps if isinstance(step, Lay)]
        assert all(laid.count(card) <= Hand.parse(hand).counts[card] for card in laid)


def test_a_longer_run_may_do_where_a_shorter_one_would_touch() -> None:
    """Beside `Ah 2h` and `X=9h Th` the two that are left, with Qh, make a run of three only."""
    house = House(
        contract=(("run", 2), ("run", 2), ("run", 2)),
        pack=(*[3] * 52, 4, 0),
        wild=frozenset([JOKER]),
        set_min=2,
        run_min=2,
        ace="around_the_corner",
        touching=False,
        min_naturals=0,
        per_meld=2,
        run_max=13,
    )
    hand = Hand.parse("Ah 2h Th Qh Qh X X X")
    found = [{str(meld) for meld in opening} for opening in openings(hand, as_round_rules(house))]
    assert {"Ah 2h", "X=9h Th", "X=Th X=Jh Qh"} in found
    assert {"Ah 2h", "X=9h Th", "Qh X=Kh X=Ah"} in found
    assert len(found) == 44

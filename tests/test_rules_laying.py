"""Opening, laying off, swapping, taking back and going out: the rules of a turn's play."""

from __future__ import annotations

import pytest


def given(round_number, hand, table="", **more):
    rows = "".join(f"\n  - {{seat: {seat}, meld: {meld}}}" for seat, meld in table) if table else ""
    extra = "".join(f"\n  {key}: {value}" for key, value in more.items())
    return (
        f"seats: [A, B, C]\ngiven:\n  round: {round_number}\n  turn: A\n  phase: play\n"
        f"  hands: {{A: {hand}, B: 8c Td, C: 6s}}{extra}\n" + (f"  table:{rows}\n" if rows else "")
    )


SETS = [("A", "7h 7d 7s"), ("A", "Kh Kd Ks")]
RUNS = [("A", "6h 7h 8h 9h"), ("A", "2s 3s 4s 5s")]


class TestOpening:
    def test_exact_sizes(self, case):
        case(
            "pagat",
            given(1, "7h 7d 7s 7c Kh Kd Ks 2c")
            + """
play: [{A: open 7h 7d 7s 7c | Kh Kd Ks, refused: opening.not_exact}, {A: open 7h 7d 7s | Kh Kd Ks}]
""",
        )

    def test_at_least(self, case):
        case("petras", given(1, "7h 7d 7s 7c Kh Kd Ks 2c") + "play: [{A: open 7h 7d 7s 7c | Kh Kd Ks}]")

    def test_exactly_as_many_melds_as_the_contract(self, case):
        case(
            "petras",
            given(1, "7h 7d 7s Kh Kd Ks 4h 4d 4s 9s")
            + """
play:
- {A: open 7h 7d 7s | Kh Kd Ks | 4h 4d 4s, refused: opening.too_many_melds}
- {A: open 7h 7d 7s, refused: opening.too_few_melds}
""",
        )

    def test_the_kinds_are_the_contracts(self, case):
        case(
            "petras",
            given(2, "7h 7d 7s Kh Kd Ks 3h 4h 5h 6h 2c")
            + """
play:
- {A: open 7h 7d 7s | Kh Kd Ks, refused: opening.wrong_melds}
- {A: open 3h 4h 5h 6h | Kh Kd Ks}
expect: {table: [{seat: A, meld: 3h 4h 5h 6h}, {seat: A, meld: Kh Kd Ks}]}
""",
        )

    def test_an_items_own_minimum(self, case):
        rules = {"rounds.1.contract": ["set", {"run": 5}]}
        case(
            "petras",
            given(1, "7h 7d 7s 3h 4h 5h 6h 8c") + "play: [{A: open 7h 7d 7s | 3h 4h 5h 6h, refused: true}]",
            rules=rules,
        )
        case(
            "petras",
            given(1, "7h 7d 7s 2h 3h 4h 5h 6h 8c") + "play: [{A: open 7h 7d 7s | 2h 3h 4h 5h 6h}]",
            rules=rules,
        )

    def test_own_minima_are_matched_whichever_way_fits(self, case):
        rules = {"rounds.1.contract": [{"set": 4}, "set"]}
        for order in ("7h 7d 7s 7c | Kh Kd Ks", "Kh Kd Ks | 7h 7d 7s 7c"):
            case("pagat", given(1, "7h 7d 7s 7c Kh Kd Ks 2c") + f"play: [{{A: open {order}}}]", rules=rules)

    def test_all_cards(self, case):
        cards = "3h 4h 5h 6h 6d 7d 8d 9d Td Js Qs Ks As"
        opening = "open 3h 4h 5h 6h | 6d 7d 8d 9d Td | Js Qs Ks As"
        case("pagat", given(7, cards) + f"play: [{{A: {opening}}}]\nexpect: {{round_over: true}}")
        case(
            "pagat",
            given(7, cards + " 2c") + f"play: [{{A: {opening}, refused: opening.not_all_cards}}, {{A: discard 2c}}]",
        )

    def test_adjacent_means_that_the_two_would_join(self, case):
        def opening(melds, refused):
            hand = melds.replace("|", "") + " 2c"
            why = ", refused: opening.adjacent_runs" if refused else ""
            case("pagat", given(3, hand) + f"play: [{{A: open {melds}{why}}}]")

        opening("6h 7h 8h 9h | Th Jh Qh Kh", refused=True)
        opening("As 2s 3s 4s | 5s 6s 7s 8s", refused=True)
        opening("As 2s 3s 4s | Ts Js Qs Ks", refused=False)
        opening("3h 4h 5h 6h | 8h 9h Th Jh", refused=False)
        opening("3h 4h 5h 6h | 5h 6h 7h 8h", refused=False)
        opening("3h 4h 5h 6h | 3h 4h 5h 6h", refused=False)
        opening("3h 4h 5h 6h | 7d 8d 9d Td", refused=False)

    def test_adjacent_counts_wilds_by_their_roles(self, case):
        case(
            "pagat",
            given(3, "3h 4h 5h X 7h 8h 9h Th 2c")
            + """
play: [{A: open 3h 4h 5h X=6h | 7h 8h 9h Th, refused: opening.adjacent_runs}]
""",
        )
        case(
            "pagat",
            given(3, "4h 5h 6h X 8h 9h Th Jh 2c")
            + """
play: [{A: open X=3h 4h 5h 6h | 8h 9h Th Jh}]
""",
        )

    def test_two_sets_of_one_rank(self, case):
        text = given(1, "Kh Ks Kd Kc Kh Ks 4s") + "play: [{A: open Kh Ks Kd | Kc Kh Ks%s}]"
        case("petras", text % "")
        case("pagat", text % "")
        case("shanghai", text % ", refused: opening.same_rank_sets")

    def test_once_a_round(self, case):
        case(
            "petras",
            given(1, "4h 4d 4s 9h 9d 9s 2c", SETS)
            + """
play: [{A: open 4h 4d 4s | 9h 9d 9s, refused: opening.already_open}]
""",
        )

    def test_a_card_must_be_left_to_discard(self, case):
        case(
            "petras",
            given(1, "7h 7d 7s Kh Kd Ks")
            + """
play: [{A: open 7h 7d 7s | Kh Kd Ks, refused: going_out.discard_required}]
""",
        )
        case(
            "pagat", given(1, "7h 7d 7s Kh Kd Ks") + "play: [{A: open 7h 7d 7s | Kh Kd Ks}]\nexpect: {round_over: true}"
        )


class TestLayingOff:
    def test_not_before_opening(self, case):
        case(
            "continental",
            given(1, "Kc 2c 3d", [("B", "7h 7d 7s"), ("B", "Kh Kd Ks")])
            + """
play: [{A: lay Kc on 2, refused: laying_off.not_open}]
""",
        )

    @pytest.mark.parametrize(
        ("profile", "refused"),
        [("petras", True), ("pagat", True), ("continental", False), ("shanghai", False)],
    )
    def test_in_the_opening_turn(self, case, profile, refused):
        why = ", refused: laying_off.opening_turn" if refused else ""
        case(
            profile,
            given(1, "7h 7d 7s Kh Kd Ks 7c 2c 3d")
            + f"""
play: [{{A: open 7h 7d 7s | Kh Kd Ks}}, {{A: lay 7c on 1{why}}}]
""",
        )

    def test_on_anybodys_melds_at_both_ends_and_on_sets(self, case):
        case(
            "petras",
            given(
                2, "Td 5d 9h 4c 2c", [("B", "6d 7d 8d 9d"), ("B", "9c 9d 9s"), ("A", "4h 4s 4d"), ("A", "As 2s 3s 4s")]
            )
            + """
play:
- A: lay Td on 1
- A: lay 5d on 1
- A: lay 9h on 2
- {A: lay 4c on 3}
expect: {hands: {A: 2c}}
""",
        )

    def test_own_melds_only(self, case):
        case(
            "petras",
            given(1, "Kc 2c 9d", [("B", "9h 9c 9s"), ("B", "3h 3d 3s"), *SETS])
            + """
play: [{A: lay 9d on 1, refused: laying_off.not_own}, {A: lay Kc on 4}]
""",
            rules={"laying_off.whose": "own"},
        )

    def test_what_does_not_fit(self, case):
        case(
            "petras",
            given(3, "Th 4h 9s Ah 2c", RUNS)
            + """
play:
- {A: lay 4h on 1, refused: laying_off.does_not_fit}
- {A: lay 9s on 1, refused: laying_off.does_not_fit}
- {A: lay Th on 3, refused: laying_off.no_such_meld}
- {A: lay Qh on 1, refused: cards.not_in_hand}
- {A: lay Th on 1}
""",
        )

    def test_no_run_grows_past_the_ace(self, case):
        table = [("A", "Js Qs Ks As"), ("A", "Ad 2d 3d 4d")]
        case(
            "petras",
            given(3, "2s Kd 5d 9c", table)
            + """
play:
- {A: lay 2s on 1, refused: laying_off.does_not_fit}
- {A: lay Kd on 2, refused: laying_off.does_not_fit}
- {A: lay 5d on 2}
""",
        )

    def test_around_the_corner_it_grows_to_thirteen(self, case):
        table = [("A", "Js Qs Ks As"), ("A", "3d 4d 5d 6d")]
        case("continental", given(3, "2s 3s 9c 8c", table) + "play: [{A: lay 2s 3s on 1}]\nexpect: {hands: {A: 9c 8c}}")

    def test_several_cards_are_laid_all_or_none(self, case):
        case("petras", given(3, "Th Jh 2c 3c", RUNS) + "play: [{A: lay Jh Th on 1}]\nexpect: {hands: {A: 2c 3c}}")
        case(
            "petras",
            given(3, "Th Qh 2c 3c", RUNS)
            + "play: [{A: lay Th Qh on 1, refused: true}]\nexpect: {hands: {A: Th Qh 2c 3c}}",
        )

    def test_the_order_of_the_cards_named_is_found(self, case):
        case("petras", given(3, "Th Jh 5h 2c", RUNS) + "play: [{A: lay Jh 5h Th on 1}]\nexpect: {hands: {A: 2c}}")

    def test_wilds_are_limited_when_laid_off_too(self, case):
        case(
            "shanghai",
            given(1, "X X 2c", SETS)
            + """
play: [{A: lay X on 1}, {A: lay X on 1, refused: meld.wilds_too_many}]
""",
        )
        case(
            "continental",
            given(1, "Ah X 2c", [("A", "7h 7c X X"), ("A", "Kh Kd Ks")])
            + """
play: [{A: lay Ah on 1, refused: meld.wilds_outnumber}, {A: lay Ah on 2}]
""",
        )


class TestSwapping:
    TABLE = (("B", "5h X 7h 8h"), ("B", "3d 4d 5d 6d"), ("A", "8s 9s Ts Js"), ("A", "2d 3d 4d 5d"))

    def test_never_in_petras(self, case):
        case("petras", given(3, "6h 2c Kc", self.TABLE) + "play: [{A: swap 6h on 1, refused: swapping.not_allowed}]")

    def test_to_the_hand(self, case):
        case(
            "pagat",
            given(3, "6h 2c Kc", self.TABLE)
            + """
play: [{A: swap 6h on 1}]
expect:
  hands: {A: X 2c Kc}
  table:
  - {seat: B, meld: 5h 6h 7h 8h}
  - {seat: B, meld: 3d 4d 5d 6d}
  - {seat: A, meld: 8s 9s Ts Js}
  - {seat: A, meld: 2d 3d 4d 5d}
""",
        )

    def test_only_the_card_that_the_wild_stands_for(self, case):
        case(
            "pagat",
            given(3, "6d 6h 5h Kc", self.TABLE)
            + """
play: [{A: swap 6d on 1, refused: swapping.no_such_wild}, {A: swap 5h on 1, refused: swapping.no_such_wild}]
""",
        )

    def test_not_before_opening(self, case):
        case(
            "continental",
            given(3, "6h 2c Kc", self.TABLE[:2]) + "play: [{A: swap 6h on 1, refused: swapping.not_open}]",
        )

    def test_to_the_table_before_the_discard(self, case):
        case(
            "continental",
            given(3, "6h 2c Kc", self.TABLE)
            + """
play:
- A: swap 6h on 1
- {A: discard Kc, refused: swapping.freed_wild_in_hand}
- {A: discard X, refused: swapping.freed_wild_in_hand}
- A: lay X=Qs on 3
- A: discard Kc
""",
        )

    def test_a_freed_wild_is_no_card_to_discard(self, case):
        case(
            "continental", given(3, "6h", self.TABLE) + "play: [{A: swap 6h on 1, refused: going_out.discard_required}]"
        )

    def test_a_swap_without_a_place_for_the_wild_is_refused(self, case):
        """All melds have their most cards."""
        rules = {"rounds.3.contract": ["run"], "melds.run.max": 4}
        case(
            "continental",
            given(3, "6h 2c Kc", [("B", "5h X 7h 8h"), ("A", "8s 9s Ts Js")])
            + """
play: [{A: swap 6h on 1, refused: swapping.no_place}]
""",
            rules=rules,
        )

    def test_a_natural_may_make_room_for_the_freed_wild_by_the_balance(self, case):
        """After the swap the run has two wilds less one to three naturals: the freed wild finds room there again."""
        table = [("B", "5h X 7h X"), ("A", "8s 9s Ts Js")]
        case(
            "continental",
            given(3, "6h 2c Kc", table)
            + """
play: [{A: swap 6h on 1}, {A: lay X=9h on 1}, {A: discard Kc}]
""",
            rules={"rounds.3.contract": ["run"]},
        )

    def test_out_of_sets_any_card_of_the_rank(self, case):
        table = [("B", "9c 9d X"), ("A", "Kh Kd Ks")]
        rules = {"wilds.swap": {"out_of": "sets"}}
        for card in ("9h", "9s", "9c"):
            case(
                "pagat",
                given(1, f"{card} 2c 3c", table)
                + f"play: [{{A: swap {card} on 1}}]\nexpect: {{hands: {{A: X 2c 3c}}}}",
                rules=rules,
            )

    def test_which_of_two_different_wilds(self, case):
        table = [("B", "9c 9d X 2s"), ("A", "Kh Kd Ks")]
        rules = {"wilds.swap": {"out_of": "sets"}}
        case(
            "progressive",
            given(1, "9h 3c 4c", table)
            + """
play: [{A: swap 9h on 1, refused: meld.ambiguous}, {A: swap 9h for 2s on 1}]
expect: {hands: {A: 2s 3c 4c}}
""",
            rules=rules,
        )

    def test_the_last_card_may_be_swapped_for_a_wild_that_stays_in_hand(self, case):
        case(
            "pagat",
            given(3, "6h", self.TABLE) + "play: [{A: swap 6h on 1}, {A: discard X}]\nexpect: {round_over: true}",
        )


class TestTakingBack:
    def test_everything_of_this_turn_and_nothing_older(self, case):
        case(
            "continental",
            given(1, "9h 9d 9s Kc 4c 4h 4d 2c", [("B", "7h 7d 7s"), ("B", "Kh Kd Ks")])
            + """
play:
- {A: take back, refused: taking_back.nothing}
- A: open 9h 9d 9s | 4c 4h 4d
- A: lay Kc on 2
- {A: take back, expect: {hands: {A: 9h 9d 9s Kc 4c 4h 4d 2c}}}
- {A: take back, refused: taking_back.nothing}
- {A: lay Kc on 2, refused: laying_off.not_open}
- A: open 4c 4h 4d | 9h 9d 9s
- {A: discard 2c}
- {B: take back, refused: turn.wrong_phase}
""",
        )

    def test_not_where_the_profile_does_not_allow_it(self, case):
        case(
            "petras",
            given(1, "7h 7d 7s Kh Kd Ks 2c 3c")
            + """
play: [{A: open 7h 7d 7s | Kh Kd Ks}, {A: take back, refused: taking_back.not_allowed}]
""",
        )


class TestGoingOut:
    def test_required_only_the_discard_empties_a_hand(self, case):
        case(
            "petras",
            given(3, "5h Th", RUNS)
            + """
play:
- A: lay 5h on 1
- {A: lay Th on 1, refused: going_out.discard_required}
- {A: keep, refused: going_out.discard_required}
- A: discard Th
expect: {round_over: true, scores: {A: 0, B: 18, C: 6}}
""",
        )

    def test_optional_both_do(self, case):
        case(
            "pagat",
            given(3, "5h Th", RUNS)
            + "play: [{A: lay 5h on 1}, {A: lay Th on 1}]\nexpect: {round_over: true, scores: {A: 0}}",
        )
        case(
            "pagat",
            given(3, "5h Th", RUNS)
            + "play: [{A: lay 5h on 1}, {A: discard Th}]\nexpect: {round_over: true, scores: {A: 0}}",
        )

    def test_forbidden_only_laying_does(self, case):
        rules = {"going_out.discard": "forbidden"}
        case(
            "petras",
            given(3, "5h Th", RUNS)
            + "play: [{A: lay 5h on 1}, {A: lay Th on 1}]\nexpect: {round_over: true, scores: {A: 0}}",
            rules=rules,
        )
        case(
            "petras",
            given(3, "5h 2c", RUNS)
            + """
play: [{A: keep, refused: true}, {A: lay 5h on 1}, {A: discard 2c, refused: going_out.discard_forbidden}, {A: keep}]
expect: {turn: B, phase: draw, hands: {A: 2c}}
""",
            rules=rules,
        )

    def test_forbidden_two_cards_one_is_discarded_one_kept(self, case):
        case(
            "petras",
            given(3, "2c 3d", RUNS) + "play: [{A: discard 3d}]\nexpect: {turn: B, hands: {A: 2c}}",
            rules={"going_out.discard": "forbidden"},
        )

    def test_a_turn_ends_with_one_discard(self, case):
        case(
            "petras",
            given(3, "2c 3d 4d", RUNS) + "play: [{A: discard 3d}, {A: discard 4d, refused: turn.not_your_turn}]",
        )


class TestWildsOfARank:
    """Twos wild, and themselves in their own place (`wilds.natural_use`); freed wilds go to the table."""

    RULES = {  # noqa: RUF012
        "pack.wild": ["joker", "2"],
        "wilds.natural_use": True,
        "wilds.swap": {"out_of": "runs", "freed": "to_table"},
    }
    TABLE = (("A", "X=2h 3h 4h 5h"), ("A", "9c Tc Jc Qc"), ("B", "5s 2h=6s 7s 8s"), ("B", "5d 6d 7d 8d"))

    def test_a_freed_two_may_be_swapped_in_for_the_wild_that_stands_for_it(self, case):
        case(
            "pagat",
            given(3, "6s Kd 9d", self.TABLE)
            + """
play:
- {A: swap 6s on 3, expect: {hands: {A: 2h Kd 9d}}}
- {A: discard Kd, refused: swapping.freed_wild_in_hand}
- {A: swap 2h on 1, expect: {hands: {A: X Kd 9d}}}
- {A: discard Kd, refused: swapping.freed_wild_in_hand}
- {A: lay X=6h on 1}
- {A: discard Kd}
expect: {hands: {A: 9d}}
""",
            rules=self.RULES,
        )

    def test_a_natural_laid_first_may_lead_to_the_place_where_the_freed_two_is_itself(self, case):
        """No meld takes a wild any more, but after the 3 the freed 2 stands for itself."""
        table = [("A", "4h X 6h 7h"), ("A", "9c X Jc Qc"), ("B", "5s 2h=6s 7s 8s 9s Ts")]
        rules = self.RULES | {"wilds.per_meld": 1, "melds.run.max": 6, "rounds.3.contract": ["run"]}
        case(
            "pagat",
            given(3, "6s 3h Kd 9d", [*table, ("B", "2s 3s 4s 2c=5s")])
            + """
play: [{A: swap 6s on 3}, {A: lay 3h on 1}, {A: lay 2h low on 1}, {A: discard Kd}]
expect: {hands: {A: 9d}}
""",
            rules=rules,
        )

    def test_a_two_that_fits_at_both_ends_is_told_by_role_or_end(self, case):
        table = [("A", "3h 4h 5h 6h"), ("A", "9c Tc Jc Qc")]
        for text in ("2h low", "2h=2h"):
            case(
                "pagat",
                given(3, "2h Kd 9d", table)
                + f"""
play: [{{A: lay 2h on 1, refused: meld.ambiguous}}, {{A: lay {text} on 1}}]
expect: {{table: [{{seat: A, meld: 2h 3h 4h 5h 6h}}, {{seat: A, meld: 9c Tc Jc Qc}}]}}
""",
                rules=self.RULES,
            )
        case(
            "pagat",
            given(3, "2h Kd 9d", table)
            + """
play: [{A: lay 2h=7h on 1}]
expect: {table: [{seat: A, meld: 3h 4h 5h 6h 2h=7h}, {seat: A, meld: 9c Tc Jc Qc}]}
""",
            rules=self.RULES,
        )


def test_a_lay_off_on_a_run_without_its_end_is_no_move_that_can_be_played():
    from mayi_rules import Game, check, legal_moves, load_profile, parse_card
    from mayi_rules.engine.state.values import Phase
    from mayi_rules.melds.fitting import TableMeld
    from mayi_rules.melds.meld import Meld
    from mayi_rules.moves import LayOff

    state = Game(load_profile("petras"), seats=["n", "e", "s"], seed=1).state
    run = Meld.run_of(2, 5, range(31, 35))
    table = (TableMeld(state.turn, run, state.rules),)
    hands = tuple(hand.plus(parse_card("X")).plus(parse_card("Th")) for hand in state.hands)
    state = state.replace(phase=Phase.PLAY, table=table, opened=7, hands=hands)
    for card in ("X", "Th"):
        move = LayOff(state.turn, parse_card(card), 1, None, -1)
        assert not check(state, move).ok
        assert move not in legal_moves(state, state.turn)

"""Buying: who may, who gets the card, what it costs, how an interruption goes on (play.md, the sheets)."""

from __future__ import annotations

import pytest

FOUR = """
seats: [A, B, C, D]
given: {round: 1, turn: A, hands: {A: 5c 6c, B: 2c 3c, C: Td Jd, D: 2h 3h}, stock: 5s 6s 7s 8s …, discard: %s}
"""


def position(discard="2d", more=""):
    return FOUR % discard + more


def test_the_nearest_clockwise_after_the_active_player_gets_the_card(case):
    for first, second in (("B", "D"), ("D", "B"), ("C", "B"), ("B", "C")):
        nearest = min(first, second)
        others = "\n".join(f"- {{{seat}: pass}}" for seat in "BCD" if seat < nearest)
        text = (
            position()
            + f"""
play:
- A: stock
{others}
- {{{max(first, second)}: may I}}
- {{{nearest}: may I}}
expect: {{bought: {{{nearest}: 1}}}}
"""
        )
        case("petras", text)


def test_whoever_calls_first_does_not_matter_and_the_seats_behind_are_no_longer_asked(case):
    case(
        "petras",
        position()
        + """
play:
- A: stock
- {C: may I, expect: {to_act: [B]}}
- {D: may I, refused: buying.nearer_asker}
- {D: pass, refused: buying.nearer_asker}
- {B: may I}
expect: {bought: {B: 1}, hands: {B: 2c 3c 2d 5s, C: Td Jd}}
""",
    )


def test_a_nearer_seat_may_still_ask_until_it_has_answered(case):
    case(
        "petras",
        position()
        + """
play:
- A: stock
- {D: may I, expect: {to_act: [B, C], phase: buying}}
- {C: may I, expect: {to_act: [B], phase: buying}}
- {B: pass, expect: {bought: {C: 1}, phase: play}}
""",
    )


def test_who_passed_cannot_ask_any_more(case):
    case(
        "petras",
        position()
        + """
play:
- A: stock
- B: pass
- {B: may I, refused: buying.already_answered}
- {B: pass, refused: buying.already_answered}
- {A: may I, refused: buying.own_turn}
- {A: pass, refused: buying.own_turn}
""",
    )


def test_the_active_players_right_is_first_and_free(case):
    case(
        "petras",
        position()
        + """
play: [{A: take}, {B: may I, refused: buying.no_window}]
expect: {hands: {A: 5c 6c 2d}, phase: play, bought: {}}
""",
    )


def test_the_buyer_gets_the_card_and_the_penalty_and_the_turn_stays(case):
    case(
        "petras",
        position()
        + """
play: [{A: stock}, {B: may I}]
expect: {hands: {B: 2c 3c 2d 5s, A: 5c 6c 6s}, turn: A, phase: play, discard: ""}
""",
    )


def test_the_buyer_may_not_open_discard_or_lay_in_the_interruption(case):
    case(
        "petras",
        position("2d 9s")
        + """
play:
- A: stock
- B: may I
- {B: discard 2c, refused: turn.not_your_turn}
- {B: open 2c 2d 2h | 3c 3d 3h, refused: turn.not_your_turn}
- {B: take, refused: turn.not_your_turn}
""",
    )


@pytest.mark.parametrize(("profile", "phase"), [("petras", "buying"), ("pagat", "buying"), ("continental", "play")])
def test_chain(case, profile, phase):
    case(
        profile,
        position("2d 9s")
        + f"""
play: [{{A: stock}}, {{B: may I}}]
expect: {{phase: {phase}, bought: {{B: 1}}}}
""",
    )


def test_each_discard_of_a_chain_has_its_own_window_with_all_but_the_last_buyer(case):
    case(
        "petras",
        position("2d 9s Kh")
        + """
play:
- A: stock
- {C: may I}
- {B: pass, expect: {phase: buying, to_act: [B, D], discard: 9s Kh}}
- {D: may I}
- {B: pass, expect: {phase: buying, to_act: [B, C], discard: Kh}}
- {C: may I, expect: {to_act: [B]}}
- {B: pass}
expect: {bought: {C: 2, D: 1}, discard: "", hands: {A: 5c 6c 8s, C: Td Jd 2d 5s Kh 7s, D: 2h 3h 9s 6s}}
""",
    )


def test_same_buyer_only_successively_exposed_discards_of_one_interruption(case):
    case(
        "petras",
        position()
        + """
play:
- A: stock
- {B: may I, expect: {bought: {B: 1}}}
- A: discard 5c
- B: take
- B: discard 2c
- C: stock
- {B: pass}
- {A: pass}
- {D: pass}
""",
    )


def test_the_limit_counts_the_round(case):
    text = """
seats: [A, B, C, D]
given: {round: 1, turn: A, hands: {A: 2c 3c, B: 4c 5c, C: Td Jd}, stock: 5s 6s …, discard: 2d, bought: {B: %d}}
play: [{A: stock}, {B: may I%s}]
"""
    case("shanghai", text % (1, ""))
    case("shanghai", text % (2, ", refused: buying.limit"))
    case("petras", text % (7, ""))


def test_no_penalty_card_no_buy_and_nothing_changes(case):
    case(
        "petras",
        """
seats: [A, B, C]
given: {round: 1, turn: A, hands: {A: 2c 2d, B: 4c 4d, C: 5c 5d}, stock: 7d, discard: 9s Kh}
play:
- {A: stock}
- {B: may I, expect: {hands: {B: 4c 4d 9s 7d}, phase: draw, turn: A, discard: Kh}}
- {C: may I, refused: buying.no_window}
- {A: take}
expect: {hands: {A: 2c 2d Kh}}
""",
    )


def test_all_penalty_cards_or_no_buy(case):
    text = """
seats: [A, B, C]
given: {round: 1, turn: A, hands: {A: 2c 2d, B: 4c 4d, C: 5c 5d}, stock: 7d 8d, discard: 9s}
play: [{A: stock}]
expect: {phase: %s}
"""
    case("petras", text % "buying", rules={"buying.penalty_cards": 2})
    case("petras", text % "play", rules={"buying.penalty_cards": 3})


def test_the_penalty_may_come_from_a_renewed_stock_and_the_offer_stays(case):
    case(
        "petras",
        """
seats: [A, B, C]
given: {round: 1, turn: A, hands: {A: 2c 2d, B: 4c 4d, C: 5c 5d}, stock: 7d, discard: 9s Kh 3c}
play: [{A: stock}, {B: may I}]
expect: {hand_sizes: {B: 5}, hands: {C: 5c 5d}, bought: {B: 1}, phase: play, stock_size: 0, discard: ""}
""",
        rules={"buying.penalty_cards": 2},
    )


def test_upcard(case):
    text = "seats: [A, B, C]\ngiven: {round: 1}\nplay: [{A: stock}]\nexpect: {phase: %s}\n"
    case("petras", text % "buying")
    case("petras", text % "play", rules={"buying.upcard": False})


def test_upcard_is_only_what_was_turned_at_the_deal(case):
    case("petras", position() + "play: [{A: stock}, {B: may I}]", rules={"buying.upcard": False})


def test_the_discarder_may_ask_too_last_in_line(case):
    case(
        "petras",
        """
seats: [A, B, C, D]
given: {round: 1, turn: A, hands: {D: 2h 3h}, stock: 5s 6s …, discard: 2d, discarded_by: [D]}
play: [{A: stock}, {D: may I, expect: {to_act: [B, C], phase: buying}}, {C: pass}, {B: pass}]
expect: {hands: {D: 2h 3h 2d 5s}}
""",
    )


def test_own_discard_forbidden(case):
    case(
        "petras",
        """
seats: [A, B, C, D]
given: {round: 1, turn: A, stock: 5s 6s …, discard: 2d, discarded_by: [D]}
play: [{A: stock}, {D: may I, refused: buying.own_discard}]
expect: {to_act: [B, C]}
""",
        rules={"buying.own_discard": False},
    )


def test_players_who_have_opened_may_buy_unless_only_the_unopened_may(case):
    text = """
seats: [A, B, C, D]
given:
  round: 1
  turn: A
  hands: {B: 2c 3c}
  stock: 5s 6s …
  discard: 2d
  table: [{seat: B, meld: 7h 7d 7s}, {seat: B, meld: Kh Kd Ks}]
play: [{A: stock, expect: {to_act: %s}}, {B: may I%s}]
"""
    case("petras", text % ("[B, C, D]", ""))
    case("petras", text % ("[C, D]", ", refused: buying.only_unopened"), rules={"buying.who": "unopened"})


def test_a_named_card_has_to_be_the_one_on_offer(case):
    case(
        "petras",
        position()
        + """
play: [{A: stock}, {B: may I 3d, refused: buying.other_card}, {B: may I 2d}]
expect: {bought: {B: 1}}
""",
    )


def test_the_clock_makes_the_silent_pass(case):
    case(
        "petras",
        position()
        + """
play: [{A: stock}, {D: may I}, {table: close}]
expect: {bought: {D: 1}, phase: play}
""",
    )
    case("petras", position() + "play: [{A: stock}, {table: close}]\nexpect: {bought: {}, phase: play, discard: 2d}")
    case("petras", position() + "play: [{table: close, refused: buying.no_window}]")


def test_with_nobody_who_could_buy_the_card_is_drawn_at_once(case):
    case(
        "petras",
        position() + "play: [{A: stock}]\nexpect: {phase: play, hands: {A: 5c 6c 5s}}",
        rules={"buying.allowed": False},
    )


class TestBlocking:
    def test_nobody_blocks_before_somebody_asks(self, case):
        case("shanghai", position() + "play: [{A: stock}, {B: shanghai, refused: buying.nothing_to_block}]")

    def test_nearer(self, case):
        case(
            "shanghai",
            position()
            + """
play:
- A: stock
- {B: pass}
- {C: pass}
- {D: may I, expect: {to_act: [A, B, C]}}
- {D: shanghai, refused: buying.cannot_block}
- {C: shanghai}
expect: {bought: {}, discard: 2d, phase: play, hands: {A: 5c 6c 5s}}
""",
        )

    def test_active(self, case):
        case(
            "shanghai",
            position()
            + """
play:
- A: stock
- {B: pass}
- {C: may I, expect: {to_act: [A]}}
- {B: shanghai, refused: buying.cannot_block}
- {A: pass}
expect: {bought: {C: 1}}
""",
            rules={"buying.block": {"who": "active"}},
        )

    def test_anyone(self, case):
        case(
            "shanghai",
            position()
            + """
play:
- A: stock
- {B: may I, expect: {to_act: [A, C, D]}}
- {D: shanghai}
expect: {bought: {}, discard: 2d}
""",
            rules={"buying.block": {"who": "anyone"}},
        )

    def test_answers_of_the_first_stage_do_not_count_in_the_second(self, case):
        case(
            "shanghai",
            position()
            + """
play: [{A: stock}, {B: pass}, {C: may I}, {B: shanghai}]
expect: {bought: {}, phase: play}
""",
        )

    def test_closing_the_second_stage_lets_the_buy_through(self, case):
        case(
            "shanghai",
            position()
            + """
play: [{A: stock}, {B: may I}, {table: close}]
expect: {bought: {B: 1}, phase: play}
""",
        )

    def test_a_block_ends_the_whole_interruption(self, case):
        case(
            "shanghai",
            position("2d 9s")
            + """
play:
- A: stock
- {B: may I}
- {A: pass, expect: {phase: buying, bought: {B: 1}, to_act: [C, D]}}
- {C: may I}
- {A: shanghai}
expect: {bought: {B: 1}, discard: 9s, phase: play, hands: {A: 5c 6c 6s}}
""",
        )

    def test_without_a_block_in_the_profile(self, case):
        case("petras", position() + "play: [{A: stock}, {B: shanghai, refused: buying.cannot_block}]")

"""Drawing and the stock: when it is renewed, how, how often, and when a round ends without a winner."""

from __future__ import annotations

import pytest

TURN = """
seats: [A, B, C]
given: {round: 1, turn: A, hands: {A: 2c 2d, B: 4c 4d, C: 5c 5d}, stock: "%s", discard: %s, renewed: %d}
"""
QUIET = {"buying.allowed": False}


def position(stock="", discard="Kd 9s 3h", renewed=0):
    return TURN % (stock, discard, renewed)


def test_stock_only_after_the_opening(case):
    text = """
seats: [A, B, C]
given:
  round: 1
  turn: A
  hands: {A: 9c 2c, B: 3c 4c}
  stock: 5s …
  discard: 4d
  table: [{seat: A, meld: 7h 7d 7s}, {seat: A, meld: Kh Kd Ks}]
play: [{A: take, refused: drawing.stock_only}, {A: stock}, {table: close}, {A: discard 9c}, {B: take}]
"""
    case("petras", text, rules={"drawing.after_opening": "stock_only"})


def test_a_player_who_may_draw_from_the_stock_only_ends_the_round_when_there_is_none(case):
    case(
        "petras",
        """
seats: [A, B, C]
given:
  round: 1
  turn: C
  phase: play
  hands: {A: 9c 2c, B: 3c 4c, C: 5c 6c}
  stock: ""
  discard: ""
  table: [{seat: A, meld: 7h 7d 7s}, {seat: A, meld: Kh Kd Ks}]
play: [{C: discard 6c}]
expect: {round_over: true, scores: {A: 11, B: 7, C: 5}}
""",
        rules={"drawing.after_opening": "stock_only"},
    )


def test_the_stock_is_not_renewed_before_a_card_has_to_be_taken_from_it(case):
    case(
        "petras",
        position(stock="7d")
        + """
play: [{A: stock}]
expect: {hands: {A: 2c 2d 7d}, stock_size: 0, discard: Kd 9s 3h, phase: play}
""",
        rules=QUIET,
    )


def test_reshuffle_keeps_the_top(case):
    case(
        "petras",
        position() + "play: [{A: stock}]\nexpect: {stock_size: 1, discard: Kd, hand_sizes: {A: 3}}",
        rules=QUIET,
    )


def test_turn_over_its_bottom_card_is_the_next_stock_card(case):
    case(
        "continental",
        position()
        + """
play: [{A: stock}, {table: close}]
expect: {hands: {A: 2c 2d 3h}, stock: 9s Kd, discard: ""}
""",
    )


def test_the_card_on_offer_stays_even_where_the_top_does_not(case):
    case(
        "continental",
        position()
        + """
play: [{A: stock}, {B: may I}]
expect: {hands: {B: 4c 4d Kd 3h, A: 2c 2d 9s}, discard: "", stock_size: 0}
""",
    )


def test_end_the_round_ends_when_a_card_is_needed(case):
    rules = QUIET | {"stock.when_empty": "end"}
    case(
        "petras",
        position() + "play: [{A: stock}]\nexpect: {round_over: true, scores: {A: 4, B: 8, C: 10}}",
        rules=rules,
    )
    case("petras", position() + "play: [{A: take}]\nexpect: {phase: play}", rules=rules)


@pytest.mark.parametrize(("renewed", "over"), [(0, False), (1, True)])
def test_continental_turns_the_pile_once(case, renewed, over):
    rules = {"buying.allowed": False}
    expect = "{round_over: true, scores: {A: 10, B: 10, C: 10}}" if over else "{hands: {A: 2c 2d 3h}}"
    case("continental", position(renewed=renewed) + f"play: [{{A: stock}}]\nexpect: {expect}", rules=rules)


def test_times_null_is_no_limit(case):
    case("petras", position(renewed=200) + "play: [{A: stock}]\nexpect: {stock_size: 1}", rules=QUIET)


def test_when_nothing_can_be_drawn_only_a_discard_is_left(case):
    case(
        "petras",
        position(discard="9s")
        + """
play: [{A: stock, refused: drawing.nothing_to_draw}, {A: take}]
expect: {hands: {A: 2c 2d 9s}}
""",
    )


def test_the_round_is_over_at_once_when_a_player_can_draw_nothing(case):
    case(
        "petras",
        """
seats: [A, B, C]
given: {round: 1, turn: A, hands: {A: 2c Kd, B: X 4d, C: As 5d}, stock: 5c, discard: 9s}
play: [{A: stock}, {B: may I}]
expect: {round_over: true, scores: {A: 12, B: 43, C: 20}}
""",
    )


def test_when_exhausted_the_round_ends_as_soon_as_a_stock_card_is_needed(case):
    case(
        "petras",
        position(discard="9s")
        + """
play: [{A: stock}]
expect: {round_over: true, scores: {A: 4, B: 8, C: 10}}
""",
        rules={"stock.round_ends": "when_exhausted"},
    )


def test_when_exhausted_after_a_buy_too(case):
    case(
        "petras",
        position(stock="7d", discard="9s Kh")
        + """
play: [{A: stock}, {B: may I}]
expect: {round_over: true}
""",
        rules={"stock.round_ends": "when_exhausted"},
    )


def lap(*seats):
    return "\n".join(f"- {{{seat}: take}}\n- {{{seat}: discard 9s}}" for seat in seats)


def test_two_idle_laps_end_the_round(case):
    first = position(discard="9s") + f"play:\n{lap(*'ABCAB')}\n- {{C: take}}\n"
    case("petras", first + "expect: {phase: play}")
    case("petras", first + "- {C: discard 9s}\nexpect: {round_over: true, scores: {A: 4, B: 8, C: 10}}")


def test_laying_something_starts_the_idle_laps_anew(case):
    case(
        "petras",
        """
seats: [A, B, C]
given:
  round: 1
  turn: A
  hands: {A: 2c 2d 7c, B: 4c 4d, C: 5c 5d}
  stock: ""
  discard: 9s
  table: [{seat: A, meld: 7h 7d 7s}, {seat: A, meld: Kh Kd Ks}]
play:
"""
        + lap(*"ABC")
        + """
- {A: take}
- {A: lay 7c on 1}
- {A: discard 9s}
"""
        + lap(*"BCAB")
        + """
- {C: take}
- {C: discard 9s, expect: {phase: draw}}
- {A: take}
- {A: discard 9s}
expect: {round_over: true}
""",
        rules={"stock.idle_laps": 2},
    )


def test_idle_laps_null_never_end_it(case):
    case(
        "petras",
        position(discard="9s") + f"play:\n{lap(*('ABC' * 5))}\nexpect: {{phase: draw}}",
        rules={"stock.idle_laps": None},
    )


def test_the_upcard_may_be_taken(case):
    case("petras", "seats: [A, B, C]\ngiven: {round: 1}\nplay: [{A: take}]\nexpect: {hand_sizes: {A: 11}, discard: ''}")


def test_without_an_upcard_there_is_no_discard_to_take(case):
    case(
        "petras",
        """
seats: [A, B, C]
given: {round: 1}
play: [{A: take, refused: drawing.no_discard}, {A: stock}]
expect: {phase: play}
""",
        rules={"deal.upcard": False},
    )

"""Packs, deals, rounds, scores and totals: what the sheets say in numbers."""

from __future__ import annotations

import pytest

from mayi_rules import Game, NotationError, ProfileError, apply, load_profile, round_rules
from mayi_rules.cards import Hand
from mayi_rules.engine.rules.scoring import hand_points
from mayi_rules.engine.state.values import Phase
from mayi_rules.moves import Abandon, NextRound

SEATS = tuple("ABCDEFGH")

# profile, players, round, cards dealt, stock after the deal: the numbers of the sheets
DEALS = [
    ("petras", 3, 1, 10, 77), ("petras", 4, 1, 10, 67), ("petras", 5, 1, 10, 111), ("petras", 6, 1, 10, 101),
    ("petras", 4, 4, 12, 59), ("petras", 6, 4, 12, 89),
    ("pagat", 3, 1, 10, 75), ("pagat", 4, 1, 10, 66), ("pagat", 4, 4, 12, 58), ("pagat", 5, 4, 12, 47),
    ("continental", 4, 1, 12, 59), ("continental", 5, 1, 12, 101), ("continental", 7, 1, 12, 131),
    ("continental", 8, 1, 12, 119),
    ("shanghai", 5, 1, 11, 52),
]  # fmt: skip


def at_round(profile, players, number):
    state = Game(profile, seats=SEATS[:players], seed=1, dealer="A").state
    for _ in range(number - 1):
        state = apply(apply(state, Abandon()).state, NextRound()).state
    return state


@pytest.mark.parametrize(("profile_id", "players", "number", "dealt", "stock"), DEALS)
def test_cards_dealt_and_stock(profile_id, players, number, dealt, stock):
    state = at_round(load_profile(profile_id), players, number)
    assert [hand.size for hand in state.hands] == [dealt] * players
    assert len(state.stock) == stock
    assert len(state.discards) == 1


L7 = ["set set", "set run", "run run", "set set set", "set set run", "set run run", "run run run"]
LONGER = [*L7, "set set set set", "set set set run", "set set run run"]


@pytest.mark.parametrize(
    ("profile_id", "contracts"),
    [("petras", L7), ("pagat", L7), ("continental", L7), ("shanghai", L7), ("liverpool", L7), ("progressive", LONGER)],
)
def test_contracts(profile_id, contracts):
    profile = load_profile(profile_id)
    assert [" ".join(str(item.kind) for item in one.contract) for one in profile.rounds] == contracts
    for number in range(1, len(contracts) + 1):
        sizes = [(str(item.kind), item.size) for item in round_rules(profile, 4, number).contract]
        assert set(sizes) <= {("set", 3), ("run", 4)}


@pytest.mark.parametrize(
    ("profile_id", "least", "most"),
    [("petras", 3, 6), ("pagat", 3, 5), ("continental", 3, 8), ("shanghai", 3, 5), ("liverpool", 3, 5)],
)
def test_players(profile_id, least, most):
    profile = load_profile(profile_id)
    for players in (least - 1, most + 1):
        with pytest.raises(ProfileError):
            round_rules(profile, players, 1)
    assert round_rules(profile, least, 1).players == least
    assert round_rules(profile, most, 1).players == most


@pytest.mark.parametrize(
    ("profile_id", "players", "decks", "jokers"),
    [
        ("petras", 3, 2, 4), ("petras", 4, 2, 4), ("petras", 5, 3, 6), ("petras", 6, 3, 6),
        ("pagat", 3, 2, 2), ("pagat", 4, 2, 3), ("pagat", 5, 2, 4),
        ("continental", 3, 2, 4), ("continental", 4, 2, 4), ("continental", 5, 3, 6), ("continental", 6, 3, 6),
        ("continental", 7, 4, 8), ("continental", 8, 4, 8),
        ("shanghai", 3, 2, 4), ("shanghai", 5, 2, 4),
    ],
)  # fmt: skip
def test_pack(profile_id, players, decks, jokers):
    rules = round_rules(load_profile(profile_id), players, 1)
    assert (rules.decks, rules.jokers) == (decks, jokers)
    assert rules.pack_size == 52 * decks + jokers


@pytest.mark.parametrize(
    ("profile_id", "hand", "points"),
    [
        ("petras", "X", 25), ("petras", "As", 15), ("petras", "Kd Qd Jd Td", 40), ("petras", "2c 5c 9c", 16),
        ("petras", "2d Qc Ac", 27), ("pagat", "X", 15), ("pagat", "As Kd Tc 9h 2s", 46),
        ("continental", "X", 50), ("continental", "As", 20), ("continental", "Ah", 20), ("continental", "2c 9c", 10),
        ("continental", "Tc Jc Qc Kc", 40), ("continental-deuces", "2c", 5), ("progressive", "2c", 15),
        ("progressive", "3c X", 18),
    ],
)  # fmt: skip
def test_what_a_hand_costs(profile_id, hand, points):
    assert hand_points(Hand.parse(hand), round_rules(load_profile(profile_id), 4, 1)) == points


def test_the_deal_goes_to_the_left_and_the_dealers_left_begins():
    state = Game(load_profile("petras"), seats=SEATS[:3], seed=1, dealer="B").state
    for number in range(7):
        assert state.setting.dealer == (1 + number) % 3
        assert state.turn == (state.setting.dealer + 1) % 3
        state = apply(state, Abandon()).state
        if number < 6:
            state = apply(state, NextRound()).state
    assert state.phase is Phase.GAME_OVER


def test_cards_are_dealt_one_at_a_time_from_the_dealers_left():
    from mayi_rules.engine.rules.deal import new_round
    from mayi_rules.engine.state.values import Chance

    rules = round_rules(load_profile("petras"), 3, 1)
    order = bytes(sorted(kind for kind, count in enumerate(rules.pack) for _ in range(count)))
    state = new_round(rules, 0, (0, 0, 0), Chance(None), order, None)
    for place, seat in enumerate((1, 2, 0)):
        assert state.hands[seat] == Hand.of(order[place:30:3])
    assert state.discards == order[30:31]
    assert state.stock[::-1] == order[31:]


def test_all_move_on_together_opened_or_not():
    state = at_round(load_profile("petras"), 3, 1)
    state = apply(apply(state, Abandon()).state, NextRound()).state
    assert state.rules.round == 2
    assert not state.opened
    assert not state.table


def test_totals_are_sums_of_rounds():
    state = at_round(load_profile("petras"), 3, 1)
    sums = [0, 0, 0]
    for number in range(7):
        state = apply(state, Abandon()).state
        sums = [a + b for a, b in zip(sums, state.scores, strict=True)]
        assert list(state.totals) == sums
        if number < 6:
            state = apply(state, NextRound()).state
    assert [state.totals[seat] for seat in state.winners] == [min(sums)] * len(state.winners)


def test_after_the_last_round_everything_is_refused_as_game_over(case):
    case(
        "petras",
        """
seats: [A, B, C]
given:
  round: 7
  turn: A
  phase: play
  hands: {A: 2h, B: Kd, C: 5c}
  table: [{seat: A, meld: 3h 4h 5h 6h}, {seat: A, meld: 7d 8d 9d Td}, {seat: A, meld: Js Qs Ks As}]
play:
- A: discard 2h
- {B: take, refused: turn.game_over}
- {B: stock, refused: turn.game_over}
- {A: discard 2h, refused: turn.game_over}
- {table: abandon, refused: turn.game_over}
- {table: next round, refused: turn.game_over}
- {B: may I, refused: turn.game_over}
- {B: pass, refused: turn.game_over}
expect: {phase: game_over, winners: [A]}
""",
    )


def test_between_rounds_only_the_host_moves(case):
    case(
        "petras",
        """
seats: [A, B, C]
given:
  round: 1
  turn: A
  phase: play
  hands: {A: 2h, B: Kd, C: 5c}
  totals: {A: 7, B: 3}
  table: [{seat: A, meld: 7h 7d 7s}, {seat: A, meld: Kh Kd Ks}]
play:
- {table: next round, refused: turn.wrong_phase}
- {A: discard 2h, expect: {phase: round_over, totals: {A: 7, B: 13, C: 5}, winners: []}}
- {B: take, refused: turn.round_over}
- {table: abandon, refused: turn.round_over}
- table: next round
expect: {phase: draw, turn: B, hand_sizes: {A: 10, B: 10, C: 10}, totals: {A: 7, B: 13, C: 5}, table: []}
""",
    )


def test_equal_lowest_totals_share_the_win(case):
    case(
        "petras",
        """
seats: [A, B, C]
given:
  round: 7
  turn: A
  phase: play
  hands: {A: 2h, B: Kd, C: 5c}
  totals: {A: 20, B: 10, C: 30}
  table: [{seat: A, meld: 3h 4h 5h 6h}, {seat: A, meld: 7d 8d 9d Td}, {seat: A, meld: Js Qs Ks As}]
play: [{A: discard 2h}]
expect: {totals: {A: 20, B: 20, C: 35}, winners: [A, B]}
""",
    )


@pytest.mark.parametrize(("count", "bonus"), [(41, "{C: -50}"), (40, "{}"), (42, "{}"), (1, "{}")])
def test_an_exact_cut_scores(case, count, bonus):
    case(
        "liverpool",
        f"""
seats: [A, B, C, D]
given: {{round: 1, phase: cut}}
play: [{{C: cut {count}}}]
expect: {{bonuses: {bonus}, phase: draw, turn: A}}
""",
    )


def test_the_cut(case):
    case(
        "liverpool",
        """
seats: [A, B, C, D]
given: {round: 1, phase: cut}
play:
- {A: stock, refused: true}
- {D: cut 41, refused: turn.not_your_turn}
- {C: cut 0, refused: cut.out_of_range}
- {C: cut 107, refused: cut.out_of_range}
- {C: cut 41, expect: {bonuses: {C: -50}}}
- {C: cut 41, refused: turn.wrong_phase}
- table: abandon
expect: {round_over: true, bonuses: {C: -50}}
""",
    )


def test_the_bonus_is_part_of_the_rounds_score():
    game = Game(load_profile("liverpool"), seats=SEATS[:4], seed=1, dealer="A")
    assert game.phase is Phase.CUT
    assert game.to_act == ()
    game.cut(41)
    points = [hand_points(hand, game.state.rules) for hand in game.state.hands]
    game.abandon()
    points[3] -= 50
    assert list(game.state.scores) == points


def test_whose_move_it_is_is_told_of_moves_of_the_host_and_of_seats():
    game = Game(load_profile("petras"), seats=["A", "B", "C"], seed=1)
    for text in ("close", "Abandon", "next round"):
        with pytest.raises(NotationError, match=r"is a move of the host \(table\), not of a seat"):
            game.play(f"B: {text}")
    for text in ("take", "may I 2d", "open 7c 7d 7h", "discard 5h", "take back"):
        with pytest.raises(NotationError, match=r"is a move of a seat, not of the host \(table\)"):
            game.play(f"table: {text}")
    for name in ("B", "table"):
        with pytest.raises(NotationError, match="is not a move"):
            game.play(f"{name}: fly")


def test_an_abandoned_round_has_no_winner_and_all_score():
    game = Game(load_profile("petras"), seats=SEATS[:3], seed=1)
    points = [hand_points(hand, game.state.rules) for hand in game.state.hands]
    game.abandon()
    assert list(game.state.scores) == points
    assert game.state.ending.winner == -1


@pytest.mark.parametrize("profile_id", ["pagat", "shanghai"])
def test_the_last_round_goes_at_once(profile_id):
    rules = round_rules(load_profile(profile_id), 4, 7)
    before = round_rules(load_profile(profile_id), 4, 6)
    assert (rules.all_cards, str(rules.discard), str(rules.opening_size)) == (True, "forbidden", "at_least")
    assert (before.all_cards, str(before.discard), str(before.opening_size)) == (False, "optional", "exact")


def test_late_silence_buying_is_off_in_the_last_three_rounds():
    profile = load_profile("continental-late-silence")
    assert [round_rules(profile, 4, number).buying for number in range(1, 8)] == [True] * 4 + [False] * 3


def test_worked_example_of_petras(case):
    case(
        "petras",
        """
seats: [A, B, C, D]
given:
  round: 3
  turn: C
  phase: play
  hands: {C: 3h 4h 5h 6h 7h 8h 9h Th Jh Ac 2d Qc Ks}
play:
- {C: open 3h 4h 5h 6h 7h | 8h 9h Th Jh}
- {C: lay Qc on 1, refused: laying_off.opening_turn}
- {C: discard Ks}
expect: {hands: {C: 2d Qc Ac}, turn: D}
""",
    )

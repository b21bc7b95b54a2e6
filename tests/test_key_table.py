"""The key table: for every key and value of the language a position where it makes the difference.

Most rows are scenario cases (`key_table/*.yaml`): the steps of a value go as written under it, and under no other
value of the row. What a case cannot say is a function here. A key of a round is also set for the round alone.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
import yaml

from mayi_rules import Game, ProfileError, apply, load_profile, round_rules
from mayi_rules.cards import JOKER, Hand
from mayi_rules.engine.rules.deal import first_dealer
from mayi_rules.engine.rules.scoring import with_absent
from mayi_rules.engine.state.values import Phase
from mayi_rules.moves import Discard, NextRound, Stock
from mayi_rules.profile.language.descriptions import all_keys, describe
from mayi_rules.scenarios.reader import load_scenarios
from mayi_rules.scenarios.run import run_case

FOLDER = Path(__file__).parent / "key_table"
ROWS = [row for file in sorted(FOLDER.glob("*.yaml")) for row in yaml.safe_load(file.read_text(encoding="utf-8"))]

NO_RULES = {
    "profile": "the version of the language",
    "id": "a name",
    "name": "a name",
    "summary": "for people",
    "sources": "for people",
    "notes": "for people",
    "irregularities": "its referee is not built yet",
    "deal.direction": "a mirror: nothing changes but the words (`test_sheets.py`)",
    "buying.block.call": "the word that people say; in notation a block is always `shanghai`",
}


def nested(flat):
    tree = {}
    for path, value in flat.items():
        *above, name = (int(step) if step.isdecimal() else step for step in path.split("."))
        place = tree
        for step in above:
            place = place.setdefault(step, {})
        if isinstance(value, dict) and isinstance(place.get(name), dict):
            place[name] |= value
        else:
            place[name] = value
    return tree


def run(row, one, keys):
    """Run the steps of one value of a row under these keys."""
    profile = {"extends": row["extends"], **nested(row.get("with", {}) | keys)}
    case = {
        "name": row["key"],
        "profile": profile,
        "seats": row["seats"],
        "given": row["given"] | one.get("given", {}),
        "play": one["play"],
    }
    if "expect" in one:
        case["expect"] = one["expect"]
    text = yaml.safe_dump({"scenario": 1, "cases": [case]}, sort_keys=False, allow_unicode=True)
    (found,) = load_scenarios(text + "\n")
    return run_case(found)


def name(row):
    return row["key"] + (" again" if row.get("why") else "")


def pairs():
    for row in ROWS:
        for one in row["values"]:
            yield pytest.param(row, one, id=f"{name(row)}={one['is']}")


@pytest.mark.parametrize(("row", "one"), list(pairs()))
def test_the_steps_go_as_written_under_their_value(row, one):
    result = run(row, one, {row["key"]: one["is"]})
    assert result.ok, [str(problem) for problem in result.problems]


@pytest.mark.parametrize(("row", "one"), list(pairs()))
def test_and_not_under_any_other_value(row, one):
    others = [other["is"] for other in row["values"] if other["is"] != one["is"]]
    assert others
    for other in others:
        result = run(row, one, {row["key"]: other})
        assert not result.ok, f"the steps of {one['is']} go the same way under {other}"
        faulty = [problem for problem in result.problems if problem.said == "given" and problem.what != "the cards"]
        assert not faulty, f"the case cannot be played under {other}: {faulty}"


@pytest.mark.parametrize(
    ("row", "one"),
    [param for param in pairs() if param.values[0]["key"] in all_keys() and describe(param.values[0]["key"]).in_rounds],
)
def test_a_round_may_have_the_key_for_itself(row, one):
    """The game's own value is another one, and the round's wins."""
    number = row["given"]["round"]
    for other in row["values"]:
        if other["is"] != one["is"] and not (row["key"] == "buying.block" and other["is"] is None):
            keys = {row["key"]: other["is"], f"rounds.{number}.rules.{row['key']}": one["is"]}
            result = run(row, one, keys)
            assert result.ok, [str(problem) for problem in result.problems]


def covered():
    """The values of every key that the rows and the functions below bring to life."""
    values = defaultdict(list)
    for row in ROWS:
        key = row["key"]
        if key.startswith("scoring.points."):
            key = "scoring.points"
        elif key.startswith("rounds.1."):
            key = "rounds." + key.removeprefix("rounds.1.")
        values[key] += [one["is"] for one in row["values"]]
    for key, by_python in IN_PYTHON.items():
        values[key] += by_python
    return values


def test_every_key_and_value_has_a_row():
    values = covered()
    lacking = []
    for key in all_keys():
        if key in NO_RULES:
            continue
        info = describe(key)
        wanted = list(info.choices) or ([True, False] if isinstance(info.default, bool) else [])
        lacking += [f"{key}: {value}" for value in wanted if value not in values[key]]
        if len(values[key]) < 2:
            lacking.append(key)
        if (
            info.default is None
            and key not in ("pack.jokers.per_deck", "pack.jokers.total")
            and None not in values[key]
        ):
            lacking.append(f"{key}: null")
    assert not lacking
    unknown = set(values) - set(all_keys())
    assert not unknown, f"rows for keys that the language does not have: {unknown}"
    assert set(NO_RULES) <= set(all_keys()), "an exception for a key that the language does not have"


PETRAS = load_profile("petras")
IN_PYTHON = {
    "players.min": [2, 3],
    "players.max": [5, 6],
    "deal.first_dealer": ["random", "high_card", "low_card"],
    "deal.cut_bonus": [None, {"score": -50}],
    "stock.when_empty": ["reshuffle"],
    "buying.per_game": [None, 1],
    "buying.carry_over": [True, False],
    "scoring.absent": ["none", "two_highest"],
}


def plays(profile, players):
    try:
        round_rules(profile, players, 1)
    except ProfileError:
        return False
    return True


def buys_of(changes, bought):
    """How often the first seat may buy in the second round, when it bought so often in the first."""
    free = {"buying.penalty_cards": 0, "buying.chain": False}
    game = Game(PETRAS.override(free | changes), seats=["n", "e", "s"], seed=1, dealer="s")
    while sum(game.state.tally.bought) < bought:
        assert play_until_asked(game), "no buy is left in the first round"
        game.play("n: may I")
        if game.state.window is not None:
            game.play("table: close")
    game.play("table: abandon")
    game.next_round()
    while play_until_asked(game):
        game.play("n: may I")
        if game.state.window is not None:
            game.play("table: close")
        if game.state.tally.bought[0] == 9:
            break
    return game.state.tally.bought[0]


def play_until_asked(game, turns=20):
    """Let everybody draw from the stock and throw something until the first seat is asked."""
    for _ in range(6 * turns):
        state = game.state
        if state.window is not None:
            if "n" in game.to_act:
                return True
            game.play("table: close")
        elif state.phase is Phase.DRAW:
            game.play(Stock(state.turn))
        else:
            legal = game.seat(game.to_act[0]).legal_moves
            game.play(next(iter(legal.by_kind(Discard))))
    return False


@pytest.mark.parametrize(
    ("changes", "bought", "left"),
    [
        ({"buying.per_game": None}, 2, 9),
        ({"buying.per_game": 3}, 2, 1),
        ({"buying.per_game": 2}, 2, 0),
        ({"buying.per_round": 3}, 1, 3),
        ({"buying.per_round": 3, "buying.carry_over": True}, 1, 5),
        ({"buying.per_round": 3, "buying.carry_over": True}, 3, 3),
        ({"buying.per_round": 1, "rounds.1.rules.buying.per_round": 4, "buying.carry_over": True}, 2, 3),
    ],
)
def test_buys_of_the_whole_game(changes, bought, left):
    assert buys_of(changes, bought) == left


def test_players_min():
    pack = {"pack.decks": 2, "pack.jokers": {"per_deck": 2}}
    assert plays(PETRAS.override({"players.min": 2} | pack), 2)
    assert not plays(PETRAS.override({"players.min": 3} | pack), 2)


def test_players_max():
    assert plays(PETRAS.override({"players.max": 6}), 6)
    assert not plays(PETRAS.override({"players.max": 5}), 6)


def test_deal_first_dealer(monkeypatch):
    """At random any seat deals, whatever is drawn; else the one who draws the highest card, aces high."""
    draws = iter([])

    class Fixed:
        def random(self):
            return next(draws)

    monkeypatch.setattr("mayi_rules.engine.rules.deal.generator", lambda *labels: Fixed())
    random_rules = round_rules(PETRAS, 3, 1)
    high_rules = round_rules(PETRAS.override({"deal.first_dealer": "high_card"}), 3, 1)
    pack = [kind for kind, count in enumerate(high_rules.pack) for _ in range(count)]

    def at(card, size):
        return (pack.index(Hand.parse(card).kinds[0]) + 0.5) / size

    draws = iter([0.1, 0.9, 0.9])
    assert first_dealer(random_rules, "key") == 0
    size = len(pack)
    draws = iter([at("Kc", size), at("Ac", size - 1), at("2c", size - 2)])
    assert first_dealer(high_rules, "key") == 1
    draws = iter([at("Kc", size), at("3c", size - 1), at("2c", size - 2)])
    assert first_dealer(high_rules, "key") == 0
    low_rules = round_rules(PETRAS.override({"deal.first_dealer": "low_card"}), 3, 1)
    draws = iter([at("2c", size), at("Ac", size - 1), at("Qc", size - 2)])
    assert first_dealer(low_rules, "key") == 1
    draws = iter([at("Kc", size), at("3c", size - 1), at("2c", size - 2)])
    assert first_dealer(low_rules, "key") == 2


def test_deal_first_dealer_equal_cards_and_jokers_draw_again(monkeypatch):
    rules = round_rules(load_profile("continental"), 4, 1)
    dealers = {first_dealer(rules, f"key {number}") for number in range(60)}
    assert dealers == {0, 1, 2, 3}
    pack = [kind for kind, count in enumerate(rules.pack) for _ in range(count)]
    assert pack.count(JOKER) == 4


def test_deal_cut_bonus():
    seats = ["n", "e", "s"]
    assert Game(PETRAS.override({"deal.cut_bonus": None}), seats=seats, seed=1).phase is Phase.DRAW
    assert Game(PETRAS.override({"deal.cut_bonus": {"score": -50}}), seats=seats, seed=1).phase is Phase.CUT


def test_stock_when_empty_reshuffle():
    """The cards of the pile come back in an order that nobody knows; turned over it would be the pile's own."""
    orders = {}
    for value in ("reshuffle", "turn_over"):
        profile = PETRAS.override({"stock.when_empty": value, "buying.allowed": False})
        state = Game(profile, seats=["n", "e", "s"], seed=1, dealer="s").state
        pile = state.stock + state.discards
        state = state.replace(stock=b"", discards=pile, discarded_by=bytes(len(pile)))
        after = apply(state, Stock(0)).state
        assert after.discards == pile[-1:]
        drawn = after.hands[0].minus_all(list(state.hands[0]))
        orders[value] = [*drawn, *after.stock[::-1]]
        assert sorted(orders[value]) == sorted(pile[:-1])
        assert after.tally.stock_known is (value == "turn_over")
        assert (orders[value] == list(pile[:-1])) is (value == "turn_over")


def test_scoring_ties():
    state = Game(PETRAS.override({"scoring.ties": "share"}), seats=["n", "e", "s"], seed=1).state
    state = state.replace(
        setting=state.setting.replace(totals=(0, 0, 0)), hands=tuple(map(Hand.parse, ("2c", "2d", "3c")))
    )
    from mayi_rules.moves import Abandon

    for number in range(2, 8):
        state = apply(state, Abandon()).state
        assert state.winners == ()
        state = apply(state, NextRound()).state
        assert state.rules.round == number
        hands = tuple(map(Hand.parse, ("2c", "2d", "3c")))
        state = state.replace(hands=hands)
    over = apply(state, Abandon()).state
    assert over.totals == (14, 14, 21)
    assert over.winners == (0, 1)


def test_scoring_absent():
    results = (30, None, 12, 50)
    none = round_rules(PETRAS.override({"scoring.absent": "none"}), 4, 1)
    two = round_rules(PETRAS.override({"scoring.absent": "two_highest"}), 4, 1)
    assert with_absent(results, none) == (30, None, 12, 50)
    assert with_absent(results, two) == (30, 80, 12, 50)
    assert with_absent((None, None, None, 50), two) == (None, None, None, 50)

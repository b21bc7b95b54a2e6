"""Bots: legal moves everywhere, nothing but the view, the same chance the same play; more of them by entry points."""

from __future__ import annotations

import pickle
import random
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

import mayi_rules.bots.steady
from mayi_rules import (
    BotError,
    Game,
    IllegalMove,
    MayIError,
    View,
    apply,
    bundled_profiles,
    check,
    legal_moves,
    load_profile,
    round_rules,
    to_act,
)
from mayi_rules.bots.aims import Aims
from mayi_rules.bots.registry import BrokenBotError, UnknownBotError, bot_names, make_bot
from mayi_rules.bots.table import play_game, play_round
from mayi_rules.cards import Hand, generator, shuffled
from mayi_rules.moves import LayOff, Open, Pass, Stock, Swap
from mayi_rules.simulation.deals import play_deals
from mayi_rules.simulation.matches import play_match
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_profiles import build_profile

BUILT_IN = ("random", "greedy", "steady")
TURNS = 30


def players_of(profile):
    return range(profile.players.min, profile.players.max + 1)


def lineup(players):
    return [BUILT_IN[-1 - seat % 3] for seat in range(players)]


@pytest.mark.parametrize("profile_id", sorted(bundled_profiles()))
def test_bots_choose_legal_moves_in_every_game_and_number_of_players(profile_id):
    profile = load_profile(profile_id)
    for players in players_of(profile):
        rounds = [1 + (players + step) % len(profile.rounds) for step in (0, 3)]
        results = list(play_deals(profile, lineup(players), players, rounds=sorted(rounds), cap=TURNS, makers={}))
        assert [deal.round for deal in results] == sorted(rounds)
        assert all(len(deal.scores) == players for deal in results)


def test_bots_choose_legal_moves_under_random_rules(factor):
    for number in range(12 * factor):
        profile = build_profile(RandomChoices(random.Random(f"bots {number}")))
        rounds = range(1, len(profile.rounds) + 1)
        results = list(play_deals(profile, lineup(profile.players.min), number, rounds=rounds, cap=TURNS, makers={}))
        # Where every player has contracts of his own a game goes on until one has laid the last.
        assert len(results) == len(rounds) or profile.contracts.progress.value == "own"


def positions(profile_id, seed, *, most):
    """Positions on the way of a round that steady bots play, with the seat that is asked."""
    game = Game(load_profile(profile_id), seats=["a", "b", "c", "d"], seed=seed)
    bots = [make_bot("steady", random.Random(f"{seed} {seat}")) for seat in range(4)]
    state = game.state
    for _ in range(most):
        if state.is_over:
            return
        seat = to_act(state)[0]
        yield state, seat
        state = apply(state, bots[seat].choose(View(state, game.seats, seat))).state


def with_other_hidden_cards(state, seat, rng):
    """The same position with the cards that the seat cannot see dealt out differently."""
    known = state.tally.known
    hidden = [list((Counter(hand) - Counter(known[owner])).elements()) for owner, hand in enumerate(state.hands)]
    unseen = list(state.stock)
    for owner, cards in enumerate(hidden):
        unseen += cards if owner != seat else []
    order = list(shuffled(unseen, rng))
    hands = []
    for owner, hand in enumerate(state.hands):
        if owner == seat:
            hands.append(hand)
            continue
        count = len(hidden[owner])
        hands.append(Hand.of([*known[owner], *order[:count]]))
        order = order[count:]
    return state.replace(hands=tuple(hands), stock=bytes(order))


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize("profile_id", ["petras", "shanghai", "continental"])
def test_a_choice_does_not_depend_on_hidden_cards(profile_id, name):
    looked = 0
    for number, (state, seat) in enumerate(positions(profile_id, 5, most=90)):
        if state.tally.renewed or (state.laid is not None and state.turn != seat):
            continue
        other = with_other_hidden_cards(state, seat, random.Random(number))
        looked += other != state
        names = ("a", "b", "c", "d")
        choices = [make_bot(name, random.Random(number)).choose(View(one, names, seat)) for one in (state, other)]
        assert choices[0] == choices[1]
        assert check(state, choices[0]).ok
    assert looked > 40


def test_a_bot_has_no_seat_in_a_spectators_view():
    game = Game(load_profile("petras"), seats=["a", "b", "c"], seed=1)
    for name in BUILT_IN:
        with pytest.raises(ValueError, match="spectator"):
            make_bot(name, random.Random(1)).choose(game.spectator())


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_same_chance_gives_the_same_play(name):
    profile = load_profile("continental-deuces")
    runs = [list(play_deals(profile, [name] * 4, 3, rounds=[2], cap=TURNS, makers={})) for _ in range(2)]
    assert runs[0] == runs[1]


def test_steady_opens_lays_off_and_swaps():
    kinds = Counter()
    for seed in range(4):
        game = Game(load_profile("continental"), seats=["a", "b", "c", "d"], seed=seed)
        bots = {name: make_bot("steady", generator(seed, name)) for name in game.seats}
        play_round(game, bots, watch=lambda _, step: kinds.update([type(step.move)]))
        game.next_round()
        play_round(game, bots, watch=lambda _, step: kinds.update([type(step.move)]))
    assert kinds[Open] > 4
    assert kinds[LayOff] > 4
    assert kinds[Swap]


def test_no_bot_asks_which_game_it_plays():
    for path in Path(mayi_rules.bots.steady.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not [name for name in bundled_profiles() if name in text], path.name
        assert "profile.id" not in text


def test_names():
    assert bot_names()[:3] == BUILT_IN
    with pytest.raises(UnknownBotError, match="did you mean 'steady'"):
        make_bot("stedy", random.Random(1))
    with pytest.raises(MayIError, match="there are random, greedy, steady"):
        make_bot("zzz", random.Random(1))


def test_a_package_adds_bots_by_an_entry_point(tmp_path, monkeypatch):
    (tmp_path / "my_bots.py").write_text("from mayi_rules.bots.simple import RandomBot\nclass Mine(RandomBot): ...\n")
    info = tmp_path / "my_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[mayi_rules.bots]\nmine = my_bots:Mine\nsteady = my_bots:Mine\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        assert bot_names() == (*BUILT_IN, "mine")
        assert type(make_bot("mine", random.Random(1))).__name__ == "Mine"
        assert type(make_bot("steady", random.Random(1))).__name__ == "SteadyBot"
        results = list(
            play_deals(load_profile("petras"), ["mine", "greedy", "greedy"], 1, rounds=[1], cap=20, makers={})
        )
        assert results[0].bots == ("mine", "greedy", "greedy")
    finally:
        sys.modules.pop("my_bots", None)


def test_the_bot_in_the_documentation_is_short_and_plays():
    text = (Path(__file__).parent.parent / "docs" / "bots.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[0]
    body = code[code.index("class ") :]
    assert len([line for line in body.splitlines() if line.strip()]) <= 10
    space: dict = {}
    exec(code, space)  # noqa: S102 - our own documentation
    maker = next(value for name, value in space.items() if name.endswith("Bot") and name != "Bot")
    results = play_deals(
        load_profile("petras"), ["mine", "greedy", "mine"], 1, rounds=[1, 2], cap=60, makers={"mine": maker}
    )
    assert len(list(results)) == 2


class Answers:
    """Plays the first legal move, as a text or as it is told."""

    def __init__(self, answer=None):
        self.answer = answer or (lambda view: next(iter(legal_moves(view.state, view.seat))).text())

    def choose(self, view):
        return self.answer(view)


class Texts(Answers):
    def __init__(self, rng):
        super().__init__()


WRONG = [
    (lambda view: None, "answered None: a bot answers with a Move", "notation.move"),
    (lambda view: 7, "answered 7: a bot answers with a Move", "notation.move"),
    (lambda view: "stok", "answered 'stok': 'stok' is not a move. ", "notation.move"),
    (lambda view: "lay 5h on 1", "answered 'lay 5h on 1': ", "turn.wrong_phase"),
    (lambda view: Pass(view.seat), "answered 'pass': No card is on offer now", "buying.no_window"),
    (lambda view: Stock(1 - view.seat), "answered 'stock': the move is one of seat", "notation.seat"),
]


def of_match(bot):
    play_match(load_profile("petras"), ["mine", "greedy", "greedy"], seeds=[3], makers={"mine": lambda _: bot})


def of_round(bot):
    game = Game(load_profile("petras"), seats=["n", "e", "w"], seed=3)
    play_round(game, dict.fromkeys(game.seats, bot))


def of_host(bot):
    game = Game(load_profile("petras"), seats=["n", "e", "w"], seed=3)
    for name in game.seats:
        game.set_policy(name, bot)
    try:
        game.advance()
    finally:
        assert game.version == 0


@pytest.mark.parametrize("play", [of_match, of_round, of_host])
@pytest.mark.parametrize(("answer", "said", "code"), WRONG)
def test_a_wrong_answer_names_the_bot_wherever_it_plays(play, answer, said, code):
    with pytest.raises(BotError) as caught:
        play(Answers(answer))
    error = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(error, IllegalMove)
    assert code in error.verdict.codes
    assert said in str(error)
    assert "round 1" in error.bot
    if play is of_match:
        assert error.bot.startswith("the bot mine (in seat 'seat ")
        assert "seed 3" in error.bot
    else:
        assert error.bot.startswith("the bot Answers (in seat ")


@pytest.mark.parametrize("play", [of_match, of_round, of_host])
def test_what_a_bot_raises_has_a_note_that_names_it(play):
    with pytest.raises(ZeroDivisionError) as caught:
        play(Answers(lambda view: 1 // 0))
    assert [note for note in caught.value.__notes__ if "raised by the bot" in note]


def test_bots_may_answer_with_text_everywhere():
    game = Game(load_profile("petras"), seats=["n", "e", "w"], seed=3)
    play_round(game, {name: Texts(None) for name in game.seats})
    assert game.state.is_over
    match = play_match(load_profile("petras"), ["t", "t", "t"], seeds=[3], rounds=[1], makers={"t": Texts})
    assert match.deals[0].scores == game.state.scores
    host = Game(load_profile("petras"), seats=["n", "e", "w"], seed=3)
    for name in host.seats:
        host.set_policy(name, Texts(None))
    assert host.advance(cap=3)[0].move.text() == "take"


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("my_broken:Bot", "raises ModuleNotFoundError"),
        ("my_broken_bots:Nobody", "raises AttributeError"),
        ("my_broken_bots:NUMBER", "is 7; it should be what makes a bot"),
    ],
)
def test_a_broken_bot_of_another_package_is_named_and_stands_in_nobodys_way(tmp_path, monkeypatch, entry, said):
    (tmp_path / "my_broken_bots.py").write_text("from mayi_rules.bots.simple import RandomBot as Good\nNUMBER = 7\n")
    info = tmp_path / "my_broken_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-broken-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[mayi_rules.bots]\nbad = {entry}\ngood = my_broken_bots:Good\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    try:
        assert bot_names() == (*BUILT_IN, "bad", "good")
        assert make_bot("good", random.Random(1))
        with pytest.raises(BrokenBotError) as caught:
            make_bot("bad", random.Random(1))
        assert f"the bot 'bad' of the package my-broken-bots cannot be loaded: its entry point '{entry}'" in str(
            caught.value
        )
        assert said in str(caught.value)
    finally:
        sys.modules.pop("my_broken_bots", None)


# Rounds in which hands are hard to finish: a long run with few wilds, all cards at once, more cards than are dealt.
HARD = {
    "a long run": ("pagat", {"deal": 11, "contract": ["set", {"run": 10}]}, {"wilds.balance": "fewer_than_naturals"}),
    "all cards": ("shanghai", {"deal": 11, "contract": ["run", "run", "run"]}, {}),
    "more cards than are dealt": (
        "pagat",
        {"deal": 11, "contract": ["run", "run", "run"], "rules": {"going_out": {"discard": "required"}}},
        {"buying.block": {"call": "No", "who": "nearer"}, "buying.per_round": 2, "laying_off.when": "same_turn"},
    ),
    "two sets and a run": ("petras", {"deal": 10, "contract": ["set", "set", {"run": 5}]}, {}),
}


@pytest.mark.parametrize(
    ("name", "case"), [*(("greedy", case) for case in HARD), ("steady", "more cards than are dealt")]
)
def test_bots_finish_what_can_be_finished(name, case):
    base, one, rules = HARD[case]
    profile = load_profile(base)
    all_cards = profile.to_dict()["rounds"][6].get("rules", {}) if case == "all cards" else {}
    house = profile.override({"rounds": [{**one, "rules": {**all_cards, **one.get("rules", {})}}], **rules})
    match = play_match(house, [name] * 4, seeds=range(3))
    assert not match.abandoned, match.endings


def test_greedy_lays_off_and_swaps():
    kinds = Counter()
    game = Game(load_profile("continental"), seats=["a", "b", "c", "d"], seed=1)
    bots = {name: make_bot("greedy", generator(1, name)) for name in game.seats}
    play_game(game, bots, watch=lambda _, step: kinds.update([type(step.move)]))
    assert kinds[Open] > 20
    assert kinds[LayOff] > 20
    assert kinds[Swap]


def aims(hand, contract, *, gone="", **changes):
    house = load_profile("petras").override({"rounds": [{"deal": 11, "contract": contract}], **changes})
    rules = round_rules(house, 4, 1)
    coming = list(rules.pack)
    for card in (*Hand.parse(hand), *Hand.parse(gone)):
        coming[card] -= 1
    found = Aims(Hand.parse(hand), rules, coming)
    kept = Hand.of(kind for kind, count in enumerate(found.kept) for _ in range(count))
    return str(kept), found.lacking


def test_what_cannot_be_finished_is_given_up():
    hand = "5h 6h 7h 9s Ts Kd Kh"
    assert aims(hand, [{"run": 4}]) == ("5h 6h 7h", 1)
    gone = "4h 4h 8h 8h"
    assert aims(hand, [{"run": 4}], gone=gone) == ("9s Ts", 2), "no wild may stand for both ends"
    assert aims(hand + " X", [{"run": 4}], gone=gone)[1] == 0


def test_two_runs_that_would_join_are_not_collected():
    hand = "2h 3h 4h 5h 6h 7h 8h 9h 9c Tc Jc"
    assert aims(hand, ["run", "run"], **{"melds.same_suit_runs": "free"})[1] == 0
    kept, lacking = aims(hand, ["run", "run"], **{"melds.same_suit_runs": "not_adjacent"})
    assert lacking == 1
    assert "9c Tc Jc" in kept


def test_a_wild_is_the_last_card_to_be_thrown():
    hand = Hand.parse("5h 6h 7h 8h 9h Th Jh Qh 2c 3c 4c X")
    house = load_profile("shanghai")
    game = Game(house.override({"rounds": house.to_dict()["rounds"][6:7]}), seats=["a", "b", "c"], seed=1, dealer="c")
    game.play("a: take")
    state = game.state.replace(hands=(hand, *game.state.hands[1:]))
    for seed in range(20):
        move = make_bot("greedy", random.Random(seed)).choose(View(state, game.seats, 0))
        assert move.text() != "discard X"

"""Games at a real table, followed live: cards that nobody noted are turned up by the moves that play them."""

from __future__ import annotations

import random

import pytest

from mayi_rules import (
    Game,
    HiddenCards,
    IllegalMove,
    MayIError,
    RecordError,
    bundled_profiles,
    check,
    load_profile,
    load_record,
    replay,
)
from mayi_rules.bots.simple import GreedyBot
from mayi_rules.bots.table import play_game
from mayi_rules.cards import CARDS, UNKNOWN, Hand
from mayi_rules.engine.rules.deal import cards_to_deal
from mayi_rules.engine.state.values import Phase
from mayi_rules.game.policies import SitsOut
from mayi_rules.melds.meld import Meld
from mayi_rules.moves import Discard, NextRound, Open, Stock
from mayi_rules.reasons import Reason, ReasonCode, Verdict

NAMES = ("n", "e", "s")


def noted(deck, rules, percent, rng):
    """What somebody noted of a deck: the upcard, and some of the other cards."""
    upcard = cards_to_deal(rules) - 1 if rules.upcard else -1
    return bytes(
        card if place == upcard or rng.random() * 100 < percent else UNKNOWN for place, card in enumerate(deck)
    )


def whole_game(profile_id, seed=3):
    """A game of bots with all cards known."""
    game = Game(load_profile(profile_id), seats=NAMES, seed=seed, dealer="n")
    play_game(game, {name: GreedyBot(random.Random(name)) for name in NAMES}, cap=40)
    return game


def followed(known, percent):
    """The same game as a host follows it who knows so many of a hundred cards; it is held against the whole one."""
    rng = random.Random(percent)
    first = known._log.first.rules
    deck = noted(known.record.rounds[0].deck, first, percent, rng)
    game = Game(known.profile, seats=NAMES, dealer="n", deck=deck)
    for step, name in zip(known._log.steps(), known.history, strict=True):
        if isinstance(step.move, NextRound):
            if not game.state.scores:
                game.enter_scores(dict(zip(NAMES, step.before.scores, strict=True)))
            number = step.state.rules.round - 1
            game.next_round(deck=noted(known.record.rounds[number].deck, step.state.rules, percent, rng))
        else:
            said = step.move if rng.random() < 0.5 else name
            assert game.check(said), (name, game.check(said))
            game.play(said)
        state, whole = game.state, step.state
        assert (state.phase, state.turn, state.table, state.opened) == (
            whole.phase, whole.turn, whole.table, whole.opened,
        )  # fmt: skip
        assert [hand.size for hand in state.hands] == [hand.size for hand in whole.hands]
        assert len(state.stock) == len(whole.stock)
        for hand, all_cards in zip(state.hands, whole.hands, strict=True):
            assert not Hand.of(all_cards).missing(card for card in hand if card != UNKNOWN)
    if game.is_over and not game.state.scores:
        game.enter_scores(dict(zip(NAMES, known.state.scores, strict=True)))
    return game


@pytest.mark.parametrize("percent", [0, 40, 100])
@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_a_game_is_followed_whatever_is_known_of_its_cards(profile_id, percent):
    known = whole_game(profile_id)
    game = followed(known, percent)
    assert game.standings == known.standings
    assert game.history == known.history
    again = replay(load_record(game.record.to_yaml()))
    assert again == game
    assert again.standings == game.standings
    game.undo(len(known.history))
    assert game.state == game._log.first
    assert not game.history


def table(profile_id="petras"):
    """A game of which the upcard is known, its first player about to play."""
    profile = load_profile(profile_id)
    deck = bytes([UNKNOWN]) * 30 + bytes([14]) + bytes([UNKNOWN]) * 77
    game = Game(profile, seats=NAMES, dealer="n", deck=deck)
    game.play("e: stock")
    game.close()
    assert game.phase is Phase.PLAY
    return game


OPENING = "open 3c 3d 3h | 4c 4d X=4"


def test_a_seat_plays_what_may_be_in_its_hand():
    game = table()
    east = game.seat("e")
    assert not east.legal_moves
    assert east.check(OPENING)
    assert not east.fixes(OPENING)
    assert not check(game.state, Open(1, (Meld.set_of(2, [2, 15, 28]), Meld.set_of(3, [3, 16, 52]))))
    step = east.play(OPENING)
    assert [str(laid.meld) for laid in step.state.table] == ["3c 3d 3h", "4c 4d X=4"]
    assert step.state.hands[1] == Hand.of([UNKNOWN] * 5)
    east.play(Discard(1, CARDS[30]))
    assert game.state.discards[-1] == 30


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("open 3c 3d 3h", ReasonCode.OPENING_TOO_FEW_MELDS),
        ("open 3c 3d 5h | 4c 4d 4h", ReasonCode.MELD_MIXED_RANKS),
        ("open 3c 3c 3c | 4c 4d 4h", ReasonCode.CARDS_ALL_ELSEWHERE),
        ("lay 3c on 1", ReasonCode.LAYING_OFF_NOT_OPEN),
        ("discard ?", ReasonCode.NOTATION_CARD),
        ("keep", ReasonCode.GOING_OUT_DISCARD_REQUIRED),
        ("take", ReasonCode.TURN_WRONG_PHASE),
    ],
)
def test_what_is_known_decides_and_a_refused_move_changes_nothing(text, code):
    game = table()
    before = game.digest
    for verdict in (game.check(f"e: {text}"), game.seat("e").check(text)):
        assert code in verdict.codes
    with pytest.raises(MayIError) as refused:
        game.play(f"e: {text}")
    assert game.digest == before
    assert isinstance(refused.value, IllegalMove) or code is ReasonCode.NOTATION_CARD
    assert not game.check("w: discard 3c")


def test_a_hand_turns_up_no_more_cards_than_it_has_unknown_ones():
    game = table()
    game.play(f"e: {OPENING}")
    game.play("e: discard 5h")
    game.play("s: stock")
    game.close()
    eleven = " ".join(f"{rank}s" for rank in "A23456789TJQ")
    assert ReasonCode.CARDS_NOT_IN_HAND in game.check(f"s: open {eleven}").codes


def test_undo_turns_the_cards_down_again():
    game = table()
    before = game.state
    game.play(f"e: {OPENING}")
    assert game.undo() == (f"e: {OPENING}",)
    assert game.state == before
    game.play("e: discard 3c")
    game.undo()
    assert game.state == before


def test_orders_to_come_are_those_of_the_table():
    game = table()
    game.abandon()
    game.enter_scores({"n": 100, "e": 50, "s": 50})
    assert game.check(NextRound()).codes == (ReasonCode.DEAL_UNKNOWN_ORDER,)
    known = Game(load_profile("petras"), seats=NAMES, seed=1)
    known.abandon()
    known.next_round(deck=bytes([UNKNOWN]) * 108)
    known.abandon()
    known.enter_scores({"n": 100, "e": 50, "s": 50})
    assert known.check(NextRound()).codes == (ReasonCode.DEAL_UNKNOWN_ORDER,)


def test_undoing_a_part_of_several_lay_offs_turns_down_what_they_turned_up():
    deck = bytes(Hand.parse("2d"))
    game = Game(
        load_profile("petras"), seats=NAMES, dealer="n", deck=bytes([UNKNOWN]) * 30 + deck + bytes([UNKNOWN]) * 77
    )
    for move in (f"e: {OPENING}", "e: discard 5h"):
        if game.state.phase is Phase.DRAW:
            game.play("e: stock")
            game.close()
        game.play(move)
    while game.to_act != ("e",) or game.phase is not Phase.DRAW:
        seat = game.to_act[0]
        if game.phase is Phase.DRAW:
            game.play(f"{seat}: take")
        elif game.phase is Phase.PLAY:
            game.play(f"{seat}: discard 9h")
        else:
            game.close()
    game.play("e: take")
    before = game.state.hands[1]
    game.play("e: lay 3s 3c on 1")
    game.undo(1)
    assert game.state.hands[1] == before.minus(UNKNOWN)
    assert game.state.hands[1].counts[UNKNOWN] == before.counts[UNKNOWN] - 1
    assert replay(load_record(game.record.to_dict())).digest == game.digest
    game.undo(1)
    assert game.state.hands[1] == before


def test_scores_are_whole_numbers():
    game = table()
    game.abandon()
    for wrong in (50.0, "5", None, True):
        with pytest.raises(RecordError, match="whole number"):
            game.enter_scores({"n": wrong, "e": 70, "s": 63})
    for wrong in (None, ["n", "e", "s"], 5):
        with pytest.raises(RecordError, match="every seat"):
            game.enter_scores(wrong)


def test_no_round_is_dealt_before_the_scores_of_the_last_one_are_told():
    game = table()
    game.abandon()
    deck = bytes([UNKNOWN]) * 108
    assert game.check(NextRound(order=deck)).codes == (ReasonCode.DEAL_UNKNOWN_SCORES,)
    assert game.check("table: next round").codes == (ReasonCode.DEAL_UNKNOWN_SCORES,)
    before = game.digest
    with pytest.raises(IllegalMove, match="not known here"):
        game.next_round(deck=deck)
    assert game.digest == before
    (one,) = game.score_sheet().rounds
    assert all(line.score is None for line in one.lines)
    assert all(line.hand is None and None in line.points for line in one.lines if UNKNOWN in line.cards)
    game.enter_scores({"n": 100, "e": 50, "s": 50})
    game.next_round(deck=deck)
    assert dict(zip(NAMES, game.state.totals, strict=True)) == {"n": 100, "e": 50, "s": 50}


def test_scores_are_told_once_the_round_is_over_and_can_be_right():
    game = table()
    scores = {"n": 100, "e": 50, "s": 20}
    with pytest.raises(RecordError, match="when the round is over"):
        game.enter_scores(scores)
    game.abandon()
    assert not game.state.scores
    version, seen = game.version, len(game.events())
    for wrong, why in (({"n": 1}, "every seat"), (scores | {"n": 2000}, "between"), (scores | {"n": 1}, "between")):
        with pytest.raises(RecordError, match=why):
            game.enter_scores(wrong)
    assert game.version == version
    game.enter_scores(scores)
    assert game.version == version + 1
    assert [event.to_dict(NAMES)["scores"] for event in game.seat("n").events(since=seen)] == [scores]
    assert [line.score for line in game.score_sheet().rounds[0].lines] == [100, 50, 20]
    game.undo()
    assert not game.state.scores


def test_scores_of_known_cards_are_counted_not_told():
    game = Game(load_profile("petras"), seats=NAMES, seed=1)
    game.abandon()
    counted = dict(zip(NAMES, game.state.scores, strict=True))
    game.enter_scores(counted)
    with pytest.raises(RecordError, match="the cards left count"):
        game.enter_scores(counted | {"n": counted["n"] + 1})


def test_nothing_is_turned_up_where_all_is_known():
    game = Game(load_profile("petras"), seats=NAMES, seed=1)
    state = game.state
    step = game.play(Stock(state.turn))
    assert step.before is state


@pytest.mark.parametrize("policy", [SitsOut(), GreedyBot(random.Random(1))])
def test_a_policy_does_not_play_a_hand_that_nobody_knows(policy):
    game = table()
    game.set_policy("e", policy)
    with pytest.raises(HiddenCards, match="e cannot be played by a policy"):
        game.advance()


def noting(hand="5h 5h"):
    """A table whose host has noted these cards of n, and knows nothing of e, who is about to play."""
    deck = [UNKNOWN] * 108
    deck[2 : 2 + 3 * len(hand.split()) : 3] = Hand.parse(hand)
    deck[30] = 14
    game = Game(load_profile("petras"), seats=NAMES, dealer="n", deck=bytes(deck))
    assert game.state.hands[0].counts[UNKNOWN] == 8
    game.play("e: stock")
    game.close()
    return game


@pytest.mark.parametrize(
    ("texts", "hand"),
    [
        (("discard 5h", "discard 6h", "discard X"), "5h 5h"),
        (("open 5h 5d 5c | 6c 6d 6h", "open 5h 5h 5c | 6c 6d X", "open 5c X 5d | 6c 6d 5h=6"), "5h 5h"),
        (("open 5h 5d 5c | 6c 6d 6h", "open 5h 5h 5c | 6c 6d X"), "6d 6d"),
    ],
)
def test_a_refusal_tells_a_seat_nothing_that_only_the_host_has_noted(texts, hand):
    """The seat's own answers come first; what is left is refused in the same words whatever card is elsewhere."""
    game = noting(hand)
    east = game.seat("e")
    before = game.digest
    neutral = Verdict((Reason(ReasonCode.CARDS_NOT_AS_NOTED),))
    refused = 0
    for text in texts:
        told = east.check(text)
        for_host = game.check(f"e: {text}")
        if for_host:
            continue
        with pytest.raises(IllegalMove) as seen:
            east.play(text)
        assert seen.value.verdict == (neutral if told else told)
        assert seen.value.__context__ is None
        assert seen.value.__cause__ is None
        with pytest.raises(IllegalMove) as known:
            game.play(f"e: {text}")
        assert known.value.verdict == for_host
        assert game.digest == before
        refused += 1
    assert refused


def test_moves_and_texts_of_a_seat_are_refused_alike():
    game = noting()
    east = game.seat("e")
    move = Discard(1, CARDS[next(iter(Hand.parse("5h")))])
    assert east.check(move)
    codes = set()
    for said in (move, "discard 5h", "e: discard 5h"):
        with pytest.raises(IllegalMove) as refused:
            east.play(said)
        codes.add(refused.value.verdict.codes)
    assert codes == {(ReasonCode.CARDS_NOT_AS_NOTED,)}
    assert game.check(move).codes == (ReasonCode.CARDS_ALL_ELSEWHERE,)


def test_what_a_seat_can_know_it_is_told_whatever_the_host_has_noted():
    """A text that is no move, a meld that is none: not the host's answer, which would be another one."""
    game = noting()
    east = game.seat("e")
    for text in ("discard 5h 5h", "open 5h 5h 5d | X X X", "lay 5h on 1", "keep", "shanghai"):
        assert not east.check(text)
        with pytest.raises(MayIError) as refused:
            east.play(text)
        assert refused.value.verdict == east.check(text)
        assert ReasonCode.CARDS_ALL_ELSEWHERE not in refused.value.verdict.codes


def test_a_wild_is_discarded_at_a_real_table_where_nobody_knows_of_a_natural_beside_it():
    """What `discarding.wilds` asks for is not known of cards that nobody noted: they may be wild, too."""
    house = load_profile("petras").override({"discarding.wilds": False})
    game = Game(house, seats=NAMES, dealer=NAMES[-1], deck=bytes([UNKNOWN]) * 108, turn_cap=None)
    seat = game.to_act[0]
    game.play(f"{seat}: stock")
    while game.state.window is not None:
        game.play("table: close")
    assert game.seat(seat).check("discard X").ok
    game.play(f"{seat}: discard X")

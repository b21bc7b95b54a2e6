"""Properties of single positions, with examples that Hypothesis draws and shrinks."""

from __future__ import annotations

import pickle
import random

import pytest

pytest.importorskip("hypothesis")

from hypothesis import given
from hypothesis import strategies as st

from mayi_rules import (
    Game,
    ReasonCode,
    View,
    apply,
    bundled_profiles,
    check,
    legal_moves,
    load_profile,
    mask,
    round_rules,
    to_act,
)
from mayi_rules.cards import CARDS
from mayi_rules.engine.state.values import Phase
from mayi_rules.errors import IllegalMove
from mayi_rules.melds.legality import is_legal
from mayi_rules.melds.meld import Meld
from mayi_rules.melds.meld_readings import readings
from mayi_rules.melds.meld_text import parse_meld_text
from mayi_rules.moves import HOST_MOVES, Abandon, Close, Cut, Discard, LayOff, NextRound, Open
from mayi_rules.testing.conformance import (
    PropertyBroken,
    agrees,
    applies_as_checked,
    cards_are_conserved,
    check_position,
    listing_is_legal,
    masked_state_answers_alike,
    somebody_can_move,
    text_reads_back,
    turn_can_be_ended,
)
from mayi_rules.testing.random_choice import DrawnChoices, RandomChoices
from mayi_rules.testing.random_walk import walk
from mayi_rules.testing.rounds import Watch
from mayi_rules.testing.strategies import melds, moves, near_melds, positions, profiles

pytestmark = pytest.mark.slow

BUNDLED = [load_profile(profile_id) for profile_id in bundled_profiles()]


@given(positions(st.one_of(profiles(), st.sampled_from(BUNDLED))), st.data())
def test_every_property_holds_in_every_position(state, data):
    check_position(state, DrawnChoices(data.draw), most=4)


@given(positions(st.one_of(profiles(), st.sampled_from(BUNDLED))), st.data())
def test_a_move_is_offered_just_when_it_is_accepted(state, data):
    before = state.to_dict()
    move = data.draw(moves(state))
    legal = applies_as_checked(state, move) if isinstance(move, HOST_MOVES) else agrees(state, move)
    if not legal:
        with pytest.raises(IllegalMove) as refused:
            apply(state, move)
        assert refused.value.verdict == check(state, move)
        assert refused.value.verdict.reasons
    assert state.to_dict() == before


@given(positions(st.one_of(profiles(), st.sampled_from(BUNDLED))), st.data())
def test_what_a_seat_knows_refuses_by_reasons_only_whatever_is_in_a_move(state, data):
    """On a masked position too, where the order of the next round is not known."""
    known = mask(state, data.draw(st.sampled_from([None, *range(state.players)])))
    for move in (data.draw(moves(state)), NextRound(), NextRound(order=b"")):
        applies_as_checked(known, move)


def ended(profile=None):
    """A game whose first round has just been abandoned."""
    game = Game(profile or load_profile("petras"), seats=["n", "e", "s"], seed=1)
    game.abandon()
    return game


def pack(state):
    return bytes(kind for kind, count in enumerate(state.rules.pack) for _ in range(count))


WRONG_ORDERS = {
    "nothing": lambda order: b"",
    "a card less": lambda order: order[1:],
    "a card more": lambda order: order + order[:1],
    "one card for another": lambda order: order[1:] + order[-1:],
    "an unknown card more": lambda order: order + bytes([53]),
    "no kind of card": lambda order: order[1:] + bytes([200]),
}


@pytest.mark.parametrize("wrong", WRONG_ORDERS)
def test_a_next_round_from_a_wrong_order_is_refused_with_a_reason(wrong):
    game = ended()
    move = NextRound(order=WRONG_ORDERS[wrong](pack(game.state)))
    assert game.check(move).codes == (ReasonCode.DEAL_WRONG_ORDER,)
    before = game.digest
    with pytest.raises(IllegalMove, match="not its pack"):
        game.play(move)
    assert game.digest == before
    assert game.check(NextRound(order=pack(game.state)))
    assert game.check(NextRound(order=bytes([53]) * len(pack(game.state))))


def test_a_next_round_needs_an_order_where_chance_is_not_known():
    known = mask(ended().state, 0)
    assert check(known, NextRound()).codes == (ReasonCode.DEAL_UNKNOWN_ORDER,)
    assert check(known, NextRound(order=pack(known)))


@pytest.mark.parametrize("move", [Abandon(0), Close(0), NextRound(0), Cut(-1, 40), Cut(7, 40), Discard(7, 0)], ids=str)
def test_nobody_makes_a_move_that_is_not_for_him_to_make(move):
    game = Game(load_profile("petras"), seats=["n", "e", "s"], seed=1)
    game.seat(game.to_act[0]).play("stock")
    for state in (game.state, ended().state):
        assert check(state, move).codes == (ReasonCode.TURN_NOT_YOUR_TURN,)
    if move.seat == 0:
        with pytest.raises(IllegalMove):
            game.seat("n").play(move)


def test_an_unknown_card_is_played_by_nobody():
    """Though a hand may hold cards that nobody noted."""
    game = Game(load_profile("petras"), seats=["n", "e", "s"], seed=1)
    active = game.state.turn
    seen = mask(game.state, (active + 1) % 3).replace(phase=Phase.PLAY)
    unknown = CARDS[53]
    for move in (Discard(active, unknown), LayOff(active, unknown, 1), Open(active, (Meld.set_of(0, [unknown] * 3),))):
        assert ReasonCode.CARDS_NOT_IN_HAND in check(seen, move).codes


@given(profiles(), st.data())
def test_melds_read_back(profile, data):
    rules = round_rules(profile, profile.players.min, data.draw(st.integers(1, len(profile.rounds))))
    meld = data.draw(melds(rules))
    read = readings(parse_meld_text(f"{meld.kind.value} {meld}"), rules)
    assert read.melds == (meld,)


@given(profiles(), st.data())
def test_a_text_never_reads_as_an_illegal_meld(profile, data):
    rules = round_rules(profile, profile.players.min, 1)
    meld = data.draw(near_melds(rules))
    read = readings(parse_meld_text(str(meld)), rules)
    assert all(is_legal(one, rules) for one in read.melds)
    assert bool(read.melds) != bool(read.reasons)
    for one in read.melds:
        assert sorted(one.cards) == sorted(meld.cards)


@given(positions(), st.data())
def test_the_order_of_an_openings_melds_does_not_decide(state, data):
    for seat in to_act(state):
        for move in legal_moves(state, seat).by_kind(Open):
            order = data.draw(st.permutations(move.melds))
            assert Open(seat, tuple(order)) in legal_moves(state, seat)
            table = apply(state, Open(seat, tuple(order))).state.table
            assert [laid.meld for laid in table[len(state.table) :]] == list(order)
            break


@given(profiles())
def test_profiles_pickle(profile):
    again = pickle.loads(pickle.dumps(profile))
    assert again == profile
    assert again.digest == profile.digest
    rules = round_rules(profile, profile.players.max, 1)
    assert pickle.loads(pickle.dumps(rules)) is rules


@given(positions())
def test_views_pickle_and_compare_equal(state):
    names = tuple("abcdefgh"[: state.players])
    for seat in (None, 0):
        view = View(state, names, seat)
        again = pickle.loads(pickle.dumps(view))
        assert again == view
        assert again.state == view.state


@given(profiles(), st.integers(0, 2**32))
def test_the_same_seed_gives_the_same_game(profile, seed):
    digests = []
    for _ in range(2):
        game = Game(profile, seats=list("abcdef")[: profile.players.min], seed=seed)
        state = game.state
        rng = random.Random(seed)
        steps = [step.state.digest for step, _ in zip(walk(state, rng), range(40), strict=False)]
        digests.append((game.digest, steps))
    assert digests[0] == digests[1]


@given(profiles(), st.integers(0, 2**32))
def test_a_game_goes_through_all_its_rounds_and_sums_up(profile, seed):
    # Contracts of one's own, other dealers and other winners have their tests in tests/test_own_contracts.py.
    plain = {"contracts.progress": "together", "contracts.winner": "lowest"}
    profile = profile.override({**plain, "deal.next_dealer": "left", "scoring.ties": "share"})
    names = list("abcdef")[: profile.players.min]
    game = Game(profile, seats=names, seed=seed)
    rng = random.Random(seed)
    totals = dict.fromkeys(names, 0)
    dealer = game.state.setting.dealer
    for number in range(1, len(profile.rounds) + 1):
        assert game.state.rules.round == number
        assert game.state.setting.dealer == (dealer + number - 1) % len(names)
        assert game.state.totals == tuple(totals.values())
        cards_are_conserved(game.state)
        watch = Watch(game.state)
        for step in walk(game.state, rng, cap=8):
            watch.see(step)
            game.play(step.move)
        for name, score in zip(names, game.state.scores, strict=True):
            totals[name] += score
        last = number == len(profile.rounds)
        assert game.phase is (Phase.GAME_OVER if last else Phase.ROUND_OVER)
        assert check(game.state, NextRound()).ok is not last
        assert not check(game.state, Abandon()).ok
        if not last:
            game.next_round()
    assert dict(zip(names, game.state.totals, strict=True)) == totals
    best = min(totals.values())
    assert [s.seat for s in game.standings if s.place == 1] == [name for name in names if totals[name] == best]


def broken(what):
    return pytest.raises(PropertyBroken, match=what)


class TestThePropertiesCanFail:
    """Positions that no game reaches, and moves that lie: every property says so."""

    def setup_method(self):
        choices = RandomChoices(random.Random(5))
        game = Game(load_profile("petras"), seats=["n", "e", "s"], seed=1)
        self.state = game.state
        self.choices = choices

    def test_a_lost_card(self):
        with broken("not the pack"):
            cards_are_conserved(self.state.replace(stock=self.state.stock[1:]))

    def test_a_card_turned_into_another(self):
        with broken("not the pack"):
            cards_are_conserved(
                self.state.replace(stock=bytes([(self.state.stock[0] + 1) % 52]) + self.state.stock[1:])
            )

    def test_nobody_to_act(self):
        with broken("nobody may act"):
            somebody_can_move(self.state.replace(phase=Phase.BUYING))

    def test_a_listed_move_that_is_refused(self, monkeypatch):
        monkeypatch.setattr(
            "mayi_rules.testing.conformance.check", lambda state, move: check(state, Abandon()) and _no()
        )
        with broken("differ"):
            listing_is_legal(self.state)

    def test_a_text_that_reads_otherwise(self, monkeypatch):
        monkeypatch.setattr("mayi_rules.testing.conformance.parse_move", lambda state, seat, text: None)
        with broken("reads as None"):
            text_reads_back(self.state)

    def test_a_mask_that_says_too_little(self, monkeypatch):
        monkeypatch.setattr("mayi_rules.testing.conformance.mask", lambda state, seat: state.replace(phase=Phase.PLAY))
        with broken("offered other moves"):
            masked_state_answers_alike(self.state)

    def test_a_turn_without_end(self, monkeypatch):
        state = apply(self.state, next(iter(legal_moves(self.state, self.state.turn)))).state
        turn_can_be_ended(state)
        monkeypatch.setattr("mayi_rules.testing.conformance.legal_moves", lambda state, seat: _Nothing())
        with broken("cannot be ended"):
            turn_can_be_ended(state)

    def test_a_wrong_score(self):
        watch = Watch(self.state)
        step = apply(self.state, Abandon())
        ending = step.state.ending
        step.state = step.state.replace(ending=ending.replace(scores=(1, 2, 3)))
        with broken("scores"):
            watch.see(step)

    def test_events_that_do_not_tell_the_hand(self):
        watch = Watch(self.state)
        step = apply(self.state, next(iter(legal_moves(self.state, self.state.turn))))
        assert step.events
        step._events = ()
        with broken("events do not tell"):
            watch.see(step)


class _Nothing:
    simple = ()
    openings = ()


def _no():
    from mayi_rules import Reason, ReasonCode, Verdict

    return Verdict((Reason(ReasonCode.TURN_DEAD_END, {"wild": "X"}),))

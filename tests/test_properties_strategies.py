"""The strategies make what they promise, and refuse arguments that make no sense."""

from __future__ import annotations

import random
import re

import pytest

pytest.importorskip("hypothesis")

from hypothesis import HealthCheck, Phase, assume, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from mayi_rules import Card, Profile, legal_moves, load_profile, mask, round_rules, testing, to_act
from mayi_rules.cards import JOKER, UNKNOWN
from mayi_rules.engine.state.plain import state_to_plain
from mayi_rules.engine.state.values import Phase as RoundPhase
from mayi_rules.engine.state.values import Stage
from mayi_rules.errors import RecordError
from mayi_rules.melds.legality import is_legal
from mayi_rules.moves import Discard, LayOff, Open, Swap
from mayi_rules.profile.checks.consistency import consistency_faults
from mayi_rules.profile.language.descriptions import all_keys
from mayi_rules.testing.conformance import PropertyBroken, require
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_positions import build_position, is_pack
from mayi_rules.testing.random_profiles import build_profile
from mayi_rules.testing.repro import position_from, position_text, under
from mayi_rules.testing.strategies import cards, hands, melds, moves, near_melds, positions, profiles

pytestmark = pytest.mark.slow

PETRAS = load_profile("petras")
CONTINENTAL = load_profile("continental")


@given(cards(jokers=False))
def test_cards_without_jokers(card):
    assert isinstance(card, Card)
    assert card < JOKER


@given(st.data())
def test_cards_are_all_kinds(data):
    assert data.draw(cards(unknown=True)) <= UNKNOWN


@given(hands(min_size=3, max_size=9, pack=round_rules(PETRAS, 4, 1).pack))
def test_hands_have_the_size_asked_for_and_come_from_the_pack(hand):
    assert 3 <= hand.size <= 9
    assert all(held <= count for held, count in zip(hand.counts, round_rules(PETRAS, 4, 1).pack, strict=True))


@given(st.data(), profiles())
def test_melds_are_legal(data, profile):
    rules = round_rules(profile, profile.players.min, 1)
    kind = data.draw(st.sampled_from([None, "set", "run"]))
    meld = data.draw(melds(rules, kind=kind))
    assert is_legal(meld, rules)
    assert kind is None or meld.kind == kind
    assert all(list(meld).count(card) <= rules.pack[card] for card in meld)


def test_near_melds_are_legal_and_illegal():
    rules = round_rules(CONTINENTAL, 4, 2)
    for wanted in (True, False):
        find(near_melds(rules), lambda meld, wanted=wanted: is_legal(meld, rules) is wanted)


@given(profiles(min_players=3, max_players=4))
def test_profiles_are_consistent(profile):
    assert not consistency_faults(profile)
    assert 3 <= profile.players.min <= profile.players.max <= 4
    assert Profile.from_dict(profile.to_dict()).digest == profile.digest


NO_RULES = {"profile", "id", "name", "summary", "sources", "notes", "extends", "rounds.rules", "rounds.pack"}


def _note(seen, path, value):
    if isinstance(value, dict) and path not in ("pack.decks", "scoring.points", "pack.jokers.total"):
        for key, one in value.items():
            _note(seen, f"{path}.{key}".lstrip("."), one)
    elif path == "rounds":
        for one in value:
            _note(seen, "rounds", one)
    else:
        seen.setdefault(path, set()).add(repr(value))


def test_profiles_vary_every_key():
    seen: dict[str, set[str]] = {}
    for number in range(250):
        _note(seen, "", build_profile(RandomChoices(random.Random(number))).to_dict())
    below = {".".join(key.split(".")[:depth]) for key in seen for depth in range(1, key.count(".") + 1)}
    fixed = [key for key in all_keys() if key not in NO_RULES | below and len(seen.get(key, ())) < 2]
    assert not fixed, f"these keys always have the same value: {fixed}"


@given(positions(profiles()))
def test_positions_hold_the_pack(state):
    assert is_pack(state)


@given(st.data())
def test_moves_of_each_kind(data):
    state = data.draw(positions(PETRAS, players=3, max_moves=60))
    assume(to_act(state))
    legal = data.draw(moves(state, kinds=["legal"]))
    assert legal in legal_moves(state, legal.seat)
    seat = data.draw(st.sampled_from(to_act(state)))
    assert data.draw(moves(state, seat=seat, kinds=["legal"])).seat == seat
    assert data.draw(moves(state, seat=seat, kinds=["near", "any"])) is not None


REACHED = {
    "an opening is possible": lambda s: any(legal_moves(s, seat).can_open for seat in to_act(s)),
    "a lay-off": lambda s: _has(s, LayOff),
    "a swap": lambda s: _has(s, Swap),
    "a freed wild in hand": lambda s: s.laid is not None and s.laid.freed,
    "asking": lambda s: s.window is not None and s.window.stage is Stage.ASKING,
    "blocking": lambda s: s.window is not None and s.window.stage is Stage.BLOCKING,
    "somebody has asked, another is still asked": lambda s: s.window is not None and s.window.claimant >= 0,
    "a renewed stock": lambda s: s.tally.renewed,
    "a stock whose order is known": lambda s: s.tally.stock_known and len(s.stock),
    "idle turns": lambda s: s.tally.idle > 0,
    "the cut": lambda s: s.phase is RoundPhase.CUT,
    "a round over": lambda s: s.phase is RoundPhase.ROUND_OVER,
    "the end of the game": lambda s: s.phase is RoundPhase.GAME_OVER,
    "one card left to keep": lambda s: s.phase is RoundPhase.PLAY and not _has(s, Discard) and s.hand.size == 1,
}


def test_positions_reach_what_seldom_happens():
    """Every kind of position is found among the first thousand, seeded."""
    missing = dict(REACHED)
    for number in range(1000):
        choices = RandomChoices(random.Random(number))
        state = build_position(build_profile(choices), choices, max_moves=60)
        missing = {what: holds for what, holds in missing.items() if not holds(state)}
        if not missing:
            return
    pytest.fail(f"no position with: {', '.join(missing)}")


def _has(state, kind):
    return any(isinstance(move, kind) for seat in to_act(state) for move in legal_moves(state, seat).simple)


@pytest.mark.parametrize(
    "make",
    [
        lambda: cards(jokers="yes"),
        lambda: hands(min_size=5, max_size=4),
        lambda: hands(min_size=-1),
        lambda: hands(pack=[1, 2]),
        lambda: hands(min_size=200, max_size=300),
        lambda: melds("petras"),
        lambda: melds(round_rules(PETRAS, 3, 1), kind="pair"),
        lambda: melds(round_rules(PETRAS, 3, 1), size=0),
        lambda: near_melds(None),
        lambda: profiles(min_players=1),
        lambda: profiles(min_players=5, max_players=4),
        lambda: positions(PETRAS, players=9),
        lambda: positions(PETRAS, round_number=8),
        lambda: positions(PETRAS, max_moves=-1),
        lambda: positions("petras"),
        lambda: moves("state"),
    ],
)
def test_arguments_are_checked(make):
    with pytest.raises(InvalidArgument):
        make()


def test_moves_checks_seat_and_kinds():
    choices = RandomChoices(random.Random(1))
    state = build_position(PETRAS, choices, players=3)
    for options in ({"seat": 3}, {"kinds": []}, {"kinds": ["wrong"]}):
        with pytest.raises(InvalidArgument):
            moves(state, **options)


def test_an_opening_is_found_and_shrinks():
    state = find(
        positions(PETRAS, players=3, round_number=1),
        lambda state: any(legal_moves(state, seat).can_open for seat in to_act(state)),
        settings=settings(max_examples=2000, derandomize=True, suppress_health_check=list(HealthCheck)),
    )
    assert isinstance(next(legal_moves(state, to_act(state)[0]).openings), Open)


@given(positions(st.one_of(profiles(), st.sampled_from([PETRAS, CONTINENTAL]))))
def test_the_text_of_a_position_makes_it_again(state):
    text = position_text(state)
    again = eval(text, {"position_from": position_from, "load_profile": load_profile})  # noqa: S307 - our own text
    assert again == state
    assert again.setting.chance == state.setting.chance
    assert position_text(again) == text
    assert all(str(hand) in text for hand in state.hands)
    known = mask(state, 0)
    assert eval(position_text(known), {"position_from": position_from, "load_profile": load_profile}) == known  # noqa: S307


def test_a_failing_example_prints_its_position():
    @settings(phases=[Phase.generate], database=None)
    @given(positions(PETRAS))
    def fails(state):
        assert not state.players

    with pytest.raises(AssertionError) as failed:
        fails()
    notes = "\n".join(failed.value.__notes__)
    assert "position_from(load_profile('petras'), {\n    'round': " in notes
    assert "'hands': [" in notes
    assert "chance=" in notes


def test_a_broken_property_prints_its_position():
    state = build_position(PETRAS, RandomChoices(random.Random(1)))
    with pytest.raises(PropertyBroken, match=r"no reason, in <State round \d \w+ turn=\d>:\nposition_from\("):
        require(state, holds=False, what="no reason")


@given(positions(PETRAS))
def test_a_position_under_other_rules(state):
    house = PETRAS.override({"laying_off.when": "same_turn", "scoring.going_out": -5})
    other = under(state, house)
    assert other.rules.profile == house
    assert state_to_plain(other) == state_to_plain(state)
    assert other.setting.chance == state.setting.chance
    assert under(other, PETRAS) == state


def test_a_position_that_other_rules_cannot_hold_is_refused():
    choices = RandomChoices(random.Random(4))
    state = next(one for one in iter(lambda: build_position(PETRAS, choices, players=3), None) if one.table)
    with pytest.raises(RecordError, match="not the pack of the round"):
        under(state, PETRAS.override({"pack.jokers": {"per_deck": 1}}))
    with pytest.raises(RecordError, match="is for 4 to 6 players, not for 3"):
        under(state, PETRAS.override({"players.min": 4, "buying.chain": False}))
    longer = {"melds.set.min": 12, "melds.run.min": 13, "rounds": [{"deal": 10, "contract": ["set"]}] * 7}
    with pytest.raises(RecordError, match="is no meld by the rules of petras"):
        under(state, PETRAS.override(longer))


def test_the_package_tells_what_is_in_it():
    told = set(re.findall(r"`(\w+)`", testing.__doc__))
    assert {"cards", "profiles", "check_position", "check_round", "Mirror", "walk", "position_text"} <= told
    assert told - {"testing", "given"} <= set(testing.__all__)

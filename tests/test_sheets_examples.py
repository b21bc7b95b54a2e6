"""What a rule sheet says of cards, and gives as an example, is what the engine plays."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mayi_rules.cards import NAMES, RANKS
from mayi_rules.profile.language import wording
from mayi_rules.profile.language.choices import DiscardRule, LayingOffWhen, MeldKind
from mayi_rules.profile.language.wording import wilds_named
from mayi_rules.profile.load import bundled_profiles, load_profile
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.resolution import in_round, round_rules
from mayi_rules.profile.sheets import examples
from mayi_rules.profile.sheets.live import LiveRules
from mayi_rules.scenarios.reader import load_scenarios
from mayi_rules.scenarios.run import run_case
from mayi_rules.testing.strategies import profiles

pytestmark = pytest.mark.slow

BUNDLED = [load_profile(name) for name in bundled_profiles()]
ANY = st.sampled_from(BUNDLED) | profiles()
SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def notation(text: str) -> list[str]:
    """The cards that a sentence shows (`10♥`), in notation."""
    return [rank.replace("10", "T") + SIGNS[suit] for rank, suit in re.findall(r"(10|[2-9AKQJ])([♣♦♥♠])", text)]


def problems(
    profile: Profile, given: dict[str, Any], play: list[Any], expect: dict[str, Any] | None = None
) -> list[str]:
    """What differs when a case is run with as many seats as the game needs."""
    seats = list("ABCDEFGHIJKL"[: profile.players.min])
    case = {"name": "example", "seats": seats, "given": given, "play": play}
    case |= {"expect": expect} if expect else {}
    document = {"scenario": 1, "profile": profile.to_dict(), "cases": [case]}
    (one,) = load_scenarios(json.dumps(document) + "\n")
    assert not one.faults, one.faults
    found = run_case(one).problems
    assume(not any("more often than the pack holds it" in problem.came for problem in found))
    return [f"{problem.what}: {problem.expected}, came {problem.came}" for problem in found]


def a_round(profile: Profile, *keys: str, kind: MeldKind | None = None) -> int:
    """The first round in which these keys (and what begins with them) are those of the game."""
    for number, one in enumerate(profile.rounds, start=1):
        own = bool(one.pack) or any(path.startswith(key) for path in one.rules for key in keys)
        if not own and (kind is None or any(item.kind is kind for item in one.contract)):
            return number
    assume(False)
    raise AssertionError


def a_wild(profile: Profile, number: int) -> str:
    """A card that is wild and in the pack."""
    rules = round_rules(profile, profile.players.min, number)
    found = [name for kind, name in enumerate(NAMES) if rules.is_wild[kind] and rules.pack[kind]]
    assume(found)
    return found[-1]


def naturals(profile: Profile, *, without: str = "") -> list[str]:
    """Cards that are never wild, of ranks that are not named."""
    rules = round_rules(profile, profile.players.min, 1)
    return [
        f"{rank}{suit}"
        for rank in RANKS
        if rank not in without
        for suit in "cdhs"
        if not any(rules.is_wild[NAMES.index(f"{rank}{one}")] for one in "cdhs")
    ]


def line_of(example: Callable[[LiveRules], Any], profile: Profile) -> str:
    line = example(LiveRules(profile, None))
    assume(line is not None)
    return str(line.text)


@given(ANY)
@settings(max_examples=60, suppress_health_check=[HealthCheck.filter_too_much])
def test_the_example_of_a_swap_is_what_the_engine_plays(profile: Profile) -> None:
    text = line_of(examples.swap_example, profile)
    cards = notation(text)
    is_run = cards[0][1] == cards[1][1]
    kind = MeldKind.RUN if is_run else MeldKind.SET
    number = a_round(profile, "wilds", "melds", "going_out", "laying_off", "opening.all_cards", kind=kind)
    assume(not in_round(profile, number).opening.all_cards)
    wild = a_wild(profile, number)
    assume(wild[0] not in "6789")
    *laid, held = cards
    meld = f"run {laid[0]} {wild}={held} {laid[1]} {laid[2]}" if is_run else f"set {' '.join(laid)} {wild}={held[0]}"
    rest = naturals(profile, without="6789")[:2]
    given = {
        "round": number,
        "turn": "A",
        "phase": "play",
        "hands": {"A": " ".join([held, *rest])},
        "table": [{"seat": "B", "meld": meld}],
        "opened": {"A": "earlier"},
    }
    move = {"A": f"swap {held} on 1"}
    if "stays where it is" in text:
        assert not problems(profile, given, [move | {"refused": "swapping.not_allowed"}])
        return
    hand = " ".join([wild, *rest])
    found = problems(profile, given, [move], {"hands": {"A": hand}})
    assert not found or all("no_place" in one or "dead_end" in one for one in found), found
    if "into your hand" in text:
        assert not found


@given(ANY)
@settings(max_examples=60, suppress_health_check=[HealthCheck.filter_too_much])
def test_the_ace_of_a_sheet_is_the_ace_of_the_engine(profile: Profile) -> None:
    """Where nothing that is said of the ace and its neighbours is wild, the patterns hold for every suit."""
    live = LiveRules(profile, None)
    assume(live.is_live("melds.run.ace"))
    number = a_round(profile, "melds", "wilds", "going_out", "laying_off", "opening.all_cards", kind=MeldKind.RUN)
    rules = round_rules(profile, profile.players.min, number)
    (text,) = [line.text for line in live.lines("melds.run.ace")]
    spoken = [NAMES.index(rank + suit) for rank in "A23QK" for suit in "cdhs"]
    wild = [kind for kind in spoken if rules.is_wild[kind]]
    assert ("at any place" in text) is bool(wild)
    assert all(word in text for word in wilds_named(NAMES[kind] for kind in wild))
    suit = next((one for one in "cdhs" if not any(rules.is_wild[NAMES.index(rank + one)] for rank in RANKS)), None)
    assume(suit is not None)
    size = max(3, profile.melds.run.min)
    assume(size + 2 <= profile.melds.run.max and profile.laying_off.when is not LayingOffWhen.NEVER)
    below, above = RANKS[1 : size + 1], RANKS[13 - size :]
    for table, laid, legal in (
        (below, f"lay A{suit} low on 1", "below the 2" in text),
        (above, f"lay A{suit} high on 1", "above the king" in text),
        (above, f"lay A{suit} 2{suit} on 1", "corner" in text),
    ):
        given = {
            "round": number,
            "turn": "A",
            "phase": "play",
            "hands": {"A": f"A{suit} 2{suit} 9h 9c"},
            "table": [{"seat": "A", "meld": "run " + " ".join(rank + str(suit) for rank in table)}],
        }
        step: dict[str, Any] = {"A": laid} if legal else {"A": laid, "refused": True}
        assert not problems(profile, given, [step]), (laid, text)


@given(ANY)
@settings(max_examples=40, suppress_health_check=[HealthCheck.filter_too_much])
def test_a_card_that_is_said_never_to_stand_for_itself_is_a_wild(profile: Profile) -> None:
    text = line_of(examples.partly_wild_example, profile)
    (card,) = notation(text)
    rules = round_rules(profile, profile.players.min, a_round(profile, "scoring"))
    kind = NAMES.index(card)
    assert rules.is_wild[kind]
    assert not all(rules.is_wild[NAMES.index(card[0] + suit)] for suit in "cdhs")
    score = re.search(r"counts (\S+)\.$", text)
    assert score is not None
    points = rules.points[kind]
    assert score[1] == (wording.number(points) if 0 <= points <= 12 else wording.figures(points))


@given(ANY)
@settings(max_examples=40, suppress_health_check=[HealthCheck.filter_too_much])
def test_the_numbers_of_a_buy_are_those_of_the_engine(profile: Profile) -> None:
    text = line_of(examples.buying_example, profile)
    dealt, grown = (int(one) for one in re.findall(r"\d+", text)[:2])
    number = a_round(profile, "buying")
    assume(in_round(profile, number).rounds[number - 1].deal == dealt)
    hand = naturals(profile)[:dealt]
    assume(len(hand) == dealt and "9c" not in hand)
    given = {"round": number, "turn": "A", "hands": {"B": " ".join(hand)}, "discard": "9c"}
    steps: list[Any] = [{"A": "stock"}, {"B": "may I"}, {"table": "close"}]
    if profile.buying.block is not None or profile.players.min > 2:
        steps = steps[:2]
    found = problems(profile, given, steps, {"hand_sizes": {"B": grown}, "phase": "play"})
    assume(not any(one.startswith("phase") or "window" in one for one in found))
    assert not found


@given(ANY)
@settings(max_examples=60, suppress_health_check=[HealthCheck.filter_too_much])
def test_the_example_of_going_out_is_what_the_engine_plays(profile: Profile) -> None:
    text = line_of(examples.going_out_example, profile)
    number = a_round(profile, "going_out", "laying_off", "melds", kind=MeldKind.SET)
    sets = profile.melds.set
    ranks = [one[0] for one in naturals(profile)[::4]]
    assume(len(ranks) > 1 and (sets.max is None or sets.max > sets.min) and sets.min <= 4)
    melds = [{"seat": "A", "meld": "set " + " ".join(rank + suit for suit in "cdhs"[: sets.min])} for rank in ranks[:2]]
    pack = round_rules(profile, profile.players.min, number).pack
    held = [ranks[0] + "cdhs"[sets.min % 4], ranks[1] + "cdhs"[sets.min % 4]]
    assume(all(pack[NAMES.index(card)] > (sets.min == 4) for card in held))
    given = {"round": number, "turn": "A", "phase": "play", "hands": {"A": " ".join(held)}, "table": melds}
    one, other = {"A": f"lay {held[0]} on 1"}, {"A": f"lay {held[1]} on 2"}
    discard = {"A": f"discard {held[1]}"}
    assume(profile.going_out.discard is not DiscardRule.FLOATING)  # laying both ends the turn, not the round
    both = profile.going_out.discard is not DiscardRule.REQUIRED
    single = profile.going_out.discard is not DiscardRule.FORBIDDEN
    assert ("lay both" in text) is both
    assert ("discard the other" in text) is single
    over = {"round_over": True}
    assert not problems(profile, given, [one, other if both else other | {"refused": True}], over if both else None)
    assert not problems(
        profile, given, [one, discard if single else discard | {"refused": True}], over if single else None
    )


@given(ANY)
@settings(max_examples=40, suppress_health_check=[HealthCheck.filter_too_much])
def test_the_example_of_a_longer_meld_is_what_the_engine_says(profile: Profile) -> None:
    text = line_of(examples.size_example, profile)
    found = re.match(r"In round (\d+), a (set|run) of (\d+) where the contract asks for one of (\d+) (.*)\.", text)
    assert found is not None
    number, kind, long = int(found[1]), found[2], int(found[3])
    rules = round_rules(profile, profile.players.min, number)
    assume(len(rules.contract) == 1 and not in_round(profile, number).opening.all_cards)
    if kind == "set":
        rank = next(iter(naturals(profile)), "")[:1]
        assume(rank)
        cards = [rank + "cdhs"[index % 4] for index in range(long)]
    else:
        suit = next((one for one in "cdhs" if not any(rules.is_wild[NAMES.index(rank + one)] for rank in RANKS)), None)
        assume(suit is not None and long <= 12)
        cards = [rank + str(suit) for rank in "23456789TJQK"[:long]]
    assume(all(rules.pack[NAMES.index(card)] >= cards.count(card) for card in cards))
    rest = naturals(profile, without="".join(card[0] for card in cards))[:3]
    assume(len(rest) == 3)
    given = {"round": number, "turn": "A", "phase": "play", "hands": {"A": " ".join(cards + rest)}}
    move: dict[str, Any] = {"A": f"open {kind} {' '.join(cards)}"}
    if found[5] == "is refused":
        move["refused"] = "opening.not_exact"
    assert not problems(profile, given, [move])


@pytest.mark.parametrize("profile", BUNDLED, ids=lambda one: one.id)
def test_the_number_of_an_exact_cut_is_the_number_of_the_engine(profile: Profile) -> None:
    line = examples.deal_example(LiveRules(profile, None))
    if line is None:
        assert profile.deal.cut_bonus is None
        return
    players, exact, *wrong = (int(one) for one in re.findall(r"\d+", line.text.replace("round 1", "")))
    for cards in (exact, *wrong):
        seats = "ABCDEFGHIJKL"[:players]
        case = {
            "name": "cut",
            "seats": list(seats),
            "given": {"phase": "cut", "dealer": "A"},
            "play": [{seats[-1]: f"cut {cards}"}],
            "expect": {"bonuses": {seats[-1]: profile.deal.cut_bonus.score} if cards == exact else {}},
        }
        (one,) = load_scenarios(json.dumps({"scenario": 1, "profile": profile.id, "cases": [case]}) + "\n")
        assert run_case(one).ok, run_case(one).problems


def test_a_sheet_without_jokers_does_not_speak_of_them() -> None:
    plain = load_profile({"extends": "petras", "pack": {"jokers": {"total": 0}, "wild": ["2"]}})
    assert "joker" not in plain.rule_sheet("txt").partition("PLAYERS AND CARDS")[2].replace("jokers", "")
    with_jokers = load_profile({"extends": "petras", "pack": {"wild": ["2"]}})
    assert "A joker is not wild." in with_jokers.rule_sheet("txt")


def test_a_swap_example_shows_no_wild_as_a_natural() -> None:
    for card in ("9c", "9d", "9", "7h"):
        profile = load_profile(
            {"extends": "petras", "pack": {"wild": ["joker", card]}, "wilds": {"swap": {"out_of": "sets"}}}
        )
        line = examples.swap_example(LiveRules(profile, None))
        assert line is not None
        assert not set(notation(line.text)) & {card, *(card + suit for suit in "cdhs")}

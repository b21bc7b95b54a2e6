"""Rule sheets: complete, different for different rules, and true where they give examples."""

from __future__ import annotations

import html.parser
import re
from typing import Any

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mayi_rules.cards import CARDS, RANKS
from mayi_rules.engine.rules.opening import neighbour_reasons
from mayi_rules.errors import ProfileError
from mayi_rules.melds.meld import Meld
from mayi_rules.profile.checks.dormancy import dormant_keys
from mayi_rules.profile.difference import flat_profile
from mayi_rules.profile.language.choices import SameSuitRuns
from mayi_rules.profile.language.descriptions import all_keys, describe, rule_leaves
from mayi_rules.profile.load import bundled_profiles, load_profile
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.sheets import examples
from mayi_rules.profile.sheets.blocks import Example, Grid, Rules
from mayi_rules.profile.sheets.changes import told_changes
from mayi_rules.profile.sheets.live import LiveRules
from mayi_rules.profile.sheets.page import page_of
from mayi_rules.profile.sheets.sentences import is_rule, sentence_of
from mayi_rules.testing.strategies import profiles

pytestmark = pytest.mark.slow

BUNDLED = [load_profile(name) for name in bundled_profiles()]
STYLES = ("md", "html", "txt")
NAMES = {one.id for one in BUNDLED}


def bare(profile: Profile) -> Profile:
    """The profile without what tells it apart anyway: its name, and what it differs in from its base."""
    return attrs.evolve(profile, id="x", name="x", base=None)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("profile", BUNDLED, ids=lambda one: one.id)
def test_every_bundled_sheet_can_be_written(profile: Profile, style: Any) -> None:
    text = profile.rule_sheet(style)
    assert profile.name.partition("'")[0] in text
    assert "None" not in text
    assert "{" not in re.sub(r"<style>.*</style>", "", text, flags=re.DOTALL)
    assert text == profile.rule_sheet(style)


@pytest.mark.parametrize("style", STYLES)
def test_bundled_sheets_differ(style: Any) -> None:
    assert len({bare(one).rule_sheet(style) for one in BUNDLED}) == len(BUNDLED)


def test_no_key_is_shown_to_players_unless_asked_for() -> None:
    for profile in BUNDLED:
        text = profile.rule_sheet("txt")
        for key in all_keys():
            if "." in key or "_" in key:
                assert key not in text, key
        assert "opening.size" in profile.rule_sheet("txt", keys=True)


@pytest.mark.parametrize("profile", BUNDLED, ids=lambda one: one.id)
def test_every_live_key_is_on_the_page(profile: Profile) -> None:
    shown = keys_on(profile)
    live = LiveRules(profile, None)
    for key in all_keys():
        hidden = key == "stock.times" and live.value("stock.when_empty") == "end"
        if is_rule(key) and live.is_live(key) and live.value(key) is not None and not hidden:
            nearest = next((one for one in (key, key.rpartition(".")[0], key.partition(".")[0]) if one in shown), None)
            assert nearest, key


def keys_on(profile: Profile) -> set[str]:
    found: set[str] = set()
    for block in page_of(profile).blocks:
        match block:
            case Rules():
                found |= {key for line in block.lines for key in line.keys}
            case Grid():
                found |= set(block.keys)
            case Example():
                found |= set(block.line.keys)
    return found


# A random value for each key, as an override would give it.
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "pack.decks": st.integers(1, 4) | st.dictionaries(st.integers(2, 6), st.integers(1, 4), min_size=5),
    "pack.jokers": st.sampled_from([{"per_deck": 1}, {"per_deck": 2}, {"total": 3}, {"total": 5}]),
    "pack.wild": st.sampled_from([["joker"], ["joker", "2"], ["2"], ["joker", "Ah", "Ad"], ["joker", "2c"], []]),
    "deal.cut_bonus": st.none() | st.fixed_dictionaries({"score": st.integers(-60, 20)}),
    "buying.block": st.none()
    | st.fixed_dictionaries(
        {"call": st.sampled_from(["No", "Shanghai"]), "who": st.sampled_from(["nearer", "active", "anyone"])}
    ),
    "scoring.points": st.dictionaries(st.sampled_from(["joker", "A", "K", "7", "2", "2s"]), st.integers(-5, 30)),
}


def value_of(key: str) -> st.SearchStrategy[Any]:
    if key in VALUES:
        return VALUES[key]
    info = describe(key)
    if info.choices:
        return st.sampled_from(info.choices)
    if info.values.startswith("true"):
        return st.booleans()
    numbers = st.integers(info.least or 0, min(info.most or 20, (info.least or 0) + 14))
    return numbers | st.none() if info.values.endswith("null") else numbers


KEYS = [
    key
    for key in all_keys()
    if is_rule(key) and not key.startswith(("rounds", "pack.jokers.", "deal.cut_bonus.", "buying.block."))
]
CONTRACTS = st.lists(st.sampled_from(["set", "run", {"set": 4}, {"run": 5}]), min_size=1, max_size=3)


@st.composite
def pairs(draw: Any) -> tuple[Profile, Profile]:
    """A profile, and the same with one key, or one round's own key, changed at random."""
    first = draw(st.sampled_from(BUNDLED) | profiles())
    number = draw(st.integers(1, len(first.rounds)))
    what = draw(st.integers(0, 9))
    if what == 0:
        changes = {f"rounds.{number}.deal": draw(st.integers(5, 13))}
    elif what == 1:
        changes = {f"rounds.{number}.contract": draw(CONTRACTS)}
    elif what < 5:
        key = draw(st.sampled_from(sorted(rule_leaves())))
        changes = {f"rounds.{number}.rules.{key}": draw(value_of(key))}
    else:
        key = draw(st.sampled_from(KEYS))
        changes = {key: draw(value_of(key))}
    try:
        return first, first.override(changes)
    except ProfileError:
        assume(False)
        raise


@given(pairs())
@settings(max_examples=150)
def test_profiles_that_differ_in_a_rule_that_is_not_dormant_have_different_sheets(
    pair: tuple[Profile, Profile],
) -> None:
    first, second = map(bare, pair)
    live = [one for one in told_changes(first, second) if not one.is_dormant]
    for style in ("md", "txt"):
        same = first.rule_sheet(style) == second.rule_sheet(style)  # type: ignore[arg-type]
        assert not (live and same), [str(one.change) for one in live]
    if not first.diff(second):
        assert first.rule_sheet() == second.rule_sheet()


@given(profiles(), profiles())
@settings(max_examples=20)
def test_unlike_profiles_have_unlike_sheets(first: Profile, second: Profile) -> None:
    first, second = bare(first), bare(second)
    if any(not one.is_dormant for one in told_changes(first, second)):
        assert first.rule_sheet() != second.rule_sheet()


@given(profiles())
@settings(max_examples=25)
def test_random_profiles_have_sheets_that_say_every_live_key(profile: Profile) -> None:
    test_every_live_key_is_on_the_page(profile)
    for style in STYLES:
        assert profile.rule_sheet(style)  # type: ignore[arg-type]
    assert all(len(line) <= 100 for line in profile.rule_sheet("txt").splitlines())


def run_of(text: str) -> Meld:
    """The run that `3♥–6♥` names."""
    first, last = text.split("–")
    places = [RANKS.index(end[:-1].replace("10", "T")) for end in (first, last)]
    suit = "♣♦♥♠".index(first[-1])
    return Meld.run_of(suit, places[0], [suit * 13 + rank for rank in range(places[0], places[1] + 1)])


@given(profiles() | st.sampled_from(BUNDLED))
@settings(max_examples=25)
def test_the_example_of_neighbours_is_what_the_engine_says(profile: Profile) -> None:
    line = examples.neighbours_example(LiveRules(profile, None))
    assume(line is not None)
    assert line is not None
    runs = [run_of(text) for text in re.findall(r"[\w]+.–[\w]+.", line.text)]
    number = next(
        index
        for index, one in enumerate(profile.rounds, start=1)
        if sum(item.kind.value == "run" for item in one.contract) > 1
        and index not in LiveRules(profile, None).differing_rounds("melds.same_suit_runs")
    )
    rules = round_rules(profile, profile.players.min, number)
    free = profile.melds.same_suit_runs is SameSuitRuns.FREE
    assert bool(list(neighbour_reasons(runs[:2], rules))) is not free
    assert not list(neighbour_reasons(runs[2:4], rules))
    assert all(not rules.is_wild[CARDS[card]] for run in runs for card in run.cards)


def test_the_cut_example_has_the_number_of_the_rules() -> None:
    assert "With 4 players the exact cut of round 1 is 41 cards" in load_profile("liverpool").rule_sheet("txt")


def test_a_page_for_some_players_only() -> None:
    petras = load_profile("petras")
    text = petras.rule_sheet("txt", players=5)
    assert "For 5 players" in text
    assert "162" in text
    assert "108" not in text
    with pytest.raises(ProfileError, match="3 to 6 players, not for 7"):
        petras.rule_sheet("txt", players=7)
    with pytest.raises(ValueError, match="they are md, html, txt"):
        petras.rule_sheet("pdf")  # type: ignore[arg-type]


def test_a_derived_profile_says_what_differs() -> None:
    liverpool = load_profile("liverpool").rule_sheet("txt")
    assert "Differs from Contract Rummy, the standard game in:" in liverpool
    assert "Differs" not in load_profile("pagat").rule_sheet("txt")
    house = load_profile("petras").override({"buying.penalty_cards": 2}, id="our-house")
    assert "two penalty cards" in house.rule_sheet("txt").split("PLAYERS AND CARDS")[0]
    again = house.override({"buying.penalty_cards": 1})
    assert "Differs" not in again.rule_sheet("txt")
    nothing = load_profile("petras").override({"wilds.swap.who": "opened"}, id="our-house")
    assert "Differs" not in nothing.rule_sheet("txt")


def test_a_rule_of_one_round_stands_in_its_row_and_is_pointed_at() -> None:
    text = load_profile("pagat").rule_sheet("md")
    (row,) = [line for line in text.splitlines() if line.startswith("| 7 |")]
    assert "The opening must use the whole hand" in row
    assert text.count("(Round 7 is different: see the contracts.)") == 3


def test_names_cannot_break_a_page() -> None:
    nasty = load_profile("petras").override({"name": "A <b>|\n# `x` & *y*"}, id="nasty")
    assert "<b>" not in nasty.rule_sheet("html").replace("</b>", "")
    assert nasty.rule_sheet("md").startswith("# A \\<b\\>\\| \\# \\`x\\` & \\*y\\*\n")

    class Checker(html.parser.HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.open: list[str] = []

        def handle_starttag(self, tag: str, attrs: Any) -> None:
            if tag != "meta":
                self.open.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert self.open.pop() == tag

    for profile in (*BUNDLED, nasty):
        checker = Checker()
        checker.feed(profile.rule_sheet("html", keys=True))
        assert not checker.open
        assert "http" not in profile.rule_sheet("html")


def part(profile: Profile, title: str) -> str:
    """The lines under a heading of the sheet, as one text."""
    return " ".join(profile.rule_sheet("md").partition(f"## {title}\n")[2].partition("\n## ")[0].split())


NOT_OF_EVERY_GAME = (
    "deal.cut_bonus", "drawing.discard", "buying.price", "buying.per_game", "buying.carry_over", "buying.block",
    "discarding.wilds", "discarding.drawn_card", "scoring.down_and_out", "scoring.factor", "scoring.absent",
    "irregularities",
)  # fmt: skip


def is_default(profile, key):
    value = profile.to_dict()
    for step in key.split("."):
        value = value[step]
    return value == describe(key).default


def test_what_a_game_does_not_have_stands_together_at_the_end() -> None:
    for profile in BUNDLED:
        last = part(profile, "Not part of this game")
        lacking = [key for key in NOT_OF_EVERY_GAME if is_default(profile, key) and key not in dormant_keys(profile)]
        assert last.count("- ") == len(lacking)
        assert all(sentence_of(key, describe(key).default) in last for key in lacking)
        assert not re.search(
            r"\b(Nobody scores|No call|No rule says)\b", bare(profile).rule_sheet("md").partition("## Not")[0]
        )
    shanghai = load_profile("shanghai")
    assert "“Shanghai”" in part(shanghai, "Buying: May I?")
    assert "call" not in part(shanghai, "Not part of this game")


def test_a_game_without_wilds_says_so_once() -> None:
    for pagat in (load_profile("pagat"), load_profile("petras")):
        for jokers in ({"total": 0}, {"per_deck": 0}):
            plain = pagat.override({"pack.jokers": jokers, "pack.wild": [], "melds.same_suit_runs": "not_adjacent"})
            text = bare(plain).rule_sheet("txt")
            assert re.findall(r".*\bwilds?\b.*", text) == ["- No card is wild."]
            assert "in all" not in text.replace("cards in all", "")
            assert not re.search(r"\bno \w+( \w+)? (in all|to each)", plain.rule_sheet("txt"))


def test_no_two_lines_of_a_sheet_speak_of_wilds_only_against_each_other() -> None:
    for profile in BUNDLED:
        wilds = part(profile, "Wild cards")
        assert "where such sets are allowed" not in wilds
        assert ("of wilds only is not allowed" in wilds) is not ("may also be made of wilds only" in wilds)


def test_the_end_of_the_line_and_the_free_discard_are_told_where_anything_is_bought() -> None:
    petras = load_profile("petras")
    pending = petras.override({"buying.allowed": False})
    ends = petras.override({"stock.round_ends": "when_exhausted"})
    for profile, buys, free in ((petras, True, True), (pending, False, False), (ends, True, False)):
        assert ("the last in line" in part(profile, "Buying: May I?")) is buys
        assert ("free of charge" in part(profile, "When the stock is empty")) is free


def test_heads_of_tables_stand_on_every_printed_page() -> None:
    text = load_profile("continental").rule_sheet("html")
    assert text.count("<table>") == text.count("<thead><tr><th ") == text.count("</thead>\n<tbody>") == 4
    assert not re.search(r"<tr><th[^\n]*</tr>\n<tr>", text)


def test_flat_profiles_have_a_sentence_for_every_value() -> None:
    for first in BUNDLED:
        for second in BUNDLED:
            for one in told_changes(first, second):
                assert one.before != one.after, one.change
    assert all(flat_profile(one) for one in BUNDLED)


def test_a_round_of_its_own_with_no_least_naturals_is_on_the_sheet():
    house = load_profile(
        {"extends": "petras", "wilds": {"min_naturals": 2}, "rounds": {3: {"rules": {"wilds": {"min_naturals": 0}}}}}
    )
    without = load_profile({"extends": "petras", "wilds": {"min_naturals": 2}})
    assert str(house.rule_sheet()) != str(without.rule_sheet())
    plain = [load_profile(one.to_dict() | {"id": "x", "name": "x"}) for one in (house, without)]
    assert str(plain[0].rule_sheet()) != str(plain[1].rule_sheet())

"""Melds: notation, arrangement, what is ambiguous, legality, what fits on them and what can be swapped out."""

from __future__ import annotations

import pytest

from mayi_rules import NotationError, load_profile, parse_card, round_rules
from mayi_rules.cards import JOKER, NAMES, RANKS
from mayi_rules.melds.fitting import End, end_role, fits, swap_places, swapped, with_card
from mayi_rules.melds.kinds.run import would_join
from mayi_rules.melds.legality import is_legal, meld_reasons
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.melds.meld_readings import readings
from mayi_rules.melds.meld_text import parse_meld_text
from mayi_rules.reasons import ReasonCode


def rules_of(profile="petras", number=3, **changes):
    profile = load_profile(profile)
    if changes:
        profile = profile.override({key.replace("__", "."): value for key, value in changes.items()})
    return round_rules(profile, 4, number)


PETRAS = rules_of()
CONTINENTAL = rules_of("continental")
NATURAL = rules_of(pack__wild=["joker", "2"], wilds__natural_use=True, wilds__all_wild_sets=True)


def read(text, rules=PETRAS):
    return readings(parse_meld_text(text), rules)


def one(text, rules=PETRAS):
    (meld,) = read(text, rules).melds
    return meld


def codes(text, rules=PETRAS):
    found = read(text, rules)
    assert not found.melds
    return {reason.code.value for reason in found.reasons}


def kind(text):
    return int(parse_card(text))


class TestNotation:
    @pytest.mark.parametrize(
        ("text", "printed"),
        [
            ("5h 6h 7h 8h", "5h 6h 7h 8h"),
            ("5H 6h 7h 8h", "5h 6h 7h 8h"),
            ("10h jh qh kh", "Th Jh Qh Kh"),
            ("5h X 7h 8h", "5h X=6h 7h 8h"),
            ("5h X=6h 7h 8h", "5h X=6h 7h 8h"),
            ("7h 7d X", "7d 7h X=7"),
            ("7h X=7 7d", "7d 7h X=7"),
            ("set 7h X X", "7h X=7 X=7"),
            ("run 7h X X X", "7h X=8h X=9h X=Th"),
            ("As 2s 3s 4s", "As 2s 3s 4s"),
            ("Js Qs Ks As", "Js Qs Ks As"),
        ],
    )
    def test_reads_and_prints(self, text, printed):
        assert str(one(text)) == printed
        meld = one(text)
        assert one(f"{meld.kind} {meld}") == meld

    @pytest.mark.parametrize("text", ["", "set", "run", "5h 6x", "5h=", "X=Zz", "5h ? 7h 8h", "X=X 5h 6h 7h"])
    def test_texts_that_are_no_melds(self, text):
        with pytest.raises(NotationError):
            parse_meld_text(text)

    def test_the_order_of_a_sets_cards_means_nothing(self):
        assert one("7h 7d 7s") == one("7s 7h 7d")
        assert hash(one("7h 7d 7s")) == hash(one("7s 7h 7d"))


class TestArranging:
    def test_cards_in_any_order_are_arranged(self):
        assert str(one("9s 7s 8s Ts")) == "7s 8s 9s Ts"
        assert str(one("Kh Qh Jh Th")) == "Th Jh Qh Kh"

    def test_descending_counts_as_written(self):
        assert str(one("X 6s 5s 4s")) == "4s 5s 6s X=7s"

    def test_as_written_goes_before_any_other_arrangement(self):
        assert str(one("X 5h 6h 7h")) == "X=4h 5h 6h 7h"
        assert str(one("5h 6h 7h X")) == "5h 6h 7h X=8h"

    def test_a_joker_that_cannot_stand_where_it_is_written_moves(self):
        assert str(one("Qs Ks As X")) == "X=Js Qs Ks As"

    def test_several_arrangements_are_ambiguous(self):
        melds = read("5h 7h 6h X").melds
        assert sorted(map(str, melds)) == ["5h 6h 7h X=8h", "X=4h 5h 6h 7h"]

    def test_a_role_settles_it(self):
        assert str(one("5h 7h 6h X=8h")) == "5h 6h 7h X=8h"

    def test_a_role_that_fits_nowhere_is_refused(self):
        assert "meld.wild_role" in codes("5h 6h 7h X=Th")
        assert "meld.wild_role" in codes("7h 7d X=8")
        assert "meld.wild_role" in codes("7h 7d X=7c"), "in a set a role is a rank"

    def test_a_natural_has_no_other_role(self):
        assert codes("5h=6h 7h 8h 9h")

    def test_one_natural_and_jokers_may_be_a_set_or_a_run(self):
        kinds = {str(meld.kind) for meld in read("8h X X X").melds}
        assert kinds == {"set", "run"}


class TestLegality:
    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("7h 7d", "meld.too_short"),
            ("5h 6h 7h", "meld.too_short"),
            ("7h 7d 8s", "meld.mixed_ranks"),
            ("5h 6h 7h 8d", "meld.mixed_suits"),
            ("5h 6h 8h 9h", "meld.gap"),
            ("run 5h 5h 6h 7h", "meld.repeated_rank"),
            ("Qs Ks As 2s", "meld.ace_in_the_middle"),
            ("X X X", "meld.all_wild"),
            ("set 7h X 8d", "meld.mixed_ranks"),
        ],
    )
    def test_why_not(self, text, code):
        assert code in codes(text)

    def test_the_ace(self):
        low, high = rules_of(melds__run={"ace": "low", "max": 13}), rules_of(melds__run={"ace": "high", "max": 13})
        assert "meld.ace_not_high" in codes("Js Qs Ks As", low)
        assert "meld.ace_not_low" in codes("As 2s 3s 4s", high)
        assert one("As 2s 3s 4s", low).start == 0
        assert one("Js Qs Ks As", high).end == 13

    def test_longest_run_has_an_ace_at_each_end(self):
        text = " ".join(f"{rank}h" for rank in RANKS) + " Ah"
        assert one(text).size == 14

    def test_corner_runs(self):
        assert str(one("Qs Ks As 2s", CONTINENTAL)) == "Qs Ks As 2s"
        assert str(one("Ks As 2s 3s", CONTINENTAL)) == "Ks As 2s 3s"
        assert str(one("Ks X 2s 3s", CONTINENTAL)) == "Ks X=As 2s 3s"
        circle = "6s 7s 8s 9s Ts Js Qs Ks As 2s 3s 4s 5s"
        assert one(circle, CONTINENTAL).size == 13
        assert "meld.too_long" in codes(circle + " 6s", CONTINENTAL)

    def test_a_corner_run_holds_each_card_once(self):
        meld = Meld.run_of(3, 0, range(39, 52))
        assert is_legal(meld, CONTINENTAL)
        assert not is_legal(Meld.run_of(3, 0, [*range(39, 52), 39]), CONTINENTAL)

    def test_balance(self):
        assert one("8h 8d X Ad", CONTINENTAL).wilds(CONTINENTAL) == 2
        assert "meld.wilds_outnumber" in codes("8h X Ah", CONTINENTAL)
        fewer = rules_of("continental", wilds__balance="fewer_than_naturals")
        assert "meld.wilds_outnumber" in codes("8h 8d X Ad", fewer)

    def test_red_aces_are_never_natural_aces(self):
        assert one("As Ac Ah", CONTINENTAL).wilds(CONTINENTAL) == 1
        assert "meld.wilds_outnumber" in codes("Ac Ah Ad", CONTINENTAL)

    def test_all_wild_sets(self):
        meld = one("X Ah Ad", CONTINENTAL)
        assert meld.rank == ALL_WILD
        assert meld.wilds(CONTINENTAL) == 3
        assert str(meld) == "Ad Ah X"
        assert one("X X Ah Ad", CONTINENTAL).size == 4
        assert read("X=7 Ah Ad", CONTINENTAL).melds == ()
        assert not is_legal(Meld.run_of(0, 3, [JOKER] * 4), CONTINENTAL)

    def test_every_reason_is_given(self):
        meld = Meld.set_of(6, [kind("7h"), JOKER, JOKER, kind("8h")])
        tight = rules_of(wilds__per_meld=1)
        assert {reason.code for reason in meld_reasons(meld, tight)} == {
            ReasonCode.MELD_MIXED_RANKS, ReasonCode.MELD_WILDS_TOO_MANY
        }  # fmt: skip


class TestNaturalUse:
    def test_a_two_in_its_own_place_is_a_natural(self):
        meld = one("As 2s 3s 4s", NATURAL)
        assert meld.wilds(NATURAL) == 0
        assert str(meld) == "As 2s 3s 4s"
        assert meld.wilds(rules_of(pack__wild=["joker", "2"])) == 1

    def test_elsewhere_it_is_a_wild(self):
        assert one("5s 2s 7s 8s", NATURAL).wilds(NATURAL) == 1
        assert one("As 2h 3s 4s", NATURAL).wilds(NATURAL) == 1

    def test_a_set_of_twos_consists_of_naturals(self):
        meld = one("2c 2d 2h", NATURAL)
        assert meld.rank == RANKS.index("2")
        assert meld.wilds(NATURAL) == 0

    def test_without_it_a_set_of_twos_is_all_wild(self):
        rules = rules_of(pack__wild=["joker", "2"], wilds__all_wild_sets=True)
        assert one("2c 2d 2h", rules).rank == ALL_WILD

    def test_a_joker_never_stands_for_itself(self):
        assert not NATURAL.stands_for_itself(JOKER, JOKER)


class TestFits:
    def names(self, mask):
        return {NAMES[card] for card in range(53) if mask >> card & 1}

    def test_both_ends_of_a_run(self):
        found = fits(one("5h 6h 7h 8h"), PETRAS)
        assert self.names(found.low) == {"4h", "X"}
        assert self.names(found.high) == {"9h", "X"}
        assert not found.on_set

    def test_the_ace_closes_a_run(self):
        low, high = one("As 2s 3s 4s"), one("Js Qs Ks As")
        assert end_role(low, End.LOW, PETRAS) is None
        assert end_role(high, End.HIGH, PETRAS) is None
        assert self.names(fits(low, PETRAS).low) == set()
        assert self.names(fits(low, PETRAS).high) == {"5s", "X"}

    def test_the_ace_may_stand_at_either_end(self):
        found = fits(one("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"), PETRAS)
        assert self.names(found.low) == self.names(found.high) == {"As", "X"}

    def test_around_the_corner_no_end_closes(self):
        meld = one("Js Qs Ks As", CONTINENTAL)
        assert self.names(fits(meld, CONTINENTAL).high) == {"2s", "X", "Ah", "Ad"}
        assert fits(one("6s 7s 8s 9s Ts Js Qs Ks As 2s 3s 4s 5s", CONTINENTAL), CONTINENTAL).any == 0
        low = with_card(one("As 2s 3s 4s", CONTINENTAL), kind("Ks"), End.LOW)
        assert str(low) == "Ks As 2s 3s 4s"
        assert is_legal(low, CONTINENTAL)

    def test_sets_take_their_rank_and_wilds(self):
        assert self.names(fits(one("7h 7d 7s"), PETRAS).on_set) == {"7c", "7d", "7h", "7s", "X"}

    def test_sets_of_wilds_take_wilds_only(self):
        assert self.names(fits(one("X Ah Ad", CONTINENTAL), CONTINENTAL).on_set) == {"X", "Ah", "Ad"}

    def test_the_longest_meld_takes_nothing(self):
        assert fits(one("7h 7d 7s", rules_of(melds__set__max=3)), rules_of(melds__set__max=3)).any == 0

    def test_limits_on_wilds_hold_later_too(self):
        tight = rules_of(wilds__per_meld=1)
        assert self.names(fits(one("7h 7d X", tight), tight).on_set) == {"7c", "7d", "7h", "7s"}
        assert "X" not in self.names(fits(one("8h 8d X Ad", CONTINENTAL), CONTINENTAL).on_set)
        assert "X" in self.names(fits(one("8h 8d 8s X Ad", CONTINENTAL), CONTINENTAL).on_set)

    def test_what_fits_makes_a_legal_meld(self):
        for rules in (PETRAS, CONTINENTAL, NATURAL):
            for text in ("5s X 7s 8s", "2s 3s 4s 5s", "Ts Js Qs Ks", "7h 7d 7s X"):
                meld = one(text, rules)
                found = fits(meld, rules)
                for mask, end in ((found.on_set, None), (found.low, End.LOW), (found.high, End.HIGH)):
                    for card in range(53):
                        if (end is None and meld.is_run) or (end is not None and not meld.is_run):
                            assert not mask
                            continue
                        grown = None
                        if end is None or end_role(meld, end, rules) is not None:
                            grown = with_card(meld, card, end)
                        legal = grown is not None and is_legal(grown, rules)
                        assert legal is bool(mask >> card & 1), (text, NAMES[card], end)


class TestSwapPlaces:
    def test_in_a_run_the_card_it_stands_for(self):
        (place,) = swap_places(one("5h X 7h 8h"), PETRAS)
        assert (NAMES[place.card], NAMES[place.wild], place.at) == ("6h", "X", 1)
        assert str(swapped(one("5h X 7h 8h"), place.card, place.at)) == "5h 6h 7h 8h"

    def test_in_a_set_any_card_of_the_rank(self):
        places = swap_places(one("7h 7d X X"), PETRAS)
        assert [NAMES[place.card] for place in places] == ["7c", "7d", "7h", "7s"]

    def test_naturals_and_sets_of_wilds_have_none(self):
        assert swap_places(one("5h 6h 7h 8h"), PETRAS) == []
        assert swap_places(one("X Ah Ad", CONTINENTAL), CONTINENTAL) == []

    def test_a_wild_that_stands_for_itself_stays(self):
        assert swap_places(one("As 2s 3s 4s", NATURAL), NATURAL) == []


def test_would_join():
    def join(first, second, rules=PETRAS):
        a, b = one(first, rules), one(second, rules)
        assert would_join(a, b, rules) is would_join(b, a, rules)
        return would_join(a, b, rules)

    assert join("6h 7h 8h 9h", "Th Jh Qh Kh")
    assert join("As 2s 3s 4s", "5s 6s 7s 8s")
    assert join("6h 7h 8h X=9h", "Th Jh Qh Kh")
    assert not join("As 2s 3s 4s", "Ts Js Qs Ks")
    assert not join("As 2s 3s 4s", "Js Qs Ks As")
    assert not join("6h 7h 8h 9h", "9h Th Jh Qh")
    assert not join("6h 7h 8h 9h", "Jh Qh Kh Ah")
    assert not join("6h 7h 8h 9h", "Td Jd Qd Kd")
    assert join("As 2s 3s 4s", "Ts Js Qs Ks", CONTINENTAL), "around the corner the king and the ace touch"

"""Runs: consecutive cards of one suit, each in its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mayi_rules.cards import JOKER, NAMES
from mayi_rules.melds.kinds.kind import Kind
from mayi_rules.melds.kinds.places import End, Fits, SwapPlace
from mayi_rules.profile.language.choices import Ace, MeldKind, SameSuitRuns, SwapOutOf
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode

if TYPE_CHECKING:
    from mayi_rules.melds.meld import Meld


def lowest_place(rules: RoundRules) -> int:
    """The lowest place of a run that does not go around the corner: 0 with a low ace, else 1."""
    return 1 if rules.ace is Ace.HIGH else 0


def highest_place(rules: RoundRules) -> int:
    """The highest place of a run that does not go around the corner: 13 with a high ace, else 12."""
    return 12 if rules.ace is Ace.LOW else 13


def is_in_place(start: int, size: int, rules: RoundRules) -> bool:
    """Whether a run of this size may start at this place as far as the ace is concerned."""
    if rules.ace is Ace.AROUND_THE_CORNER:
        return 0 <= start <= 12 and size <= 13
    return start >= lowest_place(rules) and start + size - 1 <= highest_place(rules)


def end_role(meld: Meld, end: End, rules: RoundRules) -> int | None:
    """The kind that would be at this end of the run, or None where the ace closes it."""
    place = meld.start - 1 if end is End.LOW else meld.start + len(meld.cards)
    if rules.ace is not Ace.AROUND_THE_CORNER and not lowest_place(rules) <= place <= highest_place(rules):
        return None
    return meld.suit * 13 + place % 13


class RunKind(Kind):
    """What is true of runs."""

    word = MeldKind.RUN
    all_ends = (End.LOW, End.HIGH)
    swapped_by = SwapOutOf.RUNS
    role_names = tuple(NAMES[:JOKER])

    def least(self, rules: RoundRules) -> int:
        return rules.run_min

    def most(self, rules: RoundRules) -> int:
        return rules.run_max

    def role(self, meld: Meld, index: int) -> int:
        return meld.suit * 13 + (meld.start + index) % 13

    natural_at = role

    def written_role(self, role: int) -> tuple[int, int]:
        return role, -1

    def takes_only_wilds(self, meld: Meld) -> bool:
        return False

    def place(self, meld: Meld) -> tuple[int, ...]:
        return 1, meld.suit, meld.start

    def with_cards(self, meld: Meld, cards: bytes | bytearray) -> Meld:
        return meld.run_of(meld.suit, meld.start, cards)

    def with_card(self, meld: Meld, card: int, end: End | None) -> Meld:
        if end is End.HIGH:
            return meld.run_of(meld.suit, meld.start, meld.cards + bytes([card]))
        start = meld.start - 1
        return meld.run_of(meld.suit, start if start >= 0 else 12, bytes([card]) + meld.cards)

    def role_at(self, meld: Meld, end: End | None) -> int:
        if end is None:
            return meld.rank
        place = meld.start - 1 if end is End.LOW else meld.start + len(meld.cards)
        return meld.suit * 13 + place % 13

    def natural_for(self, meld: Meld, card: int, end: End | None, rules: RoundRules) -> int:
        roles = [end_role(meld, one, rules) for one in (self.all_ends if end is None else (end,))]
        return next((role for role in roles if role is not None), -1)

    def position_suits(self, meld: Meld, card: int, end: End | None, rules: RoundRules) -> bool:
        role = end_role(meld, end, rules) if end is not None else None
        return role is not None and (bool(rules.is_wild[card]) or card == role)

    def fits(self, meld: Meld, rules: RoundRules) -> Fits:
        size, wilds = len(meld.cards), meld.wilds(rules)
        at_low = at_high = rules.wild_mask if self.takes_wild(wilds, size - wilds, rules) else 0
        if at_low and self.limits_places(rules):
            naturals = meld.naturals_at(rules)
            at_low = at_low if self.takes_wild_at(End.LOW, naturals, size, rules) else 0
            at_high = at_high if self.takes_wild_at(End.HIGH, naturals, size, rules) else 0
        low, high = end_role(meld, End.LOW, rules), end_role(meld, End.HIGH, rules)
        return Fits(
            0,
            0 if low is None else at_low | rules.natural_mask & 1 << low,
            0 if high is None else at_high | rules.natural_mask & 1 << high,
        )

    def swap_places(self, meld: Meld, rules: RoundRules) -> list[SwapPlace]:
        places = []
        for index, wild in enumerate(meld.cards):
            if meld.stands_as_wild(index, rules):
                role = self.role(meld, index)
                if rules.stands_for_itself(role, role):
                    places.append(SwapPlace(role, wild, index))
        return places

    def place_reasons(self, meld: Meld, rules: RoundRules) -> Iterator[Reason]:
        first, start = meld.suit * 13, meld.start
        for index, card in enumerate(meld.cards):
            if not rules.is_wild[card] and card != first + (start + index) % 13:
                code = ReasonCode.MELD_GAP if card // 13 == meld.suit else ReasonCode.MELD_MIXED_SUITS
                yield rules.reason(code, meld=meld)
        if not is_in_place(start, len(meld.cards), rules):
            yield rules.reason(_ace_code(start, meld.size, rules), "melds.run.ace", meld=meld)

    def neighbour_reasons(self, first: Meld, second: Meld, rules: RoundRules) -> Iterator[Reason]:
        if rules.same_suit_runs is SameSuitRuns.NOT_ADJACENT and would_join(first, second, rules):
            yield rules.reason(ReasonCode.OPENING_ADJACENT_RUNS, "melds.same_suit_runs", first=first, second=second)

    def place_limit_reasons(self, meld: object, naturals: int, size: int, rules: RoundRules) -> Iterator[Reason]:
        wilds, least = ~naturals & (1 << size) - 1, rules.wilds_apart
        if any(wilds & wilds >> step for step in range(1, least + 1)):
            yield rules.reason(ReasonCode.MELD_WILDS_TOO_CLOSE, "wilds.apart", meld=meld, least=least)

    def may_be_all_wild(self, rules: RoundRules) -> bool:
        return False


def would_join(first: Meld, second: Meld, rules: RoundRules) -> bool:
    """Whether two runs lie in one suit, one ending where the other starts, wilds counted by their roles.

    How long the joined run would be does not matter. The ace of a run that starts low and that of one that ends high
    are different places, unless runs go around the corner.
    """
    if first.suit != second.suit:
        return False
    gap = second.start - first.end
    other = first.start - second.end
    if rules.ace is Ace.AROUND_THE_CORNER:
        return gap % 13 == 1 or other % 13 == 1
    return gap == 1 or other == 1


def _ace_code(start: int, size: int, rules: RoundRules) -> ReasonCode:
    if rules.ace is Ace.AROUND_THE_CORNER:
        return ReasonCode.MELD_REPEATED_RANK if 0 <= start <= 12 else ReasonCode.MELD_GAP
    if start < 0 or start + size - 1 > 13:
        return ReasonCode.MELD_ACE_IN_THE_MIDDLE
    return ReasonCode.MELD_ACE_NOT_LOW if start < lowest_place(rules) else ReasonCode.MELD_ACE_NOT_HIGH

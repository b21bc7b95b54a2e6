"""What a turn must leave in hand, so that it can be ended (`going_out.discard`; no dead ends)."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.cards import UNKNOWN, Hand, format_cards
from mayi_rules.engine.state.state import State
from mayi_rules.melds.fitting import End, TableMeld, fits, may_swap_out, swap_places, swapped, with_card
from mayi_rules.melds.kinds import RUN
from mayi_rules.melds.meld import Meld
from mayi_rules.profile.language.choices import Balance, DiscardRule, LayingOffWhose, SwapWhose
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode

Placed = tuple[tuple[int, Meld], ...]
"""Melds on the table with their owners, while a search lays cards on them."""


def least_left(rules: RoundRules) -> int:
    """How many cards laying must leave in hand: one to discard, or none."""
    return 1 if rules.discard is DiscardRule.REQUIRED else 0


def left_reasons(state: State, left: int, freed: int = 0) -> Iterator[Reason]:
    """Why laying may not leave so few cards.

    Args:
        state: the position before.
        left: the cards in hand afterwards.
        freed: how many of them are freed wilds that must go to the table: they are no cards to discard.
    """
    if left - freed < least_left(state.rules):
        yield state.rules.reason(ReasonCode.GOING_OUT_DISCARD_REQUIRED, "going_out.discard")


def without(cards: bytes, card: int) -> bytes:
    """These cards with one copy of `card` less, if it is among them."""
    return cards.replace(bytes([card]), b"", 1)


def may_swap_with(rules: RoundRules, owner: int, seat: int) -> bool:
    """Whether a seat may swap wilds out of the melds of this owner (`wilds.swap.whose`)."""
    return rules.swap_whose is SwapWhose.ANY or owner != seat


def dead_end_reasons(
    state: State, hand: Hand, freed: bytes, table: tuple[TableMeld, ...], code: ReasonCode
) -> Iterator[Reason]:
    """Why the freed wilds could not all be laid afterwards, under `code`.

    Args:
        state: the position before.
        hand: the active player's hand afterwards.
        freed: the freed wilds still in it.
        table: the table afterwards.
        code: `turn.dead_end`, or `swapping.no_place` for a swap.
    """
    if not freed:
        return
    melds = tuple((laid.seat, laid.meld) for laid in table)
    if not _Settling(state).possible(hand, freed, melds):
        yield state.rules.reason(code, "wilds.swap.freed", wild=format_cards(freed))


class _Settling:
    """Can the freed wilds be laid, a card to discard being left? A search over what else may be laid first.

    Laying another card first helps only where naturals make room for wilds (`wilds.balance`, limits by place), or lead
    to the place where a wild is a natural (`wilds.natural_use`), so under other rules the search ends at once.
    """

    def __init__(self, state: State) -> None:
        self._rules = state.rules
        self._seat = state.turn
        self._rules_of = [state.rules_of(seat) for seat in range(state.players)]  # what a meld takes is its owner's
        self._hopeless: set[tuple[bytes, bytes, Placed]] = set()
        self._other_first_may_help = any(
            rules.balance is not Balance.ANY or rules.natural_use or RUN.limits_places(rules)
            for rules in self._rules_of
        )

    def possible(self, hand: Hand, freed: bytes, melds: Placed) -> bool:
        if not freed:
            return True
        if self._other_first_may_help and hand.counts[UNKNOWN]:
            return True  # another player's hand, or a real table: what helps may be among the cards that are not known
        key = (hand.counts, freed, melds)
        if key in self._hopeless:
            return False
        if self._lay_wild(hand, freed, melds) or (
            self._other_first_may_help and self._lay_natural_first(hand, freed, melds)
        ):
            return True
        self._hopeless.add(key)
        return False

    def _lay_wild(self, hand: Hand, freed: bytes, melds: Placed) -> bool:
        return any(
            self.possible(hand.minus(wild), without(freed, wild), after)
            for wild in sorted(set(freed))
            for after in self._after_laying(wild, melds)
        )

    def _lay_natural_first(self, hand: Hand, freed: bytes, melds: Placed) -> bool:
        rules = self._rules
        if hand.size - len(freed) > least_left(rules):
            natural_use = any(one.natural_use for one in self._rules_of)
            for card in hand.kinds:
                if (not rules.is_wild[card] or natural_use) and card not in freed:
                    for after in self._after_laying(card, melds):
                        if self.possible(hand.minus(card), freed, after):
                            return True
        for number, (owner, meld) in enumerate(melds):
            if not meld.form.may_swap_out(rules) or not may_swap_with(rules, owner, self._seat):
                continue
            for place in swap_places(meld, self._rules_of[owner]):
                if not may_swap_out(place.wild, rules):
                    continue
                owed = bytes(sorted([*without(freed, place.card), place.wild]))
                if place.card in hand and hand.size - len(owed) >= least_left(rules):
                    changed = (owner, swapped(meld, place.card, place.at))
                    after = (*melds[:number], changed, *melds[number + 1 :])
                    left = hand.minus(place.card).plus(place.wild)
                    if self.possible(left, owed, after):
                        return True
        return False

    def _after_laying(self, card: int, melds: Placed) -> Iterator[Placed]:
        bit = 1 << card
        for number, (owner, meld) in enumerate(melds):
            if self._rules.laying_off_whose is LayingOffWhose.OWN and owner != self._seat:
                continue
            places = fits(meld, self._rules_of[owner])
            for mask, end in ((places.on_set, None), (places.low, End.LOW), (places.high, End.HIGH)):
                if mask & bit:
                    yield (*melds[:number], (owner, with_card(meld, card, end)), *melds[number + 1 :])

"""Sets: cards of one rank, in no order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from mayi_rules.cards import JOKER, RANKS, format_card
from mayi_rules.melds.kinds.kind import Kind
from mayi_rules.melds.kinds.places import ALL_WILD, End, Fits, SwapPlace
from mayi_rules.profile.language.choices import MeldKind, SwapOutOf
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode

if TYPE_CHECKING:
    from mayi_rules.melds.meld import Meld

_ACES = sum(1 << kind for kind in range(0, JOKER, 13))


class SetKind(Kind):
    """What is true of sets."""

    word = MeldKind.SET
    all_ends = (None,)
    swapped_by = SwapOutOf.SETS
    role_names = tuple(RANKS)

    def least(self, rules: RoundRules) -> int:
        return rules.set_min

    def most(self, rules: RoundRules) -> int:
        return rules.set_max

    def role(self, meld: Meld, index: int) -> int:
        return meld.rank

    def natural_at(self, meld: Meld, index: int) -> int:
        card = meld.cards[index]
        return card - card % 13 + meld.rank if card < JOKER and meld.rank >= 0 else -1

    def written_role(self, role: int) -> tuple[int, int]:
        return -1, role

    def takes_only_wilds(self, meld: Meld) -> bool:
        return meld.rank == ALL_WILD

    def place(self, meld: Meld) -> tuple[int, ...]:
        return 0, meld.rank

    def with_cards(self, meld: Meld, cards: bytes | bytearray) -> Meld:
        return meld.set_of(meld.rank, cards)

    def with_card(self, meld: Meld, card: int, end: End | None) -> Meld:
        return meld.set_of(meld.rank, [*meld.cards, card])

    def role_at(self, meld: Meld, end: End | None) -> int:
        return meld.rank

    def natural_for(self, meld: Meld, card: int, end: End | None, rules: RoundRules) -> int:
        return card if card != JOKER and card % 13 == meld.rank else -1

    def position_suits(self, meld: Meld, card: int, end: End | None, rules: RoundRules) -> bool:
        if end is not None:
            return False
        return bool(rules.is_wild[card]) or (meld.rank != ALL_WILD and card != JOKER and card % 13 == meld.rank)

    def fits(self, meld: Meld, rules: RoundRules) -> Fits:
        wilds = meld.wilds(rules)
        wild_mask = rules.wild_mask if self.takes_wild(wilds, len(meld.cards) - wilds, rules) else 0
        naturals = rules.natural_mask & _ACES << meld.rank if meld.rank != ALL_WILD else 0
        return Fits(wild_mask | naturals, 0, 0)

    def swap_places(self, meld: Meld, rules: RoundRules) -> list[SwapPlace]:
        if meld.rank == ALL_WILD:
            return []
        naturals = [kind for kind in range(meld.rank, JOKER, 13) if rules.stands_for_itself(kind, kind)]
        places = []
        seen: set[int] = set()
        for index, wild in enumerate(meld.cards):
            if wild not in seen and meld.stands_as_wild(index, rules):
                seen.add(wild)
                places += [SwapPlace(kind, wild, index) for kind in naturals]
        return places

    def place_reasons(self, meld: Meld, rules: RoundRules) -> Iterator[Reason]:
        if meld.rank == ALL_WILD:
            if any(not rules.is_wild[card] for card in meld.cards):
                yield rules.reason(ReasonCode.MELD_MIXED_RANKS, meld=meld)
            elif (rank := self.natural_rank(meld, rules)) is not None:
                card = next(card for card in meld if card != JOKER and card % 13 == rank)
                yield rules.reason(
                    ReasonCode.MELD_WILD_ROLE, "wilds.natural_use", meld=meld, card=card, rank=RANKS[rank]
                )
            return
        if any(card == JOKER or card % 13 != meld.rank for card in meld.cards if not rules.is_wild[card]):
            yield rules.reason(ReasonCode.MELD_MIXED_RANKS, meld=meld)
        if rules.all_wild_sets and meld.wilds(rules) == meld.size:
            yield rules.reason(
                ReasonCode.MELD_WILD_ROLE,
                "wilds.all_wild_sets",
                meld=meld,
                card=format_card(meld.cards[0]),
                role=RANKS[meld.rank],
            )

    def neighbour_reasons(self, first: Meld, second: Meld, rules: RoundRules) -> Iterator[Reason]:
        if not rules.same_rank_sets and first.rank == second.rank != ALL_WILD:
            yield rules.reason(ReasonCode.OPENING_SAME_RANK_SETS, "melds.same_rank_sets", rank=RANKS[first.rank])

    def may_be_all_wild(self, rules: RoundRules) -> bool:
        return rules.all_wild_sets

    def natural_rank(self, meld: Meld, rules: RoundRules) -> int | None:
        """The rank of which these wilds would be a legal set with naturals, under `wilds.natural_use`, or None.

        Cards of a wild rank that lie in a set of that rank are naturals, so such a set is no all-wild set.
        """
        if not rules.natural_use:
            return None
        for rank in sorted({card % 13 for card in meld.cards if card != JOKER}):
            naturals = sum(card != JOKER and card % 13 == rank for card in meld.cards)
            if next(self.wild_limit_reasons(meld, meld.size - naturals, naturals, rules), None) is None:
                return rank
        return None

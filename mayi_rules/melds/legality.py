"""Is a meld a legal meld under the rules of a round? One predicate for a whole meld, with every reason."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.cards import JOKER, RANKS, format_card
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.profile.language.choices import Ace, Balance
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode


def least_cards(meld: Meld, rules: RoundRules) -> int:
    """The fewest cards of a meld of this kind (`melds.set.min`, `melds.run.min`)."""
    return rules.run_min if meld.is_run else rules.set_min


def max_cards(meld: Meld, rules: RoundRules) -> int:
    """The most cards of a meld of this kind (`melds.set.max`, `melds.run.max`)."""
    return rules.run_max if meld.is_run else rules.set_max


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


def wild_limit_reasons(meld: Meld, wilds: int, naturals: int, rules: RoundRules) -> Iterator[Reason]:
    """The limits on wilds that hold for a meld at any time (`wilds.per_meld`, `wilds.balance`, …).

    Args:
        meld: the meld, for the sentence; an all-wild set is bound by `wilds.per_meld` alone.
        wilds: how many cards stand as wilds.
        naturals: how many do not.
        rules: the rules of the round.
    """
    if wilds > rules.per_meld:
        most = rules.per_meld
        yield rules.reason(ReasonCode.MELD_WILDS_TOO_MANY, "wilds.per_meld", meld=meld, wilds=wilds, most=most)
    if not naturals:
        return
    if naturals < rules.min_naturals:
        least = rules.min_naturals
        yield rules.reason(ReasonCode.MELD_WILDS_TOO_MANY, "wilds.min_naturals", meld=meld, wilds=wilds, least=least)
    if (rules.balance is Balance.NOT_MORE_THAN_NATURALS and wilds > naturals) or (
        rules.balance is Balance.FEWER_THAN_NATURALS and wilds >= naturals
    ):
        yield rules.reason(ReasonCode.MELD_WILDS_OUTNUMBER, "wilds.balance", meld=meld, wilds=wilds, naturals=naturals)


def has_enough_naturals(meld: Meld, naturals: int, rules: RoundRules) -> bool:
    """Whether so many naturals are enough for a meld like this one, wherever they stand.

    Args:
        meld: a meld of the kind and size in question; its cards do not matter.
        naturals: how many of its cards are naturals; the others are wilds.
        rules: the rules of the round.
    """
    return naturals > 0 and next(wild_limit_reasons(meld, meld.size - naturals, naturals, rules), None) is None


def may_stand(meld: Meld, naturals: int, rules: RoundRules) -> bool:
    """Whether a meld like this one may have its naturals at these places, and wilds at all others.

    This is what the solver asks, place by place. More naturals in a legal meld never make it illegal.

    Args:
        meld: a meld of the kind and size in question; its cards do not matter.
        naturals: the places of the naturals as bits, the lowest for the first card.
        rules: the rules of the round.
    """
    return has_enough_naturals(meld, naturals.bit_count(), rules)


def may_be_all_wild(meld: Meld, rules: RoundRules) -> bool:
    """Whether a set like this one may consist of wilds only; its size is not asked for."""
    return rules.all_wild_sets and next(wild_limit_reasons(meld, meld.size, 0, rules), None) is None


def meld_reasons(meld: Meld, rules: RoundRules) -> Iterator[Reason]:
    """Every reason why this is not a legal meld; none when it is."""
    yield from _place_reasons(meld, rules)
    size = len(meld.cards)
    if size < (least := least_cards(meld, rules)):
        yield rules.reason(ReasonCode.MELD_TOO_SHORT, f"melds.{meld.kind}.min", meld=meld, kind=meld.kind, least=least)
    if size > (most := max_cards(meld, rules)):
        yield rules.reason(ReasonCode.MELD_TOO_LONG, f"melds.{meld.kind}.max", meld=meld, kind=meld.kind, most=most)
    wilds = meld.wilds(rules)
    naturals = size - wilds
    if not naturals and (meld.is_run or not rules.all_wild_sets):
        yield rules.reason(ReasonCode.MELD_ALL_WILD, "wilds.all_wild_sets", meld=meld)
    yield from wild_limit_reasons(meld, wilds, naturals, rules)


def _place_reasons(meld: Meld, rules: RoundRules) -> Iterator[Reason]:
    if meld.is_run:
        yield from _run_place_reasons(meld, rules)
        return
    if meld.rank == ALL_WILD:
        if any(not rules.is_wild[card] for card in meld.cards):
            yield rules.reason(ReasonCode.MELD_MIXED_RANKS, meld=meld)
        elif (rank := natural_rank(meld.cards, rules)) is not None:
            card = next(card for card in meld if card != JOKER and card % 13 == rank)
            yield rules.reason(ReasonCode.MELD_WILD_ROLE, "wilds.natural_use", meld=meld, card=card, rank=RANKS[rank])
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


def natural_rank(cards: bytes, rules: RoundRules) -> int | None:
    """The rank of which these wilds would be a legal set with naturals, under `wilds.natural_use`, or None.

    Cards of a wild rank that lie in a set of that rank are naturals, so such a set is no all-wild set.
    """
    if not rules.natural_use:
        return None
    for rank in sorted({card % 13 for card in cards if card != JOKER}):
        naturals = sum(card != JOKER and card % 13 == rank for card in cards)
        candidate = Meld.set_of(rank, cards)
        if next(wild_limit_reasons(candidate, len(cards) - naturals, naturals, rules), None) is None:
            return rank
    return None


def _run_place_reasons(meld: Meld, rules: RoundRules) -> Iterator[Reason]:
    first, start = meld.suit * 13, meld.start
    for index, card in enumerate(meld.cards):
        if not rules.is_wild[card] and card != first + (start + index) % 13:
            code = ReasonCode.MELD_GAP if card // 13 == meld.suit else ReasonCode.MELD_MIXED_SUITS
            yield rules.reason(code, meld=meld)
    if not is_in_place(start, len(meld.cards), rules):
        yield rules.reason(_ace_code(meld.start, meld.size, rules), "melds.run.ace", meld=meld)


def _ace_code(start: int, size: int, rules: RoundRules) -> ReasonCode:
    if rules.ace is Ace.AROUND_THE_CORNER:
        return ReasonCode.MELD_REPEATED_RANK if 0 <= start <= 12 else ReasonCode.MELD_GAP
    if start < 0 or start + size - 1 > 13:
        return ReasonCode.MELD_ACE_IN_THE_MIDDLE
    return ReasonCode.MELD_ACE_NOT_LOW if start < lowest_place(rules) else ReasonCode.MELD_ACE_NOT_HIGH


def is_legal(meld: Meld, rules: RoundRules) -> bool:
    """Whether the meld is legal."""
    return next(meld_reasons(meld, rules), None) is None


def takes_wild(wilds: int, naturals: int, rules: RoundRules) -> bool:
    """Whether a meld that holds so many wilds and naturals takes one more wild."""
    if wilds >= rules.per_meld:
        return False
    if not naturals or rules.balance is Balance.ANY:
        return True
    return wilds + 1 <= naturals if rules.balance is Balance.NOT_MORE_THAN_NATURALS else wilds + 1 < naturals

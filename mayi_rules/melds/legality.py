"""Is a meld a legal meld under the rules of a round? One predicate for a whole meld, with every reason."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.melds.meld import Meld
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode


def has_enough_naturals(meld: Meld, naturals: int, rules: RoundRules) -> bool:
    """Whether so many naturals are enough for a meld like this one, wherever they stand.

    Args:
        meld: a meld of the kind and size in question; its cards do not matter.
        naturals: how many of its cards are naturals; the others are wilds.
        rules: the rules of the round.
    """
    limits = meld.form.wild_limit_reasons(meld, meld.size - naturals, naturals, rules)
    return naturals > 0 and next(limits, None) is None


def may_stand(meld: Meld, naturals: int, rules: RoundRules) -> bool:
    """Whether a meld like this one may have its naturals at these places, and wilds at all others.

    This is what the solver asks, place by place. More naturals in a legal meld never make it illegal.

    Args:
        meld: a meld of the kind and size in question; its cards do not matter.
        naturals: the places of the naturals as bits, the lowest for the first card.
        rules: the rules of the round.
    """
    limits = meld.form.place_limit_reasons(meld, naturals, meld.size, rules)
    return has_enough_naturals(meld, naturals.bit_count(), rules) and next(limits, None) is None


def may_be_all_wild(meld: Meld, rules: RoundRules) -> bool:
    """Whether a set like this one may consist of wilds only; its size is not asked for."""
    form = meld.form
    return form.may_be_all_wild(rules) and next(form.wild_limit_reasons(meld, meld.size, 0, rules), None) is None


def meld_reasons(meld: Meld, rules: RoundRules) -> Iterator[Reason]:
    """Every reason why this is not a legal meld; none when it is."""
    form = meld.form
    yield from form.place_reasons(meld, rules)
    size = len(meld.cards)
    if size < (least := form.least(rules)):
        yield rules.reason(ReasonCode.MELD_TOO_SHORT, f"melds.{meld.kind}.min", meld=meld, kind=meld.kind, least=least)
    if size > (most := form.most(rules)):
        yield rules.reason(ReasonCode.MELD_TOO_LONG, f"melds.{meld.kind}.max", meld=meld, kind=meld.kind, most=most)
    wilds = meld.wilds(rules)
    naturals = size - wilds
    if not naturals and not form.may_be_all_wild(rules):
        yield rules.reason(ReasonCode.MELD_ALL_WILD, "wilds.all_wild_sets", meld=meld)
    yield from form.wild_limit_reasons(meld, wilds, naturals, rules)
    if form.limits_places(rules):
        yield from form.place_limit_reasons(meld, meld.naturals_at(rules), size, rules)


def is_legal(meld: Meld, rules: RoundRules) -> bool:
    """Whether the meld is legal."""
    return next(meld_reasons(meld, rules), None) is None

"""The questions that are asked of a hand before its opening: can it open and how, how far is it, what brings it nearer.

Most hands are answered by the filters; a search answers the rest. Everything here is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from mayi_rules.cards import JOKER, KINDS, Hand
from mayi_rules.profile.round_rules import ContractItem, RoundRules
from mayi_rules.solver.enumeration import Lister, Opening
from mayi_rules.solver.filters import are_scattered, quick_answer, settled
from mayi_rules.solver.free_search import FreeSearch, laid_out
from mayi_rules.solver.lack_search import LackSearch, can_lay
from mayi_rules.solver.offers import core_table
from mayi_rules.solver.plan import Plan, plan_for
from mayi_rules.solver.slots import split
from mayi_rules.solver.windows import UNIT, WindowSearch
from mayi_rules.solver.worth_search import WorthSearch

NEVER = 255
"""The distance of a hand from a contract that no cards of the pack can meet."""

Value = str | Sequence[int] | Callable[[int], int]
"""What a card left in the hand costs: `"points"`, `"cards"`, `"wilds"`, 54 numbers by kind, or a function of a kind."""


def can_open(hand: Hand, rules: RoundRules, contract: tuple[ContractItem, ...] | None = None) -> bool:
    """Whether the hand holds an opening.

    Args:
        hand: the cards; the answer is kept with it.
        rules: the rules of the round.
        contract: what has to be laid; by default what the rules of the round ask for.
    """
    plan = plan_for(rules, contract)
    if plan.least + plan.spare > hand.size:
        return False
    cache = hand.cache
    if cache is None:
        cache = hand.cache = {}
    key = ("can open", plan)
    known = cache.get(key)
    if known is None:
        known = cache[key] = _can_open(hand, plan)
    return bool(known)


def _can_open(hand: Hand, plan: Plan) -> bool:
    counts = hand.counts
    if plan.all_cards:
        if are_scattered(plan, counts):
            return False
    else:
        wilds = 0
        for kind in plan.wild_kinds:
            wilds += counts[kind]
        known = quick_answer(plan, counts, wilds)
        if known >= 0:
            return known == 1
    natural, wild = split(counts, plan.rules)
    return can_lay(plan, natural, wild, hand.size)


def openings(hand: Hand, rules: RoundRules, contract: tuple[ContractItem, ...] | None = None) -> Iterator[Opening]:
    """Every distinct opening of the hand, lazily, each once: runs first, then sets, by size.

    Two openings are the same when they are the same melds, roles included, in any order. Before every choice it is
    asked whether the rest can still be laid, so the first answer, or the proof that there is none, comes at once.

    Args:
        hand: the cards.
        rules: the rules of the round.
        contract: what has to be laid; by default what the rules of the round ask for.
    """
    if not can_open(hand, rules, contract):
        return
    yield from Lister(hand, plan_for(rules, contract)).melds(0)


def distance(hand: Hand, rules: RoundRules, contract: tuple[ContractItem, ...] | None = None) -> int:
    """The fewest further cards of one's choice that make an opening possible; 0 when the hand can open.

    The further cards may be any that the pack still can hold, wilds included. Where the opening must use all cards
    it is the fewest cards of the hand that have to be replaced (a hand too small for the contract is filled up, one
    too large is cut down; that counts as well).

    Args:
        hand: the cards; the answer is kept with it.
        rules: the rules of the round.
        contract: what has to be laid; by default what the rules of the round ask for.

    Returns:
        The number of cards, or `NEVER` when the pack does not hold such an opening.
    """
    plan = plan_for(rules, contract)
    cache = hand.cache
    if cache is None:
        cache = hand.cache = {}
    key = ("distance", plan)
    known = cache.get(key)
    if known is None:
        natural, wild = split(hand.counts, rules)
        known = cache[key] = _nearest(plan, natural, wild, hand.size, 0, NEVER - 1)
    assert isinstance(known, int)
    return known


def useful(
    hand: Hand,
    rules: RoundRules,
    unseen: Sequence[int] | None = None,
    contract: tuple[ContractItem, ...] | None = None,
) -> dict[int, int]:
    """The kinds of which one more lowers the distance, with how many of each are unseen.

    Where the opening must use all cards, a kind is useful when it lowers the distance in the place of a card held.

    Args:
        hand: the cards.
        rules: the rules of the round.
        unseen: 54 counts of the cards that may still come; by default the pack without the hand.
        contract: what has to be laid; by default what the rules of the round ask for.
    """
    now = distance(hand, rules, contract)
    if not now:
        return {}
    if unseen is None:
        unseen = [max(0, there - held) for there, held in zip(rules.pack, hand.counts, strict=True)]
    plan = plan_for(rules, contract)
    natural, wild = split(hand.counts, rules)
    found = {}
    lowers_wild: bool | None = None
    for kind in range(JOKER + 1):
        if not unseen[kind]:
            continue
        is_wild = rules.is_wild[kind]
        # A joker that is no wild is no card of any meld.
        counts = wild if is_wild else natural if kind < JOKER else None
        if is_wild and not rules.natural_use and lowers_wild is not None:
            lowers = lowers_wild
        else:
            if counts is not None:
                counts[kind] += 1
            lowers = _nearest(plan, natural, wild, hand.size, now - 1, now - 1, more=1) < now
            if counts is not None:
                counts[kind] -= 1
            if is_wild:
                lowers_wild = lowers
        if lowers:
            found[kind] = unseen[kind]
    return found


def _nearest(
    plan: Plan, natural: list[int], wild: list[int], size: int, least: int, most: int, *, more: int = 0
) -> int:
    """The distance of these cards, or any from it to `least` if it is less than that; `most` + 1 if it is more.

    Args:
        plan: the contract.
        natural: the naturals, by kind.
        wild: the wilds, by kind.
        size: the size of the hand.
        least: distances below it are of no interest.
        most: distances above it are of no interest.
        more: how many cards more than `size` there are to choose from: they are added to the hand, or, in an
            all-cards round, take the place of others.
    """
    cut = 0
    if plan.all_cards:
        total = max(min(size, plan.max_cards), plan.least)
        cut = max(size - total, 0)
        least = max(least, cut)
    else:
        total = size + more
        missing = max(plan.least + plan.spare - total, 0)
        least = max(least, missing)
        if plan.windows is not None and least <= most:
            wilds = sum(wild)
            limit = UNIT * (most + wilds) + UNIT - 1
            search = WindowSearch(plan.windows, bytes(natural), limit, UNIT * (least + wilds))
            cost = search.fewest()
            if cost > limit:
                return most + 1
            least = max(least, cost // UNIT - wilds)
            is_there = not missing or sum(plan.rules.pack) >= total + missing
            if is_there and settled(plan, search, wilds, least):
                return least
    if total in plan.impossible:
        return most + 1
    lack = LackSearch(plan, natural, wild, total, pack=plan.rules.pack)
    highest = min(most, lack.full + plan.spare + cut)
    for limit in range(least, highest + 1):
        if lack.lays(limit - cut):
            return limit
        if limit == least < highest and not lack.lays(highest - cut):
            if highest < most and lack.is_from_pack():
                plan.impossible.add(total)
            break
    return most + 1


def best_opening(
    hand: Hand,
    rules: RoundRules,
    contract: tuple[ContractItem, ...] | None = None,
    *,
    value: Value = "points",
) -> Opening | None:
    """The opening that leaves the least in the hand, or None when there is none.

    Args:
        hand: the cards.
        rules: the rules of the round.
        contract: what has to be laid; by default what the rules of the round ask for.
        value: what is to be little: the `"points"` left (by the scoring of the profile), the number of `"cards"`
            left, or the `"wilds"` used (the fewest; among equals the fewest points left). Or the cost of each kind
            left in the hand: 54 whole numbers, or a function from the kind to one; negative for cards to be kept.
    """
    if not can_open(hand, rules, contract):
        return None
    plan = plan_for(rules, contract)
    if plan.all_cards:
        return next(openings(hand, rules, contract))
    natural, wild = split(hand.counts, rules)
    weights = _known_weights(rules, value) if isinstance(value, str) else tuple(weights_of(rules, value))
    if plan.is_free:
        found = _free_opening(plan, natural, wild, hand, weights, fewest_wilds=value == "wilds")
        if found is not None:
            return found
    elif plan.is_limited and not _may_leave_no_natural(plan, hand, sum(wild)):
        found = _free_opening(plan, natural, wild, hand, weights, fewest_wilds=False)
        if found is not None:
            return found
    search = WorthSearch(plan, natural, wild, hand.size, weights)
    search.solve()
    return search.best


def _may_leave_no_natural(plan: Plan, hand: Hand, wilds: int) -> bool:
    """Whether sets of wilds alone might do better than what the free search looks at.

    With a natural that is left over such a set would be a set that it looks at, and leave less.
    """
    if not plan.rules.all_wild_sets or not plan.sets or wilds < plan.sets[0]:
        return False
    several = len(plan.sets) > 1 and wilds >= 2 * plan.sets[0]
    return several or not are_scattered(plan, hand.counts)


def _free_opening(
    plan: Plan, natural: list[int], wild: list[int], hand: Hand, weights: tuple[int, ...], *, fewest_wilds: bool
) -> Opening | None:
    """The best opening as if wilds were not limited, or None where that does not tell."""
    if min(weights) < 0:
        for kind in hand.kinds:
            if weights[kind] < 0 and not (fewest_wilds and wild[kind]):
                return None
    wilds = sum(wild)
    budget = wilds
    if fewest_wilds:
        if plan.windows is None:
            return None
        cost = WindowSearch(plan.windows, bytes(natural), UNIT * (wilds + 1) - 1, 0).fewest()
        if cost % UNIT:
            return None
        budget = cost // UNIT
    search = FreeSearch(plan, core_table(plan.rules, plan.runs[0] if plan.runs else 0, weights), natural, budget)
    search.solve()
    if search.worth < 0:
        return None
    melds = laid_out(search, natural, wild, all_wilds=not fewest_wilds)
    # Where nothing would be left to discard this search does not tell which card is best kept.
    if melds is None or sum([len(meld.cards) for meld in melds]) > hand.size - plan.spare:
        return None
    return tuple(melds)


def _known_weights(rules: RoundRules, value: str) -> tuple[int, ...]:
    key = ("weights", value)
    known: tuple[int, ...] | None = rules.cache.get(key)
    if known is None:
        known = rules.cache[key] = tuple(weights_of(rules, value))
    return known


def weights_of(rules: RoundRules, value: Value) -> list[int]:
    """What each kind costs when it is left in the hand."""
    if value == "points":
        return list(rules.points)
    if value == "cards":
        return [1] * KINDS
    if value == "wilds":
        dear = 1 + sum([abs(points) * count for points, count in zip(rules.points, rules.pack, strict=True)])
        return [points - dear if rules.is_wild[kind] else points for kind, points in enumerate(rules.points)]
    if isinstance(value, str):
        raise ValueError(  # noqa: TRY004 (a text is of the right type, it is only unknown)
            f'value is "points", "cards", "wilds", 54 numbers or a function, not {value!r}'
        )
    if callable(value):
        return [value(kind) for kind in range(JOKER + 1)] + [0]
    return list(value)

"""How far is this hand from an opening, and which cards bring it nearer?"""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.cards import JOKER, Hand
from mayi_rules.profile.round_rules import ContractItem, RoundRules
from mayi_rules.solver.opening import can_open
from mayi_rules.solver.plain import UNIT, Plain, PlainSearch, Window
from mayi_rules.solver.plan import Plan, plan_for, run_places
from mayi_rules.solver.search import Search
from mayi_rules.solver.short import split, touching

NEVER = 255
"""The distance of a hand from a contract that no cards of the pack can meet."""


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
        if not plan.plain and can_open(hand, rules, contract):
            known = 0  # sooner told than by the search
        else:
            natural, wild = split(hand, rules)
            known = _distance(plan, natural, wild, hand.size, NEVER - 1, 0)
        cache[key] = known
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
    natural, wild = split(hand, rules)
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
            lowers = _distance(plan, natural, wild, hand.size, now - 1, now - 1, 1) < now
            if counts is not None:
                counts[kind] -= 1
            if is_wild:
                lowers_wild = lowers
        if lowers:
            found[kind] = unseen[kind]
    return found


def _distance(
    plan: Plan, natural: list[int], wild: list[int], size: int, limit: int, enough: int, more: int = 0
) -> int:
    """The distance of these cards, `limit` + 1 when it is larger than that.

    Args:
        plan: the contract.
        natural: the naturals, by kind.
        wild: the wilds, by kind.
        size: the size of the hand.
        limit: distances above it are of no interest.
        enough: any distance up to here will do.
        more: how many cards more than `size` there are to choose from: they are added to the hand, or, in an
            all-cards round, take the place of others.
    """
    pack = plan.rules.pack
    if not plan.all_cards:
        if plan.plain and plan.roomy >= 0 and plan.tables is not None:
            known = _plain_distance(plan, plan.tables, natural, sum(wild), size + more, limit, enough)
            if known >= 0:
                return known
        return Search(plan, natural, wild, size + more, limit=limit, enough=enough, pack=pack).fewest()
    most = sum([_longest_run(plan, item) for item in plan.runs]) + sum([plan.set_most(item) for item in plan.sets])
    total = max(min(size, most), plan.least)
    cut = max(size - total, 0)
    if limit < cut:
        return limit + 1
    search = Search(plan, natural, wild, total, limit=limit - cut, enough=max(enough - cut, 0), pack=pack)
    return search.fewest() + cut


def _plain_distance(
    plan: Plan, tables: Plain, natural: list[int], wilds: int, size: int, limit: int, enough: int
) -> int:
    """The distance the short way, or -1 when it does not know."""
    missing = max(plan.least + plan.spare - size, 0)
    if missing > limit:
        return limit + 1
    if missing and sum(plan.rules.pack) < size + missing:
        return -1
    most = UNIT * (limit + wilds) + UNIT - 1
    search = PlainSearch(tables, bytes(natural), most, UNIT * (max(enough, missing) + wilds))
    cost = search.fewest()
    if cost > most:
        return limit + 1
    if plan.apart and touching(search.placed, plan):
        return -1
    lacking = cost // UNIT - wilds
    further = max(lacking, missing)
    # Melds that are left without a natural: each takes one of the further cards, at a place or of a rank of its own.
    bare = cost % UNIT
    if bare and (bare > further or len(plan.runs) > 4 or plan.no_runs or plan.no_sets):
        return -1
    if plan.sets and (lacking > 0 or bare) and max(search.ranks.to_bytes(13, "little")) > plan.roomy:
        return -1
    if (lacking > 0 or bare) and len(plan.runs) > 1 and _lie_too_deep(search.placed, plan):
        return -1
    return further


def _lie_too_deep(placed: tuple[tuple[int, Window], ...], plan: Plan) -> bool:
    """Whether runs lie so one upon another that the pack may not hold the cards."""
    pack = plan.rules.pack
    demand: dict[int, int] = {}
    for suit, window in placed:
        for rank, needed in enumerate(window[2].to_bytes(13, "little")):
            if needed:
                kind = suit * 13 + rank
                demand[kind] = demand.get(kind, 0) + 1
    return any(needed > pack[kind] for kind, needed in demand.items() if not plan.rules.is_wild[kind])


def _longest_run(plan: Plan, item: int) -> int:
    lengths = [length for length in range(item, plan.run_most(item) + 1) if run_places(plan.rules, length)]
    return max(lengths, default=item)

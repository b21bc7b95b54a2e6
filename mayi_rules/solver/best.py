"""The best opening of a hand: the one that leaves the least."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mayi_rules.cards import JOKER, KINDS, Hand
from mayi_rules.profile.round_rules import ContractItem, RoundRules
from mayi_rules.solver.choosing import Chooser
from mayi_rules.solver.cores import free_tables
from mayi_rules.solver.free import FreeSearch, laid_out
from mayi_rules.solver.listing import Opening
from mayi_rules.solver.opening import can_open, openings
from mayi_rules.solver.plain import UNIT, PlainSearch
from mayi_rules.solver.plan import Plan, plan_for
from mayi_rules.solver.short import split

Value = str | Sequence[int] | Callable[[int], int]
"""What a card left in the hand costs: `"points"`, `"cards"`, `"wilds"`, 54 numbers by kind, or a function of a kind."""


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
    natural, wild = split(hand, rules)
    weights = _known_weights(rules, value) if isinstance(value, str) else tuple(weights_of(rules, value))
    if plan.is_free:
        found = _free_opening(plan, natural, wild, hand, weights, fewest_wilds=value == "wilds")
        if found is not None:
            return found
    elif plan.is_limited and not _may_leave_no_natural(plan, hand, sum(wild)):
        found = _free_opening(plan, natural, wild, hand, weights, fewest_wilds=False)
        if found is not None:
            return found
    return Chooser(plan, natural, wild, hand.size, weights).best_opening()


def _may_leave_no_natural(plan: Plan, hand: Hand, wilds: int) -> bool:
    """Whether sets of wilds alone might do better than what the short way looks at.

    With a natural that is left over such a set would be a set that it looks at, and leave less.
    """
    if not plan.rules.all_wild_sets or not plan.sets or wilds < plan.sets[0]:
        return False
    several = len(plan.sets) > 1 and wilds >= 2 * plan.sets[0]
    return several or not plan.scatter.rejects(hand.counts)


def _free_opening(
    plan: Plan, natural: list[int], wild: list[int], hand: Hand, weights: tuple[int, ...], *, fewest_wilds: bool
) -> Opening | None:
    """The best opening the short way, or None where that does not say."""
    if min(weights) < 0:
        for kind in hand.kinds:
            if weights[kind] < 0 and not (fewest_wilds and wild[kind]):
                return None
    wilds = sum(wild)
    budget = wilds
    if fewest_wilds:
        if plan.tables is None:
            return None
        cost = PlainSearch(plan.tables, bytes(natural), UNIT * (wilds + 1) - 1, 0).fewest()
        if cost % UNIT:
            return None
        budget = cost // UNIT
    tables = free_tables(plan, weights)
    search = FreeSearch(plan, tables, natural, budget)
    search.solve()
    if search.worth < 0:
        return None
    melds = laid_out(search, natural, wild, all_wilds=not fewest_wilds)
    if melds is None:
        return None
    if sum([len(meld.cards) for meld in melds]) <= hand.size - plan.spare:
        return tuple(melds)
    if plan.is_limited:
        return None
    # Nothing would be left to discard: each card in turn is put aside, the cheapest first.
    best: Opening | None = None
    total = sum([weights[kind] * (natural[kind] + wild[kind]) for kind in hand.kinds if kind < JOKER])
    total += weights[JOKER] * wild[JOKER]
    least = total + 1
    for kind in sorted(hand.kinds, key=lambda kind: weights[kind]):
        if fewest_wilds and wild[kind]:
            continue
        if weights[kind] >= least:
            break
        cards = wild if wild[kind] else natural
        cards[kind] -= 1
        search = FreeSearch(plan, tables, natural, budget - (cards is wild))
        search.solve()
        if search.worth >= 0:
            melds = laid_out(search, natural, wild, all_wilds=not fewest_wilds)
            if melds is None:
                return None
            left = total - sum([weights[card] for meld in melds for card in meld.cards])
            if left < least:
                least = left
                best = tuple(melds)
        cards[kind] += 1
    return best


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

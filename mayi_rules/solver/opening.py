"""Can this hand open, and in which ways: every distinct opening, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.cards import Hand
from mayi_rules.profile.round_rules import ContractItem, RoundRules
from mayi_rules.solver.cover import can_lay_all
from mayi_rules.solver.listing import Lister, Opening
from mayi_rules.solver.plan import Plan, plan_for
from mayi_rules.solver.search import Search
from mayi_rules.solver.short import short_answer, split


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
    if plan.all_cards and plan.scatter.rejects(counts):
        return False
    wilds = 0
    for kind in plan.wild_kinds:
        wilds += counts[kind]
    known = short_answer(plan, counts, wilds)
    if known >= 0:
        return known == 1
    natural, wild = split(hand, plan.rules)
    if plan.all_cards:
        return can_lay_all(plan, natural, wild, hand.size)
    return Search(plan, natural, wild, hand.size).fewest() == 0


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

"""The parts of a hand, and whether it holds an opening as far as the short way can tell."""

from __future__ import annotations

from mayi_rules.cards import JOKER, KINDS, Hand
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver.plain import UNIT, PlainSearch, Window
from mayi_rules.solver.plan import Plan


def split(hand: Hand, rules: RoundRules) -> tuple[list[int], list[int]]:
    """The hand as naturals (52 counts) and wilds (54 counts)."""
    is_wild = rules.is_wild
    natural = list(hand.counts[:JOKER])
    wild = [0] * KINDS
    for kind in rules.wild_kinds:
        wild[kind] = hand.counts[kind]
        if kind < JOKER:
            natural[kind] = 0
    if is_wild[JOKER]:
        wild[JOKER] = hand.counts[JOKER]
    return natural, wild


def short_answer(plan: Plan, counts: bytes, wilds: int) -> int:
    """Whether an opening can be laid, the short way: 1 yes, 0 no, -1 not known.

    Args:
        plan: the contract; whether enough cards are left over is not asked.
        counts: the cards by kind; wilds among them do not matter.
        wilds: how many wilds there are.
    """
    tables = plan.tables
    if tables is None:
        return -1
    most = UNIT * wilds
    search = PlainSearch(tables, counts, most + UNIT - 1, most)
    cost = search.fewest()
    if cost >= most + UNIT:
        return 0
    if not plan.plain:
        if plan.strict is None:
            return -1
        search = PlainSearch(plan.strict, counts, most, most)
        if search.fewest() > most:
            return -1
    elif cost % UNIT:
        return -1
    return -1 if plan.apart and touching(search.placed, plan) else 1


def touching(placed: tuple[tuple[int, Window], ...], plan: Plan) -> bool:
    """Whether two of these runs would join into one."""
    length = plan.runs[0] if plan.runs else 0
    return any(
        suit == other_suit and plan.touch(window[3], length, other[3], length)
        for index, (suit, window) in enumerate(placed)
        for other_suit, other in placed[:index]
    )

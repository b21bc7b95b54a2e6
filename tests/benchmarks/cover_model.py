"""Openings as an exact cover: a column for each meld of the contract and for each card, a row for each way to lay one.

Melds have their least size, which is enough where no limit on wilds makes longer runs necessary. The package knows no
columns that may stay uncovered, so every card has a row of its own as well: it is left in the hand.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

from mayi_rules.cards import JOKER, Hand
from mayi_rules.profile.language.choices import Balance, MeldKind
from mayi_rules.profile.round_rules import RoundRules
from tests.benchmarks.sat_model import places

MAX_ROWS = 4000
"""Larger matrices are left out."""


def build(hand: Hand, rules: RoundRules) -> Any:
    """The matrix of a hand, None where it has too many rows."""
    import numpy as np

    cards = [int(card) for card in hand]
    wilds = [column for column, kind in enumerate(cards) if rules.is_wild[kind]]
    columns: dict[int, list[int]] = {}
    for column, kind in enumerate(cards):
        if kind < JOKER and not rules.is_wild[kind]:
            columns.setdefault(kind, []).append(column)
    rows: list[tuple[int, ...]] = []
    for number, item in enumerate(rules.contract):
        ways = (
            _runs(columns, wilds, rules, item.size)
            if item.kind is MeldKind.RUN
            else _sets(columns, wilds, rules, item.size)
        )
        for way in ways:
            rows.append((len(cards) + number, *way))
            if len(rows) > MAX_ROWS:
                return None
    rows += [(column,) for column in range(len(cards))]
    matrix = np.zeros((len(rows), len(cards) + len(rules.contract)), dtype="int32")
    for index, row in enumerate(rows):
        matrix[index, list(row)] = 1
    return matrix


def solve(matrix: Any) -> bool:
    """Whether there is an exact cover."""
    import exact_cover

    try:
        exact_cover.get_exact_cover(matrix)
    except exact_cover.error.NoSolution:
        return False
    return True


def _fits(naturals: int, wilds: int, rules: RoundRules) -> bool:
    if naturals < max(1, rules.min_naturals) or wilds > rules.per_meld:
        return False
    if rules.balance is Balance.NOT_MORE_THAN_NATURALS:
        return wilds <= naturals
    return rules.balance is Balance.ANY or wilds < naturals


def _sets(columns: dict[int, list[int]], wilds: list[int], rules: RoundRules, size: int) -> Any:
    for rank in range(13):
        held = [column for kind in range(rank, JOKER, 13) for column in columns.get(kind, ())]
        for naturals in range(1, min(size, len(held)) + 1):
            if _fits(naturals, size - naturals, rules):
                for chosen in combinations(held, naturals):
                    for others in combinations(wilds, size - naturals):
                        yield chosen + others
    if rules.all_wild_sets and size <= rules.per_meld:
        yield from combinations(wilds, size)


def _runs(columns: dict[int, list[int]], wilds: list[int], rules: RoundRules, size: int) -> Any:
    for suit, ranks in places(rules, size, size):
        kinds = [suit * 13 + rank for rank in ranks]
        held = [kind for kind in kinds if kind in columns]
        for naturals in range(1, len(held) + 1):
            if _fits(naturals, size - naturals, rules):
                for chosen in combinations(held, naturals):
                    for copies in product(*[columns[kind] for kind in chosen]):
                        for others in combinations(wilds, size - naturals):
                            yield copies + others

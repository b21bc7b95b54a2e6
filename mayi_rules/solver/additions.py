"""What can be added to one meld of the table: every choice of naturals, with the wilds needed between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mayi_rules.cards import JOKER
from mayi_rules.melds.fitting import End
from mayi_rules.melds.kinds import RUN
from mayi_rules.melds.kinds.run import highest_place, lowest_place
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.profile.language.choices import Ace
from mayi_rules.profile.round_rules import RoundRules

WILD = -1
"""Stands for some wild in the steps of an addition; which one is decided at the end."""


class Addition(NamedTuple):
    """Cards added to a meld.

    Attributes:
        steps: the cards (`WILD` for a wild) and their ends, in an order in which each one is legal.
        naturals: the naturals among them.
        wilds: the number of wilds among them.
        size: the size of the meld then.
        meld_wilds: the wilds in the meld then.
        room_low, room_high: the places left at the ends of a run.
    """

    steps: tuple[tuple[int, End | None], ...]
    naturals: tuple[int, ...]
    wilds: int
    size: int
    meld_wilds: int
    room_low: int = 0
    room_high: int = 0


def set_additions(meld: Meld, hand: list[int], rules: RoundRules, *, every: bool, spare: bool) -> Iterator[Addition]:
    """What can be added to a set: naturals of its rank.

    Args:
        meld: the set.
        hand: counts of the cards still in the hand.
        rules: the rules of the round.
        every: whether any number of them is of interest, or only as many as possible.
        spare: whether one fewer is of interest too.
    """
    size = len(meld.cards)
    wilds = meld.wilds(rules)
    naturals: list[int] = []
    if meld.rank != ALL_WILD:
        for kind in range(meld.rank, JOKER, 13):
            if rules.stands_for_itself(kind, kind):
                naturals += [kind] * hand[kind]
    naturals.sort(key=lambda kind: -rules.points[kind])
    most = min(len(naturals), meld.form.most(rules) - size)
    fewest = 0 if every or any(rules.is_wild[kind] or rules.points[kind] <= 0 for kind in naturals) else most
    if spare:
        fewest = max(0, min(fewest, most - 1))
    for count in range(most, fewest - 1, -1):
        chosen = tuple(naturals[:count])
        yield Addition(tuple([(kind, None) for kind in chosen]), chosen, 0, size + count, wilds)


def run_additions(meld: Meld, hand: list[int], pool: int, rules: RoundRules) -> Iterator[Addition]:
    """What can be added to a run: at either end cards that end with a natural, wilds between them.

    Args:
        meld: the run.
        hand: counts of the cards still in the hand.
        pool: how many wilds may be used.
        rules: the rules of the round.
    """
    size = len(meld.cards)
    wilds = meld.wilds(rules)
    room = meld.form.most(rules) - size
    if rules.ace is Ace.AROUND_THE_CORNER:
        free_low = free_high = 13 - size
        room = min(room, 13 - size)
    else:
        free_low = meld.start - lowest_place(rules)
        free_high = highest_place(rules) - meld.end
    base = meld.suit * 13
    low_roles = [base + (meld.start - 1 - i) % 13 for i in range(min(free_low, room))]
    high_roles = [base + (meld.end + 1 + i) % 13 for i in range(min(free_high, room))]
    highs = list(_outwards(high_roles, hand, pool, rules))
    for low in _outwards(low_roles, hand, pool, rules):
        for high in highs:
            added = len(low) + len(high)
            if added > room:
                continue
            naturals = tuple([kind for kind in (*low, *high) if kind != WILD])
            if added - len(naturals) > pool or not _are_held(naturals, hand):
                continue
            # A wild card laid as itself is no longer there to be used as a wild.
            if added - len(naturals) > pool - sum([rules.is_wild[kind] for kind in naturals]):
                continue
            steps = _in_order(low, high, size, wilds, rules)
            if steps is not None:
                yield Addition(
                    steps,
                    naturals,
                    added - len(naturals),
                    size + added,
                    wilds + added - len(naturals),
                    min(free_low - len(low), room - added),
                    min(free_high - len(high), room - added),
                )


def _are_held(naturals: tuple[int, ...], hand: list[int]) -> bool:
    return all(naturals.count(kind) <= hand[kind] for kind in naturals)


def _outwards(roles: list[int], hand: list[int], pool: int, rules: RoundRules) -> Iterator[tuple[int, ...]]:
    """The ways to go on from one end of a run: nothing, or cards that end with a natural."""
    yield ()
    last = 0
    for index, kind in enumerate(roles):
        if hand[kind] and rules.stands_for_itself(kind, kind):
            last = index + 1

    def go(index: int, wilds: int, cards: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if index == last:
            return
        kind = roles[index]
        if hand[kind] and rules.stands_for_itself(kind, kind):
            further = (*cards, kind)
            yield further
            yield from go(index + 1, wilds, further)
        if wilds:
            yield from go(index + 1, wilds - 1, (*cards, WILD))

    yield from go(0, pool, ())


def _in_order(
    low: tuple[int, ...], high: tuple[int, ...], size: int, wilds: int, rules: RoundRules
) -> tuple[tuple[int, End | None], ...] | None:
    """The cards at both ends in an order in which every single one is legal, None when there is no such order."""
    if not low and not high:
        return ()
    # Naturals never make anything illegal: they go first.
    for cards, end in ((low, End.LOW), (high, End.HIGH)):
        if cards and cards[0] != WILD:
            rest = (
                _in_order(low[1:], high, size + 1, wilds, rules)
                if end is End.LOW
                else _in_order(low, high[1:], size + 1, wilds, rules)
            )
            return None if rest is None else ((cards[0], end), *rest)
    if not RUN.takes_wild(wilds, size - wilds, rules):
        return None
    if low:
        rest = _in_order(low[1:], high, size + 1, wilds + 1, rules)
        if rest is not None:
            return ((WILD, End.LOW), *rest)
    if high:
        rest = _in_order(low, high[1:], size + 1, wilds + 1, rules)
        if rest is not None:
            return ((WILD, End.HIGH), *rest)
    return None

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
        naturals_at: the places of the naturals of the meld then, as bits.
        room_low, room_high: the places left at the ends of a run.
    """

    steps: tuple[tuple[int, End | None], ...]
    naturals: tuple[int, ...]
    wilds: int
    size: int
    naturals_at: int
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
    naturals_at = meld.naturals_at(rules)
    for count in range(most, fewest - 1, -1):
        chosen = tuple(naturals[:count])
        yield Addition(
            tuple([(kind, None) for kind in chosen]), chosen, 0, size + count, naturals_at | ((1 << count) - 1) << size
        )


def run_additions(meld: Meld, hand: list[int], pool: int, rules: RoundRules) -> Iterator[Addition]:
    """What can be added to a run: at either end cards that end with a natural, wilds between them.

    Args:
        meld: the run.
        hand: counts of the cards still in the hand.
        pool: how many wilds may be used.
        rules: the rules of the round.
    """
    size = len(meld.cards)
    naturals_at = meld.naturals_at(rules)
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
            steps = _in_order(low, high, size, naturals_at, rules)
            if steps is not None:
                yield Addition(
                    steps,
                    naturals,
                    added - len(naturals),
                    size + added,
                    _with_ends(naturals_at, size, low, high),
                    min(free_low - len(low), room - added),
                    min(free_high - len(high), room - added),
                )


def _with_ends(naturals: int, size: int, low: tuple[int, ...], high: tuple[int, ...]) -> int:
    """The places of the naturals as bits, with these cards at the ends, each from the meld outwards."""
    for card in low:
        naturals = naturals << 1 | (card != WILD)
    for index, card in enumerate(high, size + len(low)):
        naturals |= (card != WILD) << index
    return naturals


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
    low: tuple[int, ...], high: tuple[int, ...], size: int, naturals: int, rules: RoundRules
) -> tuple[tuple[int, End | None], ...] | None:
    """The cards at both ends in an order in which every single one is legal, None when there is no such order."""
    if not low and not high:
        return ()
    # Naturals never make anything illegal: they go first.
    for natural_first in (True, False):
        for end, cards in ((End.LOW, low), (End.HIGH, high)):
            if not cards or (cards[0] != WILD) is not natural_first:
                continue
            if not natural_first and not RUN.takes_wild_at(end, naturals, size, rules):
                continue
            after = _with_ends(naturals, size, *((cards[:1], ()) if end is End.LOW else ((), cards[:1])))
            left = (low[1:], high) if end is End.LOW else (low, high[1:])
            rest = _in_order(*left, size + 1, after, rules)
            if rest is not None:
                return ((cards[0], end), *rest)
            if natural_first:
                return None
    return None

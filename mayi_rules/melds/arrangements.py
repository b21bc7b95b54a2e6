"""The melds that named cards form: in the order written, upwards or downwards, as a set, or as runs in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from mayi_rules.cards import JOKER
from mayi_rules.melds.kinds import RUN
from mayi_rules.melds.kinds.run import is_in_place
from mayi_rules.melds.legality import is_legal
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.melds.meld_text import MeldText, NamedCard
from mayi_rules.profile.language.choices import Ace, MeldKind
from mayi_rules.profile.round_rules import RoundRules

_EMPTY = 255
"""Stands for no card in a place that is still open."""

_LONGEST_RUN = 14


class TooOpen(Exception):  # noqa: N818 - says how much a text leaves open; becomes a refusal
    """There are more ways to put the cards of a text into places than are looked at."""


class Budget:
    """How many cards may still be put into places for one text."""

    __slots__ = ("left",)

    def __init__(self, steps: int) -> None:
        self.left = steps

    def spend(self) -> None:
        """Put one card into a place.

        Raises:
            TooOpen: no more may be.
        """
        self.left -= 1
        if self.left < 0:
            raise TooOpen


def runs_upwards(text: MeldText, rules: RoundRules) -> list[Meld]:
    """The runs that the cards are in the order written; several only where nothing fixes their place."""
    return [] if text.kind is MeldKind.SET else list(_runs_in_order(text.items, rules))


def runs_downwards(text: MeldText, rules: RoundRules) -> list[Meld]:
    """The runs that the cards are from the last one written to the first."""
    return [] if text.kind is MeldKind.SET else list(_runs_in_order(text.items[::-1], rules))


def may_stand(item: NamedCard, role: int, rules: RoundRules) -> bool:
    """Whether a written card may stand for this kind in a run."""
    if item.role_rank >= 0 or (item.role >= 0 and item.role != role):
        return False
    return item.card == role or bool(rules.is_wild[item.card])


def _runs_in_order(items: tuple[NamedCard, ...], rules: RoundRules) -> Iterator[Meld]:
    size = len(items)
    for suit, start in _starts(items, rules):
        if not is_in_place(start, size, rules):
            continue
        if all(may_stand(item, suit * 13 + (start + i) % 13, rules) for i, item in enumerate(items)):
            meld = Meld.run_of(suit, start, [item.card for item in items])
            if meld.wilds(rules) < size:
                yield meld


def _starts(items: tuple[NamedCard, ...], rules: RoundRules) -> list[tuple[int, int]]:
    """Where a run of these cards in this order may start: fixed by the first card whose place is known."""
    anchors = [(i, item.card) for i, item in enumerate(items) if not rules.is_wild[item.card]]
    if not anchors and rules.natural_use:
        anchors = [(i, item.card) for i, item in enumerate(items) if item.card < JOKER and item.role < 0]
        anchors += [(i, item.role) for i, item in enumerate(items) if item.role >= 0]
    elif anchors:
        anchors = anchors[:1]
    starts: dict[tuple[int, int], None] = {}
    for index, kind in anchors:
        suit, rank = divmod(kind, 13)
        if rules.ace is Ace.AROUND_THE_CORNER:
            starts[suit, (rank - index) % 13] = None
        else:
            starts[suit, rank - index] = None
            if rank == 0:
                starts[suit, 13 - index] = None
    return list(starts)


def sets_of(text: MeldText, rules: RoundRules) -> list[Meld]:
    """The sets that the cards are, whatever their order: of each rank that is left open, or of wilds alone."""
    return [] if text.kind is MeldKind.RUN else list(_sets(text.items, rules))


def _sets(items: tuple[NamedCard, ...], rules: RoundRules) -> Iterator[Meld]:
    cards = bytes(item.card for item in items)
    ranks = {item.card % 13 for item in items if not rules.is_wild[item.card]}
    if not ranks:
        ranks = {item.role_rank for item in items if item.role_rank >= 0}
        if not ranks and rules.natural_use:
            ranks = {card % 13 for card in cards if card != JOKER}
    for rank in sorted(ranks):
        if all(
            item.role < 0
            and item.role_rank in (-1, rank)
            and (bool(rules.is_wild[item.card]) or item.card % 13 == rank)
            for item in items
        ):
            yield Meld.set_of(rank, cards)
    if all(rules.is_wild[item.card] and not item.has_role for item in items):
        yield Meld.set_of(ALL_WILD, cards)


def arranged_runs(text: MeldText, rules: RoundRules, budget: Budget, most: int) -> Iterator[list[Meld]]:
    """The runs that the cards make in some order, place by place.

    Args:
        text: the cards.
        rules: the rules of the round.
        budget: how much may be tried.
        most: the most runs of one place.

    Yields:
        For every place that the cards can fill: the legal runs there, which differ in which wild stands where, the one
        with the most naturals first; where none is legal, the one with the most naturals alone.

    Raises:
        TooOpen: too much would have to be tried.
    """
    size = len(text.items)
    naturals = {item.card // 13 for item in text.items if not rules.is_wild[item.card]}
    if text.kind is MeldKind.SET or len(naturals) > 1 or size > _LONGEST_RUN:
        return
    suits = naturals or {item.card // 13 for item in text.items if item.card < JOKER and rules.natural_use}
    max_wilds = _most_wilds(size, rules)
    for suit in sorted(suits):
        for start in range(_LONGEST_RUN):
            if not is_in_place(start, size, rules):
                continue
            roles = [suit * 13 + (start + i) % 13 for i in range(size)]
            legal: dict[Meld, None] = {}
            for cards in _fillings(text.items, roles, rules, max_wilds, budget):
                if is_legal(meld := Meld.run_of(suit, start, cards), rules):
                    legal[meld] = None
                    if len(legal) >= most:
                        break
            if legal:
                yield list(legal)
            elif (first := next(_fillings(text.items, roles, rules, size, budget), None)) is not None:
                yield [Meld.run_of(suit, start, first)]


def _most_wilds(size: int, rules: RoundRules) -> int:
    """The most wilds that a run of this size may hold as far as the limits on wilds are concerned."""
    run = Meld.run_of(0, 0, bytes(size))
    return next((n for n in range(size, 0, -1) if not any(RUN.wild_limit_reasons(run, n, size - n, rules))), 0)


def _fillings(
    items: tuple[NamedCard, ...], roles: list[int], rules: RoundRules, max_wilds: int, budget: Budget
) -> Iterator[bytes]:
    """Every way to put the cards into these places; first that in which the most wilds stand in their own.

    Args:
        items: the cards.
        roles: what a card in each place stands for.
        rules: the rules of the round.
        max_wilds: the most cards that stand as wilds.
        budget: how much may be tried.
    """
    bound = [item for item in items if item.has_role or not rules.is_wild[item.card]]
    free = Counter(item.card for item in items if not item.has_role and rules.is_wild[item.card])
    cards = bytearray([_EMPTY]) * len(roles)

    def put_bound(index: int, wilds: int) -> Iterator[bytes]:
        if index == len(bound):
            yield from put_free(0, wilds)
            return
        item = bound[index]
        for place, role in enumerate(roles):
            if cards[place] == _EMPTY and may_stand(item, role, rules):
                budget.spend()
                cards[place] = item.card
                yield from put_bound(index + 1, wilds + (not rules.stands_for_itself(item.card, role)))
                cards[place] = _EMPTY

    def put_free(place: int, wilds: int) -> Iterator[bytes]:
        place = cards.find(_EMPTY, place)
        if place < 0:
            yield bytes(cards)
            return
        role = roles[place]
        for card in sorted(free, key=lambda one: one != role):
            more = wilds + (not rules.stands_for_itself(card, role))
            if free[card] and more <= max_wilds:
                budget.spend()
                cards[place] = card
                free[card] -= 1
                yield from put_free(place + 1, more)
                free[card] += 1
                cards[place] = _EMPTY

    yield from put_bound(0, 0)

"""How much a card is worth keeping: for the contract before the opening, for the table after it.

This only orders cards that the distance to the contract does not tell apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.cards import JOKER, Hand
from mayi_rules.engine.state.state import State
from mayi_rules.profile.language.choices import MeldKind
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver.slots import run_places

_PAIR = 1.0
_TRIPLE = 2.5
_FURTHER = 0.6
_RUN_VALUES = (0.0, 0.05, 0.8, 2.0, 3.0)
"""What a place for a run is worth, by how many of its cards are held."""


class Keeping:
    """The value of each card of a hand that has not opened."""

    __slots__ = ("_counts", "_places", "_ranks", "_rules", "_runs", "_sets", "_unseen")

    def __init__(self, hand: Hand, rules: RoundRules, unseen: Sequence[int]) -> None:
        self._rules = rules
        self._unseen = unseen
        counts = list(hand.counts[:JOKER])
        for kind in rules.wild_kinds:
            if kind < JOKER:
                counts[kind] = 0
        self._counts = counts
        self._sets = sum(item.kind is MeldKind.SET for item in rules.contract)
        self._runs = len(rules.contract) - self._sets
        self._ranks = [sum(counts[rank:JOKER:13]) for rank in range(13)]
        self._places = _places(rules)

    def value(self, card: int) -> float:
        """How much the hand would miss one card of this kind; wilds are worth more than any natural."""
        if self._rules.is_wild[card]:
            return 10.0
        if card >= JOKER:
            return 0.0
        return (self._in_sets(card % 13) if self._sets else 0.0) + (self._in_runs(card) if self._runs else 0.0)

    def _in_sets(self, rank: int) -> float:
        held = self._ranks[rank]
        if held > 3:
            return _FURTHER
        if held == 3:
            return _TRIPLE
        outs = sum(self._unseen[rank:JOKER:13])
        better = sum(count > held for count in self._ranks)
        scale = 1.0 if better < self._sets else 0.5
        if held == 2:
            return scale * (_PAIR * min(outs, 4) / 4 + 0.2)
        return scale * 0.04 * min(outs, 6)

    def _in_runs(self, card: int) -> float:
        counts = self._counts
        unseen = self._unseen
        suit = card - card % 13
        best = second = 0.0
        for ranks in self._places[card % 13]:
            held = 0
            outs = 1.0
            for rank in ranks:
                if counts[suit + rank]:
                    held += 1
                elif not unseen[suit + rank]:
                    outs *= 0.3
                elif unseen[suit + rank] == 1:
                    outs *= 0.8
            value = _RUN_VALUES[min(held, 4)] * outs
            if value > best:
                best, second = value, best
            elif value > second:
                second = value
        if counts[card] > 1:
            return 0.3 * (best + 0.3 * second)
        return best + 0.3 * second


def may_help(hand: Hand, card: int, rules: RoundRules) -> bool:
    """Whether a card can bring a hand nearer to its contract at all: a quick look, before the distance is asked."""
    if rules.is_wild[card]:
        return True
    if card >= JOKER:
        return False
    counts = hand.counts
    suit, rank = divmod(card, 13)
    kinds = [item.kind for item in rules.contract]
    if MeldKind.SET in kinds and any(counts[rank:JOKER:13]):
        return True
    return MeldKind.RUN in kinds and any(counts[suit * 13 + (rank + step) % 13] for step in (-3, -2, -1, 1, 2, 3))


def _places(rules: RoundRules) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """By rank, the places for the shortest run that asks for it, as ranks; kept with the rules."""
    known: tuple[tuple[tuple[int, ...], ...], ...] | None = rules.cache.get("places for bots")
    if known is None:
        length = max(min([item.size for item in rules.contract if item.kind is MeldKind.RUN], default=4), rules.run_min)
        places = [tuple((start + step) % 13 for step in range(length)) for start in run_places(rules, length)]
        known = tuple(tuple(place for place in places if rank in place) for rank in range(13))
        rules.cache["places for bots"] = known
    return known


def table_value(state: State, card: int, mask: int) -> float:
    """How much a card is worth to a seat that has opened.

    Args:
        state: the position.
        card: the card.
        mask: the kinds that the seat can lay off now or in its next turn.
    """
    if mask >> card & 1:
        return 8.0
    if card >= JOKER or state.rules.is_wild[card]:
        return 0.0
    runs = [laid.meld for laid in state.table if laid.meld.is_run and laid.meld.suit == card // 13]
    return 1.0 if any((run.start - card) % 13 == 2 or (card - run.end) % 13 == 2 for run in runs) else 0.0

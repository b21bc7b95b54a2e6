"""Can this hand open, and in which ways: every distinct opening, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from mayi_rules.cards import JOKER, KINDS, Hand
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.profile.round_rules import ContractItem, RoundRules
from mayi_rules.solver.plan import Plan, plan_for, plan_of, run_places
from mayi_rules.solver.search import NO_CARDS, Search

Opening = tuple[Meld, ...]


def can_open(hand: Hand, rules: RoundRules, contract: tuple[ContractItem, ...] | None = None) -> bool:
    """Whether the hand holds an opening.

    Args:
        hand: the cards; the answer is kept with it.
        rules: the rules of the round.
        contract: what has to be laid; by default what the rules of the round ask for.
    """
    plan = plan_for(rules, contract)
    cache = hand.cache
    if cache is None:
        cache = hand.cache = {}
    key = ("can open", plan)
    known = cache.get(key)
    if known is None:
        known = cache[key] = _can_open(hand, plan)
    return bool(known)


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


def _can_open(hand: Hand, plan: Plan) -> bool:
    natural, wild = split(hand, plan.rules)
    if plan.all_cards and sum(natural) + sum(wild) < hand.size:
        return False
    return Search(plan, natural, wild, hand.size).fewest() == 0


def openings(
    hand: Hand, rules: RoundRules, contract: tuple[ContractItem, ...] | None = None
) -> Iterator[Opening]:
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
    yield from _Lister(hand, plan_for(rules, contract)).melds(0)


class _Lister:
    """Walks through all openings of one hand; `laid` is the stack of melds chosen so far."""

    __slots__ = ("laid", "natural", "plan", "rules", "size", "wild")

    def __init__(self, hand: Hand, plan: Plan) -> None:
        self.plan = plan
        self.rules = plan.rules
        self.size = hand.size
        self.natural, self.wild = split(hand, plan.rules)
        self.laid: list[Meld] = []

    def melds(self, index: int) -> Iterator[Opening]:
        """All ways to lay the melds from this one on, those before it lying in `laid`."""
        plan = self.plan
        if index == len(plan.runs) + len(plan.sets):
            yield tuple(self.laid)
            return
        for meld in self._runs(index) if index < len(plan.runs) else self._sets(index - len(plan.runs)):
            self.laid.append(meld)
            yield from self.melds(index + 1)
            self.laid.pop()

    def _sizes(self, least: int, most: int, last: Meld | None) -> range:
        if last is not None and not self.plan.exact:
            least = max(least, len(last.cards))
        return range(least, min(most, self.size - self.plan.spare) + 1)

    def _runs(self, index: int) -> Iterator[Meld]:
        """The runs that can come next, in order; the cards of each are out of the hand while it is looked at."""
        plan = self.plan
        last = self.laid[-1] if index else None
        for size in self._sizes(plan.runs[index], plan.run_most(plan.runs[index]), last):
            if plan.quota[size] > size:
                continue
            starts = run_places(self.rules, size)
            for suit in range(4):
                for start in starts:
                    place = (size, suit, start)
                    least = b""
                    if last is not None and len(last.cards) == size:
                        if place < (size, last.suit, last.start):
                            continue
                        if place == (size, last.suit, last.start):
                            least = last.cards
                    if plan.apart and any(
                        meld.suit == suit and plan.touch(start, size, meld.start, len(meld.cards))
                        for meld in self.laid
                    ):
                        continue
                    for meld in self._runs_at(suit, start, size):
                        if meld.cards >= least:
                            yield meld

    def _runs_at(self, suit: int, start: int, size: int) -> Iterator[Meld]:
        """The runs at one place that leave enough for the rest."""
        plan = self.plan
        natural = self.natural
        wild = self.wild
        roles = [suit * 13 + (start + i) % 13 for i in range(size)]
        own = [natural[kind] or (plan.natural_use and wild[kind]) for kind in roles]
        free = [i for i in range(size) if own[i]]
        gaps = [i for i in range(size) if not own[i]]
        most = min(sum(wild), size - plan.quota[size])
        for extra in range(max(most - len(gaps), -1) + 1):
            for given_up in combinations(free, extra):
                places = sorted([*gaps, *given_up])
                naturals = [roles[i] for i in free if i not in given_up]
                if size == 14 and own[0] == 1 and roles[0] in naturals[:1] and naturals[-1] == roles[0]:
                    continue
                if not self._without(naturals, -1):
                    continue
                for wilds in self._wilds(len(places), naturals, is_run=True, suit=suit, start=start, size=size):
                    cards = bytearray(roles)
                    for filled in _arrangements(places, wilds, roles if plan.natural_use else None):
                        for place, kind in zip(places, filled, strict=True):
                            cards[place] = kind
                        yield Meld.run_of(suit, start, cards)
                self._without(naturals, 1)

    def _without(self, naturals: list[int], sign: int) -> bool:
        """Take these naturals out of the hand (-1), or put them back (1); False when they are not all there."""
        natural = self.natural
        wild = self.wild
        is_wild = self.rules.is_wild
        for done, kind in enumerate(naturals):
            counts = wild if is_wild[kind] else natural
            if sign < 0 and not counts[kind]:
                self._without(naturals[:done], 1)
                return False
            counts[kind] += sign
        self.size += sign * len(naturals)
        return True


"""Which cards a seat cannot place, and in which hidden places each of them can be.

Hidden cards fall into *pools*. The first holds what was never seen; every shuffled renewal of the stock makes another
one of the discards that were recycled. Only cards of the newest pool are in the stock; a hand holds cards of a pool
that its owner was dealt or has drawn. Which pool a card was in that somebody played since is not always known: both
may have held one. Then a choice is made that leaves a place for everything that was seen before and after.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from attrs import frozen

from mayi_rules.cards import KINDS, UNKNOWN, Hand, drawn
from mayi_rules.engine.knowledge.mask import mask
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.traffic import DRAWN, PLAYED, RECYCLED, entries
from mayi_rules.errors import HiddenCards

_REPAIRS = 20_000


@frozen
class Unseen:
    """The cards whose place a seat cannot know.

    Attributes:
        pools: the cards by the pool in which they are: first those that were never seen, then, for each shuffled
            renewal of the stock, those that were recycled by it and not seen since. A played card that may have been
            in several pools counts as one of the oldest of them.
    """

    pools: tuple[Hand, ...]

    @property
    def cards(self) -> Hand:
        """All of them."""
        return Hand.of(card for pool in self.pools for card in pool)

    @property
    def fresh(self) -> Hand:
        """Those that were never seen; once the stock was renewed by shuffling none of them is in the stock."""
        return self.pools[0]

    @property
    def recycled(self) -> Hand:
        """Those that were shuffled into a new stock: they are in the stock, or were drawn since."""
        return Hand.of(card for pool in self.pools[1:] for card in pool)


class Places:
    """Pools and hidden places in step with one another.

    Attributes:
        pools: by pool, how often each kind is in it (54 counts).
        slots: by seat and pool, how many hidden cards of that pool the hand holds.
        draws: by seat and pool, for the cards that it drew since the first renewal: the card where it has been played
            since, None where it is still held. In the order of the draws.
    """

    def __init__(self, pools: list[list[int]], slots: list[list[int]]) -> None:
        self.pools = pools
        self.slots = slots
        self.draws: list[list[list[int | None]]] = [[[] for _ in one] for one in slots]

    def play(self, seat: int, pool: int, card: int) -> None:
        """A seat shows a card of a pool; of those that it drew from it, the first that it can have been."""
        self.pools[pool][card] -= 1
        self.slots[seat][pool] -= 1
        draws = self.draws[seat][pool]
        if None in draws:
            draws[draws.index(None)] = card

    def renew(self, pool: list[int]) -> None:
        """A new pool is the stock."""
        self.pools.append(pool)
        for slots, draws in zip(self.slots, self.draws, strict=True):
            slots.append(0)
            draws.append([])


Choose = Callable[[list[int], list[int]], int]
"""Chooses one of several pools, given the weight of each."""


def unseen(state: State, seat: int | None) -> Unseen:
    """The cards whose place a seat (or, with None, a spectator) cannot know.

    Args:
        state: the position, full or masked for this seat.
        seat: a seat from 0, or None.
    """
    known = mask(state, seat)
    places = hidden_places(known, seat, lambda pools, _weights: pools[0])
    return Unseen(tuple(Hand.of(_spread(pool)) for pool in places.pools))


def _spread(counts: list[int]) -> Iterator[int]:
    return (kind for kind, count in enumerate(counts) for _ in range(count))


def by_chance(rng: random.Random) -> Choose:
    """Chooses a pool at random, in proportion to the weights."""
    return lambda pools, weights: drawn(pools, weights, rng)


def leaning(rng: random.Random) -> Choose:
    """Chooses as `by_chance` does, but for a lean, drawn once, towards the oldest pools or the newest ones."""
    lean = 2 * rng.random() - 1
    chance = by_chance(rng)

    def choose(pools: list[int], weights: list[int]) -> int:
        if rng.random() >= abs(lean):
            return chance(pools, weights)
        return pools[0] if lean < 0 else pools[-1]

    return choose


def hidden_counts(known: State, seat: int | None) -> list[int]:
    """How often each kind is in hidden places of a masked position.

    Raises:
        HiddenCards: an unknown card lies where everybody sees it, so that nothing can be said.
    """
    counts = list(known.rules.pack)
    stock = known.stock if known.tally.stock_known else b""
    zones: list[Iterable[int]] = [*known.hands, known.discards, stock, *[laid.meld.cards for laid in known.table]]
    for card in chain.from_iterable(zones):
        counts[card] -= 1
    counts[UNKNOWN] = 0
    own = 0 if seat is None else known.hands[seat].counts[UNKNOWN]
    if own or UNKNOWN in known.discards or UNKNOWN in stock or min(counts) < 0:
        raise HiddenCards("Some of the cards that lie open here are not known.")
    return counts


def hidden_places(known: State, seat: int | None, choose: Choose) -> Places:
    """The pools of a masked position, and how many cards of each are in every hidden place.

    Args:
        known: the position as the seat knows it.
        seat: the seat, or None for a spectator.
        choose: which pool a played card was in where several had it.
    """
    counts = hidden_counts(known, seat)
    slots = [0 if owner == seat else hand.counts[UNKNOWN] for owner, hand in enumerate(known.hands)]
    if not known.tally.traffic:
        return Places([counts], [[count] for count in slots])
    return _Story(known, seat, counts, slots).told(choose)


class _Stuck(NamedTuple):
    """A play that cannot have been from the pool chosen for it: a card, or a place in a hand, is lacking there."""

    at: int
    pool: int | None
    who: int | None
    card: int | None

    def is_rival(self, index: int, pool: int, entry: tuple[int, int, int]) -> bool:
        """Whether this play, from the pool chosen for it, is one of those that took what is lacking."""
        _, who, card = entry
        return index <= self.at and pool == self.pool and (who == self.who or card == self.card)


class _Story:
    """The traffic as a seat knows it, and the pools and places as they were when it began."""

    def __init__(self, known: State, seat: int | None, counts: list[int], slots: list[int]) -> None:
        self._seat = seat
        self._entries = _without_own_draws(known.tally.traffic, seat)
        self._counts = list(counts)
        self._slots = list(slots)
        for what, who, card in self._entries:
            if what == RECYCLED:
                self._counts[card] -= 1
            elif what == PLAYED and who != seat:
                self._counts[card] += 1
                self._slots[who] += 1
            elif what == DRAWN:
                self._slots[who] -= 1
        if self._counts[UNKNOWN] or min(self._counts) < 0 or min(self._slots) < 0:
            raise HiddenCards("Some of the cards that lie open here are not known.")
        self._possible = list(self._possible_pools())

    def _possible_pools(self) -> Iterator[list[int]]:
        """For each entry, the pools that a card played by another seat can have been in, by what was ever in them."""
        held = [{0} if count else set() for count in self._slots]
        pools = [[*self._counts]]
        fresh = True
        for what, who, card in self._entries:
            if what == RECYCLED:
                if fresh:
                    pools.append([0] * KINDS)
                pools[-1][card] += 1
            elif what == DRAWN:
                held[who].add(len(pools) - 1)
            fresh = what != RECYCLED
            is_others = what == PLAYED and who != self._seat
            yield [pool for pool in sorted(held[who]) if pools[pool][card]] if is_others else []

    def told(self, choose: Choose) -> Places:
        """The places after the last entry.

        Choices that lead to something that cannot be are repaired one by one: of those before it that took what is
        lacking, a card of that kind or a place in that hand, of the same pool, one is made otherwise.
        """
        chosen: dict[int, int] = {}
        repair = random.Random(0)
        for _ in range(_REPAIRS):
            places = Places([list(self._counts)], [[count] for count in self._slots])
            stuck = self._tell(places, chosen, choose)
            if stuck is None:
                return places
            rivals = [index for index in chosen if stuck.is_rival(index, chosen[index], self._entries[index])]
            if not rivals:
                break
            index = rivals[int(repair.random() * len(rivals))]
            others = [pool for pool in self._possible[index] if pool != chosen[index]]
            chosen[index] = others[int(repair.random() * len(others))]
        raise HiddenCards("What was seen here since the stock was renewed cannot be explained.")

    def _tell(self, places: Places, chosen: dict[int, int], choose: Choose) -> _Stuck | None:
        """Go through the entries; what the first that cannot be lacks, or None."""
        fresh = True
        for index, (what, who, card) in enumerate(self._entries):
            if what == RECYCLED:
                if fresh:
                    places.renew([0] * KINDS)
                places.pools[-1][card] += 1
            elif what == DRAWN:
                places.slots[who][-1] += 1
                places.draws[who][-1].append(None)
            elif who != self._seat:
                pool = self._pool_of(index, places, chosen, choose)
                if pool is None or not places.pools[pool][card]:
                    return _Stuck(index, pool, None, card)
                if not places.slots[who][pool]:
                    return _Stuck(index, pool, who, None)
                places.play(who, pool, card)
            fresh = what != RECYCLED
        return None

    def _pool_of(self, index: int, places: Places, chosen: dict[int, int], choose: Choose) -> int | None:
        """The pool that a played card was in: the only one, the one chosen before, or one chosen now."""
        possible = self._possible[index]
        if len(possible) < 2:
            return possible[0] if possible else None
        if index not in chosen:
            _, who, card = self._entries[index]
            weights = [places.pools[pool][card] * places.slots[who][pool] for pool in possible]
            left = [pool for pool, weight in zip(possible, weights, strict=True) if weight]
            chosen[index] = choose(left, [weight for weight in weights if weight]) if left else possible[0]
        return chosen[index]


def _without_own_draws(traffic: bytes, seat: int | None) -> list[tuple[int, int, int]]:
    """The entries, as if the cards that the viewer drew itself had never been put into the stock."""
    left: list[tuple[int, int, int]] = []
    for entry in entries(traffic):
        what, who, card = entry
        if what == DRAWN and who == seat:
            recycled = [index for index, one in enumerate(left) if one == (RECYCLED, 0, card)]
            if not recycled:
                raise HiddenCards("Some of the cards that lie open here are not known.")
            del left[recycled[-1]]
        else:
            left.append(entry)
    return left

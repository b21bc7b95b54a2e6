"""What a hand collects: a rank for each set of the contract, and a place for each run, taken one after the other.

This is a quick guess at how far a hand is from its opening and which of its cards are on the way; `solver.distance` is
exact and slower. A card that can no longer come counts as one that only a wild can be: so what cannot be finished is
given up for something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mayi_rules.bots.outlook import unseen_counts
from mayi_rules.cards import JOKER, Hand
from mayi_rules.engine.knowledge.unseen import unseen
from mayi_rules.engine.rules.stock import may_renew
from mayi_rules.engine.state.state import State
from mayi_rules.melds.kinds.run import is_in_place
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver.plan import Plan, plan_for

_FURTHER = 0.01
"""How much a card that may still come counts beside one that is held."""


class Aims:
    """What a hand collects.

    Attributes:
        kept: how many cards of each kind are on the way to the contract, wilds among them (54 counts); where the
            opening uses the whole hand, also what else fits beside them.
        lacking: how many cards the contract lacks, and where the opening uses the whole hand, how many cards of it have
            no place yet.
    """

    __slots__ = ("kept", "lacking")

    def __init__(self, hand: Hand, rules: RoundRules, coming: Sequence[int]) -> None:
        plan = plan_for(rules, None)
        left = [count if plan.can_hold[kind] else 0 for kind, count in enumerate(hand.counts[:JOKER])]
        self.kept = [0] * (JOKER + 1)
        self.lacking = 0
        places = _Places(plan, left, coming, sum([hand.counts[kind] for kind in plan.wild_kinds]))
        room = 0
        for size in reversed(plan.runs):
            room += self._collect(places, size, places.best_run(size), plan.limits.run_least[size])
        for size in reversed(plan.sets):
            room += self._collect(places, size, places.best_set(size), plan.limits.set_least[size])
        if plan.all_cards and not plan.exact:
            places.extend(self.kept)
        for kind in plan.wild_kinds:
            count = hand.counts[kind] - self.kept[kind]
            self.kept[kind] += count if room > 0 else 0
            self.lacking -= max(0, min(room, count))
            room -= count
        if plan.all_cards:
            self.lacking += hand.size - sum(self.kept)

    def _collect(self, places: _Places, size: int, cards: list[int], naturals: int) -> int:
        """Set these cards aside for a meld of this size, which needs so many naturals; its room for wilds."""
        for kind in cards:
            places.left[kind] -= 1
            self.kept[kind] += 1
        missing = size - len(cards)
        self.lacking += missing
        room = min(missing, max(0, size - naturals))
        places.wilds = max(0, places.wilds - room)
        return room


class _Places:
    """Where the melds of a contract may be collected, with the cards and the wilds that are left for them."""

    def __init__(self, plan: Plan, left: list[int], coming: Sequence[int], wilds: int) -> None:
        self.plan = plan
        self.left = left
        self.coming = coming
        self.wilds = wilds
        self.runs: list[tuple[int, int, int]] = []
        self.ranks: list[int] = []

    def best_run(self, size: int) -> list[int]:
        """The cards of the hand for the run of this size that is nearest to its end."""
        best, chosen, found = -1.0, (-1, -1, -1), list[int]()
        left, coming, most = self.left, self.coming, size - self.plan.limits.run_least[size]
        for suit in range(0, JOKER, 13):
            for start in self._starts(suit, size):
                held = []
                dead = 0
                value = 0.0
                for rank in range(start, start + size):
                    kind = suit + rank % 13
                    if left[kind] > (rank - start) // 13:  # the ace at both ends of a run of 14 needs two of them
                        held.append(kind)
                        value += 1
                    elif coming[kind]:
                        value += _FURTHER * coming[kind]
                    else:
                        dead += 1
                value -= max(0, dead - self.wilds)
                if value > best and dead <= most:
                    best, chosen, found = value, (suit, start, size), held
        if found:
            self.runs.append(chosen)
        return found

    def _starts(self, suit: int, size: int) -> Iterator[int]:
        for start, _ in self.plan.spans(size):
            if not self.plan.apart or not any(
                suit == other and self.plan.touch(start, size, at, length) for other, at, length in self.runs
            ):
                yield start

    def best_set(self, size: int) -> list[int]:
        """The cards of the hand for the set of this size that is nearest to its end."""
        best, chosen, found = -1.0, -1, list[int]()
        left, coming, most = self.left, self.coming, size - self.plan.limits.set_least[size]
        for rank in range(13):
            if rank in self.ranks and not self.plan.one_rank:
                continue
            kinds = range(rank, JOKER, 13)
            held = min(size, sum([left[kind] for kind in kinds]))
            outs = sum([coming[kind] for kind in kinds])
            dead = max(0, size - held - outs)
            value = held + _FURTHER * outs - max(0, dead - self.wilds)
            if value > best and dead <= most:
                best, chosen = value, rank
                found = [kind for kind in kinds for _ in range(left[kind])][:size]
        if found:
            self.ranks.append(chosen)
        return found

    def extend(self, kept: list[int]) -> None:
        """Keep what else fits on the melds that are collected."""
        rules = self.plan.rules

        def may_lie(low: int, high: int) -> bool:
            return high - low <= rules.run_max and is_in_place(low, high - low, rules)

        for suit, start, size in self.runs:
            low, high = start, start + size
            while may_lie(low, high + 1) and self._keep(suit + high % 13, kept):
                high += 1
            while may_lie(low - 1, high) and self._keep(suit + (low - 1) % 13, kept):
                low -= 1
        for rank in self.ranks:
            for kind in range(rank, JOKER, 13):
                while self._keep(kind, kept):
                    pass

    def _keep(self, kind: int, kept: list[int]) -> bool:
        if self.left[kind] <= 0:
            return False
        self.left[kind] -= 1
        kept[kind] += 1
        return True


def coming_counts(state: State, seat: int) -> list[int]:
    """How many cards of each kind may still come to the seat of this masked State (54 counts).

    They are those that it cannot see, and the discards where they may be the next stock. Once the stock was replenished
    a card that is not among it is in another hand, and counts as gone.
    """
    if state.tally.stock_known:
        coming = list(Hand.of(state.stock).counts)
    elif state.tally.traffic:
        coming = list(unseen(state, seat).pools[-1].counts)
    else:
        coming = unseen_counts(state)
    if may_renew(state.rules, state.tally.renewed):
        for kind in state.discards:
            coming[kind] += 1
    return coming


def needs_buys(hand: Hand, rules: RoundRules) -> bool:
    """Whether the hand will be too small for its contract after the next draw: without a buy it never opens."""
    plan = plan_for(rules, None)
    return hand.size + 1 < plan.least + plan.spare

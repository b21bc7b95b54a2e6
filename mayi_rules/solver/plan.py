"""What a contract asks for under the rules of a round, laid out once for the searches of the solver.

A meld of L cards is legal when enough of them are naturals: every limit on wilds (`wilds.min_naturals`,
`wilds.per_meld`, `wilds.balance`) comes down to a number of naturals that depends on the size alone, its *quota*.
"""

from __future__ import annotations

from itertools import combinations

from mayi_rules.cards import JOKER, KINDS
from mayi_rules.profile.choices import Ace, Balance, DiscardRule, MeldKind, OpeningSize, SameSuitRuns
from mayi_rules.profile.round_rules import NO_LIMIT, ContractItem, RoundRules
from mayi_rules.solver.plain import Plain
from mayi_rules.solver.scatter import Scatter
from mayi_rules.solver.shape import Shape

LARGEST = 256
"""No meld is as large as this."""


def quotas(rules: RoundRules) -> tuple[int, ...]:
    """The naturals that a meld with naturals needs, by its size; more than the size where there is no such meld."""
    values = []
    for size in range(LARGEST):
        least = max(1, rules.min_naturals, size - rules.per_meld)
        if rules.balance is Balance.NOT_MORE_THAN_NATURALS:
            least = max(least, (size + 1) // 2)
        elif rules.balance is Balance.FEWER_THAN_NATURALS:
            least = max(least, size // 2 + 1)
        values.append(least)
    return tuple(values)


def run_places(rules: RoundRules, length: int) -> list[int]:
    """The places at which a run of this length may start."""
    if not max(rules.run_min, 1) <= length <= rules.run_max:
        return []
    if rules.ace is Ace.AROUND_THE_CORNER:
        return list(range(13)) if length <= 13 else []
    lowest = 1 if rules.ace is Ace.HIGH else 0
    highest = 12 if rules.ace is Ace.LOW else 13
    return list(range(lowest, highest - length + 2))


def _is_needed(length: int, least: int, quota: tuple[int, ...]) -> bool:
    """Whether a run of this length can be legal without any shorter part of it (of `least` cards or more) being so.

    Such a run begins and ends with a natural and has exactly its quota: otherwise it can be cut at an end. It is
    what a wild limit makes necessary (natural, wild, natural, wild, natural where wilds must be fewer).
    """
    if length == least:
        return True
    if quota[length] != quota[length - 1]:
        return False
    for inner in combinations(range(1, length - 1), quota[length] - 2) if quota[length] >= 2 else ():
        places = [0, *inner, length - 1]
        if all(
            sum(start <= place < start + size for place in places) < quota[size]
            for size in range(least, length)
            for start in range(length - size + 1)
        ):
            return True
    return False


class Plan:
    """A contract under the rules of a round.

    Attributes:
        rules: the rules of the round.
        scatter: the quick look that rejects most hands of an all-cards round.
        runs: the least sizes of the runs, ascending.
        sets: the least sizes of the sets, ascending.
        exact: every meld has exactly its size.
        all_cards: the opening uses the whole hand.
        spare: the cards that must be left in the hand.
        apart: no two runs of a suit may touch.
        one_rank: two sets may be of one rank.
        quota: naturals needed, by the size of the meld.
        plain: whether the short way is exact (see `mayi_rules.solver.plain`).
        is_free: whether melds of any length may hold any number of wilds, too (see `mayi_rules.solver.free`).
        is_limited: whether only limits on wilds keep it from being free: the best opening without them, if it keeps
            them, is the best.
        roomy: up to how many cards of one rank the pack is sure to hold all that a structure may lack, if runs do
            not lie deeper than there are decks; -1 where it is never sure.
        tables: the tables of the short way, None where there is no run of the least size.
        strict: the same where the least melds keep the limits on wilds, None under plain rules and where such melds
            need not make an opening.
        shapes: the runs that have to be looked at to decide whether there is an opening, for any suit.
        by_rank: by rank, those of them that hold it.
        no_runs: the runs, as suit and number of the shape, that no cards of the pack can make.
        no_sets: the ranks of which no cards of the pack make a set.
        can_hold: by kind, whether a card of it may stand as a natural.
        wild_kinds: the wild kinds.
    """

    __slots__ = (
        "all_cards",
        "apart",
        "by_rank",
        "can_hold",
        "corner",
        "exact",
        "is_free",
        "is_limited",
        "least",
        "natural_use",
        "no_runs",
        "no_sets",
        "one_rank",
        "plain",
        "quota",
        "rests",
        "roomy",
        "rules",
        "runs",
        "scatter",
        "sets",
        "shapes",
        "spanning",
        "spare",
        "strict",
        "tables",
        "values",
        "wild_kinds",
    )

    def __init__(self, rules: RoundRules, runs: tuple[int, ...], sets: tuple[int, ...]) -> None:
        self.rules = rules
        self.scatter = Scatter(rules, runs, sets)
        self.runs = runs
        self.sets = sets
        self.exact = rules.opening_size is OpeningSize.EXACT
        self.all_cards = rules.all_cards
        self.spare = 1 if rules.discard is DiscardRule.REQUIRED else 0
        self.apart = rules.same_suit_runs is SameSuitRuns.NOT_ADJACENT
        self.one_rank = rules.same_rank_sets
        self.corner = rules.ace is Ace.AROUND_THE_CORNER
        self.natural_use = rules.natural_use and any(kind != JOKER for kind in rules.wild_kinds)
        self.wild_kinds = rules.wild_kinds
        self.quota = quotas(rules)
        self.least = sum(runs) + sum(sets)
        self.can_hold = bytes(
            [kind < JOKER and (not rules.is_wild[kind] or rules.natural_use) for kind in range(KINDS)]
        )
        self.spanning: dict[int, tuple[tuple[int, int], ...]] = {}
        self.shapes = self._shapes()
        self.by_rank = [[shape for shape in self.shapes if rank in shape.ranks] for rank in range(13)]
        self.plain = self._is_plain()
        self.is_free = (
            self.plain
            and not self.exact
            and not self.apart
            and rules.balance is Balance.ANY
            and min(rules.per_meld, rules.set_max) >= NO_LIMIT
        )
        self.roomy = self._most_of_a_rank()
        self.tables: Plain | None = None
        if not runs or any(shape.length == runs[0] for shape in self.shapes):
            self.tables = Plain(rules, runs, sets, self.shapes)
        self.strict = Plain(rules, runs, sets, self.shapes, self.quota) if self._can_be_strict() else None
        self.rests: dict[tuple[int, int], Plan | None] = {}
        self.is_limited = (
            self.strict is not None
            and not self.exact
            and not self.apart
            and not self.natural_use
            and rules.set_max >= NO_LIMIT
        )
        self.values: dict[int, tuple[tuple[int, Shape], ...]] = {}
        self._find_what_the_pack_lacks()

    def _is_plain(self) -> bool:
        """Whether the rules are such that the short way is exact."""
        runs, sets = self.runs, self.sets
        return (
            not self.all_cards
            and len(set(runs)) <= 1
            and len(set(sets)) <= 1
            and all(self.quota[size] == 1 for size in (*runs[:1], *sets[:1]))
            and all(shape.length == runs[0] < 14 for shape in self.shapes)
            and (not runs or bool(self.shapes))
            and (not sets or self.rules.set_min <= sets[0] <= self.set_most(sets[0]))
            and not self.natural_use
            and not self.rules.all_wild_sets
            and (self.one_rank or len(sets) <= 1)
        )

    def _can_be_strict(self) -> bool:
        """Whether melds of the least sizes that keep the limits on wilds make an opening, if runs do not touch."""
        runs, sets = self.runs, self.sets
        return (
            self.tables is not None
            and not self.plain
            and not self.all_cards
            and len(set(runs)) <= 1
            and len(set(sets)) <= 1
            and (not runs or self.quota[runs[0]] <= runs[0] < 14)
            and (not sets or max(self.quota[sets[0]], self.rules.set_min) <= sets[0] <= self.set_most(sets[0]))
            and (self.one_rank or len(sets) <= 1)
        )

    def _most_of_a_rank(self) -> int:
        """Up to how many cards of one rank in the hand the pack is sure to hold all that a structure may lack.

        So many make at most as many sets as the pack has cards for, beside all runs. -1 where it is never sure.
        """
        rules = self.rules
        decks = min([rules.pack[kind] for kind in range(JOKER) if not rules.is_wild[kind]], default=0)
        wilds = sum([rules.pack[kind] for kind in self.wild_kinds])
        no_card_wilds = all(kind == JOKER for kind in self.wild_kinds)
        if not decks or not (no_card_wilds or wilds >= 2 * len(self.runs)):
            return -1
        if not self.sets:
            return LARGEST
        sets = (4 * decks - len(self.runs)) // self.sets[0]
        return sets * self.sets[0] if sets else -1

    def _shapes(self) -> tuple[Shape, ...]:
        if not self.runs:
            return ()
        if self.exact:
            lengths = sorted(set(self.runs))
        elif self.all_cards or (self.apart and len(self.runs) > 1):
            lengths = list(range(self.runs[0], 15))
        else:
            lengths = [
                length
                for length in range(self.runs[0], 15)
                if any(length >= least and _is_needed(length, least, self.quota) for least in set(self.runs))
            ]
        shapes: list[Shape] = []
        for length in lengths:
            if self.quota[length] <= length:
                for start, bits in self.spans(length):
                    shapes.append(Shape(len(shapes), start, length, bits, self.quota[length]))
        return tuple(shapes)

    def _find_what_the_pack_lacks(self) -> None:
        """Find the runs (suit, number of the shape) and the ranks of sets that no cards of the pack can make."""
        pack = self.rules.pack
        can_hold = self.can_hold
        is_wild = self.rules.is_wild
        wilds = sum([pack[kind] for kind in self.wild_kinds])
        no_runs = []
        for suit in range(4):
            for shape in self.shapes:
                kinds = [suit * 13 + rank for rank in shape.ranks]
                held = len([kind for kind in kinds if pack[kind] and can_hold[kind]])
                open_places = len([kind for kind in kinds if is_wild[kind] or not pack[kind]])
                if held < shape.quota or open_places > wilds:
                    no_runs.append((suit, shape.number))
        no_sets = []
        for rank in range(13):
            held = sum([pack[kind] for kind in range(rank, JOKER, 13) if can_hold[kind]])
            if self.sets and held < self.quota[self.sets[0]]:
                no_sets.append(rank)
        self.no_runs = frozenset(no_runs)
        self.no_sets = frozenset(no_sets)

    def spans(self, length: int) -> tuple[tuple[int, int], ...]:
        """The places at which a run of this length may start, with all that it covers as bits (see `Shape.bits`)."""
        known = self.spanning.get(length)
        if known is None:
            around = 13 if self.corner else 14
            known = self.spanning[length] = tuple(
                (start, sum(1 << (start + i) % around for i in range(length)))
                for start in run_places(self.rules, length)
            )
        return known

    def rest(self, done: int, size: int) -> Plan | None:
        """What is left of the contract behind so many melds, the last of this size; None when nothing is.

        Runs come before sets, and none of the melds of a kind is smaller than the one before it.
        """
        key = (done, size)
        if key not in self.rests:
            runs = self.runs[done:]
            sets = self.sets[max(done - len(self.runs), 0) :]
            if not self.exact:
                if done <= len(self.runs):
                    runs = tuple([max(least, size) for least in runs])
                else:
                    sets = tuple([max(least, size) for least in sets])
            self.rests[key] = plan_of(self.rules, runs, sets) if runs or sets else None
        return self.rests[key]

    def run_most(self, size: int) -> int:
        """The most cards of a run whose contract item asks for this size."""
        return min(size, self.rules.run_max) if self.exact else self.rules.run_max

    def set_most(self, size: int) -> int:
        """The most cards of a set whose contract item asks for this size."""
        return min(size, self.rules.set_max) if self.exact else self.rules.set_max

    def touch(self, start: int, length: int, other_start: int, other_length: int) -> bool:
        """Whether two runs of one suit would join into one."""
        if self.corner:
            return (start + length - other_start) % 13 == 0 or (other_start + other_length - start) % 13 == 0
        return start + length == other_start or other_start + other_length == start

    def ranked(self, mask: int) -> tuple[tuple[int, Shape], ...]:
        """The shapes by how well they are covered by the cards of a suit, best first.

        Args:
            mask: the places for which a card is held as bits (bit 13: the ace once more, unless runs go around the
                corner), and bit 14 when two aces are held.

        Returns:
            Pairs of a value and a shape; the value is the number of places covered, less the length unless
            the opening must use the whole hand (there the lengths add up to a fixed number).
        """
        known = self.values.get(mask)
        if known is None:
            if len(self.values) > 20_000:
                self.values.clear()
            pairs = []
            for shape in self.shapes:
                covered = (shape.bits & mask).bit_count()
                if shape.length == 14 and mask & 1 and not mask >> 14:
                    covered -= 1
                pairs.append((covered if self.all_cards else covered - shape.length, shape))
            pairs.sort(key=_by_value)
            known = self.values[mask] = tuple(pairs)
        return known


def _by_value(pair: tuple[int, Shape]) -> tuple[int, int]:
    return (-pair[0], pair[1].number)


def plan_of(rules: RoundRules, runs: tuple[int, ...], sets: tuple[int, ...]) -> Plan:
    """The plan for runs and sets of these least sizes, kept with the rules."""
    key = (runs, sets)
    plan: Plan | None = rules.cache.get(key)
    if plan is None:
        plan = rules.cache[key] = Plan(rules, runs, sets)
    return plan


def plan_for(rules: RoundRules, contract: tuple[ContractItem, ...] | None) -> Plan:
    """The plan for a contract (the round's own when None), kept with the rules."""
    key = ("plan", contract)
    plan: Plan | None = rules.cache.get(key)
    if plan is None:
        items = rules.contract if contract is None else contract
        exact = rules.opening_size is OpeningSize.EXACT
        runs = [item.size if exact else max(item.size, rules.run_min) for item in items if item.kind is MeldKind.RUN]
        sets = [item.size if exact else max(item.size, rules.set_min) for item in items if item.kind is MeldKind.SET]
        plan = rules.cache[key] = plan_of(rules, tuple(sorted(runs)), tuple(sorted(sets)))
    return plan

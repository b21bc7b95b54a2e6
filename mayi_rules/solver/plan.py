"""What a contract asks for under the rules of a round, laid out once for all questions about it."""

from __future__ import annotations

from mayi_rules.cards import JOKER, KINDS
from mayi_rules.melds.meld import Meld
from mayi_rules.profile.language.choices import Ace, DiscardRule, MeldKind, OpeningSize, SameSuitRuns
from mayi_rules.profile.round_rules import NO_LIMIT, ContractItem, RoundRules
from mayi_rules.solver.slots import LARGEST, LONGEST, limits_of, run_places, shapes_of
from mayi_rules.solver.windows import Windows

Run = tuple[int, int, int]
"""A run as suit, start and length."""

Group = tuple[int, int]
"""A set as rank (`ALL_WILD` without naturals) and size."""


class Plan:
    """A contract under the rules of a round.

    Attributes:
        rules: the rules of the round.
        limits: what they say about wilds, by place and by number.
        runs: the least sizes of the runs, ascending.
        sets: the least sizes of the sets, ascending.
        least: the cards of the smallest opening.
        max_cards: the cards of the largest one.
        least_of_run, least_of_set: the fewest naturals that any run, or set with naturals, needs.
        further: by number of runs, the fewest and the most cards that they and the sets may have behind other runs.
        largest_needed: the cards of the largest structure that has to be looked at to tell whether there is one.
        exact: every meld has exactly its size.
        all_cards: the opening uses the whole hand.
        spare: the cards that must be left in the hand.
        apart: no two runs of a suit may touch.
        beside: whether they are the rest of a contract, so that runs lie beside them which they may not touch: then a
            longer run may do where a shorter one would touch.
        one_rank: two sets may be of one rank.
        corner: runs go around the corner.
        natural_use: a wild card may stand as itself.
        wild_kinds: the wild kinds.
        can_hold: by kind, whether a card of it may stand as a natural.
        is_in_pack: by kind, whether the pack has such a card.
        shapes: the runs that have to be looked at to tell whether there is an opening, for any suit.
        windows: the tables that bound what is lacking from below, None where there is no run of the least size.
        strict: the same where the least melds keep the limits on wilds, so that what it finds is an opening; None
            where it is the same or where such melds need not make one.
        is_plain: whether the windows tell exactly what is lacking (but for melds without any natural).
        is_free: whether melds of any length may hold any number of wilds, too (see `free_search.FreeSearch`).
        is_limited: whether only limits on wilds keep it from being free: the best opening without them, if it keeps
            them, is the best.
        natural: all bits of the kinds that are no wilds, a byte for each kind.
        impossible: the sizes of hands with which the pack was found not to hold an opening, whatever is drawn.
        tables: what searches keep for the next question.
        rests: see `rest`.
        roomy: up to how many cards of one rank the pack is sure to hold all that a structure may lack, if runs do
            not lie deeper than there are decks; -1 where it is never sure.
        no_runs: the runs that no cards of the pack can make.
        no_sets: the ranks of which no cards of the pack make a set.
    """

    __slots__ = (
        "all_cards",
        "apart",
        "beside",
        "can_hold",
        "corner",
        "exact",
        "further",
        "impossible",
        "is_free",
        "is_in_pack",
        "is_limited",
        "is_plain",
        "largest_needed",
        "least",
        "least_of_run",
        "least_of_set",
        "limits",
        "max_cards",
        "natural",
        "natural_use",
        "no_runs",
        "no_sets",
        "one_rank",
        "rests",
        "roomy",
        "rules",
        "runs",
        "sets",
        "shapes",
        "spare",
        "strict",
        "tables",
        "wild_kinds",
        "windows",
    )

    def __init__(
        self, rules: RoundRules, runs: tuple[int, ...], sets: tuple[int, ...], *, beside: bool = False
    ) -> None:
        self.rules = rules
        self.limits = limits_of(rules)
        self.runs = runs
        self.sets = sets
        self.beside = beside
        self.least = sum(runs) + sum(sets)
        self.exact = rules.opening_size is OpeningSize.EXACT
        self.all_cards = rules.all_cards
        self.spare = 1 if rules.discard is DiscardRule.REQUIRED else 0
        self.apart = rules.same_suit_runs is SameSuitRuns.NOT_ADJACENT
        self.one_rank = rules.same_rank_sets
        self.corner = rules.ace is Ace.AROUND_THE_CORNER
        self.natural_use = rules.natural_use and any(kind != JOKER for kind in rules.wild_kinds)
        self.wild_kinds = rules.wild_kinds
        self.can_hold = bytes(
            [kind < JOKER and (not rules.is_wild[kind] or rules.natural_use) for kind in range(KINDS)]
        )
        self.is_in_pack = bytes([can and count > 0 for can, count in zip(self.can_hold, rules.pack, strict=True)])
        self.natural = sum([0xFF << 8 * kind for kind in range(JOKER) if not rules.is_wild[kind]])
        self.shapes = tuple([shape for length in self._lengths() for shape in shapes_of(rules, length)])
        self.windows: Windows | None = None
        self.strict: Windows | None = None
        self.is_plain = False
        if not runs or any(shape.length == runs[0] for shape in self.shapes):
            self.windows = Windows(rules, runs, sets, self.shapes)
            if self._least_melds_are_legal():
                self.is_plain = self._is_plain()
                if not self.is_plain:
                    self.strict = Windows(rules, runs, sets, self.shapes, self.limits)
        self.is_free = self.is_plain and not self.exact and not self.apart and self._has_no_limits()
        self.is_limited = (
            self.strict is not None
            and not self.exact
            and not self.apart
            and not self.natural_use
            and rules.set_max >= NO_LIMIT
            and not self.all_cards
        )
        self.roomy = self._most_of_a_rank()
        self.impossible: set[int] = set()
        self.rests: dict[tuple[int, int], Plan | None] = {}
        self.tables: dict[object, object] = {}
        self.largest_needed = self._largest_needed()
        self.max_cards = self._most_cards()
        self.least_of_run = min([self.limits.run_least[shape.length] for shape in self.shapes], default=0)
        self.least_of_set = min(self.limits.set_least[sets[0] :]) if sets else 0
        self.further = [self._further(runs) for runs in range(len(self.runs))]
        self._find_what_the_pack_lacks()

    def _lengths(self) -> list[int]:
        """The lengths of runs that have to be looked at."""
        runs = self.runs
        if not runs:
            return []
        if self.exact:
            lengths = sorted(set(runs))
        elif self.all_cards or (self.apart and (len(runs) > 1 or self.beside)):
            lengths = list(range(runs[0], LONGEST + 1))
        else:
            lengths = self.limits.needed_lengths(runs, min(self.rules.run_max, LONGEST))
        return [length for length in lengths if length <= LONGEST and self.limits.run_least[length] <= length]

    def _least_melds_are_legal(self) -> bool:
        """Whether melds of the least sizes make an opening, if each is legal and runs do not touch."""
        runs, sets, limits = self.runs, self.sets, self.limits
        return (
            not self.all_cards
            and len(set(runs)) <= 1
            and len(set(sets)) <= 1
            and (not runs or limits.run_least[runs[0]] <= runs[0] < LONGEST)
            and (not sets or max(limits.set_least[sets[0]], self.rules.set_min) <= sets[0] <= self.set_most(sets[0]))
        )

    def _is_plain(self) -> bool:
        """Whether a single natural, wherever it stands, is enough for the least melds, and only these matter."""
        runs, sets, limits = self.runs, self.sets, self.limits
        return (
            all(shape.length == runs[0] for shape in self.shapes)
            and (not runs or (limits.run_least[runs[0]] == 1 and limits.is_count(runs[0])))
            and (not sets or limits.set_least[sets[0]] == 1)
            and not self.natural_use
            and not self.rules.all_wild_sets
        )

    def _has_no_limits(self) -> bool:
        """Whether any number of wilds may stand anywhere in melds with a natural."""
        limits = self.limits
        return (
            (self.one_rank or len(self.sets) <= 1)
            and max(limits.set_least) == 1
            and all(limits.run_least[length] == 1 and limits.is_count(length) for length in range(1, LONGEST + 1))
            and self.rules.set_max >= NO_LIMIT
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

    def _find_what_the_pack_lacks(self) -> None:
        """Find the runs and the ranks of sets that no cards of the pack can make."""
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
                if held < self.limits.run_least[shape.length] or open_places > wilds:
                    no_runs.append((suit, shape.start, shape.length))
        no_sets = []
        for rank in range(13):
            held = sum([pack[kind] for kind in range(rank, JOKER, 13) if can_hold[kind]])
            if self.sets and held < self.limits.set_least[self.sets[0]]:
                no_sets.append(rank)
        self.no_runs = frozenset(no_runs)
        self.no_sets = frozenset(no_sets)

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
            self.rests[key] = (
                plan_of(self.rules, runs, sets, beside=done > 0 and len(self.runs) > 0) if runs or sets else None
            )
        return self.rests[key]

    def spans(self, length: int) -> tuple[tuple[int, int], ...]:
        """The places at which a run of this length may start, with all that it covers as bits (see `presence`)."""
        key = ("spans", length)
        known = self.tables.get(key)
        if known is None:
            around = 13 if self.corner else LONGEST
            known = self.tables[key] = tuple(
                [
                    (start, sum([1 << (start + i) % around for i in range(length)]))
                    for start in run_places(self.rules, length)
                ]
            )
        assert isinstance(known, tuple)
        return known

    def run_most(self, size: int) -> int:
        """The most cards of a run whose contract item asks for this size."""
        return min(size, self.rules.run_max) if self.exact else self.rules.run_max

    def set_most(self, size: int) -> int:
        """The most cards of a set whose contract item asks for this size."""
        return min(size, self.rules.set_max) if self.exact else self.rules.set_max

    def set_sizes(self, item: int, *, all_wild: bool = False) -> tuple[int, ...]:
        """The sizes that have to be looked at to tell whether there is a set for this item.

        From a legal set cards can be taken away, wilds first, unless fewer naturals were enough for it.
        """
        least = max(item, self.rules.set_min)
        most = min(self.set_most(item), LARGEST - 1)
        limits = self.limits
        if all_wild:
            if not self.rules.all_wild_sets:
                return ()
            return next(((size,) for size in range(least, most + 1) if limits.allows_all_wild(size)), ())
        key = ("sizes", item)
        known = self.tables.get(key)
        if known is None:
            sizes: list[int] = []
            fewest = min(limits.set_least[least : most + 1], default=0)
            for size in range(least, most + 1):
                needed = limits.set_least[size]
                if needed <= size and all(needed < limits.set_least[other] for other in sizes):
                    sizes.append(size)
                    if needed == fewest:
                        break
            known = self.tables[key] = tuple(sizes)
        assert isinstance(known, tuple)
        return known

    def _largest_needed(self) -> int:
        """The cards of the largest structure that has to be looked at to tell whether there is an opening."""
        longest = max([shape.length for shape in self.shapes], default=0)
        sizes = [max([*self.set_sizes(item), *self.set_sizes(item, all_wild=True), item]) for item in self.sets]
        return longest * len(self.runs) + sum(sizes)

    def fewest_naturals(self, total: int) -> int:
        """The fewest naturals of an opening of so many cards, by the sizes that its melds may have."""
        key = ("naturals", total)
        known = self.tables.get(key)
        if known is None:
            limits = self.limits
            kinds = [(item, min(self.run_most(item), LONGEST), False) for item in self.runs]
            kinds += [(item, min(self.set_most(item), LARGEST - 1), True) for item in self.sets]
            fewest = {0: 0}  # by the cards of the melds so far
            for item, most, is_set in kinds:
                costs = {}
                for size in range(item, min(most, total) + 1):
                    costs[size] = limits.set_least[size] if is_set else limits.run_least[size]
                    if is_set and limits.allows_all_wild(size):
                        costs[size] = 0
                further: dict[int, int] = {}
                for before, naturals in fewest.items():
                    for size, cost in costs.items():
                        if cost <= size and before + size <= total:
                            after = before + size
                            further[after] = min(further.get(after, LARGEST), naturals + cost)
                fewest = further
            known = self.tables[key] = fewest.get(total, LARGEST)
        assert isinstance(known, int)
        return known

    def _further(self, runs: int) -> tuple[int, int]:
        """The fewest and the most cards of so many runs, and the sets, behind other runs."""
        most = sum([self.run_most(item) for item in self.runs[len(self.runs) - runs :]])
        return sum(self.runs[:runs]) + sum(self.sets), most + sum([self.set_most(item) for item in self.sets])

    def _most_cards(self) -> int:
        """The cards of the largest opening."""
        most = 0
        for item in self.runs:
            sizes = range(item, min(self.run_most(item), LONGEST) + 1)
            lengths = [size for size in sizes if run_places(self.rules, size)]
            most += max(lengths, default=item)
        return most + sum([self.set_most(item) for item in self.sets])

    def touch(self, start: int, length: int, other_start: int, other_length: int) -> bool:
        """Whether two runs of one suit would join into one."""
        if self.corner:
            return (start + length - other_start) % 13 == 0 or (other_start + other_length - start) % 13 == 0
        return start + length == other_start or other_start + other_length == start

    def touches(self, run: Run, others: list[Run] | tuple[Run, ...]) -> bool:
        """Whether a run would join with one of the others where it must not."""
        return self.apart and any(
            run[0] == suit and self.touch(run[1], run[2], start, length) for suit, start, length in others
        )

    def keeps_limits(self, meld: Meld) -> bool:
        """Whether wilds stand in a meld with naturals only as the rules allow, natural use left aside."""
        is_wild = self.rules.is_wild
        naturals = sum([1 << place for place, card in enumerate(meld.cards) if not is_wild[card]])
        if meld.is_run:
            return self.limits.allows_run(meld.size, naturals)
        return naturals.bit_count() >= self.limits.set_least[meld.size]

    def sizes_fit(self, sizes: list[int], items: tuple[int, ...]) -> bool:
        """Whether melds of these sizes can be among those that answer these items of one kind."""
        if self.exact:
            return all(sizes.count(size) <= items.count(size) for size in sizes)
        return all(size >= item for size, item in zip(sorted(sizes), items, strict=False))


def plan_of(rules: RoundRules, runs: tuple[int, ...], sets: tuple[int, ...], *, beside: bool = False) -> Plan:
    """The plan for runs and sets of these least sizes, beside other runs or alone, kept with the rules."""
    key = (runs, sets, beside)
    plan: Plan | None = rules.cache.get(key)
    if plan is None:
        plan = rules.cache[key] = Plan(rules, runs, sets, beside=beside)
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

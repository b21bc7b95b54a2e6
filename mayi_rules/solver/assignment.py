"""Which cards fill which slots: one small flow, from the cards to the places of runs and to sets.

A structure of T places of which the naturals held can cover M lacks max(T - M - W, D) cards beside W wilds, where D is
what its melds lack of the naturals that they must have (`naturals_lacking`): a natural given to one meld or another
counts the same, and what covers the places that must be covered can always be extended to cover as many as can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.solver.plan import Group, Plan, Run
from mayi_rules.solver.slots import LONGEST

SINK = -1

Edges = list[dict[int, int]]
"""By node, the room left to each node that it leads to. What flowed comes as room in the other direction."""

Need = tuple[int, list[tuple[int, tuple[int, ...]]]]
"""What a meld needs: so many cards, at most so many from each of several groups of kinds."""


def naturals_lacking(plan: Plan, runs: Sequence[Run], sets: Sequence[Group], supply: Sequence[int]) -> int:
    """How many of the naturals that the melds must have are not there, when they compete for the same cards.

    Args:
        plan: the rules.
        runs: the runs.
        sets: the sets.
        supply: by kind, how many cards may be naturals; under natural use the jokers too (for sets of wilds).
    """
    needs = [need for group in sets if (need := _set_need(plan, *group)) is not None]
    return min(
        _shortage([*map(_run_need, [plan] * len(runs), runs, choice), *needs], supply)
        for choice in _patterns(plan, runs)
    )


def _patterns(plan: Plan, runs: Sequence[Run]) -> Iterator[tuple[int | None, ...]]:
    """The ways to choose which places of the runs must be natural, as bits; None where only their number matters."""
    limits = plan.limits
    choices: list[tuple[int | None, ...]] = [
        (None,) if limits.is_count(length) else limits.minimal(length) for _, _, length in runs
    ]
    return product(*choices)


def _run_need(plan: Plan, run: Run, pattern: int | None) -> Need:
    suit, start, length = run
    demand: dict[int, int] = {}
    for place in range(length):
        if pattern is None or pattern >> place & 1:
            kind = suit * 13 + (start + place) % 13
            demand[kind] = demand.get(kind, 0) + 1
    amount = plan.limits.run_least[length] if pattern is None else pattern.bit_count()
    return amount, [(times, (kind,)) for kind, times in demand.items()]


def _set_need(plan: Plan, rank: int, size: int) -> Need | None:
    if rank != ALL_WILD:
        return plan.limits.set_least[size], [(size, tuple(range(rank, JOKER, 13)))]
    if not plan.natural_use:
        return None
    return size, [(most, kinds) for most, kinds in _wild_groups(plan, size)]


def _wild_groups(plan: Plan, size: int) -> list[tuple[int, tuple[int, ...]]]:
    """The wilds of a set of wilds, at most so many of each group.

    Under natural use wilds of one rank must be so few that they do not make a set of that rank.
    """
    if not plan.natural_use:
        return [(size, plan.wild_kinds)]
    by_rank: dict[int, list[int]] = {}
    for kind in plan.wild_kinds:
        by_rank.setdefault(kind % 13 if kind < JOKER else ALL_WILD, []).append(kind)
    few = plan.limits.set_least[size] - 1
    return [(size if rank == ALL_WILD else few, tuple(kinds)) for rank, kinds in by_rank.items()]


def _shortage(needs: list[Need], supply: Sequence[int]) -> int:
    """How many of the needed cards cannot be had at once."""
    # Nodes: 0 the source, then melds and groups, then a node for each kind.
    edges: Edges = [{}]
    kind_nodes: dict[int, int] = {}
    total = 0
    for amount, groups in needs:
        total += amount
        meld = len(edges)
        edges.append({})
        edges[0][meld] = amount
        for most, kinds in groups:
            group = len(edges)
            edges.append({meld: 0})
            edges[meld][group] = most
            for kind in kinds:
                if supply[kind]:
                    node = kind_nodes.get(kind)
                    if node is None:
                        node = kind_nodes[kind] = len(edges)
                        edges.append({SINK: supply[kind]})
                    edges[group][node] = most
                    edges[node][group] = 0
    found = 0
    while found < total and _augment(edges, 0, set()):
        found += 1
    return total - found


def can_be_filled(plan: Plan, runs: Sequence[Run], sets: Sequence[Group], there: Sequence[int]) -> bool:
    """Whether the melds of a structure can be made from these cards (54 counts)."""
    left = [0 if plan.rules.is_wild[kind] else there[kind] for kind in range(JOKER)]
    open_places = 0
    for suit, start, length in runs:
        for place in range(length):
            kind = suit * 13 + (start + place) % 13
            if left[kind]:
                left[kind] -= 1
            else:
                open_places += 1
    for rank, size in sets:
        missing = size
        if rank != ALL_WILD:
            for kind in range(rank, JOKER, 13):
                used = min(missing, left[kind])
                left[kind] -= used
                missing -= used
        open_places += missing
    if open_places > sum([there[kind] for kind in plan.wild_kinds]):
        return False
    supply = [there[kind] if plan.can_hold[kind] else 0 for kind in range(JOKER + 1)]
    if plan.natural_use:
        supply[JOKER] = there[JOKER] if plan.rules.is_wild[JOKER] else 0
    return naturals_lacking(plan, runs, sets, supply) == 0


def heaviest(
    plan: Plan,
    runs: Sequence[Run],
    sets: Sequence[Group],
    held: Sequence[int],
    weights: Sequence[int],
    least: int | None,
) -> tuple[int, tuple[Meld, ...]] | None:
    """The cards of greatest weight that fill the melds of a structure: their weight, and the melds; None if none do.

    The cards that can be laid together in given melds form a matroid (they are those that a network links to the
    places), so taking the heaviest card that still fits, again and again, gives the heaviest filling.

    Args:
        plan: the rules.
        runs: the runs.
        sets: the sets.
        held: counts of the cards to choose from, by kind.
        weights: by kind.
        least: what weighs less is of no interest; None where everything is.
    """
    kinds = sorted([kind for kind in range(JOKER + 1) if held[kind]], key=lambda kind: -weights[kind])
    best: tuple[int, _Filling] | None = None
    for choice in _patterns(plan, runs):
        filling = _Filling(plan, runs, sets, choice)
        chosen = filling.fill(kinds, held)
        if chosen is not None:
            worth = sum([weights[kind] for kind in chosen])
            if (least is None or worth >= least) and (best is None or worth > best[0]):
                best = (worth, filling)
    return None if best is None else (best[0], best[1].melds())


class _Filling:
    """The network of some melds: cards (nodes 0 to 52) flow into places and sets, wilds through a gate each."""

    __slots__ = ("edges", "gates", "melds_at", "patterns", "plan", "runs", "sets", "size")

    def __init__(self, plan: Plan, runs: Sequence[Run], sets: Sequence[Group], patterns: Sequence[int | None]) -> None:
        self.plan = plan
        self.runs = tuple(runs)
        self.sets = tuple(sets)
        self.patterns = tuple(patterns)
        self.size = sum([length for _, _, length in runs]) + sum([size for _, size in sets])
        self.edges: Edges = [{} for _ in range(JOKER + 1)]
        self.gates: list[list[int]] = []
        self.melds_at: list[dict[int, int]] = []
        for run, pattern in zip(self.runs, patterns, strict=True):
            self._add_run(*run, pattern)
        for rank, size in self.sets:
            self._add_set(rank, size)

    def _node(self) -> int:
        self.edges.append({})
        return len(self.edges) - 1

    def _add_run(self, suit: int, start: int, length: int, pattern: int | None) -> None:
        plan = self.plan
        edges = self.edges
        room = self._node()
        places: dict[int, int] = {}
        for index in range(length):
            kind = suit * 13 + (start + index) % 13
            if kind not in places:
                places[kind] = self._node()
                if plan.can_hold[kind]:
                    edges[kind][places[kind]] = length
            place = places[kind]
            edges[place][SINK] = edges[place].get(SINK, 0) + 1
            if pattern is None or not pattern >> index & 1:
                edges[room][place] = edges[room].get(place, 0) + 1
        self.melds_at.append(places)
        least = plan.limits.run_least[length] if pattern is None else pattern.bit_count()
        self._add_gate(room, length - least)

    def _add_set(self, rank: int, size: int) -> None:
        plan = self.plan
        edges = self.edges
        meld = self._node()
        edges[meld][SINK] = size
        self.melds_at.append({rank: meld})
        if rank != ALL_WILD:
            for kind in range(rank, JOKER, 13):
                if plan.can_hold[kind]:
                    edges[kind][meld] = size
            self._add_gate(meld, size - plan.limits.set_least[size])
            return
        gates = []
        for most, kinds in _wild_groups(plan, size):
            gates.append(self._node())
            edges[gates[-1]][meld] = most
            for kind in kinds:
                edges[kind][gates[-1]] = size
        self.gates.append(gates)

    def _add_gate(self, room: int, most: int) -> None:
        """Let wilds into a meld, at most so many."""
        gate = self._node()
        self.gates.append([gate])
        if most > 0:
            self.edges[gate][room] = most
            for kind in self.plan.wild_kinds:
                self.edges[kind][gate] = most

    def fill(self, kinds: list[int], held: Sequence[int]) -> list[int] | None:
        """Fill the melds exactly, with cards of these kinds first to last; the cards taken, None if it cannot be."""
        chosen: list[int] = []
        for kind in kinds:
            for _ in range(held[kind]):
                if len(chosen) == self.size:
                    return chosen
                if not _augment(self.edges, kind, set()):
                    break
                chosen.append(kind)
        return chosen if len(chosen) == self.size else None

    def melds(self) -> tuple[Meld, ...]:
        """The melds as they were filled."""
        melds = []
        for index, places in enumerate(self.melds_at):
            wilds = [
                kind
                for gate in self.gates[index]
                for kind, count in self.edges[gate].items()
                if kind <= JOKER
                for _ in range(count)
            ]
            if index < len(self.runs):
                naturals = {kind: self.edges[place].get(kind, 0) for kind, place in places.items()}
                melds.append(_laid_run(self.runs[index], self.patterns[index] or 0, naturals, wilds))
            else:
                rank, meld = next(iter(places.items()))
                here = [kind for kind, count in self.edges[meld].items() if SINK < kind <= JOKER for _ in range(count)]
                melds.append(Meld.set_of(rank, [*here, *wilds]))
        return tuple(melds)


def _laid_run(run: Run, pattern: int, naturals: dict[int, int], wilds: list[int]) -> Meld:
    """A run with these naturals in their places and wilds in the others."""
    suit, start, length = run
    cards = []
    for place in range(length):
        kind = suit * 13 + (start + place) % 13
        # In a run of 14 the ace is there twice: a single one stands where it has to.
        waits = length == LONGEST and not place and naturals[kind] == 1 and pattern >> length - 1 and not pattern & 1
        if naturals[kind] and not waits:
            naturals[kind] -= 1
            cards.append(kind)
        else:
            cards.append(wilds.pop())
    return Meld.run_of(suit, start, cards)


def _augment(edges: Edges, node: int, seen: set[int]) -> bool:
    """Find room for one more card that comes in at this node."""
    seen.add(node)
    for target, room in edges[node].items():
        if not room:
            continue
        if target == SINK:
            edges[node][SINK] -= 1
            return True
        if target not in seen and _augment(edges, target, seen):
            edges[node][target] -= 1
            edges[target][node] = edges[target].get(node, 0) + 1
            return True
    return False

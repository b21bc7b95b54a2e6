"""The best cards for melds whose places and sizes are fixed: a maximum flow, filled greedily by weight.

The cards that can be laid together in given melds form a matroid (they are those that a network links to the places),
so taking the heaviest card that still fits, again and again, gives the heaviest filling.
"""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.solver.plan import Plan

Run = tuple[int, int, int]
"""A run as suit, start and length."""

SINK = -1


class Filling:
    """The network of some melds: cards (nodes 0 to 52) flow into places and sets, wilds through a gate each.

    Attributes:
        edges: by node, the room left to each node that it leads to; what flowed back from `b` to `a` is what flows
            from `a` to `b`.
        size: the cards of all the melds.
    """

    __slots__ = ("edges", "gates", "melds_at", "plan", "runs", "sets", "size")

    def __init__(self, plan: Plan, runs: Sequence[Run], sets: Sequence[tuple[int, int]]) -> None:
        self.plan = plan
        self.runs = tuple(runs)
        self.sets = tuple(sets)
        self.size = sum([length for _, _, length in runs]) + sum([size for _, size in sets])
        self.edges: list[dict[int, int]] = [{} for _ in range(JOKER + 1)]
        self.gates: list[list[int]] = []
        self.melds_at: list[dict[int, int]] = []
        for run in self.runs:
            self._add_run(*run)
        for rank, size in self.sets:
            self._add_set(rank, size)

    def _node(self) -> int:
        self.edges.append({})
        return len(self.edges) - 1

    def _add_run(self, suit: int, start: int, length: int) -> None:
        plan = self.plan
        edges = self.edges
        roles = [suit * 13 + (start + i) % 13 for i in range(length)]
        room = self._node()
        places = {}
        for kind in dict.fromkeys(roles):
            place = places[kind] = self._node()
            edges[place][SINK] = roles.count(kind)
            edges[room][place] = length
            if plan.can_hold[kind]:
                edges[kind][place] = length
        self.melds_at.append(places)
        self._add_gate(room, length - plan.quota[length])

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
            self._add_gate(meld, size - plan.quota[size])
            return
        # Wilds of one rank must be so few that they do not make a set of that rank under natural use.
        groups: dict[int, int] = {}
        for kind in plan.wild_kinds:
            group = kind % 13 if plan.natural_use and kind < JOKER else ALL_WILD
            if group not in groups:
                groups[group] = self._node()
                edges[groups[group]][meld] = size if group == ALL_WILD else plan.quota[size] - 1
            edges[kind][groups[group]] = size
        self.gates.append(list(groups.values()))

    def _add_gate(self, room: int, most: int) -> None:
        """Let wilds into a meld, at most so many."""
        gate = self._node()
        self.gates.append([gate])
        if most > 0:
            self.edges[gate][room] = most
            for kind in self.plan.wild_kinds:
                self.edges[kind][gate] = most

    def heaviest(self, held: Sequence[int], weights: Sequence[int]) -> list[int] | None:
        """The cards of greatest weight that fill the melds exactly, as a list of kinds; None when none do.

        Args:
            held: counts of the cards to choose from, by kind.
            weights: by kind.
        """
        chosen: list[int] = []
        kinds = [kind for kind in range(JOKER + 1) if held[kind]]
        kinds.sort(key=lambda kind: -weights[kind])
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
                suit, start, length = self.runs[index]
                cards = []
                naturals = {kind: self.edges[place].get(kind, 0) for kind, place in places.items()}
                for i in range(length):
                    kind = suit * 13 + (start + i) % 13
                    if naturals[kind]:
                        naturals[kind] -= 1
                        cards.append(kind)
                    else:
                        cards.append(wilds.pop())
                melds.append(Meld.run_of(suit, start, cards))
            else:
                rank, meld = next(iter(places.items()))
                naturals_here = [
                    kind for kind, count in self.edges[meld].items() if SINK < kind <= JOKER for _ in range(count)
                ]
                melds.append(Meld.set_of(rank, [*naturals_here, *wilds]))
        return tuple(melds)


def _augment(edges: list[dict[int, int]], node: int, seen: set[int]) -> bool:
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

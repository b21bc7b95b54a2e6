"""The best cards for melds whose places and sizes are fixed: a maximum flow, filled greedily by weight.

The cards that can be laid together in given melds form a matroid (they are those that a network links to the places),
so taking the heaviest card that still fits, again and again, gives the heaviest filling.
"""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import ALL_WILD
from mayi_rules.solver.plan import Plan

Run = tuple[int, int, int]
"""A run as suit, start and length."""

SINK = -1


def heaviest_filling(
    plan: Plan, runs: Sequence[Run], sets: Sequence[tuple[int, int]], held: Sequence[int], weights: Sequence[int]
) -> list[int] | None:
    """The cards of greatest weight that fill these melds exactly, as a list of kinds; None when none do.

    Args:
        plan: the rules.
        runs: the places of the runs.
        sets: rank (or `ALL_WILD`) and size of the sets.
        held: 54 counts of the cards to choose from.
        weights: by kind.
    """
    edges: list[dict[int, int]] = [{} for _ in range(JOKER + 1)]
    usable = [kind for kind in range(JOKER + 1) if held[kind] and (plan.can_hold[kind] or kind in plan.wild_kinds)]
    for suit, start, length in runs:
        wild_room = _node(edges)
        roles = [suit * 13 + (start + i) % 13 for i in range(length)]
        for kind in dict.fromkeys(roles):
            place = _node(edges)
            edges[place][SINK] = roles.count(kind)
            edges[wild_room][place] = length
            if plan.can_hold[kind]:
                edges[kind][place] = length
        _add_wilds(plan, edges, wild_room, length - plan.quota[length])
    for rank, size in sets:
        meld = _node(edges)
        edges[meld][SINK] = size
        if rank == ALL_WILD:
            by_rank: dict[int, int] = {}
            for kind in plan.wild_kinds:
                group = kind % 13 if plan.natural_use and kind < JOKER else ALL_WILD
                if group not in by_rank:
                    by_rank[group] = _node(edges)
                    edges[by_rank[group]][meld] = size if group == ALL_WILD else plan.quota[size] - 1
                edges[kind][by_rank[group]] = size
            continue
        wild_room = _node(edges)
        edges[wild_room][meld] = size
        for kind in range(rank, JOKER, 13):
            if plan.can_hold[kind]:
                edges[kind][meld] = size
        _add_wilds(plan, edges, wild_room, size - plan.quota[size])
    wanted = sum([length for _, _, length in runs]) + sum([size for _, size in sets])
    chosen: list[int] = []
    usable.sort(key=lambda kind: -weights[kind])
    for kind in usable:
        for _ in range(held[kind]):
            if len(chosen) == wanted:
                return chosen
            if not _augment(edges, kind, set()):
                break
            chosen.append(kind)
    return chosen if len(chosen) == wanted else None


def _node(edges: list[dict[int, int]]) -> int:
    edges.append({})
    return len(edges) - 1


def _add_wilds(plan: Plan, edges: list[dict[int, int]], wild_room: int, most: int) -> None:
    """Let the wilds into a meld, at most so many."""
    if most <= 0:
        return
    gate = _node(edges)
    edges[gate][wild_room] = most
    for kind in plan.wild_kinds:
        edges[kind][gate] = most


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

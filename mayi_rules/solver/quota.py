"""How many naturals are lacking when several melds compete for the same cards: a small maximum flow."""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.cards import JOKER
from mayi_rules.melds.meld import ALL_WILD
from mayi_rules.solver.plan import Plan
from mayi_rules.solver.shape import Shape


class Need:
    """What one meld needs: so many cards, at most `most` from each of several groups of kinds."""

    __slots__ = ("amount", "groups")

    def __init__(self, amount: int, groups: list[tuple[int, tuple[int, ...]]]) -> None:
        self.amount = amount
        self.groups = groups


def needs_of(plan: Plan, runs: Sequence[tuple[int, Shape]], sets: Sequence[tuple[int, int]]) -> list[Need]:
    """What the melds of a structure need: their naturals, and the wilds of an all-wild set under natural use.

    Args:
        plan: the rules.
        runs: suit and shape of the runs.
        sets: rank (or `ALL_WILD`) and size of the sets.
    """
    needs: list[Need] = []
    for suit, shape in runs:
        demand: dict[int, int] = {}
        for rank in shape.ranks:
            demand[rank] = demand.get(rank, 0) + 1
        groups: list[tuple[int, tuple[int, ...]]] = [(times, (suit * 13 + rank,)) for rank, times in demand.items()]
        needs.append(Need(shape.quota, groups))
    for rank, cards in sets:
        if rank != ALL_WILD:
            needs.append(Need(plan.quota[cards], [(cards, tuple(range(rank, JOKER, 13)))]))
        elif plan.natural_use:
            # Wilds of one rank must be so few that they do not make a set of that rank.
            by_rank: dict[int, list[int]] = {}
            for kind in plan.wild_kinds:
                by_rank.setdefault(kind % 13 if kind < JOKER else ALL_WILD, []).append(kind)
            few = plan.quota[cards] - 1
            needs.append(Need(cards, [(cards if r == ALL_WILD else few, tuple(kinds)) for r, kinds in by_rank.items()]))
    return needs


def cards_left(pack: Sequence[int], held: Sequence[int]) -> int:
    """How many cards the pack holds beside these (counts by kind; unknown cards may be any and do not matter)."""
    return sum([max(0, there - here) for there, here in zip(pack, held, strict=False)])


def can_be_filled(
    plan: Plan, runs: Sequence[tuple[int, Shape]], sets: Sequence[tuple[int, int]], there: Sequence[int]
) -> bool:
    """Whether the melds of a structure can be made from these cards (54 counts)."""
    left = [0 if plan.rules.is_wild[kind] else there[kind] for kind in range(JOKER)]
    open_places = 0
    for suit, shape in runs:
        for rank in shape.ranks:
            kind = suit * 13 + rank
            if left[kind]:
                left[kind] -= 1
            else:
                open_places += 1
    for rank, cards in sets:
        missing = cards
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
    return shortage(needs_of(plan, runs, sets), supply) == 0


def shortage(needs: list[Need], supply: list[int]) -> int:
    """How many of the needed cards cannot be had at once.

    Args:
        needs: what each meld needs.
        supply: how many cards of each kind there are.
    """
    # Nodes: 0 the source, then melds and groups, then a node for each kind; the sink comes last.
    edges: list[dict[int, int]] = [{}]
    kind_nodes: dict[int, int] = {}
    sink = -1
    total = 0
    for need in needs:
        total += need.amount
        meld = len(edges)
        edges.append({})
        edges[0][meld] = need.amount
        for most, kinds in need.groups:
            group = len(edges)
            edges.append({meld: 0})
            edges[meld][group] = most
            for kind in kinds:
                if supply[kind]:
                    node = kind_nodes.get(kind)
                    if node is None:
                        node = kind_nodes[kind] = len(edges)
                        edges.append({sink: supply[kind]})
                    edges[group][node] = most
                    edges[node][group] = 0
    found = 0
    while found < total and _augment(edges, 0, sink, set()):
        found += 1
    return total - found


def _augment(edges: list[dict[int, int]], node: int, sink: int, seen: set[int]) -> bool:
    """Send one more card from this node to the sink."""
    seen.add(node)
    for target, room in edges[node].items():
        if not room:
            continue
        if target == sink:
            edges[node][target] -= 1
            return True
        if target not in seen and _augment(edges, target, sink, seen):
            edges[node][target] -= 1
            edges[target][node] = edges[target].get(node, 0) + 1
            return True
    return False

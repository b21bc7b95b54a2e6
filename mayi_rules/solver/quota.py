"""How many naturals are lacking when several melds compete for the same cards: a small maximum flow."""

from __future__ import annotations


class Need:
    """What one meld needs: so many cards, at most `most` from each of several groups of kinds."""

    __slots__ = ("amount", "groups")

    def __init__(self, amount: int, groups: list[tuple[int, tuple[int, ...]]]) -> None:
        self.amount = amount
        self.groups = groups


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

"""How a profile and what it extends become one tree."""

from __future__ import annotations

import re

from mayi_rules.documents.nodes import Node
from mayi_rules.errors import Fault
from mayi_rules.profile.language.model import NOT_RULES
from mayi_rules.profile.language.paths import is_one_value

GROUPS = {"faces": ("K", "Q", "J"), "pips": ("9", "8", "7", "6", "5", "4", "3", "2")}
_OF_THE_ID = ("name", "summary")
_OF_THE_RULES = ("sources", "notes")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


def spread_groups(root: Node) -> Node:
    """The tree of one file with the group keys of `scoring.points` spread out to ranks.

    A rank that the file names itself is more special than its group and keeps its value.
    """
    points = root.find(("scoring", "points"))
    if not isinstance(points.value, dict) or not GROUPS.keys() & points.value.keys():
        return root
    if points is root or points is root.value.get("scoring"):
        return root
    spread: dict[str, Node] = {}
    for group, ranks in GROUPS.items():
        node = points.value.get(group)
        if node is None:
            continue
        for rank in ranks:
            value = int(rank) if node.value == "face" else node.value
            spread[rank] = Node(value, node.source, node.key_source, spread=group)
    spread |= {name: node for name, node in points.value.items() if name not in GROUPS}
    scoring = root.value["scoring"]
    new_points = Node(spread, points.source, points.key_source)
    new_scoring = Node(scoring.value | {"points": new_points}, scoring.source, scoring.key_source)
    return Node(root.value | {"scoring": new_scoring}, root.source, root.key_source)


def merge(base: Node, over: Node) -> tuple[Node, list[Fault]]:
    """The tree of `base` as changed by `over`; both have their groups spread.

    Returns:
        The merged tree, and the faults of rounds that the base does not have.
    """
    faults: list[Fault] = []
    # Name and summary speak of the profile that has the id; sources and notes of its rules as they were.
    gone: tuple[str, ...] = ()
    if "id" in over.value:
        gone += _OF_THE_ID
    if "id" in over.value or any(name not in (*NOT_RULES, "extends") for name in over.value):
        gone += _OF_THE_RULES
    kept = {name: node for name, node in base.value.items() if name not in gone}
    base = Node(kept, base.source, base.key_source)
    return _merge(base, over, "", faults), faults


def _merge(base: Node, over: Node, path: str, faults: list[Fault]) -> Node:
    if path == "rounds" and isinstance(base.value, list) and isinstance(over.value, dict):
        return _merge_rounds(base, over, faults)
    if not isinstance(base.value, dict) or not isinstance(over.value, dict) or is_one_value(path):
        return over
    values = dict(base.value)
    for name, node in over.value.items():
        below = f"{path}.{name}" if path else name
        inherited = values.get(name)
        values[name] = node if inherited is None else _merge(inherited, node, below, faults)
    return Node(values, over.source, over.key_source)


def _merge_rounds(base: Node, over: Node, faults: list[Fault]) -> Node:
    rounds = list(base.value)
    for name, node in over.value.items():
        number = int(name) if _NUMBER.fullmatch(name) else 0
        if not number:
            continue  # the schema refuses it
        if number > len(rounds):
            message = f"rounds.{name}: there is no round {name}; what is inherited has {len(rounds)}"
            faults.append(
                Fault(message, rule="inheriting.no_such_round", path=f"rounds.{name}", source=node.key_source)
            )
            continue
        rounds[number - 1] = _merge(rounds[number - 1], node, f"rounds.{number}", faults)
    return Node(rounds, over.source, over.key_source)

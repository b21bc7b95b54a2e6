"""The tree that a profile is before it is a profile: plain values that know where they were written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from mayi_rules.characters import hidden_at, hidden_message
from mayi_rules.documents.spelling import nfc
from mayi_rules.errors import MAX_FAULTS, Fault, may_be_more
from mayi_rules.reasons import Source

MAX_NESTED = 24
MAX_DIGITS = 18
MAX_NODES = 50_000

MAX_KEY = 200
"""The most characters of a key; a seat's name, the longest thing that is one, has at most 40."""


class Broken:
    """The value of a node whose text was refused; the fault is told, nothing more follows from it."""


BROKEN = Broken()


class Node:
    """One value of the tree.

    Attributes:
        value: None, a bool, int, float or str, a list of nodes, a dict of text to nodes, or `BROKEN`.
        source: where the value begins.
        key_source: where its key was written; the same as `source` in a list.
        spread: the group key (`faces`) that this value was spread from, or None.
    """

    __slots__ = ("key_source", "source", "spread", "value")

    def __init__(self, value: Any, source: Source, key_source: Source | None = None, spread: str | None = None) -> None:
        self.value = value
        self.source = source
        self.key_source = key_source or source
        self.spread = spread

    def plain(self) -> Any:
        """The value without positions; broken values are None."""
        value = self.value
        if isinstance(value, dict):
            return {name: node.plain() for name, node in value.items()}
        if isinstance(value, list):
            return [node.plain() for node in value]
        return None if value is BROKEN else value

    def find(self, path: tuple[str | int, ...]) -> Node:
        """The node at this path, or the deepest one that exists on the way."""
        node = self
        for step in path:
            try:
                node = node.value[step]
            except (KeyError, IndexError, TypeError):
                break
        return node

    def walk(self, path: str = "") -> Iterator[tuple[str, Node]]:
        """Every node below this one, with its key path; the items of `rounds` count from 1."""
        if isinstance(self.value, dict):
            for name, node in self.value.items():
                below = f"{path}.{name}" if path else name
                yield below, node
                yield from node.walk(below)
        elif isinstance(self.value, list) and path == "rounds":
            for number, node in enumerate(self.value, start=1):
                yield f"rounds.{number}", node
                yield from node.walk(f"rounds.{number}")


class Stop(Exception):  # noqa: N818 - ends the reading, is never seen outside
    """Nothing more can be read after the last fault."""


def long_key(text: str) -> str | None:
    """What is wrong with a key that is too long; None if it is not."""
    return f"the key {text[:20]}… is longer than {MAX_KEY} characters" if len(text) > MAX_KEY else None


def node_from_python(value: Any, label: str, *, max_nodes: int = MAX_NODES) -> tuple[Node | None, list[Fault]]:
    """The tree of a Python mapping, as strict as the reading of files.

    Args:
        value: the mapping, or any plain value.
        label: names it in faults and sources.
        max_nodes: a mapping with more values is refused.

    Returns:
        The tree, or None when it is too large or nested too deep, and everything that is wrong with the values.
    """
    faults: list[Fault] = []
    source = Source(label)
    count = 0

    def fault(message: str, rule: str, path: str) -> Node:
        faults.append(Fault(message, rule=rule, path=path, source=source))
        if len(faults) == MAX_FAULTS:
            faults.append(may_be_more(source))
            raise Stop
        return Node(BROKEN, source)

    def stop(message: str, rule: str, path: str) -> NoReturn:
        fault(message, rule, path)
        raise Stop

    def build(item: Any, path: str, depth: int) -> Node:
        nonlocal count
        count += 1
        if depth > MAX_NESTED:
            stop(f"the values are nested more than {MAX_NESTED} deep", "reading.depth", path)
        if count > max_nodes:
            stop(f"there are more than {max_nodes} values", "reading.size", path)
        if item is None or isinstance(item, bool):
            return Node(item, source)
        if isinstance(item, str):
            text = nfc(str.__str__(item))
            if (hidden := hidden_at(text)) is not None:
                return fault(f"{path}: {hidden_message(text, hidden)}", "reading.characters", path)
            return Node(text, source)
        if isinstance(item, int):
            if abs(item) >= 10**MAX_DIGITS:
                return fault(f"{path} is a number of more than {MAX_DIGITS} digits", "reading.number", path)
            return Node(int(item), source)
        if isinstance(item, float):
            if item - item != 0:
                return fault(f"{path} is {item}; only whole numbers are used", "reading.number", path)
            return Node(float(item), source)
        if isinstance(item, Mapping):
            entries: dict[str, Node] = {}
            for name, below in item.items():
                if isinstance(name, bool) or not isinstance(name, str | int):
                    fault(f"the key {name!r} is not text", "reading.key", path)
                    continue
                text = nfc(str.__str__(name)) if isinstance(name, str) else _number(name)
                if (long := long_key(text)) is not None:
                    fault(long, "reading.key", path)
                    continue
                place = f"{path}.{text}" if path else text
                if (hidden := hidden_at(text)) is not None:
                    fault(f"a key: {hidden_message(text, hidden)}", "reading.characters", path)
                elif text in entries:
                    fault(f"{place} is given twice, as {text} and as '{text}'", "reading.duplicate_key", place)
                else:
                    entries[text] = build(below, place, depth + 1)
            return Node(entries, source)
        if isinstance(item, list | tuple):
            return Node([build(below, f"{path}[{index}]", depth + 1) for index, below in enumerate(item)], source)
        return fault(
            f"{path or 'the profile'} is a {type(item).__name__}; only plain values are read",
            "reading.type",
            path,
        )

    try:
        return build(value, "", 0), faults
    except Stop:
        return None, faults


def _number(number: int) -> str:
    """The text of a number that is a key; of one with more digits than Python writes, something as long."""
    return str(int(number)) if abs(number) < 10**MAX_KEY else "9" * (MAX_KEY + 1)

"""Typed values out of the tree of a document: what is wrong is said in the same words of every kind of document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from mayi_rules.arguments import cut
from mayi_rules.characters import visible_line
from mayi_rules.documents.nodes import BROKEN, Node
from mayi_rules.documents.suggest import did_you_mean, nearest
from mayi_rules.errors import MayIError, RecordError
from mayi_rules.reasons import Source

MAX_TEXT = 2_000


class DocumentReader:
    """Takes typed values out of a tree; the first fault ends it.

    Raises:
        RecordError: by all methods, with the place, when a value is not what it has to be.
    """

    def where(self) -> str:
        """The part of the document that is being read, with a colon and a space; empty for the whole of it."""
        return ""

    def error(self, message: str) -> RecordError:
        """The error with which reading ends."""
        return RecordError(message)

    def fail(self, message: str, source: Source) -> NoReturn:
        """End the reading."""
        raise self.error(visible_line(f"{source}: {self.where()}{message}"))

    @contextmanager
    def placed(self, source: Source, where: str = "") -> Iterator[None]:
        """In this block whatever the library refuses is wrong in this place.

        Args:
            source: the place.
            where: stands before what is refused.
        """
        try:
            yield
        except MayIError as error:
            self.fail(f"{where}{error}", source)

    def mapping(self, node: Node, what: str, known: Sequence[str] | None = None) -> dict[str, Node]:
        """A mapping by keys, of which none is unknown where those that are known are given."""
        value: Any = node.value
        if not isinstance(value, dict):
            self.fail(f"{what} is {describe_node(node)}; it is a mapping", node.source)
        for key, one in value.items():
            if known is not None and key not in known:
                hint = did_you_mean(nearest(key, known), f"it takes {', '.join(known)}")
                self.fail(f"{key} is not a key of {what}{hint}", one.key_source)
        return value

    def get(self, values: dict[str, Node], key: str, parent: Node) -> Node:
        """The value of a key that must be there."""
        if key not in values:
            self.fail(f"{key} is missing", parent.source)
        return values[key]

    def whole(self, node: Node, what: str, least: int = 0, most: int = 10**6) -> int:
        """A whole number between these."""
        value = node.value
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.fail(f"{what} is {describe_node(node)}; it is a whole number from {least} to {most}", node.source)
        return value

    def text(self, node: Node, what: str, most: int = MAX_TEXT) -> str:
        """A text that is not longer than this."""
        value = node.value
        if not isinstance(value, str) or len(value) > most:
            self.fail(f"{what} is {describe_node(node)}; it is a text of at most {most} characters", node.source)
        return value

    def items(self, node: Node, what: str, most: int) -> list[Node]:
        """The items of a list that is not longer than this."""
        value = node.value
        if not isinstance(value, list) or len(value) > most:
            self.fail(f"{what} is {describe_node(node)}; it is a list of at most {most}", node.source)
        return value


def describe_node(node: Node) -> str:
    """The value of a node as a message names it."""
    return "not readable" if node.value is BROKEN else describe_value(node.value)


def describe_value(value: Any) -> str:
    """A value as a message names it."""
    if value is None:
        return "nothing (null)"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if isinstance(value, str):
        return f"the text '{cut(value)}'"
    return str(value)

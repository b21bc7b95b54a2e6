"""Reading the plainest YAML, in which the bundled profiles are written, without importing a library for all of it.

What it reads it reads as `read_yaml` does, value by value and place by place; of whatever else it says that it cannot.
"""

from __future__ import annotations

from typing import Any

from mayi_rules.characters import hidden_at
from mayi_rules.documents.nodes import MAX_DIGITS, MAX_KEY, MAX_NESTED, Node
from mayi_rules.documents.spelling import nfc
from mayi_rules.reasons import Source

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DIGITS = "0123456789"
_IN_KEYS = frozenset(f"{_LETTERS}{_DIGITS}_")
_IN_WORDS = _IN_KEYS | {" ", "-"}
_VALUES = {"true": True, "false": False, "null": None, "Null": None, "NULL": None}


class _NotPlain(Exception):  # noqa: N818 - ends the reading, is never seen outside
    """The text is not plain enough."""


def read_plain_yaml(text: str, label: str) -> Node | None:
    """The tree of a document, or None when it is not plain enough (or no YAML at all).

    Plain are block mappings and lists of block style, in them texts and numbers, mappings and lists of one line, and
    quotes without backslashes; keys are words; no value goes over several lines.

    Args:
        text: the document.
        label: the name of the file in sources.
    """
    lines = text.split("\n")
    if "\t" in text or nfc(text) != text or any(hidden_at(line) is not None for line in lines):
        return None
    try:
        return _Reader(lines, label).read()
    except _NotPlain:
        return None


class _Reader:
    """Takes line by line; the lines that say nothing are left out."""

    def __init__(self, lines: list[str], label: str) -> None:
        self.label = label
        self.lines = [
            (number, len(line) - len(line.lstrip(" ")), line.rstrip(" "))
            for number, line in enumerate(lines, start=1)
            if line.lstrip(" ") and not line.lstrip(" ").startswith("#")
        ]
        self.next = 0

    def read(self) -> Node:
        if not self.lines or self.lines[0][1]:
            raise _NotPlain
        root = self.mapping(0, 1)
        if self.next < len(self.lines):
            raise _NotPlain
        return root

    def mapping(self, indent: int, depth: int) -> Node:
        """The mapping whose first key is in the next line."""
        found: dict[str, Node] = {}
        node = Node(found, self.source(self.lines[self.next][0], indent))
        while self.next < len(self.lines) and self.lines[self.next][1] == indent:
            number, _, line = self.lines[self.next]
            key = _key(line, indent)
            if not key or key in found or depth >= MAX_NESTED:
                raise _NotPlain
            self.next += 1
            value = self.value(number, line, _behind(line, indent, key), indent, depth)
            value.key_source = self.source(number, indent)
            found[key] = value
        return self.ended(node, indent)

    def sequence(self, indent: int, depth: int) -> Node:
        """The list whose first item is in the next line."""
        found: list[Node] = []
        node = Node(found, self.source(self.lines[self.next][0], indent))
        while self.next < len(self.lines) and self.lines[self.next][1] == indent:
            number, _, line = self.lines[self.next]
            at = indent + 2
            if not line.startswith("- ", indent) or line[at] == " " or depth >= MAX_NESTED:
                raise _NotPlain
            if _key(line, at):
                self.lines[self.next] = number, at, line
                found.append(self.mapping(at, depth + 1))
            else:
                self.next += 1
                found.append(self.value(number, line, at, indent, depth))
        return self.ended(node, indent)

    def ended(self, node: Node, indent: int) -> Node:
        """The collection, unless the line behind it goes on with its last value."""
        if self.next < len(self.lines) and self.lines[self.next][1] > indent:
            raise _NotPlain
        return node

    def value(self, number: int, line: str, at: int, indent: int, depth: int) -> Node:
        """What is in a line from here on, or else below it."""
        if at >= len(line):
            if self.next == len(self.lines) or self.lines[self.next][1] <= indent:
                raise _NotPlain
            _, below, following = self.lines[self.next]
            return (self.sequence if following[below] == "-" else self.mapping)(below, depth + 1)
        if line[at] in '{["':
            node, end = self.flow_value(number, line, at, depth)
            if end < len(line):
                raise _NotPlain
            return node
        rest = line[at:]
        if (rest[0] not in _IN_KEYS and rest[0] != "-") or ": " in rest or " #" in rest or rest.endswith(":"):
            raise _NotPlain
        return Node(_plain(rest), self.source(number, at))

    def flow(self, number: int, line: str, at: int, depth: int) -> tuple[Node, int]:
        """A mapping or list in brackets, and where it ends."""
        is_mapping = line[at] == "{"
        entries: dict[str, Node] = {}
        items: list[Node] = []
        node = Node(entries if is_mapping else items, self.source(number, at))
        at += 1
        while depth <= MAX_NESTED:
            key = _key(line, at) if is_mapping else ""
            if is_mapping and (not key or key in entries):
                break
            value, end = self.flow_value(number, line, _behind(line, at, key) if key else at, depth)
            if key:
                value.key_source = self.source(number, at)
                entries[key] = value
            else:
                items.append(value)
            if line.startswith("}" if is_mapping else "]", end):
                return node, end + 1
            if not line.startswith(", ", end):
                break
            at = end + 2
        raise _NotPlain

    def flow_value(self, number: int, line: str, at: int, depth: int) -> tuple[Node, int]:
        """A value in brackets, or in quotes, and where it ends."""
        source = self.source(number, at)
        if line.startswith(("{", "["), at):
            return self.flow(number, line, at, depth + 1)
        if line.startswith('"', at):
            end = line.find('"', at + 1)
            text = line[at + 1 : end]
            if end < 0 or "\\" in text:
                raise _NotPlain
            return Node(text, source), end + 1
        end = min((found for sign in ",]}" if (found := line.find(sign, at)) > at), default=len(line))
        text = line[at:end]
        if not text or not _IN_WORDS.issuperset(text) or text.strip(" ") != text:
            raise _NotPlain
        return Node(_plain(text), source), end

    def source(self, number: int, index: int) -> Source:
        return Source(self.label, number, index + 1)


def _key(line: str, at: int) -> str:
    """The key that begins here; empty where none does."""
    end = line.find(":", at)
    key = line[at:end]
    is_key = 0 < end - at <= MAX_KEY and _IN_KEYS.issuperset(key) and (end + 1 == len(line) or line[end + 1] == " ")
    return key if is_key else ""


def _behind(line: str, at: int, key: str) -> int:
    """Where the value of a key begins; the end of the line where none is in it."""
    at += len(key) + 1
    while at < len(line) and line[at] == " ":
        at += 1
    return at


def _plain(text: str) -> Any:
    if text in _VALUES:
        return _VALUES[text]
    if text[0] in _LETTERS:
        return text
    number = text.removeprefix("-")
    if len(text) > MAX_DIGITS or not set(number) <= set(_DIGITS) or number[:1] == "0" != number or not number:
        raise _NotPlain
    return int(text)

"""Strict reading of YAML: every value keeps its place, texts are composed (NFC), and nothing is guessed."""

from __future__ import annotations

import re
from typing import Any, NoReturn

from mayi_rules.arguments import cut
from mayi_rules.characters import hidden_at, hidden_message
from mayi_rules.documents.nodes import BROKEN, MAX_DIGITS, MAX_NESTED, MAX_NODES, Node, Stop, long_key
from mayi_rules.documents.spelling import nfc
from mayi_rules.errors import MAX_FAULTS, Fault, may_be_more
from mayi_rules.reasons import Source

_INI_HEAD = re.compile(r"\s*\[+\s*([A-Za-z_][\w .-]*?)\s*\]+\s*(?:[#;].*)?")
_ASSIGNED = re.compile(r"\s*([A-Za-z_][\w.-]*)\s*=\s*(\S*).*")
_NO_SPACE = re.compile(r"\s*([A-Za-z_][\w-]*):([^\s:/]\S*).*")
_MAX_TEXT = 500  # longer texts are not looked at to their end: the expressions may go through them many times
MAX_BYTES = 256 * 1024

_DECIMAL = re.compile(r"-?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+(?=[eE]))([eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)")
# What YAML readers of one version or another take for a number although it does not look like one.
_TRAPS = (
    (re.compile(r"[-+]?0o?[0-7_]+"), "a leading 0 makes it an octal number in YAML"),
    (re.compile(r"[-+]?0x[0-9a-fA-F_]+"), "it is a hexadecimal number"),
    (re.compile(r"[-+]?0b[01_]+"), "it is a binary number"),
    (re.compile(r"[-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?"), "YAML reads it to the base of 60"),
    (re.compile(r"[-+]?[0-9][0-9_]*_[0-9_]*(\.[0-9_]*)?"), "YAML drops the underscores"),
    (re.compile(r"[-+]?0[0-9]+"), "numbers have no leading 0"),
    (re.compile(r"\+[0-9]+"), "numbers have no plus sign"),
)
_NULLS = {"", "~", "null", "Null", "NULL"}

_MAX_NUMBER = 100
"""A longer text is not looked at as a number that YAML readers understand differently."""


def read_yaml(
    data: bytes, label: str, *, max_bytes: int = MAX_BYTES, max_nodes: int = MAX_NODES
) -> tuple[Node | None, list[Fault]]:
    """Read one YAML document.

    Args:
        data: the bytes of the file.
        label: the name of the file in faults and sources.
        max_bytes: a larger file is refused.
        max_nodes: a file with more values is refused.

    Returns:
        The tree, or None when there is none, and everything that is wrong with the text.
    """
    faults: list[Fault] = []
    if len(data) > max_bytes:
        return None, [size_fault(label, max_bytes)]
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        message = "the file is not UTF-8 text"
        return None, [Fault(message, rule="reading.encoding", source=Source(label, line, column))]
    hidden = hidden_at(text.replace("\r", "\n"))
    if hidden is not None:
        line = text.count("\n", 0, hidden) + 1
        column = hidden - text.rfind("\n", 0, hidden)
        message = hidden_message(text, hidden)
        return None, [Fault(message, rule="reading.characters", source=Source(label, line, column))]
    try:
        root = _Reader(label, faults, max_nodes).read(text)
    except Stop:
        return None, faults
    return root, faults


def size_fault(label: str, max_bytes: int = MAX_BYTES) -> Fault:
    """The fault of a file that is too large to be read."""
    return Fault(
        f"the file is larger than {max_bytes // 1024} KiB, the most that is read",
        rule="reading.size",
        source=Source(label),
    )


class _Reader:
    """Builds the tree from YAML's events, one after the other, without recursion."""

    def __init__(self, label: str, faults: list[Fault], max_nodes: int) -> None:
        self.label = label
        self.faults = faults
        self.max_nodes = max_nodes

    def read(self, text: str) -> Node:
        import yaml

        loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        roots: list[Node] = []
        # Each open collection: its node and, in a mapping, the key that waits for a value.
        stack: list[tuple[Node, Node | None]] = []
        count = 0
        try:
            for event in yaml.parse(text, Loader=loader):
                count += 1
                if count > self.max_nodes:
                    self.stop(f"there are more than {self.max_nodes} values", "reading.size", self.at(event))
                if isinstance(event, yaml.DocumentStartEvent):
                    if roots:
                        message = "a second document begins here (---); a file holds one profile"
                        self.stop(message, "reading.documents", self.at(event))
                elif isinstance(event, yaml.ScalarEvent):
                    self.refuse_extras(event)
                    node = self.scalar(event, is_key=self.expects_key(stack))
                    self.add(stack, roots, node if event.tag is None else Node(BROKEN, node.source))
                elif isinstance(event, yaml.AliasEvent):
                    message = f"*{cut(str(event.anchor))}: aliases are not part of the language; write the value out"
                    self.fault(message, "reading.alias", self.at(event))
                    self.add(stack, roots, Node(BROKEN, self.at(event)))
                elif isinstance(event, yaml.CollectionStartEvent):
                    self.refuse_extras(event)
                    if len(stack) >= MAX_NESTED:
                        message = f"the values are nested more than {MAX_NESTED} deep"
                        self.stop(message, "reading.depth", self.at(event))
                    node = Node({} if isinstance(event, yaml.MappingStartEvent) else [], self.at(event))
                    if self.expects_key(stack):
                        self.stop("a key is a plain word or number", "reading.key", self.at(event))
                    self.add(stack, roots, node, opens=True)
                elif isinstance(event, yaml.CollectionEndEvent):
                    stack.pop()
        except yaml.YAMLError as error:
            self.syntax(text, error)
        if not roots or roots[0].value is None:
            self.stop("the file is empty", "reading.empty", Source(self.label, 1, 1))
        return roots[0]

    def at(self, event: Any) -> Source:
        mark = event.start_mark
        return Source(self.label, mark.line + 1, mark.column + 1)

    def fault(self, message: str, rule: str, source: Source, path: str = "") -> None:
        self.faults.append(Fault(message, rule=rule, path=path, source=source))
        if len(self.faults) == MAX_FAULTS:
            self.faults.append(may_be_more(source))
            raise Stop

    def stop(self, message: str, rule: str, source: Source) -> NoReturn:
        self.fault(message, rule, source)
        raise Stop

    @staticmethod
    def expects_key(stack: list[tuple[Node, Node | None]]) -> bool:
        return bool(stack) and isinstance(stack[-1][0].value, dict) and stack[-1][1] is None

    def add(
        self,
        stack: list[tuple[Node, Node | None]],
        roots: list[Node],
        node: Node,
        *,
        opens: bool = False,
    ) -> None:
        if not stack:
            roots.append(node)
        else:
            parent, waiting = stack[-1]
            if isinstance(parent.value, list):
                parent.value.append(node)
            elif waiting is None:
                stack[-1] = (parent, node)
            else:
                stack[-1] = (parent, None)
                node.key_source = waiting.source
                self.put(parent, waiting, node)
        if opens:
            stack.append((node, None))

    def put(self, parent: Node, name: Node, node: Node) -> None:
        if name.value is BROKEN:
            return
        first = parent.value.get(name.value)
        if first is None:
            parent.value[name.value] = node
            return
        at = f"line {first.key_source.line}, column {first.key_source.column}"
        message = f"{name.value} is given twice; first in {at}"
        self.fault(message, "reading.duplicate_key", name.source, name.value)

    def refuse_extras(self, event: Any) -> None:
        if event.anchor is not None:
            message = f"&{cut(event.anchor)}: anchors are not part of the language"
            self.fault(message, "reading.anchor", self.at(event))
        if event.tag is not None:
            tag = cut(event.tag.replace("tag:yaml.org,2002:", "!!"))
            message = f"the tag {tag} is not part of the language; write the plain value"
            self.fault(message, "reading.tag", self.at(event))

    def scalar(self, event: Any, *, is_key: bool) -> Node:
        source = self.at(event)
        text = nfc(event.value)
        if (hidden := hidden_at(text)) is not None:  # written with a backslash: what is there itself is found before
            self.fault(hidden_message(text, hidden), "reading.characters", source)
            return Node(BROKEN, source)
        if is_key:
            if text == "<<" and not event.style:
                message = "merge keys (<<) are not part of the language; use extends"
                self.fault(message, "reading.merge_key", source)
                return Node(BROKEN, source)
            if (long := long_key(text)) is not None:
                self.fault(long, "reading.key", source)
                return Node(BROKEN, source)
            return Node(text, source)
        if event.style:
            return Node(text, source)
        return Node(self.plain_value(text, source), source)

    def plain_value(self, text: str, source: Source) -> Any:
        if text in _NULLS:
            return None
        if text == "true":
            return True
        if text == "false":
            return False
        if _DECIMAL.fullmatch(text):
            if len(text) > MAX_DIGITS:
                self.fault(f"{cut(text, 20)} is far too large a number", "reading.number", source)
                return BROKEN
            return int(text)
        for pattern, why in _TRAPS:
            if len(text) <= _MAX_NUMBER and pattern.fullmatch(text):
                message = f"{cut(text)} is not a plain decimal number: {why}; put it in quotes if it is text"
                self.fault(message, "reading.number", source)
                return BROKEN
        if _NOT_FINITE.fullmatch(text):
            self.fault(f"{cut(text)} is not a number that a rule can have", "reading.number", source)
            return BROKEN
        if _FLOAT.fullmatch(text):
            number = float(text)
            if number - number != 0:
                self.fault(f"{cut(text)} is far too large a number", "reading.number", source)
                return BROKEN
            return number
        return text

    def syntax(self, text: str, error: Any) -> None:
        mark: Any = getattr(error, "problem_mark", None)
        language = "JSON" if self.label.lower().endswith(".json") or text.lstrip().startswith("{") else "YAML"
        if mark is None:
            self.stop(f"the file is not {language}: {error}", "reading.syntax", Source(self.label))
        source = Source(self.label, mark.line + 1, mark.column + 1)
        if "nesting depth" in str(error.problem):
            self.stop(f"the values are nested more than {MAX_NESTED} deep", "reading.depth", source)
        lines = text.splitlines()
        line = lines[mark.line] if mark.line < len(lines) else ""
        if "\t" in line[: len(line) - len(line.lstrip())]:
            self.stop("a tab indents this line; YAML takes spaces only", "reading.tab", source)
        context = f" ({error.context})" if error.context else ""
        message = f"the file is not {language}: {error.problem}{context}"
        near = "\n".join(lines[max(0, mark.line - 1) : mark.line + 1])
        if language == "YAML" and (instead := in_yaml_instead(near)):
            self.stop(f"{message}; {instead}", "reading.syntax", source)
        if mark.line + 1 >= len(lines) and not line[mark.column :].strip():
            message += "; it ends in the middle of a value"
        self.stop(message, "reading.syntax", source)


def in_yaml_instead(text: str) -> str | None:
    """What to write for the first line of a text that another syntax than YAML explains, or None."""
    for line in text[:_MAX_TEXT].splitlines():
        if head := _INI_HEAD.fullmatch(line):
            name = head[1]
            return f"a section is written as a key of its own, `{name}:`, with its keys below it, two spaces further in"
        if assigned := _ASSIGNED.fullmatch(line):
            return f"a value stands behind a colon and a space: `{assigned[1]}: {assigned[2] or '…'}`"
        if joined := _NO_SPACE.fullmatch(line):
            return f"a space stands behind the colon: `{joined[1]}: {joined[2]}`"
    return None

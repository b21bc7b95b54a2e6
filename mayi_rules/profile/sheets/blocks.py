"""What a page is made of, before it is written as Markdown, HTML or plain text."""

from __future__ import annotations

import attrs


@attrs.frozen
class Line:
    """One or two sentences, and the keys that say so."""

    text: str
    keys: tuple[str, ...] = ()


@attrs.frozen
class Heading:
    """The title of a part of the page."""

    text: str


@attrs.frozen
class Rules:
    """Rules of one part, one line each."""

    lines: tuple[Line, ...]


@attrs.frozen
class Example:
    """A line that shows what a rule comes to."""

    line: Line


@attrs.frozen
class Grid:
    """A table; all rows have as many cells as there are columns."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    keys: tuple[str, ...] = ()


@attrs.frozen
class Box:
    """Lines that stand out from the page, under a title."""

    title: str
    lines: tuple[Line, ...]


Block = Heading | Rules | Example | Grid | Box


@attrs.frozen
class Page:
    """A whole page."""

    title: str
    subtitle: str
    blocks: tuple[Block, ...]
    footer: str

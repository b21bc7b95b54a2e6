"""Pages as Markdown and as plain text."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Literal, assert_never

from mayi_rules.profile.sheets.blocks import Block, Box, Example, Grid, Heading, Line, Page, Rules

Format = Literal["md", "html", "txt"]
WIDTH = 78
_LEAST_CELL = 24


def said(line: Line, *, keys: bool) -> str:
    """A line as text, with its keys behind it if they are wanted."""
    shown = f" [{', '.join(line.keys)}]" if keys and line.keys else ""
    return " ".join(line.text.split()) + shown


def _keys_below(block: Grid, *, keys: bool) -> str:
    return f"[{', '.join(block.keys)}]" if keys and block.keys else ""


def markdown(page: Page, *, keys: bool = False) -> str:
    """The page as Markdown."""
    parts = [f"# {_escaped(' '.join(page.title.split()))}", _escaped(page.subtitle)]
    parts += ["\n".join(_markdown_block(block, keys=keys)) for block in page.blocks]
    return "\n\n".join([*parts, f"*{_escaped(page.footer)}*"]) + "\n"


def _escaped(text: str) -> str:
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", text)


def _markdown_block(block: Block, *, keys: bool) -> Iterator[str]:
    match block:
        case Heading():
            yield f"## {block.text}"
        case Rules():
            yield from (f"- {_escaped(said(line, keys=keys))}" for line in block.lines)
        case Example():
            yield f"> *Example.* {_escaped(said(block.line, keys=keys))}"
        case Box():
            yield f"> **{_escaped(' '.join(block.title.split()))}:**"
            yield ">"
            yield from (f"> - {_escaped(said(line, keys=keys))}" for line in block.lines)
        case Grid():
            for index, row in enumerate((block.columns, *block.rows)):
                yield f"| {' | '.join(map(_escaped, row))} |"
                if not index:
                    yield "|" + " --- |" * len(row)
            if below := _keys_below(block, keys=keys):
                yield f"\n{_escaped(below)}"
        case _:
            assert_never(block)


def plain_text(page: Page, *, keys: bool = False) -> str:
    """The page as plain text of 78 columns."""
    title = " ".join(page.title.split())
    parts = ["\n".join([*_wrapped(title), "=" * min(WIDTH, len(title))]), "\n".join(_wrapped(page.subtitle))]
    parts += ["\n".join(_text_block(block, keys=keys)) for block in page.blocks]
    return "\n\n".join([*parts, "\n".join(_wrapped(page.footer))]) + "\n"


def _wrapped(text: str, first: str = "", rest: str = "") -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=rest) or [first]


def _text_block(block: Block, *, keys: bool) -> Iterator[str]:
    match block:
        case Heading():
            yield block.text.upper()
        case Rules():
            for line in block.lines:
                yield from _wrapped(said(line, keys=keys), "- ", "  ")
        case Example():
            yield from _wrapped(said(block.line, keys=keys), "  Example: ", "    ")
        case Box():
            yield from _wrapped(f"{block.title}:", "| ", "| ")
            for line in block.lines:
                yield from _wrapped(said(line, keys=keys), "| - ", "|   ")
        case Grid():
            yield from _text_table(block)
            if below := _keys_below(block, keys=keys):
                yield from _wrapped(below)
        case _:
            assert_never(block)


def _text_table(block: Grid) -> Iterator[str]:
    """The columns side by side; long cells of the last columns go over several lines."""
    rows = (block.columns, *block.rows)
    widths = [max(len(row[index]) for row in rows) for index in range(len(block.columns))]
    for index in range(len(widths)):
        others = sum(widths) - widths[index] + 2 * (len(widths) - 1)
        widths[index] = min(widths[index], max(_LEAST_CELL, WIDTH - others))
    if sum(widths) + 2 * (len(widths) - 1) > WIDTH:
        longest = max(len(word) for row in rows for cell in row[:-1] for word in cell.split())
        widths = [min(width, max(longest, 12)) for width in widths[:-1]] + [widths[-1]]
        widths[-1] = max(12, min(widths[-1], WIDTH - sum(widths[:-1]) - 2 * (len(widths) - 1)))
    for number, row in enumerate(rows):
        cells = [textwrap.wrap(cell, width) or [""] for cell, width in zip(row, widths, strict=True)]
        for index in range(max(map(len, cells))):
            parts = [
                (cell[index] if index < len(cell) else "").ljust(width)
                for cell, width in zip(cells, widths, strict=True)
            ]
            yield "  ".join(parts).rstrip()
        if not number:
            yield "  ".join("-" * width for width in widths)

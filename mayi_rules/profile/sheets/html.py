"""Pages as HTML: one self-contained file that prints well."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import assert_never

from mayi_rules.profile.sheets.blocks import Block, Box, Example, Grid, Heading, Line, Page, Rules

_STYLE = """
  body { font: 11pt/1.4 Georgia, "Times New Roman", serif; color: #111; background: #fff;
         max-width: 46em; margin: 2em auto; padding: 0 1.2em; }
  h1 { font-size: 1.7em; margin: 0 0 .1em; }
  h2 { font-size: 1.1em; margin: 1.1em 0 .3em; border-bottom: 1px solid #999; break-after: avoid; }
  ul { margin: .3em 0; padding-left: 1.2em; }
  li { margin: .15em 0; }
  table { border-collapse: collapse; margin: .4em 0; }
  th, td { border: 1px solid #999; padding: .15em .6em; text-align: left; vertical-align: top; }
  th { background: #eee; font-weight: bold; }
  tr, li, .example, .box { break-inside: avoid; }
  .example { margin: .3em 0 .3em 1.2em; font-style: italic; }
  .box { border: 2px solid #333; padding: .3em .9em; margin: .8em 0; }
  .box h2 { border: 0; margin-top: .3em; }
  .key { font: .75em monospace; color: #666; }
  footer { margin-top: 1.5em; font-size: .8em; color: #555; }
  @page { margin: 15mm; }
  @media print {
    body { font-size: 9.5pt; max-width: none; margin: 0; padding: 0; }
    th { background: none; }
  }
""".strip("\n")


def html_page(page: Page, *, keys: bool = False) -> str:
    """The page as HTML; it needs nothing from elsewhere and runs no script."""
    title = _text(page.title)
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>",
        f"<style>\n{_STYLE}\n</style>",
        "</head>",
        "<body>",
        f"<h1>{title}</h1>",
        f"<p>{_text(page.subtitle)}</p>",
    ]
    for block in page.blocks:
        lines += _block(block, keys=keys)
    return "\n".join([*lines, f"<footer>{_text(page.footer)}</footer>", "</body>", "</html>"]) + "\n"


def _text(text: str) -> str:
    return escape(" ".join(text.split()))


def _line(line: Line, *, keys: bool) -> str:
    return _text(line.text) + _keys(line.keys, keys=keys)


def _keys(names: tuple[str, ...], *, keys: bool) -> str:
    return f' <span class="key">{escape(", ".join(names))}</span>' if keys and names else ""


def _items(lines: tuple[Line, ...], *, keys: bool) -> Iterator[str]:
    yield "<ul>"
    yield from (f"<li>{_line(line, keys=keys)}</li>" for line in lines)
    yield "</ul>"


def _block(block: Block, *, keys: bool) -> Iterator[str]:
    match block:
        case Heading():
            yield f"<h2>{_text(block.text)}</h2>"
        case Rules():
            yield from _items(block.lines, keys=keys)
        case Example():
            yield f'<p class="example">Example. {_line(block.line, keys=keys)}</p>'
        case Box():
            yield f'<div class="box"><h2>{_text(block.title)}</h2>'
            yield from _items(block.lines, keys=keys)
            yield "</div>"
        case Grid():
            head = "".join(f'<th scope="col">{_text(cell)}</th>' for cell in block.columns)
            yield f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>"
            for row in block.rows:
                yield f"<tr>{''.join(f'<td>{_text(cell)}</td>' for cell in row)}</tr>"
            yield "</tbody>\n</table>"
            if shown := _keys(block.keys, keys=keys):
                yield f"<p>{shown.strip()}</p>"
        case _:
            assert_never(block)

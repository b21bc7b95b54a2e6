"""The programs of the documentation as source: README, the blocks of a page one after the other, the examples."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
EXAMPLES = tuple(sorted((ROOT / "docs" / "examples").glob("*.py")))


def source(file: Path) -> str:
    """What a page or a file says in Python, without the answers; empty where it says nothing."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".py":
        return text
    return "\n".join(_code(block) for block in BLOCK.findall(text))


def _code(block: str) -> str:
    if ">>>" not in block:
        return block
    return "".join(example.source for example in doctest.DocTestParser().get_examples(block))


def programs() -> dict[str, str]:
    """The source of all that the documentation has in Python, by the file in which it is written."""
    return {file.name: text for file in (*PAGES, *EXAMPLES) if (text := source(file))}

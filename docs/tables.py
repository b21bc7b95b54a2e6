"""Writes the tables of the documentation that are made from the code: `python docs/tables.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from mayi_rules.reasons import ReasonCode
from mayi_rules.refusals import PARAMETERS, SENTENCES, SPECIAL_SENTENCES, parameters_of
from mayi_rules.serving import faults
from mayi_rules.serving.faults import ErrorCode
from mayi_rules.serving.method import Audience
from mayi_rules.serving.server import METHODS

DOCS = Path(__file__).parent
PAGES = ("reasons.md", "protocol.md")
_SECTIONS = {
    "turn": "Turn and phase",
    "notation": "Text that is no move",
    "cards": "Cards",
    "meld": "Melds",
    "opening": "Opening",
    "laying_off": "Laying off",
    "swapping": "Swapping",
    "drawing": "Drawing",
    "buying": "Buying",
    "going_out": "Going out",
    "taking_back": "Taking back",
    "cut": "The cut",
    "deal": "The deal",
}


def reasons() -> Iterator[str]:
    """The codes of refusals with their sentences and parameters, a table a section."""
    for section, codes in groupby(ReasonCode, key=lambda code: code.value.partition(".")[0]):
        yield f"## {_SECTIONS[section]}\n\n| code | sentence | parameters |\n|---|---|---|"
        for code in codes:
            for text in (SENTENCES[code], *SPECIAL_SENTENCES.get(code, ())):
                names = ", ".join(f"`{name}`" for name in dict.fromkeys(parameters_of(text)))
                yield f"| `{code.value}` | {_plain(text)} | {names} |"
        yield ""


def parameters() -> Iterator[str]:
    """What the parameters of refusals are."""
    yield "| parameter | what it is |\n|---|---|"
    yield from (f"| `{name}` | {about} |" for name, about in sorted(PARAMETERS.items()))


def _plain(sentence: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: f"*{found[1].replace('_', ' ')}*", sentence).replace("|", "\\|")


def methods() -> Iterator[str]:
    """Every method of the protocol: what it takes and gives."""
    titles = {Audience.ALL: "for anybody", Audience.SEAT: "for the seat", Audience.HOST: "for the host only"}
    for method in METHODS.values():
        yield f"### `{method.name}`\n\n{method.about} The answer is {titles[method.audience]}.\n"
        yield from _listed("Takes", method.params, method.optional)
        yield from _listed("Gives", method.result, ())


def _listed(title: str, shapes: Mapping[str, Any], optional: tuple[str, ...]) -> Iterator[str]:
    if not shapes:
        return
    yield f"{title}:\n"
    for name, shape in shapes.items():
        extra = ", may be left out" if name in optional else ""
        yield f"- `{name}` ({_type(shape)}{extra}){_about(shape)}"
    yield ""


def _about(shape: Mapping[str, Any]) -> str:
    return f": {shape['description']}" if "description" in shape else ""


def _type(shape: Mapping[str, Any]) -> str:
    if "$ref" in shape:
        return f"a {shape['$ref'].rpartition('/')[2]}"
    if "enum" in shape:
        return "one of " + ", ".join(f"`{one}`" for one in shape["enum"])
    kinds = shape.get("type", "any value")
    text = kinds if isinstance(kinds, str) else " or ".join(kinds)
    if text == "array":
        return f"a list, each {_type(shape['items'])}"
    if text == "object" and "properties" in shape:
        return "an object of " + ", ".join(f"`{name}`" for name in shape["properties"])
    return text


def errors() -> Iterator[str]:
    """The codes of refused requests."""
    source = Path(faults.__file__).read_text(encoding="utf-8")
    told = dict(re.findall(r'^    \w+ = "(\w+)"\n    """(.*)"""$', source, re.MULTILINE))
    yield "| code | when |\n|---|---|"
    yield from (f"| `{code.value}` | {told[code.value]} |" for code in ErrorCode)


_PARTS = {"reasons": reasons, "parameters": parameters, "methods": methods, "errors": errors}


def filled(page: str) -> str:
    """A page with its tables made anew; they stand between `<!-- NAME -->` and `<!-- end of NAME -->`."""
    for name, lines in _PARTS.items():
        text = "\n".join(lines()).strip()
        pattern = rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)"
        page = re.sub(pattern, lambda found, text=text: f"{found[1]}\n{text}\n\n{found[2]}", page, flags=re.DOTALL)
    return page


def main() -> None:
    """Write the pages anew."""
    for name in PAGES:
        file = DOCS / name
        file.write_text(filled(file.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()

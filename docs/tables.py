"""Writes the tables of the documentation that are made from the code: `python docs/tables.py`."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

from public_names import Public, other_names, own_names

from mayi_rules.engine.state import events as events_module
from mayi_rules.front import FRONTS
from mayi_rules.reasons import ReasonCode
from mayi_rules.refusals import PARAMETERS, SENTENCES, SPECIAL_SENTENCES, parameters_of
from mayi_rules.serving import faults
from mayi_rules.serving.faults import ErrorCode
from mayi_rules.serving.method import Audience
from mayi_rules.serving.server import METHODS

DOCS = Path(__file__).parent
PAGES = ("reference.md", "api.md", "hidden-information.md", "protocol.md", "reasons.md")
FIELDS: dict[str, str] = {
    "round": "seat number scores rounds phase stock contract contracts cutter",
    "cut": "seat number scores",
    "dealt": "seat cards number",
    "buried": "cards",
    "hand": "seat cards",
    "turn": "seat",
    "took_discard": "seat cards",
    "announced_stock": "seat",
    "offered": "cards seats",
    "asked": "seat cards seats",
    "passed": "seat",
    "may_block": "seat cards seats",
    "blocked": "seat cards",
    "bought": "seat cards",
    "drew_penalty": "seat cards",
    "drew_stock": "seat cards",
    "no_stock_card": "seat",
    "renewed_stock": "cards number",
    "opened": "seat melds kinds",
    "laid_off": "seat cards melds kinds number freed",
    "swapped": "seat cards melds kinds number freed",
    "took_back": "seat cards",
    "discarded": "seat cards",
    "kept": "seat",
    "round_over": "seat number scores how reason",
    "game_over": "scores seats",
    "undone": "number",
}
"""What an event of each type may hold."""

PRIVATE = ("hand", "drew_penalty", "drew_stock")
"""The types whose cards only the seat sees."""
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
    "discarding": "Discarding",
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
    if "properties" in shape:
        return text.replace("object", "an object of " + ", ".join(f"`{name}`" for name in shape["properties"]))
    return text


def _told(module: ModuleType) -> dict[str, str]:
    """The docstrings of an enum's members, by value."""
    source = Path(module.__file__ or "").read_text(encoding="utf-8")
    return dict(re.findall(r'^    \w+ = "(\w+)"\n    """(.*)"""$', source, re.MULTILINE))


def names() -> Iterator[str]:
    """Every public name with its signature, front by front; those of the first by the sections of the reference."""
    page = (DOCS / "reference.md").read_text(encoding="utf-8").partition("<!-- fronts -->")[0]
    known = {one.name: one for one in own_names("mayi_rules")}
    yield "## `mayi_rules`\n"
    for title, body in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL):
        yield f"**{title}**\n"
        for name in re.findall(r"^\.\. auto\w+:: mayi_rules\.(\w+)$", body, re.MULTILINE):
            yield _entry(known[name])
        yield ""
    for front in FRONTS[1:]:
        yield f"## `{front}`\n\n{_first_line(import_module(front))}\n"
        yield from map(_entry, own_names(front))
        yield from _also(front)
        yield ""


def _entry(one: Public) -> str:
    return f"- `{one.signature}`: {one.about}"


def _also(front: str) -> Iterator[str]:
    """The names of a front that are described with another one."""
    others: dict[str, list[str]] = {}
    for one, first in other_names(front):
        others.setdefault(first, []).append(f"`{one.name}`")
    for first, found in others.items():
        yield f"- as in `{first}`: {', '.join(found)}"


def fronts() -> Iterator[str]:
    """What Sphinx fills in for the fronts behind the first."""
    for front in FRONTS[1:]:
        yield f"## {front}\n\n{_first_line(import_module(front))}\n"
        yield from (f"{line}\n" for line in _also(front))
        yield "```{eval-rst}"
        for one in own_names(front):
            yield from _directive(one)
        yield "```\n"


def _directive(one: Public) -> Iterator[str]:
    path = f"{one.front}.{one.name}"
    if not one.is_callable:
        yield f".. py:data:: {path}\n   :value: {one.signature.partition(' = ')[2]}\n\n   {one.about}\n"
    elif not isinstance(one.value, type):
        yield f".. autofunction:: {path}\n"
    elif issubclass(one.value, BaseException):
        yield f".. autoexception:: {path}\n   :members:\n"
    else:
        yield f".. autoclass:: {path}\n   :members:\n"


def _first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")


def view() -> Iterator[str]:
    """The fields of a view, from its schema."""
    schema = json.loads((DOCS.parent / "schemas" / "view.schema.json").read_text(encoding="utf-8"))
    yield "| field | type | what it is |\n|---|---|---|"
    for name, shape in schema["properties"].items():
        known = {**schema["definitions"][shape["$ref"].rpartition("/")[2]], **shape} if "$ref" in shape else shape
        yield f"| `{name}` | {_type(known) if '$ref' not in shape else 'string'} | {known['description']} |"


def events() -> Iterator[str]:
    """The types of events."""
    yield "| event | fields | what happened |\n|---|---|---|"
    for kind, about in _told(events_module).items():
        fields = FIELDS[kind].replace("cards", "cards*") if kind in PRIVATE else FIELDS[kind]
        yield f"| `{kind}` | {', '.join(fields.split())} | {about} |"


def errors() -> Iterator[str]:
    """The codes of refused requests."""
    told = _told(faults)
    yield "| number | code | when |\n|---|---|---|"
    yield from (f"| {code.number} | `{code.value}` | {told[code.value]} |" for code in ErrorCode)


_PARTS = {
    "reasons": reasons,
    "parameters": parameters,
    "methods": methods,
    "errors": errors,
    "fronts": fronts,
    "names": names,
    "view": view,
    "events": events,
}


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

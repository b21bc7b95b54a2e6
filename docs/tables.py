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

import mayi_rules
from mayi_rules.engine.state import events as events_module
from mayi_rules.reasons import ReasonCode
from mayi_rules.refusals import PARAMETERS, SENTENCES, SPECIAL_SENTENCES, parameters_of
from mayi_rules.serving import faults
from mayi_rules.serving.faults import ErrorCode
from mayi_rules.serving.method import Audience
from mayi_rules.serving.server import METHODS

DOCS = Path(__file__).parent
PAGES = ("api.md", "hidden-information.md", "protocol.md", "reasons.md")
MODULES: dict[str, tuple[str, ...]] = {
    "bots.table": ("play_game", "play_round", "RoundResult"),
    "bots.protocol": ("Bot", "seat_of"),
    "bots.registry": ("bot_maker", "bot_names", "make_bot", "BrokenBotError", "UnknownBotError"),
    "cards": ("parse_card", "parse_cards", "format_cards"),
    "moves": (
        "Take", "Stock", "Ask", "Pass", "Block", "Open", "LayOff", "Swap", "TakeBack", "Discard", "Keep",
        "Cut", "Close", "Abandon", "NextRound",
    ),
    "engine.state.values": ("Stage", "Tally"),
    "game.policies": ("Policy", "SitsOut"),
    "game.score_sheet": ("ScoreSheet", "RoundScores", "ScoreLine"),
    "profile.difference": ("Change",),
    "profile.language.descriptions": ("all_keys", "describe", "KeyInfo"),
    "profile.loading.load": ("LintResult",),
    "records.replay": ("Verify",),
    "scenarios.run": ("run_scenarios", "Report", "CaseResult", "Problem"),
    "simulation.comparison": ("compare_bots", "Comparison"),
    "simulation.intervals": ("estimate", "Estimate"),
    "simulation.matches": ("play_match", "MatchResult"),
    "solver": ("can_open", "openings", "best_opening", "distance", "useful", "best_lay_offs", "Lay", "Swap"),
    "testing.random_choice": ("RandomChoices", "DrawnChoices"),
    "testing.conformance": ("check_position", "PropertyBroken"),
    "testing.mirror": ("Mirror",),
    "testing.rounds": ("check_round", "RoundReport"),
    "testing.repro": ("position_text", "position_from", "under"),
    "testing.strategies": ("cards", "hands", "melds", "near_melds", "profiles", "positions", "moves"),
    "testing.random_walk": ("walk",),
}  # fmt: skip
"""The public names of each public module."""

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
    """The names of the package, section by section as the reference has them, with the first line of each."""
    page = (DOCS / "reference.md").read_text(encoding="utf-8")
    for title, body in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL):
        yield f"## {title}\n\n| name | what it is |\n|---|---|"
        for name in re.findall(r"^\.\. auto\w+:: mayi_rules\.(\w+)$", body, re.MULTILINE):
            yield f"| `{name}` | {_first_line(getattr(mayi_rules, name))} |"
        yield ""


def modules() -> Iterator[str]:
    """The names of the public modules."""
    yield "| module | name | what it is |\n|---|---|---|"
    for path, found in MODULES.items():
        module = import_module(f"mayi_rules.{path}")
        for name in found:
            yield f"| `mayi_rules.{path}` | `{name}` | {_first_line(getattr(module, name))} |"


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
    "names": names,
    "modules": modules,
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

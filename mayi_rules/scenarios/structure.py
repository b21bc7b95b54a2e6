"""From a case as written, which the schema has passed, to its values; every fault has its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mayi_rules.cards import parse_cards
from mayi_rules.documents.nodes import BROKEN, Node
from mayi_rules.documents.suggest import Hints, did_you_mean
from mayi_rules.engine.state.values import UPCARD, Phase
from mayi_rules.errors import MAX_FAULTS, Fault, NotationError, may_be_more
from mayi_rules.game.game import HOST_NAME, check_names
from mayi_rules.melds.meld_text import parse_meld_text
from mayi_rules.moves import HOST
from mayi_rules.profile.language.table import Table
from mayi_rules.reasons import ReasonCode
from mayi_rules.scenarios.case import (
    Case,
    Expectation,
    Given,
    Opened,
    Pile,
    PlayStep,
    TableItem,
    case_fault,
)
from mayi_rules.scenarios.profiles import USUAL_PROFILE, Profiles

MORE = ("…", "...")
_STEP_KEYS = ("refused", "expect")


def structure_case(node: Node, common: Node | None, profiles: Profiles, faults: list[Fault]) -> Case:
    """The case that a node of the file describes.

    Args:
        node: the case as written.
        common: the profile of the file, for cases that name none of their own.
        profiles: loads profiles.
        faults: what the schema found wrong with the case; with any, nothing more is read.
    """
    written = node.value if isinstance(node.value, dict) else {}
    name = str(written["name"].value) if "name" in written else "(a case without a name)"
    if faults:
        return Case(name=name, faults=tuple(faults), node=node)
    reader = _Reader(node)
    seats = reader.seats()
    given = written.get("given")
    profile, wrong = profiles.load(written.get("profile", common) or Node(USUAL_PROFILE, node.source))
    reader.faults += wrong
    position = reader.given(given.value if given else {})
    steps = tuple(reader.step(step, index) for index, step in enumerate(_items(written, "play")))
    expect = reader.expectation(written["expect"], ("expect",)) if "expect" in written else None
    return Case(
        name=name,
        cites=written["cites"].value if "cites" in written else "",
        seats=seats,
        profile=profile,
        given=position,
        steps=steps,
        expect=expect,
        named=frozenset(_named_kinds(node)),
        faults=tuple(reader.faults),
        node=node,
    )


def _items(written: dict[str, Node], key: str) -> list[Node]:
    return written[key].value if key in written else []


def _named_kinds(node: Node) -> Iterator[int]:
    """Every kind of card that is named in the position, the moves or the expectations."""
    for key in ("given", "play", "expect"):
        if key in node.value:
            for text in _texts(node.value[key]):
                for word in text.replace("|", " ").replace("=", " ").split():
                    try:
                        yield from parse_cards(word)
                    except NotationError:
                        continue


def _texts(node: Node) -> Iterator[str]:
    value = node.value
    if isinstance(value, str):
        yield value
    elif value is not BROKEN and isinstance(value, list | dict):
        for below in value.values() if isinstance(value, dict) else value:
            yield from _texts(below)


class _Reader:
    """Reads the parts of one case and collects what is wrong."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.faults: list[Fault] = []
        self.hints = Hints()
        self.names: tuple[str, ...] = ()

    def fault(self, message: str, *path: str | int) -> None:
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(case_fault(self.node, message, *path))
        elif len(self.faults) == MAX_FAULTS:
            self.faults.append(may_be_more(self.faults[-1].source))

    def seats(self) -> tuple[str, ...]:
        names = [str(seat.value) for seat in self.node.value["seats"].value]
        try:
            self.names = check_names(names)
        except NotationError as error:
            self.fault(str(error), "seats")
        for name in names:
            if name in _STEP_KEYS:
                self.fault(f"a seat of a scenario cannot be called {name}: it is a word of the format", "seats")
        return self.names

    def seat(self, name: Any, *path: str | int) -> int:
        """The number of a seat; 0 with a fault when nobody is called so."""
        text = str(name)
        if text in self.names:
            return self.names.index(text)
        if self.names:
            near = self.hints.nearest(text, self.names)
            hint = did_you_mean(near, f"the seats are {', '.join(self.names)}")
            self.fault(f"nobody is called {text!r}{hint}", *path)
        return 0

    def cards(self, text: str, *path: str | int) -> tuple[int, ...]:
        try:
            return tuple(parse_cards(text))
        except NotationError as error:
            more = "; … has no meaning in a hand" if any(mark in text for mark in MORE) else ""
            self.fault(f"{error}{more}", *path)
            return ()

    def pile(self, text: str, *path: str | int) -> Pile:
        stripped = text.strip()
        mark = next((mark for mark in MORE if stripped.endswith(mark)), "")
        return Pile(self.cards(stripped.removesuffix(mark), *path), more=bool(mark))

    def hands(self, values: dict[str, Node], *path: str | int) -> Table[int, tuple[int, ...]]:
        return Table({self.seat(name, *path, name): self.cards(one.value, *path, name) for name, one in values.items()})

    def by_seat(self, values: dict[str, Node], *path: str | int) -> Table[int, Any]:
        return Table({self.seat(name, *path, name): one.value for name, one in values.items()})

    def table(self, items: list[Node], *path: str | int) -> tuple[TableItem, ...]:
        found = []
        for index, item in enumerate(items):
            seat = self.seat(item.value["seat"].value, *path, index, "seat")
            try:
                found.append(TableItem(seat, parse_meld_text(item.value["meld"].value)))
            except NotationError as error:
                self.fault(str(error), *path, index, "meld")
        return tuple(found)

    def given(self, written: dict[str, Node]) -> Given:
        values: dict[str, Any] = {}
        count = len(self.names) or 1
        for key, node in written.items():
            path = ("given", key)
            match key:
                case "turn" | "dealer":
                    values[key] = self.seat(node.value, *path)
                case "phase":
                    values[key] = Phase(node.value)
                case "hands":
                    values[key] = self.hands(node.value, *path)
                case "stock" | "discard":
                    values[key] = self.pile(node.value, *path)
                case "table":
                    values[key] = self.table(node.value, *path)
                case "opened":
                    opened = self.by_seat(node.value, *path)
                    values[key] = Table({seat: Opened(when) for seat, when in opened.items()})
                case "bought" | "totals" | "contracts" | "rounds_won":
                    values[key] = self.by_seat(node.value, *path)
                case "discarded_by":
                    values[key] = tuple(
                        UPCARD if one.value is None else self.seat(one.value, *path, index)
                        for index, one in enumerate(node.value)
                    )
                case _:
                    values[key] = node.value
        values.setdefault("dealer", count - 1)
        values.setdefault("turn", (values["dealer"] + 1) % count)
        return Given(**values)

    def step(self, node: Node, index: int) -> PlayStep:
        path = ("play", index)
        speakers = [name for name in node.value if name not in _STEP_KEYS]
        if len(speakers) != 1:
            self.fault("a step names one seat (or table) and its move", *path)
        name = speakers[0] if speakers else HOST_NAME
        refused = node.value.get("refused")
        codes: list[str] = []
        if refused is not None and not isinstance(refused.value, bool):
            codes = [one.value for one in refused.value] if isinstance(refused.value, list) else [refused.value]
        expect = node.value.get("expect")
        return PlayStep(
            seat=HOST if name == HOST_NAME else self.seat(name, *path, name),
            name=name,
            text=node.value[name].value if speakers else "",
            refused=refused is not None and refused.value is not False,
            codes=tuple(map(ReasonCode, codes)),
            expect=None if expect is None else self.expectation(expect, (*path, "expect")),
            source=node.source,
        )

    def expectation(self, node: Node, at: tuple[str | int, ...]) -> Expectation:
        values: dict[str, Any] = {}
        for key, one in node.value.items():
            path = (*at, key)
            match key:
                case "hands":
                    values[key] = self.hands(one.value, *path)
                case "stock" | "discard":
                    values[key] = self.pile(one.value, *path)
                case "table":
                    values[key] = self.table(one.value, *path)
                case "turn":
                    values[key] = self.seat(one.value, *path)
                case "phase":
                    values[key] = Phase(one.value)
                case "to_act" | "winners":
                    values[key] = frozenset(self.seat(name.value, *path, index) for index, name in enumerate(one.value))
                case "hand_sizes" | "bought" | "bonuses" | "scores" | "totals" | "contracts" | "rounds_won":
                    values[key] = self.by_seat(one.value, *path)
                case _:
                    values[key] = one.value
        return Expectation(**values)

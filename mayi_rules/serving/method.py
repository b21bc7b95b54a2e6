"""A method of the protocol: its name, whom its answer is for, what it takes and gives; and the shapes they share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from attrs import frozen

from mayi_rules.engine.state.values import Phase
from mayi_rules.serving.tables import Tables

Shape = Mapping[str, Any]
"""A JSON schema."""

Run = Callable[[Tables, dict[str, Any]], dict[str, Any]]
"""From the games and the parameters to the result."""


class Audience(StrEnum):
    """Whom the answer may be given to."""

    HOST = "host"
    """The host only: it may tell hidden cards, or changes the game for all."""
    SEAT = "seat"
    """The seat that the request names: the answer holds what that seat may know."""
    ALL = "all"
    """Anybody."""


@frozen(kw_only=True, eq=False)
class Method:
    """One method.

    Attributes:
        name: what a request calls it.
        audience: whom the answer is for.
        about: what it does, for the documentation.
        run: does it.
        params: the shapes of the parameters by name.
        optional: the parameters that may be left out.
        result: the shapes of what the result holds, by name; all are always there.
    """

    name: str
    audience: Audience
    about: str
    run: Run
    params: Mapping[str, Shape] = {}
    optional: tuple[str, ...] = ()
    result: Mapping[str, Shape] = {}

    @property
    def params_shape(self) -> dict[str, Any]:
        """The schema of the parameters."""
        return obj(self.params, optional=self.optional)


def obj(properties: Mapping[str, Shape], *, optional: tuple[str, ...] = (), about: str = "") -> dict[str, Any]:
    """The schema of an object with exactly these properties."""
    shape: dict[str, Any] = {"description": about} if about else {}
    shape |= {"type": "object", "additionalProperties": False, "properties": dict(properties)}
    if required := [name for name in properties if name not in optional]:
        shape["required"] = required
    return shape


def text(about: str, most: int, least: int = 0) -> dict[str, Any]:
    """The schema of a text."""
    return {"description": about, "type": "string", "minLength": least, "maxLength": most}


def whole(about: str, least: int = 0, most: int | None = None) -> dict[str, Any]:
    """The schema of a whole number."""
    shape: dict[str, Any] = {"description": about, "type": "integer", "minimum": least}
    if most is not None:
        shape["maximum"] = most
    return shape


def items(about: str, shape: Shape, most: int | None = None) -> dict[str, Any]:
    """The schema of a list."""
    found: dict[str, Any] = {"description": about, "type": "array", "items": dict(shape)}
    if most is not None:
        found["maxItems"] = most
    return found


def ref(name: str) -> dict[str, Any]:
    """A definition of the protocol's schema: `view`, `event`, `verdict`, `record`, `profile`."""
    return {"$ref": f"#/definitions/{name}"}


GAME = {"description": "The id of the game.", "type": "string", "pattern": "^[A-Za-z0-9_.-]{1,64}$"}
SEAT = text("The name of the seat.", 40, 1)
MOVE = text("The move in notation.", 500)
EXPECTED = whole("The version of the game that the sender has seen; if it is past, nothing happens.")
SINCE = whole("The number of the first event wanted; 0 if left out.")
VERSION = whole("The version of the game.")
EVENTS = items("What happened, as the receiver may know it.", ref("event"))
DECK = text("The pack, top card first, `?` for a card that nobody noted; by chance if left out.", 10_000)
PROFILE = {
    "description": "The id of a bundled profile, or a profile as an object, which may extend a bundled one.",
    "type": ["string", "object"],
}
SEED = {
    "description": "Makes the game reproducible: for tests. Whoever knows a seed knows all cards.",
    "type": ["string", "integer"],
    "maxLength": 200,
}
FAULT = obj(
    {
        "message": text("One sentence for people.", 100_000),
        "rule": text("A short stable name of the rule that is broken.", 100),
        "path": text("The key.", 100_000),
        "file": {"description": "Where it was written.", "type": ["string", "null"]},
        "line": {"description": "From 1.", "type": ["integer", "null"]},
        "column": {"description": "From 1.", "type": ["integer", "null"]},
    }
)
STATUS = {
    "version": VERSION,
    "phase": {"description": "Where the round stands.", "enum": [phase.value for phase in Phase]},
    "round": whole("The number of the round.", 1),
    "turns": whole("How many turns have ended in the round."),
    "to_act": items("The seats that may move; none while the host is awaited.", SEAT),
    "next_event": whole("The number of the next event: what to ask for with `since` later on."),
}

"""Fronts: the modules that users import from, and how a front imports a public name when it is first used.

Whatever a front does not list in `__all__`, and every module that is no front, is private and may change.
"""

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

FRONTS = (
    "mayi_rules",
    "mayi_rules.profile",
    "mayi_rules.game",
    "mayi_rules.cards",
    "mayi_rules.melds",
    "mayi_rules.moves",
    "mayi_rules.engine",
    "mayi_rules.solver",
    "mayi_rules.records",
    "mayi_rules.bots",
    "mayi_rules.simulation",
    "mayi_rules.scenarios",
    "mayi_rules.serving",
    "mayi_rules.testing",
    "mayi_rules.typed",
)
"""The modules that users import from, in the order of the reference."""


def lazy(front: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and the `__dir__` of a front: importing it costs next to nothing, and closes no circle.

    No public name may be that of a submodule: importing the submodule would replace it.

    Args:
        front: the name of the front.
        homes: by the module that holds them, relative to the front, public names with spaces between them.
    """
    home = {name: module for module, text in homes.items() for name in text.split()}

    def attribute(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {front!r} has no attribute {name!r}")
        value = getattr(import_module(home[name], front), name)
        setattr(sys.modules[front], name, value)
        return value

    def names() -> list[str]:
        return sorted(home)

    return attribute, names

"""What changes a game, told to whoever keeps it (a journal) before it holds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from attrs import frozen

from mayi_rules.engine.engine import Step


@frozen
class Played:
    """These steps follow, all or none."""

    steps: tuple[Step, ...]


@frozen
class TakenBack:
    """So many steps are taken back."""

    count: int


@frozen
class Counted:
    """A table told what it counted, by seat's name."""

    scores: Mapping[str, int]


@frozen
class Seated:
    """A seat is played by the policy of this name from now on, or by a person again (None)."""

    seat: str
    policy: str | None


Change = Played | TakenBack | Counted | Seated


class Keeper(Protocol):
    """Keeps every change of a game."""

    def keep(self, change: Change, version: int) -> None:
        """Keep a change that leads to this version of the game; what is raised here refuses it: it does not hold."""
        ...

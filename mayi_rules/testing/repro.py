"""Positions as text that can be read and pasted into a test, and the same position under other rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mayi_rules.engine.state.plain import state_from_plain, state_to_plain
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Chance
from mayi_rules.errors import RecordError
from mayi_rules.fix.other_rules import under_rules
from mayi_rules.melds.legality import is_legal
from mayi_rules.profile.load import bundled_profiles, load_profile
from mayi_rules.profile.profile import Profile


def position_text(state: State) -> str:
    """A position as Python text: hands, table and piles for people, and a call that makes the position again.

    It tells all that the position holds: of a full position also what is hidden. Tests print it, hosts do not.

    Args:
        state: the position.
    """
    lines = [f"position_from({_profile_text(state.rules.profile)}, {{"]
    lines += [f"    {name!r}: {value!r}," for name, value in state_to_plain(state).items()]
    key = state.setting.chance.key
    return "\n".join([*lines, "})" if key is None else f"}}, chance={key!r})"])


def _profile_text(profile: Profile) -> str:
    is_bundled = profile.id in bundled_profiles() and load_profile(profile.id).digest == profile.digest
    return f"load_profile({profile.id!r})" if is_bundled else f"load_profile({profile.to_dict()!r})"


def position_from(profile: Profile, values: Mapping[str, Any], *, chance: str = "chance") -> State:
    """The position that `position_text` has printed.

    Args:
        profile: the rules.
        values: what is in hands, on the table and in the piles.
        chance: the key of later shuffles.

    Raises:
        RecordError: the values are no position under these rules.
    """
    return state_from_plain(values, profile, Chance(chance))


def under(state: State, profile: Profile) -> State:
    """The same position, but played on by other rules.

    In the buying window the seats are asked that could buy by these rules and have not answered; when nobody is left to
    be asked, the window ends as the rules say.

    Args:
        state: the position.
        profile: the other rules.

    Raises:
        RecordError: the rules are not for so many players or have no such round, the pack is another one, or a meld on
            the table is none by these rules.
    """
    rules = state_from_plain(state_to_plain(state), profile, state.setting.chance).rules
    other = under_rules(state, rules)
    for laid in other.table:
        if not is_legal(laid.meld, other.rules):
            raise RecordError(f"{laid.meld} is no meld by the rules of {profile.id}")
    return other


class Shown:
    """A position whose text is made only when it is printed: Hypothesis prints the notes of the last example alone."""

    __slots__ = ("state",)

    def __init__(self, state: State) -> None:
        self.state = state

    def __repr__(self) -> str:
        return position_text(self.state)

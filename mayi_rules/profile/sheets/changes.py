"""What differs between two profiles, in people's words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from mayi_rules.profile.checks.dormancy import dormant_in_round, dormant_keys
from mayi_rules.profile.difference import Change, diff_profiles
from mayi_rules.profile.language.model import GameRules, own_rule_of
from mayi_rules.profile.language.wording import rounds_named
from mayi_rules.profile.sheets.blocks import Line
from mayi_rules.profile.sheets.sentences import sentence_in


@attrs.frozen(kw_only=True)
class ToldChange:
    """A rule in which two profiles differ, with what either of them says to people.

    Attributes:
        change: the key and both values.
        before: the sentence of the first profile.
        after: the sentence of the second one.
        dormant_before: why the key has no effect in the first profile, or empty.
        dormant_after: why it has none in the second one, or empty.
    """

    change: Change
    before: str
    after: str
    dormant_before: str = ""
    dormant_after: str = ""

    @property
    def is_dormant(self) -> bool:
        """Whether the key has no effect in either profile, so that both play the same as far as it goes."""
        return bool(self.dormant_before and self.dormant_after)

    def to_dict(self) -> dict[str, Any]:
        """The change as plain values."""
        return {
            "key": self.change.key,
            "before": self.change.before,
            "after": self.change.after,
            "before_in_words": self.before,
            "after_in_words": self.after,
            "dormant_before": self.dormant_before or None,
            "dormant_after": self.dormant_after or None,
            "dormant": self.is_dormant,
        }


def told_changes(first: GameRules, second: GameRules) -> list[ToldChange]:
    """The rules in which two profiles differ, with both sentences; in the order of the language.

    Args:
        first: the profile before.
        second: the profile after.
    """
    reasons = (_Dormancy(first), _Dormancy(second))
    return [
        ToldChange(
            change=change,
            before=sentence_in(first, change.key, change.before),
            after=sentence_in(second, change.key, change.after),
            dormant_before=reasons[0].of(change.key),
            dormant_after=reasons[1].of(change.key),
        )
        for change in diff_profiles(first, second)
    ]


class _Dormancy:
    """Why a changed key has no effect in a profile."""

    def __init__(self, profile: GameRules) -> None:
        self.profile = profile
        self.dormant = dormant_keys(profile)

    def of(self, key: str) -> str:
        if key in self.dormant:
            return self.dormant[key]
        rule = own_rule_of(key)
        if not rule:
            return ""
        number = int(key.split(".")[1])
        if number > len(self.profile.rounds):
            return "there is no such round"
        return dormant_in_round(self.profile, number).get(rule, "")


def changes_in_words(changes: list[ToldChange]) -> Iterator[Line]:
    """What a profile says where another one differs; the same change of several rounds is one line."""
    groups: dict[tuple[str, str, str], list[ToldChange]] = {}
    for one in changes:
        steps = one.change.key.split(".")
        of_a_round = steps[0] == "rounds"
        rest = ".".join(steps[2:]) if of_a_round else one.change.key
        before, after = (_without_round(text) if of_a_round else text for text in (one.before, one.after))
        groups.setdefault((rest if of_a_round else "", before, after), []).append(one)
    for (of_rounds, before, after), group in groups.items():
        where = ""
        if of_rounds:
            where = rounds_named([int(one.change.key.split(".")[1]) for one in group])
            where = f"{where[0].upper()}{where[1:]}: "
        yield Line(f"{where}{after} (There: {before})", tuple(one.change.key for one in group))


def _without_round(text: str) -> str:
    return text.partition(": ")[2]

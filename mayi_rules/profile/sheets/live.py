"""The rules of a profile that have an effect, as lines of the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mayi_rules.profile.checks.buys import most_buys
from mayi_rules.profile.checks.dormancy import dormant_keys
from mayi_rules.profile.language.model import GameRules, own_rule_path
from mayi_rules.profile.language.plain import profile_to_plain, to_plain
from mayi_rules.profile.language.wording import rounds_named
from mayi_rules.profile.resolution import in_round, round_rules
from mayi_rules.profile.sheets.blocks import Line
from mayi_rules.profile.sheets.sentences import sentence_in


class LiveRules:
    """Asks a profile for the rules that have an effect.

    Attributes:
        profile: the profile.
        numbers: the numbers of players that the page is for.
        dormant: the keys without an effect, with the reason why.
    """

    def __init__(self, profile: GameRules, players: int | None) -> None:
        """Take a profile, and the number of players that the page is for (None: all that the game is for).

        Raises:
            ProfileError: the game is not for so many players.
        """
        self.profile = profile
        self.numbers = list(range(profile.players.min, profile.players.max + 1))
        if players is not None:
            round_rules(profile, players, 1)
            self.numbers = [players]
        self.dormant = dormant_keys(profile)
        if profile.wilds.min_naturals == 0 and self.has_wilds:
            self.dormant.pop("wilds.min_naturals", None)  # it is no limit of its own, but what holds has to be said
        self._plain = profile_to_plain(profile)

    @property
    def has_wilds(self) -> bool:
        """Whether any meld of the game takes a wild."""
        numbers = range(1, len(self.profile.rounds) + 1)
        rounds = [in_round(self.profile, number) for number in numbers]
        return any(bool(here.pack.wild) and here.wilds.per_meld != 0 for here in rounds)

    @property
    def has_buys(self) -> bool:
        """Whether anything may be bought in any round."""
        rounds = [in_round(self.profile, number).buying for number in range(1, len(self.profile.rounds) + 1)]
        return any(most_buys(buying) != 0 for buying in rounds)

    def value(self, key: str) -> Any:
        """The value of a key as YAML has it; None below a choice that is not made."""
        value: Any = self._plain
        for step in key.split("."):
            value = value.get(step) if isinstance(value, dict) else None
        return value

    def is_live(self, key: str) -> bool:
        """Whether the key has an effect in some round that has no rule of its own for it."""
        return key not in self.dormant

    def differing_rounds(self, key: str) -> list[int]:
        """The rounds whose own rule for this key is on the page."""
        return [number for number in range(1, len(self.profile.rounds) + 1) if key in self._own_keys(number)]

    def lines(self, *keys: str) -> Iterator[Line]:
        """The sentences of those of these keys that have an effect."""
        for key in keys:
            if not self.is_live(key):
                continue
            text = sentence_in(self.profile, key, self.value(key))
            if rounds := self.differing_rounds(key):
                verb = "is" if len(rounds) == 1 else "are"
                where = rounds_named(rounds)
                text += f" ({where[0].upper()}{where[1:]} {verb} different: see the contracts.)"
            yield Line(text, (key,))

    def own_lines(self, number: int) -> list[Line]:
        """The sentences of the rules that hold in one round only."""
        rules = self.profile.rounds[number - 1].own
        here = in_round(self.profile, number)
        return [
            Line(sentence_in(here, key, rules[key]), (own_rule_path(number, key),)) for key in self._own_keys(number)
        ]

    def _own_keys(self, number: int) -> list[str]:
        """The round's own rules that have an effect and do not say what the page says anyway."""
        return [
            key
            for key, value in self.profile.rounds[number - 1].own.items()
            if own_rule_path(number, key) not in self.dormant
            and (to_plain(value) != self.value(key) or not self.is_live(key))
        ]

"""A profile: the rules of one game, with all that can be asked of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self

from mayi_rules.arguments import expect
from mayi_rules.profile.language.model import GameRules
from mayi_rules.profile.language.plain import profile_to_plain

if TYPE_CHECKING:
    from mayi_rules.profile.difference import Change
    from mayi_rules.profile.sheets.rendering import Format


class Profile(GameRules):
    """The rules of one game. Immutable, hashable, picklable; every field is the key of the same name.

    Attributes:
        citations: the key `sources`: titles of what the profile was written from.
        sources: where each key was written, by key path.
        base: the profile that this one extends or overrides, or None; like `sources` no part of equality, hash or
            digest.
    """

    __slots__ = ()

    base: Profile | None

    # Most processes load a profile and play: what the other methods need is imported when one is called.

    @property
    def digest(self) -> str:
        """SHA-256 (hex) of the rules that differ from the defaults of the language; names and notes do not count."""
        from mayi_rules.profile.digest import digest_of

        return digest_of(self)

    def override(self, changes: Mapping[str, Any], *, id: str | None = None) -> Self:  # noqa: A002
        """This profile with some keys changed.

        Args:
            changes: key paths (`"buying.penalty_cards"`, `"rounds.7.contract"`) to values, or nested.
            id: the id of the new profile; by default the id and the name stay.

        Raises:
            ProfileError: with everything that is wrong.
        """
        from mayi_rules.profile.loading.override import override_profile

        return override_profile(self, changes, new_id=id)

    def diff(self, other: Profile) -> list[Change]:
        """The rules in which another profile differs, with both values."""
        from mayi_rules.profile.difference import diff_profiles

        expect("other", other, Profile, "a Profile")
        return diff_profiles(self, other)

    def rule_sheet(self, format: Format = "md", *, players: int | None = None, keys: bool = False) -> str:  # noqa: A002
        """A page that people can print and agree on before the deal: every rule, made from the values alone.

        Args:
            format: `md`, `html` (one self-contained page) or `txt`.
            players: for so many players only; by default for every number that the game is for.
            keys: whether each rule shows the key that says so.

        Raises:
            ProfileError: the game is not for so many players.
            ValueError: there is no such format.
        """
        from mayi_rules.profile.sheets.sheet import rule_sheet

        return rule_sheet(self, format, players=players, keys=keys)

    def to_dict(self) -> dict[str, Any]:
        """The whole resolved profile as plain values, without `extends`; `from_dict` reads it back."""
        return profile_to_plain(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any], *, label: str = "mapping") -> Self:
        """The profile that these plain values describe; they are checked like a file.

        Args:
            values: as `to_dict` gives them.
            label: names where the values come from, in errors and reasons.

        Raises:
            ProfileError: with everything that is wrong.
        """
        from mayi_rules.profile.loading.layers import load

        expect("values", values, Mapping, "a mapping, as `to_dict` gives it")
        return load(values, cls, label=label)

    def _made_again_by(self, load: Callable[[str, str], Profile]) -> None:
        """Have pickles refer to this profile by its id and its digest, from which this function makes it again."""
        self._cache["made again by"] = load

    def __reduce__(self) -> tuple[Any, ...]:
        load = self._cache.get("made again by")
        return super().__reduce__() if load is None else (load, (self.id, self.digest))

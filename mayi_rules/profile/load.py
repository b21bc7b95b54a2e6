"""Loading, linting and writing profiles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs

from mayi_rules.arguments import expect
from mayi_rules.errors import Fault, ProfileError
from mayi_rules.profile.loading.bundled import bundled_file, bundled_profiles
from mayi_rules.profile.loading.bundled_profile import bundled_profile
from mayi_rules.profile.profile import Profile

__all__ = ["LintResult", "bundled_profiles", "dump_profile", "lint_profile", "load_profile"]


def load_profile(source: str | os.PathLike[str] | Mapping[str, Any], *, label: str | None = None) -> Profile:
    """Load a profile.

    Args:
        source: a bundled id (letters, digits and `-` only), a path to a YAML file, or a mapping.
        label: names the source in errors and reasons; by default the file's name as given.

    Raises:
        ProfileError: with everything that is wrong.
    """
    if isinstance(source, str) and label is None and source in bundled_profiles():
        found = _bundled_profile(source)
        if found is not None:
            return found
    from mayi_rules.profile.loading.layers import load  # which the bundled files do not need

    return load(source, Profile, label=label)


@cache
def _bundled_profile(profile_id: str) -> Profile | None:
    found = bundled_profile(profile_id, Profile)
    if found is not None:
        found._made_again_by(_load_again)
    return found


def _load_again(profile_id: str, digest: str) -> Profile:
    """The bundled profile that a pickle refers to: it is sent by its id, as long as its rules are the same there.

    Raises:
        ProfileError: the profile of that id has other rules here.
    """
    found = load_profile(profile_id)
    if found.digest != digest:
        message = f"the pickle is of a release in which {profile_id} had other rules; records outlive releases"
        raise ProfileError([Fault(message, rule="pickle.other_rules", path="id")])
    return found


@attrs.frozen
class LintResult:
    """What the linter found.

    Attributes:
        errors: what is wrong; the profile cannot be used.
        advice: what is worth knowing; nothing of it is refused.
        profile: the profile, or None when there are errors.
    """

    errors: tuple[Fault, ...]
    advice: tuple[Fault, ...]
    profile: Profile | None

    @property
    def ok(self) -> bool:
        """Whether the profile can be used."""
        return not self.errors


def lint_profile(source: str | os.PathLike[str] | Mapping[str, Any], *, label: str | None = None) -> LintResult:
    """Check a profile and never raise for what is wrong with it.

    Args:
        source: as for `load_profile`.
        label: as for `load_profile`.
    """
    from mayi_rules.profile.checks.advice import advice  # which loading does not need
    from mayi_rules.profile.loading.layers import load_with_faults

    loaded = load_with_faults(source, Profile, label=label)
    if loaded.profile is None or loaded.top is None:
        return LintResult(tuple(loaded.faults), (), None)
    found = advice(loaded.profile, loaded.top, loaded.profile.base)
    own = () if _is_bundled(source, loaded.profile.id) else _taken_id(loaded.profile, loaded.label)
    return LintResult((), (*own, *found), loaded.profile)


def _is_bundled(source: str | os.PathLike[str] | Mapping[str, Any], profile_id: str) -> bool:
    """Whether this is the bundled profile of that id itself."""
    file = bundled_file(profile_id)
    if file is None or isinstance(source, Mapping):
        return False
    return source == profile_id or os.path.realpath(source) == os.path.realpath(file)


def _taken_id(profile: Profile, label: str) -> list[Fault]:
    if profile.id not in bundled_profiles() or "id" not in profile.sources or profile.sources["id"].label != label:
        return []
    rules = "the same" if load_profile(profile.id).digest == profile.digest else "other"
    message = f"{profile.id} is the id of a bundled profile with {rules} rules; an id of its own tells them apart"
    return [Fault(message, rule="advice.taken_id", path="id", source=profile.sources["id"])]


def dump_profile(profile: Profile) -> str:
    """The profile as complete YAML, without `extends`; it loads again and has the same digest."""
    from mayi_rules.profile.loading.writer import to_yaml  # which loading does not need

    expect("profile", profile, Profile, "a Profile")
    return to_yaml(profile)

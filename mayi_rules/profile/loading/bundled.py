"""Where bundled profiles, schemas, scenarios and goldens lie: in the installed package, or in a source checkout."""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_SCHEMA = ".schema.json"
_PROFILE = ".yaml"
_IN_A_CHECKOUT = {"scenarios": "tests/scenarios", "goldens": "tests/goldens"}


@cache
def data_folder(name: str) -> Path:
    """The folder `profiles`, `schemas`, `scenarios` or (of a checkout only) `goldens`.

    Raises:
        FileNotFoundError: the installation lacks it.
    """
    from pathlib import Path  # loading a bundled profile takes a quarter less time without it

    return Path(_folder(name))


@cache
def _folder(name: str) -> str:
    installed = os.path.join(_PACKAGE, "data", name)
    if os.path.isdir(installed):
        return installed
    checkout = os.path.dirname(_PACKAGE)
    folder = os.path.join(checkout, *_IN_A_CHECKOUT.get(name, name).split("/"))
    if os.path.isfile(os.path.join(checkout, "pyproject.toml")) and os.path.isdir(folder):
        return folder
    raise FileNotFoundError(f"this installation of mayi_rules lacks its {name}")


@cache
def bundled_profiles() -> tuple[str, ...]:
    """The ids of the profiles that come with the library, sorted."""
    names = os.listdir(_folder("profiles"))
    return tuple(sorted(name.removesuffix(_PROFILE) for name in names if name.endswith(_PROFILE)))


def bundled_file(profile_id: str) -> Path | None:
    """The file of a bundled profile, or None when there is none with this id."""
    return data_folder("profiles") / f"{profile_id}{_PROFILE}" if profile_id in bundled_profiles() else None


def bundled_text(profile_id: str) -> tuple[str, str]:
    """The name and the text of the file of a bundled profile, which there is."""
    name = f"{profile_id}{_PROFILE}"
    with open(os.path.join(_folder("profiles"), name), encoding="utf-8") as stream:
        return name, stream.read()


def bundled_schemas() -> dict[str, Path]:
    """The schemas that come with the library, by name."""
    return {file.name.removesuffix(_SCHEMA): file for file in sorted(data_folder("schemas").glob(f"*{_SCHEMA}"))}

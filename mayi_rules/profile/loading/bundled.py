"""Where bundled profiles, schemas, scenarios and goldens lie: in the installed package, or in a source checkout."""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[2]
_SCHEMA = ".schema.json"
_IN_A_CHECKOUT = {"scenarios": "tests/scenarios", "goldens": "tests/goldens"}


@cache
def data_folder(name: str) -> Path:
    """The folder `profiles`, `schemas`, `scenarios` or (of a checkout only) `goldens`.

    Raises:
        FileNotFoundError: the installation lacks it.
    """
    installed = _PACKAGE / "data" / name
    if installed.is_dir():
        return installed
    checkout = _PACKAGE.parent
    folder = checkout / _IN_A_CHECKOUT.get(name, name)
    if (checkout / "pyproject.toml").is_file() and folder.is_dir():
        return folder
    raise FileNotFoundError(f"this installation of mayi_rules lacks its {name}")


@cache
def bundled_profiles() -> tuple[str, ...]:
    """The ids of the profiles that come with the library, sorted."""
    return tuple(sorted(file.stem for file in data_folder("profiles").glob("*.yaml")))


def bundled_file(profile_id: str) -> Path | None:
    """The file of a bundled profile, or None when there is none with this id."""
    return data_folder("profiles") / f"{profile_id}.yaml" if profile_id in bundled_profiles() else None


def bundled_schemas() -> dict[str, Path]:
    """The schemas that come with the library, by name."""
    return {file.name.removesuffix(_SCHEMA): file for file in sorted(data_folder("schemas").glob(f"*{_SCHEMA}"))}

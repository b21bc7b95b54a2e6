"""`mayi new` and `mayi schema`: a file to start from, and what editors check it with."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from mayi_rules.cli import completion
from mayi_rules.cli.output import BadCall, profile_of, shown
from mayi_rules.cli.terminal import say, say_text
from mayi_rules.documents.files import write_file
from mayi_rules.documents.suggest import did_you_mean, nearest
from mayi_rules.profile.language.descriptions import all_keys, describe
from mayi_rules.profile.language.model import ID_PATTERN
from mayi_rules.profile.loading.bundled import bundled_profiles, bundled_schemas
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.sheets.sentences import is_rule

_LONGEST_ID = 64


@click.command()
@click.argument("name")
@click.option(
    "--from",
    "base",
    metavar="ID|FILE",
    required=True,
    shell_complete=completion.games,
    help="The game to start from: bundled, or a file here.",
)
@click.option("--force", is_flag=True, help="Overwrite the file if it is there.")
def new(name: str, base: str, *, force: bool) -> None:
    """Write NAME.yaml, a commented file to start from."""
    name = name.removesuffix(".yaml")
    if not re.fullmatch(ID_PATTERN, name) or len(name) > _LONGEST_ID:
        raise BadCall(f"{name!r} cannot be an id: a-z, 0-9 and single hyphens between them")
    if name in bundled_profiles():
        raise BadCall(f"{name} is the id of a bundled game: choose another name")
    file = Path(f"{name}.yaml")
    extends = _extended(base, file)
    text = starting_text(name, profile_of(base), extends=extends)
    try:
        write_file(file, text, replace=force)
    except FileExistsError as error:
        raise BadCall(f"{file} is there already; --force overwrites it") from error
    except OSError as error:
        raise BadCall(f"{file} cannot be written: {error.strerror}") from error
    say(f"{file} is written. Change it, then: mayi lint {file}")


def _extended(base: str, file: Path) -> str:
    """What a new file says to start from this game: a bundled id, or a path that stays in its folder."""
    if base in bundled_profiles():
        return base
    path = Path(base)
    if not path.is_file():
        hint = did_you_mean(nearest(base, bundled_profiles()), f"there are {', '.join(bundled_profiles())}")
        raise BadCall(f"there is neither a bundled game nor a file {base!r}{hint}")
    if path.resolve() == file.resolve():
        raise BadCall(f"{file} cannot start from itself: choose another name")
    folder = Path.cwd().resolve()
    if not path.resolve().is_relative_to(folder):
        raise BadCall(f"{base} lies in another folder; a file starts from games beside or below it: copy it here first")
    return f"./{path.resolve().relative_to(folder).as_posix()}"


def starting_text(name: str, base: Profile, *, extends: str | None = None) -> str:
    """A profile that extends another one, with every rule as a comment.

    Args:
        name: its id.
        base: what it extends.
        extends: how the file names it; by default its id.
    """
    title = name.replace("-", " ").capitalize()
    lines = [
        f"# The rules of one game, as they differ from {base.name}.",
        f"# Check this file with: mayi lint {name}.yaml",
        "# What an editor needs to check it while you write: mayi schema profile > profile.schema.json",
        "profile: 1",
        f"id: {name}",
        f'name: "{title}"',
        f"extends: {base.id if extends is None else _quoted(extends)}",
        "",
        "# To change a rule, take away the # in front of it and of the lines above it that it stands under.",
        "# The values are those of the game that this one extends; mayi explain KEY says more about a key.",
        *_commented(base),
    ]
    return "\n".join(lines) + "\n"


def _quoted(extends: str) -> str:
    return extends if extends in bundled_profiles() else json.dumps(extends, ensure_ascii=False)


def _commented(base: Profile) -> Iterator[str]:
    tree = base.to_dict()
    opened: list[str] = []
    for path in all_keys():
        *parents, last = path.split(".")
        value = _at(tree, path)
        if not is_rule(path) or parents[:1] == ["rounds"]:
            continue
        if value is ... or (parents and _at(tree, ".".join(parents)) is None):
            continue
        if isinstance(value, dict) and any(one.startswith(f"{path}.") for one in all_keys()):
            continue
        shared = 0
        while shared < min(len(opened), len(parents)) and opened[shared] == parents[shared]:
            shared += 1
        if not shared:
            yield ""
        for depth in range(shared, len(parents)):
            yield f"# {'  ' * depth}{parents[depth]}:"
        opened = parents
        indent = "  " * len(parents)
        if path == "rounds":
            yield f"# {indent}rounds:  # {describe(path).description}"
            yield from (f"# {indent}  - {shown(one)}" for one in value)
        else:
            yield f"# {indent}{last}: {_written(value)}  # {describe(path).description}"


def _at(tree: dict[str, Any], path: str) -> Any:
    value: Any = tree
    for step in path.split("."):
        if not isinstance(value, dict) or step not in value:
            return ...
        value = value[step]
    return value


def _written(value: Any) -> str:
    """A value as YAML; ranks that look like numbers are put in quotes."""
    if isinstance(value, list):
        return "[" + ", ".join(f'"{one}"' if str(one).isdecimal() else shown(one) for one in value) + "]"
    return shown(value)


@click.command()
@click.argument("name", required=False, shell_complete=completion.schemas)
def schema(name: str | None) -> None:
    """Print a JSON schema; without NAME list them."""
    files = bundled_schemas()
    if name is None:
        for known in files:
            say(known)
    elif name in files:
        say_text(files[name].read_text(encoding="utf-8"))
    else:
        hint = did_you_mean(nearest(name, files), f"there are {', '.join(files)}")
        raise BadCall(f"there is no schema {name!r}{hint}")

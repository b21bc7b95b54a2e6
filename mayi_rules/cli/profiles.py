"""`mayi profiles` and `mayi show`: the bundled games, and one profile with where each value comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from mayi_rules.cli import completion
from mayi_rules.cli.output import contract_of, print_json, print_table, profile_of, shown
from mayi_rules.cli.terminal import say, say_text
from mayi_rules.profile.language.descriptions import all_keys
from mayi_rules.profile.load import bundled_profiles, dump_profile, load_profile
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.sheets.sentences import is_rule


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def profiles(*, as_json: bool) -> None:
    """List the bundled games."""
    found = [load_profile(name) for name in bundled_profiles()]
    if as_json:
        print_json([_summary(profile) for profile in found])
        return
    rows = [
        (one.id, f"{one.players.min}-{one.players.max}", str(len(one.rounds)), f"{one.name}. {one.summary}")
        for one in found
    ]
    print_table(("id", "players", "rounds", "game"), rows)


def _summary(profile: Profile) -> dict[str, Any]:
    return {
        "id": profile.id,
        "name": profile.name,
        "summary": profile.summary,
        "players": {"min": profile.players.min, "max": profile.players.max},
        "rounds": len(profile.rounds),
        "digest": profile.digest,
    }


@click.command()
@click.argument("source", metavar="ID|FILE", shell_complete=completion.games)
@click.option("--yaml", "as_yaml", is_flag=True, help="Print a complete file, without extends, that loads again.")
def show(source: str, *, as_yaml: bool) -> None:
    """Show a profile, resolved, with where each value comes from."""
    profile = profile_of(source)
    if as_yaml:
        say_text(dump_profile(profile))
        return
    say(f"{_in_line(profile.name)} ({profile.id})")
    if profile.summary:
        say(_in_line(profile.summary))
    say("")
    print_table(("key", "value", "from"), _rows(profile))
    say("")
    for line in _notes(profile):
        say(line)
    say(f"digest {profile.digest}")


def _notes(profile: Profile) -> Iterator[str]:
    """The notes of a profile, and those of what it starts from, which its changes may have made untrue."""
    yield from (f"- {_in_line(note)}" for note in profile.notes)
    if profile.base is not None and profile.base.notes:
        yield f"Notes of {_in_line(profile.base.name)} ({profile.base.id}), before these changes:"
        yield from (f"- {_in_line(note)}" for note in profile.base.notes)


def _in_line(text: str) -> str:
    return " ".join(text.split())


def _rows(profile: Profile) -> Iterator[tuple[str, str, str]]:
    tree = profile.to_dict()
    for path, value in _values(tree, ""):
        source = profile.sources.get(path)
        yield path, value, str(source) if source else "default"


def _values(tree: dict[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    """Every key that holds a value, with the value in one line."""
    for name, value in tree.items():
        path = prefix + name
        if not is_rule(path):
            continue
        if path == "rounds":
            for number, one in enumerate(value, start=1):
                yield f"rounds.{number}", contract_of(one)
        elif isinstance(value, dict) and (path == "scoring.points" or _has_keys_below(path)):
            yield from _values(value, f"{path}.")
        else:
            yield path, shown(value)


def _has_keys_below(path: str) -> bool:
    return any(one.startswith(f"{path}.") for one in all_keys())

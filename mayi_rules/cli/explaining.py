"""`mayi explain`: what a key of the profile language means."""

from __future__ import annotations

from typing import Any

import click

from mayi_rules.cli.output import BadCall, contract_of, print_table, shown
from mayi_rules.errors import ProfileError
from mayi_rules.profile.describing import KeyInfo, all_keys, describe
from mayi_rules.profile.loading import bundled_profiles, load_profile
from mayi_rules.profile.model import Profile


@click.command()
@click.argument("key", required=False)
def explain(key: str | None) -> None:
    """Explain a key of the profile language.

    Without KEY all keys are listed, with a section its keys.
    """
    if key is None:
        _list("")
        return
    try:
        info = describe(key)
    except ProfileError as error:
        raise BadCall(str(error)) from error
    click.echo(f"{info.path}: {info.description}")
    if info.is_section:
        click.echo()
        _list(f"{info.path}.")
        return
    _facts(info)
    if info.path in ("profile", "id", "name", "summary", "sources", "notes"):
        return
    click.echo()
    rows = [(name, _said(load_profile(name), info.path)) for name in bundled_profiles()]
    print_table(("profile", "says"), rows)


def _list(prefix: str) -> None:
    rows = [(path, describe(path).description) for path in all_keys() if path.startswith(prefix)]
    print_table(("key", "meaning"), rows)


def _facts(info: KeyInfo) -> None:
    click.echo(f"values:   {info.values}")
    click.echo(f"default:  {'none, it must be given' if info.required else shown(info.default) or 'empty'}")
    if info.unit:
        click.echo(f"counted:  in {info.unit}")
    if info.in_rounds:
        click.echo("rounds:   a single round may say otherwise, in its rules")


def _said(profile: Profile, path: str) -> str:
    """What a profile says about this key, with the rounds that say otherwise."""
    tree = profile.to_dict()
    if path.startswith("rounds"):
        name = path.rpartition(".")[2]
        return "; ".join(
            f"{number}: {contract_of(one) if name == 'rounds' else shown(one.get(name, {}))}"
            for number, one in enumerate(tree["rounds"], start=1)
        )
    said = shown(_value(tree, path))
    for number, one in enumerate(profile.rounds, start=1):
        if path in one.rules:
            plain: Any = _value(tree["rounds"][number - 1]["rules"], path)
            said += f"; {shown(plain)} in round {number}"
    return said


def _value(tree: dict[str, Any], path: str) -> Any:
    value: Any = tree
    for step in path.split("."):
        value = value.get(step) if isinstance(value, dict) else None
    return value

"""`mayi lint`: what is wrong with a profile, and what is worth knowing about it."""

from __future__ import annotations

from pathlib import Path

import click

from mayi_rules.cli import completion
from mayi_rules.cli.output import BadCall, print_json
from mayi_rules.cli.terminal import say
from mayi_rules.profile.load import LintResult, lint_profile


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True, shell_complete=completion.games)
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def lint(files: tuple[str, ...], *, as_json: bool) -> None:
    """Check profiles for errors, and give advice.

    FILE may be a bundled id too. Exits with 1 if there is an error.
    """
    results = [(file, lint_profile(file)) for file in files]
    if as_json:
        print_json([_plain(file, result) for file, result in results])
    else:
        for file, result in results:
            _print(file, result)
    lacking = [
        file
        for file, result in results
        if result.errors and all(fault.rule.startswith("loading.") for fault in result.errors)
    ]
    if lacking:
        raise BadCall(f"cannot be read: {', '.join(map(_name, lacking))}")
    if not all(result.ok for _, result in results):
        raise click.exceptions.Exit(1)


def _name(file: str) -> str:
    """A file as its faults name it: of an absolute path the last part."""
    return (Path(file).name or file) if Path(file).is_absolute() else file


def _print(file: str, result: LintResult) -> None:
    for fault in result.errors:
        say(f"{fault} [{fault.rule}]")
    for advice in result.advice:
        where = f"{advice.source}: " if advice.source else ""
        say(f"{where}advice: {advice.message} [{advice.rule}]")
    if result.ok:
        rest = f", {len(result.advice)} piece{'s' * (len(result.advice) > 1)} of advice" if result.advice else ""
        say(f"{_name(file)}: no errors{rest}")
    else:
        say(f"{_name(file)}: {len(result.errors)} error{'s' * (len(result.errors) > 1)}")


def _plain(file: str, result: LintResult) -> dict[str, object]:
    return {
        "file": file,
        "ok": result.ok,
        "errors": [fault.to_dict() for fault in result.errors],
        "advice": [fault.to_dict() for fault in result.advice],
    }

"""`mayi record`: whether records agree with the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from mayi_rules.cli import completion
from mayi_rules.cli.output import BadCall, print_json
from mayi_rules.cli.terminal import say, say_text
from mayi_rules.errors import RecordError
from mayi_rules.records.reader import load_record
from mayi_rules.records.record import Record
from mayi_rules.records.replay import Verify


@click.group()
def record() -> None:
    """Check recorded games."""


@record.command()
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, shell_complete=completion.files)
@click.option("--moves", "only_moves", is_flag=True, help="Only the moves must agree; what else does not is noted.")
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def check(paths: tuple[str, ...], *, only_moves: bool, as_json: bool) -> None:
    """Play records again, move by move.

    Prints a line a record; exits with 1 if one does not agree with the rules, with 2 if a file is not there.
    """
    missing = [path for path in paths if not _is_file(path)]
    verify = Verify.MOVES if only_moves else Verify.STRICT
    results = [_checked(path, verify) for path in paths if path not in missing]
    if as_json:
        print_json(results)
    else:
        for result in results:
            _print(result)
    if missing:
        raise BadCall("\n".join(map(_not_there, missing)))
    if not all(result["ok"] for result in results):
        raise click.exceptions.Exit(1)


def must_be_there(path: str) -> None:
    """Refuse the call if there is no such file."""
    if not _is_file(path):
        raise BadCall(_not_there(path))


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False


def _not_there(path: str) -> str:
    try:
        is_folder = Path(path).is_dir()
    except (OSError, ValueError):
        is_folder = False
    if is_folder:
        return f"{path!r} is a folder, and no record: give the files in it, such as {Path(path) / '*.yaml'}"
    return f"there is no file {path!r}"


def _checked(path: str, verify: Verify) -> dict[str, Any]:
    try:
        found = load_record(Path(path), verify=verify, label=path)
    except RecordError as error:
        return {"file": path, "ok": False, "error": str(error), "round": error.round, "move": error.move}
    return {"file": path, "ok": True, "game": _summary(found), "notes": list(found.disagreements)}


def _summary(found: Record) -> str:
    moves = sum(len(one.moves) for one in found.rounds)
    rounds = len(found.rounds)
    return f"{found.profile.id}, {len(found.seats)} seats, {rounds} round{'s' * (rounds != 1)}, {moves} moves"


def _print(result: dict[str, Any]) -> None:
    if not result["ok"]:
        say_text(f"FAILED  {result['error']}\n")
        return
    say(f"ok      {result['file']}: {result['game']}")
    for note in result["notes"]:
        say(f"        note: {note}")

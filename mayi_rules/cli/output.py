"""What all commands share: failures, JSON, tables, and how values are shown."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import IO, TYPE_CHECKING, Any

import click

from mayi_rules.characters import visible
from mayi_rules.cli.terminal import complain, say_styled, say_text
from mayi_rules.errors import ProfileError

if TYPE_CHECKING:
    from mayi_rules.profile.profile import Profile


class BadCall(click.ClickException):
    """The call is wrong: a message on stderr, exit code 2."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message to stderr."""
        if file is None:
            complain(f"mayi: {self.format_message()}")
        else:
            file.write(f"mayi: {self.format_message()}\n")


class Wrong(BadCall):
    """The thing checked is wrong: a message on stderr, exit code 1."""

    exit_code = 1


def profile_of(source: str) -> Profile:
    """The profile with this bundled id or path; `BadCall` or `Wrong` say why there is none."""
    from mayi_rules.profile.load import load_profile  # not every command loads a profile

    try:
        return load_profile(source)
    except ProfileError as error:
        is_missing = all(fault.rule.startswith("loading.") for fault in error.faults)
        raise (BadCall if is_missing else Wrong)(str(error)) from error


def print_json(value: Any) -> None:
    """Print a value as JSON."""
    say_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table; long cells go over several lines, nothing is cut off. The first column is never broken."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False, emoji=False, soft_wrap=False)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for index, column in enumerate(columns):
        table.add_column(visible(column), no_wrap=index == 0, overflow="fold")
    for row in rows:
        table.add_row(*map(visible, row))
    with console.capture() as captured:
        console.print(table)
    say_styled(captured.get())


def shown(value: Any) -> str:
    """A plain value as YAML writes it in one line."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {shown(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(shown, value)) + "]"
    return str(value)


def contract_of(one: dict[str, Any]) -> str:
    """A round as plain values, in one line."""
    rules = f"; {shown(one['rules'])}" if one.get("rules") else ""
    rules += f"; pack: {shown(one['pack'])}" if one.get("pack") else ""
    return f"{one['deal']} cards: {', '.join(map(shown, one['contract']))}{rules}"

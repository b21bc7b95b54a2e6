"""`mayi sheet`: a page of rules to print and agree on before the deal."""

from __future__ import annotations

from pathlib import Path

import click

from mayi_rules.cli import completion
from mayi_rules.cli.output import BadCall, profile_of
from mayi_rules.cli.terminal import say, say_text
from mayi_rules.documents.files import write_file
from mayi_rules.profile.sheets.sheet import FORMATS, rule_sheet

_ENDINGS = {"htm": "html", "text": "txt", "markdown": "md"}


@click.command()
@click.argument("source", metavar="ID|FILE", shell_complete=completion.games)
@click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    help="Markdown, one HTML page that prints well, or plain text; by default as the name of FILE ends, or md.",
)
@click.option("-o", "--output", metavar="FILE", shell_complete=completion.files, help="Write the page to this file.")
@click.option("--players", type=int, metavar="N", help="For so many players only.")
@click.option("--keys", is_flag=True, help="Show the key of the profile behind each rule.")
def sheet(source: str, style: str | None, output: str | None, players: int | None, *, keys: bool) -> None:
    """Print the rules of a profile for people.

    The page is complete, and made from the values of the profile alone.
    """
    wanted = style or (Path(output).suffix.removeprefix(".").lower() if output else "")
    chosen = next((one for one in FORMATS if one == _ENDINGS.get(wanted, wanted)), FORMATS[0])
    page = rule_sheet(profile_of(source), chosen, players=players, keys=keys)
    if output is None:
        say_text(page)
        return
    try:
        write_file(output, page)
    except OSError as error:
        raise BadCall(f"{output} cannot be written: {error.strerror}") from error
    say(f"{output} is written.")

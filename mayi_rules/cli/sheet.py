"""`mayi sheet`: a page of rules to print and agree on before the deal."""

from __future__ import annotations

import click

from mayi_rules.cli.output import profile_of
from mayi_rules.profile.sheets.sheet import FORMATS, rule_sheet


@click.command()
@click.argument("source", metavar="ID|FILE")
@click.option(
    "--format",
    "style",
    type=click.Choice(FORMATS),
    default="md",
    show_default=True,
    help="Markdown, one HTML page that prints well, or plain text.",
)
@click.option("--players", type=int, metavar="N", help="For so many players only.")
@click.option("--keys", is_flag=True, help="Show the key of the profile behind each rule.")
def sheet(source: str, style: str, players: int | None, *, keys: bool) -> None:
    """Print the rules of a profile for people.

    The page is complete, and made from the values of the profile alone.
    """
    chosen = next(one for one in FORMATS if one == style)
    click.echo(rule_sheet(profile_of(source), chosen, players=players, keys=keys), nl=False)

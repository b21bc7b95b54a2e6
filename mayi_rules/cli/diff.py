"""`mayi diff`: in what two profiles differ, in the language's words and in people's."""

from __future__ import annotations

import textwrap

import click

from mayi_rules.cli import completion
from mayi_rules.cli.output import print_json, profile_of
from mayi_rules.cli.terminal import say, say_text
from mayi_rules.profile.sheets.changes import ToldChange, told_changes
from mayi_rules.profile.sheets.sheet import difference_sheet

_WIDTH = 78


@click.command()
@click.argument("first", metavar="A", shell_complete=completion.games)
@click.argument("second", metavar="B", shell_complete=completion.games)
@click.option("--json", "as_json", is_flag=True, help="For machines.")
@click.option("--sheet", "as_sheet", is_flag=True, help="A page for players (Markdown), without names of keys.")
def diff(first: str, second: str, *, as_json: bool, as_sheet: bool) -> None:
    """Show in what profile B differs from A.

    A and B are bundled ids or files. Each rule is shown with both values and in words; what has no effect is marked.
    """
    before, after = profile_of(first), profile_of(second)
    if as_sheet:
        say_text(difference_sheet(before, after))
        return
    changes = told_changes(before, after)
    if as_json:
        print_json([one.to_dict() for one in changes])
        return
    for one in changes:
        _print(one, before.id, after.id)
    dormant = sum(one.is_dormant for one in changes)
    without = f", {dormant} of them without effect" if dormant else ""
    say(f"{len(changes)} difference{'s' * (len(changes) != 1)}{without}")


def _print(one: ToldChange, first: str, second: str) -> None:
    say(str(one.change) + (f"  (no effect: {one.dormant_after})" if one.is_dormant else ""))
    for name, text, dormant in ((first, one.before, one.dormant_before), (second, one.after, one.dormant_after)):
        mark = f" (no effect here: {dormant})" if dormant and not one.is_dormant else ""
        say(*textwrap.wrap(f"{name}: {text}{mark}", _WIDTH, initial_indent="    ", subsequent_indent="      "))

"""`mayi conformance`: the files that another implementation can be held against."""

from __future__ import annotations

from pathlib import Path

import click

from mayi_rules.cli.terminal import say
from mayi_rules.serving.pack import write_pack


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def conformance(folder: Path) -> None:
    """Write what another implementation can be held against.

    DIR, new or empty, gets the bundled games, schemas, rule cases, recorded games, counts of moves, and sessions
    with the server.
    """
    counts = write_pack(folder)
    say(f"{folder}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))

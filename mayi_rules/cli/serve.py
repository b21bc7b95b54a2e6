"""`mayi serve`: the library for hosts that are not written in Python."""

from __future__ import annotations

import sys

import click

from mayi_rules.cli.output import BadCall
from mayi_rules.cli.terminal import InputError
from mayi_rules.serving.patience import PATIENCE


@click.command()
@click.option("--stdio", is_flag=True, help="Serve standard input and output.")
@click.option(
    "--patience",
    metavar="SECONDS",
    type=click.FloatRange(min=0),
    default=PATIENCE,
    show_default=True,
    help="How long bots may think for one request, or openings be looked for; 0 for as long as it takes.",
)
def serve(*, stdio: bool, patience: float) -> None:
    """Answer requests of JSON-RPC 2.0, one a line.

    The protocol is in docs/protocol.md and schemas/protocol.schema.json.
    """
    if not stdio:
        raise BadCall("serve needs --stdio: requests come on standard input, answers go to standard output")
    if sys.stdin is None:
        raise InputError("standard input cannot be read: it is closed")
    from mayi_rules.serving.stdio import serve_stdio  # with all of the library: --help needs nothing of it

    serve_stdio(patience=patience or None)

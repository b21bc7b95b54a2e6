"""The group of commands. Each is imported when it is called."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from mayi_rules import __version__
from mayi_rules.cli.commands import COMMANDS, help_page
from mayi_rules.cli.output import BadCall
from mayi_rules.cli.terminal import InputError, OutputError, complain, failed
from mayi_rules.documents.suggest import did_you_mean, nearest
from mayi_rules.errors import MayIError


class Commands(click.Group):
    """Finds commands by the table above."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of this name."""
        if cmd_name not in COMMANDS:
            near = nearest(cmd_name, COMMANDS)
            ctx.fail(f"there is no command {cmd_name!r}{did_you_mean(near and repr(near))}")
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def get_help(self, ctx: click.Context) -> str:  # noqa: ARG002 - click's signature
        """The page that `mayi --help` prints."""
        return help_page()

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Read the arguments; help is printed here."""
        with _told():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; what the library refuses becomes a message."""
        with _told():
            return super().invoke(ctx)


@contextmanager
def _told() -> Iterator[None]:
    """What the library refuses, and what the system does, is told in a line."""
    try:
        yield
    except MayIError as error:
        raise BadCall(str(error)) from error
    except OSError as error:
        if error.filename is None:
            raise OutputError(error) from error
        raise BadCall(f"{error.filename}: {error.strerror}") from error


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(__version__, prog_name="mayi", message="%(prog)s %(version)s")
def app() -> None:
    """The command `mayi`."""


def run(args: list[str] | None = None) -> int:
    """Run the command with these arguments (by default the program's) and return its exit code."""
    try:
        code = app.main(args, prog_name="mayi", standalone_mode=False)
    except click.Abort as error:
        raise KeyboardInterrupt from error
    except click.ClickException as error:
        message = io.StringIO()
        error.show(message)
        complain(message.getvalue().rstrip("\n"))
        return error.exit_code
    except (InputError, OutputError) as error:
        return failed(error)
    return code if isinstance(code, int) else 0

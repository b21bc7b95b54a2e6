"""The group of commands. Each is imported when it is called; a new one is a line in `COMMANDS`."""

from __future__ import annotations

import difflib
import io
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from mayi_rules import __version__
from mayi_rules.cli.output import BadCall
from mayi_rules.cli.terminal import InputError, OutputError, complain
from mayi_rules.errors import MayIError

COMMANDS: dict[str, tuple[str, str]] = {
    "profiles": ("mayi_rules.cli.profiles:profiles", "List the bundled games."),
    "show": ("mayi_rules.cli.profiles:show", "Show a profile, resolved, with where each value comes from."),
    "explain": ("mayi_rules.cli.explain:explain", "Explain a key of the profile language, or find it by a word."),
    "new": ("mayi_rules.cli.new:new", "Write NAME.yaml, a commented file to start from."),
    "lint": ("mayi_rules.cli.lint:lint", "Check profiles for errors, and give advice."),
    "schema": ("mayi_rules.cli.new:schema", "Print a JSON schema; without NAME list them."),
    "diff": ("mayi_rules.cli.diff:diff", "Show in what profile B differs from A."),
    "sheet": ("mayi_rules.cli.sheet:sheet", "Print the rules of a profile for people."),
    "scenario": ("mayi_rules.cli.scenario:scenario", "Run executable rule cases."),
    "solve": ("mayi_rules.cli.solve:solve", "Say what a hand can do, and which cards help it."),
    "hint": ("mayi_rules.cli.solve:hint", "The same as solve."),
    "why": ("mayi_rules.cli.why:why", "Say why a move is refused and what would make it legal."),
    "play": ("mayi_rules.cli.play:play", "Play a game in the terminal, with bots or among people."),
    "replay": ("mayi_rules.cli.replay:replay", "Tell a recorded game."),
    "record": ("mayi_rules.cli.record:record", "Check recorded games."),
    "score": ("mayi_rules.cli.score:score", "Keep the score of a game with real cards in FILE."),
    "serve": ("mayi_rules.cli.serve:serve", "Answer requests of JSON-RPC 2.0, one a line."),
    "conformance": ("mayi_rules.cli.conformance:conformance", "Write what another implementation can be held against."),
    "completion": ("mayi_rules.cli.completion:completion", "Print what completes this command in a shell."),
}

"""By name: where the command is, and the line of help that stands in the list, so that the list imports none."""

_BAD_CALL = 2
_READER_LEFT = 141
"""The code that shells give a program which writes to a pipe that nobody reads any more."""


class Commands(click.Group):
    """Finds commands by the table above."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """The names, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of this name."""
        if cmd_name not in COMMANDS:
            near = difflib.get_close_matches(cmd_name, COMMANDS, 1)
            ctx.fail(f"there is no command {cmd_name!r}{f'; did you mean {near[0]!r}?' if near else ''}")
        module, _, name = COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 - click's
        """Write the list of commands, each with its line of help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])

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
    """Rules of May I?, Contract Rummy and Continental: look at them, change them, check them, play them.

    Exit codes: 0 fine, 1 the thing checked is wrong, 2 the call is wrong.
    """


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
    except InputError as error:
        complain(f"mayi: {error}")
        return _BAD_CALL
    except OutputError as error:
        if error.is_left:
            return _READER_LEFT
        complain(f"mayi: {error}")
        return _BAD_CALL
    return code if isinstance(code, int) else 0

"""The terminal: the one way in which the command prints, and asks.

Everything printed is escaped here: a name from a file, an argument or an error that quotes one cannot command the
terminal, nor show a text that it does not have.
"""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress

from mayi_rules.characters import visible, visible_line
from mayi_rules.cli.signals import waiting
from mayi_rules.documents.spelling import nfc

TYPE_CHECKING = False  # what it is when a program runs; importing `typing` takes longer than printing a page
if TYPE_CHECKING:
    from typing import IO

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen, and what has scrolled out of it."""


_BAD_CALL = 2
_READER_LEFT = 141
"""The code that shells give a program which writes to a pipe that nobody reads any more."""


class OutputError(Exception):
    """Standard output cannot be written.

    Attributes:
        is_left: whether that is because nobody reads it any more.
    """

    def __init__(self, error: OSError | None) -> None:
        self.is_left = isinstance(error, BrokenPipeError)
        why = "it is closed" if error is None else error.strerror or str(error)
        super().__init__(f"standard output cannot be written: {why}")


class InputError(Exception):
    """Standard input cannot be read."""


def failed(error: InputError | OutputError) -> int:
    """Say why the command ends, if anybody can see it, and give the exit code."""
    if isinstance(error, OutputError) and error.is_left:
        return _READER_LEFT
    complain(f"mayi: {error}")
    return _BAD_CALL


def say(*lines: str, end: str = "\n") -> None:
    """Print lines; a line break within one of them is escaped.

    Args:
        lines: the lines.
        end: what stands behind the last one.

    Raises:
        OutputError: they cannot be printed.
    """
    _put("\n".join(map(visible_line, lines)) + end)


def say_text(text: str) -> None:
    """Print a text of several lines as it is (a page, a file), but for characters that cannot be seen.

    Raises:
        OutputError: it cannot be printed.
    """
    _put(visible(text))


def say_styled(text: str) -> None:
    """Print a text that holds the commands of its styles; what it shows has been made visible before.

    Raises:
        OutputError: it cannot be printed.
    """
    _put(text)


def complain(text: str) -> None:
    """Print a message to the standard error, if anybody can see it."""
    if sys.stderr is None:
        return
    try:
        with waiting():
            sys.stderr.write(f"{visible(text)}\n")
            sys.stderr.flush()
    except OSError:
        forget(sys.stderr)


def read_line(prompt: str) -> str | None:
    """Ask for a line.

    Returns:
        The line without spaces around it; None at the end of the input.

    Raises:
        InputError: the input cannot be read.
        OutputError: nobody can be asked.
    """
    say(prompt, end="")
    if sys.stdin is None:
        line = ""
    else:
        try:
            with waiting():
                line = sys.stdin.readline()
        except OSError as error:
            raise InputError(f"standard input cannot be read: {error.strerror or error}") from error
    if not line:
        say("")
        return None
    return nfc(line.strip())


def say_wrapped(*lines: str, hanging: int = 4) -> None:
    """Print lines that end between words where the terminal ends.

    What is no terminal has no width: there every line is printed as it is.

    Args:
        lines: the lines.
        hanging: how many spaces more than a line itself those have that go on with it.

    Raises:
        OutputError: they cannot be printed.
    """
    if not is_screen():
        say(*lines)
        return
    width = screen_size().columns
    say(*[part for line in lines for part in _wrapped(visible_line(line), width, hanging)])


def _wrapped(line: str, width: int, hanging: int) -> list[str]:
    from rich.cells import cell_len

    indent = " " * (len(line) - len(line.lstrip()) + hanging)
    words = re.findall(r"\s*\S+", line)
    parts = [words[0] if words else line]
    for word in words[1:]:
        if cell_len(parts[-1] + word) <= width:
            parts[-1] += word
        else:
            parts.append(indent + word.lstrip())
    return parts


def clear() -> None:
    """Take what was shown from the screen, where it is one."""
    if not is_screen():
        return
    if os.name == "nt":
        import click  # which the list of commands does not need

        click.clear()
    elif os.environ.get("TERM", "dumb") == "dumb":
        say(*[""] * screen_size().lines)
    else:
        say_styled(_CLEAR)


def screen_size() -> os.terminal_size:
    """How many columns and lines the terminal has: as COLUMNS and LINES say, or the system, or 80 by 24."""
    columns, lines = (int(text) if text.isdecimal() else 0 for text in map(_variable, ("COLUMNS", "LINES")))
    try:
        known = os.get_terminal_size(sys.__stdout__.fileno()) if sys.__stdout__ else os.terminal_size((0, 0))
    except (OSError, ValueError):  # it is closed, or no terminal
        known = os.terminal_size((0, 0))
    return os.terminal_size((columns or known.columns or 80, lines or known.lines or 24))


def _variable(name: str) -> str:
    return os.environ.get(name, "")


def is_screen() -> bool:
    """Whether people look at the output while it is made."""
    return sys.stdout is not None and sys.stdout.isatty()


def _put(text: str) -> None:
    if sys.stdout is None:
        raise OutputError(None)
    try:
        with waiting():
            sys.stdout.write(text)
            sys.stdout.flush()
    except OSError as error:
        forget(sys.stdout)
        raise OutputError(error) from error


def forget(stream: IO[str]) -> None:
    """A stream that cannot be written is not tried again: what is left in it must not fail once more at exit."""
    with suppress(OSError, ValueError):  # a stream that is no file has no number
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)

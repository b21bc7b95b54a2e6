"""Files that the command writes: never half of one, and no surprise about where."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from mayi_rules.cli.output import BadCall
from mayi_rules.game.game import Game


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """Give a file beside this one to write to, which then takes its place: a crash leaves the old file or the new one.

    A link is followed, and the new file may be read and written by whom the old one may.

    Raises:
        OSError: it cannot be written, or is no file (but a pipe or a device); what was there is as it was.
    """
    path = path.resolve()
    was = path.stat() if path.exists() else None
    if was is not None and not stat.S_ISREG(was.st_mode):
        raise OSError(errno.EINVAL, "it is no ordinary file")
    beside = path.with_name(f".mayi-{os.getpid()}{path.suffix}")
    try:
        yield beside
        if was is not None:
            beside.chmod(stat.S_IMODE(was.st_mode))
        with beside.open("r+b") as stream:
            os.fsync(stream.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def place_for(name: str, *, force: bool) -> Path:
    """The file that a game is going to be saved in; asked before it begins, so that nobody plays for nothing.

    Raises:
        BadCall: it is there already, or cannot be written.
    """
    path = Path(name)
    try:
        if path.is_dir():
            raise BadCall(f"{name} is a folder: --save takes the name of a file")
        if path.exists() and not path.is_file():
            raise BadCall(f"{name} is no ordinary file")
        if path.exists() and not force:
            raise BadCall(f"{name} is there already; --force overwrites it")
        with tempfile.TemporaryFile(dir=path.parent):
            return path
    except OSError as error:
        raise BadCall(f"{name} cannot be written: {error.strerror}") from error


@contextmanager
def kept(game: Game, path: Path | None, *, is_silent: bool = False) -> Iterator[None]:
    """Write the game as a record when the block ends, however it ends.

    Args:
        game: the game that goes on in the block.
        path: the file; None where nothing is saved.
        is_silent: whether nothing is said about it.

    Raises:
        BadCall: it cannot be written.
    """
    try:
        yield
    finally:
        if path is not None:
            _save(game, path)
            if not is_silent:
                click.echo(f"The game is saved: mayi replay {path} tells it.")


def _save(game: Game, path: Path) -> None:
    try:
        with replaced(path) as beside:
            game.record.dump(beside)
    except OSError as error:
        raise BadCall(f"{path} cannot be written, the game is not saved: {error.strerror}") from error

"""Files that the command writes: never half of one, and no surprise about where."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mayi_rules.cli.output import BadCall
from mayi_rules.cli.signals import holding
from mayi_rules.cli.terminal import OutputError, say_wrapped
from mayi_rules.documents.files import expect_writable
from mayi_rules.game.game import Game


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
        expect_writable(path)
    except OSError as error:
        raise BadCall(f"{name} cannot be written: {error.strerror}") from error
    return path


def place_again(name: str) -> Path:
    """The file of a saved game that goes on, which is replaced.

    Raises:
        BadCall: it cannot be written.
    """
    path = Path(name)
    try:
        expect_writable(path)
    except OSError as error:
        raise BadCall(f"{name} cannot be written, --save FILE saves elsewhere: {error.strerror}") from error
    return path


@contextmanager
def kept(game: Game, path: Path | None, *, is_silent: bool = False) -> Iterator[None]:
    """Save the game as a record when the block ends, however it ends: by a signal, or because nobody can see it.

    Signals come through only where the block waits, so that no move is recorded by halves, and not while it is saved.

    Args:
        game: the game that goes on in the block.
        path: the file; None where nothing is saved.
        is_silent: whether nothing is said about it.

    Raises:
        BadCall: it cannot be written.
    """
    with holding():
        try:
            yield
        except BaseException:
            _save(game, path)
            with suppress(OutputError):
                _tell(game, path, is_silent=is_silent)
            raise
        _save(game, path)
        _tell(game, path, is_silent=is_silent)


def _save(game: Game, path: Path | None) -> None:
    if path is None:
        return
    try:
        game.record.dump(path)
    except OSError as error:
        raise BadCall(f"{path} cannot be written, the game is not saved: {error.strerror}") from error


def _tell(game: Game, path: Path | None, *, is_silent: bool) -> None:
    if path is None or is_silent:
        return
    name = shlex.quote(str(path))
    goes_on = "" if game.is_over else f"mayi play --resume {name} goes on with it, "
    say_wrapped(f"The game is saved: {goes_on}mayi replay {name} tells it.")

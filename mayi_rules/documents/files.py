"""Files that are read, and saved: whole or not at all, through links, with the rights of the file that was there.

The one way in which the library reads and writes whole files. A crash, a full disk or a signal leaves the old file or
the new one, never half of it, and nothing else in the folder.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_CANNOT_SYNC = (errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP)
"""How a file system says that it has no way to sync: what it holds is as safe as it makes it."""


class UnreadableError(Exception):
    """A file cannot be read; the text says why."""


@contextmanager
def reading() -> Iterator[None]:
    """In this block a file is looked at, or read.

    Raises:
        UnreadableError: the system refuses that, or the name cannot be that of a file.
    """
    try:
        yield
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UnreadableError(f"the file cannot be read: {why}") from error


def read_file(path: str | os.PathLike[str], max_bytes: int) -> bytes:
    """What is in a file: all of it, or one byte more than is allowed, so that a longer file shows as one.

    Raises:
        UnreadableError: it cannot be read.
    """
    with reading(), Path(path).open("rb") as stream:
        return stream.read(max_bytes + 1)


def write_file(path: str | os.PathLike[str], content: str | bytes, *, replace: bool = True) -> None:
    """Save a file, so that whoever reads it finds the old content or the new one, also after a crash.

    The content goes to a new file beside, which is synced to the disk and then put in the place of the old one. A link
    is followed. Whoever may read and write the old file may read and write the new one.

    Args:
        path: the file.
        content: a text, saved as UTF-8 with line feeds everywhere, or bytes.
        replace: whether a file that is there is replaced; a link counts as one.

    Raises:
        FileExistsError: it is there, and shall not be replaced.
        OSError: it cannot be written, or is no ordinary file (but a folder, a pipe or a device); what was there is
            as it was.
    """
    data = content.encode() if isinstance(content, str) else content
    name = os.fspath(path)
    try:
        _write(name, data, replace=replace)
    except (OSError, ValueError) as error:
        raise _cannot(error, name) from error


def expect_writable(path: str | os.PathLike[str]) -> None:
    """Refuse a file that cannot be saved, before there is anything to lose.

    Raises:
        OSError: as for `write_file`.
    """
    name = os.fspath(path)
    try:
        target, was = _target(name)
        beside, descriptor = _beside(target, was)
        os.close(descriptor)
        beside.unlink()
    except (OSError, ValueError) as error:
        raise _cannot(error, name) from error


def sync_folder(folder: str | os.PathLike[str]) -> None:
    """Have the names in a folder written to the disk, where the system can do that."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        sync(descriptor)
    finally:
        os.close(descriptor)


def sync(descriptor: int) -> None:
    """Have an open file written to the disk, where its file system can do that."""
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC:
            raise


def _write(name: str, data: bytes, *, replace: bool) -> None:
    target, was = _target(name) if replace else (_itself(Path(name)), None)
    beside, descriptor = _beside(target, was)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            sync(descriptor)
        if was is not None:
            _keep_rights(beside, was)
        (os.replace if replace else _put_new)(beside, target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    sync_folder(target.parent)


def _target(name: str) -> tuple[Path, os.stat_result | None]:
    """Where a file really is, and what is there now."""
    target = Path(os.path.realpath(name))
    try:
        was = target.stat()
    except FileNotFoundError:
        return target, None
    if stat.S_ISDIR(was.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    if not stat.S_ISREG(was.st_mode):
        raise OSError(errno.EINVAL, "it is no ordinary file")
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return target, was


def _itself(path: Path) -> Path:
    """Where a new file is going to be; a link of this name is not followed."""
    return Path(os.path.realpath(path.parent)) / path.name


def _beside(target: Path, was: os.stat_result | None) -> tuple[Path, int]:
    """A new file beside this one, under a name that nobody can have prepared, and open for writing.

    Nobody else can read it where an old file is replaced, whose rights it gets at the end.
    """
    beside = target.with_name(f".mayi-{secrets.token_hex(8)}.tmp")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return beside, os.open(beside, flags, 0o666 if was is None else 0o600)


def _keep_rights(beside: Path, was: os.stat_result) -> None:
    if hasattr(os, "chown"):
        with suppress(OSError):  # only root may give a file away
            os.chown(beside, was.st_uid, was.st_gid)
    beside.chmod(stat.S_IMODE(was.st_mode))


def _put_new(beside: Path, target: Path) -> None:
    """Give a file its name, unless another one has it."""
    if os.name == "nt":
        beside.rename(target)
        return
    try:
        target.hardlink_to(beside)
    except FileExistsError:
        raise
    except OSError:  # this file system has no hard links: an empty file keeps the place
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL))
        beside.replace(target)
    else:
        beside.unlink()


def _cannot(error: OSError | ValueError, name: str) -> OSError:
    """The error, about the file that was named: nobody knows the one beside it."""
    if isinstance(error, OSError) and error.errno is not None:
        return OSError(error.errno, error.strerror, name)
    return OSError(errno.EINVAL, "it cannot be the name of a file", name)

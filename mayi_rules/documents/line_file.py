"""A file that grows at its end, line by line, written by one process at a time."""

from __future__ import annotations

import errno
import os
import weakref
from contextlib import suppress

from mayi_rules.documents.files import sync

try:
    import fcntl
except ImportError:  # this system has other locks, or none: one process has to do without them
    fcntl = None  # type: ignore[assignment]


class LineFile:
    """A file that is open for appending.

    Args:
        path: the file, which is there.

    Attributes:
        path: the file.
        size: how many bytes it has.

    Raises:
        OSError: it cannot be read and written, or another process has it open so.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        flags = os.O_RDWR | os.O_APPEND | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        self._descriptor = os.open(path, flags)
        self._closing = weakref.finalize(self, os.close, self._descriptor)
        try:
            self._lock()
            self.size = os.fstat(self._descriptor).st_size
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(errno.EBUSY, "another process writes it, or this one does already", self.path) from None

    def read(self) -> bytes:
        """All that is in it."""
        with os.fdopen(os.dup(self._descriptor), "rb") as stream:
            stream.seek(0)
            return stream.read()

    def append(self, line: bytes, *, is_synced: bool) -> None:
        """Write a line at the end, whole or not at all.

        Args:
            line: the line.
            is_synced: whether it must be on the disk.

        Raises:
            OSError: it cannot be written; nothing of it is in the file, or the next one is refused too.
        """
        try:
            left = memoryview(line)
            while left:
                left = left[os.write(self._descriptor, left) :]
            if is_synced:
                self.sync()
        except BaseException as error:
            with suppress(OSError):
                os.ftruncate(self._descriptor, self.size)
            if isinstance(error, OSError):
                raise OSError(error.errno, error.strerror, self.path) from error
            raise
        self.size += len(line)

    def cut(self, size: int) -> None:
        """Take away what is behind so many bytes."""
        os.ftruncate(self._descriptor, size)
        self.sync()
        self.size = size

    def sync(self) -> None:
        """Have all that was written put on the disk."""
        sync(self._descriptor)

    def close(self) -> None:
        """Let others write it; whatever is asked of it afterwards is refused."""
        self._descriptor = -1
        self._closing()

"""Work, counted in calls of functions: the same on every machine, however busy it is."""

from __future__ import annotations

import sys
from contextlib import contextmanager


class TooMuchWork(BaseException):
    """More calls than were allowed."""


@contextmanager
def counted(most):
    """Count the calls of functions in this block, those written in C too; more than so many end it."""
    calls = [0]

    def see(_frame, event, _argument):
        if event in ("call", "c_call"):
            calls[0] += 1
            if calls[0] > most:
                raise TooMuchWork

    sys.setprofile(see)
    try:
        yield calls
    finally:
        sys.setprofile(None)

"""The `mayi` command: where the console script begins."""

from __future__ import annotations

import sys

_NEEDED = ("click", "rich")
_BAD_CALL = 2
_SIGNALLED = 128
_INTERRUPTED = 130


def main() -> None:
    """Run the command and exit.

    The codes are 0 fine, 1 the thing checked is wrong, 2 the call is wrong; 128 and the number of the signal that ended
    it (130 for ^C), 141 where the reader of a pipe has left, as shells have it.
    """
    try:
        code = _run()
    except KeyboardInterrupt:
        code = _INTERRUPTED
    sys.exit(code)


def _run() -> int:
    from importlib.util import find_spec

    _open_what_is_closed()
    if sys.stdout is None:
        print("mayi: standard output cannot be written: it is closed", file=sys.stderr)
        return _BAD_CALL
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        install = f"{sys.executable} -m pip install {' '.join(missing)}"
        print(f"mayi: the command needs {' and '.join(missing)} (the extra cli): {install}", file=sys.stderr)
        return _BAD_CALL
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a sign that cannot be shown or read becomes ?
    from mayi_rules.cli import signals

    try:
        signals.end_on_signals()
        from mayi_rules.cli.commands import CALLS_FOR_HELP, print_help

        if sys.argv[1:] in CALLS_FOR_HELP:
            return print_help()
        from mayi_rules.cli.app import run

        return run()
    except signals.Ended as error:
        if error.number == _INTERRUPTED - _SIGNALLED and sys.stderr.isatty():
            from mayi_rules.cli.terminal import complain

            complain("")  # the terminal has shown ^C, and what comes next begins on a line of its own
        return _SIGNALLED + error.number
    finally:
        signals.leave_signals()


def _open_what_is_closed() -> None:
    """A file that is opened later must not become what a closed stream was: nothing but files is written to files."""
    import os

    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        continue
    os.close(number)
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")


if __name__ == "__main__":
    main()

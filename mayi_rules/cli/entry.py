"""The `mayi` command: where the console script begins."""

from __future__ import annotations

import sys
from importlib.util import find_spec

_NEEDED = ("click", "rich")
_INTERRUPTED = 130


def main() -> None:
    """Run the command and exit: 0 fine, 1 the thing checked is wrong, 2 the call is wrong."""
    if missing := [name for name in _NEEDED if find_spec(name) is None]:
        install = f"{sys.executable} -m pip install {' '.join(missing)}"
        print(f"mayi: the command needs {' and '.join(missing)} (the extra cli): {install}", file=sys.stderr)
        sys.exit(2)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a sign that cannot be shown or read becomes ?
    from mayi_rules.cli.app import run

    try:
        code = run()
        sys.stdout.flush()
    except BrokenPipeError:
        _forget_output()
        code = 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        code = _INTERRUPTED
    sys.exit(code)


def _forget_output() -> None:
    """Nobody reads any more: what is still buffered must not complain at exit."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()

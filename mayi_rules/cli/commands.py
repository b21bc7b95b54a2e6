"""The commands by name, and the page that lists them: printed without importing any, nor what reads their arguments."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from mayi_rules.cli.terminal import OutputError, failed, say_text, screen_size

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
"""By name: where the command is, and its line of help in the list; a new command is a line here."""

_ABOUT = (
    "Rules of May I?, Contract Rummy and Continental: look at them, change them, check them, play them.",
    "Exit codes: 0 fine, 1 the thing checked is wrong, 2 the call is wrong.",
)
_OPTIONS = (("--version", "Show the version and exit."), ("-h, --help", "Show this message and exit."))

CALLS_FOR_HELP = (["--help"], ["-h"])
_MAX_WIDTH = 80
_MIN_WIDTH = 50


def help_page() -> str:
    """What the command is, its options and its commands, as wide as the terminal."""
    width = max(min(screen_size().columns, _MAX_WIDTH) - 2, _MIN_WIDTH)
    about = (textwrap.fill(text, width, initial_indent="  ", subsequent_indent="  ") for text in _ABOUT)
    commands = ((name, line) for name, (_, line) in COMMANDS.items())
    parts = ["Usage: mayi [OPTIONS] COMMAND [ARGS]...", *about]
    parts += ["\n".join(["Options:", *_rows(_OPTIONS, width)]), "\n".join(["Commands:", *_rows(commands, width)])]
    return "\n\n".join(parts)


def _rows(rows: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    rows = list(rows)
    left = max(len(name) for name, _ in rows) + 4
    for name, text in rows:
        first, *rest = textwrap.wrap(text, width - left)
        yield f"  {name}".ljust(left) + first
        yield from (" " * left + line for line in rest)


def print_help() -> int:
    """Print the page, and give the exit code."""
    try:
        say_text(f"{help_page()}\n")
    except OutputError as error:
        return failed(error)
    return 0

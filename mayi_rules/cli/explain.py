"""`mayi explain`: what a key of the profile language means."""

from __future__ import annotations

import re
import textwrap

import click

from mayi_rules.cli import completion
from mayi_rules.cli.output import BadCall, print_table
from mayi_rules.cli.terminal import say, say_text
from mayi_rules.errors import ProfileError
from mayi_rules.profile.key_search import find_keys
from mayi_rules.profile.language.descriptions import all_keys, describe
from mayi_rules.profile.loading.wishes import cannot_say
from mayi_rules.profile.reference import key_lines

_WIDTH = 80


@click.command()
@click.argument("words", metavar="[KEY|WORD...]", nargs=-1, shell_complete=completion.keys)
def explain(words: tuple[str, ...]) -> None:
    """Explain a key of the profile language, or find it by a word.

    Without KEY all keys are listed, with a section its keys. What is no key is looked for in the names, meanings,
    values and sentences of all keys.
    """
    key = " ".join(words)
    if not key:
        _list("")
        return
    try:
        info = describe(key)
    except ProfileError as error:
        _search(key, error)
        return
    say(info.path, "")
    if info.is_section:
        say(info.description, "")
        _list(f"{info.path}.")
        return
    for line in key_lines(info):
        say_text(f"{_plain(line)}\n")


def _search(words: str, error: ProfileError) -> None:
    if why := cannot_say(words):
        raise BadCall(f"the language cannot say this: {why}") from error
    found = [] if "." in words else find_keys(words)
    if not found:
        raise BadCall(str(error)) from error
    say(f"{words} is no key; these speak of it (mayi explain KEY says more):", "")
    print_table(("key", "what it says"), [(one.path, one.text.replace("`", "")) for one in found])


def _list(prefix: str) -> None:
    rows = [(path, describe(path).description) for path in all_keys() if path.startswith(prefix)]
    print_table(("key", "meaning"), rows)


def _plain(line: str) -> str:
    """A line of the documentation without its marks, as wide as a terminal."""
    text = re.sub("`|[*][*]", "", line.rstrip("\n"))
    mark = " " * (text.find("- ") + 2) if text.lstrip().startswith("- ") else ""
    wrapped = textwrap.fill(text, _WIDTH, subsequent_indent=mark, break_long_words=False, break_on_hyphens=False)
    return wrapped + ("\n" if line.endswith("\n") else "")

"""`mayi completion`: what shells need to complete the command, and what they offer for each argument."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mayi_rules.characters import visible_line
from mayi_rules.cli.terminal import say_text

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

_SHELLS = ("bash", "zsh", "fish")
_VARIABLE = "_MAYI_COMPLETE"
_ENDINGS = (".yaml", ".yml")


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
def completion(shell: str) -> None:
    """Print what completes this command in a shell.

    bash: eval "$(mayi completion bash)" in ~/.bashrc; zsh: the same in ~/.zshrc, after compinit;
    fish: mayi completion fish > ~/.config/fish/completions/mayi.fish
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    if found is None:  # pragma: no cover - click knows the three shells
        raise click.UsageError(f"nothing is known of {shell}")
    say_text(found(click.get_current_context().find_root().command, {}, "mayi", _VARIABLE).source() + "\n")


# What a shell asks for is completed at every press of a key: each answer imports what it needs, and nothing more.


def games(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bundled games, and files."""
    from mayi_rules.profile.loading.bundled import bundled_profiles

    found = _beginning(incomplete, bundled_profiles())
    return [*found, *_profiles_here(incomplete)] if found else files(_ctx, _param, incomplete)


def bundled(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The bundled games."""
    from mayi_rules.profile.loading.bundled import bundled_profiles

    return _beginning(incomplete, bundled_profiles())


def files(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files and folders, as the shell completes them."""
    return [_item(incomplete, "file")]


def keys(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The keys of the profile language and their sections."""
    from mayi_rules.profile.language.descriptions import all_keys, describe

    found = [one for one in all_keys() if one.startswith(incomplete)]
    return [_item(one, text=describe(one).description) for one in found]


def bots(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of bots, one after the other with commas between them."""
    from mayi_rules.bots.registry import bot_names

    before, comma, last = incomplete.rpartition(",")
    return [_item(f"{before}{comma}{name}") for name in bot_names() if name.startswith(last)]


def schemas(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The schemas."""
    from mayi_rules.profile.loading.bundled import bundled_schemas

    return _beginning(incomplete, bundled_schemas())


def _item(value: str, kind: str = "plain", text: str | None = None) -> CompletionItem:
    from click.shell_completion import CompletionItem

    return CompletionItem(value, type=kind, help=text)


def _beginning(incomplete: str, names: Iterable[str]) -> list[CompletionItem]:
    return [_item(name) for name in names if name.startswith(incomplete)]


def _profiles_here(incomplete: str) -> list[CompletionItem]:
    """Files of this folder that may be profiles: where there are other choices, a shell would leave files out."""
    names = sorted(one.name for one in Path().iterdir() if one.suffix in _ENDINGS and one.is_file())
    return _beginning(incomplete, [name for name in names if visible_line(name) == name])

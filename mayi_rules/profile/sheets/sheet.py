"""The rule sheet of a profile as text, and what differs between two profiles as a page."""

from __future__ import annotations

from typing import get_args

from mayi_rules.characters import visible
from mayi_rules.profile.language.model import GameRules
from mayi_rules.profile.sheets.blocks import Block, Box, Line, Page
from mayi_rules.profile.sheets.changes import changes_in_words, told_changes
from mayi_rules.profile.sheets.html import html_page
from mayi_rules.profile.sheets.page import page_of
from mayi_rules.profile.sheets.rendering import Format, markdown, plain_text

FORMATS: tuple[Format, ...] = get_args(Format)


def rule_sheet(profile: GameRules, style: Format = "md", *, players: int | None = None, keys: bool = False) -> str:
    """The rule sheet of a profile; see `Profile.rule_sheet`."""
    return written(page_of(profile, players), style, keys=keys)


def difference_sheet(first: GameRules, second: GameRules, style: Format = "md", *, keys: bool = False) -> str:
    """What differs between two profiles, as a page in people's words; what has no effect is left out.

    Args:
        first: the profile before.
        second: the profile after.
        style: `md`, `html` or `txt`.
        keys: whether each line shows its keys.
    """
    live = [one for one in told_changes(first, second) if not one.is_dormant]
    lines = tuple(changes_in_words(live)) or (Line("Both are played by the same rules."),)
    blocks: tuple[Block, ...] = (Box(f"{second.name} differs from {first.name} in", lines),)
    page = Page(
        f"{first.name} and {second.name}", "What to agree on before the deal.", blocks, "Made from both profiles."
    )
    return written(page, style, keys=keys)


def written(page: Page, style: Format, *, keys: bool = False) -> str:
    """A page in one of the formats; a character that cannot be seen is escaped, wherever it came from.

    Raises:
        ValueError: there is no such format.
    """
    match style:
        case "md":
            return visible(markdown(page, keys=keys))
        case "html":
            return visible(html_page(page, keys=keys))
        case "txt":
            return visible(plain_text(page, keys=keys))
        case _:
            raise ValueError(f"there is no format {style!r}: they are {', '.join(FORMATS)}")

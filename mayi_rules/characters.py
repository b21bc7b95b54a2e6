"""Characters that a reader cannot see, or that change how the text around them is shown.

A terminal obeys control characters; bidirectional marks show a text in another order than it has; what has no width
makes two different names look alike. Files that hold them are refused, and whatever is printed is escaped.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

_NEVER = (
    "\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f"  # controls, but for tabs and line breaks
    "\\u2028\\u2029"  # line and paragraph separators
    "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f"  # bidirectional marks, invisible operators
    "\\xad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u3164\\ufeff\\uffa0"  # without a width
    "\\ufff0-\\ufffb\\ufffe\\uffff\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a"  # marks for machines
    "\\U000e0000-\\U000e00ff\\U000e01f0-\\U000e0fff"  # tags; the variants of ideographs between them are letters
    "\\ud800-\\udfff"  # halves of surrogate pairs, which are no characters
)
# Joiners belong to the spelling of some scripts and to some emoji, and to nothing else.
_HIDDEN = (
    f"[{_NEVER}]"
    "|\\r(?!\\n)"
    f"|(?<![^\\x00-\\x7f\\u200c\\u200d{_NEVER}])[\\u200c\\u200d]"
    f"|[\\u200c\\u200d](?![^\\x00-\\x7f\\u200c\\u200d{_NEVER}])"
)


@cache
def _hidden() -> re.Pattern[str]:
    return re.compile(_HIDDEN)


def _is_plain(text: str) -> bool:
    """Whether one look shows that all of a text can be seen, as it does of nearly all texts that are one line."""
    return text.isascii() and text.isprintable()


def hidden_at(text: str) -> int | None:
    """Where the first character stands that cannot be seen or changes how others are shown; None if there is none.

    Tabs and line breaks are no such characters.
    """
    found = None if _is_plain(text) else _hidden().search(text)
    return found.start() if found else None


def visible(text: str) -> str:
    r"""The text with such characters escaped as in JSON (`\u202e`), so that it can be printed, in JSON too."""
    return text if _is_plain(text) else _hidden().sub(_escaped, text)


def visible_line(text: str) -> str:
    r"""The text as one line: line breaks are escaped too."""
    return visible(text).replace("\r", "\\r").replace("\n", "\\n")


def hidden_message(text: str, index: int) -> str:
    """What is said where such a character is refused."""
    name = unicodedata.name(text[index], "").lower()
    character = f"U+{ord(text[index]):04X}" + (f" ({name})" if name else "")
    return f"the character {character} cannot stand in a text: nobody sees it, or it changes what others see"


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    if code < 0x10000:
        return f"\\u{code:04x}"
    high, low = divmod(code - 0x10000, 0x400)
    return f"\\u{0xD800 + high:04x}\\u{0xDC00 + low:04x}"

"""Texts that look equal are equal: one form on reading, and one key under which names are compared."""

from __future__ import annotations

import unicodedata


def nfc(text: str) -> str:
    """The text in Unicode's composed form (NFC), in which all texts are kept and compared."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def folded(text: str) -> str:
    """What is left of a text when its form, its case and the number of its spaces do not matter.

    Two names with the same key look like one name to people who call them out.
    """
    return " ".join(nfc(nfc(text).casefold()).split())

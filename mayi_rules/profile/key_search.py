"""Looking for keys by what people call the thing: in names, descriptions, values and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from mayi_rules.profile.language.descriptions import all_keys, describe
from mayi_rules.profile.reference import sentences_of

_SHORT = 3


@attrs.frozen
class Found:
    """A key in which the words were found, and the text that holds them."""

    path: str
    text: str


def find_keys(words: str) -> list[Found]:
    """The keys that speak of something: the words side by side first, and in names before sentences.

    Args:
        words: one word or several, all of which must be in one text; `penalty_cards` is the same as `penalty cards`.
    """
    patterns = [_pattern(word) for word in _plain(words).split()]
    phrase = re.compile(r"\W+".join(pattern.pattern for pattern in patterns), re.IGNORECASE)
    found: list[tuple[bool, int, int, Found]] = []
    for index, path in enumerate(all_keys()):
        for rank, text in _texts(path):
            if patterns and all(pattern.search(_plain(text)) for pattern in patterns):
                found.append(
                    (
                        not phrase.search(_plain(text)),
                        rank,
                        index,
                        Found(path, text if rank else describe(path).description),
                    )
                )
                break
    return [entry[-1] for entry in sorted(found, key=lambda entry: entry[:3])]


def _texts(path: str) -> Iterator[tuple[int, str]]:
    info = describe(path)
    yield 0, path
    yield 1, info.description
    for choice in info.choices:
        yield 2, f"{choice}: {info.description}"
    for value, sentence in sentences_of(info):
        yield 3, f"{value}: {sentence}"


def _plain(text: str) -> str:
    return text.replace("_", " ").replace(".", " ")


def _pattern(word: str) -> re.Pattern[str]:
    """The word, in the plural too; a long one may also begin others (`discard` in `discarding`)."""
    is_short = len(word) <= _SHORT
    stem, end = (word, r"s?\b") if is_short else (word.removesuffix("s"), "")
    return re.compile(rf"\b{re.escape(stem)}{end}", re.IGNORECASE)

"""Rules that people ask for and the language cannot say, and files that are written in another syntax."""

from __future__ import annotations

import re

_EVERYBODY = "everybody plays for himself"
_WISHES = (
    (r"teams?|partners?|partnerships?", _EVERYBODY),
    (r"payments?|money|stakes?|ante|pot|chips?|bets?|betting", "the score is in points, and nothing is paid"),
    (r"clock|timer|time_limit|timeout|seconds|minutes", "time is the host's: `close` ends a window, `abandon` a round"),
    (
        r"(minimum|min|opening|meld|initial)_points|points?_(to_open|threshold|minimum)|threshold",
        "an opening is a contract of sets and runs, not a number of points",
    ),
    (r"rearrang\w*|manipulat\w*|split\w*_melds?", "cards on the table are only added to, never rearranged"),
    (r"skips?(_cards?)?|reverse(_cards?)?|draw_two|action_cards?", "every card is an ordinary one: none skips a turn"),
    (r"colou?rs?_contracts?|colou?rs?", "a contract is made of sets and runs, not of colours"),
    (r"suits|fifth_suit|own_decks?|stars?", "the packs are of 52 cards in four suits, with jokers"),
    (r"kitty|talon|melds?_from_discards?|pile_pick\w*", "only the top card of the discard pile can be had"),
    (r"choose_contracts?|contract_choice|free_contracts?", "the profile says the contract of each round"),
)
_ONE_OF_THEM = tuple((re.compile(words, re.IGNORECASE), why) for words, why in _WISHES)

_INI_HEAD = re.compile(r"\s*\[+\s*([A-Za-z_][\w .-]*?)\s*\]+\s*(?:[#;].*)?")
_ASSIGNED = re.compile(r"\s*([A-Za-z_][\w.-]*)\s*=\s*(\S*).*")
_MAX_TEXT = 500  # longer texts are not looked at to their end: the expressions may go through them many times
_NO_SPACE = re.compile(r"\s*([A-Za-z_][\w-]*):([^\s:/]\S*).*")


def cannot_say(word: str) -> str | None:
    """Why the language has no key for what this word names, or None where nothing is known of it."""
    plain = re.sub(r"[\s-]+", "_", word[:_MAX_TEXT].strip())
    return next((why for pattern, why in _ONE_OF_THEM if pattern.fullmatch(plain)), None)


def in_yaml_instead(text: str) -> str | None:
    """What to write for the first line of a text that another syntax than YAML explains, or None."""
    for line in text[:_MAX_TEXT].splitlines():
        if head := _INI_HEAD.fullmatch(line):
            name = head[1]
            return f"a section is written as a key of its own, `{name}:`, with its keys below it, two spaces further in"
        if assigned := _ASSIGNED.fullmatch(line):
            return f"a value stands behind a colon and a space: `{assigned[1]}: {assigned[2] or '…'}`"
        if joined := _NO_SPACE.fullmatch(line):
            return f"a space stands behind the colon: `{joined[1]}: {joined[2]}`"
    return None

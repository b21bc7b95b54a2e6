"""Rules that people ask for and the language cannot say."""

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

_MAX_TEXT = 500  # longer texts are not looked at to their end: the expressions may go through them many times


def cannot_say(word: str) -> str | None:
    """Why the language has no key for what this word names, or None where nothing is known of it."""
    plain = re.sub(r"[\s-]+", "_", word[:_MAX_TEXT].strip())
    return next((why for pattern, why in _ONE_OF_THEM if pattern.fullmatch(plain)), None)

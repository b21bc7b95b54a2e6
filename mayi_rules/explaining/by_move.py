"""Fixes that change the move: one card more or less, another meld of the table, a near opening, what was left open."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.cards import format_card
from mayi_rules.explaining.by_opening import near_openings
from mayi_rules.explaining.fix import Fix, FixKind
from mayi_rules.explaining.situation import Situation
from mayi_rules.reasons import Reason, ReasonCode


def move_fixes(situation: Situation) -> Iterator[Fix]:
    """The changed moves that are legal in the very position."""
    seen = {situation.text}
    for text, how in _candidates(situation):
        if text not in seen:
            seen.add(text)
            if situation.is_legal(situation.state, text):
                yield Fix(kind=FixKind.MOVE, text=f"{how}: {text}", move=text)


def _candidates(situation: Situation) -> Iterator[tuple[str, str]]:
    """Moves that differ a little, each with how it differs."""
    for reason in situation.verdict:
        if reason.code is ReasonCode.MELD_AMBIGUOUS:
            yield from _choices(situation, reason)
    match situation.word:
        case "open":
            yield from _openings(situation)
            yield from near_openings(situation)
        case "lay" | "swap":
            yield from _targets(situation)
            yield from _fewer(situation)
        case "keep":
            is_wild = situation.state.rules.is_wild
            cards = sorted(situation.hand.kinds, key=lambda kind: is_wild[kind])
            yield from ((f"discard {format_card(kind)}", "with a discard") for kind in cards[:1])
        case "may":
            if ReasonCode.BUYING_OTHER_CARD in situation.codes:
                yield "may I", "for the card on offer"


def _choices(situation: Situation, reason: Reason) -> Iterator[tuple[str, str]]:
    """What an ambiguous text may mean, said in full."""
    choices = reason.params["choices"]
    for choice in choices if isinstance(choices, list) else []:
        if situation.word != "open":
            yield choice, "said in full"
            continue
        melds = [" ".join(words) for words in situation.melds]
        for index, meld in enumerate(melds):
            if meld == reason.params["meld"]:
                yield f"open {' | '.join([*melds[:index], choice, *melds[index + 1 :]])}", "said in full"


def _openings(situation: Situation) -> Iterator[tuple[str, str]]:
    """The opening with one card less, or with one more from the hand."""
    melds = situation.melds

    def with_words(index: int, words: list[str]) -> str:
        changed = [*melds[:index], words, *melds[index + 1 :]]
        return f"open {' | '.join(' '.join(one) for one in changed if one)}"

    for index, words in enumerate(melds):
        for at, word in enumerate(words):
            if word.lower() not in ("set", "run"):
                yield with_words(index, [*words[:at], *words[at + 1 :]]), f"without {word}"
    for kind in dict.fromkeys(situation.rest):
        for index, words in enumerate(melds):
            card = format_card(kind)
            yield with_words(index, [*words, card]), f"with {card} as well"


def _targets(situation: Situation) -> Iterator[tuple[str, str]]:
    """The same on every other meld of the table."""
    before, mark, _ = situation.text.rpartition(" on ")
    if mark:
        for number in range(1, len(situation.state.table) + 1):
            yield f"{before} on {number}", f"on meld {number}"


def _fewer(situation: Situation) -> Iterator[tuple[str, str]]:
    """Several lay-offs with one card less."""
    before, mark, number = situation.text.rpartition(" on ")
    cards = before.split()[1:]
    if mark and situation.word == "lay" and len(cards) > 1:
        for at, card in enumerate(cards):
            if card.lower() not in ("low", "high"):
                rest = [*cards[:at], *cards[at + 1 :]]
                yield f"lay {' '.join(rest)} on {number}", f"without {card}"

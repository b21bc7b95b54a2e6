"""Fixes that change the move: one card more or less, another meld of the table, a near opening, what was left open."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.cards import CARDS, format_card
from mayi_rules.engine.text.parse import AskText, DiscardText, LayText, MoveText, OpenText, SwapText, parse_text
from mayi_rules.engine.text.resolve import meaning, text_of
from mayi_rules.fix.by_opening import near_openings
from mayi_rules.fix.fix import Fix, FixKind
from mayi_rules.fix.situation import Situation
from mayi_rules.melds.meld_text import NamedCard
from mayi_rules.reasons import ReasonCode


def move_fixes(situation: Situation) -> Iterator[Fix]:
    """The changed moves that are legal in the very position."""
    seen = {str(situation.said)}
    for said, how in _candidates(situation):
        text = str(said)
        if text not in seen:
            seen.add(text)
            if situation.is_legal(situation.state, said):
                yield Fix(kind=FixKind.MOVE, text=f"{how}: {text}", move=text)


def _candidates(situation: Situation) -> Iterator[tuple[MoveText, str]]:
    """Moves that differ a little, each with how it differs."""
    said = situation.said
    if ReasonCode.MELD_AMBIGUOUS in situation.codes:
        for found in meaning(situation.state, situation.seat, said).readings:
            yield parse_text(text_of(found)), "said in full"
    match said:
        case OpenText():
            yield from _openings(situation, said)
            yield from ((parse_text(text), how) for text, how in near_openings(situation))
        case LayText() | SwapText():
            yield from ((said.on(number), f"on meld {number}") for number in range(1, len(situation.state.table) + 1))
            if isinstance(said, LayText) and len(said.items) > 1:
                yield from _fewer(said)
        case AskText() if ReasonCode.BUYING_OTHER_CARD in situation.codes:
            yield AskText(), "for the card on offer"
    if situation.words == "keep":
        is_wild = situation.state.rules.is_wild
        cards = sorted(situation.hand.kinds, key=lambda kind: is_wild[kind])
        yield from ((DiscardText(CARDS[kind]), "with a discard") for kind in cards[:1])


def _openings(situation: Situation, said: OpenText) -> Iterator[tuple[MoveText, str]]:
    """The opening with one card less, or with one more from the hand."""
    for index, meld in enumerate(said.melds):
        for at, item in enumerate(meld.items):
            rest = [*meld.items[:at], *meld.items[at + 1 :]]
            fewer = said.with_meld(index, *([meld.replace(rest)] if rest else []))
            if fewer.melds:
                yield fewer, f"without {item}"
    for kind in dict.fromkeys(situation.rest):
        for index, meld in enumerate(said.melds):
            more = said.with_meld(index, meld.replace([*meld.items, NamedCard(kind)]))
            yield more, f"with {format_card(kind)} as well"


def _fewer(said: LayText) -> Iterator[tuple[MoveText, str]]:
    """Several lay-offs with one card less."""
    for at, item in enumerate(said.items):
        rest = (*said.items[:at], *said.items[at + 1 :])
        yield LayText(rest, said.number), f"without {item.named}"

"""Fixes that change the hand: one card more or less in it."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.cards import JOKER, UNKNOWN, format_card
from mayi_rules.engine.text.parse import OpenText
from mayi_rules.fix.fix import Fix, FixKind
from mayi_rules.fix.situation import Situation
from mayi_rules.melds.meld_text import MeldText, NamedCard
from mayi_rules.reasons import ReasonCode
from mayi_rules.words import listed

_ANY_CARD_MORE = {ReasonCode.GOING_OUT_DISCARD_REQUIRED, ReasonCode.GOING_OUT_DISCARD_FORBIDDEN}
_SHORT_MELDS = {
    ReasonCode.MELD_TOO_SHORT,
    ReasonCode.MELD_GAP,
    ReasonCode.MELD_ALL_WILD,
    *[code for code in ReasonCode if code.startswith("meld.wilds_")],
}
_MAX_NAMED = 6


def hand_fixes(situation: Situation) -> Iterator[Fix]:
    """The hands that differ in one card and make the move legal, or the move with that card."""
    codes = situation.codes
    hand = situation.hand
    if ReasonCode.CARDS_NOT_IN_HAND in codes:
        for card in dict.fromkeys(situation.cards):
            if situation.is_legal(situation.with_hand(hand.plus(card))):
                yield _fix(f"if you held {'one more ' if card in hand else ''}{format_card(card)}", situation.text)
    if codes & _ANY_CARD_MORE and situation.is_legal(situation.with_hand(hand.plus(UNKNOWN))):
        yield _fix("with one more card in your hand", situation.text)
    if ReasonCode.OPENING_NOT_ALL_CARDS in codes:
        for card in dict.fromkeys(situation.rest):
            if situation.is_legal(situation.with_hand(hand.minus(card))):
                yield _fix(f"without {format_card(card)} in your hand", situation.text)
    if situation.words == "keep" and hand.size > 1 and situation.seat == situation.state.turn:
        for card in hand.kinds:
            if situation.is_legal(situation.with_hand(hand.minus(card))):
                yield _fix("with one card less in your hand", situation.text)
                break
    if isinstance(situation.said, OpenText) and codes & _SHORT_MELDS:
        yield from _longer(situation, situation.said)


def _fix(text: str, move: str) -> Fix:
    return Fix(kind=FixKind.HAND, text=text, move=move)


def _longer(situation: Situation, said: OpenText) -> Iterator[Fix]:
    """One card more both in the hand and in a meld of the opening."""
    for index, meld in enumerate(said.melds):
        found: list[str] = []
        move = ""
        for kind in range(JOKER + 1):
            if kind in situation.rest or not _may_belong(meld, kind, situation):
                continue
            longer = said.with_meld(index, meld.replace([*meld.items, NamedCard(kind)]))
            if situation.is_legal(situation.with_hand(situation.hand.plus(kind)), longer):
                found.append(format_card(kind))
                move = move or str(longer)
        if found:
            names = listed(found[:_MAX_NAMED], joint="or")
            yield _fix(f"with one more card, held and added to {meld}: {names}", move)


def _may_belong(meld: MeldText, kind: int, situation: Situation) -> bool:
    """Whether a card shares suit or rank with a card as written, or is wild: others need not be tried."""
    if situation.state.rules.is_wild[kind]:
        return True
    if kind >= JOKER:
        return kind in meld.cards
    return any(card < JOKER and (card % 13 == kind % 13 or card // 13 == kind // 13) for card in meld.cards)

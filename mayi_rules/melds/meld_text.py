"""Melds as text: the syntax alone, without rules and without a position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from mayi_rules.cards import JOKER, NAMES, RANKS, UNKNOWN, card_words, parse_card, parse_rank
from mayi_rules.errors import NotationError
from mayi_rules.profile.language.choices import MeldKind
from mayi_rules.reasons import ReasonCode

KINDS = tuple(kind.value for kind in MeldKind)
"""The words that may stand in front of a meld."""


class NamedCard(NamedTuple):
    """A card as written in a meld: its kind and the role given for it (a kind, a rank, or neither: -1)."""

    card: int
    role: int = -1
    role_rank: int = -1

    @property
    def has_role(self) -> bool:
        """Whether a role is written."""
        return self.role >= 0 or self.role_rank >= 0

    @property
    def role_text(self) -> str:
        """The role in notation, or an empty text."""
        return NAMES[self.role] if self.role >= 0 else RANKS[self.role_rank] if self.role_rank >= 0 else ""

    def __str__(self) -> str:
        return f"{NAMES[self.card]}={self.role_text}" if self.has_role else NAMES[self.card]


class MeldText(NamedTuple):
    """A meld as written: the kind put in front, if any, and the cards in the order written."""

    kind: MeldKind | None
    items: tuple[NamedCard, ...]

    @property
    def cards(self) -> list[int]:
        """The kinds named."""
        return [item.card for item in self.items]

    def replace(self, items: Iterable[NamedCard]) -> MeldText:
        """The same kind put in front of other cards."""
        return MeldText(self.kind, tuple(items))

    def __str__(self) -> str:
        return " ".join([*([self.kind.value] if self.kind else []), *map(str, self.items)])


def parse_named_card(text: str) -> NamedCard:
    """Read a card with or without a role (`5h`, `X=7h`, `2s=7`); raises NotationError."""
    name, mark, role = text.partition("=")
    card = parse_card(name)
    if card == UNKNOWN:
        raise NotationError(ReasonCode.NOTATION_CARD, "an unknown card (?) cannot be played")
    if not mark:
        return NamedCard(card)
    if (rank := parse_rank(role)) is not None:
        return NamedCard(card, role_rank=rank)
    stands_for = parse_card(role)
    if stands_for >= JOKER:
        raise NotationError(ReasonCode.NOTATION_CARD, f"{text!r}: a role is a card or a rank, not {role}")
    return NamedCard(card, role=stands_for)


def parse_meld_text(text: str) -> MeldText:
    """Read a meld as written (`5h X 7h`, `set 7h X X`); raises NotationError."""
    words = text.split()
    kind: MeldKind | None = None
    if words and words[0].lower() in KINDS:
        kind = MeldKind(words[0].lower())
        words = words[1:]
    if not words:
        raise NotationError(ReasonCode.NOTATION_MELD, "a meld has no cards: write the cards, separated by spaces")
    return MeldText(kind, tuple(map(parse_named_card, card_words(words))))

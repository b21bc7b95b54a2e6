"""Moves as text: the syntax alone. A text is read without a position; what it leaves open is settled elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache

from attrs import evolve, frozen

from mayi_rules.cards import NAMES, UNKNOWN, Card, card_words, parse_card, spelled
from mayi_rules.documents.spelling import folded
from mayi_rules.errors import NotationError
from mayi_rules.melds.fitting import End
from mayi_rules.melds.meld_text import MeldText, NamedCard, parse_meld_text, parse_named_card
from mayi_rules.moves import Cap
from mayi_rules.reasons import ReasonCode

_LONGEST_KEPT = 80
"""Texts of at most so many characters are kept with what they are, for they come again and again."""


@frozen
class MoveText:
    """A move as written: the base of all texts that are moves. It prints to notation."""

    @property
    def cards(self) -> list[int]:
        """The cards that it plays out of the hand, in the order written."""
        return []


@frozen
class PlainText(MoveText):
    """A move that is nothing but words: `take`, `pass`, `close`.

    Attributes:
        words: the words, as notation has them.
    """

    words: str

    def __str__(self) -> str:
        return self.words


@frozen
class AnswerText(MoveText):
    """A plain yes or no to what the seat is asked.

    Attributes:
        is_yes: whether it is yes.
        is_call: whether it is what a blocker calls in this game, too.
    """

    is_yes: bool
    is_call: bool = False

    def __str__(self) -> str:
        return "y" if self.is_yes else "n"


@frozen
class AskText(MoveText):
    """`may I`, with the card that is asked for where it is named."""

    card: Card | None = None

    def __str__(self) -> str:
        return "may I" if self.card is None else f"may I {self.card}"


@frozen
class OpenText(MoveText):
    """`open`, with the melds as written."""

    melds: tuple[MeldText, ...]

    @property
    def cards(self) -> list[int]:
        """The cards of all melds."""
        return [card for meld in self.melds for card in meld.cards]

    def with_meld(self, index: int, *melds: MeldText) -> OpenText:
        """The same with others in the place of one meld (with none: without it)."""
        return OpenText((*self.melds[:index], *melds, *self.melds[index + 1 :]))

    def __str__(self) -> str:
        return f"open {' | '.join(map(str, self.melds))}"


@frozen
class PlacedCard:
    """A card to lay off: with a role and an end of a run where they are written."""

    named: NamedCard
    end: End | None = None

    def __str__(self) -> str:
        return str(self.named) if self.end is None else f"{self.named} {self.end.value}"


@frozen
class LayText(MoveText):
    """`lay`, with one card or several, and the number of a meld."""

    items: tuple[PlacedCard, ...]
    number: int

    @property
    def cards(self) -> list[int]:
        """The cards to lay off."""
        return [item.named.card for item in self.items]

    def on(self, number: int) -> LayText:
        """The same on another meld."""
        return evolve(self, number=number)

    def __str__(self) -> str:
        return f"lay {' '.join(map(str, self.items))} on {self.number}"


@frozen
class SwapText(MoveText):
    """`swap`, with the natural card, the number of a meld and, where it is written, the wild with its role and end."""

    named: NamedCard
    number: int
    wild: NamedCard | None = None
    end: End | None = None

    @property
    def cards(self) -> list[int]:
        """The card that is put in."""
        return [self.named.card]

    def on(self, number: int) -> SwapText:
        """The same on another meld."""
        return evolve(self, number=number)

    def __str__(self) -> str:
        wild = "" if self.wild is None else f" for {self.wild}"
        end = "" if self.end is None else f" {self.end.value}"
        return f"swap {self.named}{wild}{end} on {self.number}"


@frozen
class DiscardText(MoveText):
    """`discard`, with a card."""

    card: Card

    @property
    def cards(self) -> list[int]:
        """The card."""
        return [self.card]

    def __str__(self) -> str:
        return f"discard {self.card}"


@frozen
class CutText(MoveText):
    """`cut`, with the number of cards that are lifted."""

    count: int

    def __str__(self) -> str:
        return f"cut {self.count}"


@frozen
class AbandonText(MoveText):
    """`abandon after 400 turns`: the library's own move where a cap is reached."""

    cap: Cap
    count: int

    def __str__(self) -> str:
        return f"abandon after {self.count} {_CAPPED[self.cap]}"


class NoMoveError(NotationError):
    """A text is no move at all: its words are none of the notation's."""


PLAIN = ("take", "stock", "pass", "shanghai", "take back", "keep")
"""The moves of seats that are nothing but words."""

HOST_PLAIN = ("close", "abandon", "next round")
"""The moves of the host that are nothing but words."""

_PLAIN: dict[str, MoveText] = {words: PlainText(words) for words in (*PLAIN, *HOST_PLAIN)}
_PLAIN["may i"] = AskText()
_PLAIN |= dict.fromkeys(("y", "yes"), AnswerText(is_yes=True)) | dict.fromkeys(("n", "no"), AnswerText(is_yes=False))


def parse_text(text: str, call: str | None = None) -> MoveText:
    """Read a text as a move, without a position.

    Args:
        text: the move in notation, without the seat in front.
        call: what a blocker calls in this game (`buying.block.call`), if anybody may block.

    Raises:
        NoMoveError: its words are those of no move.
        NotationError: it begins as a move does, but its cards, melds or numbers cannot be read.
    """
    return _kept(text, call) if len(text) <= _LONGEST_KEPT else _parsed(text, call)


def is_cut(text: str) -> bool:
    """Whether a text is a cut, which no seat makes."""
    try:
        return isinstance(parse_text(text), CutText)
    except NotationError:
        return False


def _parsed(text: str, call: str | None) -> MoveText:
    words = spelled(text).split()
    plain = " ".join(words).lower()
    found = _PLAIN.get(_bare(plain))
    if call is not None and (found is None or isinstance(found, AnswerText)) and _sounds_like(text, call):
        return _PLAIN["shanghai"] if found is None else AnswerText(found.is_yes, is_call=True)
    if found is None and (parse := _BY_WORD.get(plain.partition(" ")[0])) is not None:
        found = parse(words[1:], plain)
    if found is None:
        raise NoMoveError(ReasonCode.NOTATION_MOVE, f"{text!r} is not a move")
    return found


_kept = lru_cache(maxsize=1 << 12)(_parsed)


def _sounds_like(text: str, call: str) -> bool:
    """Whether a text is this call, whatever its case and marks."""
    return _bare(folded(text)) == _bare(folded(call))


def _bare(text: str) -> str:
    """A text without the marks with which it is called out."""
    return text.rstrip("!?. ")


def _parse_ask(words: list[str], plain: str) -> MoveText | None:
    if plain.startswith(("may i ", "may i? ")) and len(words) == 2:
        return AskText(_known(parse_card(words[1])))
    return None


def _parse_open(words: list[str], _plain: str) -> MoveText:
    return OpenText(tuple(map(parse_meld_text, " ".join(words).split("|"))))


def _parse_lay(words: list[str], _plain: str) -> MoveText | None:
    if (words and words[0].lower() == "down") or "|" in words:
        return None
    names, number = _target(words)
    return LayText(tuple(_placed(names)), number) if names else None


def _parse_swap(words: list[str], _plain: str) -> MoveText | None:
    named, number = _target(words)
    ends = [End(name.lower()) for name in named if name.lower() in _ENDS]
    names = [name for name in named if name.lower() not in _ENDS]
    if len(ends) > 1 or len(names) not in (1, 3) or (len(names) == 3 and names[1].lower() != "for"):
        return None
    wild = parse_named_card(names[2]) if len(names) == 3 else None
    return SwapText(parse_named_card(names[0]), number, wild, ends[0] if ends else None)


def _parse_discard(words: list[str], _plain: str) -> MoveText | None:
    cards = list(card_words(words))
    return DiscardText(_known(parse_card(cards[0]))) if len(cards) == 1 else None


def _parse_cut(words: list[str], _plain: str) -> MoveText | None:
    return CutText(int(words[0])) if len(words) == 1 and re.fullmatch(r"\d{1,9}", words[0], re.ASCII) else None


def _parse_abandon(_words: list[str], plain: str) -> MoveText | None:
    for cap, unit in _CAPPED.items():
        if found := re.fullmatch(rf"abandon after (\d{{1,9}}) {unit}", plain, re.ASCII):
            return AbandonText(cap, int(found[1]))
    return None


_CAPPED = {Cap.TURNS: "turns", Cap.MOVES: "moves of a turn"}
_BY_WORD: dict[str, Callable[[list[str], str], MoveText | None]] = {
    "may": _parse_ask, "open": _parse_open, "lay": _parse_lay, "swap": _parse_swap, "discard": _parse_discard,
    "cut": _parse_cut, "abandon": _parse_abandon,
}  # fmt: skip
_ENDS = tuple(end.value for end in End)


def _known(card: Card) -> Card:
    if card == UNKNOWN:
        raise NotationError(ReasonCode.NOTATION_CARD, f"an unknown card ({NAMES[UNKNOWN]}) cannot be played")
    return card


def _target(words: list[str]) -> tuple[list[str], int]:
    """Split `… on N` into the words before it and the meld's number; no words where it is not written so."""
    if len(words) < 3 or words[-2].lower() != "on" or not re.fullmatch(r"\d{1,4}", words[-1], re.ASCII):
        return [], 0
    return words[:-2], int(words[-1])


def _placed(words: Iterable[str]) -> list[PlacedCard]:
    """The cards, each with the end that is written behind it."""
    cards: list[PlacedCard] = []
    for word in card_words(words):
        if word.lower() not in _ENDS:
            cards.append(PlacedCard(parse_named_card(word)))
        elif not cards or cards[-1].end is not None:
            raise NotationError(ReasonCode.NOTATION_MOVE, f"{word!r} stands behind the card whose end it is: As {word}")
        else:
            cards[-1] = evolve(cards[-1], end=End(word.lower()))
    return cards

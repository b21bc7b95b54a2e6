"""Why a move is refused: codes (stable), the sentences made from them (not stable), and verdicts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any


class ReasonCode(StrEnum):
    """The codes of refusals, `section.name`. More may come; none changes its meaning."""

    TURN_NOT_YOUR_TURN = "turn.not_your_turn"
    TURN_WRONG_PHASE = "turn.wrong_phase"
    TURN_ROUND_OVER = "turn.round_over"
    TURN_GAME_OVER = "turn.game_over"
    TURN_DEAD_END = "turn.dead_end"
    TURN_STALE = "turn.stale"
    NOTATION_CARD = "notation.card"
    NOTATION_MOVE = "notation.move"
    NOTATION_MELD = "notation.meld"
    NOTATION_SEAT = "notation.seat"
    CARDS_NOT_IN_HAND = "cards.not_in_hand"
    CARDS_ALL_ELSEWHERE = "cards.all_elsewhere"
    MELD_TOO_SHORT = "meld.too_short"
    MELD_TOO_LONG = "meld.too_long"
    MELD_MIXED_RANKS = "meld.mixed_ranks"
    MELD_MIXED_SUITS = "meld.mixed_suits"
    MELD_GAP = "meld.gap"
    MELD_REPEATED_RANK = "meld.repeated_rank"
    MELD_ACE_IN_THE_MIDDLE = "meld.ace_in_the_middle"
    MELD_ACE_NOT_LOW = "meld.ace_not_low"
    MELD_ACE_NOT_HIGH = "meld.ace_not_high"
    MELD_WILDS_TOO_MANY = "meld.wilds_too_many"
    MELD_WILDS_OUTNUMBER = "meld.wilds_outnumber"
    MELD_ALL_WILD = "meld.all_wild"
    MELD_WILD_ROLE = "meld.wild_role"
    MELD_AMBIGUOUS = "meld.ambiguous"
    OPENING_ALREADY_OPEN = "opening.already_open"
    OPENING_WRONG_MELDS = "opening.wrong_melds"
    OPENING_TOO_FEW_MELDS = "opening.too_few_melds"
    OPENING_TOO_MANY_MELDS = "opening.too_many_melds"
    OPENING_NOT_EXACT = "opening.not_exact"
    OPENING_SAME_RANK_SETS = "opening.same_rank_sets"
    OPENING_ADJACENT_RUNS = "opening.adjacent_runs"
    OPENING_NOT_ALL_CARDS = "opening.not_all_cards"
    LAYING_OFF_NOT_OPEN = "laying_off.not_open"
    LAYING_OFF_OPENING_TURN = "laying_off.opening_turn"
    LAYING_OFF_NEVER = "laying_off.never"
    LAYING_OFF_NO_SUCH_MELD = "laying_off.no_such_meld"
    LAYING_OFF_DOES_NOT_FIT = "laying_off.does_not_fit"
    LAYING_OFF_ONLY_WILDS = "laying_off.only_wilds"
    LAYING_OFF_NOT_OWN = "laying_off.not_own"
    SWAPPING_NOT_ALLOWED = "swapping.not_allowed"
    SWAPPING_NOT_OPEN = "swapping.not_open"
    SWAPPING_OPENING_TURN = "swapping.opening_turn"
    SWAPPING_NO_SUCH_MELD = "swapping.no_such_meld"
    SWAPPING_NO_SUCH_WILD = "swapping.no_such_wild"
    SWAPPING_IN_A_SET = "swapping.in_a_set"
    SWAPPING_NO_PLACE = "swapping.no_place"
    SWAPPING_FREED_WILD_IN_HAND = "swapping.freed_wild_in_hand"
    DRAWING_STOCK_ONLY = "drawing.stock_only"
    DRAWING_NOTHING_TO_DRAW = "drawing.nothing_to_draw"
    DRAWING_NO_DISCARD = "drawing.no_discard"
    BUYING_OFF = "buying.off"
    BUYING_OWN_TURN = "buying.own_turn"
    BUYING_ONLY_UNOPENED = "buying.only_unopened"
    BUYING_UPCARD = "buying.upcard"
    BUYING_OWN_DISCARD = "buying.own_discard"
    BUYING_LIMIT = "buying.limit"
    BUYING_SAME_BUYER_AGAIN = "buying.same_buyer_again"
    BUYING_NO_PENALTY_CARD = "buying.no_penalty_card"
    BUYING_NO_WINDOW = "buying.no_window"
    BUYING_ALREADY_ANSWERED = "buying.already_answered"
    BUYING_NEARER_ASKER = "buying.nearer_asker"
    BUYING_OTHER_CARD = "buying.other_card"
    BUYING_CANNOT_BLOCK = "buying.cannot_block"
    BUYING_NOTHING_TO_BLOCK = "buying.nothing_to_block"
    GOING_OUT_DISCARD_REQUIRED = "going_out.discard_required"
    GOING_OUT_DISCARD_FORBIDDEN = "going_out.discard_forbidden"
    TAKING_BACK_NOT_ALLOWED = "taking_back.not_allowed"
    TAKING_BACK_NOTHING = "taking_back.nothing"
    CUT_OUT_OF_RANGE = "cut.out_of_range"
    DEAL_WRONG_ORDER = "deal.wrong_order"
    DEAL_UNKNOWN_ORDER = "deal.unknown_order"


SENTENCES: Mapping[ReasonCode, str] = {
    ReasonCode.TURN_NOT_YOUR_TURN: "It is not your turn.",
    ReasonCode.TURN_WRONG_PHASE: "That is not possible now: the phase is {phase}.",
    ReasonCode.TURN_ROUND_OVER: "The round is over; the host starts the next one.",
    ReasonCode.TURN_GAME_OVER: "The game is over.",
    ReasonCode.TURN_DEAD_END: "After that your turn could not be ended.",
    ReasonCode.TURN_STALE: "The game has moved on: it is at version {version}, the move was sent for {expected}.",
    ReasonCode.NOTATION_CARD: "{message}.",
    ReasonCode.NOTATION_MOVE: "{message}.",
    ReasonCode.NOTATION_MELD: "{message}.",
    ReasonCode.NOTATION_SEAT: "{message}.",
    ReasonCode.CARDS_NOT_IN_HAND: "You do not hold {cards} (or not so often).",
    ReasonCode.CARDS_ALL_ELSEWHERE: (
        "{card} cannot be in this hand: the pack holds {count}, and all of them are elsewhere."
    ),
    ReasonCode.MELD_TOO_SHORT: "{meld}: a {kind} here takes at least {least} cards.",
    ReasonCode.MELD_TOO_LONG: "{meld}: a {kind} takes at most {most} cards.",
    ReasonCode.MELD_MIXED_RANKS: "{meld}: the cards of a set are of one rank.",
    ReasonCode.MELD_MIXED_SUITS: "{meld}: the cards of a run are of one suit.",
    ReasonCode.MELD_GAP: "{meld}: the cards do not follow one another.",
    ReasonCode.MELD_REPEATED_RANK: "{meld}: a run holds each card once.",
    ReasonCode.MELD_ACE_IN_THE_MIDDLE: "{meld}: a run does not go on from the king over the ace to the 2.",
    ReasonCode.MELD_ACE_NOT_LOW: "{meld}: the ace does not stand below the 2.",
    ReasonCode.MELD_ACE_NOT_HIGH: "{meld}: the ace does not stand above the king.",
    ReasonCode.MELD_WILDS_TOO_MANY: "{meld}: too many wilds ({wilds}); {rule_text}.",
    ReasonCode.MELD_WILDS_OUTNUMBER: "{meld}: {wilds} wilds to {naturals} naturals are too many.",
    ReasonCode.MELD_ALL_WILD: "{meld}: a meld of wilds only is not allowed.",
    ReasonCode.MELD_WILD_ROLE: "{meld}: {card} cannot stand for {role} there.",
    ReasonCode.MELD_AMBIGUOUS: "{meld} may be read in several ways: {choices}.",
    ReasonCode.OPENING_ALREADY_OPEN: "You have opened already in this round.",
    ReasonCode.OPENING_WRONG_MELDS: "The contract asks for {contract}, not for {given}.",
    ReasonCode.OPENING_TOO_FEW_MELDS: "The contract asks for {wanted} melds; these are {given}.",
    ReasonCode.OPENING_TOO_MANY_MELDS: "The contract asks for {wanted} melds; these are {given}.",
    ReasonCode.OPENING_NOT_EXACT: "The melds of an opening have exactly the contract's size: {contract}.",
    ReasonCode.OPENING_SAME_RANK_SETS: "Two sets of {rank} may not be in one opening.",
    ReasonCode.OPENING_ADJACENT_RUNS: "{first} and {second} would join into one run.",
    ReasonCode.OPENING_NOT_ALL_CARDS: "The opening of this round uses the whole hand; {left} would be left.",
    ReasonCode.LAYING_OFF_NOT_OPEN: "Only a player who has opened lays off.",
    ReasonCode.LAYING_OFF_OPENING_TURN: "Nothing is laid off in the turn of the opening.",
    ReasonCode.LAYING_OFF_NEVER: "Nothing is laid off in this game.",
    ReasonCode.LAYING_OFF_NO_SUCH_MELD: "There is no meld {meld} on the table; there are {melds}.",
    ReasonCode.LAYING_OFF_DOES_NOT_FIT: "{card} does not fit on {meld}.",
    ReasonCode.LAYING_OFF_ONLY_WILDS: "{meld} is all wild and takes wilds only, not {card}.",
    ReasonCode.LAYING_OFF_NOT_OWN: "Cards are laid off on one's own melds only.",
    ReasonCode.SWAPPING_NOT_ALLOWED: "Wilds stay where they are: {rule_text}.",
    ReasonCode.SWAPPING_NOT_OPEN: "Only a player who has opened swaps a wild.",
    ReasonCode.SWAPPING_OPENING_TURN: "No wild is swapped in the turn of the opening.",
    ReasonCode.SWAPPING_NO_SUCH_MELD: "There is no meld {meld} on the table; there are {melds}.",
    ReasonCode.SWAPPING_NO_SUCH_WILD: "No wild of {meld} stands for {card}.",
    ReasonCode.SWAPPING_IN_A_SET: "Wilds in sets stay where they are.",
    ReasonCode.SWAPPING_NO_PLACE: "The freed {wild} must be laid on the table at once, and fits nowhere.",
    ReasonCode.SWAPPING_FREED_WILD_IN_HAND: "The freed {wild} must be laid on the table first.",
    ReasonCode.DRAWING_STOCK_ONLY: "A player who has opened draws from the stock only.",
    ReasonCode.DRAWING_NOTHING_TO_DRAW: "No stock card can be had.",
    ReasonCode.DRAWING_NO_DISCARD: "There is no discard to take.",
    ReasonCode.BUYING_OFF: "Nothing may be bought in this round.",
    ReasonCode.BUYING_OWN_TURN: "The active player does not buy: the discard could have been taken.",
    ReasonCode.BUYING_ONLY_UNOPENED: "Only players who have not opened may buy.",
    ReasonCode.BUYING_UPCARD: "The upcard may not be bought.",
    ReasonCode.BUYING_OWN_DISCARD: "Who discarded a card may not buy it.",
    ReasonCode.BUYING_LIMIT: "You have bought {limit} times in this round; that is the limit.",
    ReasonCode.BUYING_SAME_BUYER_AGAIN: "You have just bought; the next card is offered to the others.",
    ReasonCode.BUYING_NO_PENALTY_CARD: "The penalty ({cards} from the stock) cannot be had.",
    ReasonCode.BUYING_NO_WINDOW: "No card is on offer now.",
    ReasonCode.BUYING_ALREADY_ANSWERED: "You have answered already.",
    ReasonCode.BUYING_NEARER_ASKER: "A player nearer to the active player has asked.",
    ReasonCode.BUYING_OTHER_CARD: "On offer is {offer}, not {card}.",
    ReasonCode.BUYING_CANNOT_BLOCK: "You may not block this buy.",
    ReasonCode.BUYING_NOTHING_TO_BLOCK: "There is nothing to block: nobody is about to get the card.",
    ReasonCode.GOING_OUT_DISCARD_REQUIRED: "A card must be left to discard.",
    ReasonCode.GOING_OUT_DISCARD_FORBIDDEN: "The last card is laid, never discarded.",
    ReasonCode.TAKING_BACK_NOT_ALLOWED: "What is laid stays laid.",
    ReasonCode.TAKING_BACK_NOTHING: "You have laid nothing in this turn.",
    ReasonCode.CUT_OUT_OF_RANGE: "A cut lifts from {least} to {most} cards, not {count}.",
    ReasonCode.DEAL_WRONG_ORDER: (
        "The order given for round {round} is not its pack: {cards} cards, {decks} decks and {jokers} jokers are "
        "needed."
    ),
    ReasonCode.DEAL_UNKNOWN_ORDER: "The order of the pack is not known here: give the order of the next round.",
}


class Source:
    """Where a value was written: a file's name as given (or `override`, `record` …), line and column from 1."""

    __slots__ = ("column", "label", "line")

    def __init__(self, label: str, line: int | None = None, column: int | None = None) -> None:
        self.label = label
        self.line = line
        self.column = column

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Source) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return self.label if self.line is None else f"{self.label}:{self.line}:{self.column}"

    def __repr__(self) -> str:
        return f"Source({str(self)!r})"

    def __reduce__(self) -> tuple[type[Source], tuple[str, int | None, int | None]]:
        return Source, (self.label, self.line, self.column)


class Reason:
    """One reason why a move is refused; prints as a sentence.

    Attributes:
        code: the stable code.
        params: what the sentence is made from (plain values).
        rule: the profile key that says so, or None.
        source: where that key's value was written, or None.
    """

    __slots__ = ("code", "params", "rule", "source")

    def __init__(
        self,
        code: ReasonCode,
        params: Mapping[str, Any] | None = None,
        *,
        rule: str | None = None,
        source: Source | None = None,
    ) -> None:
        self.code = code
        self.params = dict(params or {})
        self.rule = rule
        self.source = source

    def to_dict(self) -> dict[str, Any]:
        """The reason as plain values: code, text, rule, source, params."""
        return {
            "code": self.code.value,
            "text": str(self),
            "rule": self.rule,
            "source": str(self.source) if self.source else None,
            "params": {
                name: value if isinstance(value, int) and type(value) in (int, bool) else str(value)
                for name, value in self.params.items()
            },
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.code, self.rule))

    def __str__(self) -> str:
        return SENTENCES[self.code].format_map(self.params)

    def __repr__(self) -> str:
        return f"<Reason {self.code.value}: {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _reason, (self.code, self.params, self.rule, self.source)


def _reason(code: ReasonCode, params: dict[str, Any], rule: str | None, source: Source | None) -> Reason:
    return Reason(code, params, rule=rule, source=source)


class Verdict:
    """The answer to "may this move be played?": true when it may, else the reasons why not."""

    __slots__ = ("reasons",)

    def __init__(self, reasons: tuple[Reason, ...] = ()) -> None:
        self.reasons = reasons

    @property
    def ok(self) -> bool:
        """Whether the move may be played."""
        return not self.reasons

    @property
    def codes(self) -> tuple[ReasonCode, ...]:
        """The codes of the reasons, in order."""
        return tuple(reason.code for reason in self.reasons)

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain values: ok and reasons."""
        return {"ok": self.ok, "reasons": [reason.to_dict() for reason in self.reasons]}

    def __bool__(self) -> bool:
        return not self.reasons

    def __iter__(self) -> Iterator[Reason]:
        return iter(self.reasons)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Verdict) and self.reasons == other.reasons

    def __hash__(self) -> int:
        return hash(self.reasons)

    def __str__(self) -> str:
        return " ".join(map(str, self.reasons)) or "The move may be played."

    def __repr__(self) -> str:
        return f"<Verdict ok={self.ok} {' '.join(self.codes)}>".replace(" >", ">")

    def __reduce__(self) -> tuple[type[Verdict], tuple[tuple[Reason, ...]]]:
        return Verdict, (self.reasons,)


ACCEPTED = Verdict()
"""The one shared verdict of every move that may be played."""

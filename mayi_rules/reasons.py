"""Why a move is refused: codes (stable), reasons and verdicts; the sentences are made in `mayi_rules.refusals`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from mayi_rules.characters import visible_line
from mayi_rules.refusals import Plain, plain, sentence

if TYPE_CHECKING:
    from mayi_rules.typed import ReasonDict, VerdictDict


class ReasonCode(StrEnum):
    """The codes of refusals, `section.name`. More may come; none changes its meaning."""

    TURN_NOT_YOUR_TURN = "turn.not_your_turn"
    TURN_WRONG_PHASE = "turn.wrong_phase"
    TURN_ROUND_OVER = "turn.round_over"
    TURN_GAME_OVER = "turn.game_over"
    TURN_DEAD_END = "turn.dead_end"
    TURN_STALE = "turn.stale"
    TURN_CAP_NOT_REACHED = "turn.cap_not_reached"
    NOTATION_CARD = "notation.card"
    NOTATION_MOVE = "notation.move"
    NOTATION_MELD = "notation.meld"
    NOTATION_SEAT = "notation.seat"
    CARDS_NOT_IN_HAND = "cards.not_in_hand"
    CARDS_ALL_ELSEWHERE = "cards.all_elsewhere"
    CARDS_NOT_AS_NOTED = "cards.not_as_noted"
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
    MELD_WILDS_TOO_CLOSE = "meld.wilds_too_close"
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
    SWAPPING_OWN_MELD = "swapping.own_meld"
    SWAPPING_NO_JOKER = "swapping.no_joker"
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
    DISCARDING_WILD = "discarding.wild"
    DISCARDING_DRAWN_CARD = "discarding.drawn_card"
    GOING_OUT_DISCARD_REQUIRED = "going_out.discard_required"
    GOING_OUT_DISCARD_FORBIDDEN = "going_out.discard_forbidden"
    TAKING_BACK_NOT_ALLOWED = "taking_back.not_allowed"
    TAKING_BACK_NOTHING = "taking_back.nothing"
    CUT_OUT_OF_RANGE = "cut.out_of_range"
    DEAL_WRONG_ORDER = "deal.wrong_order"
    DEAL_UNKNOWN_ORDER = "deal.unknown_order"
    DEAL_UNKNOWN_SCORES = "deal.unknown_scores"


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
        label = visible_line(self.label)  # the name of a file may hold anything
        return label if self.line is None else f"{label}:{self.line}:{self.column}"

    def __repr__(self) -> str:
        return f"Source({str(self)!r})"

    def __reduce__(self) -> tuple[type[Source], tuple[str, int | None, int | None]]:
        return Source, (self.label, self.line, self.column)


class Reason:
    """One reason why a move is refused; prints as a sentence.

    Its `params` are what the sentence is made from: notation, codes, numbers and lists of texts, told code by code in
    the documentation.

    Attributes:
        code: the stable code.
        rule: the profile key that says so, or None.
        source: where that key's value was written, or None.
    """

    __slots__ = ("_params", "code", "rule", "source")

    def __init__(
        self,
        code: ReasonCode,
        params: Mapping[str, Any] | None = None,
        *,
        rule: str | None = None,
        source: Source | None = None,
    ) -> None:
        self.code = code
        self._params = params or {}
        self.rule = rule
        self.source = source

    @property
    def params(self) -> dict[str, Plain]:
        """The values of the sentence, plain; made when they are looked at."""
        return {name: plain(value) for name, value in self._params.items()}

    def to_dict(self) -> ReasonDict:
        """The reason as plain values: code, text, rule, source, params."""
        return {
            "code": self.code.value,
            "text": str(self),
            "rule": self.rule,
            "source": str(self.source) if self.source else None,
            "params": self.params,
        }

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reason) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.code, self.rule))

    def __str__(self) -> str:
        return sentence(self.code, self.params)

    def __repr__(self) -> str:
        return f"<Reason {self.code.value}: {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _reason, (self.code, self.params, self.rule, self.source)


def common_reasons(refusals: Iterable[Iterable[Reason]]) -> tuple[Reason, ...]:
    """The reasons that hold of every one of several refusals, by their codes, as the first of them tells them."""
    found: dict[ReasonCode, Reason] | None = None
    for reasons in refusals:
        told = {reason.code: reason for reason in reversed(tuple(reasons))}
        if found is None:
            found = dict(reversed(told.items()))
        else:
            found = {code: reason for code, reason in found.items() if code in told}
    return tuple((found or {}).values())


def _reason(code: ReasonCode, params: dict[str, Plain], rule: str | None, source: Source | None) -> Reason:
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

    def to_dict(self) -> VerdictDict:
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

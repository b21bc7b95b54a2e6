"""What fits on a meld that lies on the table, and which of its wilds can be swapped out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from mayi_rules.cards import JOKER, format_card, kinds_in
from mayi_rules.melds.kinds.places import End, Fits, SwapPlace
from mayi_rules.melds.kinds.run import end_role
from mayi_rules.melds.meld import Meld
from mayi_rules.profile.language.choices import SwapWhich
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode

__all__ = [
    "NOTHING_FITS", "End", "Fits", "Place", "SwapPlace", "TableMeld",
    "end_role", "fit_reasons", "fits", "length_reasons", "may_swap_out", "role_at", "swap_places", "swapped",
    "with_card",
]  # fmt: skip


class Place(NamedTuple):
    """A card that fits on a meld.

    Attributes:
        kind: the card.
        end: the end of a run; None on a set.
        role: what it stands for there, as in `mayi_rules.moves.LayOff`.
        needs_end: whether a text has to name the end, for the role alone does not tell it.
    """

    kind: int
    end: End | None
    role: int
    needs_end: bool


NOTHING_FITS = Fits(0, 0, 0)


def role_at(meld: Meld, end: End | None) -> int:
    """What a card laid there stands for: a kind at an end of a run, on a set its rank (-1: a set of wilds)."""
    return meld.form.role_at(meld, end)


def fits(meld: Meld, rules: RoundRules) -> Fits:
    """The kinds that may be laid off on this meld, by place."""
    if len(meld.cards) >= meld.form.most(rules):
        return NOTHING_FITS
    return meld.form.fits(meld, rules)


def with_card(meld: Meld, card: int, end: End | None) -> Meld:
    """The meld with one card laid off on it: at an end of a run, or on a set (`end` None)."""
    return meld.form.with_card(meld, card, end)


def fit_reasons(meld: Meld, card: int, end: End | None, rules: RoundRules) -> Iterator[Reason]:
    """Every reason why this card may not be laid off on this meld (in a run: at this end).

    Args:
        meld: the meld on the table.
        card: a kind.
        end: the end of a run; None for a set. None for a run means that the card fits at neither end.
        rules: the rules of the round.
    """
    form = meld.form
    if any(form.position_suits(meld, card, one, rules) for one in ((end,) if end is not None else form.all_ends)):
        yield from length_reasons(meld, 1, rules)
        if not rules.stands_for_itself(card, form.natural_for(meld, card, end, rules)):
            wilds = meld.wilds(rules)
            yield from form.wild_limit_reasons(meld, wilds + 1, meld.size - wilds, rules)
            yield from form.end_limit_reasons(meld, end, rules)
    elif form.takes_only_wilds(meld):
        yield rules.reason(ReasonCode.LAYING_OFF_ONLY_WILDS, "wilds.all_wild_sets", card=format_card(card), meld=meld)
    else:
        yield rules.reason(ReasonCode.LAYING_OFF_DOES_NOT_FIT, card=format_card(card), meld=meld)


def length_reasons(meld: Meld, more: int, rules: RoundRules) -> Iterator[Reason]:
    """Why a meld does not take so many cards more (`melds.set.max`, `melds.run.max`)."""
    if meld.size + more > (most := meld.form.most(rules)):
        yield rules.reason(ReasonCode.MELD_TOO_LONG, f"melds.{meld.kind}.max", meld=meld, kind=meld.kind, most=most)


def may_swap_out(wild: int, rules: RoundRules) -> bool:
    """Whether a wild of this kind may be swapped out at all (`wilds.swap.which`)."""
    return wild == JOKER or rules.swap_which is SwapWhich.ALL


def swap_places(meld: Meld, rules: RoundRules) -> list[SwapPlace]:
    """The wilds of this meld that a natural card can replace, with that card; whatever `wilds.swap` says."""
    return meld.form.swap_places(meld, rules)


def swapped(meld: Meld, card: int, index: int) -> Meld:
    """The meld with the card at this index replaced."""
    cards = bytearray(meld.cards)
    cards[index] = card
    return meld.form.with_cards(meld, cards)


def _needs_end(kind: int, role: int, both: int, one_gap: bool) -> bool:  # noqa: FBT001
    """Whether the end has to be named: the card fits at both, and is the same thing at either, or itself at one.

    It is the same at either end if it is an ace, or the last gap of a full circle.

    Args:
        kind: the card.
        role: what it stands for at that end.
        both: the kinds that fit at both ends, as bits.
        one_gap: whether the run has one gap left in a full circle.
    """
    return (role % 13 == 0 and kind == role) or (bool(both >> kind & 1) and (one_gap or role == kind))


@lru_cache(maxsize=1 << 12)
def _on_set(mask: int, rank: int) -> tuple[bytes, tuple[Place, ...]]:
    """The kinds of a mask, and for each its place on a set of this rank."""
    kinds = bytes(kinds_in(mask))
    return kinds, tuple([Place(kind, None, rank, needs_end=False) for kind in kinds])


@lru_cache(maxsize=1 << 12)
def _on_run(fits: Fits, low: int, high: int, one_gap: bool) -> tuple[bytes, tuple[Place, ...]]:  # noqa: FBT001
    """The kinds that fit on a run, and for each its place; `low` and `high` are the roles at its ends."""
    both = fits.low & fits.high
    places = [
        Place(kind, end, role, _needs_end(kind, role, both, one_gap))
        for mask, end, role in ((fits.low, End.LOW, low), (fits.high, End.HIGH, high))
        for kind in kinds_in(mask)
    ]
    return bytes([place.kind for place in places]), tuple(places)


class TableMeld:
    """A meld on the table: who laid it, the meld, and (computed once) what fits on it under the round's rules."""

    __slots__ = ("_fits", "_places", "meld", "rules", "seat")

    def __init__(self, seat: int, meld: Meld, rules: RoundRules) -> None:
        self.seat = seat
        self.meld = meld
        self.rules = rules
        self._fits: Fits | None = None
        self._places: tuple[bytes, tuple[Place, ...]] | None = None

    @property
    def fits(self) -> Fits:
        """What fits on the meld now."""
        value = self._fits
        if value is None:
            value = self._fits = fits(self.meld, self.rules)
        return value

    @property
    def takes(self) -> int:
        """The kinds that fit somewhere on the meld now, as bits."""
        return self.fits.any

    def places(self, held: bytes) -> Iterator[Place]:
        """Where cards fit on the meld now, by place and kind.

        Args:
            held: 256 bytes, not 0 for the kinds that are of interest.
        """
        value = self._places
        if value is None:
            meld = self.meld
            if meld.is_run:
                roles = (role_at(meld, End.LOW), role_at(meld, End.HIGH))
                value = _on_run(self.fits, *roles, len(meld.cards) == 12)
            else:
                value = _on_set(self.fits.on_set, meld.rank)
            self._places = value
        return compress(value[1], value[0].translate(held))

    def place(self, kind: int, end: End | None) -> Place:
        """A card that fits on the meld (in a run: at this end)."""
        meld = self.meld
        role = role_at(meld, end)
        if end is None:
            return Place(kind, end, role, needs_end=False)
        fits = self.fits
        return Place(kind, end, role, _needs_end(kind, role, fits.low & fits.high, len(meld.cards) == 12))

    def holding(self, meld: Meld) -> TableMeld:
        """The same owner's meld after a change."""
        return TableMeld(self.seat, meld, self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TableMeld) and (self.seat, self.meld) == (other.seat, other.meld)

    def __hash__(self) -> int:
        return hash((self.seat, self.meld))

    def __repr__(self) -> str:
        return f"<TableMeld of seat {self.seat}: {self.meld}>"

    def __reduce__(self) -> tuple[type[TableMeld], tuple[int, Meld, RoundRules]]:
        return TableMeld, (self.seat, self.meld, self.rules)

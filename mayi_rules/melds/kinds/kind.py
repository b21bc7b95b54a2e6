"""What a kind of meld answers: every question whose answer differs between sets and runs, and the limits of both."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from mayi_rules.melds.kinds.places import End, Fits, SwapPlace
from mayi_rules.profile.language.choices import Balance, MeldKind, SwapOutOf
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode

if TYPE_CHECKING:
    from mayi_rules.melds.meld import Meld


_LONGEST = 14
"""No run has more cards, and of sets it does not matter."""


def grown(naturals: int, end: End | None) -> int:
    """The places of the naturals as bits, after a wild was laid at this end."""
    return naturals << 1 if end is End.LOW else naturals


class Kind(ABC):
    """A kind of meld. It has no state: there is one of each (`SET`, `RUN`), and every meld names its own.

    Attributes:
        word: the kind in profiles, texts and reasons.
        all_ends: where a card can be laid: at the ends of a run, or (None) on a set.
        swapped_by: the value of `wilds.swap.out_of` that names this kind alone.
        role_names: what its cards can stand for, in notation: kinds in a run, ranks in a set.
    """

    word: ClassVar[MeldKind]
    all_ends: ClassVar[tuple[End | None, ...]]
    swapped_by: ClassVar[SwapOutOf]
    role_names: ClassVar[tuple[str, ...]]

    @abstractmethod
    def least(self, rules: RoundRules) -> int:
        """The fewest cards of a meld of this kind (`melds.set.min`, `melds.run.min`)."""

    @abstractmethod
    def most(self, rules: RoundRules) -> int:
        """The most cards of a meld of this kind (`melds.set.max`, `melds.run.max`)."""

    @abstractmethod
    def role(self, meld: Meld, index: int) -> int:
        """What the card at this index stands for: in a run a kind, in a set a rank (or `ALL_WILD`)."""

    @abstractmethod
    def natural_at(self, meld: Meld, index: int) -> int:
        """The kind that the card at this index would have to be to stand for itself, -1 where there is none."""

    @abstractmethod
    def written_role(self, role: int) -> tuple[int, int]:
        """A role as it is written with a card: as a kind and as a rank, -1 for the one that is not meant."""

    @abstractmethod
    def takes_only_wilds(self, meld: Meld) -> bool:
        """Whether it is a set of wilds only, to which no natural is added."""

    @abstractmethod
    def place(self, meld: Meld) -> tuple[int, ...]:
        """Where the meld lies, as a key: the same for melds that differ only in their cards."""

    @abstractmethod
    def with_cards(self, meld: Meld, cards: bytes | bytearray) -> Meld:
        """The meld at the same place with these cards."""

    @abstractmethod
    def with_card(self, meld: Meld, card: int, end: End | None) -> Meld:
        """The meld with one card laid off on it, at this place."""

    @abstractmethod
    def role_at(self, meld: Meld, end: End | None) -> int:
        """What a card laid there stands for: a kind at an end of a run, on a set its rank (-1: a set of wilds)."""

    @abstractmethod
    def natural_for(self, meld: Meld, card: int, end: End | None, rules: RoundRules) -> int:
        """The kind that this card would have to be to be a natural there (at either end: None), -1 for none."""

    @abstractmethod
    def position_suits(self, meld: Meld, card: int, end: End | None, rules: RoundRules) -> bool:
        """Whether a card could be there at all, as a natural or as a wild; length and limits on wilds left aside."""

    @abstractmethod
    def fits(self, meld: Meld, rules: RoundRules) -> Fits:
        """The kinds that may be laid off on the meld, by place; its length is left aside."""

    @abstractmethod
    def swap_places(self, meld: Meld, rules: RoundRules) -> list[SwapPlace]:
        """The wilds that a natural card can replace, with that card; whatever `wilds.swap` says."""

    @abstractmethod
    def place_reasons(self, meld: Meld, rules: RoundRules) -> Iterator[Reason]:
        """Why the cards are no meld of this kind at this place: order, ranks, suits, the ace."""

    @abstractmethod
    def neighbour_reasons(self, first: Meld, second: Meld, rules: RoundRules) -> Iterator[Reason]:
        """Why two melds of this kind may not be laid in one opening (`same_rank_sets`, `same_suit_runs`)."""

    @abstractmethod
    def may_be_all_wild(self, rules: RoundRules) -> bool:
        """Whether a meld of this kind may consist of wilds only (`wilds.all_wild_sets`)."""

    def may_swap_out(self, rules: RoundRules) -> bool:
        """Whether wilds may be swapped out of melds of this kind (`wilds.swap.out_of`)."""
        return rules.swap_out_of is SwapOutOf.ANY or rules.swap_out_of is self.swapped_by

    def wild_limit_reasons(self, meld: object, wilds: int, naturals: int, rules: RoundRules) -> Iterator[Reason]:
        """The limits on the number of wilds that hold at any time (`wilds.per_meld`, `min_naturals`, `balance`).

        Args:
            meld: the meld, for the sentence; an all-wild set is bound by `wilds.per_meld` alone.
            wilds: how many cards stand as wilds.
            naturals: how many do not.
            rules: the rules of the round.
        """
        if wilds > rules.per_meld:
            most = rules.per_meld
            yield rules.reason(ReasonCode.MELD_WILDS_TOO_MANY, "wilds.per_meld", meld=meld, wilds=wilds, most=most)
        if not naturals:
            return
        if naturals < rules.min_naturals:
            least = rules.min_naturals
            yield rules.reason(
                ReasonCode.MELD_WILDS_TOO_MANY, "wilds.min_naturals", meld=meld, wilds=wilds, least=least
            )
        if (rules.balance is Balance.NOT_MORE_THAN_NATURALS and wilds > naturals) or (
            rules.balance is Balance.FEWER_THAN_NATURALS and wilds >= naturals
        ):
            yield rules.reason(
                ReasonCode.MELD_WILDS_OUTNUMBER, "wilds.balance", meld=meld, wilds=wilds, naturals=naturals
            )

    def takes_wild(self, wilds: int, naturals: int, rules: RoundRules) -> bool:
        """Whether a meld that holds so many wilds and naturals takes one more wild, as far as numbers tell."""
        if wilds >= rules.per_meld:
            return False
        if not naturals or rules.balance is Balance.ANY:
            return True
        return wilds + 1 <= naturals if rules.balance is Balance.NOT_MORE_THAN_NATURALS else wilds + 1 < naturals

    def place_limit_reasons(self, meld: object, naturals: int, size: int, rules: RoundRules) -> Iterator[Reason]:
        """The limits on where wilds lie, which hold at any time; a kind that has none leaves this as it is.

        More naturals never make a meld illegal, nor does a part of a legal meld become so.

        Args:
            meld: the meld, for the sentence.
            naturals: the places of the naturals as bits, the lowest for the first card; wilds are at all others.
            size: the number of cards.
            rules: the rules of the round.
        """
        del meld, naturals, size, rules
        yield from ()

    def limits_places(self, rules: RoundRules) -> bool:
        """Whether it matters at all where wilds lie: then it does in the longest meld of wilds; kept with the rules."""
        known: bool | None = rules.cache.get(self)
        if known is None:
            limits = self.place_limit_reasons("", 0, _LONGEST, rules)
            known = rules.cache[self] = next(limits, None) is not None
        return known

    def end_limit_reasons(self, meld: Meld, end: End | None, rules: RoundRules) -> Iterator[Reason]:
        """Why no wild may be laid there by its place (`end` None on a run: at neither end)."""
        if self.limits_places(rules):
            naturals, size = meld.naturals_at(rules), len(meld.cards)
            ends = (end,) if end is not None else self.all_ends
            refusals = [tuple(self.place_limit_reasons(meld, grown(naturals, one), size + 1, rules)) for one in ends]
            if all(refusals):
                yield from refusals[0]

    def takes_wild_at(self, end: End | None, naturals: int, size: int, rules: RoundRules) -> bool:
        """Whether a meld with naturals at these places takes one more wild there, by its number and its place."""
        held = naturals.bit_count()
        return self.takes_wild(size - held, held, rules) and (
            not self.limits_places(rules)
            or next(self.place_limit_reasons("", grown(naturals, end), size + 1, rules), None) is None
        )

    def __repr__(self) -> str:
        return f"<kind {self.word}>"

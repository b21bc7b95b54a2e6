"""The parts of a State: phases, the buying window, counts of the round, what was laid; values without rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any

from mayi_rules.cards import UNKNOWN, Hand, generator, may_be, shuffled
from mayi_rules.melds.fitting import TableMeld
from mayi_rules.profile.round_rules import RoundRules

UPCARD = 255
"""Stands for "nobody" among those who discarded a card: it was turned at the deal."""

NOBODY = -1
NO_CARD = -1


OUT = "out"
NOTHING_TO_DRAW = "nothing_to_draw"
EXHAUSTED = "exhausted"
IDLE = "idle"
ABANDONED = "abandoned"
ENDINGS = (OUT, NOTHING_TO_DRAW, EXHAUSTED, IDLE, ABANDONED)
"""How a round ends."""

WITH_WILDS = "with_wilds"
WITHOUT_WILDS = "without_wilds"
"""How a player opened and went out in one turn."""


class Phase(StrEnum):
    """Where a round stands."""

    CUT = "cut"
    DRAW = "draw"
    BUYING = "buying"
    PLAY = "play"
    ROUND_OVER = "round_over"
    GAME_OVER = "game_over"


CUT, DRAW, BUYING, PLAY, ROUND_OVER, GAME_OVER = Phase
"""The phases as plain names: reading a member of an enum costs more than a comparison."""


class Stage(StrEnum):
    """The two stages of the buying window in which seats answer."""

    ASKING = "asking"
    BLOCKING = "blocking"

    __hash__ = str.__hash__  # a window is looked up at every answer; the enum's own hash is a call of Python code


ASKING, BLOCKING = Stage


class Frozen:
    """A value of plain slots: immutable by discipline, equal by its fields, picklable."""

    __slots__ = ()
    fields: tuple[str, ...] = ()

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.fields)

    def replace(self, **changes: Any) -> Any:
        """A copy with some fields changed."""
        return type(self)(*[changes.get(name, getattr(self, name)) for name in self.fields])

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        inside = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.fields)
        return f"{type(self).__name__}({inside})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._values()


Orders = Mapping[tuple[int, int], Sequence[bytes]]
"""Orders of the renewals of the stock, by the number of the round and that of the renewal in it."""


class Chance(Frozen):
    """Where the orders of a game come from: a secret key, or orders that are given (a real table, a record).

    It is no part of equality and digests: two positions are equal when all that lies on the table and in hands is.

    Attributes:
        key: the key of every shuffle, or None when chance is unknown or not the library's.
        recycled: orders that were noted, next card first, by the number of the round and that of the renewal in it
            (from 0). They hold where they are of the cards that are recycled: after steps were taken back the cards may
            be others.
    """

    __slots__ = fields = ("key", "recycled")

    def __init__(self, key: str | None, recycled: Orders | None = None) -> None:
        self.key = key
        self.recycled = recycled or {}

    def beside(self, order: bytes | None) -> Chance:
        """Where later orders come from when a round is dealt from this one: cards that nobody noted nobody shuffles."""
        return Chance(None if order is not None and UNKNOWN in order else self.key, self.recycled)

    def deal_order(self, rules: RoundRules, number: int) -> bytes:
        """The shuffled pack of a round, top card first.

        Args:
            rules: the rules of the round.
            number: its number in the game.
        """
        return shuffled(rules.pack_cards, generator(self.key, "round", number, "deal"))

    def renewal_order(self, kinds: bytes, round_number: int, renewal: int) -> bytes | None:
        """The order of a renewed stock, next card first, or None when it is unknown."""
        for order in self.recycled.get((round_number, renewal), ()):
            if may_be(order, kinds):
                return order
        if self.key is None:
            return None
        return shuffled(sorted(kinds), generator(self.key, "round", round_number, "renewal", renewal))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chance)

    def __hash__(self) -> int:
        return hash(Chance)

    def __repr__(self) -> str:
        return "Chance(secret)"


class Setting(Frozen):
    """What does not change while a round is played, but for a bonus at the cut.

    Attributes:
        dealer: the seat that dealt.
        totals: points of the rounds before, by seat.
        bonuses: points given before the deal, by seat.
        chance: where orders come from.
        earlier_buys: how often each seat bought in earlier rounds, where that matters (`buying.per_game`,
            `buying.carry_over`); empty where nobody has.
        number: the number of the round where every seat has a contract of its own (`contracts.progress`), else 0: then
            it is that of the rules.
        contracts: the number of the contract of each seat where it has its own; else empty.
        rounds_won: in how many earlier rounds each seat went out, where that matters (`scoring.ties`); empty where
            nobody has.
    """

    __slots__ = fields = ("dealer", "totals", "bonuses", "chance", "earlier_buys", "number", "contracts", "rounds_won")

    def __init__(
        self,
        dealer: int,
        totals: tuple[int, ...],
        bonuses: tuple[int, ...],
        chance: Chance,
        earlier_buys: tuple[int, ...] = (),
        number: int = 0,
        contracts: tuple[int, ...] = (),
        rounds_won: tuple[int, ...] = (),
    ) -> None:
        self.dealer = dealer
        self.totals = totals
        self.bonuses = bonuses
        self.chance = chance
        self.earlier_buys = earlier_buys
        self.number = number
        self.contracts = contracts
        self.rounds_won = rounds_won


class Tally(Frozen):
    """What is counted during a round and changes seldom.

    Attributes:
        bought: how often each seat has bought (bytes by seat).
        renewed: how often the stock was renewed.
        idle: turns on end in which no stock card could be had and nothing was laid.
        known: by seat, the cards that all saw it take and that it has not played since.
        stock_known: whether everybody knows the order of the stock (after an unshuffled turn-over).
        traffic: since the first shuffled renewal, what was put into the stock, drawn from it, and played out of hands
            unseen before (see `traffic.py`): from it follows in which places a card can be. Empty before.
        taken: the discard that was taken in this turn and may not be thrown back (`discarding.drawn_card`): the only
            card of its kind in the hand then; or `NO_CARD`.
    """

    __slots__ = fields = ("bought", "renewed", "idle", "known", "stock_known", "traffic", "taken")

    def __init__(
        self,
        bought: bytes,
        renewed: int,
        idle: int,
        known: tuple[bytes, ...],
        stock_known: bool,  # noqa: FBT001
        traffic: bytes = b"",
        taken: int = NO_CARD,
    ) -> None:
        self.bought = bought
        self.renewed = renewed
        self.idle = idle
        self.known = known
        self.stock_known = stock_known
        self.traffic = traffic
        self.taken = taken

    def __repr__(self) -> str:
        return f"<Tally bought={list(self.bought)} renewed={self.renewed} idle={self.idle}>"


class Window(Frozen):
    """The buying window: the top discard is on offer. Seats are bits of a mask.

    Attributes:
        stage: asking or blocking.
        pending: the seats that are asked and have not answered in this stage.
        answered: the seats that have answered in this stage.
        claimant: the nearest seat that has asked, or `NOBODY`.
        last_buyer: who bought the card exposed before this one in the same interruption, or `NOBODY`.
        seats: the pending seats, ascending.
    """

    fields = ("stage", "pending", "answered", "claimant", "last_buyer")
    __slots__ = (*fields, "seats")

    def __init__(self, stage: Stage, pending: int, answered: int, claimant: int, last_buyer: int) -> None:
        self.stage = stage
        self.pending = pending
        self.answered = answered
        self.claimant = claimant
        self.last_buyer = last_buyer
        self.seats = tuple([seat for seat in range(pending.bit_length()) if pending >> seat & 1])


window_of = cache(Window)
"""The interned window with these values: there are few, and one is needed for every answer."""


class Laid(Frozen):
    """What the active player has laid in this turn, and how things stood before.

    Attributes:
        opened: whether the opening was in this turn.
        freed: wilds swapped out that must still go to the table.
        hand: the active player's hand before the first card was laid.
        table: the table before that.
        opened_before: the seats that had opened before that, as bits.
        tally: the counts before that.
        wild: whether a wild was laid, where that matters (`scoring.down_and_out`).
    """

    __slots__ = fields = ("opened", "freed", "hand", "table", "opened_before", "tally", "wild")

    def __init__(
        self,
        opened: bool,  # noqa: FBT001
        freed: bytes,
        hand: Hand,
        table: tuple[TableMeld, ...],
        opened_before: int,
        tally: Tally,
        wild: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        self.opened = opened
        self.freed = freed
        self.hand = hand
        self.table = table
        self.opened_before = opened_before
        self.tally = tally
        self.wild = wild


class Ending(Frozen):
    """How a round ended.

    Attributes:
        winner: the seat that went out, or `NOBODY`.
        how: in which way.
        scores: by seat, bonuses included; empty where they are not known.
        reason: why the library abandoned it (a value of `Cap`); empty where it did not.
        down_and_out: whether the winner opened and went out in one turn, and so scores by `scoring.down_and_out`:
            `WITH_WILDS` or `WITHOUT_WILDS`; empty where he does not.
    """

    __slots__ = fields = ("winner", "how", "scores", "reason", "down_and_out")

    def __init__(
        self, winner: int, how: str, scores: tuple[int, ...], reason: str = "", down_and_out: str = ""
    ) -> None:
        self.winner = winner
        self.how = how
        self.scores = scores
        self.reason = reason
        self.down_and_out = down_and_out

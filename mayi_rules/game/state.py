"""The State of a round: one immutable value that holds everything, and no rules."""

from __future__ import annotations

import hashlib
import json
from enum import StrEnum
from functools import cache
from typing import Any

from mayi_rules.cards import Hand, generator, may_be, shuffled
from mayi_rules.errors import RecordError
from mayi_rules.melds.fitting import TableMeld
from mayi_rules.profile.round_rules import RoundRules

UPCARD = 255
"""Stands for "nobody" among those who discarded a card: it was turned at the deal."""

NOBODY = -1


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


ASKING, BLOCKING = Stage


class Frozen:
    """A value of plain slots: immutable by discipline, equal by its fields, picklable."""

    __slots__ = ()
    fields: tuple[str, ...] = ()

    def _values(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.fields)

    def but(self, **changes: Any) -> Any:
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


class Chance(Frozen):
    """Where the orders of a game come from: a secret key, or orders that are given (a real table, a record).

    It is no part of equality and digests: two positions are equal when all that lies on the table and in hands is.

    Attributes:
        key: the key of every shuffle, or None when chance is unknown or not the library's.
        recycled: orders given for the renewals of this round, next card first, in the order of the renewals.
    """

    __slots__ = fields = ("key", "recycled")

    def __init__(self, key: str | None, recycled: tuple[bytes, ...] = ()) -> None:
        self.key = key
        self.recycled = recycled

    def deal_order(self, rules: RoundRules) -> bytes:
        """The shuffled pack of a round, top card first."""
        kinds = [kind for kind, count in enumerate(rules.pack) for _ in range(count)]
        return shuffled(kinds, generator(self.key, "round", rules.round, "deal"))

    def renewal_order(self, kinds: bytes, round_number: int, renewal: int) -> bytes | None:
        """The order of a renewed stock, next card first, or None when it is unknown.

        Raises:
            RecordError: the order given is not one of these cards.
        """
        if renewal < len(self.recycled):
            order = self.recycled[renewal]
            if not may_be(order, kinds):
                raise RecordError(
                    f"The order given for renewal {renewal + 1} of the stock is not one of the {len(kinds)} cards "
                    "that are recycled."
                )
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
    """

    __slots__ = fields = ("dealer", "totals", "bonuses", "chance")

    def __init__(self, dealer: int, totals: tuple[int, ...], bonuses: tuple[int, ...], chance: Chance) -> None:
        self.dealer = dealer
        self.totals = totals
        self.bonuses = bonuses
        self.chance = chance


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
    """

    __slots__ = fields = ("bought", "renewed", "idle", "known", "stock_known", "traffic")

    def __init__(
        self,
        bought: bytes,
        renewed: int,
        idle: int,
        known: tuple[bytes, ...],
        stock_known: bool,  # noqa: FBT001
        traffic: bytes = b"",
    ) -> None:
        self.bought = bought
        self.renewed = renewed
        self.idle = idle
        self.known = known
        self.stock_known = stock_known
        self.traffic = traffic

    def __repr__(self) -> str:
        return f"<Tally bought={list(self.bought)} renewed={self.renewed} idle={self.idle}>"


class Window(Frozen):
    """The buying window: the top discard is on offer. Seats are bits of a mask.

    Attributes:
        stage: asking or blocking.
        silent: the seats that are asked and have not answered in this stage.
        answered: the seats that have answered in this stage.
        asker: the nearest seat that has asked, or `NOBODY`.
        last_buyer: who bought the card exposed before this one in the same interruption, or `NOBODY`.
    """

    __slots__ = fields = ("stage", "silent", "answered", "asker", "last_buyer")

    def __init__(self, stage: Stage, silent: int, answered: int, asker: int, last_buyer: int) -> None:
        self.stage = stage
        self.silent = silent
        self.answered = answered
        self.asker = asker
        self.last_buyer = last_buyer


window_of = cache(Window)
"""The interned window with these values: there are few, and one is needed for every answer."""


class Laid(Frozen):
    """What the active player has laid in this turn, and how things stood before.

    Attributes:
        opened: whether the opening was in this turn.
        freed: wilds swapped out that must still go to the table.
        hand, table, opened_before, tally: as they were before the first card was laid.
    """

    __slots__ = fields = ("opened", "freed", "hand", "table", "opened_before", "tally")

    def __init__(
        self,
        opened: bool,  # noqa: FBT001
        freed: bytes,
        hand: Hand,
        table: tuple[TableMeld, ...],
        opened_before: int,
        tally: Tally,
    ) -> None:
        self.opened = opened
        self.freed = freed
        self.hand = hand
        self.table = table
        self.opened_before = opened_before
        self.tally = tally


class Ending(Frozen):
    """How a round ended: who went out (or `NOBODY`), why, and the scores, bonuses included (empty: unknown)."""

    __slots__ = fields = ("winner", "how", "scores")

    def __init__(self, winner: int, how: str, scores: tuple[int, ...]) -> None:
        self.winner = winner
        self.how = how
        self.scores = scores


class State(Frozen):
    """A position of a round.

    Attributes:
        rules: the rules of the round.
        setting: dealer, earlier totals, bonuses, chance.
        phase: where the round stands.
        turn: the active player's seat.
        hands: by seat.
        stock: kinds, the next card last.
        discards: the discard pile, its top last.
        discarded_by: the seat that discarded each of them, `UPCARD` for the upcard.
        table: the melds in the order laid.
        opened: the seats that have opened, as bits.
        laid: what was laid in this turn, or None.
        window: the buying window, or None.
        tally: counts of the round.
        ending: how the round ended, or None.
    """

    fields = (
        "rules", "setting", "phase", "turn", "hands", "stock", "discards", "discarded_by",
        "table", "opened", "laid", "window", "tally", "ending",
    )  # fmt: skip
    __slots__ = (*fields, "legal")

    def __init__(
        self,
        rules: RoundRules,
        setting: Setting,
        phase: Phase,
        turn: int,
        hands: tuple[Hand, ...],
        stock: bytes,
        discards: bytes,
        discarded_by: bytes,
        table: tuple[TableMeld, ...],
        opened: int,
        laid: Laid | None,
        window: Window | None,
        tally: Tally,
        ending: Ending | None,
    ) -> None:
        self.rules = rules
        self.setting = setting
        self.phase = phase
        self.turn = turn
        self.hands = hands
        self.stock = stock
        self.discards = discards
        self.discarded_by = discarded_by
        self.table = table
        self.opened = opened
        self.laid = laid
        self.window = window
        self.tally = tally
        self.ending = ending
        self.legal: Any = None

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def hand(self) -> Hand:
        """The active player's hand."""
        return self.hands[self.turn]

    @property
    def is_over(self) -> bool:
        """Whether the round is over."""
        return self.ending is not None

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores of the round, bonuses included, by seat; empty while it is played."""
        return self.ending.scores if self.ending is not None else ()

    @property
    def totals(self) -> tuple[int, ...]:
        """The points so far, by seat, those of this round included once it is over."""
        before = self.setting.totals
        scores = self.scores
        return tuple([a + b for a, b in zip(before, scores, strict=True)]) if scores else before

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the lowest total, once the game is over; those that share it have all won."""
        if self.phase is not Phase.GAME_OVER:
            return ()
        totals = self.totals
        return tuple([seat for seat, total in enumerate(totals) if total == min(totals)])

    def has_opened(self, seat: int) -> bool:
        """Whether this seat has opened in this round, in whichever turn."""
        return bool(self.opened >> seat & 1)

    @property
    def opened_now(self) -> bool:
        """Whether the active player opened in this very turn."""
        return self.laid is not None and self.laid.opened

    def to_dict(self) -> dict[str, Any]:
        """Everything in the position as plain values, for digests and comparisons; chance is left out."""
        from mayi_rules.cards import format_cards

        window = self.window
        return {
            "profile": self.rules.profile.digest,
            "round": self.rules.round,
            "dealer": self.setting.dealer,
            "phase": self.phase.value,
            "turn": self.turn,
            "hands": [str(hand) for hand in self.hands],
            "stock": format_cards(self.stock[::-1]),
            "discards": format_cards(self.discards[::-1]),
            "discarded_by": list(self.discarded_by[::-1]),
            "table": [{"seat": laid.seat, "meld": f"{laid.meld.kind} {laid.meld}"} for laid in self.table],
            "opened": self.opened,
            "opened_now": self.opened_now,
            "freed": format_cards(self.laid.freed) if self.laid else "",
            "window": [window.stage.value, window.silent, window.answered, window.asker, window.last_buyer]
            if window
            else None,
            "bought": list(self.tally.bought),
            "renewed": self.tally.renewed,
            "idle": self.tally.idle,
            "known": [format_cards(sorted(cards)) for cards in self.tally.known],
            "stock_known": self.tally.stock_known,
            "traffic": self.tally.traffic.hex(),
            "bonuses": list(self.setting.bonuses),
            "totals": list(self.totals),
            "scores": list(self.scores),
            "ending": [self.ending.winner, self.ending.how] if self.ending else None,
        }

    @property
    def digest(self) -> str:
        """A fingerprint (sha256, hex) of everything in the position; for hosts only, it tells about hidden cards."""
        text = json.dumps(self.to_dict(), sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def __repr__(self) -> str:
        return f"<State round {self.rules.round} {self.phase.value} turn={self.turn}>"

"""The State of a round: one immutable value that holds everything, and no rules."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from mayi_rules.cards import NAMES, Hand, format_cards
from mayi_rules.engine.state.values import (
    NO_CARD,
    NOBODY,
    Ending,
    Frozen,
    Laid,
    Phase,
    Setting,
    Tally,
    Window,
)
from mayi_rules.melds.fitting import TableMeld
from mayi_rules.moves import Move
from mayi_rules.profile.language.choices import GameWinner, Ties
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import RoundRules


class State(Frozen):
    """A position of a round.

    Attributes:
        rules: the rules of the round; where every seat has a contract of its own, those of the active player's.
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
        offered: the last move drawn from the legal moves of this very object: `apply` need not check it again. It is
            no part of the value.
    """

    fields = (
        "rules", "setting", "phase", "turn", "hands", "stock", "discards", "discarded_by",
        "table", "opened", "laid", "window", "tally", "ending",
    )  # fmt: skip
    __slots__ = (*fields, "offered")

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
        self.offered: Move | None = None

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def round(self) -> int:
        """The number of the round, from 1; it goes past the last contract where every seat has its own."""
        return self.setting.number or self.rules.round

    def contract_number(self, seat: int) -> int:
        """The number of the contract that this seat has in this round, from 1."""
        contracts = self.setting.contracts
        return contracts[seat] if contracts else self.rules.round

    def rules_of(self, seat: int) -> RoundRules:
        """The rules that hold for the melds of this seat: those of its own contract."""
        contracts = self.setting.contracts
        if not contracts or seat == self.turn:
            return self.rules
        return round_rules(self.rules.profile, len(contracts), contracts[seat])

    def has_laid_the_last(self, seat: int) -> bool:
        """Whether this seat has laid the last contract of the game."""
        return self.has_opened(seat) and self.contract_number(seat) == self.rules.rounds

    @property
    def is_last(self) -> bool:
        """Whether the game ends with this round: the last one, or one in which somebody laid the last contract."""
        if self.setting.contracts:
            return any(self.has_laid_the_last(seat) for seat in range(len(self.hands)))
        return self.rules.round == self.rules.rounds

    @property
    def rounds_won(self) -> tuple[int, ...]:
        """In how many rounds each seat went out, this one included, where that matters; else, and at first, empty."""
        won = self.setting.rounds_won
        winner = self.ending.winner if self.ending is not None else NOBODY
        if winner == NOBODY or self.rules.ties is not Ties.ROUNDS_WON:
            return won
        return tuple([(won[seat] if won else 0) + (seat == winner) for seat in range(len(self.hands))])

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
        """The seats that have won, once the game is over; those that share the best place have all won."""
        if self.phase is not Phase.GAME_OVER:
            return ()
        ranks = self.ranks
        return tuple([seat for seat, rank in enumerate(ranks) if rank == min(ranks)])

    @property
    def ranks(self) -> tuple[tuple[bool, int, int], ...]:
        """What orders the seats, the best lowest: who can win, totals, rounds won (`contracts.winner`, `scoring.ties`).

        Equal ones share a place.
        """
        won = self.rounds_won
        out = self.phase is Phase.GAME_OVER and self.rules.game_winner is GameWinner.FINISHED
        return tuple([
            (out and not self.has_laid_the_last(seat), total, -won[seat] if won else 0)
            for seat, total in enumerate(self.totals)
        ])  # fmt: skip

    def has_opened(self, seat: int) -> bool:
        """Whether this seat has opened in this round, in whichever turn."""
        return bool(self.opened >> seat & 1)

    @property
    def opened_now(self) -> bool:
        """Whether the active player opened in this very turn."""
        return self.laid is not None and self.laid.opened

    def to_dict(self) -> dict[str, Any]:
        """Everything in the position as plain values, for digests and comparisons; chance is left out.

        What a later release adds is left out while it says nothing, so that digests of yesterday stay.
        """
        window, ending, setting, tally = self.window, self.ending, self.setting, self.tally
        later: dict[str, Any] = {}
        if setting.contracts:
            later["contracts"] = list(setting.contracts)
        if setting.rounds_won:
            later["rounds_won"] = list(setting.rounds_won)
        if setting.earlier_buys:
            later["earlier_buys"] = list(setting.earlier_buys)
        if tally.taken != NO_CARD:
            later["taken"] = NAMES[tally.taken]
        if self.laid is not None and self.laid.wild:
            later["wild_laid"] = True
        return later | {
            "profile": self.rules.profile.digest,
            "round": self.round,
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
            "window": [window.stage.value, window.pending, window.answered, window.claimant, window.last_buyer]
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
            "ending": [ending.winner, ending.how, *filter(None, [ending.reason, ending.down_and_out])]
            if ending
            else None,
        }

    @property
    def digest(self) -> str:
        """A fingerprint (sha256, hex) of everything in the position; for hosts only, it tells about hidden cards."""
        return self.digest_with(self.rules.profile.digest)

    def digest_with(self, profile_digest: str) -> str:
        """The digest of the position where the rules are known by another digest, as records of yesterday have it."""
        text = json.dumps(self.to_dict() | {"profile": profile_digest}, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def __repr__(self) -> str:
        return f"<State round {self.round} {self.phase.value} turn={self.turn}>"

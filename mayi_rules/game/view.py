"""A View: a masked State with the seats' names around it, and as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from mayi_rules.cards import format_cards
from mayi_rules.engine.engine import to_act
from mayi_rules.engine.knowledge.mask import mask
from mayi_rules.engine.rules.deal import contract_facts, cutter
from mayi_rules.engine.state.events import contract_to_plain
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import NOBODY, Phase

if TYPE_CHECKING:
    from mayi_rules.typed import OwnContractDict, ViewDict


class View:
    """What one seat (or a spectator) may know of a running game.

    Attributes:
        state: the masked State; the engine works on it as on a full one.
        seats: the names, clockwise.
        seat: the viewer's seat, or None for a spectator.
    """

    __slots__ = ("seat", "seats", "state")

    def __init__(self, state: State, seats: tuple[str, ...], seat: int | None) -> None:
        """Mask a State for a seat, whatever it knew before."""
        self.state = mask(state, seat)
        self.seats = seats
        self.seat = seat

    @property
    def hand(self) -> str:
        """The viewer's own hand in notation; empty for a spectator."""
        return "" if self.seat is None else str(self.state.hands[self.seat])

    @property
    def to_act(self) -> tuple[str, ...]:
        """The names of the seats that may move."""
        return tuple(self.seats[seat] for seat in to_act(self.state))

    def to_dict(self) -> ViewDict:
        """The view as plain values, built from what may be told (nothing is copied and then hidden)."""
        state, seats, rules = self.state, self.seats, self.state.rules
        window = state.window
        playing = state.phase not in (Phase.CUT, Phase.ROUND_OVER, Phase.GAME_OVER)

        def by_seat(values: Any) -> dict[str, Any]:
            return dict(zip(seats, values, strict=True)) if values else {}

        values: ViewDict = {
            "profile": rules.profile.id,
            "round": state.round,
            "rounds": rules.rounds,
            "contract": contract_to_plain(contract_facts(rules if self.seat is None else state.rules_of(self.seat))),
            "seat": None if self.seat is None else seats[self.seat],
            "seats": list(seats),
            "dealer": seats[state.setting.dealer],
            "cutter": seats[cutter(state)] if state.phase is Phase.CUT else None,
            "phase": state.phase.value,
            "turn": seats[state.turn] if playing else None,
            "to_act": list(self.to_act),
            "hand": self.hand,
            "hand_sizes": by_seat([hand.size for hand in state.hands]),
            "known": by_seat([hand.known for hand in state.hands]),
            "table": [{"seat": seats[laid.seat], "kind": laid.meld.kind.value, "meld": str(laid.meld)}
                      for laid in state.table],
            "opened": [seats[seat] for seat in range(len(seats)) if state.has_opened(seat)],
            "opened_now": state.opened_now,
            "freed": format_cards(state.laid.freed) if state.laid else "",
            "discards": format_cards(state.discards[::-1]),
            "stock_size": len(state.stock),
            "stock": format_cards(state.stock[::-1]) if state.tally.stock_known else None,
            "renewed": state.tally.renewed,
            "bought": by_seat(list(state.tally.bought)),
            "window": None if window is None else {
                "stage": window.stage.value,
                "offer": format_cards(state.discards[-1:]),
                "asked": list(self.to_act),
                "asker": None if window.claimant == NOBODY else seats[window.claimant],
            },
            "bonuses": by_seat(state.setting.bonuses),
            "scores": by_seat(state.scores),
            "totals": by_seat(state.totals),
            "ended": state.ending.how if state.ending else None,
            "reason": state.ending.reason or None if state.ending else None,
            "winner": seats[state.ending.winner] if state.ending and state.ending.winner != NOBODY else None,
            "winners": [seats[seat] for seat in state.winners],
        }  # fmt: skip
        if contracts := self._contracts():
            values["contracts"] = contracts
        return values

    def _contracts(self) -> dict[str, OwnContractDict]:
        """The contracts by seat, where every seat has its own."""
        state = self.state
        return {
            name: {"number": number, "melds": contract_to_plain(contract_facts(state.rules_of(seat)))}
            for seat, (name, number) in enumerate(zip(self.seats, state.setting.contracts, strict=False))
        }

    def to_json(self) -> str:
        """The view as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __repr__(self) -> str:
        who = "spectator" if self.seat is None else self.seats[self.seat]
        return f"<View of {who}: round {self.state.round}, {self.state.phase.value}>"

"""The refused move and its position, and positions that differ in one thing."""

from __future__ import annotations

from mayi_rules.cards import UNKNOWN, Hand
from mayi_rules.engine.rules.claims import open_window
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Phase
from mayi_rules.engine.text.notation import check_text
from mayi_rules.engine.text.parse import MoveText, OpenText, PlainText
from mayi_rules.fix.fix import Budget
from mayi_rules.fix.other_rules import under_rules
from mayi_rules.melds.meld_text import MeldText
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import ReasonCode, Verdict

MAX_CHECKS = 400
"""How many changed positions are looked at for one refused move."""


class Situation:
    """A refused move in the position as its seat knows it.

    Attributes:
        state: the position, masked for the seat.
        seat: who wants to move.
        said: the move as written.
        text: the same, in the words of who wants to move.
        verdict: the refusal.
    """

    def __init__(self, state: State, seat: int, said: MoveText, text: str, verdict: Verdict) -> None:
        self.state = state
        self.seat = seat
        self.said = said
        self.text = " ".join(text.split())
        self.verdict = verdict
        self._budget = Budget(MAX_CHECKS)

    @property
    def codes(self) -> set[ReasonCode]:
        """The codes of the refusal."""
        return set(self.verdict.codes)

    @property
    def hand(self) -> Hand:
        """The seat's own hand."""
        return self.state.hands[self.seat]

    @property
    def words(self) -> str:
        """The move, if it is nothing but words (`keep`, `take`); else an empty text."""
        return str(self.said) if isinstance(self.said, PlainText) else ""

    @property
    def melds(self) -> tuple[MeldText, ...]:
        """The melds of an opening as written; none for another move."""
        return self.said.melds if isinstance(self.said, OpenText) else ()

    @property
    def cards(self) -> list[int]:
        """The cards that the move lays or discards."""
        return self.said.cards

    @property
    def rest(self) -> list[int]:
        """The cards of the hand that the move leaves."""
        left = [kind for kind in self.hand.kinds for _ in range(self.hand.counts[kind])]
        for card in self.cards:
            if card in left:
                left.remove(card)
        return left

    def is_legal(self, state: State, said: MoveText | None = None) -> bool:
        """Whether the engine accepts the move, or another one of the same seat, in a changed position."""
        return self._budget.spend() and check_text(state, self.seat, said or self.said).ok

    def with_hand(self, hand: Hand, state: State | None = None) -> State:
        """The position with another hand of the seat."""
        state = state or self.state
        changed: State = state.replace(hands=(*state.hands[: self.seat], hand, *state.hands[self.seat + 1 :]))
        return changed

    def in_own_turn(self, phase: Phase, *, drawn: bool) -> State:
        """The position in a turn of the seat's own in which nothing is laid yet.

        Args:
            phase: draw or play.
            drawn: whether a card that is not known yet comes to the hand.
        """
        fresh: State = self.state.replace(phase=phase, turn=self.seat, laid=None, window=None)
        return self.with_hand(self.hand.plus(UNKNOWN), fresh) if drawn else fresh

    def next_turn(self) -> State | None:
        """The seat's next turn, a card that the move does not need discarded and one drawn; None if there is none."""
        rest = self.rest
        if not rest or (self.state.laid is not None and self.state.laid.freed):
            return None
        hand = self.hand.minus(rest[-1]).plus(UNKNOWN)
        return self.with_hand(hand, self.in_own_turn(Phase.PLAY, drawn=False))

    def under(self, rules: RoundRules) -> State:
        """The position under other rules; where those alone allow to buy, with the top discard on offer."""
        changed = under_rules(self.state, rules)
        if ReasonCode.BUYING_OFF in self.codes and changed.window is None and changed.ending is None:
            return open_window(changed, None) or changed
        return changed

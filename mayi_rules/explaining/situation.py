"""The refused move and its position, and positions that differ in one thing."""

from __future__ import annotations

from mayi_rules.cards import UNKNOWN, Hand, parse_card
from mayi_rules.errors import NotationError
from mayi_rules.explaining.fix import Budget
from mayi_rules.game.buying import open_window
from mayi_rules.game.engine import apply, is_legal
from mayi_rules.game.moves import ask, pass_
from mayi_rules.game.notation import check_text
from mayi_rules.game.parts import NOBODY, Laid, Phase, Stage, Window
from mayi_rules.game.state import State
from mayi_rules.melds.fitting import TableMeld
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import ReasonCode, Verdict

MOST_CHECKS = 400
"""How many changed positions are looked at for one refused move."""


class Situation:
    """A refused move in the position as its seat knows it.

    Attributes:
        state: the position, masked for the seat.
        seat: who wants to move.
        text: the move in notation.
        verdict: the refusal.
    """

    def __init__(self, state: State, seat: int, text: str, verdict: Verdict) -> None:
        self.state = state
        self.seat = seat
        self.text = " ".join(text.split())
        self.verdict = verdict
        self._budget = Budget(MOST_CHECKS)

    @property
    def codes(self) -> set[ReasonCode]:
        """The codes of the refusal."""
        return set(self.verdict.codes)

    @property
    def hand(self) -> Hand:
        """The seat's own hand."""
        return self.state.hands[self.seat]

    @property
    def word(self) -> str:
        """The word that the move begins with."""
        return self.text.partition(" ")[0].lower()

    @property
    def melds(self) -> list[list[str]]:
        """The melds of an opening as written, word by word."""
        return [part.split() for part in self.text.partition(" ")[2].split("|")]

    @property
    def cards(self) -> list[int]:
        """The cards that the move lays or discards."""
        words = self.text.partition(" ")[2].split(" on ")[0].replace("|", " ").split()
        if self.word == "swap":
            words = words[:1]
        found = []
        for word in words:
            try:
                found.append(int(parse_card(word.partition("=")[0])))
            except NotationError:
                continue
        return found

    @property
    def rest(self) -> list[int]:
        """The cards of the hand that the move leaves."""
        left = [kind for kind in self.hand.kinds for _ in range(self.hand.counts[kind])]
        for card in self.cards:
            if card in left:
                left.remove(card)
        return left

    def is_legal(self, state: State, text: str | None = None) -> bool:
        """Whether the engine accepts the move, or another one of the same seat, in a changed position."""
        return self._budget.spend() and check_text(state, self.seat, text or self.text).ok

    def with_hand(self, hand: Hand, state: State | None = None) -> State:
        """The position with another hand of the seat."""
        state = state or self.state
        changed: State = state.but(hands=(*state.hands[: self.seat], hand, *state.hands[self.seat + 1 :]))
        return changed

    def in_own_turn(self, phase: Phase, *, drawn: bool) -> State:
        """The position in a turn of the seat's own in which nothing is laid yet.

        Args:
            phase: draw or play.
            drawn: whether a card that is not known yet comes to the hand.
        """
        fresh: State = self.state.but(phase=phase, turn=self.seat, laid=None, window=None)
        return self.with_hand(self.hand.plus(UNKNOWN), fresh) if drawn else fresh

    def next_turn(self) -> State | None:
        """The seat's next turn, a card that the move does not need discarded and one drawn; None if there is none."""
        rest = self.rest
        if not rest or (self.state.laid is not None and self.state.laid.freed):
            return None
        hand = self.hand.minus(rest[-1]).plus(UNKNOWN)
        return self.with_hand(hand, self.in_own_turn(Phase.PLAY, drawn=False))

    def under(self, rules: RoundRules) -> State:
        """The position under other rules: the same cards in the same places, and who is asked by those rules."""
        state = self.state
        laid = state.laid
        if laid is not None:
            laid = Laid(laid.opened, laid.freed, laid.hand, _table(laid.table, rules), laid.opened_before, laid.tally)
        changed: State = state.but(rules=rules, table=_table(state.table, rules), laid=laid)
        return changed if state.window is None else _asked_again(changed, state.window)


def _table(table: tuple[TableMeld, ...], rules: RoundRules) -> tuple[TableMeld, ...]:
    return tuple(TableMeld(one.seat, one.meld, rules) for one in table)


def _asked_again(state: State, before: Window) -> State:
    """The buying window as the rules of this state have it, after the answers that were given."""
    offered = open_window(state.but(window=None), None, before.last_buyer)
    if offered is None or offered.window is None:
        return state
    could = offered.window.silent
    if before.stage is Stage.BLOCKING:
        asking = Window(Stage.ASKING, 1 << before.asker, 0, NOBODY, before.last_buyer)
        after: State = state.but(window=asking)
        if is_legal(after, move := ask(before.asker, after.discards[-1])):
            after = apply(after, move).state
        for seat in range(after.players):
            if before.answered >> seat & 1 and is_legal(after, pass_(seat)):
                after = apply(after, pass_(seat)).state
        return after
    silent = 0
    for step in range(1, state.players):
        seat = (state.turn + step) % state.players
        if seat == before.asker:
            break
        silent |= could & ~before.answered & 1 << seat
    changed: State = state.but(window=Window(Stage.ASKING, silent, before.answered, before.asker, before.last_buyer))
    return changed

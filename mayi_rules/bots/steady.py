"""The steady bot: it keeps the distance to the contract low, opens as soon as it can, and watches the others."""

from __future__ import annotations

import random

from mayi_rules.bots.keeping import Keeping, table_value
from mayi_rules.bots.laying import next_laying
from mayi_rules.bots.outlook import Wishes, end_is_near, fewest_cards, laying_mask, unseen_counts
from mayi_rules.bots.protocol import seat_of
from mayi_rules.cards import UNKNOWN, Hand
from mayi_rules.game.engine import LegalMoves, legal_moves
from mayi_rules.game.moves import Ask, Block, Discard, Move, Open, Pass, Stock, Take
from mayi_rules.game.state import Phase, Stage, State
from mayi_rules.game.view import View
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver.opening import openings
from mayi_rules.solver.distance import distance

_MOST_KEPT = 20_000
_POINTS_A_VALUE = 6.0
_HOPELESS = 3


class SteadyBot:
    """Keeps the distance to the contract low, buys what brings it nearer, throws what is dear and useless to all.

    Args:
        rng: breaks ties, so that games differ.
    """

    VALUE=6.0
    WISH=1.0
    DEAR=0.15
    BLOCK=True
    MORE=99
    TAKE=99
    HOPE=3
    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._rules: RoundRules | None = None
        self._distances: dict[bytes, int] = {}

    def choose(self, view: View) -> Move:
        """The move that seems best."""
        seat = seat_of(view)
        state = view.state
        if state.rules is not self._rules or len(self._distances) > _MOST_KEPT:
            self._rules = state.rules
            self._distances = {}
        legal = legal_moves(state, seat)
        if state.phase is Phase.DRAW:
            return self._draw(state, seat, legal)
        if state.window is not None:
            return self._answer(state, seat, legal)
        return self._play(state, seat, legal)

    def _distance(self, hand: Hand, more: int = 0) -> int:
        """The distance of a hand to which so many unknown cards will come."""
        if more:
            hand = hand.plus_all([UNKNOWN] * more)
        known = self._distances.get(hand.counts)
        if known is None:
            assert self._rules is not None
            known = self._distances[hand.counts] = distance(hand, self._rules)
        return known

    # Drawing

    def _draw(self, state: State, seat: int, legal: LegalMoves) -> Move:
        take = next((move for move in legal.simple if isinstance(move, Take)), None)
        stock = next((move for move in legal.simple if isinstance(move, Stock)), None)
        if stock is None or (take is not None and self._takes(state, seat)):
            assert take is not None
            return take
        return stock

    def _takes(self, state: State, seat: int) -> bool:
        card = state.discards[-1]
        hand = state.hands[seat]
        if state.has_opened(seat):
            return bool(laying_mask(state, seat) >> card & 1)
        if not may_help(hand, card, state.rules):
            return False
        if self._distance(hand.plus(card)) < self._distance(hand, 1):
            return True
        return self.TAKE < 90 and Keeping(hand.plus(card), state.rules, unseen_counts(state)).value(card) > self.TAKE

    # Buying

    def _answer(self, state: State, seat: int, legal: LegalMoves) -> Move:
        window = state.window
        assert window is not None
        if window.stage is Stage.BLOCKING:
            wanted: type[Move] = Block if self.BLOCK and not state.has_opened(window.asker) else Pass
        else:
            wanted = Ask if self._buys(state, seat) else Pass
        return next(move for move in legal.simple if type(move) is wanted)

    def _buys(self, state: State, seat: int) -> bool:
        if state.has_opened(seat):
            return False
        rules = state.rules
        card = state.discards[-1]
        hand = state.hands[seat]
        if not may_help(hand, card, rules):
            return False
        now = self._distance(hand, 1)
        if self._distance(hand.plus(card), 1 + rules.penalty_cards) < now:
            return True
        return self.MORE < 90 and Keeping(hand.plus(card), rules, unseen_counts(state)).value(card) > self.MORE

    # Playing

    def _play(self, state: State, seat: int, legal: LegalMoves) -> Move:
        if not state.has_opened(seat):
            if legal.can_open:
                return self._open(state, seat)
        else:
            laying = next_laying(state, seat, legal)
            if laying is not None:
                return laying
        discards = [move for move in legal.simple if isinstance(move, Discard)]
        if not discards:
            return next(iter(legal))
        if len(discards) == 1:
            return discards[0]
        if state.has_opened(seat):
            return self._discard_after_opening(state, seat, discards)
        return self._discard(state, seat, discards)

    def _open(self, state: State, seat: int) -> Move:
        """The opening that leaves the least, cards that can be laid off soon counting half."""
        rules = state.rules
        mask = laying_mask(state, seat) | rules.wild_mask
        costs = [points + 3 if mask >> kind & 1 else 2 * points + 6 for kind, points in enumerate(rules.points)]
        from itertools import islice
        best = max(islice(openings(state.hands[seat], rules), 40), key=lambda melds: sum(costs[k] for m in melds for k in m.cards))
        return Open(seat, best)

    def _discard(self, state: State, seat: int, discards: list[Discard]) -> Move:
        hand = state.hands[seat]
        rules = state.rules
        keeping = Keeping(hand, rules, unseen_counts(state))
        wishes = Wishes(state, seat)
        risk = end_is_near(state, seat)
        now = self._distance(hand)
        costs: list[tuple[float, float, Discard]] = []
        for move in discards:
            card = move.card
            cost = self.VALUE * keeping.value(card) * (1 - risk) + self.WISH * wishes.cost(card) - risk * rules.points[card]
            costs.append((cost - self.DEAR * rules.points[card], self._rng.random(), move))
        costs.sort(key=_by_cost)
        if now >= self.HOPE and risk >= 0.4:
            return costs[0][2]
        best, fewest = costs[0][2], None
        for _, _, move in costs:
            left = self._distance(hand.minus(move.card), 1)
            if left <= now:
                return move
            if fewest is None or left < fewest:
                best, fewest = move, left
        return best

    def _discard_after_opening(self, state: State, seat: int, discards: list[Discard]) -> Move:
        rules = state.rules
        mask = laying_mask(state, seat)
        wishes = Wishes(state, seat)
        costs = [
            (
                table_value(state, move.card, mask) + 0.5 * wishes.cost(move.card) - rules.points[move.card],
                self._rng.random(),
                move,
            )
            for move in discards
        ]
        return min(costs, key=_by_cost)[2]


def may_help(hand: Hand, card: int, rules: RoundRules) -> bool:
    """Whether a card can bring a hand nearer to its contract at all: a quick look before the exact one."""
    if rules.is_wild[card]:
        return True
    counts = hand.counts
    rank = card % 13
    kinds = {item.kind.value for item in rules.contract}
    if "set" in kinds and sum(counts[rank:52:13]):
        return True
    if "run" in kinds:
        suit = card - rank
        return any(counts[suit + (rank + step) % 13] for step in (-3, -2, -1, 1, 2, 3))
    return False


def _by_cost(one: tuple[float, float, Discard]) -> tuple[float, float]:
    return one[:2]

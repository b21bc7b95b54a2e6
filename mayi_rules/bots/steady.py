"""The steady bot: it keeps the distance to the contract low, opens as soon as it can, and watches the others."""

from __future__ import annotations

import random

from mayi_rules.bots.aims import needs_buys
from mayi_rules.bots.card_worth import Keeping, may_help, table_value
from mayi_rules.bots.outlook import Wishes, end_is_near, laying_mask, unseen_counts
from mayi_rules.bots.protocol import seat_of
from mayi_rules.bots.table_play import next_laying
from mayi_rules.cards import UNKNOWN, Hand
from mayi_rules.engine.engine import LegalMoves, legal_moves
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Phase, Stage
from mayi_rules.game.view import View
from mayi_rules.moves import Ask, Block, Discard, Move, Open, Pass, Stock, Take
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.solver import best_opening, distance

_MAX_KEPT = 20_000
"""So many distances are remembered at most, of one round."""

_POINTS_FOR_VALUE = 6.0
"""How many points a card in hand may cost for one unit of its value to the contract."""

_WORTH_BUYING = 2.0
"""A card of this value is bought even where it does not bring the contract nearer at once."""

_HOPELESS = 3
"""Lacking so many cards when the end is near, the bot saves points and thinks of the contract no more."""

_NEAR = 0.4


class SteadyBot:
    """Keeps the distance to the contract low, buys what brings it nearer, throws what is dear and of use to nobody.

    Args:
        rng: breaks ties, so that games differ.
    """

    name = "steady"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._rules: RoundRules | None = None
        self._distances: dict[bytes, int] = {}

    def choose(self, view: View) -> Move:
        """The move that seems best."""
        seat = seat_of(view)
        state = view.state
        rules = state.rules_of(seat)
        if rules is not self._rules or len(self._distances) > _MAX_KEPT:
            self._rules = rules
            self._distances = {}
        legal = legal_moves(state, seat)
        if state.phase is Phase.DRAW:
            return self._draw(state, seat, legal)
        if state.window is not None:
            return self._answer(state, seat, legal)
        return self._play(state, seat, legal)

    def _distance(self, hand: Hand, rules: RoundRules, more: int = 0) -> int:
        """The distance of a hand to which so many unknown cards will come."""
        if more:
            hand = hand.plus_all([UNKNOWN] * more)
        known = self._distances.get(hand.counts)
        if known is None:
            known = self._distances[hand.counts] = distance(hand, rules)
        return known

    def _draw(self, state: State, seat: int, legal: LegalMoves) -> Move:
        take = next((move for move in legal.simple if isinstance(move, Take)), None)
        stock = next((move for move in legal.simple if isinstance(move, Stock)), None)
        if stock is None or (take is not None and self._takes(state, seat)):
            assert take is not None
            return take
        return stock

    def _takes(self, state: State, seat: int) -> bool:
        """Whether the top discard is better than a card that is not known."""
        card = state.discards[-1]
        if state.has_opened(seat):
            return bool(laying_mask(state, seat) >> card & 1)
        hand = state.hands[seat]
        rules = state.rules_of(seat)
        return may_help(hand, card, rules) and (self._distance(hand.plus(card), rules) < self._distance(hand, rules, 1))

    def _answer(self, state: State, seat: int, legal: LegalMoves) -> Move:
        window = state.window
        assert window is not None
        wanted: type[Move] = Pass
        if window.stage is Stage.BLOCKING:
            # A player who has opened gains little by a buy: it leaves one more card in that hand. Where nobody can open
            # without a buy, blocking them all would keep the round from ever ending.
            claimant = window.claimant
            if not state.has_opened(claimant) and not needs_buys(state.hands[claimant], state.rules_of(claimant)):
                wanted = Block
        elif self._buys(state, seat):
            wanted = Ask
        return next(move for move in legal.simple if isinstance(move, wanted))

    def _buys(self, state: State, seat: int) -> bool:
        """Whether the card on offer is worth its penalty: it is when it brings the contract nearer, or soon may."""
        rules = state.rules_of(seat)
        card = state.discards[-1]
        hand = state.hands[seat]
        if state.has_opened(seat):
            return False
        if needs_buys(hand, rules):
            return True
        if not may_help(hand, card, rules):
            return False
        bought = hand.plus(card)
        if self._distance(bought, rules, 1 + rules.penalty_after(state.tally.bought[seat])) < self._distance(
            hand, rules, 1
        ):
            return True
        if rules.all_cards:
            return False
        return Keeping(bought, rules, unseen_counts(state)).value(card) > _WORTH_BUYING

    def _play(self, state: State, seat: int, legal: LegalMoves) -> Move:
        if state.has_opened(seat):
            laying = next_laying(state, seat, legal)
            if laying is not None:
                return laying
        elif legal.can_open:
            return self._open(state, seat)
        discards = [move for move in legal.simple if isinstance(move, Discard)]
        if not discards:
            return next(iter(legal))
        if len(discards) == 1:
            return discards[0]
        if state.has_opened(seat):
            return self._discard_after_opening(state, seat, discards)
        return self._discard(state, seat, discards)

    def _open(self, state: State, seat: int) -> Move:
        """The opening that leaves the least; a card that fits on the table, and so can be laid off, counts half."""
        rules = state.rules_of(seat)
        fitting = laying_mask(state, seat) | rules.wild_mask
        costs = [points + 3 if fitting >> kind & 1 else 2 * points + 6 for kind, points in enumerate(rules.points)]
        melds = best_opening(state.hands[seat], rules, value=costs)
        assert melds is not None
        return Open(seat, melds)

    def _discard(self, state: State, seat: int, discards: list[Discard]) -> Move:
        """Of the cards without which the contract is as near as with them, the one that is best thrown."""
        hand = state.hands[seat]
        rules = state.rules_of(seat)
        keeping = Keeping(hand, rules, unseen_counts(state))
        wishes = Wishes(state, seat)
        risk = end_is_near(state, seat)
        costs: list[tuple[float, float, Discard]] = []
        for move in discards:
            card = move.card
            kept = _POINTS_FOR_VALUE * keeping.value(card) * (1 - risk)
            cost = kept + wishes.cost(card) - (risk + 0.15) * rules.points[card]
            costs.append((cost, self._rng.random(), move))
        costs.sort(key=_by_cost)
        now = self._distance(hand, rules)
        if now >= _HOPELESS and risk >= _NEAR:
            return costs[0][2]
        best, least = costs[0][2], None
        for _, _, move in costs:
            left = self._distance(hand.minus(move.card), rules, 1)
            if left <= now:
                return move
            if least is None or left < least:
                best, least = move, left
        return best

    def _discard_after_opening(self, state: State, seat: int, discards: list[Discard]) -> Move:
        """The dearest card that neither this seat nor the others can lay off soon."""
        points = state.rules.points
        mask = laying_mask(state, seat)
        wishes = Wishes(state, seat)
        costs = []
        for move in discards:
            card = move.card
            cost = table_value(state, card, mask) + wishes.cost(card) / 2 - points[card]
            costs.append((cost, self._rng.random(), move))
        return min(costs, key=_by_cost)[2]


def _by_cost(one: tuple[float, float, Discard]) -> tuple[float, float]:
    return one[:2]

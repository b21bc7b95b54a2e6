"""Two simple bots: one plays any legal move, one opens when it can and throws what is dear and helps nothing."""

from __future__ import annotations

import random

from mayi_rules.bots.aims import Aims, coming_counts, needs_buys
from mayi_rules.bots.outlook import laying_mask
from mayi_rules.bots.protocol import seat_of
from mayi_rules.bots.table_play import next_laying
from mayi_rules.cards import JOKER, KINDS, Hand
from mayi_rules.engine.engine import LegalMoves, legal_moves
from mayi_rules.engine.state.state import State
from mayi_rules.game.view import View
from mayi_rules.moves import Ask, Block, Discard, Move, Open, Pass, Stock, Take
from mayi_rules.profile.round_rules import RoundRules

_ON_THE_WAY = 100
"""How useful a card is that the contract needs."""


class RandomBot:
    """Plays a legal move at random (one opening standing for all).

    Args:
        rng: where its choices come from.
    """

    name = "random"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Move:
        """Any legal move."""
        return legal_moves(view.state, seat_of(view)).sample(self._rng)


class GreedyBot:
    """Opens when it can, lays off and swaps, takes what its contract lacks, throws the dearest card that helps least.

    Args:
        rng: breaks ties, so that games differ.
    """

    name = "greedy"

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Move:
        """The move that its few rules name."""
        seat = seat_of(view)
        legal = legal_moves(view.state, seat)
        first = legal.simple[0] if legal.simple else next(iter(legal))
        if isinstance(first, Take | Stock):
            return self._draw(view.state, seat, legal)
        if isinstance(first, Ask | Block):
            return self._answer(view.state, seat, legal)
        return self._play(view.state, seat, legal)

    def _draw(self, state: State, seat: int, legal: LegalMoves) -> Move:
        by_type = {type(move): move for move in legal.simple}
        if Take in by_type and (Stock not in by_type or self._wants(state, seat)):
            return by_type[Take]
        return by_type[Stock]

    def _answer(self, state: State, seat: int, legal: LegalMoves) -> Move:
        ask = next((move for move in legal.simple if isinstance(move, Ask)), None)
        if ask is not None and not state.has_opened(seat):
            hand = state.hands[seat]
            if needs_buys(hand, state.rules_of(seat)) or (
                not state.rules_of(seat).all_cards and self._wants(state, seat)
            ):
                return ask
        return next(move for move in legal.simple if isinstance(move, Pass))

    def _wants(self, state: State, seat: int) -> bool:
        """Whether the top discard helps this seat: it is one that its contract lacks, or can be laid off."""
        card = state.discards[-1]
        if state.has_opened(seat):
            return bool(laying_mask(state, seat) >> card & 1)
        hand, rules, coming = state.hands[seat], state.rules_of(seat), coming_counts(state, seat)
        unknown = 1 if rules.all_cards else 0  # a stock card has no place yet either
        return Aims(hand.plus(card), rules, coming).lacking < Aims(hand, rules, coming).lacking + unknown

    def _play(self, state: State, seat: int, legal: LegalMoves) -> Move:
        for move in legal.by_kind(Open):
            return move
        if (laying := next_laying(state, seat, legal)) is not None:
            return laying
        discards = [move for move in legal.simple if isinstance(move, Discard)]
        if not discards:
            return next(iter(legal))
        points = state.rules.points
        useful = self._useful(state, seat)
        costs = [(useful[move.card], -points[move.card], self._rng.random()) for move in discards]
        return min(zip(costs, discards, strict=True))[1]

    def _useful(self, state: State, seat: int) -> list[int]:
        """How useful a card of each kind is to the hand (54 values)."""
        hand, rules = state.hands[seat], state.rules_of(seat)
        if state.has_opened(seat):
            mask = laying_mask(state, seat)
            return [mask >> kind & 1 for kind in range(KINDS)]
        kept = Aims(hand, rules, coming_counts(state, seat)).kept
        useful = [0] * KINDS
        for kind in hand.kinds:
            on_the_way = kept[kind] >= hand.counts[kind]
            useful[kind] = _ON_THE_WAY * on_the_way * (1 + rules.is_wild[kind]) + helps(hand, kind, rules)
        return useful


def helps(hand: Hand, card: int, rules: RoundRules) -> int:
    """How many other cards of the hand lie near this one: of its rank where sets are asked for, or of its suit."""
    if card >= JOKER:
        return 0
    counts = hand.counts
    rank = card % 13
    kinds = {item.kind.value for item in rules.contract}
    near = 0
    if "set" in kinds:
        near += sum(counts[kind] for kind in range(rank, JOKER, 13)) - 1
    if "run" in kinds:
        suit = card - rank
        near += sum(bool(counts[suit + (rank + step) % 13]) for step in (-3, -2, -1, 1, 2, 3))
    return near

"""Two simple bots: one plays any legal move, one opens when it can and throws what is dear and helps nothing."""

from __future__ import annotations

import random

from mayi_rules.bots.protocol import seat_of
from mayi_rules.cards import JOKER, Hand
from mayi_rules.game.engine import LegalMoves, legal_moves
from mayi_rules.game.moves import Ask, Block, Discard, LayOff, Move, Open, Pass, Stock, Take
from mayi_rules.game.view import View
from mayi_rules.profile.round_rules import RoundRules


class RandomBot:
    """Plays a legal move at random (one opening standing for all).

    Args:
        rng: where its choices come from.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Move:
        """Any legal move."""
        return legal_moves(view.state, seat_of(view)).sample(self._rng)


class GreedyBot:
    """Opens when it can, lays off what fits, takes what helps, throws the dearest card that helps nothing.

    Args:
        rng: breaks ties, so that games differ.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Move:
        """The move that its few rules name."""
        seat = seat_of(view)
        legal = legal_moves(view.state, seat)
        first = legal.simple[0] if legal.simple else next(iter(legal))
        if isinstance(first, Take | Stock):
            return self._draw(view, seat, legal)
        if isinstance(first, Ask | Block):
            return self._answer(view, seat, legal)
        return self._play(view, seat, legal)

    def _draw(self, view: View, seat: int, legal: LegalMoves) -> Move:
        by_type = {type(move): move for move in legal.simple}
        if Take in by_type and (Stock not in by_type or self._wants(view, seat, 1)):
            return by_type[Take]
        return by_type[Stock]

    def _answer(self, view: View, seat: int, legal: LegalMoves) -> Move:
        ask = next((move for move in legal.simple if isinstance(move, Ask)), None)
        if ask is not None and self._wants(view, seat, 3):
            return ask
        return next(move for move in legal.simple if isinstance(move, Pass))

    def _wants(self, view: View, seat: int, least: int) -> bool:
        """Whether the top discard helps this seat, by at least so much where it has not opened."""
        state = view.state
        card = state.discards[-1]
        hand = state.hands[seat]
        if state.has_opened(seat):
            return least == 1 and any(laid.takes >> card & 1 for laid in state.table)
        rules = state.rules
        return bool(rules.is_wild[card]) or helps(hand.plus(card), card, rules) >= least

    def _play(self, view: View, seat: int, legal: LegalMoves) -> Move:
        for kind in (Open, LayOff):
            for move in legal.by_kind(kind):
                return move
        discards = [move for move in legal.simple if isinstance(move, Discard)]
        if not discards:
            return next(iter(legal))
        hand = view.state.hands[seat]
        rules = view.state.rules
        useful = [helps(hand, move.card, rules) + 9 * rules.is_wild[move.card] for move in discards]
        least = min(useful)
        dear = [move for move, use in zip(discards, useful, strict=True) if use == least]
        most = max(rules.points[move.card] for move in dear)
        best = [move for move in dear if rules.points[move.card] == most]
        return best[int(self._rng.random() * len(best))]


def helps(hand: Hand, card: int, rules: RoundRules) -> int:
    """How many other cards of the hand lie near this one: of its rank where sets are asked for, or of its suit."""
    if card >= JOKER:
        return 9
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

"""A full position that a seat may take for the real one: the hidden cards dealt out anew."""

from __future__ import annotations

import math
import random
from collections import Counter

from mayi_rules.arguments import expect
from mayi_rules.cards import UNKNOWN, Hand, shuffled
from mayi_rules.engine.knowledge.unseen import Places, by_chance, hidden_places, leaning
from mayi_rules.engine.rules.going_out import dead_end_reasons
from mayi_rules.engine.rules.scoring import hand_points, how_counted
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.traffic import DRAWN, entries
from mayi_rules.engine.state.values import NOBODY, Chance, Laid, Tally
from mayi_rules.errors import HiddenCards
from mayi_rules.game.point_counts import choose_counting
from mayi_rules.game.view import View
from mayi_rules.reasons import ReasonCode

_TRIES = 2_000

_BY_CHANCE = 40
"""After so many tries it is rare places that are looked for."""


def sample_state(view: View, rng: random.Random) -> State:
    """A full State that reproduces everything that the viewer saw.

    As long as no stock was renewed by shuffling it is uniform: every way of dealing the unseen cards to the hidden
    places is equally likely. After a shuffled renewal each card goes to a place where it can be: a recycled card to
    the stock or to a hand that drew from it since, one that was never seen to a hand that was dealt it. Which pool a
    played card came from where it may have been in several is chosen play by play, in proportion to the cards of each
    pool that the hand may have held; given these choices the rest is uniform. When a round is over,
    the hands are dealt so that they count the points that were told: such samples are not uniform.

    Args:
        view: what a seat or a spectator knows.
        rng: where the choices come from.

    Raises:
        HiddenCards: cards that lie open are not known (a game at a real table), or no sample was found that explains
            the points told.
    """
    expect("view", view, View, "a View, as game.seat(name).view")
    expect("rng", rng, random.Random, "a random.Random")
    known = view.state
    for number in range(_TRIES):
        choose = by_chance(rng) if number < _BY_CHANCE else leaning(rng)
        deal = _Deal(hidden_places(known, view.seat, choose), rng)
        if _counts_as_told(known, view.seat, deal, rng):
            state = _filled(known, view.seat, deal, rng)
            if _can_go_on(known, state, view.seat):
                return state
    raise HiddenCards("No position was found that explains what was told here.")


class _Deal:
    """The hidden cards of every pool, each in a place: a seat's hand, or the stock."""

    def __init__(self, places: Places, rng: random.Random) -> None:
        self.draws = places.draws
        self.cards = [
            list(shuffled([kind for kind, count in enumerate(counts) for _ in range(count)], rng))
            for counts in places.pools
        ]
        self.owners = [
            [owner for owner, slots in enumerate(places.slots) for _ in range(slots[pool])]
            for pool in range(len(places.pools))
        ]
        for cards, owners in zip(self.cards, self.owners, strict=True):
            owners.extend([NOBODY] * (len(cards) - len(owners)))

    def held_by(self, owner: int, pool: int) -> list[int]:
        return [card for card, who in zip(self.cards[pool], self.owners[pool], strict=True) if who == owner]

    def hidden_hand(self, owner: int) -> list[int]:
        return [card for pool in range(len(self.cards)) for card in self.held_by(owner, pool)]

    def drawn_by(self, owner: int) -> list[int]:
        """What a seat drew since the first renewal, in order, whether it still holds it or not."""
        drawn: list[int] = []
        for pool, draws in enumerate(self.draws[owner]):
            held = iter(self.held_by(owner, pool))
            drawn += [next(held) if card is None else card for card in draws]
        return drawn

    def _held(self, owner: int) -> int:
        return sum([owners.count(owner) for owners in self.owners])

    def settle(self, wanted: list[int], points: tuple[int, ...], rng: random.Random) -> bool:
        """Deal the cards of each pool anew, so that the hidden cards of every hand count the points wanted.

        The hand that is farthest from what so many cards count as a rule chooses first: it needs cards that others can
        do without.
        """
        free = [list(cards) for cards in self.cards]
        given: dict[tuple[int, int], list[int]] = {}
        every = [points[card] for cards in free for card in cards]
        usual = sum(every) / max(1, len(every))
        far = [
            abs(want - usual * count) / math.sqrt(count) if (count := self._held(owner)) else 0.0
            for owner, want in enumerate(wanted)
        ]
        for owner in sorted(shuffled(range(len(wanted)), rng), key=lambda one: -far[one]):
            needs = [owners.count(owner) for owners in self.owners]
            chosen = choose_counting(free, needs, wanted[owner], points, rng)
            if chosen is None:
                return False
            for pool, cards in enumerate(chosen):
                given[owner, pool] = cards
                for card in cards:
                    free[pool].remove(card)
        for pool, owners in enumerate(self.owners):
            self.cards[pool] = [given.get((owner, pool), free[pool]).pop() for owner in owners]
        return True


def _filled(known: State, seat: int | None, deal: _Deal, rng: random.Random) -> State:
    """The masked position with its hidden places filled."""
    hands = tuple(
        hand if owner == seat else Hand.of([*(card for card in hand if card != UNKNOWN), *deal.hidden_hand(owner)])
        for owner, hand in enumerate(known.hands)
    )
    chance = Chance(f"sample {int(rng.random() * 2**53)}")
    drawn = [deal.drawn_by(owner) for owner in range(len(hands))]
    stock = known.stock if known.tally.stock_known else bytes(deal.held_by(NOBODY, len(deal.cards) - 1))
    state: State = known.replace(
        setting=known.setting.replace(chance=chance),
        hands=hands,
        stock=stock,
        tally=_with_draws(known.tally, seat, drawn),
        laid=_laid(known, hands[known.turn], seat, drawn),
    )
    return state


def _with_draws(tally: Tally, seat: int | None, drawn: list[list[int]]) -> Tally:
    """The counts with what was drawn since the first renewal filled in."""
    if not tally.traffic:
        return tally
    left = [iter(cards) for cards in drawn]
    traffic = bytearray(tally.traffic)
    for index, (what, who, _) in enumerate(entries(tally.traffic)):
        if what == DRAWN and who != seat:
            traffic[2 * index + 1] = next(left[who])
    after: Tally = tally.replace(traffic=bytes(traffic))
    return after


def _laid(known: State, hand: Hand, seat: int | None, drawn: list[list[int]]) -> Laid | None:
    """What was laid in this turn, with the hand as it must have been before."""
    laid = known.laid
    if laid is None:
        return None
    before = laid.hand
    if known.turn != seat:
        cards = Counter(hand)
        cards.update(card for item in known.table for card in item.meld)
        cards.subtract(card for item in laid.table for card in item.meld)
        before = Hand.of(cards.elements())
    tally = _with_draws(laid.tally, seat, drawn)
    filled: Laid = laid.replace(hand=before, tally=tally)
    return filled


def _counts_as_told(known: State, seat: int | None, deal: _Deal, rng: random.Random) -> bool:
    """Make the hands count the points that were told at the end of the round."""
    ending = known.ending
    if ending is None or not ending.scores:
        return True
    wanted = []
    for owner, (score, bonus, hand) in enumerate(zip(ending.scores, known.setting.bonuses, known.hands, strict=True)):
        counting = how_counted(known, owner, ending.winner, ending.down_and_out)
        hidden = (score - bonus - counting.out - counting.bought) // counting.times - hand_points(hand, known.rules)
        wanted.append(0 if owner == seat else hidden)
    return deal.settle(wanted, known.rules.points, rng)


def _can_go_on(known: State, state: State, seat: int | None) -> bool:
    """Whether a wild that another player has freed can still be laid: else he could not have freed it."""
    laid = known.laid
    if laid is None or not laid.freed or known.turn == seat:
        return True
    reasons = dead_end_reasons(state, state.hand, laid.freed, state.table, ReasonCode.TURN_DEAD_END)
    return next(reasons, None) is None

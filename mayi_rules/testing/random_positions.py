"""Positions made at random: dealt with helpful hands and a short stock, then played on by random moves."""

from __future__ import annotations

import random
from collections.abc import Iterable

from mayi_rules.cards import JOKER, KINDS, Hand
from mayi_rules.engine.rules.deal import new_round
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Chance, Phase
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.testing.random_choice import Choices, RandomChoices
from mayi_rules.testing.random_melds import build_meld
from mayi_rules.testing.random_walk import walk


def deal_helpfully(rules: RoundRules, rng: random.Random, *, percent: int = 70) -> bytes:
    """An order of the pack, top card first, in which many hands hold the contract or nearly do.

    Args:
        rules: the rules of the round.
        rng: where the choices come from.
        percent: how likely a seat is to be helped.
    """
    choices = RandomChoices(rng)
    left = list(rules.pack)
    hands: list[list[int]] = []
    for _ in range(rules.players):
        cards: list[int] = []
        if choices.yes(percent):
            for item in rules.contract:
                meld = build_meld(rules, choices, kind=item.kind, size=item.size, left=left)
                for card in meld or ():
                    left[card] -= 1
                    cards.append(card)
        hands.append(cards)
    surplus = [card for cards in hands for card in cards[rules.dealt :]]
    rest = [kind for kind in range(KINDS) for _ in range(left[kind])]
    rest = choices.shuffled([*rest, *surplus])
    if choices.yes(50):  # wilds in hand make more of everything possible
        rest.sort(key=lambda kind: rules.is_wild[kind])
    full = []
    for cards in hands:
        kept = cards[: rules.dealt]
        while len(kept) < rules.dealt:
            kept.append(rest.pop())
        full.append(choices.shuffled(kept))
    rest = choices.shuffled(rest)
    dealt = [hand[step] for step in range(rules.dealt) for hand in full]
    return bytes([*dealt, *rest])


def first_position(
    profile: Profile,
    choices: Choices,
    *,
    players: int | None = None,
    round_number: int | None = None,
) -> State:
    """A round before its first turn, conserving the pack.

    In half of the rounds most of the stock already lies in the discard pile, so that it will have to be renewed.

    Args:
        profile: the rules.
        choices: where the choices come from.
        players: how many play; any number that the profile allows when None.
        round_number: the round; any when None.
    """
    players = players or choices.whole(profile.players.min, profile.players.max)
    round_number = round_number or choices.whole(1, len(profile.rounds))
    rules = round_rules(profile, players, round_number)
    rng = choices.generator()
    order = deal_helpfully(rules, rng)
    totals = [int(rng.random() * 300) for _ in range(players)]
    dealer = int(rng.random() * players)
    state = new_round(rules, dealer, totals, Chance(f"key {rng.random()}"), order, None)
    if state.phase is Phase.DRAW and choices.yes(50):
        return with_short_stock(state, rng)
    return state


def with_short_stock(state: State, rng: random.Random) -> State:
    """The position with most of its stock moved below the discard pile."""
    keep = int(rng.random() * min(len(state.stock) + 1, 3 * state.players))
    moved, stock = state.stock[keep:], state.stock[:keep]
    by = bytes(int(rng.random() * state.players) for _ in moved)
    if not state.discards and state.rules.upcard:
        return state
    if not stock and not moved:
        return state
    after: State = state.replace(stock=stock, discards=moved + state.discards, discarded_by=by + state.discarded_by)
    return after


def build_position(
    profile: Profile,
    choices: Choices,
    *,
    players: int | None = None,
    round_number: int | None = None,
    max_moves: int = 150,
) -> State:
    """A position that random legal moves reach, now and then one in which the round is over.

    Args:
        profile: the rules.
        choices: where the choices come from.
        players: how many play; any number that the profile allows when None.
        round_number: the round; any when None.
        max_moves: the most moves from the deal.
    """
    state = first_position(profile, choices, players=players, round_number=round_number)
    moves = choices.whole(1, max_moves) if max_moves and choices.yes(90) else 0
    rng = choices.generator()
    for count, step in enumerate(walk(state, rng), start=1):
        if count > moves:
            break
        if step.state.is_over and rng.random() < 0.9:
            break
        state = step.state
    return state


def cards_in_play(state: State) -> bytes:
    """How often each kind is in hands, stock, discards and on the table (54 counts)."""
    zones: list[Iterable[int]] = [*state.hands, state.stock, state.discards, *[laid.meld for laid in state.table]]
    return Hand.of(card for zone in zones for card in zone).counts


def is_pack(state: State) -> bool:
    """Whether all cards of the pack are in play, each once; of a masked position: as far as its cards are known."""
    counts = cards_in_play(state)
    known = all(counts[kind] <= state.rules.pack[kind] for kind in range(JOKER + 1))
    return known and sum(counts) == state.rules.pack_size

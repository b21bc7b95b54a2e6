"""Two games that look the same to a seat: another deal from which the same moves lead to what it saw."""

from __future__ import annotations

import random
from collections import Counter

from mayi_rules import apply, bundled_profiles, load_profile
from mayi_rules.cards import Hand
from mayi_rules.engine.state.events import EventType
from mayi_rules.engine.state.traffic import DRAWN, entries
from mayi_rules.errors import IllegalMove
from mayi_rules.records.renewals import renewal_orders
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_positions import first_position
from mayi_rules.testing.random_profiles import build_profile_mapping
from mayi_rules.testing.random_walk import walk

BUNDLED = [load_profile(profile_id) for profile_id in bundled_profiles()]
NAMES = tuple("abcdefghijkl")
SHOWS = (EventType.OPENED, EventType.LAID_OFF, EventType.SWAPPED, EventType.DISCARDED)


def any_profile(choices):
    """A random profile in which every card may be discarded: else a discard tells of the cards that were kept."""
    values = build_profile_mapping(choices)
    values.pop("discarding", None)
    for one in values["rounds"]:
        one.get("rules", {}).pop("discarding", None)
    return load_profile(values)


def history(label, number):
    """A round of random moves, each fourth of a bundled game: its first position, its steps, and further choices."""
    choices = RandomChoices(random.Random(f"{label} {number}"))
    profile = choices.pick(BUNDLED) if number % 4 == 3 else any_profile(choices)
    start = first_position(profile, choices)
    steps = []
    most = choices.whole(1, 260)
    for step in walk(start, choices.generator()):
        steps.append(step)
        if len(steps) >= most:
            break
    return start, steps, choices


def histories(label, numbers):
    """The rounds of these numbers."""
    return (history(label, number) for number in numbers)


def hidden_cards_of(state, owner):
    return Counter(map(int, state.hands[owner])) - Counter(map(int, state.tally.known[owner]))


def other_deal(start, steps, sample, seat):
    """The first position, and the orders of the renewals, from which the same moves lead to the sampled position.

    A card that another seat showed was in the first of its places in which it can have been: in its first hand, then
    in its draws in their order. What it drew since the first shuffled renewal stands in the sample.
    """
    draws = []  # hidden draws of all seats: who, pool, the card where the seat or the sample says it
    shows = []  # what others showed: who, the card
    since = [card for what, _, card in entries(sample.tally.traffic) if what == DRAWN]
    pool = 0
    for step in steps:
        for event in step.events:
            if event.type is EventType.RENEWED_STOCK and not event.cards:
                pool += 1
            elif event.type in (EventType.DREW_STOCK, EventType.DREW_PENALTY) and event.private:
                card = event.cards[0] if event.seat == seat else None
                draws.append([event.seat, pool, since.pop(0) if pool else card])
            elif event.seat != seat and event.type in SHOWS:
                opened = [card for meld in event.melds for card in meld.cards]
                cards = opened if event.type is EventType.OPENED else event.cards[:1]
                known = Counter(map(int, step.before.tally.known[event.seat]))
                shows += [(event.seat, card) for card in (Counter(map(int, cards)) - known).elements()]
    assert not since
    hands = list(start.hands)
    for owner in range(start.players):
        if owner == seat:
            continue
        needed = [card for who, card in shows if who == owner]
        needed += hidden_cards_of(sample, owner).elements()
        for card in [card for who, later, card in draws if who == owner and later]:
            needed.reverse()
            needed.remove(card)  # the last one that is shown, or held in the end
            needed.reverse()
        first = sum(hidden_cards_of(start, owner).values())
        hands[owner] = Hand.of([*start.tally.known[owner], *needed[:first]])
        needed = needed[first:]
        for draw in draws:
            if draw[0] == owner and not draw[1]:
                draw[2] = needed.pop(0)
        assert not needed
    orders = [bytes(card for _, number, card in draws if number == one) for one in range(pool + 1)]
    if not sample.tally.stock_known:
        orders[-1] += sample.stock[::-1]
    return start.replace(hands=tuple(hands), stock=orders[0][::-1]), tuple(orders[1:])


def replayed(start, steps, chance):
    """The steps of these moves from another first position; None where one is refused."""
    state = start.replace(setting=start.setting.replace(chance=chance))
    played = []
    for step in steps:
        try:
            played.append(apply(state.replace(), step.move))
        except IllegalMove:
            return None
        state = played[-1].state
    return played


def recycled_orders(steps):
    """The orders of the renewals, by the key that made them."""
    return tuple(order for step in steps for order in renewal_orders(step))

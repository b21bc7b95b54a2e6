"""Random house rules and hands, and the same rules as the package takes them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mayi_rules.melds.meld import Meld
from mayi_rules.profile.language import choices
from mayi_rules.profile.load import load_profile
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import DERIVED, ContractItem, RoundRules
from mayi_rules.solver import slots
from tests.oracle.brute import JOKER, House, run_places_within_limits

ODD_POINTS = [-5, 0, 1, 5, 10, 15, 25, 50]


def as_round_rules(house: House, **more: Any) -> RoundRules:
    """The package's rules of a round that say the same."""
    base = round_rules(load_profile("petras"), 4, 1)
    values = {name: getattr(base, name) for name in RoundRules.__annotations__}
    for name in DERIVED:
        values.pop(name, None)
    values |= {
        "contract": tuple(ContractItem(choices.MeldKind(kind), size) for kind, size in house.contract),
        "pack": bytes(house.pack),
        "pack_size": sum(house.pack),
        "wild_kinds": tuple(sorted(house.wild)),
        "set_min": house.set_min,
        "set_max": house.set_max,
        "run_min": house.run_min,
        "run_max": house.run_max,
        "ace": choices.Ace(house.ace),
        "same_rank_sets": house.same_rank,
        "same_suit_runs": choices.SameSuitRuns("free" if house.touching else "not_adjacent"),
        "min_naturals": house.min_naturals,
        "per_meld": house.per_meld,
        "balance": choices.Balance(house.balance),
        "wilds_apart": house.apart,
        "all_wild_sets": house.all_wild_sets,
        "natural_use": house.natural_use,
        "opening_size": choices.OpeningSize("exact" if house.exact else "at_least"),
        "all_cards": house.all_cards,
        "discard": choices.DiscardRule(house.discard),
        "points": house.points,
        "laying_off_whose": choices.LayingOffWhose("own" if house.own_only else "any"),
        "swap_out_of": choices.SwapOutOf(house.swap_out_of),
        "swap_freed": choices.SwapFreed("to_table" if house.freed_to_table else "to_hand"),
    }
    rules = RoundRules(**(values | more))
    if house.run_min_naturals:
        rules.cache[PLACES] = house
    return rules


PLACES = "rules by place"
"""With it a house's rules are kept that the language cannot say: `by_place` tells them to the solver."""


@contextmanager
def by_place() -> Iterator[None]:
    """Let the solver hear the houses that have rules by place or by kind of meld, through what it asks."""
    by_number, by_places = slots.has_enough_naturals, slots.may_stand

    def has_enough_naturals(meld: Meld, naturals: int, rules: RoundRules) -> bool:
        house = rules.cache.get(PLACES)
        enough = house is None or not meld.is_run or naturals >= house.run_min_naturals
        return enough and by_number(meld, naturals, rules)

    def may_stand(meld: Meld, naturals: int, rules: RoundRules) -> bool:
        house = rules.cache.get(PLACES)
        if house is None or not meld.is_run:
            return by_places(meld, naturals, rules)
        return run_places_within_limits([bool(naturals >> place & 1) for place in range(meld.size)], house)

    slots.has_enough_naturals, slots.may_stand = has_enough_naturals, may_stand
    try:
        yield
    finally:
        slots.has_enough_naturals, slots.may_stand = by_number, by_places


def random_pack(rng: random.Random) -> tuple[int, ...]:
    """A pack of few kinds, so that small hands come close to something."""
    suits = rng.sample(range(4), rng.choice([1, 2, 2, 3, 4]))
    if rng.random() < 0.5:
        first = rng.randrange(13)
        ranks = [(first + i) % 13 for i in range(rng.randint(4, 8))]
    else:
        ranks = rng.sample(range(13), rng.randint(4, 9))
    pack = [0] * 54
    for suit in suits:
        for rank in ranks:
            pack[suit * 13 + rank] = rng.choice([1, 1, 2, 2, 3])
    pack[JOKER] = rng.choice([0, 2, 3, 4, 6])
    return tuple(pack)


def small_pack(rng: random.Random) -> tuple[int, ...]:
    """A pack of a dozen kinds: every choice of a few further cards can be tried."""
    suits = rng.sample(range(4), rng.choice([1, 2, 2]))
    first = rng.randrange(13)
    ranks = [(first + i) % 13 for i in range(rng.randint(3, 6))]
    pack = [0] * 54
    for suit in suits:
        for rank in ranks:
            pack[suit * 13 + rank] = rng.choice([0, 1, 1, 2, 2])
    pack[JOKER] = rng.choice([0, 1, 2, 3])
    return tuple(pack)


def random_house(rng: random.Random, pack: tuple[int, ...] | None = None, *, places: bool = False) -> House:
    """Rules of every kind, small enough to make small hands interesting; with `places` some the language has not."""
    pack = pack or random_pack(rng)
    kinds = [kind for kind in range(52) if pack[kind]] or [0]
    wild: set[int] = set()
    if rng.random() < 0.85:
        wild.add(JOKER)
    if rng.random() < 0.4:
        rank = rng.choice(kinds) % 13
        wild |= {kind for kind in range(52) if kind % 13 == rank}
    if rng.random() < 0.25:
        wild |= set(rng.sample(kinds, min(len(kinds), rng.randint(1, 2))))
    ace = rng.choice(["low", "high", "low_or_high", "low_or_high", "around_the_corner", "around_the_corner"])
    set_min = rng.choice([2, 2, 3, 3])
    run_min = rng.choice([2, 3, 3, 4])
    top = 14 if ace == "low_or_high" else 13
    exact = rng.random() < 0.4
    all_cards = rng.random() < 0.2
    contract = []
    for _ in range(rng.choice([1, 2, 2, 2, 3, 3])):
        kind = rng.choice(["set", "run"])
        least = set_min if kind == "set" else run_min
        contract.append((kind, least + (rng.choice([0, 1, 2]) if rng.random() < 0.3 else 0)))
    if rng.random() < 0.1:
        contract = [(kind, 2) for kind, _ in contract]
    return House(
        contract=tuple(contract),
        pack=pack,
        wild=frozenset(wild),
        set_min=set_min,
        set_max=rng.choice([255, 255, set_min, set_min + 1, 5]),
        run_min=run_min,
        run_max=rng.choice([top, top, run_min, min(run_min + 2, top), 6]),
        ace=ace,
        same_rank=rng.random() < 0.6,
        touching=rng.random() < 0.6,
        min_naturals=rng.choice([0, 1, 1, 1, 2, 2, 3]),
        per_meld=rng.choice([255, 255, 255, 1, 2, 3, 0]),
        balance=rng.choice(["any", "any", "not_more_than_naturals", "fewer_than_naturals"]),
        all_wild_sets=rng.random() < 0.35,
        natural_use=rng.random() < 0.4,
        exact=exact,
        all_cards=all_cards,
        discard=rng.choice(["optional", "forbidden"])
        if all_cards
        else rng.choice(["required", "required", "optional"]),
        points=(*[rng.choice(ODD_POINTS) if rng.random() < 0.1 else 5 + k % 13 for k in range(53)], 0),
        own_only=rng.random() < 0.3,
        swap_out_of=rng.choice(["none", "runs", "sets", "any"]),
        freed_to_table=rng.random() < 0.4,
        apart=rng.choice([0, 0, 1, 1, 2, 3]),
        run_min_naturals=rng.choice([0, 0, 1, 2, 3]) if places else 0,
    )


def random_hand(rng: random.Random, house: House, least: int = 4, most: int = 9, max_wilds: int = 6) -> Counter[int]:
    """A hand from the pack of a house, with an unknown card now and then."""
    cards = [kind for kind, count in enumerate(house.pack) for _ in range(count)]
    # Wild cards a little more often than chance would have it.
    for kind in house.wild:
        cards += [kind] * house.pack[kind]
    rng.shuffle(cards)
    hand: Counter[int] = Counter()
    size = rng.randint(least, most)
    for card in cards:
        if sum(hand.values()) == size:
            break
        if card in house.wild and sum(hand[kind] for kind in house.wild) >= max_wilds:
            continue
        if hand[card] < house.pack[card]:
            hand[card] += 1
    if rng.random() < 0.04:
        hand[53] += 1
    return hand


def describe(house: House, hand: Counter[int]) -> str:
    """What to look at when something differs."""
    plain = House(contract=house.contract, pack=house.pack, wild=house.wild)
    told = {name: value for name, value in vars(house).items() if value != getattr(plain, name) and name != "points"}
    names = ["A23456789TJQK"[k % 13] + "cdhs"[k // 13] if k < 52 else "X?"[k - 52] for k in sorted(hand.elements())]
    wild = ["A23456789TJQK"[k % 13] + "cdhs"[k // 13] if k < 52 else "X" for k in sorted(house.wild)]
    return f"{' '.join(names)}  contract={house.contract} wild={' '.join(wild)} {told}"

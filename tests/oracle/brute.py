"""An independent brute force for everything the solver answers, written from the rule sheets.

It shares nothing with the package but the numbers of the kinds: suit * 13 + rank, 52 the joker, 53 an unknown card.
Melds are plain tuples: `("run", suit, start, cards)` and `("set", rank, cards)`, rank -1 for wilds only.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Any

JOKER = 52


@dataclass(frozen=True)
class House:
    """House rules in the words of the sheets."""

    contract: tuple[tuple[str, int], ...]
    pack: tuple[int, ...]
    wild: frozenset[int]
    set_min: int = 3
    set_max: int = 255
    run_min: int = 4
    run_max: int = 14
    ace: str = "low_or_high"
    same_rank: bool = True
    touching: bool = True
    min_naturals: int = 1
    run_min_naturals: int = 0
    apart: int = 0
    per_meld: int = 255
    balance: str = "any"
    all_wild_sets: bool = False
    natural_use: bool = False
    exact: bool = False
    all_cards: bool = False
    discard: str = "required"
    points: tuple[int, ...] = (1,) * 54
    own_only: bool = False
    swap_out_of: str = "none"
    freed_to_table: bool = False


Meld = tuple[Any, ...]


def within_limits(naturals: int, wilds: int, house: House) -> bool:
    if wilds > house.per_meld:
        return False
    if naturals < 1 or naturals < house.min_naturals:
        return False
    if house.balance == "not_more_than_naturals":
        return wilds <= naturals
    if house.balance == "fewer_than_naturals":
        return wilds < naturals
    return True


def run_within_limits(cards: tuple[int, ...], roles: list[int], house: House) -> bool:
    """The limits of a run: by number, and by place (so many naturals between two wilds)."""
    natural = [counts_as_natural(card, role, house) for card, role in zip(cards, roles, strict=True)]
    return run_places_within_limits(natural, house)


def run_places_within_limits(natural: list[bool], house: House) -> bool:
    wilds = [place for place, is_natural in enumerate(natural) if not is_natural]
    if any(after - before <= house.apart for before, after in pairwise(wilds)):
        return False
    naturals = len(natural) - len(wilds)
    return naturals >= house.run_min_naturals and within_limits(naturals, len(wilds), house)


def counts_as_natural(card: int, stands_for: int, house: House) -> bool:
    if card == JOKER or card != stands_for:
        return False
    return card not in house.wild or house.natural_use


def set_naturals(rank: int, cards: tuple[int, ...], house: House) -> int:
    return sum(c < JOKER and c % 13 == rank and counts_as_natural(c, c, house) for c in cards)


def is_set_of(rank: int, cards: tuple[int, ...], house: House) -> bool:
    if not house.set_min <= len(cards) <= house.set_max:
        return False
    naturals = set_naturals(rank, cards, house)
    for card in cards:
        if card not in house.wild and (card == JOKER or card % 13 != rank):
            return False
    return within_limits(naturals, len(cards) - naturals, house)


def is_all_wild_set(cards: tuple[int, ...], house: House) -> bool:
    if not house.all_wild_sets or not house.set_min <= len(cards) <= house.set_max:
        return False
    if len(cards) > house.per_meld or any(card not in house.wild for card in cards):
        return False
    return not any(
        within_limits(set_naturals(rank, cards, house), len(cards) - set_naturals(rank, cards, house), house)
        for rank in range(13)
    )


def places(house: House) -> list[tuple[int, int]]:
    found = []
    for length in range(max(house.run_min, 1), min(house.run_max, 14) + 1):
        for start in range(14):
            end = start + length - 1
            if house.ace == "around_the_corner":
                if start < 13 and length <= 13:
                    found.append((start, length))
            elif (start > 0 or house.ace != "high") and end <= (12 if house.ace == "low" else 13):
                found.append((start, length))
    return found


def submultisets(counts: dict[int, int], size: int) -> list[tuple[int, ...]]:
    kinds = sorted(counts)
    found = []

    def go(index: int, left: int, so_far: tuple[int, ...]) -> None:
        if left == 0:
            found.append(so_far)
            return
        if index == len(kinds):
            return
        for times in range(min(left, counts[kinds[index]]) + 1):
            go(index + 1, left - times, so_far + (kinds[index],) * times)

    go(0, size, ())
    return found


def all_melds(hand: Counter[int], house: House, *, once: bool = False) -> list[Meld]:
    """Every legal meld that these cards hold; with `once`, one order of the wilds of a run where it is all one."""
    found: list[Meld] = []
    usable = {kind: count for kind, count in hand.items() if count and kind <= JOKER}
    total = sum(usable.values())
    wilds = {kind: count for kind, count in usable.items() if kind in house.wild}
    for rank in range(13):
        fitting = {k: c for k, c in usable.items() if k in house.wild or (k < JOKER and k % 13 == rank)}
        for size in range(house.set_min, min(house.set_max, sum(fitting.values())) + 1):
            found += [("set", rank, cards) for cards in submultisets(fitting, size) if is_set_of(rank, cards, house)]
    for size in range(house.set_min, min(house.set_max, sum(wilds.values())) + 1):
        found += [("set", -1, cards) for cards in submultisets(wilds, size) if is_all_wild_set(cards, house)]
    for suit in range(4):
        for start, length in places(house):
            if length <= total:
                roles = [suit * 13 + (start + i) % 13 for i in range(length)]
                found += [("run", suit, start, cards) for cards in run_fillings(roles, dict(usable), house, once=once)]
    return found


def run_fillings(roles: list[int], left: dict[int, int], house: House, *, once: bool) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = []
    # A place whose card is not there takes a wild.
    if sum(kind not in left for kind in set(roles)) > sum(left.get(kind, 0) for kind in house.wild):
        return found
    wilds = [kind for kind in sorted(house.wild) if left.get(kind, 0)]
    in_order = once and not house.natural_use  # which places are wild is looked at in every way

    def go(index: int, cards: tuple[int, ...], first: int) -> None:
        if index == len(roles):
            if run_within_limits(cards, roles, house):
                found.append(cards)
            return
        role = roles[index]
        if role not in house.wild and left.get(role, 0):
            left[role] -= 1
            go(index + 1, (*cards, role), first)
            left[role] += 1
        for kind in wilds:
            if left[kind] and kind >= first:
                left[kind] -= 1
                go(index + 1, (*cards, kind), kind if in_order else first)
                left[kind] += 1

    go(0, (), 0)
    return found


def meets_contract(melds: list[Meld], house: House) -> bool:
    if len(melds) != len(house.contract):
        return False
    for order in set(permutations(house.contract)):
        if all(
            meld[0] == kind and (len(meld[-1]) == size if house.exact else len(meld[-1]) >= size)
            for meld, (kind, size) in zip(melds, order, strict=True)
        ):
            return True
    return False


def join(one: Meld, other: Meld, house: House) -> bool:
    """Whether two runs would make one run, one behind the other."""
    if one[1] != other[1]:
        return False
    for a, b in ((one, other), (other, one)):
        after = a[2] + len(a[3])
        if after == b[2] or (house.ace == "around_the_corner" and after % 13 == b[2] % 13):
            return True
    return False


def may_stand_together(melds: list[Meld], house: House) -> bool:
    for i, one in enumerate(melds):
        for other in melds[:i]:
            if one[0] != other[0]:
                continue
            if one[0] == "set" and not house.same_rank and one[1] == other[1] and one[1] >= 0:
                return False
            if one[0] == "run" and not house.touching and join(one, other, house):
                return False
    return True


def all_openings(hand: Counter[int], house: House, most: int | None = None) -> set[tuple[Meld, ...]]:
    """Every opening as a sorted tuple of melds; at most `most` of them when given."""
    kinds_asked = Counter(kind for kind, _ in house.contract)
    sizes = sorted(size for _, size in house.contract)
    # Which wild stands where makes no difference to whether there is an opening.
    every = all_melds(hand, house, once=most == 1)
    if most == 1:
        every = list({(*meld[:-1], tuple(sorted(meld[-1]))): meld for meld in every}.values())
    melds = sorted(m for m in every if kinds_asked[m[0]] and len(m[-1]) >= sizes[0])
    needs = [Counter(meld[-1]) for meld in melds]
    size = sum(hand.values())
    found: set[tuple[Meld, ...]] = set()
    chosen: list[int] = []

    def go(first: int, left: Counter[int], used: int, asked: Counter[str]) -> None:
        if most is not None and len(found) >= most:
            return
        if len(chosen) == len(house.contract):
            picked = [melds[i] for i in chosen]
            fits = used == size if house.all_cards else True
            if house.discard == "required" and used >= size:
                fits = False
            if fits and meets_contract(picked, house) and may_stand_together(picked, house):
                found.add(tuple(picked))
            return
        for index in range(first, len(melds)):
            kind = melds[index][0]
            need = needs[index]
            if asked[kind] and all(left[card] >= times for card, times in need.items()):
                rest = left.copy()
                rest.subtract(need)
                chosen.append(index)
                asked[kind] -= 1
                go(index, rest, used + len(melds[index][-1]), asked)
                asked[kind] += 1
                chosen.pop()

    go(0, Counter(hand), 0, kinds_asked)
    return found


def can_open(hand: Counter[int], house: House) -> bool:
    return bool(all_openings(hand, house, 1))


def left_over(hand: Counter[int], opening: tuple[Meld, ...]) -> Counter[int]:
    rest = Counter(hand)
    for meld in opening:
        rest.subtract(Counter(meld[-1]))
    return +rest


def left(hand: Counter[int], opening: tuple[Meld, ...], house: House, value: str | list[int]) -> tuple[int, ...]:
    """What an opening leaves, in the measure named (or by a number for each kind)."""
    rest = left_over(hand, opening)
    points = sum(house.points[kind] * times for kind, times in rest.items())
    if value == "points":
        return (points,)
    if value == "cards":
        return (sum(rest.values()),)
    if value == "wilds":
        return (-sum(times for kind, times in rest.items() if kind in house.wild), points)
    return (sum(value[kind] * times for kind, times in rest.items() if kind != 53),)


def best_value(
    hand: Counter[int], house: House, value: str | list[int], openings: set[tuple[Meld, ...]]
) -> tuple[int, ...] | None:
    """The least that one of these openings leaves."""
    return min((left(hand, opening, house, value) for opening in openings), default=None)


def room(hand: Counter[int], house: House) -> dict[int, int]:
    """How many more of each kind can be had from the pack."""
    return {k: house.pack[k] - hand[k] for k in range(53) if house.pack[k] > hand[k]}


def distance(hand: Counter[int], house: House, most: int) -> int:
    """The fewest further cards (all cards: replaced cards) for an opening; `most` + 1 when more are needed."""
    if house.all_cards:
        return _replacing(hand, house, most)
    free = room(hand, house)
    for added in range(most + 1):
        for cards in submultisets(free, added):
            if can_open(hand + Counter(cards), house):
                return added
    return most + 1


def _replacing(hand: Counter[int], house: House, most: int, more: int = 0) -> int:
    """The fewest cards to replace; `more` cards of the hand are there to choose from, but are not part of it."""
    size = sum(hand.values()) - more
    low, high = all_cards_sizes(house)
    target = min(max(size, low), high)
    free = {kind: house.pack[kind] for kind in range(53) if house.pack[kind]}
    for kind, held in hand.items():
        if kind <= JOKER:
            free[kind] = max(free.get(kind, 0), held)
    for changed in range(most + 1):
        kept = max(size, target) - changed
        if not 0 <= kept <= target:
            continue
        for keep in submultisets({k: c for k, c in hand.items() if k <= JOKER and c}, kept):
            have = Counter(keep)
            spare = {kind: count - have[kind] for kind, count in free.items() if count > have[kind]}
            for cards in submultisets(spare, target - kept):
                if can_open(have + Counter(cards), house):
                    return changed
    return most + 1


def all_cards_sizes(house: House) -> tuple[int, int]:
    low = high = 0
    for kind, size in house.contract:
        least = house.set_min if kind == "set" else house.run_min
        most = house.set_max if kind == "set" else house.run_max
        low += size if house.exact else max(size, least)
        high += size if house.exact else most
    return low, high


def useful(hand: Counter[int], house: House, now: int) -> set[int]:
    """The kinds of which one more (all cards: in the place of a card held) lowers a distance that is now `now`."""
    if house.all_cards:
        return {kind for kind in room(hand, house) if _replacing(hand + Counter([kind]), house, now - 1, 1) < now}
    return {kind for kind in room(hand, house) if distance(hand + Counter([kind]), house, now - 1) < now}


def stays_legal(meld: Meld, house: House) -> bool:
    """Whether a meld that has grown is still legal."""
    cards = meld[-1]
    if meld[0] == "run":
        _, suit, start, _ = meld
        if (start, len(cards)) not in places(house):
            return False
        roles = [suit * 13 + (start + i) % 13 for i in range(len(cards))]
        if any(c != r and c not in house.wild for c, r in zip(cards, roles, strict=True)):
            return False
        return run_within_limits(cards, roles, house)
    if meld[1] < 0:
        every = all(card in house.wild for card in cards)
        return every and len(cards) <= min(house.set_max, house.per_meld)
    return is_set_of(meld[1], cards, house)


def grown(meld: Meld, card: int, house: House) -> list[Meld]:
    """The melds that one card more can make of it."""
    if meld[0] == "set":
        after = [("set", meld[1], tuple(sorted((*meld[2], card))))]
    else:
        _, suit, start, cards = meld
        below = (start - 1) % 13 if house.ace == "around_the_corner" else start - 1
        after = [("run", suit, start, (*cards, card)), ("run", suit, below, (card, *cards))]
    return [meld for meld in after if stays_legal(meld, house)]


def exchanged(meld: Meld, card: int, house: House) -> list[tuple[Meld, int]]:
    """The melds with this natural card in the place of a wild, and the wild."""
    found = []
    cards = meld[-1]
    for index, wild in enumerate(cards):
        if wild not in house.wild or (card in house.wild and not house.natural_use) or card == JOKER:
            continue
        if meld[0] == "run":
            role = meld[1] * 13 + (meld[2] + index) % 13
            if (card == role and wild != role) or (card == role and not counts_as_natural(wild, role, house)):
                found.append((("run", meld[1], meld[2], (*cards[:index], card, *cards[index + 1 :])), wild))
        elif meld[1] >= 0 and card % 13 == meld[1]:
            if wild < JOKER and wild % 13 == meld[1] and counts_as_natural(wild, wild, house):
                continue
            rest = list(cards)
            rest.remove(wild)
            found.append((("set", meld[1], tuple(sorted((*rest, card)))), wild))
    return found


def least_left(hand: Counter[int], table: list[tuple[int, Meld]], house: House, seat: int, *, swapping: bool) -> int:
    """The fewest points that lay-offs and swaps can leave, by trying every order of them."""
    best = [10**9]
    seen = set()

    def go(cards: Counter[int], melds: tuple[Meld, ...], owed: Counter[int]) -> None:
        key = (tuple(sorted(cards.elements())), melds, tuple(sorted(owed.elements())))
        if key in seen:
            return
        seen.add(key)
        held = sum(cards.values())
        if held == 0 and house.discard == "required":
            return
        if not +owed:
            best[0] = min(best[0], sum(house.points[kind] * times for kind, times in cards.items()))
        for card in [kind for kind, times in cards.items() if times and kind <= JOKER]:
            rest = cards.copy()
            rest[card] -= 1
            still = owed.copy()
            still[card] -= 1
            for i, (owner, _) in enumerate(table):
                if house.own_only and owner != seat:
                    continue
                for meld in grown(melds[i], card, house):
                    go(rest, (*melds[:i], meld, *melds[i + 1 :]), +still)
            if swapping:
                for i in range(len(table)):
                    if house.swap_out_of not in ("any", melds[i][0] + "s"):
                        continue
                    for meld, wild in exchanged(melds[i], card, house):
                        # A wild laid in this turn is left where it is; taking it back gains nothing.
                        more = rest.copy()
                        more[wild] += 1
                        due = owed.copy()
                        if house.freed_to_table:
                            due[wild] += 1
                        go(more, (*melds[:i], meld, *melds[i + 1 :]), due)

    go(Counter(hand), tuple(meld for _, meld in table), Counter())
    return best[0]


def play(
    hand: Counter[int], table: list[tuple[int, Meld]], steps: list[tuple], house: House, seat: int
) -> Counter[int]:
    """The hand after these steps: ("lay", card, meld, end) and ("swap", card, wild, meld, index); each is checked."""
    cards = Counter(hand)
    melds = [meld for _, meld in table]
    owed: Counter[int] = Counter()
    for step in steps:
        if step[0] == "lay":
            _, card, number, end = step
            assert cards[card] > 0, step
            assert not house.own_only or table[number][0] == seat, step
            options = grown(melds[number], card, house)
            if end is not None:
                start = melds[number][2]
                options = [m for m in options if (m[2] == start) == (end == "high")]
            assert len(options) == 1, (step, melds[number], options)
            melds[number] = options[0]
            owed[card] -= owed[card] > 0
        else:
            _, card, wild, number, index = step
            assert cards[card] > 0, step
            assert house.swap_out_of in ("any", melds[number][0] + "s"), step
            assert melds[number][-1][index] == wild, step
            options = [m for m, freed in exchanged(melds[number], card, house) if freed == wild]
            if melds[number][0] == "run":
                options = [m for m in options if m[-1][index] == card and m[-1] != melds[number][-1]]
            assert options, step
            melds[number] = options[0]
            cards[wild] += 1
            owed[wild] += house.freed_to_table
        cards[card] -= 1
    assert not +owed, steps
    assert sum(cards.values()) > 0 or house.discard != "required", steps
    return +cards

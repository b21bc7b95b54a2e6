"""The filters that answer most hands without a search.

The tables of windows bound what is lacking from below under all rules. The structure found there often lacks no more
than the bound (`settled`), under *plain* rules always but for melds without a natural: then the bound is the answer.
"""

from __future__ import annotations

from itertools import combinations

from mayi_rules.solver.plan import Plan
from mayi_rules.solver.windows import FILL, SUIT, TOPS, UNIT, Window, WindowSearch


def quick_answer(plan: Plan, counts: bytes, wilds: int) -> int:
    """Whether an opening can be laid, as far as the tables tell: 1 yes, 0 no, -1 not known.

    Args:
        plan: the contract; whether enough cards are left over is not asked.
        counts: the cards by kind; wilds among them do not matter.
        wilds: how many wilds there are.
    """
    windows = plan.windows
    if windows is None:
        return -1
    most = UNIT * wilds
    search = WindowSearch(windows, counts, most + UNIT - 1, most)
    cost = search.fewest()
    if cost >= most + UNIT:
        return 0
    if not plan.is_plain:
        if plan.strict is None:
            return -1
        search = WindowSearch(plan.strict, counts, most, most)
        if search.fewest() > most:
            return -1
    elif cost % UNIT:
        return -1
    return -1 if plan.apart and _touching(search.placed, plan) else 1


def settled(plan: Plan, search: WindowSearch, wilds: int, further: int) -> bool:
    """Whether the structure that was found can be laid with so many further cards.

    Args:
        plan: the contract.
        search: what was asked, answered.
        wilds: the wilds held.
        further: the least that it can lack.
    """
    lacking = search.cost // UNIT - wilds
    # Melds that are left without a natural: each takes one of the further cards, at a place or of a rank of its own.
    bare = search.cost % UNIT
    if plan.is_plain:
        if bare and (bare > further or len(plan.runs) > 4 or plan.no_runs or plan.no_sets):
            return False
    elif plan.strict is None or bare or _naturals_lacking(plan, search, further) > further:
        return False
    if plan.apart and _touching(search.placed, plan):
        return False
    if lacking <= 0 and not bare and plan.is_plain:
        return True
    # Whether the pack has the cards.
    if plan.roomy < 0 or (plan.sets and max(search.ranks.to_bytes(13, "little")) > plan.roomy):
        return False
    return len(plan.runs) <= 1 or not _lie_too_deep(search.placed, plan)


def _naturals_lacking(plan: Plan, search: WindowSearch, most: int) -> int:
    """How many naturals the melds found lack, each with the cards that it covers; `most` + 1 if it is more."""
    limits = plan.limits
    lacking = 0
    left = search.ranks
    if plan.runs:
        length = plan.runs[0]
        needed = limits.run_least[length]
        for suit, (_, taken, _, start) in search.placed:
            left -= taken
            if (suit, start, length) in plan.no_runs:
                return most + 1
            if limits.is_count(length):
                lacking += max(0, needed - taken.bit_count())
            else:
                covered = sum([1 << place for place in range(length) if taken >> 8 * ((start + place) % 13) & 1])
                open_places = [place for place in range(length) if plan.is_in_pack[suit * 13 + (start + place) % 13]]
                able = covered | sum([1 << place for place in open_places])
                parts = [part & ~covered for part in limits.minimal(length) if part & ~able == 0]
                lacking += min([part.bit_count() for part in parts], default=most + 1)
    if plan.sets:
        size = plan.sets[0]
        needed = limits.set_least[size]
        groups = []
        for count in left.to_bytes(13, "little"):
            here = count
            while plan.one_rank and here > size:
                groups.append(size)
                here -= size
            groups.append(here)
        groups.sort(reverse=True)
        lacking += sum([max(0, needed - count) for count in groups[: len(plan.sets)]])
    return lacking


def _touching(placed: tuple[tuple[int, Window], ...], plan: Plan) -> bool:
    """Whether two of these runs would join into one."""
    length = plan.runs[0] if plan.runs else 0
    return any(
        suit == other_suit and plan.touch(window[3], length, other[3], length)
        for index, (suit, window) in enumerate(placed)
        for other_suit, other in placed[:index]
    )


def _lie_too_deep(placed: tuple[tuple[int, Window], ...], plan: Plan) -> bool:
    """Whether runs lie so one upon another that the pack may not hold the cards."""
    pack = plan.rules.pack
    demand: dict[int, int] = {}
    for suit, window in placed:
        for rank, needed in enumerate(window[2].to_bytes(13, "little")):
            if needed:
                kind = suit * 13 + rank
                demand[kind] = demand.get(kind, 0) + 1
    return any(needed > pack[kind] for kind, needed in demand.items() if not plan.rules.is_wild[kind])


def are_scattered(plan: Plan, counts: bytes) -> bool:
    """Whether the naturals of a hand lie in too many suits and ranks to be laid all at once.

    A run takes cards of one suit, a set cards of one rank: what lies outside the suits of the runs has to be of as few
    ranks as there are sets.
    """
    free = int.from_bytes(counts, "little") & plan.natural
    suits = [(free >> 104 * suit) & SUIT for suit in range(4)]
    held = [(suit + FILL & TOPS) >> 7 for suit in suits if suit]
    outside = len(held) - len(plan.runs)
    if outside <= 0:
        return False
    for chosen in combinations(held, outside):
        ranks = 0
        for present in chosen:
            ranks |= present
        if ranks.bit_count() <= len(plan.sets):
            return False
    return True

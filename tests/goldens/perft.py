"""Perft for cards: how many sequences of so many moves lead on from a position.

Every seat that may act moves, in any order; an opening counts once whatever the order of its melds; nothing is taken
back; the host does nothing. Two counters: the library's listing, and an independent slow one that tries everything
that can be written and asks `check`, with the openings of the brute force.
"""

from __future__ import annotations

from collections import Counter

from mayi_rules import apply, check, legal_moves, to_act
from mayi_rules.cards import CARDS, JOKER, UNKNOWN
from mayi_rules.engine.state.values import Phase
from mayi_rules.melds.fitting import End
from mayi_rules.melds.meld import Meld
from mayi_rules.moves import Ask, Block, Discard, Keep, LayOff, Open, Pass, Stock, Swap, Take, TakeBack
from tests.oracle import brute


def perft(state, depth):
    """The number of sequences of `depth` moves, by the library's own listing."""
    if not depth:
        return 1
    total = 0
    for seat in to_act(state):
        for move in legal_moves(state, seat):
            if not isinstance(move, TakeBack):
                total += perft(apply(state, move).state, depth - 1)
    return total


def slow_perft(state, depth):
    """The same number, by trying everything that can be written."""
    if not depth:
        return 1
    total = 0
    for seat in range(state.players):
        for move in everything(state, seat):
            if check(state, move):
                total += slow_perft(apply(state.replace(), move).state, depth - 1)
    return total


def everything(state, seat):
    """Every move that a seat could write down with the cards that it holds."""
    for bare in (Take, Stock, Pass, Block, Keep):
        yield bare(seat)
    for card in CARDS[:UNKNOWN]:
        yield Ask(seat, card)
    held = set(map(int, state.hands[seat]))
    for card in held:
        yield Discard(seat, CARDS[card])
    if state.phase is not Phase.PLAY or seat != state.turn:
        return
    for number, laid in enumerate(state.table, start=1):
        for card in held:
            if laid.meld.is_run:
                for end in End:
                    for role in range(JOKER):
                        yield LayOff(seat, CARDS[card], number, end, role)
            else:
                for rank in range(-1, 13):
                    yield LayOff(seat, CARDS[card], number, None, rank)
            for wild in state.rules.wild_kinds:
                for end in (None, *End):
                    yield Swap(seat, CARDS[card], CARDS[wild], number, end)
    if not state.has_opened(seat):
        yield from brute_openings(state, seat)


def brute_openings(state, seat):
    for melds in brute.all_openings(Counter(map(int, state.hands[seat])), house_of(state.rules)):
        yield Open(
            seat,
            tuple(
                Meld.run_of(meld[1], meld[2], meld[3]) if meld[0] == "run" else Meld.set_of(meld[1], meld[2])
                for meld in melds
            ),
        )


def house_of(rules):
    """The rules of a round in the words of the brute force."""
    return brute.House(
        contract=tuple((item.kind.value, item.size) for item in rules.contract),
        pack=tuple(rules.pack),
        wild=frozenset(rules.wild_kinds),
        set_min=rules.set_min,
        set_max=rules.set_max,
        run_min=rules.run_min,
        run_max=rules.run_max,
        ace=rules.ace.value,
        same_rank=rules.same_rank_sets,
        touching=rules.same_suit_runs.value == "free",
        min_naturals=rules.min_naturals,
        per_meld=rules.per_meld,
        balance=rules.balance.value,
        all_wild_sets=rules.all_wild_sets,
        natural_use=rules.natural_use,
        exact=rules.opening_size.value == "exact",
        all_cards=rules.all_cards,
        discard=rules.discard.value,
        points=tuple(rules.points),
        own_only=rules.laying_off_whose.value == "own",
        swap_out_of=rules.swap_out_of.value,
        freed_to_table=rules.swap_freed.value == "to_table",
    )

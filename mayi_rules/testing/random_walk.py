"""Rounds played by random legal moves, biased towards what seldom happens by chance: openings, lay-offs, swaps."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

from mayi_rules.engine.caps import Guard
from mayi_rules.engine.engine import Step, apply, legal_moves, to_act
from mayi_rules.engine.rules.deal import cards_to_deal, cutter
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Phase
from mayi_rules.moves import Ask, Block, Close, Cut, LayOff, Move, Open, Swap, TakeBack

TURN_CAP = 80
"""How many turns may end in a round before it is abandoned."""

OPENINGS_LOOKED_AT = 20

_WEIGHTS: dict[type[Move], int] = {LayOff: 6, Swap: 10, Ask: 3, Block: 2, TakeBack: 1, Open: 12}


def random_move(state: State, rng: random.Random) -> Move | None:
    """A legal move of any seat that may act, or the cut; None when the round is over.

    The kind of move is chosen first, with openings, swaps and lay-offs preferred, then one of that kind. The seats
    that are asked in a buying window answer in any order, and now and then the clock closes it.

    Args:
        state: the position, full.
        rng: where the choices come from.
    """
    if state.phase is Phase.CUT:
        exact = rng.random() < 0.5
        return Cut(cutter(state), cards_to_deal(state.rules) if exact else 1 + int(rng.random() * 40))
    seats = to_act(state)
    if not seats:
        return None
    if state.window is not None and rng.random() < 0.03:
        return Close()
    legal = legal_moves(state, seats[int(rng.random() * len(seats))])
    groups: dict[type[Move], list[Move]] = {}
    for move in legal.simple:
        groups.setdefault(type(move), []).append(move)
    kinds = [*groups, *([Open] if legal.can_open else [])]
    weights = [_WEIGHTS.get(kind, 2) for kind in kinds]
    at = rng.random() * sum(weights)
    kind = kinds[-1]
    for candidate, weight in zip(kinds, weights, strict=True):
        at -= weight
        if at < 0:
            kind = candidate
            break
    group = groups[kind] if kind in groups else list(islice(legal.openings, OPENINGS_LOOKED_AT))
    return group[int(rng.random() * len(group))]


def walk(state: State, rng: random.Random, *, cap: int = TURN_CAP) -> Iterator[Step]:
    """Play the round on by random moves, step by step, to its end.

    Args:
        state: the position to start from.
        rng: where the choices come from.
        cap: how many turns may end before the round is abandoned.

    Yields:
        Every step.
    """
    guard = Guard(cap)
    while not state.is_over:
        move = guard.due() or random_move(state, rng)
        assert move is not None
        guard.see(move)
        step = apply(state, move)
        yield step
        state = step.state

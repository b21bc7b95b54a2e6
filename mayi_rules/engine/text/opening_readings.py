"""What the text of an opening means: the readings of its melds, and what they are together."""

from __future__ import annotations

from itertools import islice, product

from mayi_rules.engine.rules.opening import number_reasons, opening_turn_reasons, rest_reasons, together_reasons
from mayi_rules.engine.rules.turn_order import card_reasons
from mayi_rules.engine.state.state import State
from mayi_rules.engine.text.meaning import Meaning, refused, settled, sole
from mayi_rules.engine.text.parse import OpenText
from mayi_rules.melds.meld import Meld
from mayi_rules.melds.meld_readings import (
    MAX_CHOICES,
    ambiguous,
    as_written,
    readings,
    refused_each,
    too_open,
)
from mayi_rules.moves import Open
from mayi_rules.reasons import Reason, ReasonCode, Verdict, common_reasons

MAX_COMBINATIONS = 2_000
"""How many ways to read the melds of an opening together are looked at."""

_UNCERTAIN = (ReasonCode.MELD_AMBIGUOUS, ReasonCode.NOTATION_MELD)
"""What is said of a text only where no reason holds of all its readings."""


def opening_meaning(state: State, seat: int, said: OpenText) -> Meaning:
    """An opening, with its melds in the order written."""
    rules = state.rules
    written = [as_written(text, rules) for text in said.melds]
    if None not in written:
        return sole(Open(seat, tuple(meld for meld in written if meld is not None)))
    for tier in (opening_turn_reasons(state, seat), card_reasons(state.hand, said.cards)):
        if reasons := tuple(tier):
            return refused(reasons)
    found = [readings(text, rules) for text in said.melds]
    if faults := [reason for reading in found for reason in reading.reasons]:
        certain = [*number_reasons(len(found), rules), *rest_reasons(state, said.cards)]
        return refused([*[reason for reason in faults if reason.code not in _UNCERTAIN], *certain] or faults)
    meant = _together(state, seat, said, [reading.melds for reading in found])
    if not meant.readings and meant.verdict.codes != (ReasonCode.NOTATION_MELD,):
        more = [readings(text, rules, arranged=True).melds for text in said.melds]
        if any(len(all_) > len(some.melds) for all_, some in zip(more, found, strict=True)):
            return _together(state, seat, said, more)
    return meant


def _together(state: State, seat: int, said: OpenText, melds: list[tuple[Meld, ...]]) -> Meaning:
    """What the melds of an opening mean together, each of which may be several.

    The rules ask of melds together no more than kind, size and place, so that melds which differ only in which wild
    stands where are looked at as one.
    """
    groups = [list(_by_place(some).values()) for some in melds]
    legal: list[tuple[list[Meld], ...]] = []
    refusals: list[tuple[Reason, ...]] = []
    for group in islice(product(*groups), MAX_COMBINATIONS):
        reasons = tuple(together_reasons(state, [some[0] for some in group]))
        if reasons:
            refusals.append(reasons)
            continue
        legal.append(group)
        if len(legal) >= MAX_CHOICES:
            break
    everything = len(legal) >= MAX_CHOICES or len(legal) + len(refusals) < MAX_COMBINATIONS
    if legal and (everything or len(legal) > 1 or _is_several(legal)):
        return _of_opening(state, seat, said, legal)
    if legal or not everything:
        certain = [*number_reasons(len(melds), state.rules), *rest_reasons(state, said.cards)]
        return refused(certain or [too_open(said)])
    common = common_reasons(refusals)
    return refused(common or [_each_refused(said, groups, refusals, state)])


def _by_place(melds: tuple[Meld, ...]) -> dict[tuple[int, ...], list[Meld]]:
    found: dict[tuple[int, ...], list[Meld]] = {}
    for meld in melds:
        found.setdefault(meld.form.place(meld), []).append(meld)
    return found


def _is_several(legal: list[tuple[list[Meld], ...]]) -> bool:
    return any(len(some) > 1 for group in legal for some in group)


def _of_opening(state: State, seat: int, said: OpenText, legal: list[tuple[list[Meld], ...]]) -> Meaning:
    if len(legal) == 1 and not _is_several(legal):
        return settled(state, (Open(seat, tuple(some[0] for some in legal[0])),))
    every = (Open(seat, melds) for group in legal for melds in product(*group))
    reasons = []
    for index, text in enumerate(said.melds):
        choices = tuple(dict.fromkeys(meld for group in legal for meld in group[index]))
        if len(choices) > 1:
            reasons.append(ambiguous(text, choices, state.rules))
    return Meaning(tuple((move,) for move in islice(every, MAX_CHOICES)), Verdict(tuple(reasons)))


def _each_refused(
    said: OpenText, groups: list[list[list[Meld]]], refusals: list[tuple[Reason, ...]], state: State
) -> Reason:
    melds = ([some[0] for some in group] for group in product(*groups))
    told = [" | ".join(f"{meld.kind} {meld}" for meld in one) for one in islice(melds, MAX_CHOICES)]
    return refused_each(said, told, refusals[: len(told)], state.rules)

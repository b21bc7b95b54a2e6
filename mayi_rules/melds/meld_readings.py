"""What a meld as written may mean under the rules of a round: as written if that is legal, else arranged."""

from __future__ import annotations

from typing import NamedTuple

from mayi_rules.melds.arrangements import (
    Budget,
    TooOpen,
    arranged_runs,
    runs_downwards,
    runs_upwards,
    sets_of,
)
from mayi_rules.melds.kinds import RUN
from mayi_rules.melds.legality import is_legal, meld_reasons
from mayi_rules.melds.meld import Meld
from mayi_rules.melds.meld_text import MeldText
from mayi_rules.melds.text_faults import text_faults, too_short
from mayi_rules.profile.language.choices import MeldKind
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode, common_reasons

MAX_CHOICES = 8
"""How many choices the refusal of an ambiguous text names."""

_STEPS = 3_000
"""How many cards are put into places, one after the other, to find what a text may mean."""

_LONGEST_RUN = 14


class Readings(NamedTuple):
    """What a text may mean: legal melds (several: it is left open which), or the reasons why it means none."""

    melds: tuple[Meld, ...]
    reasons: tuple[Reason, ...] = ()


def as_written(text: MeldText, rules: RoundRules) -> Meld | None:
    """The meld that a text is, if it leaves nothing open; None where the rules have to decide.

    Whether the meld is legal is not asked: no other order of the cards would make it so.
    """
    if rules.natural_use or RUN.limits_places(rules):
        return None  # in another order more of the wilds may be naturals, or they may lie as they must
    runs = runs_upwards(text, rules) or runs_downwards(text, rules)
    sets = sets_of(text, rules)
    if len(runs) + len(sets) != 1:
        return None
    if runs or text.kind is MeldKind.SET:
        return (runs or sets)[0]
    naturals = sum(not rules.is_wild[item.card] for item in text.items)
    return None if naturals == 1 or len(text.items) >= _LONGEST_RUN else sets[0]


def readings(text: MeldText, rules: RoundRules, *, arranged: bool = False) -> Readings:
    """The legal melds that a text may mean under the rules of a round.

    As written (cards upwards or, where that is no legal meld, downwards, unmarked wilds standing for their place; or a
    set) goes before every other arrangement. Where wilds of several kinds may change places, so many of their orders
    are given as a refusal names, and no more.

    Args:
        text: the meld as written.
        rules: the rules of the round.
        arranged: whether a text that is a set as written may be a run in another order as well.
    """
    upwards, downwards, sets = runs_upwards(text, rules), runs_downwards(text, rules), sets_of(text, rules)
    runs = _legal(upwards, rules) or _legal(downwards, rules)
    found = (*runs, *_legal(sets, rules))
    if found and (runs or not arranged):
        return Readings(found)
    try:
        orders = list(arranged_runs(text, rules, Budget(_STEPS), MAX_CHOICES))
    except TooOpen:
        return Readings(found) if found else Readings((), (too_open(text),))
    found += tuple(meld for melds in orders for meld in _legal(melds, rules))
    if found:
        return Readings(found)
    if written := [*(upwards or downwards), *sets]:
        return Readings((), _reasons(text, written, rules))
    if orders:  # the order is all that is wrong with the cards as written, but for limits on wilds
        return Readings((), _reasons(text, [melds[0] for melds in orders], rules))
    return Readings((), tuple(dict.fromkeys(text_faults(text, rules))))


def _legal(melds: list[Meld], rules: RoundRules) -> tuple[Meld, ...]:
    return tuple(dict.fromkeys(meld for meld in melds if is_legal(meld, rules)))


def _reasons(text: MeldText, melds: list[Meld], rules: RoundRules) -> tuple[Reason, ...]:
    """The reasons that hold of all these melds; where none does, what is wrong with each."""
    refusals = [tuple(meld_reasons(meld, rules)) for meld in melds]
    found = common_reasons(refusals)
    if len(melds) > 1 and [reason.code for reason in found] == [ReasonCode.MELD_TOO_SHORT]:
        return tuple(too_short(text, rules)) or found
    return found or (refused_each(text, [f"{meld.kind} {meld}" for meld in melds], refusals, rules),)


def ambiguous(text: object, melds: tuple[Meld, ...], rules: RoundRules) -> Reason:
    """The refusal of a text that may mean several melds."""
    choices = [f"{meld.kind} {meld}" for meld in melds[:MAX_CHOICES]]
    return rules.reason(ReasonCode.MELD_AMBIGUOUS, meld=text, choices=choices)


def refused_each(text: object, meanings: list[str], refusals: list[tuple[Reason, ...]], rules: RoundRules) -> Reason:
    """The refusal of a text that may mean several things, all of them refused, and not for one reason."""
    told = [
        f"{meaning} ({' '.join(map(str, reasons)).removesuffix('.')})"
        for meaning, reasons in list(zip(meanings, refusals, strict=True))[:MAX_CHOICES]
    ]
    return rules.reason(ReasonCode.MELD_AMBIGUOUS, meld=text, refusals=told)


def too_open(text: object) -> Reason:
    """The refusal of a text that leaves more open than is looked at."""
    message = f"{text} can be read in too many ways: write what its wilds stand for (X=7h)"
    return Reason(ReasonCode.NOTATION_MELD, {"message": message})

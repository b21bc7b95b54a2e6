"""Openings of the hand that are near to a refused one: its melds and what they lack, or one of them exchanged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from mayi_rules.engine.state.values import Phase
from mayi_rules.fix.situation import Situation
from mayi_rules.melds.meld import Meld, format_meld
from mayi_rules.melds.meld_readings import readings
from mayi_rules.melds.meld_text import MeldText
from mayi_rules.profile.language.choices import OpeningSize
from mayi_rules.profile.round_rules import ContractItem, RoundRules
from mayi_rules.solver import openings

MAX_NEAR = 2
"""How many near openings are proposed."""

_MAX_LISTED = 40


class _Near(NamedTuple):
    """How many cards and melds come or go, the move, how it differs, and its melds in a fixed order."""

    cards: int
    melds: int
    text: str
    how: str
    opening: tuple[Meld, ...]


def near_openings(situation: Situation) -> Iterator[tuple[str, str]]:
    """Openings of the hand that keep the melds as written, or all but one of them; the nearest first."""
    state, seat = situation.state, situation.seat
    if state.phase is Phase.PLAY and state.turn == seat and not state.has_opened(seat):
        nearest: dict[tuple[Meld, ...], _Near] = {}
        for near in sorted(_near(situation)):
            nearest.setdefault(near.opening, near)
        yield from ((near.text, near.how) for near in islice(nearest.values(), MAX_NEAR))


def _near(situation: Situation) -> Iterator[_Near]:
    rules = situation.state.rules
    written = [(str(text), _read(text, rules)) for text in situation.melds]
    unread = [at for at, (_, meld) in enumerate(written) if meld is None]
    if len(unread) > 1:
        return
    for gone in [[at] for at in range(len(written)) if unread in ([], [at])] + [[]] * (not unread):
        kept = [(text, meld) for at, (text, meld) in enumerate(written) if at not in gone and meld is not None]
        left = _without([meld for _, meld in kept], rules)
        cards = [card for _, meld in kept for card in meld]
        if not left or situation.hand.missing(cards):
            continue
        rest = situation.hand.minus_all(cards)
        for melds in islice(openings(rest, rules, tuple(left)), _MAX_LISTED):
            told = " | ".join(map(format_meld, melds))
            before = " | ".join(written[at][0] for at in gone)
            before_cards = Counter(situation.cards)
            before_cards.subtract([*cards, *[card for meld in melds for card in meld]])
            yield _Near(
                sum(map(abs, before_cards.values())),
                len(melds) + len(gone),
                f"open {' | '.join([*[text for text, _ in kept], told])}",
                f"with {told} in the place of {before}" if gone else f"with {told} laid as well",
                tuple(sorted([*[meld for _, meld in kept], *melds])),
            )


def _read(text: MeldText, rules: RoundRules) -> Meld | None:
    """The meld that is written, if it is one."""
    melds = readings(text, rules).melds
    return melds[0] if len(melds) == 1 else None


def _without(melds: list[Meld], rules: RoundRules) -> list[ContractItem]:
    """What the contract still asks for beside these melds; nothing where one of them is not asked for."""
    left = sorted(rules.contract, key=lambda item: -item.size)
    for meld in sorted(melds, key=len, reverse=True):
        exact = rules.opening_size is OpeningSize.EXACT
        fitting = [
            item
            for item in left
            if item.kind is meld.kind and (item.size == meld.size if exact else item.size <= meld.size)
        ]
        if not fitting:
            return []
        left.remove(fitting[0])
    return left

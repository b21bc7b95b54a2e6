"""Why the cards of a text make no meld in any order."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.cards import JOKER, NAMES
from mayi_rules.melds.arrangements import Budget, TooOpen, arranged_runs
from mayi_rules.melds.kinds import KIND_OF
from mayi_rules.melds.kinds.run import is_in_place
from mayi_rules.melds.meld_text import MeldText, NamedCard
from mayi_rules.profile.language.choices import Ace, MeldKind
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode

_STEPS = 500
"""How much is tried to find out which of several roles is the wrong one."""


def text_faults(text: MeldText, rules: RoundRules) -> Iterator[Reason]:
    """Why the cards of a text make no meld in any order; none where only a limit on wilds is in the way."""
    yield from too_short(text, rules)
    naturals = [item.card for item in text.items if not rules.is_wild[item.card]]
    for item in text.items:
        if not rules.is_wild[item.card] and (
            (item.role >= 0 and item.role != item.card) or item.role_rank not in (-1, item.card % 13)
        ):
            yield _role_reason(text, item, rules)
    if text.kind is MeldKind.SET or (text.kind is None and _looks_like_a_set(naturals)):
        yield from _set_faults(text, naturals, rules)
        return
    if not naturals and not (rules.natural_use and any(item.card != JOKER for item in text.items)):
        yield rules.reason(ReasonCode.MELD_ALL_WILD, "wilds.all_wild_sets", meld=text)
    suits = {card // 13 for card in naturals}
    if len(suits) > 1:
        yield rules.reason(ReasonCode.MELD_MIXED_SUITS, meld=text)
        if text.kind is None:
            yield rules.reason(ReasonCode.MELD_MIXED_RANKS, meld=text)
        return
    aces = sum(card % 13 == 0 for card in naturals)
    others = [card for card in naturals if card % 13]
    if len(set(others)) < len(others) or aces > _most_aces(len(text.items), rules):
        yield rules.reason(ReasonCode.MELD_REPEATED_RANK, meld=text)
    if len(text.items) > min(rules.run_max, 14):
        yield rules.reason(ReasonCode.MELD_TOO_LONG, "melds.run.max", meld=text, kind=MeldKind.RUN, most=rules.run_max)
    yield from _order_faults(text, naturals, rules)
    yield from (_role_reason(text, item, rules) for item in _wrong_roles(text, rules))


def too_short(text: MeldText, rules: RoundRules) -> Iterator[Reason]:
    """Whether these are too few cards for every kind of meld, of those asked for, that they can still become."""
    naturals = [item.card for item in text.items if not rules.is_wild[item.card]]
    if text.kind is not None:
        kinds = [text.kind]
    else:
        same = {MeldKind.SET: {card % 13 for card in naturals}, MeldKind.RUN: {card // 13 for card in naturals}}
        possible = [kind for kind, found in same.items() if len(found) <= 1] or list(same)
        asked = {item.kind for item in rules.contract}
        kinds = [kind for kind in possible if kind in asked] or possible
    least = {kind: KIND_OF[kind].least(rules) for kind in kinds}
    if len(text.items) >= min(least.values()):
        return
    if len(kinds) == 1:
        kind = kinds[0]
        yield rules.reason(ReasonCode.MELD_TOO_SHORT, f"melds.{kind}.min", meld=text, kind=kind, least=least[kind])
    else:
        lowest = min(kinds, key=least.__getitem__)
        numbers = {kind.value: size for kind, size in least.items()}
        yield rules.reason(ReasonCode.MELD_TOO_SHORT, f"melds.{lowest}.min", meld=text, **numbers)


def _set_faults(text: MeldText, naturals: list[int], rules: RoundRules) -> Iterator[Reason]:
    ranks = {card % 13 for card in naturals}
    if len(ranks) > 1:
        yield rules.reason(ReasonCode.MELD_MIXED_RANKS, meld=text)
        return
    roles = [item for item in text.items if item.has_role]
    wrong = [item for item in roles if item.role >= 0 or (ranks and item.role_rank not in ranks)]
    yield from (_role_reason(text, item, rules) for item in wrong or roles)


def _wrong_roles(text: MeldText, rules: RoundRules) -> list[NamedCard]:
    """The cards whose roles are in the way: the one without whose role there would be a run, or else all of them."""
    roles = [index for index, item in enumerate(text.items) if item.has_role]
    alone = []
    for index in roles if len(roles) > 1 else []:
        bare = NamedCard(text.items[index].card)
        freed = text.replace((*text.items[:index], bare, *text.items[index + 1 :]))
        try:
            if next(arranged_runs(freed, rules, Budget(_STEPS), 1), None) is not None:
                alone.append(index)
        except TooOpen:
            continue
    return [text.items[index] for index in alone or roles]


def _most_aces(size: int, rules: RoundRules) -> int:
    """How many natural aces a run of this size holds: two only if it is a whole suit with one at either end."""
    return 2 if size == 14 and rules.ace is Ace.LOW_OR_HIGH else 1


def _looks_like_a_set(naturals: list[int]) -> bool:
    ranks = [card % 13 for card in naturals]
    suits = [card // 13 for card in naturals]
    return len(set(ranks)) < len(ranks) and len(set(suits)) > 1


def _role_reason(text: MeldText, item: NamedCard, rules: RoundRules) -> Reason:
    return rules.reason(ReasonCode.MELD_WILD_ROLE, meld=text, card=NAMES[item.card], role=item.role_text)


def _order_faults(text: MeldText, naturals: list[int], rules: RoundRules) -> Iterator[Reason]:
    """Whether the ranks would follow one another if the ace stood elsewhere, or leave a gap."""
    size = len(text.items)
    ranks = {card % 13 for card in naturals}
    if not ranks or size > 13 or len(ranks) < len(naturals):
        return
    spans = [start for start in range(13) if ranks <= {(start + i) % 13 for i in range(size)}]
    if not spans:
        yield rules.reason(ReasonCode.MELD_GAP, meld=text)
    elif not any(is_in_place(start, size, rules) for start in spans):
        for start in spans:
            end = start + size - 1
            if end > 13:
                code = ReasonCode.MELD_ACE_IN_THE_MIDDLE
            elif end == 13:
                code = ReasonCode.MELD_ACE_NOT_HIGH
            else:
                code = ReasonCode.MELD_ACE_NOT_LOW
            yield rules.reason(code, "melds.run.ace", meld=text)
            return

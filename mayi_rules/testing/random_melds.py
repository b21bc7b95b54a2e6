"""Melds made at random: legal ones, and such as are legal but for one change."""

from __future__ import annotations

from collections.abc import Sequence

from mayi_rules.cards import JOKER, KINDS
from mayi_rules.melds.kinds.run import is_in_place
from mayi_rules.melds.legality import is_legal
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.profile.language.choices import Balance, MeldKind
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.testing.random_choice import Choices

ATTEMPTS = 30
"""How often a meld is tried before there is taken to be none."""

LONGEST_SET = 8


def build_meld(
    rules: RoundRules,
    choices: Choices,
    *,
    kind: MeldKind | None = None,
    size: int | None = None,
    left: Sequence[int] | None = None,
) -> Meld | None:
    """A legal meld, or None when none was found.

    Args:
        rules: the rules of the round.
        choices: where the choices come from.
        kind: set or run; either when None.
        size: how many cards, when that is given.
        left: how often each kind may still be used (54 counts); the round's pack when None.
    """
    counts = rules.pack if left is None else left
    for _ in range(ATTEMPTS):
        is_run = choices.yes(50) if kind is None else kind is MeldKind.RUN
        meld = _run(rules, choices, size, counts) if is_run else _set(rules, choices, size, counts)
        if meld is not None and is_legal(meld, rules) and _is_held(meld.cards, counts):
            return meld
    return None


def _size(rules: RoundRules, choices: Choices, size: int | None, meld: Meld, longest: int) -> int:
    least = meld.form.least(rules)
    return size or choices.whole(least, max(least, min(meld.form.most(rules), least + 3, longest)))


def _is_held(cards: Sequence[int], counts: Sequence[int]) -> bool:
    return all(list(cards).count(kind) <= counts[kind] for kind in set(cards))


def _wilds(rules: RoundRules, choices: Choices, size: int) -> int:
    """How many wilds a meld of this size gets: none in half of the cases."""
    most = min(size - rules.min_naturals, rules.per_meld)
    if rules.balance is Balance.NOT_MORE_THAN_NATURALS:
        most = min(most, size // 2)
    elif rules.balance is Balance.FEWER_THAN_NATURALS:
        most = min(most, (size - 1) // 2)
    return choices.whole(0, most) if rules.wild_kinds and most > 0 and choices.yes(50) else 0


def _set(rules: RoundRules, choices: Choices, size: int | None, counts: Sequence[int]) -> Meld | None:
    size = _size(rules, choices, size, Meld.set_of(0, ()), LONGEST_SET)
    wild = [kind for kind in rules.wild_kinds for _ in range(counts[kind])]
    if rules.all_wild_sets and len(wild) >= size and choices.yes(20):
        return Meld.set_of(ALL_WILD, choices.shuffled(wild)[:size])
    rank = choices.whole(0, 12)
    natural = [
        kind for kind in range(rank, JOKER, 13) if rules.stands_for_itself(kind, kind) for _ in range(counts[kind])
    ]
    wanted = max(_wilds(rules, choices, size), size - len(natural))
    if wanted > len(wild):
        return None
    return Meld.set_of(rank, choices.shuffled(natural)[: size - wanted] + choices.shuffled(wild)[:wanted])


def _run(rules: RoundRules, choices: Choices, size: int | None, counts: Sequence[int]) -> Meld | None:
    size = _size(rules, choices, size, Meld.run_of(0, 0, ()), 13)
    starts = [start for start in range(14) if is_in_place(start, size, rules)]
    if not starts:
        return None
    suit = choices.whole(0, 3)
    start = choices.pick(starts)
    cards = [suit * 13 + (start + index) % 13 for index in range(size)]
    missing = [index for index, card in enumerate(cards) if not counts[card] or not rules.stands_for_itself(card, card)]
    others = [index for index in range(size) if index not in missing]
    replaced = missing + choices.shuffled(others)[: max(0, _wilds(rules, choices, size) - len(missing))]
    wild = choices.shuffled(kind for kind in rules.wild_kinds for _ in range(counts[kind]))
    if len(replaced) > len(wild):
        return None
    for index, card in zip(replaced, wild, strict=False):
        cards[index] = card
    return Meld.run_of(suit, start, cards)


def build_near_meld(meld: Meld, choices: Choices, rules: RoundRules) -> Meld:
    """The meld with one thing changed: it may have become illegal, or be another legal one.

    Args:
        meld: any meld.
        choices: where the choices come from.
        rules: the rules of the round, for the cards that are wild in it.
    """
    cards = list(meld.cards)
    change = choices.whole(0, 5)
    if change == 0 and cards:
        cards[choices.whole(0, len(cards) - 1)] = choices.whole(0, KINDS - 2)
    elif change == 1 and cards:
        del cards[choices.pick([0, len(cards) - 1])]
    elif change == 2:
        cards.insert(choices.pick([0, len(cards)]), _next_card(meld, choices, rules))
    elif change == 3 and rules.wild_kinds and cards:
        cards[choices.whole(0, len(cards) - 1)] = choices.pick(rules.wild_kinds)
    elif change == 4:
        cards = choices.shuffled(cards)
    else:
        return _moved(meld, choices)
    return meld.form.with_cards(meld, bytes(cards))


def _next_card(meld: Meld, choices: Choices, rules: RoundRules) -> int:
    """A card that might lengthen the meld."""
    if rules.wild_kinds and choices.yes(30):
        return choices.pick(rules.wild_kinds)
    if meld.is_run:
        return meld.role(choices.pick([-1, meld.size]))
    return choices.whole(0, 3) * 13 + max(meld.rank, 0)


def _moved(meld: Meld, choices: Choices) -> Meld:
    """The same cards at another place: a run that starts elsewhere, a set of another rank, the other kind."""
    if choices.yes(30):
        if meld.is_run:
            return Meld.set_of(meld.role(0) % 13, meld.cards)
        return Meld.run_of(choices.whole(0, 3), max(meld.rank, 0), meld.cards)
    if meld.is_run:
        start = meld.start + choices.pick([-1, 1, 13])
        return Meld.run_of(meld.suit, min(max(start, 0), 13), meld.cards)
    return Meld.set_of(choices.whole(ALL_WILD, 12), meld.cards)

"""From cards as people name them to melds: as written if that is legal, else arranged, if only one way is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mayi_rules.cards import JOKER, NAMES, RANKS, UNKNOWN, parse_card, parse_rank
from mayi_rules.errors import NotationError
from mayi_rules.melds.legality import is_in_place, is_legal, meld_reasons
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.profile.choices import Ace, MeldKind
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode

MOST_CHOICES = 8
"""How many readings of an ambiguous text are looked for."""


class NamedCard(NamedTuple):
    """A card as written in a meld: its kind and the role given for it (a kind, a rank, or neither: -1)."""

    card: int
    role: int = -1
    role_rank: int = -1

    def __str__(self) -> str:
        if self.role >= 0:
            return f"{NAMES[self.card]}={NAMES[self.role]}"
        return f"{NAMES[self.card]}={RANKS[self.role_rank]}" if self.role_rank >= 0 else NAMES[self.card]


class MeldText(NamedTuple):
    """A meld as written: the kind put in front, if any, and the cards in the order written."""

    kind: MeldKind | None
    items: tuple[NamedCard, ...]

    @property
    def cards(self) -> list[int]:
        """The kinds named."""
        return [item.card for item in self.items]

    def __str__(self) -> str:
        return " ".join([*([self.kind.value] if self.kind else []), *map(str, self.items)])


class Readings(NamedTuple):
    """What a text may mean: the melds (several: ambiguous), or the reasons why it means none."""

    melds: tuple[Meld, ...]
    reasons: tuple[Reason, ...] = ()


def parse_named_card(text: str) -> NamedCard:
    """Read a card with or without a role (`5h`, `X=7h`, `2s=7`); raises NotationError."""
    name, mark, role = text.partition("=")
    card = parse_card(name)
    if card == UNKNOWN:
        raise NotationError(ReasonCode.NOTATION_CARD, "an unknown card (?) cannot be played")
    if not mark:
        return NamedCard(card)
    if (rank := parse_rank(role)) is not None:
        return NamedCard(card, role_rank=rank)
    stands_for = parse_card(role)
    if stands_for >= JOKER:
        raise NotationError(ReasonCode.NOTATION_CARD, f"{text!r}: a role is a card or a rank, not {role}")
    return NamedCard(card, role=stands_for)


def parse_meld_text(text: str) -> MeldText:
    """Read a meld as written (`5h X 7h`, `set 7h X X`); raises NotationError."""
    words = text.split()
    kind: MeldKind | None = None
    if words and words[0].lower() in ("set", "run"):
        kind = MeldKind(words[0].lower())
        words = words[1:]
    if not words:
        raise NotationError(ReasonCode.NOTATION_MELD, "a meld has no cards: write the cards, separated by spaces")
    return MeldText(kind, tuple(map(parse_named_card, words)))


def readings(text: MeldText, rules: RoundRules) -> Readings:
    """The legal melds that a text may mean under the rules of a round.

    As written (cards in order, unmarked wilds standing for their place) goes before every other arrangement. When
    nothing legal comes out, the reasons are those of the meld as written, or those of its cards.
    """
    written = list(_as_written(text, rules))
    legal = tuple(dict.fromkeys(meld for meld in written if is_legal(meld, rules)))
    if legal:
        return Readings(legal)
    arranged: dict[Meld, None] = {}
    refused: Meld | None = None
    for meld in _arrangements(text, rules):
        if is_legal(meld, rules):
            arranged[meld] = None
            if len(arranged) >= MOST_CHOICES:
                break
        elif refused is None:
            refused = meld
    if arranged:
        return Readings(tuple(arranged))
    if written:
        reasons = min((tuple(meld_reasons(meld, rules)) for meld in written), key=len)
        if len(written) > 1 and [reason.code for reason in reasons] == [ReasonCode.MELD_TOO_SHORT]:
            reasons = tuple(_too_short(text, rules))
        return Readings((), reasons)
    reasons = tuple(dict.fromkeys(_why_not(text, rules)))
    if not reasons and refused is not None:
        reasons = tuple(meld_reasons(refused, rules))  # the order is all that is wrong with the cards as written
    return Readings((), reasons)


def ambiguous(text: object, melds: tuple[Meld, ...], rules: RoundRules) -> Reason:
    """The refusal of a text that may mean several melds."""
    choices = [f"{meld.kind} {meld}" for meld in melds]
    return rules.reason(ReasonCode.MELD_AMBIGUOUS, meld=text, choices=choices)


def _as_written(text: MeldText, rules: RoundRules) -> Iterator[Meld]:
    if text.kind is not MeldKind.SET:
        ascending = list(_runs_in_order(text.items, rules))
        yield from ascending or _runs_in_order(text.items[::-1], rules)
    if text.kind is not MeldKind.RUN:
        yield from _sets(text.items, rules)


def _may_stand(item: NamedCard, role: int, rules: RoundRules) -> bool:
    """Whether a written card may stand for this kind in a run."""
    if item.role_rank >= 0 or (item.role >= 0 and item.role != role):
        return False
    return item.card == role or bool(rules.is_wild[item.card])


def _runs_in_order(items: tuple[NamedCard, ...], rules: RoundRules) -> Iterator[Meld]:
    """The runs that these cards are in the order given, ascending; several only where nothing fixes the place."""
    size = len(items)
    for suit, start in _starts(items, rules):
        if not is_in_place(start, size, rules):
            continue
        if all(_may_stand(item, suit * 13 + (start + i) % 13, rules) for i, item in enumerate(items)):
            meld = Meld.run_of(suit, start, [item.card for item in items])
            if meld.wilds(rules) < size:
                yield meld


def _starts(items: tuple[NamedCard, ...], rules: RoundRules) -> list[tuple[int, int]]:
    """Where a run of these cards in this order may start: fixed by the first card whose place is known."""
    anchors = [(i, item.card) for i, item in enumerate(items) if not rules.is_wild[item.card]]
    if not anchors and rules.natural_use:
        anchors = [(i, item.card) for i, item in enumerate(items) if item.card < JOKER and item.role < 0]
        anchors += [(i, item.role) for i, item in enumerate(items) if item.role >= 0]
    elif anchors:
        anchors = anchors[:1]
    starts: dict[tuple[int, int], None] = {}
    for index, kind in anchors:
        suit, rank = divmod(kind, 13)
        if rules.ace is Ace.AROUND_THE_CORNER:
            starts[suit, (rank - index) % 13] = None
        else:
            starts[suit, rank - index] = None
            if rank == 0:
                starts[suit, 13 - index] = None
    return list(starts)


def _sets(items: tuple[NamedCard, ...], rules: RoundRules) -> Iterator[Meld]:
    """The sets that these cards are, whatever their order."""
    cards = bytes(item.card for item in items)
    ranks = {item.card % 13 for item in items if not rules.is_wild[item.card]}
    if not ranks:
        ranks = {item.role_rank for item in items if item.role_rank >= 0}
        if not ranks and rules.natural_use:
            ranks = {card % 13 for card in cards if card != JOKER}
    found = False
    for rank in sorted(ranks):
        fit = all(
            item.role < 0
            and item.role_rank in (-1, rank)
            and (bool(rules.is_wild[item.card]) or item.card % 13 == rank)
            for item in items
        )
        meld = Meld.set_of(rank, cards)
        if fit and (len(ranks) == 1 or is_legal(meld, rules)):
            found = True
            yield meld
    bare = all(rules.is_wild[item.card] and item.role < 0 and item.role_rank < 0 for item in items)
    if bare and not (found and is_legal(meld, rules)):
        yield Meld.set_of(ALL_WILD, cards)


def _arrangements(text: MeldText, rules: RoundRules) -> Iterator[Meld]:
    """Every run that the cards make in some order (sets have no order: they are as written)."""
    if text.kind is MeldKind.SET:
        return
    size = len(text.items)
    naturals = {item.card // 13 for item in text.items if not rules.is_wild[item.card]}
    if len(naturals) > 1 or size > 14:
        return
    suits = naturals or {item.card // 13 for item in text.items if item.card < JOKER and rules.natural_use}
    for suit in sorted(suits):
        for start in range(14):
            if is_in_place(start, size, rules):
                for meld in _fill(text.items, [suit * 13 + (start + i) % 13 for i in range(size)], start, rules):
                    yield meld
                    if not is_legal(meld, rules):  # it has the most naturals: no other order of its wilds is better
                        break


def _fill(items: tuple[NamedCard, ...], roles: list[int], start: int, rules: RoundRules) -> Iterator[Meld]:
    """Every way to put the cards into these places; first that in which the most wilds stand in their own."""
    cards = bytearray(len(roles))

    def place(index: int, left: tuple[NamedCard, ...]) -> Iterator[bytes]:
        if index == len(roles):
            yield bytes(cards)
            return
        rest = roles[index:]
        for item in left:  # a card that is no wild has to find its own place further on
            if not rules.is_wild[item.card] and item.card not in rest:
                return
        for item in sorted(dict.fromkeys(left), key=lambda one: one.card != roles[index]):
            if _may_stand(item, roles[index], rules):
                cards[index] = item.card
                at = left.index(item)
                yield from place(index + 1, left[:at] + left[at + 1 :])

    for filled in place(0, items):
        yield Meld.run_of(roles[0] // 13, start, filled)


def _why_not(text: MeldText, rules: RoundRules) -> Iterator[Reason]:
    """Why the cards of a text make no meld in any order."""
    yield from _too_short(text, rules)
    naturals = [item.card for item in text.items if not rules.is_wild[item.card]]
    for item in text.items:
        if not rules.is_wild[item.card] and (
            (item.role >= 0 and item.role != item.card) or item.role_rank not in (-1, item.card % 13)
        ):
            yield _role_reason(text, item, rules)
    if text.kind is MeldKind.SET or (text.kind is None and _looks_like_a_set(naturals)):
        if len({card % 13 for card in naturals}) > 1:
            yield rules.reason(ReasonCode.MELD_MIXED_RANKS, meld=text)
        else:
            yield from (_role_reason(text, item, rules) for item in text.items if item.role >= 0 or item.role_rank >= 0)
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
    yield from _order_reasons(text, naturals, rules)
    yield from (_role_reason(text, item, rules) for item in text.items if item.role >= 0 or item.role_rank >= 0)


def _too_short(text: MeldText, rules: RoundRules) -> Iterator[Reason]:
    """Whether these are too few cards for every kind of meld, of those asked for, that they can still become."""
    naturals = [item.card for item in text.items if not rules.is_wild[item.card]]
    if text.kind is not None:
        kinds = [text.kind]
    else:
        same = {MeldKind.SET: {card % 13 for card in naturals}, MeldKind.RUN: {card // 13 for card in naturals}}
        possible = [kind for kind, found in same.items() if len(found) <= 1] or list(same)
        asked = {item.kind for item in rules.contract}
        kinds = [kind for kind in possible if kind in asked] or possible
    least = {kind: rules.set_min if kind is MeldKind.SET else rules.run_min for kind in kinds}
    if len(text.items) >= min(least.values()):
        return
    if len(kinds) == 1:
        kind = kinds[0]
        yield rules.reason(ReasonCode.MELD_TOO_SHORT, f"melds.{kind}.min", meld=text, kind=kind, least=least[kind])
    else:
        lowest = min(kinds, key=least.__getitem__)
        numbers = {kind.value: size for kind, size in least.items()}
        yield rules.reason(ReasonCode.MELD_TOO_SHORT, f"melds.{lowest}.min", meld=text, **numbers)


def _most_aces(size: int, rules: RoundRules) -> int:
    """How many natural aces a run of this size holds: two only if it is a whole suit with one at either end."""
    return 2 if size == 14 and rules.ace is Ace.LOW_OR_HIGH else 1


def _looks_like_a_set(naturals: list[int]) -> bool:
    ranks = [card % 13 for card in naturals]
    suits = [card // 13 for card in naturals]
    return len(set(ranks)) < len(ranks) and len(set(suits)) > 1


def _role_reason(text: MeldText, item: NamedCard, rules: RoundRules) -> Reason:
    role = NAMES[item.role] if item.role >= 0 else RANKS[item.role_rank]
    return rules.reason(ReasonCode.MELD_WILD_ROLE, meld=text, card=NAMES[item.card], role=role)


def _order_reasons(text: MeldText, naturals: list[int], rules: RoundRules) -> Iterator[Reason]:
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

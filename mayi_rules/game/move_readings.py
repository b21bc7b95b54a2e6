"""What a move as written means in a position: of all its readings those count that are legal there.

A text that leaves nothing open is its one reading, and whoever plays it asks whether it is legal. Of several readings
each is asked of the rules here, once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice, product
from typing import NamedTuple

from mayi_rules.cards import CARDS, JOKER, NAMES
from mayi_rules.game.engine import apply, check
from mayi_rules.game.laying_off import lay_off_tiers, standing_reasons, target_reasons
from mayi_rules.game.move_text import LayText, MoveText, OpenText, PlacedCard, SwapText
from mayi_rules.game.moves import LayOff, Move, Open, Swap, lay_off, lay_off_at
from mayi_rules.game.opening import number_reasons, opening_turn_reasons, rest_reasons, together_reasons
from mayi_rules.game.parts import PLAY
from mayi_rules.game.state import State
from mayi_rules.game.swapping import end_of, places_for, swap_standing_reasons, swap_target_reasons
from mayi_rules.game.turns import card_reasons, turn_reasons
from mayi_rules.melds.fitting import End, SwapPlace, end_role
from mayi_rules.melds.meld import Meld
from mayi_rules.melds.meld_readings import (
    MOST_CHOICES,
    ambiguous,
    as_written,
    readings,
    refused_each,
    too_open,
)
from mayi_rules.melds.meld_text import NamedCard
from mayi_rules.reasons import ACCEPTED, Reason, ReasonCode, Verdict, common_reasons

MOST_COMBINATIONS = 4_000
"""How many ways to read the melds of an opening together are looked at."""

_MOST_CHECKS = 2_000
"""How many single lay-offs are looked at for a text of several."""

Moves = tuple[Move, ...]
"""What a text means: one move, or several lay-offs one after the other."""


class Meaning(NamedTuple):
    """What a text means.

    Attributes:
        readings: what it may mean; where it was left open, the legal readings only, not more than a refusal names.
        verdict: accepted where there is exactly one reading; else why it cannot be played.
    """

    readings: tuple[Moves, ...]
    verdict: Verdict


def meaning(state: State, seat: int, said: MoveText) -> Meaning:
    """What a move means that lays cards and may leave something open: an opening, lay-offs, a swap.

    Args:
        state: the position.
        seat: who speaks, a number from 0.
        said: the move as written.
    """
    if isinstance(said, OpenText):
        return _opening(state, seat, said)
    if isinstance(said, SwapText):
        return _swap(state, seat, said)
    assert isinstance(said, LayText)
    return _lay_off(state, seat, said) if len(said.items) == 1 else _lay_offs(state, seat, said)


def _one(move: Move) -> Meaning:
    return Meaning(((move,),), ACCEPTED)


def _refused(reasons: Iterable[Reason]) -> Meaning:
    return Meaning((), Verdict(tuple(reasons)))


def _noted(state: State, found: Moves) -> Meaning:
    """The one legal reading; that it is legal has been asked, and whoever plays it need not ask again."""
    state.offered = found[0]
    return Meaning((found,), ACCEPTED)


def _decided(state: State, found: Sequence[Move], choices: Callable[[list[Move]], Reason], text: str) -> Meaning:
    """What several readings of one move mean: the legal one.

    Args:
        state: the position.
        found: the readings.
        choices: the refusal where several are legal.
        text: what was written, for the refusal where none is.
    """
    legal, refusals = [], []
    for move in found:
        if verdict := check(state, move):
            legal.append(move)
        else:
            refusals.append(verdict.reasons)
    if len(legal) == 1:
        return _noted(state, (legal[0],))
    if legal:
        return Meaning(tuple((move,) for move in legal), Verdict((choices(legal),)))
    common = common_reasons(refusals)
    return _refused(common or [refused_each(text, list(map(str, found)), refusals, state.rules)])


# Opening


def _opening(state: State, seat: int, said: OpenText) -> Meaning:
    rules = state.rules
    written = [as_written(text, rules) for text in said.melds]
    if None not in written:
        return _one(Open(seat, tuple(meld for meld in written if meld is not None)))
    for tier in (opening_turn_reasons(state, seat), card_reasons(state.hand, said.cards)):
        if reasons := tuple(tier):
            return _refused(reasons)
    found = [readings(text, rules) for text in said.melds]
    if faults := [reason for reading in found for reason in reading.reasons]:
        return _refused([*faults, *number_reasons(len(found), rules), *rest_reasons(state, said.cards)])
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
    for group in islice(product(*groups), MOST_COMBINATIONS):
        reasons = tuple(together_reasons(state, [some[0] for some in group]))
        if reasons:
            refusals.append(reasons)
            continue
        legal.append(group)
        if len(legal) >= MOST_CHOICES:
            break
    everything = len(legal) >= MOST_CHOICES or len(legal) + len(refusals) < MOST_COMBINATIONS
    if legal and (everything or len(legal) > 1 or _is_several(legal)):
        return _of_opening(state, seat, said, legal)
    if legal or not everything:
        certain = [*number_reasons(len(melds), state.rules), *rest_reasons(state, said.cards)]
        return _refused(certain or [too_open(said)])
    common = common_reasons(refusals)
    return _refused(common or [_each_refused(said, groups, refusals, state)])


def _by_place(melds: tuple[Meld, ...]) -> dict[tuple[bool, int, int, int], list[Meld]]:
    found: dict[tuple[bool, int, int, int], list[Meld]] = {}
    for meld in melds:
        found.setdefault((meld.is_run, meld.suit, meld.start, meld.rank), []).append(meld)
    return found


def _is_several(legal: list[tuple[list[Meld], ...]]) -> bool:
    return any(len(some) > 1 for group in legal for some in group)


def _of_opening(state: State, seat: int, said: OpenText, legal: list[tuple[list[Meld], ...]]) -> Meaning:
    if len(legal) == 1 and not _is_several(legal):
        return _noted(state, (Open(seat, tuple(some[0] for some in legal[0])),))
    every = (Open(seat, melds) for group in legal for melds in product(*group))
    reasons = []
    for index, text in enumerate(said.melds):
        choices = tuple(dict.fromkeys(meld for group in legal for meld in group[index]))
        if len(choices) > 1:
            reasons.append(ambiguous(text, choices, state.rules))
    return Meaning(tuple((move,) for move in islice(every, MOST_CHOICES)), Verdict(tuple(reasons)))


def _each_refused(
    said: OpenText, groups: list[list[list[Meld]]], refusals: list[tuple[Reason, ...]], state: State
) -> Reason:
    melds = ([some[0] for some in group] for group in product(*groups))
    told = [" | ".join(f"{meld.kind} {meld}" for meld in one) for one in islice(melds, MOST_CHOICES)]
    return refused_each(said, told, refusals[: len(told)], state.rules)


# Laying off


def _lay_off(state: State, seat: int, said: LayText) -> Meaning:
    (item,) = said.items
    number = said.number
    card = CARDS[item.named.card]
    if not 1 <= number <= len(state.table):
        return _one(LayOff(seat, card, number, item.end))
    target = state.table[number - 1]
    ends = _ends(target.meld, item, state)
    if not ends:
        return _misfit(state, seat, item, number)
    if len(ends) == 1:
        place = target.place(card, ends[0])
        return _one(lay_off_at(seat, card, number, place.end, place.role, place.needs_end))
    found = [lay_off(seat, card, number, target.meld, end, shows_end=True) for end in ends]
    text = f"{item} on {target.meld}"

    def choices(legal: list[Move]) -> Reason:
        return state.rules.reason(ReasonCode.MELD_AMBIGUOUS, meld=text, choices=legal)

    meant = _decided(state, found, choices, text)
    if meant.verdict.ok:
        (((move,),), _) = meant
        assert isinstance(move, LayOff)
        place = target.place(card, move.end)
        return _noted(state, (lay_off_at(seat, card, number, place.end, place.role, place.needs_end),))
    return meant


def _ends(meld: Meld, item: PlacedCard, state: State) -> list[End | None]:
    """The places of the meld that a card with this text may mean."""
    named, rules = item.named, state.rules
    if not meld.is_run:
        is_true = named.role < 0 and named.role_rank in (-1, meld.rank) and item.end is None
        return [None] if is_true else []
    found: list[End | None] = []
    for end in (End.LOW, End.HIGH) if item.end is None else (item.end,):
        role = end_role(meld, end, rules)
        is_true = role is not None and named.role_rank < 0 and named.role in (-1, role)
        if is_true and (named.card == role or rules.is_wild[named.card]):
            found.append(end)
    return found


def _misfit(state: State, seat: int, item: PlacedCard, number: int) -> Meaning:
    """The refusal of a card that has no place on the meld, as it is written."""
    meld, named = state.table[number - 1].meld, item.named
    end = None if meld.is_run else item.end
    *before, rules = lay_off_tiers(state, LayOff(seat, CARDS[named.card], number, end, -1))
    for tier in before:
        if reasons := tuple(tier):
            return _refused(reasons)
    found = {reason.code: reason for reason in reversed(tuple(rules))}
    found = dict(reversed(found.items()))
    if named.has_role:
        found[ReasonCode.MELD_WILD_ROLE] = _wrong_role(meld, named)
    if ReasonCode.LAYING_OFF_ONLY_WILDS not in found:
        params = {"card": str(named), "meld": meld}
        found[ReasonCode.LAYING_OFF_DOES_NOT_FIT] = Reason(ReasonCode.LAYING_OFF_DOES_NOT_FIT, params)
    return _refused(found.values())


def _lay_offs(state: State, seat: int, said: LayText) -> Meaning:
    """Several lay-offs in whatever order fits, all or none."""
    number = said.number
    if reasons := tuple(turn_reasons(state, seat, PLAY)):
        return _refused(reasons)
    if missing := tuple(card_reasons(state.hand, said.cards)):
        return _refused([*missing, *standing_reasons(state)])
    if not 1 <= number <= len(state.table):
        return _refused([*standing_reasons(state), *target_reasons(state, number)])
    orders = _Orders(seat, number)
    orders.search(state, tuple(sorted(said.items, key=lambda item: item.named)), ())
    found = list(orders.results.values())
    if len(found) > 1:
        text = f"{' '.join(map(str, said.items))} on {state.table[number - 1].meld}"
        choices = list(map(text_of, found))
        reason = state.rules.reason(ReasonCode.MELD_AMBIGUOUS, meld=text, choices=choices)
        return Meaning(tuple(found), Verdict((reason,)))
    if not orders.checks:
        return _refused([too_open(said)])
    return _noted(state, found[0]) if found else _refused(orders.reasons(said, state))


def text_of(found: Moves) -> str:
    """A reading as text, said in full; several lay-offs as one text."""
    return found[0].text() if len(found) == 1 else str(_told(found))


def _told(done: Moves) -> LayText:
    """Several lay-offs as one text that leaves nothing open."""
    items = []
    number = 0
    for move in done:
        assert isinstance(move, LayOff)
        number = move.meld
        is_itself = move.end is None or move.role == move.card
        named = NamedCard(move.card) if is_itself else NamedCard(move.card, role=move.role)
        items.append(PlacedCard(named, move.end if move.shows_end or not is_itself else None))
    return LayText(tuple(items), number)


class _Refused(NamedTuple):
    """A card that cannot be laid after others: which move it is, and why not."""

    item: PlacedCard
    text: str
    reasons: tuple[Reason, ...]


class _Orders:
    """Looks for the orders in which several cards can be laid on a meld.

    Attributes:
        results: by what the meld is in the end, the first order that leads there.
        checks: how many single lay-offs may still be looked at.
    """

    def __init__(self, seat: int, number: int) -> None:
        self.seat = seat
        self.number = number
        self.results: dict[Meld, Moves] = {}
        self.checks = _MOST_CHECKS
        self._tried: set[tuple[Meld, tuple[PlacedCard, ...]]] = set()
        self._stuck: dict[int, list[list[_Refused]]] = {}  # by how many cards were laid, where none of the rest fits

    def search(self, here: State, left: tuple[PlacedCard, ...], done: Moves) -> None:
        """Lay what is left, in every order."""
        target = here.table[self.number - 1]
        if not left:
            self.results.setdefault(target.meld, done)
            return
        if (target.meld, left) in self._tried:
            return
        self._tried.add((target.meld, left))
        refused: list[_Refused] = []
        for item in dict.fromkeys(left):
            card = CARDS[item.named.card]
            ends = _ends(target.meld, item, here)
            if not ends:
                text = str(LayText((item,), self.number))
                refused.append(_Refused(item, text, _misfit(here, self.seat, item, self.number).verdict.reasons))
            for end in ends:
                if len(self.results) >= MOST_CHOICES or not self.checks:
                    return
                self.checks -= 1
                place = target.place(card, end)
                move = lay_off_at(self.seat, card, self.number, end, place.role, place.needs_end)
                if verdict := check(here, move):
                    here.offered = move
                    at = left.index(item)
                    self.search(apply(here, move).state, left[:at] + left[at + 1 :], (*done, move))
                else:
                    text = ", then ".join(one.text() for one in (*done, move))
                    refused.append(_Refused(item, text, verdict.reasons))
        self._stuck.setdefault(len(done), []).append(refused)

    def reasons(self, said: LayText, state: State) -> Sequence[Reason]:
        """Why no order fits: what holds of all that get furthest."""
        nodes = self._stuck[max(self._stuck)]
        every = [one for node in nodes for one in node]
        if common := common_reasons(one.reasons for one in every) or common_reasons(map(_of_all_cards, nodes)):
            return common
        return [refused_each(said, [one.text for one in every], [one.reasons for one in every], state.rules)]


def _of_all_cards(node: list[_Refused]) -> list[Reason]:
    """Why these cards cannot be laid, each wherever it is put: all of them are in the way of the whole text."""
    by_item: dict[PlacedCard, list[tuple[Reason, ...]]] = {}
    for one in node:
        by_item.setdefault(one.item, []).append(one.reasons)
    return [reason for refusals in by_item.values() for reason in common_reasons(refusals)]


# Swapping


def _swap(state: State, seat: int, said: SwapText) -> Meaning:
    number, named = said.number, said.named
    card = CARDS[named.card]
    if not 1 <= number <= len(state.table):
        return _one(Swap(seat, card, CARDS[JOKER] if said.wild is None else CARDS[said.wild.card], number, said.end))
    meld = state.table[number - 1].meld
    places = places_for(state, number, card)
    found = [
        Swap(seat, card, CARDS[place.wild], number, end_of(place, places))
        for place in places
        if _is_meant(place, said, meld)
    ]
    if len(found) == 1:
        return _one(found[0])
    if not found:
        return _no_such_wild(state, seat, said)
    text = f"{card} on {meld}"

    def choices(legal: list[Move]) -> Reason:
        return state.rules.reason(ReasonCode.MELD_AMBIGUOUS, meld=text, choices=legal)

    return _decided(state, found, choices, text)


def _is_meant(place: SwapPlace, said: SwapText, meld: Meld) -> bool:
    """Whether all that is written of the wild, its role and its end is true of this one."""
    role = meld.role(place.at)
    if not _is_true(said.named, place.card, role, meld) or said.end not in (None, *_ends_at(place, meld)):
        return False
    return said.wild is None or (said.wild.card == place.wild and _is_true(said.wild, place.wild, role, meld))


def _is_true(named: NamedCard, card: int, role: int, meld: Meld) -> bool:
    """Whether a card stands for what is written of it, in a run for a card and in a set for a rank."""
    if meld.is_run:
        return named.card == card and named.role_rank < 0 and named.role in (-1, role)
    return named.card == card and named.role < 0 and named.role_rank in (-1, role)


def _ends_at(place: SwapPlace, meld: Meld) -> list[End]:
    """The ends of the run at which a wild stands."""
    if not meld.is_run:
        return []
    return [end for end, at in ((End.LOW, 0), (End.HIGH, meld.size - 1)) if place.at == at]


def _no_such_wild(state: State, seat: int, said: SwapText) -> Meaning:
    """The refusal of a swap where no wild is all that is written of it."""
    standing = tuple(swap_standing_reasons(state))
    if reasons := tuple(turn_reasons(state, seat, PLAY)):
        return _refused(reasons)
    if missing := tuple(card_reasons(state.hand, said.cards)):
        return _refused([*missing, *standing])
    meld = state.table[said.number - 1].meld
    params = {"meld": meld, "card": str(said.named)}
    roles = [named for named in (said.named, said.wild) if named is not None and named.has_role]
    return _refused(
        [
            *standing,
            *swap_target_reasons(state, said.number),
            Reason(ReasonCode.SWAPPING_NO_SUCH_WILD, params),
            *[_wrong_role(meld, named) for named in roles],
        ]
    )


def _wrong_role(meld: Meld, named: NamedCard) -> Reason:
    params = {"meld": meld, "card": NAMES[named.card], "role": named.role_text}
    return Reason(ReasonCode.MELD_WILD_ROLE, params)

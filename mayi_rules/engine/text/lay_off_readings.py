"""What the text of one lay-off or several means: the ends of a run, and the orders that fit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mayi_rules.cards import CARDS, JOKER
from mayi_rules.engine.engine import apply, check
from mayi_rules.engine.rules.going_out import left_reasons, without
from mayi_rules.engine.rules.lay_off import lay_off_tiers, standing_reasons, target_reasons
from mayi_rules.engine.rules.turn_order import card_reasons, turn_reasons
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import PLAY
from mayi_rules.engine.text.meaning import Meaning, Moves, decided, refused, settled, sole, wrong_role
from mayi_rules.engine.text.parse import LayText, PlacedCard
from mayi_rules.melds.fitting import End, TableMeld, end_role, length_reasons, with_card
from mayi_rules.melds.meld import Meld
from mayi_rules.melds.meld_readings import MAX_CHOICES, refused_each, too_open
from mayi_rules.melds.meld_text import NamedCard
from mayi_rules.moves import LayOff, lay_off, lay_off_at
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode, Verdict, common_reasons

_MAX_CHECKS = 1_000
"""How many single lay-offs are looked at for a text of several."""


def lay_off_meaning(state: State, seat: int, said: LayText) -> Meaning:
    """One lay-off, at whichever end of a run is meant."""
    (item,) = said.items
    number = said.number
    card = CARDS[item.named.card]
    if not 1 <= number <= len(state.table):
        return sole(LayOff(seat, card, number, item.end))
    target = state.table[number - 1]
    ends = _ends(target.meld, item, target.rules)
    if not ends:
        return _misfit(state, seat, item, number)
    if len(ends) == 1:
        place = target.place(card, ends[0])
        return sole(lay_off_at(seat, card, number, place.end, place.role, place.needs_end))
    found = [lay_off(seat, card, number, target.meld, end, shows_end=True) for end in ends]
    meant = decided(state, found, f"{item} on {target.meld}")
    if meant.verdict.ok:
        (((move,),), _) = meant
        assert isinstance(move, LayOff)
        place = target.place(card, move.end)
        return settled(state, (lay_off_at(seat, card, number, place.end, place.role, place.needs_end),))
    return meant


def _ends(meld: Meld, item: PlacedCard, rules: RoundRules) -> list[End | None]:
    """The places of the meld that a card with this text may mean."""
    named = item.named
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
            return refused(reasons)
    found = {reason.code: reason for reason in reversed(tuple(rules))}
    found = dict(reversed(found.items()))
    if named.has_role:
        found[ReasonCode.MELD_WILD_ROLE] = wrong_role(meld, named)
    if ReasonCode.LAYING_OFF_ONLY_WILDS not in found:
        params = {"card": str(named), "meld": meld}
        found[ReasonCode.LAYING_OFF_DOES_NOT_FIT] = Reason(ReasonCode.LAYING_OFF_DOES_NOT_FIT, params)
    return refused(found.values())


def lay_offs_meaning(state: State, seat: int, said: LayText) -> Meaning:
    """Several lay-offs in whatever order fits, all or none."""
    number = said.number
    if reasons := tuple(turn_reasons(state, seat, PLAY)):
        return refused(reasons)
    if missing := tuple(card_reasons(state.hand, said.cards)):
        return refused([*missing, *standing_reasons(state)])
    if not 1 <= number <= len(state.table):
        return refused([*standing_reasons(state), *target_reasons(state, number)])
    if certain := _whatever_the_order(state, seat, said):
        return refused(certain)
    orders = _Orders(seat, number)
    orders.search(state, tuple(sorted(said.items, key=lambda item: item.named)), ())
    found = list(orders.results.values())
    if len(found) > 1:
        text = f"{' '.join(map(str, said.items))} on {state.table[number - 1].meld}"
        choices = [str(told(done)) for done in found]
        reason = state.rules.reason(ReasonCode.MELD_AMBIGUOUS, meld=text, choices=choices)
        return Meaning(tuple(found), Verdict((reason,)))
    if not orders.checks:
        return refused([too_open(said)])
    return settled(state, found[0]) if found else refused(orders.reasons(said, state))


def _whatever_the_order(state: State, seat: int, said: LayText) -> list[Reason]:
    """Why these cards cannot all be laid on the meld, wherever and in whatever order."""
    target = state.table[said.number - 1]
    rules, meld = target.rules, target.meld
    found = [*standing_reasons(state), *target_reasons(state, said.number)]
    for item in dict.fromkeys(said.items):
        if not _may_come_to_fit(target, item, len(said.items)):
            found += _misfit(state, seat, item, said.number).verdict.reasons
    found += length_reasons(meld, len(said.items), rules)
    if not rules.natural_use:
        wilds = sum(rules.is_wild[card] for card in said.cards)
        before = meld.wilds(rules)
        naturals = meld.size - before + len(said.items) - wilds
        if wilds:
            found += meld.form.wild_limit_reasons(meld, before + wilds, naturals, rules)
    freed = state.laid.freed if state.laid else b""
    for card in said.cards:
        freed = without(freed, card)
    found += left_reasons(state, state.hand.size - len(said.items), len(freed))
    return list({reason.code: reason for reason in reversed(found)}.values())[::-1]


def _may_come_to_fit(target: TableMeld, item: PlacedCard, count: int) -> bool:
    """Whether a card has a place on the meld after others, of which so many are laid together with it."""
    meld, rules = target.meld, target.rules
    if not meld.is_run:
        return bool(_ends(meld, item, rules)) and (bool(rules.is_wild[item.named.card]) or _is_of(meld, item))
    for end in (End.LOW, End.HIGH):
        grown = meld
        for _ in range(count):
            if end_role(grown, end, rules) is None:
                break
            if end in _ends(grown, item, rules):
                return True
            grown = with_card(grown, JOKER, end)
    return False


def _is_of(meld: Meld, item: PlacedCard) -> bool:
    return item.named.card != JOKER and item.named.card % 13 == meld.rank


def told(done: Moves) -> LayText:
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
        self.checks = _MAX_CHECKS
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
            ends = _ends(target.meld, item, target.rules)
            if not ends:
                text = str(LayText((item,), self.number))
                refused.append(_Refused(item, text, _misfit(here, self.seat, item, self.number).verdict.reasons))
            for end in ends:
                if len(self.results) >= MAX_CHOICES or not self.checks:
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

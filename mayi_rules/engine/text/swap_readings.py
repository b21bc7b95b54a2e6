"""What the text of a swap means: which wild of the meld comes out."""

from __future__ import annotations

from mayi_rules.cards import CARDS, JOKER
from mayi_rules.engine.rules.swap import (
    end_of,
    no_such_wild,
    places_for,
    swap_standing_reasons,
    swap_target_reasons,
)
from mayi_rules.engine.rules.turn_order import card_reasons, turn_reasons
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import PLAY
from mayi_rules.engine.text.meaning import Meaning, decided, refused, sole, wrong_role
from mayi_rules.engine.text.parse import SwapText
from mayi_rules.melds.fitting import End, SwapPlace
from mayi_rules.melds.meld import Meld
from mayi_rules.melds.meld_text import NamedCard
from mayi_rules.moves import Swap


def swap_meaning(state: State, seat: int, said: SwapText) -> Meaning:
    """A swap, of whichever wild is meant."""
    number = said.number
    card = CARDS[said.named.card]
    if not 1 <= number <= len(state.table):
        return sole(Swap(seat, card, CARDS[JOKER] if said.wild is None else CARDS[said.wild.card], number, said.end))
    meld = state.table[number - 1].meld
    places = places_for(state, number, card)
    named = [place for place in places if _is_named(place, said, meld)]
    found = [
        Swap(seat, card, CARDS[place.wild], number, end_of(place, places))
        for place in named
        if not _wrong_roles(place, said, meld)
    ]
    if len(found) == 1:
        return sole(found[0])
    if found:
        return decided(state, found, f"{card} on {meld}")
    return _no_such_wild(state, seat, said, named)


def _is_named(place: SwapPlace, said: SwapText, meld: Meld) -> bool:
    """Whether this is the wild that is written, at the end that is written."""
    return (said.wild is None or said.wild.card == place.wild) and said.end in (None, *_ends_at(place, meld))


def _ends_at(place: SwapPlace, meld: Meld) -> list[End]:
    """The ends of the run at which a wild stands."""
    index = {End.LOW: 0, End.HIGH: meld.size - 1}
    return [end for end in meld.form.all_ends if end is not None and place.at == index[end]]


def _wrong_roles(place: SwapPlace, said: SwapText, meld: Meld) -> list[NamedCard]:
    """The cards of which a role is written that they do not have there: in a run a card, in a set a rank."""
    role = meld.form.written_role(meld.role(place.at))
    written = [named for named in (said.named, said.wild) if named is not None and named.has_role]
    return [named for named in written if (named.role, named.role_rank) != role]


def _no_such_wild(state: State, seat: int, said: SwapText, named: list[SwapPlace]) -> Meaning:
    """The refusal of a swap for a wild of which not all is true that is written of it."""
    if reasons := tuple(turn_reasons(state, seat, PLAY)):
        return refused(reasons)
    standing = swap_standing_reasons(state)
    if missing := tuple(card_reasons(state.hand, said.cards)):
        return refused([*missing, *standing])
    number, meld = said.number, state.table[said.number - 1].meld
    against = [*standing, *swap_target_reasons(state, number)]
    if named:
        return refused([*against, *[wrong_role(meld, one) for one in _wrong_roles(named[0], said, meld)]])
    wild = None if said.wild is None else said.wild.card
    return refused([*against, no_such_wild(state, number, said.named.card, wild, said.end)])

"""What a seat can tell about the others from its view: what is still to come, who is near the end, what they want."""

from __future__ import annotations

from mayi_rules.cards import JOKER, UNKNOWN
from mayi_rules.engine.state.state import State
from mayi_rules.profile.language.choices import AfterOpening, BuyingWho, LayingOffWhose, MeldKind

_NEXT = 1.0
_BUYER = 0.4
_BYSTANDER = 0.1
"""How much the wishes of the next player count, of those who may buy, and of the rest."""

_RISK_BEFORE = 0.05
_RISK = (1.0, 0.6, 0.4, 0.3, 0.2, 0.15, 0.1)
"""The risk that the round ends soon while nobody has opened, and by the fewest cards of a hand that has."""


def unseen_counts(state: State) -> list[int]:
    """How many cards of each kind lie where the seat of this masked State cannot see them (54 counts)."""
    left = list(state.rules.pack)
    for hand in state.hands:
        for kind in hand.kinds:
            left[kind] -= hand.counts[kind]
    for laid in state.table:
        for kind in laid.meld.cards:
            left[kind] -= 1
    for kind in state.discards:
        left[kind] -= 1
    if state.tally.stock_known:
        for kind in state.stock:
            left[kind] -= 1
    left[UNKNOWN] = 0
    return left


def end_is_near(state: State, seat: int) -> float:
    """How likely the round ends before this seat's next turn, roughly: by the smallest hand that has opened."""
    fewest = min(
        [hand.size for other, hand in enumerate(state.hands) if other != seat and state.has_opened(other)],
        default=None,
    )
    return _RISK_BEFORE if fewest is None else _RISK[min(fewest, len(_RISK) - 1)]


def laying_mask(state: State, seat: int) -> int:
    """The kinds that this seat could lay off on the table once it may, as bits."""
    own_only = state.rules.laying_off_whose is LayingOffWhose.OWN
    mask = 0
    for laid in state.table:
        if not own_only or laid.seat == seat:
            mask |= laid.takes
    return mask


class Wishes:
    """What it costs, in points, to throw a card that others may want. Made once for a turn.

    The next player counts most, then those who could buy the card. Players who have opened want what fits on the
    table; the others want wilds, and what goes with the cards that all saw them take.
    """

    __slots__ = ("_others", "_rules", "_runs", "_sets")

    def __init__(self, state: State, seat: int) -> None:
        rules = state.rules
        self._rules = rules
        others = [one for one in range(state.players) if one != seat]
        kinds = [item.kind for other in others for item in state.rules_of(other).contract]
        self._sets = MeldKind.SET in kinds
        self._runs = MeldKind.RUN in kinds
        self._others: list[tuple[float, int, float, bytes]] = []
        for step in range(1, state.players):
            other = (seat + step) % state.players
            has_opened = state.has_opened(other)
            if step == 1:
                takes = not has_opened or rules.after_opening is AfterOpening.ANY
                weight = _NEXT if takes else _BYSTANDER
            else:
                buys = rules.buying and (not has_opened or rules.buying_who is BuyingWho.ALL)
                weight = _BUYER if buys and not has_opened else _BYSTANDER
            fits = laying_mask(state, other) if has_opened else 0
            gain = 12.0 if state.hands[other].size <= 2 else 6.0
            self._others.append((weight, fits, gain, b"" if has_opened else state.tally.known[other]))

    def cost(self, card: int) -> float:
        """What throwing this card may be worth to the others."""
        is_wild = self._rules.is_wild[card]
        total = 0.0
        for weight, fits, gain, known in self._others:
            if fits >> card & 1:
                total += weight * gain
            elif is_wild:
                total += weight * 15
            elif known and card < JOKER:
                total += weight * self._matches(card, known)
        return total

    def _matches(self, card: int, known: bytes) -> float:
        suit, rank = divmod(card, 13)
        matches = 0.0
        for other in known:
            if other >= JOKER:
                continue
            if self._sets and other % 13 == rank:
                matches += 3
            elif self._runs and other // 13 == suit and 0 < min((other - card) % 13, (card - other) % 13) <= 2:
                matches += 2
        return min(matches, 6.0)

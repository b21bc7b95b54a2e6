"""Opening: the whole contract, once a round, in one's own turn after drawing (`opening.*`, `rounds`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from mayi_rules.cards import format_cards
from mayi_rules.engine.rules.ending import hand_laid
from mayi_rules.engine.rules.going_out import left_reasons
from mayi_rules.engine.rules.laid import after_laying, played
from mayi_rules.engine.rules.turn_order import Tiers, card_reasons, turn_reasons
from mayi_rules.engine.state.events import Event, EventType, Log
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import PLAY
from mayi_rules.melds.fitting import TableMeld
from mayi_rules.melds.kinds import RUN, SET, Kind
from mayi_rules.melds.legality import meld_reasons
from mayi_rules.melds.meld import Meld
from mayi_rules.moves import Open
from mayi_rules.profile.language.choices import OpeningSize
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode


def open_tiers(state: State, move: Open) -> Tiers:
    """Why a seat may not open with these melds."""
    yield opening_turn_reasons(state, move.seat)
    cards = [card for meld in move.melds for card in meld.cards]
    yield card_reasons(state.hand, cards)
    yield _rule_reasons(state, move)


def opening_turn_reasons(state: State, seat: int) -> Iterator[Reason]:
    """The first tier: turn, phase, and whether the seat has opened already."""
    yield from turn_reasons(state, seat, PLAY)
    if state.phase is PLAY and state.turn == seat and state.has_opened(seat):
        yield Reason(ReasonCode.OPENING_ALREADY_OPEN)


def _rule_reasons(state: State, move: Open) -> Iterator[Reason]:
    for meld in move.melds:
        yield from meld_reasons(meld, state.rules)
    yield from together_reasons(state, move.melds)


def together_reasons(state: State, melds: Sequence[Meld]) -> Iterator[Reason]:
    """Why legal melds are no opening together: the contract, the melds as neighbours, what is left in hand.

    Of a meld only its kind, size and place matter here, not which of its cards are wild.
    """
    yield from contract_reasons(melds, state.rules)
    yield from neighbour_reasons(melds, state.rules)
    yield from rest_reasons(state, [card for meld in melds for card in meld.cards])


def rest_reasons(state: State, cards: Sequence[int]) -> Iterator[Reason]:
    """Why an opening may not leave what is in hand without these cards (`all_cards`, `going_out.discard`)."""
    left = state.hand.size - len(cards)
    if state.rules.all_cards and left:
        rest = format_cards(state.hand.minus_all(cards))
        yield state.rules.reason(ReasonCode.OPENING_NOT_ALL_CARDS, "opening.all_cards", left=rest)
    yield from left_reasons(state, left)


def number_reasons(given: int, rules: RoundRules) -> Iterator[Reason]:
    """Why an opening may not have so many melds."""
    wanted = len(rules.contract)
    if given != wanted:
        code = ReasonCode.OPENING_TOO_FEW_MELDS if given < wanted else ReasonCode.OPENING_TOO_MANY_MELDS
        yield rules.reason(code, "rounds", wanted=wanted, given=given)


def contract_reasons(melds: Sequence[Meld], rules: RoundRules) -> Iterator[Reason]:
    """Why these melds are not the contract's, by number, kind and size."""
    contract = rules.contract
    if len(melds) != len(contract):
        yield from number_reasons(len(melds), rules)
        yield from _size_reasons(melds, rules)
        return
    if sum([meld.form is RUN for meld in melds]) != len(_asked_sizes(rules)[RUN]):
        yield rules.reason(ReasonCode.OPENING_WRONG_MELDS, "rounds", contract=_told(rules), laid=_laid(melds))
        yield from _size_reasons(melds, rules)
        return
    pairs = _matched(melds, rules)
    if any(len(meld.cards) < least for meld, least in pairs):
        for meld, least in pairs:
            if meld.form.least(rules) <= meld.size < least:
                yield rules.reason(ReasonCode.MELD_TOO_SHORT, "rounds", meld=meld, kind=meld.kind, least=least)
        yield rules.reason(ReasonCode.OPENING_WRONG_MELDS, "rounds", contract=_told(rules), laid=_laid(melds))
    if rules.opening_size is OpeningSize.EXACT and any(meld.size != least for meld, least in pairs):
        yield rules.reason(ReasonCode.OPENING_NOT_EXACT, "opening.size", contract=_told(rules))


def _laid(melds: Sequence[Meld]) -> list[str]:
    """The melds as a parameter of reasons."""
    return [f"{meld.kind} {meld.size}" for meld in melds]


def _told(rules: RoundRules) -> list[str]:
    """The contract as a parameter of reasons."""
    return [f"{item.kind} {item.size}" for item in rules.contract]


def _size_reasons(melds: Sequence[Meld], rules: RoundRules) -> Iterator[Reason]:
    """Whether a meld has a size that the contract asks for nowhere, though sizes are exact (`opening.size`)."""
    sizes = {(item.kind, item.size) for item in rules.contract}
    kinds = {item.kind for item in rules.contract}
    if rules.opening_size is OpeningSize.EXACT and any(
        meld.kind in kinds and (meld.kind, meld.size) not in sizes for meld in melds
    ):
        yield rules.reason(ReasonCode.OPENING_NOT_EXACT, "opening.size", contract=_told(rules))


def _matched(melds: Sequence[Meld], rules: RoundRules) -> list[tuple[Meld, int]]:
    """Each meld with the size that the contract asks of it: the longest meld with the longest item of its kind."""
    pairs: list[tuple[Meld, int]] = []
    for kind, sizes in _asked_sizes(rules).items():
        laid = [meld for meld in melds if meld.form is kind]
        if len(laid) > 1:
            laid.sort(key=len)
        pairs += zip(laid, sizes, strict=True)
    return pairs


def _asked_sizes(rules: RoundRules) -> dict[Kind, list[int]]:
    """The sizes that the contract asks of runs and of sets, ascending; kept with the rules."""
    known: dict[Kind, list[int]] | None = rules.cache.get("asked sizes")
    if known is None:
        known = rules.cache["asked sizes"] = {
            kind: sorted([item.size for item in rules.contract if item.kind is kind.word]) for kind in (RUN, SET)
        }
    return known


def neighbour_reasons(melds: Sequence[Meld], rules: RoundRules) -> Iterator[Reason]:
    """Two sets of a rank, two runs of a suit that would join (`same_rank_sets`, `same_suit_runs`)."""
    for first, second in combinations(melds, 2):
        if first.form is second.form:
            yield from first.form.neighbour_reasons(first, second, rules)


def do_open(state: State, move: Open, log: Log) -> State:
    """The melds go to the table in the order written; the round is over when no card is left."""
    seat = state.turn
    rules = state.rules
    cards = b"".join([meld.cards for meld in move.melds])
    hand = state.hands[seat].minus_all(cards)
    if log is not None:
        log.append(Event(EventType.OPENED, seat, melds=move.melds))
    after = after_laying(
        state,
        hand,
        (*state.table, *[TableMeld(seat, meld, rules) for meld in move.melds]),
        opened=state.opened | 1 << seat,
        opened_now=True,
        freed=state.laid.freed if state.laid else b"",
        tally=played(state.tally, seat, cards),
        wild=rules.down_and_out is not None and any(meld.wilds(rules) for meld in move.melds),
    )
    return after if hand.size else hand_laid(after, log)

"""Moves made at random: of every type, near misses of legal ones, and legal ones."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from attrs import evolve

from mayi_rules.cards import CARDS, JOKER, UNKNOWN, Card
from mayi_rules.engine.engine import legal_moves, to_act
from mayi_rules.engine.state.state import State
from mayi_rules.melds.fitting import End
from mayi_rules.melds.meld import Meld
from mayi_rules.moves import (
    HOST,
    Abandon,
    Ask,
    Block,
    Close,
    Cut,
    Discard,
    Keep,
    LayOff,
    Move,
    NextRound,
    Open,
    Pass,
    Stock,
    Swap,
    Take,
    TakeBack,
    for_seat,
    lay_off,
)
from mayi_rules.profile.language.choices import MeldKind
from mayi_rules.testing.random_choice import Choices
from mayi_rules.testing.random_melds import build_meld, build_near_meld

_BARE: tuple[Callable[[int], Move], ...] = (Take, Stock, Pass, Block, TakeBack, Keep)
_ENDS = (None, End.LOW, End.HIGH)


def build_legal_move(state: State, choices: Choices, *, seat: int | None = None) -> Move | None:
    """A move from the state's own list, or None when there is none.

    Args:
        state: the position.
        choices: where the choices come from.
        seat: whose move; that of any seat that may act when None.
    """
    seats = to_act(state) if seat is None else (seat,)
    if not seats:
        return None
    legal = legal_moves(state, choices.pick(seats))
    openings = list(islice(legal.openings, 30))
    groups: dict[type[Move], list[Move]] = {Open: list(openings)} if openings else {}
    for move in legal.simple:
        groups.setdefault(type(move), []).append(move)
    return choices.pick(list(groups.values())[choices.whole(0, len(groups) - 1)]) if groups else None


def build_move(state: State, choices: Choices, *, seat: int | None = None) -> Move:
    """A move of any type, by any seat or the host, with any data in it: most are refused.

    Args:
        state: the position.
        choices: where the choices come from.
        seat: whose move; the active player's in most cases when None.
    """
    if seat is None:
        seat = state.turn if choices.yes(70) else choices.whole(0, state.players - 1)
    number = choices.whole(-1, len(state.table) + 1)
    match choices.whole(0, 11):
        case 0 | 1:
            return choices.pick(_BARE)(seat)
        case 2:
            top = state.discards[-1] if state.discards else None
            return Ask(seat, CARDS[top] if top is not None and choices.yes(70) else _card(state, seat, choices))
        case 3:
            return _host_move(state, seat, choices)
        case 4:
            return Discard(seat, _card(state, seat, choices))
        case 5 | 6 | 7:
            return _lay_off(state, seat, number, choices)
        case 8 | 9:
            card, wild = _card(state, seat, choices), _wild(state, choices)
            return Swap(seat, card, wild, number, choices.pick([None, None, None, End.LOW, End.HIGH]))
    return Open(seat, _melds(state, seat, choices))


def _host_move(state: State, seat: int, choices: Choices) -> Move:
    """A move that is offered to no seat, now and then made by one, or a cut by one that is not at the table."""
    match choices.whole(0, 3):
        case 0:
            return Cut(seat if choices.yes(80) else HOST, choices.whole(-1, state.rules.pack_size + 1))
        case 1 | 2:
            kind = choices.pick((Close, Abandon))
            who = HOST if choices.yes(70) else seat
            return Close(who) if kind is Close else Abandon(who)
    return NextRound(HOST if choices.yes(80) else seat, _order(state, choices))


def _order(state: State, choices: Choices) -> bytes | None:
    """An order for the next round, right where its pack is that of this one; or with something wrong about it."""
    order = bytes(choices.shuffled(state.rules.pack_cards))
    match choices.whole(0, 6):
        case 0:
            return None
        case 1:
            return order[: choices.whole(0, len(order) - 1)]
        case 2:
            return order + order[:1]
        case 3:
            return order[:-1] + order[:1]
        case 4:
            return bytes([UNKNOWN]) * (len(order) + choices.whole(-1, 1))
        case 5:
            return order[:-1] + bytes([choices.whole(UNKNOWN, 255)])
    return order


def _card(state: State, seat: int, choices: Choices) -> Card:
    """A card, in most cases from the seat's hand, now and then the unknown one."""
    held = [kind for kind in state.hands[seat].kinds if kind <= JOKER]
    return CARDS[choices.pick(held)] if held and choices.yes(85) else CARDS[choices.whole(0, UNKNOWN)]


def _wild(state: State, choices: Choices) -> Card:
    kinds = state.rules.wild_kinds
    return CARDS[choices.pick(kinds)] if kinds and choices.yes(90) else CARDS[choices.whole(0, JOKER)]


def _lay_off(state: State, seat: int, number: int, choices: Choices) -> LayOff:
    card = _card(state, seat, choices)
    if 1 <= number <= len(state.table) and choices.yes(85):
        target = state.table[number - 1].meld
        end = choices.pick(target.form.all_ends) if len(target.form.all_ends) > 1 else None
        return lay_off(seat, card, number, target, end)
    return LayOff(seat, card, number, choices.pick(_ENDS), choices.whole(-2, UNKNOWN))


def _melds(state: State, seat: int, choices: Choices) -> tuple[Meld, ...]:
    """Melds for an opening, as far as they can be had from the hand, with faults among them."""
    rules = state.rules
    left = [count if kind <= JOKER else 0 for kind, count in enumerate(state.hands[seat].counts)]
    melds = []
    for item in rules.contract:
        exact = item.size if choices.yes(60) else None
        meld = build_meld(rules, choices, kind=item.kind, size=exact, left=left)
        if meld is None:
            meld = build_meld(rules, choices, kind=item.kind if choices.yes(80) else None)
        if meld is None:
            continue
        if choices.yes(15):
            meld = build_near_meld(meld, choices, rules)
        for card in meld.cards:
            left[card] = max(0, left[card] - 1)
        melds.append(meld)
    if choices.yes(8) and (extra := build_meld(rules, choices, left=left)):
        melds.append(extra)
    return tuple(choices.shuffled(melds))


def build_near_miss(state: State, move: Move, choices: Choices) -> Move:
    """A move with one thing changed; of a legal move: in most cases one that is refused, or another legal one.

    Changed may be the seat, a card, the end or the number of a meld, a role, which wild is meant, and in an opening
    a meld: a card more or less, a wild elsewhere, another place, a meld more or less, two melds that trade a card.

    Args:
        state: the position.
        move: any move of a seat.
        choices: where the choices come from.
    """
    if choices.yes(10) and move.seat >= 0:
        return for_seat(move, (move.seat + choices.whole(1, state.players - 1)) % state.players)
    seat = max(move.seat, 0)
    match move:
        case Open():
            return _near_opening(state, move, choices)
        case LayOff():
            match choices.whole(0, 3):
                case 0:
                    return evolve(move, card=_card(state, seat, choices))
                case 1:
                    role = move.role if choices.yes(60) else -1
                    return evolve(move, end=choices.pick(_ENDS), role=role)
                case 2:
                    return evolve(move, meld=move.meld + choices.pick([-1, 1]))
            return evolve(move, role=choices.whole(-1, 51) if choices.yes(50) else move.role - 1)
        case Swap():
            match choices.whole(0, 3):
                case 0:
                    return evolve(move, card=_card(state, seat, choices))
                case 1:
                    return evolve(move, wild=_wild(state, choices))
                case 2:
                    return evolve(move, meld=move.meld + choices.pick([-1, 1]))
            return evolve(move, end=choices.pick(_ENDS))
        case Discard():
            return Discard(move.seat, CARDS[choices.whole(0, JOKER)])
        case Ask():
            return Ask(move.seat, CARDS[choices.whole(0, JOKER)] if choices.yes(90) else None)
    return choices.pick(_BARE)(seat)


def _near_opening(state: State, move: Open, choices: Choices) -> Open:
    rules = state.rules
    melds = list(move.melds)
    at = choices.whole(0, len(melds) - 1) if melds else 0
    match choices.whole(0, 5):
        case 0 if melds:
            del melds[at]
        case 1 if melds:
            melds.append(melds[at])
        case 2:
            melds = choices.shuffled(melds)
        case 3 if len(melds) > 1:
            other = (at + 1) % len(melds)
            melds[at], melds[other] = _trade(melds[at], melds[other])
        case 4:
            held = state.hands[max(move.seat, 0)].counts
            extra = build_meld(rules, choices, kind=choices.pick(list(MeldKind)), left=held)
            melds += [extra] if extra else []
        case _ if melds:
            melds[at] = build_near_meld(melds[at], choices, rules)
    return Open(move.seat, tuple(melds))


def _trade(first: Meld, second: Meld) -> tuple[Meld, Meld]:
    """Two melds after they exchanged their last cards."""
    one, two = bytearray(first.cards), bytearray(second.cards)
    if one and two:
        one[-1], two[-1] = two[-1], one[-1]

    def with_cards(meld: Meld, cards: bytearray) -> Meld:
        return meld.form.with_cards(meld, bytes(cards))

    return with_cards(first, one), with_cards(second, two)

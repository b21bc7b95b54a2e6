"""Comparing a State with what a case expects of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from mayi_rules.cards import Hand, format_cards
from mayi_rules.engine.engine import to_act
from mayi_rules.engine.state.state import State
from mayi_rules.melds.meld_readings import readings
from mayi_rules.scenarios.case import Expectation, Pile, TableItem


class Difference(NamedTuple):
    """One thing that is not as expected, in words."""

    what: str
    expected: str
    came: str


def differences(state: State, expect: Expectation, seats: Sequence[str]) -> Iterator[Difference]:
    """Everything in which a position is not what is expected.

    Args:
        state: the position.
        expect: what must hold.
        seats: the players' names.
    """
    for attribute in attrs.fields(Expectation):
        wanted = getattr(expect, attribute.name)
        if wanted is not None:
            yield from _COMPARE[attribute.name](state, wanted, seats)


_Compare = Callable[[State, Any, Sequence[str]], Iterator[Difference]]


def _hands(state: State, wanted: Mapping[int, tuple[int, ...]], seats: Sequence[str]) -> Iterator[Difference]:
    for seat, hand in enumerate(state.hands):
        if seat in wanted or not wanted:
            expected = Hand.of(wanted.get(seat, ()))
            if hand != expected:
                yield Difference(f"hands.{seats[seat]}", _cards(expected), _cards(hand))


def _cards(cards: Any) -> str:
    return format_cards(cards) or "no cards"


def _numbers(name: str, read: Callable[[State], Sequence[int]]) -> _Compare:
    """Compare numbers by seat: those of the seats named, or, where none is named, that nobody has any."""

    def compare(state: State, wanted: Mapping[int, int], seats: Sequence[str]) -> Iterator[Difference]:
        values = read(state)
        for seat, who in enumerate(seats):
            if seat in wanted or not wanted:
                expected = wanted.get(seat, 0)
                came = values[seat] if values else None if wanted else 0
                if came != expected:
                    yield Difference(f"{name}.{who}", str(expected), "none yet" if came is None else str(came))

    return compare


def _pile(name: str, read: Callable[[State], bytes]) -> _Compare:
    def compare(state: State, wanted: Pile, _seats: Sequence[str]) -> Iterator[Difference]:
        expected = bytes(wanted.cards)
        came = read(state)[::-1]
        if (came[: len(expected)] if wanted.more else came) != expected:
            text = f"{format_cards(expected)} …" if wanted.more else _cards(expected)
            shown = came[: len(expected) + 3]
            more = f" … ({len(came)} cards)" if len(shown) < len(came) else ""
            yield Difference(name, text, _cards(shown) + more)

    return compare


def _table(state: State, wanted: Sequence[TableItem], seats: Sequence[str]) -> Iterator[Difference]:
    """The melds of the seats named, in their order on the table; where none is named, an empty table."""
    named = {item.seat for item in wanted}
    came = [laid for laid in state.table if laid.seat in named or not named]
    if len(came) == len(wanted) and all(
        laid.seat == item.seat and laid.meld in readings(item.meld, laid.rules).melds
        for laid, item in zip(came, wanted, strict=True)
    ):
        return
    yield Difference(
        "table",
        "; ".join(f"{seats[item.seat]}: {item.meld}" for item in wanted) or "no melds",
        "; ".join(f"{seats[laid.seat]}: {laid.meld}" for laid in came) or "no melds",
    )


def _value(name: str, read: Callable[[State], Any], show: Callable[[Any, Sequence[str]], str]) -> _Compare:
    def compare(state: State, wanted: Any, seats: Sequence[str]) -> Iterator[Difference]:
        came = read(state)
        if came != wanted:
            yield Difference(name, show(wanted, seats), show(came, seats))

    return compare


def _plain(value: Any, _seats: Sequence[str]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _seat(value: int, seats: Sequence[str]) -> str:
    return seats[value]


def _seats(values: frozenset[int], seats: Sequence[str]) -> str:
    return ", ".join(seats[seat] for seat in sorted(values)) or "nobody"


_COMPARE: dict[str, _Compare] = {
    "hands": _hands,
    "hand_sizes": _numbers("hand_sizes", lambda state: [hand.size for hand in state.hands]),
    "discard": _pile("discard", lambda state: state.discards),
    "stock": _pile("stock", lambda state: state.stock),
    "stock_size": _value("stock_size", lambda state: len(state.stock), _plain),
    "table": _table,
    "turn": _value("turn", lambda state: state.turn, _seat),
    "phase": _value("phase", lambda state: state.phase, _plain),
    "to_act": _value("to_act", lambda state: frozenset(to_act(state)), _seats),
    "bought": _numbers("bought", lambda state: state.tally.bought),
    "bonuses": _numbers("bonuses", lambda state: state.setting.bonuses),
    "scores": _numbers("scores", lambda state: state.scores),
    "contracts": _numbers("contracts", lambda state: [state.contract_number(seat) for seat in range(len(state.hands))]),
    "rounds_won": _numbers("rounds_won", lambda state: state.rounds_won or (0,) * len(state.hands)),
    "totals": _numbers("totals", lambda state: state.totals),
    "winners": _value("winners", lambda state: frozenset(state.winners), _seats),
    "round_over": _value("round_over", lambda state: state.is_over, _plain),
}

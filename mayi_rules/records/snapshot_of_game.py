"""From a game to its record."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from mayi_rules.cards import UNKNOWN
from mayi_rules.engine.engine import Step
from mayi_rules.engine.rules.deal import cards_to_deal, dealt_from
from mayi_rules.engine.state.events import EventType
from mayi_rules.engine.state.plain import state_to_plain
from mayi_rules.engine.state.state import State
from mayi_rules.engine.text.names import HOST_NAME
from mayi_rules.moves import HOST, NextRound
from mayi_rules.profile.language.choices import WhenEmpty
from mayi_rules.records.record import Record, RecordedMove, RecordedRound
from mayi_rules.records.renewals import renewal_orders
from mayi_rules.records.replay import retell


def make_record(seats: tuple[str, ...], first: State, order: bytes | None, steps: Sequence[Step], now: State) -> Record:
    """The record of a game.

    Args:
        seats: the names.
        first: the position before the first step.
        order: the order of the first round's pack.
        steps: all steps.
        now: the position after the last step.
    """
    return _record(seats, first, _rounds(seats, first, order, steps), now, snapshot=True)


def make_record_for(
    seat: int | None, seats: tuple[str, ...], first: State, order: bytes | None, steps: Sequence[Step], now: State
) -> Record:
    """The record of a game as one seat (or, with None, a spectator) can tell it.

    In the orders stand only the cards that the seat saw come from there: its hands as dealt, the upcards, what it
    drew. All others are `?`. Digest and scores are those of what it knows.
    """
    rounds = _rounds(seats, first, order, steps)
    seen = _seen_orders(seat, first, rounds, steps)
    masked = [evolve(one, deck=orders[0], recycled=tuple(orders[1:])) for one, orders in zip(rounds, seen, strict=True)]
    record = _record(seats, first, masked, now, snapshot=False)
    return evolve(record, digest=retell(record).state.digest)


def _record(
    seats: tuple[str, ...], first: State, rounds: Sequence[RecordedRound], now: State, *, snapshot: bool
) -> Record:
    profile = first.rules.profile
    return Record(
        profile=profile,
        profile_digest=profile.digest,
        seats=seats,
        dealer=seats[first.setting.dealer],
        rounds=tuple(rounds),
        digest=now.digest if snapshot else None,
        snapshot=state_to_plain(now) if snapshot else None,
    )


def _rounds(seats: tuple[str, ...], first: State, order: bytes | None, steps: Sequence[Step]) -> list[RecordedRound]:
    rounds: list[RecordedRound] = []
    deck = _order(first, order)
    recycled: list[bytes] = []
    moves: list[RecordedMove] = []
    scores: dict[str, int] | None = None

    def end() -> None:
        rounds.append(RecordedRound(deck, tuple(recycled), tuple(moves), scores))

    for step in steps:
        if isinstance(step.move, NextRound):
            end()
            deck = _order(step.state, step.move.order)
            recycled, moves, scores = [], [], None
            continue
        seat = step.move.seat
        moves.append(RecordedMove(f"{HOST_NAME if seat == HOST else seats[seat]}: {step.move.text()}"))
        recycled += renewal_orders(step)
        if step.state.scores:
            scores = dict(zip(seats, step.state.scores, strict=True))
    end()
    return rounds


def _order(dealt: State, order: bytes | None) -> bytes:
    return dealt.setting.chance.deal_order(dealt.rules, dealt.round) if order is None else order


def _seen_orders(
    seat: int | None, first: State, rounds: Sequence[RecordedRound], steps: Sequence[Step]
) -> list[list[bytes]]:
    """For every round its deck and the orders of its renewals, with `?` for what the seat did not see."""
    found: list[list[bytearray]] = []
    for dealt in (first, *[step.state for step in steps if isinstance(step.move, NextRound)]):
        one = rounds[len(found)]
        hidden = [bytearray([UNKNOWN]) * len(order) for order in (one.deck, *one.recycled)]
        players, count, upcards = dealt.players, dealt.players * dealt.rules.dealt, cards_to_deal(dealt.rules)
        turned = upcards + dealt_from(dealt.rules, one.deck).turned
        hidden[0][count:turned] = one.deck[count:turned]
        if seat is not None:
            own = (seat - dealt.setting.dealer - 1) % players
            hidden[0][own:count:players] = one.deck[own:count:players]
        found.append(hidden)
    number = 0
    place = [0, 0]  # which order is drawn from, and the how manieth card of it comes next
    stock = dealt_from(first.rules, rounds[0].deck).places
    for step in steps:
        if isinstance(step.move, NextRound):
            number += 1
            place = [0, 0]
            stock = dealt_from(step.state.rules, rounds[number].deck).places
            continue
        shuffles = step.before.rules.when_empty is not WhenEmpty.TURN_OVER
        for event in step.events:
            if event.type is EventType.RENEWED_STOCK:
                place = [place[0] + 1, 0]
            elif event.type in (EventType.DREW_STOCK, EventType.DREW_PENALTY):
                if event.seat == seat and (shuffles or not place[0]):
                    where = place[1] if place[0] else stock[place[1]]
                    found[number][place[0]][where] = event.cards[0]
                place[1] += 1
    return [[bytes(order) for order in one] for one in found]

"""Playing a record again, move by move, and comparing what it says with what comes."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import NoReturn

from attrs import define, field

from mayi_rules.cards import misfit
from mayi_rules.engine.caps import TURN_CAP, Guard
from mayi_rules.engine.engine import Step, apply
from mayi_rules.engine.open_play import apply_revealed, revealed
from mayi_rules.engine.rules.deal import new_round
from mayi_rules.engine.rules.scoring import score_fault
from mayi_rules.engine.state.events import Event
from mayi_rules.engine.state.plain import state_from_plain, state_to_plain
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Chance, Orders, Phase
from mayi_rules.engine.text.names import HOST_NAME, seat_number
from mayi_rules.engine.text.notation import parse_moves
from mayi_rules.errors import IllegalMove, MayIError, NotationError, ProfileError, RecordError
from mayi_rules.moves import HOST, NextRound
from mayi_rules.profile.digest import first_digest_of
from mayi_rules.profile.resolution import round_rules
from mayi_rules.reasons import Source
from mayi_rules.records.checksum import NOT_AS_WRITTEN
from mayi_rules.records.record import RULES_VERSION, Record, RecordedMove, RecordedRound
from mayi_rules.records.renewals import renewal_orders

_CHANGED = (
    "the record was changed or damaged since it was saved: the checksum is not that of what it says. If it was changed "
    "on purpose, take the line checksum out"
)
_AS_WRITTEN = "by its checksum the record is as it was saved: this release plays it otherwise"
_LOADS = "with verify='moves' it loads, and this is only noted"


class Verify(StrEnum):
    """How much of a record must agree with the rules.

    strict: moves, scores, digests and the snapshot. moves: the moves; what else does not agree is noted. none: nothing
    is played again.
    """

    STRICT = "strict"
    MOVES = "moves"
    NONE = "none"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise ValueError(f"verify should be strict, moves or none, not {value!r}")


@define
class Replayed:
    """A record played again.

    Attributes:
        first: the position before the first step.
        order: the order of the first round's pack.
        dealt: what happened at the first deal.
        steps: all steps.
        state: the position after the last one, or that of the snapshot where the moves do not lead to it any more.
        key: the key of shuffles to come.
        turn_cap: how many turns a round has at most when the game goes on; None for no cap.
        disagreements: what the record says and the rules do not.
    """

    first: State
    order: bytes
    dealt: tuple[Event, ...]
    steps: list[Step]
    state: State
    key: str
    turn_cap: int | None = TURN_CAP
    disagreements: list[str] = field(factory=list)


def retell(
    record: Record, *, verify: str = Verify.STRICT, key: str | None = None, orders: Orders | None = None
) -> Replayed:
    """Play a record again.

    Args:
        record: the record.
        verify: how much must agree. Of a record that was played under another version of the rules nothing must:
            what does not agree is noted.
        key: the key of shuffles to come; by default a new secret one.
        orders: orders of renewals to come that are known.

    Raises:
        RecordError: it does not agree, with the number of round and move.
    """
    return _Retelling(record, Verify(verify), key or secrets.token_hex(16), orders or {}).tell()


class _Stop(Exception):  # noqa: N818 - ends the telling, is never seen outside
    """A record of other rules cannot be told on from here."""


class _Retelling:
    def __init__(self, record: Record, verify: Verify, key: str, orders: Orders) -> None:
        self.record = record
        self.orders = dict(orders)
        for number, one in enumerate(record.rounds, start=1):
            for renewal, order in enumerate(one.recycled):
                self.orders[number, renewal] = (order, *self.orders.get((number, renewal), ()))
        self.verify = verify
        self.key: str | None = key if record.is_complete else None
        self.later = key
        self.notes: list[str] = []
        self.first_digest: str | None = None
        self.steps: list[Step] = []
        self.guard = Guard(None)
        self.state: State
        self.number = 1

    def tell(self) -> Replayed:
        record = self.record
        one = record.rounds[0]
        if record.rules_version > RULES_VERSION:
            newer = "a newer release wrote the record, and what does not agree is only noted"
            self.note(newer, record.places.get("rules_version"))
        if record.profile_digest != record.profile.digest:
            is_of_first_digests = record.profile_digest == first_digest_of(record.profile)
            self.first_digest = record.profile_digest if is_of_first_digests else None
            self.compare(is_of_first_digests, "profile_digest", "the profile is not the one its digest names")
        log: list[Event] = []
        with self.faults_of("seats"):
            rules = round_rules(record.profile, len(record.seats), 1)
        with self.faults_of("dealer"):
            dealer = seat_number(record.dealer, record.seats)
        try:
            first = new_round(rules, dealer, (0,) * rules.players, Chance(self.key, self.orders), one.deck, log)
        except RecordError as error:
            self.fail(str(error), one.source)
        self.state = first
        try:
            for number, told in enumerate(record.rounds, start=1):
                self.number = number
                if number > 1:
                    self.deal(told)
                self.play_round(told)
            self.at_the_end()
        except _Stop:
            if record.snapshot is not None:
                with self.faults_of("snapshot"):
                    self.state = state_from_plain(record.snapshot, record.profile, Chance(self.later))
                self.compare(
                    self.is_at(record.digest), "snapshot", "the snapshot is not the position that the digest names"
                )
        return Replayed(first, one.deck, tuple(log), self.steps, self.state, self.later, record.turn_cap, self.notes)

    def deal(self, told: RecordedRound) -> None:
        before = self.state
        if before.phase is not Phase.ROUND_OVER:
            self.fail(f"round {self.number} follows, but round {self.number - 1} is not over", told.source)
        try:
            step = apply(before, NextRound(order=told.deck))
        except (IllegalMove, ProfileError, RecordError) as error:
            self.fail(str(error), told.source)
        self.add(step)

    def play_round(self, told: RecordedRound) -> None:
        for number, move in enumerate(told.moves, start=1):
            self.play(move, number, told)
        if len(told.recycled) > self.state.tally.renewed:
            count = self.state.tally.renewed
            orders = len(told.recycled)
            self.differ(f"there are {orders} recycled orders, but the stock was renewed {count} times", told)
        if told.scores is not None:
            self.score(told, told.scores)

    def play(self, move: RecordedMove, number: int, told: RecordedRound) -> None:
        name, mark, text = move.text.partition(":")
        try:
            if not mark:
                who = self.record.seats[0]
                self.fail(f"{move.text!r} does not say who moves: write {who}: {move.text}", move.source, number)
            seat = HOST if name.strip() == HOST_NAME else seat_number(name.strip(), self.record.seats)
            text = text.strip()
            found = parse_moves(revealed(self.state, seat, text), seat, text)
            if any(isinstance(one, NextRound) for one in found):
                self.fail("a next round begins with its own deck, not with a move", move.source, number)
            for one in found:
                self.guard.expect(one)
                self.add(apply_revealed(self.state, one))
        except NotationError as error:
            self.fail(str(error), move.source, number)
        except IllegalMove as error:
            codes = ", ".join(error.verdict.codes)
            self.differ(f"{move.text!r} is not legal: {error} ({codes})", told, move, number, moves=True)
            raise _Stop from error
        except RecordError as error:
            if error.round is not None:
                raise
            self.fail(str(error), move.source, number)
        tally = self.state.tally
        if tally.renewed > len(told.recycled) and self.key is not None and not tally.stock_known:
            self.fail("the stock is renewed here, but the record gives no order for it", move.source, number)

    def add(self, step: Step) -> None:
        noted = self.record.rounds[self.number - 1].recycled
        for renewal, used in enumerate(renewal_orders(step), start=step.before.tally.renewed):
            if renewal < len(noted) and noted[renewal] != used:
                raise RecordError(
                    f"The order given for renewal {renewal + 1} of the stock is not one of the {len(used)} cards "
                    f"that are recycled: {misfit(noted[renewal], used)}."
                )
        self.steps.append(step)
        self.guard.see(step.move)
        self.state = step.state

    def score(self, told: RecordedRound, scores: dict[str, int]) -> None:
        state = self.state
        ending = state.ending
        if ending is None:
            self.fail(f"round {self.number} has scores, but it is not over", told.source)
        if set(scores) != set(self.record.seats):
            self.fail("the scores are not those of the seats", told.source)
        given = tuple(scores[name] for name in self.record.seats)
        for seat, score in enumerate(given):
            if fault := score_fault(state, seat, self.record.seats[seat], score):
                self.differ(fault, told)
        if not ending.scores:
            self.state = state.replace(ending=ending.replace(scores=given))
            last = self.steps[-1]
            self.steps[-1] = Step(self.state, last.before, last.move)

    def at_the_end(self) -> None:
        record = self.record
        self.compare(self.is_at(record.digest), "digest", "the last position has another digest")
        if record.snapshot is not None:
            same = record.snapshot == state_to_plain(self.state)
            self.compare(same, "snapshot", "the snapshot is not the last position")
        self.compare(record.is_as_written is not False, "checksum", _CHANGED)

    def is_at(self, digest: str | None) -> bool:
        """Whether the position is the one that a digest of the record names."""
        if digest is None or self.state.digest == digest:
            return True
        return self.first_digest is not None and digest == self.state.digest_with(self.first_digest)

    def compare(self, agrees: bool, key: str, message: str) -> None:  # noqa: FBT001 - what is compared stands at the call
        if not agrees:
            self.note(message, self.record.places.get(key))

    @contextmanager
    def faults_of(self, key: str) -> Iterator[None]:
        """What is wrong here is blamed on a key of the record."""
        try:
            yield
        except MayIError as error:
            raise RecordError(self.told(str(error), self.record.places.get(key))) from error

    def differ(
        self,
        message: str,
        told: RecordedRound,
        move: RecordedMove | None = None,
        number: int | None = None,
        *,
        moves: bool = False,
    ) -> None:
        """Note what does not agree, or refuse the record where it must agree."""
        source = move.source if move is not None else told.source
        self.note(message, source, self.number, number, always=moves)

    def note(
        self,
        message: str,
        source: Source | None,
        number: int | None = None,
        move: int | None = None,
        *,
        always: bool = False,
    ) -> None:
        is_damaged = self.record.is_as_written is False
        others = self.record.rules_version != RULES_VERSION and not is_damaged
        if not others and (always or self.verify is Verify.STRICT):
            text = self.told(message, source, number, move, can_be_noted=not always)
            raise RecordError(text, round=number, move=move)
        self.notes.append(self.told(message, source, number, move))

    def fail(self, message: str, source: Source | None = None, move: int | None = None) -> NoReturn:
        raise RecordError(self.told(message, source, self.number, move), round=self.number, move=move)

    def told(
        self,
        message: str,
        source: Source | None,
        number: int | None = None,
        move: int | None = None,
        *,
        can_be_noted: bool = False,
    ) -> str:
        """A fault with its place, and with what checksum and version say of the file."""
        text = _located(message, source, number, move)
        if message == _CHANGED:
            return text
        if self.record.is_as_written is False:
            return text + NOT_AS_WRITTEN
        known = [_AS_WRITTEN] if self.record.is_as_written else []
        if self.record.rules_version != RULES_VERSION:
            played = f"it was played under rules version {self.record.rules_version}"
            known.append(f"{played}, this release plays version {RULES_VERSION}")
        elif known and can_be_noted:
            known.append(_LOADS)
        return f"{text} ({'; '.join(known)})" if known else text


def _located(message: str, source: Source | None, number: int | None = None, move: int | None = None) -> str:
    where = f"{source}: " if source is not None else ""
    if number is not None:
        where += f"round {number}, move {move} ({number}.{move}): " if move is not None else f"round {number}: "
    return where + message


def check_record(record: Record, verify: str) -> Replayed:
    """The record played again; raises as `retell` does, and RecordError only."""
    try:
        return retell(record, verify=verify)
    except RecordError:
        raise
    except MayIError as error:
        place = record.places.get("record")
        raise RecordError(_located(f"the record cannot be played again: {error}", place)) from error

"""From a record back to a game that is played on."""

from __future__ import annotations

from collections.abc import Callable

from mayi_rules.arguments import expect, expect_seed
from mayi_rules.engine.state.values import Orders
from mayi_rules.game.game import Game
from mayi_rules.game.policies import Policy, SitsOut
from mayi_rules.records.record import Record
from mayi_rules.records.replay import Replayed, Verify, retell


def replay(
    record: Record,
    *,
    verify: str | None = None,
    seed: int | str | None = None,
    bots: Callable[[str], Policy] | None = None,
) -> Game:
    """Play a record again and go on from there.

    Args:
        record: the record.
        verify: as for `load_record`; by default `strict`, or `moves` for a record in which something did not agree
            when it was loaded.
        seed: makes the shuffles to come reproducible; by default they come from a new secret key: a record holds the
            orders of what was dealt, not the key.
        bots: makes the policies that the record names (`mayi_rules.bots.make_bot`); who sits out does so without it.
            The seat of a policy that nobody makes is played by a person; its name is kept.

    Returns:
        The game, equal to the one that was recorded.

    Raises:
        RecordError: the record does not agree with the rules.
    """
    expect("record", record, Record, "a Record: load_record(…) reads one")
    expect_seed(seed)
    usual = Verify.MOVES if record.disagreements else Verify.STRICT
    mode = usual if verify is None else Verify(verify)
    if mode is Verify.NONE:
        mode = Verify.MOVES
    game = Game.resumed(record.seats, _replayed(record, mode, seed), saved=record.counters)
    seat_policies(game, record, bots)
    return game


def resume_last(record: Record, *, orders: Orders, seed: int | str | None = None) -> Game:
    """Go on with a game of which this record is known to be the last that was counted: it counts on.

    Args:
        record: the record.
        orders: orders of renewals to come that are known.
        seed: makes the shuffles to come reproducible.
    """
    key = None if seed is None else f"seed {seed}"
    told = retell(record, verify=Verify.STRICT, key=key, orders=orders)
    return Game.resumed(record.seats, told, saved=record.counters, is_last=True)


def seat_policies(game: Game, record: Record, bots: Callable[[str], Policy] | None) -> None:
    """Have the policies that a record names play their seats again."""
    for seat, name in record.policies.items():
        seat_policy(game, seat, name, bots)


def seat_policy(game: Game, seat: str, name: str | None, bots: Callable[[str], Policy] | None) -> None:
    """Have the policy of a name play a seat, as far as anybody makes it; with None a person plays it."""
    policy: Policy | None = None
    if name == SitsOut.name:
        policy = SitsOut()
    elif name is not None and bots is not None:
        policy = bots(name)
    game.set_policy(seat, policy, called=name)


def _replayed(record: Record, mode: Verify, seed: int | str | None) -> Replayed:
    """The record played again; once is enough where it has just been loaded in the same way."""
    ready: Replayed | None = record.take_replayed(mode) if seed is None else None
    if ready is not None:
        return ready
    return retell(record, verify=mode, key=None if seed is None else f"seed {seed}")

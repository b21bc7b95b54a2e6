"""From a record back to a game that is played on."""

from __future__ import annotations

from collections.abc import Callable

from mayi_rules.arguments import expect, expect_seed
from mayi_rules.game.game import Game
from mayi_rules.game.policies import Policy, SitsOut, UnknownPolicy
from mayi_rules.records.model import Record
from mayi_rules.records.replaying import Replayed, Verify, retell


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
            A policy that nobody makes keeps its name and its seat, and raises when it is asked for a move.

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
    for seat, name in record.policies.items():
        policy: Policy = SitsOut() if name == SitsOut.name else UnknownPolicy(name) if bots is None else bots(name)
        game.set_policy(seat, policy, called=name)
    return game


def _replayed(record: Record, mode: Verify, seed: int | str | None) -> Replayed:
    """The record played again; once is enough where it has just been loaded in the same way."""
    ready: Replayed | None = record.take_replayed(mode) if seed is None else None
    if ready is not None:
        return ready
    return retell(record, verify=mode, key=None if seed is None else f"seed {seed}")

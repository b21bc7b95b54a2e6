"""From a record back to a game that is played on."""

from __future__ import annotations

from mayi_rules.arguments import expect, expect_seed
from mayi_rules.game.game import Game
from mayi_rules.game.parts import Orders
from mayi_rules.records.model import Record
from mayi_rules.records.replaying import Verify, retell


def replay(record: Record, *, verify: str | None = None, seed: int | str | None = None) -> Game:
    """Play a record again and go on from there.

    Args:
        record: the record.
        verify: as for `load_record`; by default `strict`, or `moves` for a record in which something did not agree
            when it was loaded.
        seed: makes the shuffles to come reproducible; by default they come from a new secret key: a record holds the
            orders of what was dealt, not the key.

    Returns:
        The game, equal to the one that was recorded.

    Raises:
        RecordError: the record does not agree with the rules.
    """
    expect("record", record, Record, "a Record: load_record(…) reads one")
    expect_seed(seed)
    usual = Verify.MOVES if record.disagreements else Verify.STRICT
    mode = usual if verify is None else Verify(verify)
    return resume(record, verify=Verify.MOVES if mode is Verify.NONE else mode, seed=seed)


def resume(
    record: Record,
    *,
    verify: Verify = Verify.STRICT,
    seed: int | str | None = None,
    orders: Orders | None = None,
    version: int | None = None,
) -> Game:
    """Play a record again and go on from there; as `replay`.

    Args:
        record: the record.
        verify: how much of it must agree.
        seed: makes the shuffles to come reproducible.
        orders: orders of renewals to come that are known.
        version: the version of the game that the record is of, where that is known.
    """
    told = retell(record, verify=verify, key=None if seed is None else f"seed {seed}", orders=orders)
    return Game.resumed(record.seats, told, version=version)

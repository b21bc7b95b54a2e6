"""Records: games as readable files, checked move by move when they are loaded."""

from typing import TYPE_CHECKING

from mayi_rules.front import lazy

if TYPE_CHECKING:
    from mayi_rules.records.epoch import Counters
    from mayi_rules.records.reader import dump_record, load_record
    from mayi_rules.records.record import Record, RecordedMove, RecordedRound
    from mayi_rules.records.replay import Verify
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            ".epoch": "Counters",
            ".reader": "dump_record load_record",
            ".record": "Record RecordedMove RecordedRound",
            ".replay": "Verify",
        },
    )

__all__ = [
    "Counters",
    "Record",
    "RecordedMove",
    "RecordedRound",
    "Verify",
    "dump_record",
    "load_record",
]

"""A small part of the soak (`python -m tests.benchmarks.soak`), so that it stays playable."""

from __future__ import annotations

import pytest

pytest.importorskip("hypothesis")  # the strategies come with the extra testing
from tests.benchmarks.soak import SHARES, soak

pytestmark = pytest.mark.slow


def test_everything_holds_through_some_thousand_moves(factor: int) -> None:
    done = soak("suite", moves=4_000 * factor)
    assert done["moves"] >= 4_000
    assert {"conserved", "refused", "masked", "texts", "views", "events", "undo", "offered", "states"} <= set(done)


def test_every_property_is_asked() -> None:
    done = soak("all", moves=300, shares=dict.fromkeys(SHARES, 12))
    assert set(SHARES) <= set(done)

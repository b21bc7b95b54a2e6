"""Hypothesis is deterministic here, so that a run says the same everywhere; MAYI_PROPERTIES raises the numbers.

`MAYI_PROPERTIES=20 pytest tests/test_properties_rounds.py` asks for twenty times as many examples and rounds
(2,000 rounds over random profiles at 20), with the same seeds on every run.
"""

from __future__ import annotations

import os

import pytest

try:
    from hypothesis import HealthCheck, settings
except ImportError:  # the extra `testing` is not installed: the properties are skipped
    FACTOR = 1
else:
    FACTOR = max(1, int(os.environ.get("MAYI_PROPERTIES", "1")))
    settings.register_profile(
        "mayi",
        derandomize=True,
        deadline=None,
        max_examples=30 * FACTOR,
        print_blob=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    settings.load_profile("mayi")


@pytest.fixture(scope="session")
def factor() -> int:
    """How many times the usual number of examples is asked for (`MAYI_PROPERTIES`)."""
    return FACTOR

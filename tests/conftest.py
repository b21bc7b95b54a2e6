"""Hypothesis is deterministic here, so that a run says the same everywhere; MAYI_PROPERTIES raises the numbers.

`MAYI_PROPERTIES=20 pytest tests/test_properties_rounds.py` asks for twenty times as many examples and rounds
(2,000 rounds over random profiles at 20), with the same seeds on every run.
"""

from __future__ import annotations

import os

import pytest
import yaml

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


@pytest.fixture(scope="session")
def case():
    """Run a case written as in a scenario file, and insist that it goes as written."""
    from mayi_rules.scenarios.reader import load_scenarios
    from mayi_rules.scenarios.run import run_case

    def run(profile, text, **changes):
        """The case in `text` (YAML) under a profile: an id, or what `changes` make of it by key path."""
        if changes.get("rules"):
            profile = {"extends": profile, **nested(changes["rules"])}
        document = {"scenario": 1, "cases": [{"name": "a case", "profile": profile, **yaml.safe_load(text)}]}
        (found,) = load_scenarios(yaml.safe_dump(document, allow_unicode=True, sort_keys=False))
        result = run_case(found)
        assert result.ok, "\n".join(map(str, result.problems))

    return run


def nested(flat):
    """Key paths as nested mappings; numbers of rounds are numbers."""
    tree = {}
    for path, value in flat.items():
        *above, name = (int(step) if step.isdecimal() else step for step in path.split("."))
        place = tree
        for step in above:
            place = place.setdefault(step, {})
        place[name] = value
    return tree

"""Scenarios: executable rule cases in YAML."""

from typing import TYPE_CHECKING

from mayi_rules.front import lazy

if TYPE_CHECKING:
    from mayi_rules.scenarios.case import Case, ScenarioError
    from mayi_rules.scenarios.reader import load_scenarios
    from mayi_rules.scenarios.run import CaseResult, Problem, Report, run_case, run_scenarios
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            ".case": "Case ScenarioError",
            ".reader": "load_scenarios",
            ".run": "CaseResult Problem Report run_case run_scenarios",
        },
    )

__all__ = [
    "Case",
    "CaseResult",
    "Problem",
    "Report",
    "ScenarioError",
    "load_scenarios",
    "run_case",
    "run_scenarios",
]

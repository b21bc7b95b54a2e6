"""`mayi scenario`: running executable rule cases."""

from __future__ import annotations

from pathlib import Path

import click

from mayi_rules.cli import completion
from mayi_rules.cli.output import BadCall, print_json
from mayi_rules.cli.terminal import say
from mayi_rules.scenarios.reader import scenario_files
from mayi_rules.scenarios.run import CaseResult, Report, run_scenarios


@click.group()
def scenario() -> None:
    """Run executable rule cases."""


@scenario.command()
@click.argument("paths", metavar="FILE|DIR...", nargs=-1, required=True, shell_complete=completion.files)
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def run(paths: tuple[str, ...], *, as_json: bool) -> None:
    """Run the cases of files and folders.

    Prints a line a case and a count; exits with 1 if a case fails.
    """
    for path in paths:
        try:
            is_there = Path(path).exists()
            is_empty = is_there and Path(path).is_dir() and not scenario_files(Path(path))
        except (OSError, ValueError):
            is_there = is_empty = False
        if not is_there:
            raise BadCall(f"there is no file or folder {path!r}")
        if is_empty:
            raise BadCall(f"there are no scenarios in {path!r}")
    report = run_scenarios(paths)
    if as_json:
        print_json(report.to_dict())
    else:
        _print(report)
    if not report.ok:
        raise click.exceptions.Exit(1)


def _print(report: Report) -> None:
    for fault in report.faults:
        say(f"FAILED  {fault}")
    for result in report.results:
        _print_case(result)
    count = len(report.results)
    unread = len({fault.source.label for fault in report.faults if fault.source})
    files = f", {unread} file{'s' * (unread > 1)} cannot be read" if unread else ""
    say(f"{count} case{'s' * (count != 1)}: {report.passed} passed, {report.failed} failed{files}")


def _print_case(result: CaseResult) -> None:
    case = result.case
    say(f"{'ok    ' if result.ok else 'FAILED'}  {case.source.label}: {case.name}")
    said = ""
    for problem in result.problems:
        place = f"step {problem.step}, {problem.said}" if problem.step else problem.said
        if place != said:
            say(f"        {place} ({problem.where})")
            said = place
        say(f"          {problem.what or 'the case'}")
        say(f"            expected: {problem.expected}")
        came, *more = problem.came.splitlines() or [""]
        say(f"            came:     {came}", *[f"                      {line}" for line in more])

"""`mayi scenario`: running executable rule cases."""

from __future__ import annotations

from pathlib import Path

import click

from mayi_rules.cli.output import Failure, print_json
from mayi_rules.scenarios.reading import scenario_files
from mayi_rules.scenarios.running import CaseResult, Report, run_scenarios


@click.group()
def scenario() -> None:
    """Executable rule cases."""


@scenario.command()
@click.argument("paths", metavar="FILE|DIR...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def run(paths: tuple[str, ...], *, as_json: bool) -> None:
    """Run the cases of files, and of all scenario files in folders; exits with 1 if one fails."""
    for path in paths:
        try:
            is_there = Path(path).exists()
            is_empty = is_there and Path(path).is_dir() and not scenario_files(Path(path))
        except (OSError, ValueError):
            is_there = is_empty = False
        if not is_there:
            raise Failure(f"there is no file or folder {path!r}", exit_code=2)
        if is_empty:
            raise Failure(f"there are no scenarios in {path!r}", exit_code=2)
    report = run_scenarios(paths)
    if as_json:
        print_json(report.to_dict())
    else:
        _print(report)
    if not report.ok:
        raise click.exceptions.Exit(1)


def _print(report: Report) -> None:
    for fault in report.faults:
        click.echo(f"FAILED  {fault}")
    for result in report.results:
        _print_case(result)
    count = len(report.results)
    unread = len({fault.source.label for fault in report.faults if fault.source})
    files = f", {unread} file{'s' * (unread > 1)} cannot be read" if unread else ""
    click.echo(f"{count} case{'s' * (count != 1)}: {report.passed} passed, {report.failed} failed{files}")


def _print_case(result: CaseResult) -> None:
    case = result.case
    click.echo(f"{'ok    ' if result.ok else 'FAILED'}  {case.source.label}: {case.name}")
    said = ""
    for problem in result.problems:
        place = f"step {problem.step}, {problem.said}" if problem.step else problem.said
        if place != said:
            click.echo(f"        {place} ({problem.where})")
            said = place
        click.echo(f"          {problem.what or 'the case'}")
        click.echo(f"            expected: {problem.expected}")
        click.echo(f"            came:     {problem.came}")

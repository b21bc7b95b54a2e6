"""Running cases: the position, the steps, what is expected, and what must hold anyway."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from mayi_rules.cards import KINDS
from mayi_rules.engine.engine import apply, check
from mayi_rules.engine.state.state import State
from mayi_rules.engine.text.notation import parse_moves
from mayi_rules.errors import Fault, IllegalMove, NotationError
from mayi_rules.moves import Move, NextRound
from mayi_rules.reasons import Verdict
from mayi_rules.scenarios.case import Case, Expectation, PlayStep, ScenarioError
from mayi_rules.scenarios.expectations import Difference, differences
from mayi_rules.scenarios.position import Position, build_position, conserved
from mayi_rules.scenarios.properties import accepted_differences, refused_differences, unreadable_differences
from mayi_rules.scenarios.reader import load_scenarios, scenario_files

if TYPE_CHECKING:
    from mayi_rules.typed import CaseDict, ProblemDict, ReportDict


@attrs.frozen(kw_only=True)
class Problem:
    """Why a case failed.

    Attributes:
        step: the number of the step, from 1; 0 for the position, None for what is expected at the end.
        said: the step as written, or what stands for it.
        what: what was compared.
        expected: what was expected.
        came: what came instead.
        where: file, line and column.
    """

    step: int | None
    said: str
    what: str
    expected: str
    came: str
    where: str

    def to_dict(self) -> ProblemDict:
        """The problem as plain values."""
        return {
            "step": self.step,
            "said": self.said,
            "what": self.what,
            "expected": self.expected,
            "came": self.came,
            "where": self.where,
        }


@attrs.frozen(kw_only=True)
class CaseResult:
    """How a case went: it passed when there are no problems."""

    case: Case
    problems: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the case passed."""
        return not self.problems

    def to_dict(self) -> CaseDict:
        """The result as plain values."""
        source = self.case.source
        return {
            "file": source.label,
            "line": source.line,
            "case": self.case.name,
            "ok": self.ok,
            "problems": [problem.to_dict() for problem in self.problems],
        }


@attrs.frozen(kw_only=True)
class Report:
    """How all cases of some files went; `faults` are those of files that could not be read."""

    results: tuple[CaseResult, ...]
    faults: tuple[Fault, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether every file could be read and every case passed."""
        return not self.faults and not self.failed

    @property
    def passed(self) -> int:
        """How many cases passed."""
        return len(self.results) - self.failed

    @property
    def failed(self) -> int:
        """How many cases failed."""
        return sum(not result.ok for result in self.results)

    def to_dict(self) -> ReportDict:
        """The report as plain values."""
        return {
            "ok": self.ok,
            "passed": self.passed,
            "failed": self.failed,
            "cases": [result.to_dict() for result in self.results],
            "faults": [fault.to_dict() for fault in self.faults],
        }


def run_scenarios(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> Report:
    """Run the cases of files (or of one), and of all scenario files in folders and below them."""
    if isinstance(paths, str | os.PathLike):
        paths = [paths]
    results: list[CaseResult] = []
    faults: list[Fault] = []
    for path in paths:
        for file in scenario_files(Path(path)) if Path(path).is_dir() else [path]:
            try:
                results += map(run_case, load_scenarios(Path(file), label=os.fspath(file)))
            except ScenarioError as error:
                faults += error.faults
    return Report(results=tuple(results), faults=tuple(faults))


def run_case(case: Case) -> CaseResult:
    """Run one case, to its first step that does not go as expected."""
    try:
        return CaseResult(case=case, problems=tuple(_Run(case).problems()))
    except ScenarioError as error:
        problems = (
            Problem(
                step=0,
                said="given",
                what=fault.path,
                expected="a case that can be played",
                came=fault.message,
                where=str(fault.source or case.source),
            )
            for fault in error.faults
        )
        return CaseResult(case=case, problems=tuple(problems))


class _Run:
    def __init__(self, case: Case) -> None:
        self.case = case
        position: Position = build_position(case)
        self.state: State = position.state
        self.aside = position.aside

    def problems(self) -> Iterator[Problem]:
        """The problems of the first step that has any."""
        found = [self.problem(0, "given", one) for one in self.conservation()]
        for number, step in enumerate(self.case.steps, start=1):
            if found:
                break
            said = f'"{step}"'
            found = [self.problem(number, said, one, str(step.source)) for one in self.step(step)]
        if not found and self.case.expect is not None:
            found = [self.problem(None, "at the end", one) for one in self.expected(self.case.expect)]
        yield from found

    def problem(self, step: int | None, said: str, one: Difference, where: str = "") -> Problem:
        where = where or str(self.case.source)
        return Problem(step=step, said=said, what=one.what, expected=one.expected, came=one.came, where=where)

    def expected(self, expect: Expectation) -> Iterator[Difference]:
        yield from differences(self.state, expect, self.case.seats)

    def conservation(self) -> Iterator[Difference]:
        if wrong := conserved(self.state, self.aside):
            yield Difference("the cards", "all cards of the pack, each in one place", wrong)

    def step(self, step: PlayStep) -> Iterator[Difference]:
        try:
            wrong = list(self.play(step))
        except Exception as error:  # noqa: BLE001 - a crash of the engine fails this case; the others still run
            wrong = [Difference("the engine", "an answer", f"{type(error).__name__}: {error}")]
        yield from wrong
        if not wrong and step.expect is not None:
            yield from self.expected(step.expect)

    def play(self, step: PlayStep) -> Iterator[Difference]:
        before = self.state
        try:
            moves = parse_moves(before, step.seat, step.text)
        except NotationError as error:
            verdict = Verdict((error.reason,))
        except IllegalMove as error:
            verdict = error.verdict
        else:
            verdict = check(before, moves[0])
            if verdict.ok:
                yield from self.accepted(step, moves)
            else:
                yield from self.refused(step, verdict)
                yield from refused_differences(before, moves[0], verdict)
            return
        yield from self.refused(step, verdict)
        yield from unreadable_differences(before, step.seat, step.text, verdict)

    def accepted(self, step: PlayStep, moves: tuple[Move, ...]) -> Iterator[Difference]:
        if step.refused:
            yield Difference("the move", f"refused{_codes(step)}", "accepted")
            return
        for move in moves:
            before = self.state
            self.state = apply(before, move).state
            if isinstance(move, NextRound):
                self.aside = bytes(KINDS)
            yield from accepted_differences(before, move)
            yield from self.conservation()

    def refused(self, step: PlayStep, verdict: Verdict) -> Iterator[Difference]:
        came = f"refused: {', '.join(verdict.codes)} ({verdict})"
        if not step.refused:
            yield Difference("the move", "accepted", came)
        elif not set(step.codes) <= set(verdict.codes):
            yield Difference("the move", f"refused{_codes(step)}", came)


def _codes(step: PlayStep) -> str:
    return f": {', '.join(step.codes)}" if step.codes else ""

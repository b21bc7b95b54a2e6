"""`mayi why`: why a move is refused, in plain words, and what would make it legal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from mayi_rules.cli import completion
from mayi_rules.cli.output import BadCall, print_json
from mayi_rules.cli.position_options import blaming_options, quick_case
from mayi_rules.cli.terminal import say
from mayi_rules.documents.spelling import nfc
from mayi_rules.engine.engine import apply
from mayi_rules.engine.state.state import State
from mayi_rules.engine.text.notation import check_text, parse_moves
from mayi_rules.errors import IllegalMove, NotationError
from mayi_rules.fix.find import fixes
from mayi_rules.fix.fix import Fix
from mayi_rules.reasons import Reason, Verdict
from mayi_rules.scenarios.case import Case, PlayStep
from mayi_rules.scenarios.position import build_position
from mayi_rules.scenarios.reader import SUFFIXES, load_scenarios


@click.command()
@click.argument("source", metavar="FILE|ID", shell_complete=completion.games)
@click.option("--case", "name", metavar="NAME", help="The case of a scenario file (a part of its name will do).")
@click.option("--step", "number", type=int, metavar="N", help="Its step, from 1; by default the first one refused.")
@click.option("--move", metavar="MOVE", help='The move to ask about, without a case: "open 7c 7d 7h | Qs Qd X".')
@click.option("--hand", metavar="CARDS", help="Your hand.")
@click.option("--table", metavar="MELDS", help='The table: "6d 7d 8d 9d | you: 7h 7d 7s" (yours marked).')
@click.option("--discard", metavar="CARDS", help="The discard pile, the top card first.")
@click.option("--opened", type=click.Choice(["earlier", "this_turn"]), help="Whether you have opened.")
@click.option("--round", "round_number", type=int, default=1, show_default=True, help="The round.")
@click.option("--players", type=int, metavar="N", help="How many play; by default the fewest.")
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def why(source: str, name: str | None, number: int | None, *, as_json: bool, **position: Any) -> None:
    """Say why a move is refused and what would make it legal.

    FILE is a scenario file, with --case NAME; or a profile (a file or a bundled id), with --move and a position.
    Exits with 1 if the move is refused, with 0 if it is legal.
    """
    if position["move"] is None:
        state, step = _reach(_case(source, name), number)
    elif name is not None or number is not None:
        raise BadCall("--case and --step are of a scenario file, --move of a profile: give one or the other")
    else:
        with blaming_options():
            case = quick_case(source, **position)
            state, step = _reach(case, len(case.steps))
    verdict = check_text(state, step.seat, step.text)
    found = fixes(state, step.seat, step.text)
    if as_json:
        print_json({"move": str(step), **verdict.to_dict(), "fixes": [fix.to_dict() for fix in found]})
    else:
        say(f"{step}  (round {state.round} of {state.rules.profile.name})")
        for line in verdict_lines(verdict, found):
            say(line)
    if not verdict.ok:
        raise click.exceptions.Exit(1)


def verdict_lines(verdict: Verdict, found: Sequence[Fix]) -> list[str]:
    """A verdict in plain words, with the changes under which a refused move would be legal."""
    if verdict.ok:
        return ["This move is legal."]
    lines = ["It is refused:", *[f"  - {_reason(reason)}" for reason in verdict]]
    if not found:
        return [
            *lines,
            "No single small change is known that would make it legal, nor two keys of the profile together.",
        ]
    return [*lines, "It would be legal:", *[f"  - {_fix(fix)}" for fix in found]]


def _reason(reason: Reason) -> str:
    where = ", ".join(str(one) for one in (reason.rule, reason.source) if one)
    return f"{reason} [{reason.code}{f'; {where}' if where else ''}]"


def _fix(fix: Fix) -> str:
    return f"{fix} [{fix.source or 'default'}]" if fix.key else str(fix)


def _case(source: str, name: str | None) -> Case:
    """The case of a scenario file with this name, or with this in its name."""
    if not source.endswith(SUFFIXES) and not Path(source).exists():
        raise BadCall(f"{source} is no scenario file; to ask about a move in a profile give --move")
    cases = load_scenarios(Path(source), label=source)
    name = name if name is None else nfc(name)
    if name is None and len(cases) > 1:
        names = "\n  ".join(case.name for case in cases)
        raise BadCall(f"--case NAME is missing; the cases are\n  {names}")
    found = [case for case in cases if name in (None, case.name)]
    found = found or [case for case in cases if name is not None and name.lower() in case.name.lower()]
    if len(found) != 1:
        raise BadCall(f"{len(found) or 'no'} cases of {source} have {name!r} in their name")
    return found[0]


def _reach(case: Case, number: int | None) -> tuple[State, PlayStep]:
    """The position before a step of a case (by default before the first one that is refused), and the step."""
    state = build_position(case).state
    if number is not None and not 1 <= number <= len(case.steps):
        raise BadCall(f"the case has {len(case.steps)} steps; there is no step {number}")
    for index, step in enumerate(case.steps, start=1):
        if index == number:
            return state, step
        try:
            moves = parse_moves(state, step.seat, step.text)
            following = state
            for move in moves:
                following = apply(following, move).state
        except (IllegalMove, NotationError):
            if number is None:
                return state, step
        else:
            state = following
    raise BadCall(f"no step of the case {case.name!r} is refused; --step N names one")

"""A position given on the command line, as the case of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import attrs
import yaml

from mayi_rules.cli.output import BadCall, profile_of
from mayi_rules.engine.text.parse import AnswerText, AskText, MoveText, parse_text
from mayi_rules.errors import Fault, NotationError
from mayi_rules.scenarios.case import Case, ScenarioError
from mayi_rules.scenarios.reader import load_scenarios

YOU = "you"
_DRAWS = ("take", "stock")
_OPTIONS = {
    "given.table": "--table",
    "given.discard": "--discard",
    "given.opened": "--opened",
    "given": "--round",
    "seats": "--players",
    "play": "--move",
}


@contextmanager
def blaming_options(hand: str = "--hand") -> Iterator[None]:
    """What is wrong with a position given on the command line is told with the option that gave it.

    Args:
        hand: what the hand is given by.
    """
    try:
        yield
    except ScenarioError as error:
        raise BadCall("\n".join(_said(fault, hand) for fault in error.faults)) from error


def _said(fault: Fault, hand: str) -> str:
    path = fault.path.removeprefix("cases[1].")
    options = {"given.hands": hand, **_OPTIONS}
    option = next((name for key, name in options.items() if path.startswith(key)), "the position")
    named = f"{fault.path} "
    message = f"it {fault.message.removeprefix(named)}" if fault.message.startswith(named) else fault.message
    return f"{option}: {message}"


def quick_case(
    source: str,
    *,
    move: str,
    hand: str | None,
    table: str | None,
    discard: str | None,
    opened: str | None,
    round_number: int,
    players: int | None,
) -> Case:
    """The case in which this move is the last step.

    Args:
        source: a profile, by its bundled id or its file.
        move: the move.
        hand: the mover's hand; None for the cards of a random deal.
        table: melds separated by `|`, the mover's own with `you:` in front.
        discard: the discard pile, the top card first.
        opened: whether the mover has opened in this turn; by default his own melds say so.
        round_number: the round, from 1.
        players: how many play; None for the fewest.
    """
    profile = profile_of(source)
    count = profile.players.min if players is None else players
    if count < 1:
        raise BadCall(f"--players: somebody has to play, and {count} do")
    seats = [YOU, *[f"player {number}" for number in range(2, count + 1)]]
    said = _parsed(move)
    is_asked = isinstance(said, AskText | AnswerText)
    given: dict[str, Any] = {"round": round_number, "turn": seats[-1] if is_asked else YOU}
    if not is_asked:
        given["phase"] = "draw" if str(said) in _DRAWS else "play"
    if hand is not None:
        given["hands"] = {YOU: hand}
    if discard is not None:
        given["discard"] = discard
    if table is not None:
        given["table"] = [_meld(text, seats) for text in table.split("|")]
    if opened is not None:
        given["opened"] = {YOU: opened}
    # A card is on offer only once the active player, here the one before, asks for the stock.
    steps: list[dict[str, str]] = [{seats[-1]: "stock"}] if is_asked else []
    case = {"name": "the position given", "seats": seats, "given": given, "play": [*steps, {YOU: move}]}
    text = yaml.safe_dump({"scenario": 1, "profile": source, "cases": [case]}, sort_keys=False, allow_unicode=True)
    return attrs.evolve(load_scenarios(text, label="command line")[0], profile=profile)


def _parsed(move: str) -> MoveText | None:
    """The move as parsed; None where it is none, which is told when it is asked about."""
    try:
        return parse_text(move)
    except NotationError:
        return None


def _meld(text: str, seats: list[str]) -> dict[str, str]:
    name, mark, cards = text.partition(":")
    return {"seat": name.strip(), "meld": cards.strip()} if mark else {"seat": seats[-1], "meld": text.strip()}

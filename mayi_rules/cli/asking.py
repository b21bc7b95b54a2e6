"""A position given on the command line, as the case of a scenario."""

from __future__ import annotations

from typing import Any

import attrs
import yaml

from mayi_rules.cli.output import profile_of
from mayi_rules.scenarios.case import Case
from mayi_rules.scenarios.reading import load_scenarios

YOU = "you"
_DRAWS = ("take", "stock")


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
    count = players or profile.players.min
    seats = [YOU, *[f"player {number}" for number in range(2, count + 1)]]
    word = move.split(maxsplit=1)[0].lower() if move.split() else ""
    is_asked = word == "may"
    given: dict[str, Any] = {"round": round_number, "turn": seats[-1] if is_asked else YOU}
    if not is_asked:
        given["phase"] = "draw" if word in _DRAWS else "play"
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


def _meld(text: str, seats: list[str]) -> dict[str, str]:
    name, mark, cards = text.partition(":")
    return {"seat": name.strip(), "meld": cards.strip()} if mark else {"seat": seats[1], "meld": text.strip()}

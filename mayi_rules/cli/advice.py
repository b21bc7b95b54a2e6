"""What a player at the terminal may ask about: what the hand can do, and why a move is refused."""

from __future__ import annotations

from mayi_rules.cli.solve import advice, advice_lines
from mayi_rules.cli.why import verdict_lines
from mayi_rules.engine.state.values import Phase
from mayi_rules.errors import NotationError
from mayi_rules.game.seat import Seat

_MAX_FIXES = 5


def hint_lines(seat: Seat) -> list[str]:
    """What `mayi hint` tells of the seat's hand, and what of that is not possible now; from the seat's view alone."""
    state = seat.view.state
    answer = advice(state, seat.number)
    lines = advice_lines(answer)
    if state.phase is not Phase.PLAY:
        if answer["can_open"] or answer.get("lay_offs"):
            lines.append("You lay cards in your turn only, after drawing.")
        return lines
    for step in answer.get("lay_offs", [])[:1]:
        verdict = seat.check(step)
        if not verdict.ok:
            lines.append(f"But not now: {verdict}")
    return lines


def why_lines(seat: Seat, text: str) -> list[str]:
    """Whether the seat may play a move, why not, and what would make it legal."""
    if not text:
        return ["write why and the move: why discard 5h"]
    verdict = seat.check(text)
    try:
        found = seat.fixes(text, limit=_MAX_FIXES)
    except NotationError:  # another seat's move, as the verdict says
        found = []
    return verdict_lines(verdict, found)

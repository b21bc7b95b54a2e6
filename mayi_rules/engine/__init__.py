"""The pure layer: check a move in a State, apply it, list the legal ones, mask what a seat may not know."""

from typing import TYPE_CHECKING

from mayi_rules.front import lazy

if TYPE_CHECKING:
    from mayi_rules.engine.caps import MOVE_CAP, TURN_CAP, Guard
    from mayi_rules.engine.engine import LegalMoves, SeenStep, Step, apply, check, is_legal, legal_moves, to_act
    from mayi_rules.engine.knowledge.mask import mask
    from mayi_rules.engine.knowledge.unseen import Unseen, unseen
    from mayi_rules.engine.open_play import apply_revealed, check_revealed
    from mayi_rules.engine.state.events import Event, EventType, RoundFacts
    from mayi_rules.engine.state.state import State
    from mayi_rules.engine.state.values import Chance, Ending, Laid, Orders, Phase, Setting, Stage, Tally, Window
    from mayi_rules.engine.text.meaning import Moves
    from mayi_rules.engine.text.notation import check_text, format_move, parse_move, parse_moves
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            ".caps": "MOVE_CAP TURN_CAP Guard",
            ".engine": "LegalMoves SeenStep Step apply check is_legal legal_moves to_act",
            ".knowledge.mask": "mask",
            ".knowledge.unseen": "Unseen unseen",
            ".open_play": "apply_revealed check_revealed",
            ".state.events": "Event EventType RoundFacts",
            ".state.state": "State",
            ".state.values": "Orders Chance Ending Laid Phase Setting Stage Tally Window",
            ".text.meaning": "Moves",
            ".text.notation": "check_text format_move parse_move parse_moves",
        },
    )

__all__ = [
    "MOVE_CAP",
    "TURN_CAP",
    "Chance",
    "Ending",
    "Event",
    "EventType",
    "Guard",
    "Laid",
    "LegalMoves",
    "Moves",
    "Orders",
    "Phase",
    "RoundFacts",
    "SeenStep",
    "Setting",
    "Stage",
    "State",
    "Step",
    "Tally",
    "Unseen",
    "Window",
    "apply",
    "apply_revealed",
    "check",
    "check_revealed",
    "check_text",
    "format_move",
    "is_legal",
    "legal_moves",
    "mask",
    "parse_move",
    "parse_moves",
    "to_act",
    "unseen",
]

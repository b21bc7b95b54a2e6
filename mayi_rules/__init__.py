"""mayi_rules: the rules of May I?, Contract Rummy and Continental, from a text file.

Five nouns carry the library: `Profile` (the rules), `Game` (for the host; `Seat` for the client of one seat), `Move`,
`Verdict` and `Event`. The pure layer below works on `State`: `check`, `legal_moves`, `apply`, `mask`.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # what it is when a program runs; importing `typing` takes as long as all the rest of this
if TYPE_CHECKING:
    from typing import Any

    from mayi_rules.cards import Card, Hand, format_card, format_cards, parse_card, parse_cards
    from mayi_rules.engine.engine import LegalMoves, SeenStep, Step, apply, check, is_legal, legal_moves, to_act
    from mayi_rules.engine.knowledge.mask import mask
    from mayi_rules.engine.knowledge.unseen import Unseen, unseen
    from mayi_rules.engine.state.events import Event, EventType
    from mayi_rules.engine.state.state import State
    from mayi_rules.engine.state.values import Phase
    from mayi_rules.engine.text.notation import check_text, format_move, parse_move, parse_moves
    from mayi_rules.errors import (
        BotError,
        Fault,
        HiddenCards,
        IllegalMove,
        MayIError,
        NotationError,
        ProfileError,
        RecordError,
        StaleVersion,
    )
    from mayi_rules.fix.find import fixes
    from mayi_rules.fix.fix import Fix, FixKind
    from mayi_rules.game.game import Game, Seat, Standing
    from mayi_rules.game.journal import Journal, read_journal
    from mayi_rules.game.resume import replay
    from mayi_rules.game.sample import sample_state
    from mayi_rules.game.view import View
    from mayi_rules.melds.meld import Meld, format_meld
    from mayi_rules.moves import Move
    from mayi_rules.profile.load import bundled_profiles, dump_profile, lint_profile, load_profile
    from mayi_rules.profile.profile import Profile
    from mayi_rules.profile.resolution import round_rules
    from mayi_rules.profile.round_rules import RoundRules
    from mayi_rules.reasons import Reason, ReasonCode, Source, Verdict
    from mayi_rules.records.reader import dump_record, load_record
    from mayi_rules.records.record import Record

__version__ = "0.2.0"

__all__ = [
    "BotError",
    "Card",
    "Event",
    "EventType",
    "Fault",
    "Fix",
    "FixKind",
    "Game",
    "Hand",
    "HiddenCards",
    "IllegalMove",
    "Journal",
    "LegalMoves",
    "MayIError",
    "Meld",
    "Move",
    "NotationError",
    "Phase",
    "Profile",
    "ProfileError",
    "Reason",
    "ReasonCode",
    "Record",
    "RecordError",
    "RoundRules",
    "Seat",
    "SeenStep",
    "Source",
    "StaleVersion",
    "Standing",
    "State",
    "Step",
    "Unseen",
    "Verdict",
    "View",
    "apply",
    "bundled_profiles",
    "check",
    "check_text",
    "dump_profile",
    "dump_record",
    "fixes",
    "format_card",
    "format_cards",
    "format_meld",
    "format_move",
    "is_legal",
    "legal_moves",
    "lint_profile",
    "load_profile",
    "load_record",
    "mask",
    "parse_card",
    "parse_cards",
    "parse_move",
    "parse_moves",
    "read_journal",
    "replay",
    "round_rules",
    "sample_state",
    "to_act",
    "unseen",
]

_HOMES = {
    "mayi_rules.cards": (
        "Card",
        "Hand",
        "format_card",
        "format_cards",
        "parse_card",
        "parse_cards",
    ),
    "mayi_rules.errors": (
        "BotError",
        "Fault",
        "HiddenCards",
        "IllegalMove",
        "MayIError",
        "NotationError",
        "ProfileError",
        "RecordError",
        "StaleVersion",
    ),
    "mayi_rules.fix.find": ("fixes",),
    "mayi_rules.fix.fix": (
        "Fix",
        "FixKind",
    ),
    "mayi_rules.engine.engine": (
        "LegalMoves",
        "SeenStep",
        "Step",
        "apply",
        "check",
        "is_legal",
        "legal_moves",
        "to_act",
    ),
    "mayi_rules.engine.state.events": (
        "Event",
        "EventType",
    ),
    "mayi_rules.game.game": (
        "Game",
        "Seat",
        "Standing",
    ),
    "mayi_rules.game.journal": ("Journal", "read_journal"),
    "mayi_rules.engine.knowledge.mask": ("mask",),
    "mayi_rules.game.resume": ("replay",),
    "mayi_rules.game.sample": ("sample_state",),
    "mayi_rules.engine.knowledge.unseen": ("Unseen", "unseen"),
    "mayi_rules.records.record": ("Record",),
    "mayi_rules.records.reader": ("dump_record", "load_record"),
    "mayi_rules.moves": ("Move",),
    "mayi_rules.engine.text.notation": (
        "check_text",
        "format_move",
        "parse_move",
        "parse_moves",
    ),
    "mayi_rules.engine.state.values": ("Phase",),
    "mayi_rules.engine.state.state": ("State",),
    "mayi_rules.game.view": ("View",),
    "mayi_rules.melds.meld": (
        "Meld",
        "format_meld",
    ),
    "mayi_rules.profile.load": (
        "bundled_profiles",
        "dump_profile",
        "lint_profile",
        "load_profile",
    ),
    "mayi_rules.profile.profile": ("Profile",),
    "mayi_rules.profile.resolution": ("round_rules",),
    "mayi_rules.profile.round_rules": ("RoundRules",),
    "mayi_rules.reasons": (
        "Reason",
        "ReasonCode",
        "Source",
        "Verdict",
    ),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that importing the package costs next to nothing."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

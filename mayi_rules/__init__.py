"""mayi_rules: the rules of May I?, Contract Rummy and Continental, from a text file.

Five nouns carry the library: `Profile` (the rules), `Game` (for the host; `Seat` for the client of one seat), `Move`,
`Verdict` and `Event`. The pure layer below works on `State`: `check`, `legal_moves`, `apply`, `mask`.
"""

from typing import TYPE_CHECKING

from mayi_rules.front import lazy

if TYPE_CHECKING:
    from mayi_rules.cards import Card, Hand, format_card, format_cards, parse_card, parse_cards
    from mayi_rules.engine import (
        Event,
        EventType,
        LegalMoves,
        Phase,
        SeenStep,
        State,
        Step,
        Unseen,
        apply,
        check,
        check_text,
        format_move,
        is_legal,
        legal_moves,
        mask,
        parse_move,
        parse_moves,
        to_act,
        unseen,
    )
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
    from mayi_rules.game import Game, Journal, Seat, Standing, View, read_journal, replay, sample_state
    from mayi_rules.melds import Meld, format_meld
    from mayi_rules.moves import Move
    from mayi_rules.profile import Profile, RoundRules, bundled_profiles, dump_profile, lint_profile, load_profile
    from mayi_rules.profile.resolution import round_rules
    from mayi_rules.reasons import Reason, ReasonCode, Source, Verdict
    from mayi_rules.records import Record, dump_record, load_record
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            ".cards": "Card Hand format_card format_cards parse_card parse_cards",
            ".engine": (
                "Event EventType LegalMoves Phase SeenStep State Step Unseen apply check check_text format_move "
                "is_legal legal_moves mask parse_move parse_moves to_act unseen"
            ),
            ".errors": (
                "BotError Fault HiddenCards IllegalMove MayIError NotationError ProfileError RecordError StaleVersion"
            ),
            ".fix.find": "fixes",
            ".fix.fix": "Fix FixKind",
            ".game": "Game Journal Seat Standing View read_journal replay sample_state",
            ".melds": "Meld format_meld",
            ".moves": "Move",
            ".profile": "Profile RoundRules bundled_profiles dump_profile lint_profile load_profile",
            ".profile.resolution": "round_rules",
            ".reasons": "Reason ReasonCode Source Verdict",
            ".records": "Record dump_record load_record",
        },
    )

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

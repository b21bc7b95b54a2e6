"""Profiles: the rules of a game from a text file, what its keys mean, and what holds in a round."""

from typing import TYPE_CHECKING

from mayi_rules.front import lazy

if TYPE_CHECKING:
    from mayi_rules.profile.difference import Change
    from mayi_rules.profile.key_search import Found, find_keys
    from mayi_rules.profile.language.choices import (
        Absent,
        Ace,
        AfterOpening,
        Balance,
        BlockWhen,
        BlockWho,
        BuyingWho,
        DiscardDraw,
        DiscardRule,
        FirstDealer,
        Irregularities,
        LayingOffWhen,
        LayingOffWhose,
        MeldKind,
        OpeningSize,
        Priority,
        RoundEnds,
        SameSuitRuns,
        SwapFreed,
        SwapOutOf,
        SwapWhich,
        SwapWho,
        SwapWhose,
        Ties,
        WhenEmpty,
    )
    from mayi_rules.profile.language.descriptions import KeyInfo, all_keys, describe
    from mayi_rules.profile.language.model import ContractMeld, GameRules, Round
    from mayi_rules.profile.load import LintResult, bundled_profiles, dump_profile, lint_profile, load_profile
    from mayi_rules.profile.profile import Profile
    from mayi_rules.profile.round_rules import ContractItem, RoundRules
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            ".difference": "Change",
            ".key_search": "Found find_keys",
            ".language.choices": (
                "Absent Ace AfterOpening Balance BlockWhen BlockWho BuyingWho DiscardDraw DiscardRule FirstDealer "
                "Irregularities LayingOffWhen LayingOffWhose MeldKind OpeningSize Priority RoundEnds SameSuitRuns "
                "SwapFreed SwapOutOf SwapWhich SwapWho SwapWhose Ties WhenEmpty"
            ),
            ".language.descriptions": "KeyInfo all_keys describe",
            ".language.model": "ContractMeld GameRules Round",
            ".load": "LintResult bundled_profiles dump_profile lint_profile load_profile",
            ".profile": "Profile",
            ".round_rules": "ContractItem RoundRules",
        },
    )

__all__ = [
    "Absent",
    "Ace",
    "AfterOpening",
    "Balance",
    "BlockWhen",
    "BlockWho",
    "BuyingWho",
    "Change",
    "ContractItem",
    "ContractMeld",
    "DiscardDraw",
    "DiscardRule",
    "FirstDealer",
    "Found",
    "GameRules",
    "Irregularities",
    "KeyInfo",
    "LayingOffWhen",
    "LayingOffWhose",
    "LintResult",
    "MeldKind",
    "OpeningSize",
    "Priority",
    "Profile",
    "Round",
    "RoundEnds",
    "RoundRules",
    "SameSuitRuns",
    "SwapFreed",
    "SwapOutOf",
    "SwapWhich",
    "SwapWho",
    "SwapWhose",
    "Ties",
    "WhenEmpty",
    "all_keys",
    "bundled_profiles",
    "describe",
    "dump_profile",
    "find_keys",
    "lint_profile",
    "load_profile",
]

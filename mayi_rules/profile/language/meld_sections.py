"""The sections `melds` and `wilds`, whose keys a round may set for itself: one field for each key."""

from __future__ import annotations

import attrs

from mayi_rules.profile.language.choices import (
    Ace,
    Balance,
    MeldKind,
    SameSuitRuns,
    SwapFreed,
    SwapOutOf,
    SwapWhich,
    SwapWho,
    SwapWhose,
)
from mayi_rules.profile.language.effects import (
    no_run,
    no_set,
    no_set_of_wilds,
    no_two_runs,
    no_two_sets,
    no_wild_in_melds,
    nothing_but_jokers_swapped,
    nothing_swapped,
    nothing_wild,
    one_natural_anyway,
    only_jokers_wild,
)
from mayi_rules.profile.language.key_sentences import ACE_IN_RUNS, ace_in_game, run_max_in_game
from mayi_rules.profile.language.keys import OTHERWISE, key, section


@attrs.frozen(kw_only=True)
class SetRules:
    """Sets: cards of one rank."""

    min: int = key(
        "The fewest cards of a set.",
        default=3,
        least=2,
        most=60,
        unit="cards",
        sentence="A set has at least {count}.",
        rule="set_min",
        idle=no_set,
        likely=(3, 3, 2, 4),
    )
    max: int | None = key(
        "The most cards of a set, null for no limit.",
        default=None,
        least=2,
        most=250,
        unit="cards",
        sentence={None: "A set may have any number of cards.", OTHERWISE: "A set has at most {count}."},
        rule="set_max",
        idle=no_set,
        likely=(None, None, 3, 4, 6),
    )


@attrs.frozen(kw_only=True)
class RunRules:
    """Runs: consecutive cards of one suit."""

    min: int = key(
        "The fewest cards of a run.",
        default=4,
        least=2,
        most=14,
        unit="cards",
        sentence="A run has at least {count}.",
        rule="run_min",
        idle=no_run,
        likely=(4, 3, 3, 2),
    )
    max: int = key(
        "The most cards of a run.",
        default=14,
        least=2,
        most=14,
        unit="cards",
        sentence={
            14: "A run has at most 14 cards: the whole suit, with an ace at either end.",
            OTHERWISE: "A run has at most {count}.",
        },
        in_game=run_max_in_game,
        rule="run_max",
        idle=no_run,
        likely=(14, 13, 13, 4, 6, 7),
    )
    ace: Ace = key(
        "Where the ace stands in a run: below the 2, above the king, either, or also between the two.",
        default=Ace.LOW_OR_HIGH,
        sentence=ACE_IN_RUNS,
        in_game=ace_in_game,
        rule="ace",
        idle=no_run,
    )


@attrs.frozen(kw_only=True)
class Melds:
    """The melds: sets and runs."""

    set: SetRules = section(SetRules)
    run: RunRules = section(RunRules)
    same_rank_sets: bool = key(
        "Whether one opening may hold two sets of one rank.",
        default=True,
        sentence={
            True: "Two sets of the same rank may be laid in one opening.",
            False: "Two sets of the same rank may not be laid in one opening.",
        },
        rule="same_rank_sets",
        idle=no_two_sets,
    )
    same_suit_runs: SameSuitRuns = key(
        "Whether one opening may hold two runs of one suit that would join into one run.",
        default=SameSuitRuns.FREE,
        sentence={
            SameSuitRuns.FREE: "Two runs of the same suit in one opening may touch or overlap; they stay two runs.",
            SameSuitRuns.NOT_ADJACENT: "Two runs of the same suit in one opening may not touch: one may not go on "
            "where the other one ends.",
        },
        rule="same_suit_runs",
        idle=no_two_runs,
    )

    def of(self, kind: MeldKind) -> SetRules | RunRules:
        """The part about this kind of meld."""
        return self.set if kind is MeldKind.SET else self.run


@attrs.frozen(kw_only=True)
class Swap:
    """Taking a wild out of a meld by putting in the card that it stands for."""

    out_of: SwapOutOf = key(
        "The melds whose wilds may be swapped out.",
        default=SwapOutOf.NONE,
        sentence={
            SwapOutOf.NONE: "Wilds on the table never move and are never swapped for another card.",
            SwapOutOf.RUNS: "A wild in a run on the table may be swapped: a player puts in, from hand, the very card "
            "that it stands for. Wilds in sets stay where they are.",
            SwapOutOf.SETS: "A wild in a set on the table may be swapped: a player puts in, from hand, a natural card "
            "of the set's rank. Wilds in runs stay where they are.",
            SwapOutOf.ANY: "A wild on the table may be swapped: a player puts in, from hand, the very card that it "
            "stands for in a run, or a natural card of the rank in a set.",
        },
        rule="swap_out_of",
        idle=no_wild_in_melds,
        likely=(SwapOutOf.NONE, SwapOutOf.RUNS, SwapOutOf.SETS, SwapOutOf.ANY, SwapOutOf.ANY),
    )
    who: SwapWho = key(
        "Who may swap: players who opened in an earlier turn, or all who have opened.",
        default=SwapWho.OPENED_EARLIER,
        sentence={
            SwapWho.OPENED_EARLIER: "Only a player who opened in an earlier turn of the round swaps.",
            SwapWho.OPENED: "Every player who has opened may swap, also in the turn of the opening, once it is laid.",
        },
        rule="swap_who",
        idle=nothing_swapped,
    )
    whose: SwapWhose = key(
        "Out of whose melds wilds may be swapped: anybody's, or only those of other players.",
        default=SwapWhose.ANY,
        sentence={
            SwapWhose.ANY: "A wild may be swapped out of any meld on the table, one's own or another player's.",
            SwapWhose.OTHERS: "A wild is swapped out of the melds of other players only.",
        },
        rule="swap_whose",
        idle=nothing_swapped,
        likely=(SwapWhose.ANY, SwapWhose.ANY, SwapWhose.OTHERS),
    )
    which: SwapWhich = key(
        "Which wilds may be swapped out: all, or jokers only.",
        default=SwapWhich.ALL,
        sentence={
            SwapWhich.ALL: "Any wild may be swapped out.",
            SwapWhich.JOKERS: "Only jokers are swapped out; other wilds stay where they are.",
        },
        rule="swap_which",
        idle=nothing_but_jokers_swapped,
    )
    freed: SwapFreed = key(
        "Where the freed wild goes: to the player's hand, or to the table at once.",
        default=SwapFreed.TO_HAND,
        sentence={
            SwapFreed.TO_HAND: "The wild that is freed goes to the player's hand.",
            SwapFreed.TO_TABLE: "The wild that is freed must be laid off on the table in the same turn.",
        },
        rule="swap_freed",
        idle=nothing_swapped,
        likely=(SwapFreed.TO_HAND, SwapFreed.TO_TABLE, SwapFreed.TO_TABLE),
    )


@attrs.frozen(kw_only=True)
class Wilds:
    """What wilds may do in melds."""

    min_naturals: int = key(
        "The fewest naturals of a meld that is not all wild.",
        default=1,
        least=0,
        most=14,
        unit="naturals",
        sentence={
            0: "No certain number of naturals is asked for in a meld, but a run always has one.",
            OTHERWISE: "A meld has at least {count}.",
        },
        idle=one_natural_anyway,
        likely=(1, 1, 0, 2),
    )
    per_meld: int | None = key(
        "The most wilds in a meld, at any time; null for no limit.",
        default=None,
        least=0,
        most=250,
        unit="wilds",
        sentence={
            None: "There is no fixed limit on the wilds in a meld.",
            0: "No meld takes a wild.",
            OTHERWISE: "A meld holds at most {count}, when it is laid and later.",
        },
        rule="per_meld",
        idle=nothing_wild,
        likely=(None, None, 1, 2, 3, 0),
    )
    balance: Balance = key(
        "How many wilds a meld takes, measured by its naturals.",
        default=Balance.ANY,
        sentence={
            Balance.ANY: "It does not matter whether a meld holds more wilds or more naturals.",
            Balance.NOT_MORE_THAN_NATURALS: "A meld never holds more wilds than naturals, when it is laid and later.",
            Balance.FEWER_THAN_NATURALS: "A meld always holds fewer wilds than naturals, when it is laid and later.",
        },
        rule="balance",
        idle=no_wild_in_melds,
        likely=(Balance.ANY, Balance.ANY, Balance.NOT_MORE_THAN_NATURALS, Balance.FEWER_THAN_NATURALS),
    )
    apart: int = key(
        "The fewest naturals between two wilds of a run, at any time; 0 lets wilds be neighbours.",
        default=0,
        least=0,
        most=12,
        unit="naturals",
        sentence={
            0: "Wilds may be next to each other in a run.",
            OTHERWISE: "Between two wilds of a run there are always at least {count}, when it is laid and later. In a "
            "set wilds may be next to each other.",
        },
        rule="wilds_apart",
        idle=lambda here: no_wild_in_melds(here) or no_run(here),
        likely=(0, 0, 0, 1, 1, 2, 3),
    )
    all_wild_sets: bool = key(
        "Whether sets of wilds only are allowed, to which only wilds are added.",
        default=False,
        sentence={
            True: "A set may also be made of wilds only: then it needs no natural, has no rank, and takes only further "
            "wilds.",
            False: "A meld of wilds only is not allowed.",
        },
        rule="all_wild_sets",
        idle=no_set_of_wilds,
    )
    natural_use: bool = key(
        "Whether a card of a wild rank may stand as itself and counts as a natural then.",
        default=False,
        sentence={
            True: "A wild card that is no joker may also be played as itself: in its own place it is a natural.",
            False: "A wild card is always a wild, never a natural, even in its own place.",
        },
        rule="natural_use",
        idle=only_jokers_wild,
    )
    swap: Swap = section(Swap)

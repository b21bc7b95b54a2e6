"""Everything that holds in one round of one game, resolved once, flat, for the engine to read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from mayi_rules.cards import JOKER, KINDS
from mayi_rules.profile.language.choices import (
    Absent,
    Ace,
    AfterOpening,
    Balance,
    BlockWhen,
    BlockWho,
    BuyingWho,
    CutTargets,
    DiscardDraw,
    DiscardRule,
    FirstDealer,
    GameWinner,
    LayingOffWhen,
    LayingOffWhose,
    MeldKind,
    NextDealer,
    OpeningSize,
    Priority,
    Progress,
    RoundEnds,
    SameSuitRuns,
    SwapFreed,
    SwapOutOf,
    SwapWhich,
    SwapWho,
    SwapWhose,
    Ties,
    WhenEmpty,
    WildUpcard,
)
from mayi_rules.reasons import Reason, ReasonCode, Source

if TYPE_CHECKING:
    from mayi_rules.profile.language.sections import DownAndOut
    from mayi_rules.profile.profile import Profile

NO_LIMIT = 255
"""Stands for "no limit" in the whole-number rules of `RoundRules`."""

DERIVED = (
    "as_buy", "cache", "counts_all_buys", "is_floating", "is_wild", "natural_mask", "own_contracts", "pack_cards",
    "picks_discards", "stock_only", "unopened_only", "wild_mask",
)  # fmt: skip
"""The fields of `RoundRules` that are worked out from the others."""


class ContractItem:
    """One meld that a contract asks for: its kind and the fewest cards it takes."""

    __slots__ = ("kind", "size")

    def __init__(self, kind: MeldKind, size: int) -> None:
        self.kind = kind
        self.size = size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ContractItem) and (self.kind, self.size) == (other.kind, other.size)

    def __hash__(self) -> int:
        return hash((self.kind, self.size))

    def __str__(self) -> str:
        return f"{self.kind} of {self.size}"

    def __repr__(self) -> str:
        return f"ContractItem({self.kind.value!r}, {self.size})"


class RoundRules:
    """The rules of one round for one number of players. Immutable; equal when profile, players and round are.

    Names are those of the profile keys (`melds.set.min` → `set_min`); limits that are null in the profile are
    `NO_LIMIT`. Derived tables (`wild_mask`, `is_wild`, `pack_cards`, …) are computed once here and nowhere else.
    """

    # fmt: off
    profile: Profile
    players: int
    round: int                  # from 1
    rounds: int                 # how many the game has
    dealt: int                  # cards dealt to each player
    decks: int
    jokers: int
    pack: bytes                 # 54 counts
    pack_size: int
    contract: tuple[ContractItem, ...]
    upcard: bool
    cut_score: int | None       # deal.cut_bonus.score
    cut_targets: CutTargets | None
    first_dealer: FirstDealer
    next_dealer: NextDealer
    wild_upcard: WildUpcard
    progress: Progress          # contracts.progress
    game_winner: GameWinner     # contracts.winner
    set_min: int
    set_max: int
    run_min: int
    run_max: int
    ace: Ace
    same_rank_sets: bool
    same_suit_runs: SameSuitRuns
    wild_kinds: tuple[int, ...]  # ascending
    min_naturals: int
    per_meld: int
    balance: Balance
    wilds_apart: int
    all_wild_sets: bool
    natural_use: bool
    swap_out_of: SwapOutOf
    swap_who: SwapWho
    swap_whose: SwapWhose
    swap_which: SwapWhich
    swap_freed: SwapFreed
    opening_size: OpeningSize
    all_cards: bool
    take_back: bool
    laying_off_when: LayingOffWhen
    laying_off_whose: LayingOffWhose
    after_opening: AfterOpening
    drawing_discard: DiscardDraw
    buying: bool                # buying.allowed, for this number of players
    buying_who: BuyingWho
    buying_upcard: bool
    own_discard: bool
    penalty_cards: tuple[int, ...]  # by the buys made before in the round; the last one goes on
    price: int
    per_round: int
    per_game: int
    carry_over: bool
    carried: int                # buys of earlier rounds that `carry_over` adds, or NO_LIMIT
    priority: Priority
    chain: bool
    same_buyer_again: bool
    block_call: str | None      # None: no block
    block_who: BlockWho | None
    block_when: BlockWhen | None
    discard_wilds: bool
    discard_drawn: bool         # discarding.drawn_card
    discard: DiscardRule
    when_empty: WhenEmpty
    keep_top: bool
    times: int
    round_ends: RoundEnds
    idle_laps: int              # NO_LIMIT: never
    points: tuple[int, ...]     # by kind, 54 values, the unknown card 0
    going_out: int              # scoring.going_out
    ties: Ties
    down_and_out: DownAndOut | None
    factor: int
    absent: Absent
    sources: Mapping[str, Source]  # by key path ("opening.size"): where the value was written
    # fmt: on

    __slots__ = (*__annotations__, *DERIVED)

    is_wild: bytes
    wild_mask: int  # the wild kinds, as bits
    natural_mask: int  # the kinds that are naturals in their own place, as bits
    pack_cards: bytes  # every card of the pack, sorted
    own_contracts: bool
    stock_only: bool
    unopened_only: bool
    as_buy: bool  # the active player pays for the discard
    counts_all_buys: bool  # buys of earlier rounds matter
    is_floating: bool
    picks_discards: bool  # not every card may be discarded
    cache: dict[object, Any]

    def __init__(self, **values: Any) -> None:
        """Take every field by name.

        Raises:
            TypeError: a field is missing or unknown.
        """
        names = set(type(self).__annotations__) - set(DERIVED)
        if names != set(values):
            raise TypeError(f"RoundRules: fields missing or unknown: {sorted(names ^ set(values))}")
        for name, value in values.items():
            object.__setattr__(self, name, value)
        wild = bytearray(KINDS)
        for kind in self.wild_kinds:
            wild[kind] = 1
        self.is_wild = bytes(wild)
        self.wild_mask = sum(1 << kind for kind in self.wild_kinds)
        self.natural_mask = sum(1 << kind for kind in range(JOKER) if self.stands_for_itself(kind, kind))
        self.pack_cards = bytes([kind for kind, count in enumerate(self.pack) for _ in range(count)])
        self.own_contracts = self.progress is Progress.OWN
        self.stock_only = self.after_opening is AfterOpening.STOCK_ONLY
        self.unopened_only = self.buying_who is BuyingWho.UNOPENED
        self.as_buy = self.buying and self.drawing_discard is DiscardDraw.AS_BUY
        self.counts_all_buys = self.per_game != NO_LIMIT or (self.carry_over and self.per_round != NO_LIMIT)
        self.is_floating = self.discard is DiscardRule.FLOATING
        self.picks_discards = not (self.discard_wilds and self.discard_drawn)
        self.cache = {}

    def stands_for_itself(self, kind: int, role: int) -> bool:
        """Whether this card counts as a natural when it stands for `role` (a kind)."""
        return not self.is_wild[kind] or (self.natural_use and kind == role and kind != JOKER)

    def penalty_after(self, buys: int) -> int:
        """The penalty cards of the next buy of a player who has bought so often in the round."""
        penalties = self.penalty_cards
        return penalties[buys] if buys < len(penalties) else penalties[-1]

    def reason(self, code: ReasonCode, key: str | None = None, /, **params: Any) -> Reason:
        """The reason with this code; `key` is the profile key that says so, its source is looked up here."""
        return Reason(code, params, rule=key, source=self.sources.get(key) if key else None)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, RoundRules)
            and (self.players, self.round, self.profile) == (other.players, other.round, other.profile)
        )

    def __hash__(self) -> int:
        return hash((self.profile, self.players, self.round))

    def __repr__(self) -> str:
        return f"<RoundRules {self.profile.id} round {self.round} for {self.players}>"

"""The sections of a profile: one frozen class each, one field for each key."""

from __future__ import annotations

import attrs

from mayi_rules.profile.choices import (
    Absent,
    Ace,
    AfterOpening,
    Balance,
    BlockWho,
    BuyingWho,
    DiscardRule,
    FirstDealer,
    LayingOffWhen,
    LayingOffWhose,
    OpeningSize,
    RoundEnds,
    SameSuitRuns,
    SwapFreed,
    SwapOutOf,
    SwapWho,
    Ties,
    WhenEmpty,
)
from mayi_rules.profile.keys import key, section
from mayi_rules.profile.tables import Table

Count = int | Table[int, int]
"""A number, or a number for each number of players."""

Points = Table[str, int]
"""Points of cards left in hand: by rank, for the joker, and by card; the card wins over its rank."""

WILD_PATTERN = "^(joker|[A2-9TJQK][cdhs]?)$"
POINTS_PATTERN = "^(joker|faces|pips|[A2-9TJQK][cdhs]?)$"
DEFAULT_POINTS: Points = Table(
    {"joker": 15, "A": 15, "K": 10, "Q": 10, "J": 10, "T": 10} | {str(pip): pip for pip in range(9, 1, -1)}
)
MOST_POINTS = 1000


@attrs.frozen(kw_only=True)
class Players:
    """How many can play."""

    min: int = key("The fewest players the game is for.", least=2, most=12, unit="players")
    max: int = key("The most players the game is for.", least=2, most=12, unit="players")


@attrs.frozen(kw_only=True)
class Jokers:
    """How many printed jokers are in the pack: `per_deck` or `total`, one of the two."""

    per_deck: int | None = key(
        "Printed jokers that come with each 52-card deck.",
        default=None,
        least=0,
        most=8,
        unit="jokers",
        values="a whole number",
        schema={"type": "integer"},
    )
    total: Count | None = key(
        "Printed jokers in the whole pack, one number or by number of players.",
        default=None,
        least=0,
        most=60,
        unit="jokers",
        schema={"type": ["integer", "object"]},
    )

    def count(self, players: int, decks: int) -> int | None:
        """The jokers in the pack for so many players, None when the profile does not say."""
        if self.total is not None:
            return self.total if isinstance(self.total, int) else self.total.get(players)
        return (self.per_deck or 0) * decks


@attrs.frozen(kw_only=True)
class Pack:
    """The cards that the game is played with."""

    decks: Count = key("52-card decks in the pack, one number or by number of players.", least=1, most=12, unit="decks")
    jokers: Jokers = key(
        "Printed jokers in the pack, counted by deck (per_deck) or in all (total).",
        values="a mapping with per_deck or total",
    )
    wild: tuple[str, ...] = key(
        "The cards that may stand for others: joker, a rank, or single cards.",
        default=("joker",),
        values='a list of joker, ranks ("2") and cards ("Ah")',
        schema={"maxItems": 53, "items": {"type": "string", "pattern": WILD_PATTERN}},
    )

    def deck_count(self, players: int) -> int | None:
        """The decks for so many players, None when the profile does not say."""
        return self.decks if isinstance(self.decks, int) else self.decks.get(players)

    def joker_count(self, players: int) -> int | None:
        """The jokers for so many players, None when the profile does not say."""
        decks = self.deck_count(players)
        return None if decks is None else self.jokers.count(players, decks)


@attrs.frozen(kw_only=True)
class CutBonus:
    """A bonus for the player at the dealer's right who lifts exactly the cards to be dealt and the upcard."""

    score: int = key(
        "What an exact cut adds to the cutter's score of the round.",
        default=-50,
        least=-MOST_POINTS,
        most=MOST_POINTS,
        unit="points",
    )


@attrs.frozen(kw_only=True)
class Deal:
    """How the first dealer is found and the cards are dealt."""

    first_dealer: FirstDealer = key(
        "The first dealer is found at random, or by drawing the highest card.", default=FirstDealer.RANDOM
    )
    upcard: bool = key("Whether a card of the stock is turned up to begin the discard pile.", default=True)
    cut_bonus: CutBonus | None = key(
        "A bonus for cutting exactly the cards that are dealt and the upcard, or null.", default=None
    )


@attrs.frozen(kw_only=True)
class SetRules:
    """Sets: cards of one rank."""

    min: int = key("The fewest cards of a set.", default=3, least=2, most=60, unit="cards")
    max: int | None = key("The most cards of a set, null for no limit.", default=None, least=2, most=250, unit="cards")


@attrs.frozen(kw_only=True)
class RunRules:
    """Runs: consecutive cards of one suit."""

    min: int = key("The fewest cards of a run.", default=4, least=2, most=14, unit="cards")
    max: int = key("The most cards of a run.", default=14, least=2, most=14, unit="cards")
    ace: Ace = key(
        "Where the ace stands in a run: below the 2, above the king, either, or also between the two.",
        default=Ace.LOW_OR_HIGH,
    )


@attrs.frozen(kw_only=True)
class Melds:
    """The melds: sets and runs."""

    set: SetRules = section(SetRules)
    run: RunRules = section(RunRules)
    same_rank_sets: bool = key("Whether one opening may hold two sets of one rank.", default=True)
    same_suit_runs: SameSuitRuns = key(
        "Whether one opening may hold two runs of one suit that would join into one run.",
        default=SameSuitRuns.FREE,
    )


@attrs.frozen(kw_only=True)
class Swap:
    """Taking a wild out of a meld by putting in the card that it stands for."""

    out_of: SwapOutOf = key("The melds whose wilds may be swapped out.", default=SwapOutOf.NONE)
    who: SwapWho = key(
        "Who may swap: players who opened in an earlier turn, or all who have opened.",
        default=SwapWho.OPENED_EARLIER,
    )
    freed: SwapFreed = key(
        "Where the freed wild goes: to the player's hand, or to the table at once.", default=SwapFreed.TO_HAND
    )


@attrs.frozen(kw_only=True)
class Wilds:
    """What wilds may do in melds."""

    min_naturals: int = key(
        "The fewest naturals of a meld that is not all wild.", default=1, least=0, most=14, unit="cards"
    )
    per_meld: int | None = key(
        "The most wilds in a meld, at any time; null for no limit.",
        default=None,
        least=0,
        most=250,
        unit="wilds",
    )
    balance: Balance = key("How many wilds a meld takes, measured by its naturals.", default=Balance.ANY)
    all_wild_sets: bool = key("Whether sets of wilds only are allowed, to which only wilds are added.", default=False)
    natural_use: bool = key(
        "Whether a card of a wild rank may stand as itself and counts as a natural then.", default=False
    )
    swap: Swap = section(Swap)


@attrs.frozen(kw_only=True)
class Opening:
    """Laying down the contract."""

    size: OpeningSize = key(
        "Whether the melds of an opening have exactly the sizes of the contract, or at least those.",
        default=OpeningSize.EXACT,
    )
    all_cards: bool = key("Whether the opening must use the whole hand.", default=False)
    take_back: bool = key("Whether what was laid in this turn may be taken back.", default=False)


@attrs.frozen(kw_only=True)
class LayingOff:
    """Adding cards to melds on the table."""

    when: LayingOffWhen = key(
        "Cards are laid off in turns later than the opening turn, in that turn too, or never.",
        default=LayingOffWhen.LATER_TURNS,
    )
    whose: LayingOffWhose = key("On whose melds cards may be laid off.", default=LayingOffWhose.ANY)


@attrs.frozen(kw_only=True)
class Drawing:
    """Drawing a card at the beginning of a turn."""

    after_opening: AfterOpening = key(
        "What a player who has opened may draw: stock or discard, or the stock only.",
        default=AfterOpening.ANY,
    )


@attrs.frozen(kw_only=True)
class Block:
    """Blocking a buy with a call."""

    call: str = key(
        "The word that blocks a buy.",
        default="Shanghai",
        values="a text",
        schema={"minLength": 1, "maxLength": 40},
    )
    who: BlockWho = key(
        "Who may block: those nearer than the asker (the active player too), the active player, or anyone.",
        default=BlockWho.NEARER,
    )


@attrs.frozen(kw_only=True)
class Buying:
    """Buying the discard out of turn: May I?"""

    allowed: bool = key("Whether the discard may be bought out of turn.", default=True)
    who: BuyingWho = key("Who may buy: all, or only players who have not opened.", default=BuyingWho.ALL)
    upcard: bool = key("Whether the upcard may be bought.", default=True)
    own_discard: bool = key("Whether the player who discarded a card may ask for it.", default=True)
    penalty_cards: int = key(
        "Cards that a buyer takes from the stock as a penalty; without all of them there is no buy.",
        default=1,
        least=0,
        most=10,
        unit="cards",
    )
    per_round: int | None = key(
        "The most buys of a player in a round, null for no limit.",
        default=None,
        least=0,
        most=250,
        unit="buys",
    )
    chain: bool = key("Whether the next exposed discard may be bought in the same interruption.", default=True)
    same_buyer_again: bool = key(
        "Whether one player may buy two successively exposed discards of one interruption.", default=False
    )
    block: Block | None = key("Whether and by whom a buy may be blocked; null for not at all.", default=None)


@attrs.frozen(kw_only=True)
class GoingOut:
    """Emptying the hand."""

    discard: DiscardRule = key(
        "Whether a hand is emptied only by the discard, by laying the last card too, or only by laying.",
        default=DiscardRule.REQUIRED,
    )


@attrs.frozen(kw_only=True)
class Stock:
    """What happens when the stock is empty and a card has to be taken from it."""

    when_empty: WhenEmpty = key(
        "The discards are shuffled into a new stock, turned over unshuffled, or the stock is not renewed.",
        default=WhenEmpty.RESHUFFLE,
    )
    keep_top: bool = key("Whether the top discard stays when the stock is renewed.", default=True)
    times: int | None = key(
        "How often the stock is renewed in a round, null for no limit.",
        default=None,
        least=0,
        most=250,
        unit="times",
    )
    round_ends: RoundEnds = key(
        "The round ends when nothing can be drawn, or as soon as a stock card is needed and cannot be had.",
        default=RoundEnds.WHEN_NOTHING_CAN_BE_DRAWN,
    )
    idle_laps: int | None = key(
        "Laps without a stock card and without anything laid after which the round ends, null for never.",
        default=2,
        least=1,
        most=250,
        unit="laps",
    )


@attrs.frozen(kw_only=True)
class Scoring:
    """Points at the end of a round."""

    points: Points = key(
        "Points of the cards left in hand, by joker, rank, card, faces (J Q K) or pips (2 to 9).",
        default=DEFAULT_POINTS,
        least=-MOST_POINTS,
        most=MOST_POINTS,
        unit="points",
        values="a mapping of joker, A, K … 2, cards (2s), faces and pips to whole numbers (or pips: face)",
    )
    going_out: int = key(
        "The score of the player who goes out.",
        default=0,
        least=-MOST_POINTS,
        most=MOST_POINTS,
        unit="points",
    )
    ties: Ties = key("What equal lowest totals mean.", default=Ties.SHARE)
    absent: Absent = key(
        "The result of a player who has none for a round: none, or the sum of the two highest of the others.",
        default=Absent.NONE,
    )

"""The sections of a profile that hold for the whole game: one frozen class each, one field for each key."""

from __future__ import annotations

import attrs

from mayi_rules.profile.language.canonical import by_players, jokers_by_players, named_kinds
from mayi_rules.profile.language.choices import (
    Absent,
    CutTargets,
    Direction,
    FirstDealer,
    GameWinner,
    NextDealer,
    Progress,
    RoundEnds,
    Ties,
    WhenEmpty,
    WildUpcard,
)
from mayi_rules.profile.language.effects import (
    no_upcard,
    no_wild_upcard,
    one_round,
    stock_not_replenished,
)
from mayi_rules.profile.language.key_sentences import (
    cut_bonus_in_game,
    cut_bonus_sentence,
    cut_score_sentence,
    cut_targets_sentence,
    decks_sentence,
    down_and_out_sentence,
    jokers_sentence,
    next_dealer_in_game,
    per_deck_sentence,
    points_sentence,
    total_sentence,
    wild_in_game,
    wild_sentence,
)
from mayi_rules.profile.language.keys import MAX_POINTS, OTHERWISE, key
from mayi_rules.profile.language.table import Table

Count = int | Table[int, int]
"""A number, or a number for each number of players."""

Points = Table[str, int]
"""Points of cards left in hand: by rank, for the joker, and by card; the card wins over its rank."""

WILD_PATTERN = "^(joker|[A2-9TJQK][cdhs]?)$"
POINTS_PATTERN = "^(joker|faces|pips|[A2-9TJQK][cdhs]?)$"
DEFAULT_POINTS: Points = Table(
    {"joker": 15, "A": 15, "K": 10, "Q": 10, "J": 10, "T": 10} | {str(pip): pip for pip in range(9, 1, -1)}
)


@attrs.frozen(kw_only=True)
class Players:
    """How many can play."""

    min: int = key(
        "The fewest players the game is for.",
        least=2,
        most=12,
        unit="players",
        sentence="At least {count} take part.",
    )
    max: int = key(
        "The most players the game is for.",
        least=2,
        most=12,
        unit="players",
        sentence="At most {count} take part.",
    )


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
        sentence=per_deck_sentence,
    )
    total: Count | None = key(
        "Printed jokers in the whole pack, one number or by number of players.",
        default=None,
        least=0,
        most=60,
        unit="jokers",
        schema={"type": ["integer", "object"]},
        sentence=total_sentence,
    )

    def count(self, players: int, decks: int) -> int | None:
        """The jokers in the pack for so many players, None when the profile does not say."""
        if self.total is not None:
            return self.total if isinstance(self.total, int) else self.total.get(players)
        return (self.per_deck or 0) * decks


@attrs.frozen(kw_only=True)
class Pack:
    """The cards that the game is played with."""

    decks: Count = key(
        "52-card decks in the pack, one number or by number of players.",
        least=1,
        most=12,
        unit="decks",
        sentence=decks_sentence,
        canonical=by_players,
    )
    jokers: Jokers = key(
        "Printed jokers in the pack, counted by deck (per_deck) or in all (total).",
        values="a mapping with per_deck or total",
        sentence=jokers_sentence,
        canonical=jokers_by_players,
    )
    wild: tuple[str, ...] = key(
        "The cards that may stand for others: joker, a rank, or single cards.",
        default=("joker",),
        values='a list of joker, ranks ("2") and cards ("Ah")',
        schema={"maxItems": 53, "items": {"type": "string", "pattern": WILD_PATTERN}},
        sentence=wild_sentence,
        in_game=wild_in_game,
        canonical=named_kinds,
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
    """A bonus for the player who cuts, the last one to be dealt to, if just the cards of the deal are lifted."""

    score: int = key(
        "What an exact cut adds to the cutter's score of the round.",
        default=-50,
        least=-MAX_POINTS,
        most=MAX_POINTS,
        unit="points",
        sentence=cut_score_sentence,
    )
    targets: CutTargets = key(
        "The cut is exact with the cards to be dealt and the upcard, or with those or the dealt cards alone.",
        default=CutTargets.WITH_UPCARD,
        sentence=cut_targets_sentence,
        idle=no_upcard,
    )


@attrs.frozen(kw_only=True)
class Deal:
    """How the first dealer is found and the cards are dealt."""

    direction: Direction = key(
        "Which way round the table cards are dealt, turns go and the deal passes.",
        default=Direction.CLOCKWISE,
        sentence={
            Direction.CLOCKWISE: "Everything goes clockwise: the cards are dealt one at a time from the dealer's left, "
            "and the player at the dealer's left has the first turn.",
            Direction.COUNTER_CLOCKWISE: "Everything goes counter-clockwise: the cards are dealt one at a time from "
            "the dealer's right, and the player at the dealer's right has the first turn.",
        },
    )
    first_dealer: FirstDealer = key(
        "The first dealer is found at random, or by drawing the highest or the lowest card.",
        default=FirstDealer.RANDOM,
        sentence={
            FirstDealer.RANDOM: "The first dealer is found at random.",
            FirstDealer.HIGH_CARD: "Everybody draws a card, and the highest one makes the first dealer. Aces are high; "
            "jokers and equal cards draw again; the cards go back into the pack.",
            FirstDealer.LOW_CARD: "Everybody draws a card, and the lowest one makes the first dealer. Aces are low; "
            "jokers and equal cards draw again; the cards go back into the pack.",
        },
        rule="first_dealer",
    )
    next_dealer: NextDealer = key(
        "Who deals the next round: the next player in the order of play, or whoever went out.",
        default=NextDealer.LEFT,
        sentence={
            NextDealer.LEFT: "After each round the deal passes to the left.",
            NextDealer.WINNER: "Whoever went out deals the next round; if nobody did, the deal passes to the left.",
        },
        in_game=next_dealer_in_game,
        rule="next_dealer",
        idle=one_round,
    )
    upcard: bool = key(
        "Whether a card of the stock is turned up to begin the discard pile.",
        default=True,
        sentence={
            True: "After the deal the top card of the stock is turned up and begins the discard pile: the upcard.",
            False: "After the deal no card is turned up: the discard pile begins with the first discard.",
        },
        rule="upcard",
    )
    wild_upcard: WildUpcard = key(
        "Whether a wild that is turned up at the deal stays there, or goes back into the stock.",
        default=WildUpcard.STAYS,
        sentence={
            WildUpcard.STAYS: "If the upcard is wild, it stays.",
            WildUpcard.BURIED: "If the upcard is wild, it goes back into the stock, with half of the stock (rounded "
            "down) above it, and the next card is turned, as often as it takes.",
        },
        rule="wild_upcard",
        idle=no_wild_upcard,
    )
    cut_bonus: CutBonus | None = key(
        "A bonus for cutting exactly the cards that are dealt and the upcard, or null.",
        default=None,
        sentence=cut_bonus_sentence,
        in_game=cut_bonus_in_game,
    )


@attrs.frozen(kw_only=True)
class Contracts:
    """How players go on from contract to contract, and who can win."""

    progress: Progress = key(
        "Everybody goes on to the next contract after each round, or only who has laid the own one.",
        default=Progress.TOGETHER,
        sentence={
            Progress.TOGETHER: "After each round everybody goes on to the next contract together, whether they have "
            "opened or not.",
            Progress.OWN: "Each player has a contract of his own: whoever has opened in a round goes on to the next "
            "one, the others have the same one again. The game ends after the round in which somebody has laid the "
            "last contract.",
        },
        rule="progress",
        idle=one_round,
    )
    winner: GameWinner = key(
        "Who can win the game: anybody, or only who has laid the last contract.",
        default=GameWinner.LOWEST,
        sentence={
            GameWinner.LOWEST: "The lowest total wins, whoever has laid the last contract.",
            GameWinner.FINISHED: "Of those who have laid the last contract the lowest total wins; if nobody has, the "
            "lowest total of all.",
        },
        rule="game_winner",
    )


@attrs.frozen(kw_only=True)
class Stock:
    """What happens when the stock is empty and a card has to be taken from it."""

    when_empty: WhenEmpty = key(
        "The discards are shuffled into a new stock, turned over unshuffled, or the stock is not renewed.",
        default=WhenEmpty.RESHUFFLE,
        sentence={
            WhenEmpty.RESHUFFLE: "When a stock card has to be taken and the stock is empty, and never earlier, the "
            "discards are shuffled into a new stock.",
            WhenEmpty.TURN_OVER: "When a stock card has to be taken and the stock is empty, and never earlier, the "
            "discard pile is turned over without shuffling: its bottom card is the next stock card.",
            WhenEmpty.END: "The stock is not renewed: when a stock card has to be taken and there is none, the round "
            "ends, nobody has won, and everybody scores.",
        },
        rule="when_empty",
    )
    keep_top: bool = key(
        "Whether the top discard stays when the stock is renewed.",
        default=True,
        sentence={
            True: "The top discard stays on the discard pile when the stock is renewed.",
            False: "The top discard goes into the new stock too, unless it is on offer to buyers at that moment.",
        },
        rule="keep_top",
        idle=stock_not_replenished,
    )
    times: int | None = key(
        "How often the stock is renewed in a round, null for no limit.",
        default=None,
        least=0,
        most=250,
        unit="times",
        sentence={
            None: "The stock is renewed as often as needed.",
            0: "The stock is never renewed.",
            1: "The stock is renewed only once in a round.",
            2: "The stock is renewed at most twice in a round.",
            OTHERWISE: "The stock is renewed at most {count} in a round.",
        },
        rule="times",
        likely=(None, None, 1, 2),
    )
    round_ends: RoundEnds = key(
        "The round ends when nothing can be drawn, or as soon as a stock card is needed and cannot be had.",
        default=RoundEnds.WHEN_NOTHING_CAN_BE_DRAWN,
        sentence={
            RoundEnds.WHEN_NOTHING_CAN_BE_DRAWN: "The round ends without a winner when the active player can neither "
            "have a stock card nor take a discard; then everybody scores. While a discard may be taken, play goes on.",
            RoundEnds.WHEN_EXHAUSTED: "The round ends without a winner as soon as a stock card is asked for and cannot "
            "be had; then everybody scores.",
        },
        rule="round_ends",
        idle=stock_not_replenished,
    )
    idle_laps: int | None = key(
        "Laps on end in which in no turn a stock card could be had and in none anything was laid, after which the "
        "round ends, null for never. A stock that can be replenished, if only from what was just thrown, has a card.",
        default=2,
        least=1,
        most=250,
        unit="laps",
        sentence={
            None: "However long no stock card can be had, the round goes on while discards are taken.",
            OTHERWISE: "The round also ends without a winner after {count} of the table in which no stock card could "
            "be had and nothing was laid.",
        },
        rule="idle_laps",
        likely=(2, 1, 3, None),
    )


@attrs.frozen(kw_only=True)
class DownAndOut:
    """What is scored when a player opens and goes out in one turn."""

    score: int = key(
        "The score of a player who opens and goes out in one turn, in the place of `scoring.going_out`.",
        default=0,
        least=-MAX_POINTS,
        most=MAX_POINTS,
        unit="points",
        sentence="A player who opens and goes out in one turn scores {count}.",
    )
    without_wilds: int | None = key(
        "The score instead, when no card that the player laid in that turn was wild; null for no difference.",
        default=None,
        least=-MAX_POINTS,
        most=MAX_POINTS,
        unit="points",
        sentence={
            None: "It makes no difference whether a wild was among the cards that were laid.",
            OTHERWISE: "The score is {count} if none of the cards laid in that turn was wild.",
        },
    )
    others_times: int = key(
        "How many times the cards of the other players count then.",
        default=1,
        least=1,
        most=10,
        unit="times",
        sentence={
            1: "The cards of the others count as ever.",
            2: "The cards of the others count double.",
            OTHERWISE: "The cards of the others count {count}.",
        },
    )


@attrs.frozen(kw_only=True)
class Scoring:
    """Points at the end of a round."""

    points: Points = key(
        "Points of the cards left in hand, by joker, rank, card, faces (J Q K) or pips (2 to 9).",
        default=DEFAULT_POINTS,
        least=-MAX_POINTS,
        most=MAX_POINTS,
        unit="points",
        values="a mapping of joker, A, K … 2, cards (2s), faces and pips to whole numbers (or pips: face)",
        sentence=points_sentence,
        by_key=True,
    )
    going_out: int = key(
        "The score of the player who goes out.",
        default=0,
        least=-MAX_POINTS,
        most=MAX_POINTS,
        unit="points",
        sentence="The player who goes out scores {count}.",
        rule="going_out",
        likely=(0, 0, -10, 25),
    )
    down_and_out: DownAndOut | None = key(
        "What is scored when a player opens and goes out in one turn; null for nothing special.",
        default=None,
        sentence=down_and_out_sentence,
        likely=(
            None,
            None,
            DownAndOut(score=-10),
            DownAndOut(score=-25, without_wilds=-50),
            DownAndOut(others_times=2),
        ),
    )
    factor: int = key(
        "How many times all points of the round count, but for those of the cut and of buys.",
        default=1,
        least=1,
        most=10,
        unit="times",
        sentence={
            1: "Points count once.",
            2: "All points of the round count double.",
            OTHERWISE: "All points of the round count {count}.",
        },
        rule="factor",
        likely=(1, 1, 1, 2),
    )
    ties: Ties = key(
        "What equal lowest totals mean.",
        default=Ties.SHARE,
        sentence={
            Ties.SHARE: "Players with the same lowest total share the win.",
            Ties.ROUNDS_WON: "Of players with the same lowest total the one who went out in more rounds wins; if these "
            "are equal too, they share the win.",
        },
        rule="ties",
        whole_game=True,
    )
    absent: Absent = key(
        "The result of a player who has none for a round: none, or the sum of the two highest of the others.",
        default=Absent.NONE,
        sentence={
            Absent.NONE: "No rule says what a player who misses a round is given; the table agrees on it.",
            Absent.TWO_HIGHEST: "A player who has no result for a round is given the sum of the two highest results of "
            "the others in it.",
        },
        rule="absent",
        whole_game=True,
    )

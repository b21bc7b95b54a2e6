"""The closed choices of the profile language: one enum for each key that takes a word."""

from enum import StrEnum


class Ace(StrEnum):
    """`melds.run.ace`: where an ace may stand in a run."""

    LOW = "low"
    HIGH = "high"
    LOW_OR_HIGH = "low_or_high"
    AROUND_THE_CORNER = "around_the_corner"


class SameSuitRuns(StrEnum):
    """`melds.same_suit_runs`: whether two runs of one opening may touch."""

    FREE = "free"
    NOT_ADJACENT = "not_adjacent"


class Balance(StrEnum):
    """`wilds.balance`: how many wilds a meld takes, measured by its naturals."""

    ANY = "any"
    NOT_MORE_THAN_NATURALS = "not_more_than_naturals"
    FEWER_THAN_NATURALS = "fewer_than_naturals"


class DiscardDraw(StrEnum):
    """`drawing.discard`: what the active player gives for the discard."""

    FREE = "free"
    AS_BUY = "as_buy"


class Priority(StrEnum):
    """`buying.priority`: who gets a discard that several ask for."""

    NEAREST = "nearest"
    FIRST_CALL = "first_call"


class BlockWhen(StrEnum):
    """`buying.block.when`: which buys may be blocked."""

    ANY = "any"
    PLAYABLE = "playable"


class SwapOutOf(StrEnum):
    """`wilds.swap.out_of`: the melds whose wilds may be swapped out."""

    NONE = "none"
    RUNS = "runs"
    SETS = "sets"
    ANY = "any"


class SwapWho(StrEnum):
    """`wilds.swap.who`: which players may swap."""

    OPENED_EARLIER = "opened_earlier"
    OPENED = "opened"


class SwapWhose(StrEnum):
    """`wilds.swap.whose`: out of whose melds wilds may be swapped."""

    ANY = "any"
    OTHERS = "others"


class SwapWhich(StrEnum):
    """`wilds.swap.which`: which wilds may be swapped out."""

    ALL = "all"
    JOKERS = "jokers"


class SwapFreed(StrEnum):
    """`wilds.swap.freed`: where a freed wild goes."""

    TO_HAND = "to_hand"
    TO_TABLE = "to_table"


class OpeningSize(StrEnum):
    """`opening.size`: whether the melds of an opening may be longer than the contract asks."""

    EXACT = "exact"
    AT_LEAST = "at_least"


class LayingOffWhen(StrEnum):
    """`laying_off.when`: in which turns cards may be laid off."""

    LATER_TURNS = "later_turns"
    SAME_TURN = "same_turn"
    NEVER = "never"


class LayingOffWhose(StrEnum):
    """`laying_off.whose`: on whose melds cards may be laid off."""

    ANY = "any"
    OWN = "own"


class AfterOpening(StrEnum):
    """`drawing.after_opening`: what a player who has opened may draw."""

    ANY = "any"
    STOCK_ONLY = "stock_only"


class BuyingWho(StrEnum):
    """`buying.who`: which players may buy."""

    ALL = "all"
    UNOPENED = "unopened"


class BlockWho(StrEnum):
    """`buying.block.who`: who may block a buy."""

    NEARER = "nearer"
    ACTIVE = "active"
    ANYONE = "anyone"


class DiscardRule(StrEnum):
    """`going_out.discard`: whether the hand is emptied by a discard."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    FORBIDDEN = "forbidden"
    FLOATING = "floating"


class WhenEmpty(StrEnum):
    """`stock.when_empty`: what happens when a card is needed and the stock is empty."""

    RESHUFFLE = "reshuffle"
    TURN_OVER = "turn_over"
    END = "end"


class RoundEnds(StrEnum):
    """`stock.round_ends`: when a round ends without a winner."""

    WHEN_NOTHING_CAN_BE_DRAWN = "when_nothing_can_be_drawn"
    WHEN_EXHAUSTED = "when_exhausted"


class Ties(StrEnum):
    """`scoring.ties`: what equal lowest totals mean."""

    SHARE = "share"
    ROUNDS_WON = "rounds_won"


class Absent(StrEnum):
    """`scoring.absent`: the result of a player who has none for a round."""

    NONE = "none"
    TWO_HIGHEST = "two_highest"


class FirstDealer(StrEnum):
    """`deal.first_dealer`: how the first dealer is found."""

    RANDOM = "random"
    HIGH_CARD = "high_card"
    LOW_CARD = "low_card"


class NextDealer(StrEnum):
    """`deal.next_dealer`: who deals the next round."""

    LEFT = "left"
    WINNER = "winner"


class Direction(StrEnum):
    """`deal.direction`: which way round the table play goes."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter_clockwise"


class WildUpcard(StrEnum):
    """`deal.wild_upcard`: what becomes of a wild that is turned up at the deal."""

    STAYS = "stays"
    BURIED = "buried"


class CutTargets(StrEnum):
    """`deal.cut_bonus.targets`: the numbers of cards that an exact cut lifts."""

    WITH_UPCARD = "with_upcard"
    WITH_OR_WITHOUT = "with_or_without"


class Progress(StrEnum):
    """`contracts.progress`: when a player goes on to the next contract."""

    TOGETHER = "together"
    OWN = "own"


class GameWinner(StrEnum):
    """`contracts.winner`: who can win the game."""

    LOWEST = "lowest"
    FINISHED = "finished"


class Irregularities(StrEnum):
    """`irregularities`: which remedies a referee applies to irregular play."""

    NONE = "none"
    CONTINENTAL = "continental"


class MeldKind(StrEnum):
    """The two kinds of melds."""

    SET = "set"
    RUN = "run"

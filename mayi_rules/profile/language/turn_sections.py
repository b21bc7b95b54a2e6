"""The sections of what is done in a turn, whose keys a round may set for itself: one field for each key."""

from __future__ import annotations

import attrs

from mayi_rules.profile.language.choices import (
    AfterOpening,
    BlockWho,
    BuyingWho,
    DiscardRule,
    LayingOffWhen,
    LayingOffWhose,
    OpeningSize,
)
from mayi_rules.profile.language.effects import (
    no_upcard_bought,
    not_allowed_to_buy,
    nothing_bought,
    nothing_laid_off,
    one_discard_bought,
)
from mayi_rules.profile.language.key_sentences import BLOCK_WHO, block_sentence, call_sentence
from mayi_rules.profile.language.keys import OTHERWISE, key


@attrs.frozen(kw_only=True)
class Opening:
    """Laying down the contract."""

    size: OpeningSize = key(
        "Whether the melds of an opening have exactly the sizes of the contract, or at least those.",
        default=OpeningSize.EXACT,
        sentence={
            OpeningSize.EXACT: "The melds of an opening have exactly the sizes of the contract, not a card more.",
            OpeningSize.AT_LEAST: "The melds of an opening may be longer than the contract asks.",
        },
        rule="opening_size",
    )
    all_cards: bool = key(
        "Whether the opening must use the whole hand.",
        default=False,
        sentence={
            True: "The opening must use the whole hand: all cards are laid at once, and the round is over.",
            False: "The opening need not use the whole hand.",
        },
        rule="all_cards",
        likely=(*[False] * 9, True),
    )
    take_back: bool = key(
        "Whether what was laid in this turn may be taken back.",
        default=False,
        sentence={
            True: "Until the turn ends, the player may take back what was laid in it.",
            False: "What is laid stays laid.",
        },
        rule="take_back",
    )


@attrs.frozen(kw_only=True)
class LayingOff:
    """Adding cards to melds on the table."""

    when: LayingOffWhen = key(
        "Cards are laid off in turns later than the opening turn, in that turn too, or never.",
        default=LayingOffWhen.LATER_TURNS,
        sentence={
            LayingOffWhen.LATER_TURNS: "Cards are laid off only in turns after the one in which the player opened; in "
            "that turn nothing is laid off, not even on one's own melds.",
            LayingOffWhen.SAME_TURN: "A player who has opened may lay off in that very turn and in every later one.",
            LayingOffWhen.NEVER: "Nothing is ever laid off.",
        },
        rule="laying_off_when",
        likely=(LayingOffWhen.LATER_TURNS, LayingOffWhen.SAME_TURN, LayingOffWhen.SAME_TURN, LayingOffWhen.NEVER),
    )
    whose: LayingOffWhose = key(
        "On whose melds cards may be laid off.",
        default=LayingOffWhose.ANY,
        sentence={
            LayingOffWhose.ANY: "Cards are laid off on any meld on the table, one's own or another player's.",
            LayingOffWhose.OWN: "Cards are laid off on one's own melds only.",
        },
        rule="laying_off_whose",
        idle=nothing_laid_off,
        likely=(LayingOffWhose.ANY, LayingOffWhose.ANY, LayingOffWhose.OWN),
    )


@attrs.frozen(kw_only=True)
class Drawing:
    """Drawing a card at the beginning of a turn."""

    after_opening: AfterOpening = key(
        "What a player who has opened may draw: stock or discard, or the stock only.",
        default=AfterOpening.ANY,
        sentence={
            AfterOpening.ANY: "A player who has opened may still take the top discard instead of a stock card.",
            AfterOpening.STOCK_ONLY: "A player who has opened draws from the stock only.",
        },
        rule="after_opening",
        likely=(AfterOpening.ANY, AfterOpening.ANY, AfterOpening.STOCK_ONLY),
    )


@attrs.frozen(kw_only=True)
class Block:
    """Blocking a buy with a call."""

    call: str = key(
        "The word that blocks a buy.",
        default="Shanghai",
        values="a text",
        schema={"minLength": 1, "maxLength": 40},
        sentence=call_sentence,
        idle=nothing_bought,
    )
    who: BlockWho = key(
        "Who may block: those nearer than the asker (the active player too), the active player, or anyone.",
        default=BlockWho.NEARER,
        sentence=BLOCK_WHO,
        idle=nothing_bought,
    )


@attrs.frozen(kw_only=True)
class Buying:
    """Buying the discard out of turn: May I?"""

    allowed: bool = key(
        "Whether the discard may be bought out of turn.",
        default=True,
        sentence={
            True: "A discard that the active player does not take may be bought out of turn, by asking “May I?”.",
            False: "Nothing is bought: a discard that the active player does not take stays where it is.",
        },
        rule="buying",
        likely=(*[True] * 9, False),
    )
    who: BuyingWho = key(
        "Who may buy: all, or only players who have not opened.",
        default=BuyingWho.ALL,
        sentence={
            BuyingWho.ALL: "Players may buy whether they have opened or not.",
            BuyingWho.UNOPENED: "Only players who have not opened yet may buy.",
        },
        rule="buying_who",
        idle=nothing_bought,
        likely=(BuyingWho.ALL, BuyingWho.ALL, BuyingWho.UNOPENED),
    )
    upcard: bool = key(
        "Whether the upcard may be bought.",
        default=True,
        sentence={
            True: "The upcard may be bought like any discard.",
            False: "The upcard may not be bought; the active player alone may take it.",
        },
        rule="buying_upcard",
        idle=no_upcard_bought,
        likely=(True, True, False),
    )
    own_discard: bool = key(
        "Whether the player who discarded a card may ask for it.",
        default=True,
        sentence={
            True: "The player who discarded a card may ask for it too.",
            False: "The player who discarded a card may not buy it back.",
        },
        rule="own_discard",
        idle=nothing_bought,
    )
    penalty_cards: int = key(
        "Cards that a buyer takes from the stock as a penalty; without all of them there is no buy.",
        default=1,
        least=0,
        most=10,
        unit="cards",
        sentence={
            0: "The buyer takes the discard and no penalty card.",
            1: "The buyer takes the discard and one penalty card from the stock, so the hand grows by two. If the "
            "penalty card cannot be had, there is no buy.",
            OTHERWISE: "The buyer takes the discard and {value} penalty cards from the stock. If they cannot all be "
            "had, there is no buy.",
        },
        rule="penalty_cards",
        idle=nothing_bought,
        likely=(1, 1, 2, 0, 3),
    )
    per_round: int | None = key(
        "The most buys of a player in a round, null for no limit.",
        default=None,
        least=0,
        most=250,
        unit="buys",
        sentence={
            None: "There is no limit on how often a player buys in a round.",
            0: "No player may buy anything at all.",
            OTHERWISE: "A player makes at most {count} in a round.",
        },
        rule="per_round",
        idle=not_allowed_to_buy,
        likely=(None, None, 1, 2, 0),
    )
    chain: bool = key(
        "Whether the next exposed discard may be bought in the same interruption.",
        default=True,
        sentence={
            True: "After a buy the discard below, now exposed, may be bought in the same way, before the active player "
            "draws.",
            False: "Only one discard is bought in an interruption: the rest of the discard pile stays closed.",
        },
        rule="chain",
        idle=nothing_bought,
    )
    same_buyer_again: bool = key(
        "Whether one player may buy two successively exposed discards of one interruption.",
        default=False,
        sentence={
            True: "The player who has just bought may buy the next exposed discard as well.",
            False: "The player who has just bought may not buy the very next exposed discard.",
        },
        rule="same_buyer_again",
        idle=one_discard_bought,
    )
    block: Block | None = key(
        "Whether and by whom a buy may be blocked; null for not at all.",
        default=None,
        sentence=block_sentence,
        idle=nothing_bought,
        likely=(
            None,
            None,
            None,
            *(Block(call=call, who=who) for call, who in zip(("Shanghai", "No way"), BlockWho, strict=False)),
        ),
    )


@attrs.frozen(kw_only=True)
class GoingOut:
    """Emptying the hand."""

    discard: DiscardRule = key(
        "Whether a hand is emptied only by the discard, by laying the last card too, or only by laying.",
        default=DiscardRule.REQUIRED,
        sentence={
            DiscardRule.REQUIRED: "A hand is emptied only by the discard that ends a turn: whoever lays cards keeps "
            "one to discard.",
            DiscardRule.OPTIONAL: "A hand is emptied by laying the last card, or by discarding it.",
            DiscardRule.FORBIDDEN: "A hand is emptied only by laying: the last card is never discarded. A player with "
            "one card left that is not laid keeps it and ends the turn without a discard.",
        },
        rule="discard",
    )

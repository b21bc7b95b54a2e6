"""The sections of what is done in a turn, whose keys a round may set for itself: one field for each key."""

from __future__ import annotations

import attrs

from mayi_rules.profile.language.canonical import by_buy, one_or_by_players
from mayi_rules.profile.language.choices import (
    AfterOpening,
    BlockWhen,
    BlockWho,
    BuyingWho,
    DiscardDraw,
    DiscardRule,
    LayingOffWhen,
    LayingOffWhose,
    OpeningSize,
    Priority,
)
from mayi_rules.profile.language.effects import (
    no_limit_to_carry,
    no_upcard_bought,
    not_allowed_to_buy,
    nothing_bought,
    nothing_bought_at_all,
    nothing_laid_off,
    nothing_wild,
    one_discard_bought,
)
from mayi_rules.profile.language.key_sentences import (
    BLOCK_WHEN,
    BLOCK_WHO,
    allowed_sentence,
    block_sentence,
    call_sentence,
    nearest_sentence,
    penalty_sentence,
    priority_in_game,
)
from mayi_rules.profile.language.keys import MAX_POINTS, OTHERWISE, key
from mayi_rules.profile.language.table import Table

Penalty = int | tuple[int, ...]
"""A number of cards, or one for the first, second … buy of a player in a round; the last one goes on."""

Flag = bool | Table[int, bool]
"""Yes or no, or one of them for each number of players."""


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
    discard: DiscardDraw = key(
        "Whether the active player takes the top discard for nothing, or pays for it as a buyer does.",
        default=DiscardDraw.FREE,
        sentence={
            DiscardDraw.FREE: "The active player takes the top discard for nothing.",
            DiscardDraw.AS_BUY: "The active player, too, pays for the top discard as a buyer does: it counts as one of "
            "his buys, and the penalty cards come with it. Without a buy left, or without the penalty cards, he draws "
            "from the stock.",
        },
        rule="drawing_discard",
        idle=nothing_bought_at_all,
        likely=(DiscardDraw.FREE, DiscardDraw.FREE, DiscardDraw.AS_BUY),
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
    when: BlockWhen = key(
        "Which buys may be blocked: any, or only those of a card that fits on a meld of the table.",
        default=BlockWhen.ANY,
        sentence=BLOCK_WHEN,
        idle=nothing_bought,
    )


@attrs.frozen(kw_only=True)
class Buying:
    """Buying the discard out of turn: May I?"""

    allowed: Flag = key(
        "Whether the discard may be bought out of turn, for all or by number of players.",
        default=True,
        values="true or false, or a table from numbers of players to them",
        schema={"type": ["boolean", "object"]},
        sentence=allowed_sentence,
        canonical=one_or_by_players,
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
    penalty_cards: Penalty = key(
        "Cards that a buyer takes from the stock as a penalty, one number or one for the first, second … buy of a "
        "player in a round; without all of them there is no buy.",
        default=1,
        least=0,
        most=10,
        unit="cards",
        values="a whole number from 0 to 10, or a list of them, the last of which is for all further buys",
        schema={
            "type": ["integer", "array"],
            "minItems": 1,
            "maxItems": 20,
            "items": {"type": "integer", "minimum": 0, "maximum": 10},
        },
        sentence=penalty_sentence,
        idle=nothing_bought,
        canonical=by_buy,
        likely=(1, 1, 2, 0, 3, (0, 1), (1, 0, 2)),
    )
    price: int = key(
        "Points that a buy adds to the buyer's score of the round.",
        default=0,
        least=-MAX_POINTS,
        most=MAX_POINTS,
        unit="points",
        sentence={0: "A buy costs no points.", OTHERWISE: "Each buy adds {count} to the buyer's score of the round."},
        rule="price",
        idle=nothing_bought,
        likely=(0, 0, 0, 5),
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
    per_game: int | None = key(
        "The most buys of a player in the whole game, null for no limit.",
        default=None,
        least=0,
        most=250,
        unit="buys",
        sentence={
            None: "There is no limit on how often a player buys in the whole game.",
            0: "No player may buy anything at all in the whole game.",
            OTHERWISE: "A player makes at most {count} in the whole game.",
        },
        rule="per_game",
        idle=not_allowed_to_buy,
        likely=(None, None, None, 3, 1),
        whole_game=True,
    )
    carry_over: bool = key(
        "Whether the buys that a player has not made in a round may be made in later rounds.",
        default=False,
        sentence={
            True: "What is left of a player's buys of a round may be used in later rounds.",
            False: "Buys that a player does not make in a round are lost.",
        },
        rule="carry_over",
        idle=no_limit_to_carry,
        likely=(False, False, False, True),
        whole_game=True,
    )
    priority: Priority = key(
        "Who gets a discard that several ask for: the nearest to the active player, or who asks first.",
        default=Priority.NEAREST,
        sentence={
            Priority.NEAREST: nearest_sentence(mirrored=False),
            Priority.FIRST_CALL: "The first player who asks for a discard gets it, wherever he sits.",
        },
        in_game=priority_in_game,
        rule="priority",
        idle=nothing_bought,
        likely=(Priority.NEAREST, Priority.NEAREST, Priority.FIRST_CALL),
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
            Block(when=BlockWhen.PLAYABLE),
        ),
    )


@attrs.frozen(kw_only=True)
class Discarding:
    """Which cards may be discarded."""

    wilds: bool = key(
        "Whether a wild card may be discarded while another card is held.",
        default=True,
        sentence={
            True: "Any card may be discarded, a wild one too.",
            False: "A wild card is not discarded, unless nothing else is held.",
        },
        rule="discard_wilds",
        idle=nothing_wild,
        likely=(True, True, False),
    )
    drawn_card: bool = key(
        "Whether the discard that was just taken may be thrown back in the same turn while another card is held.",
        default=True,
        sentence={
            True: "A discard that was just taken may be thrown back in the same turn.",
            False: "A discard that was just taken is not thrown back in the same turn, unless nothing else is held; "
            "another card of the same kind may be.",
        },
        rule="discard_drawn",
        likely=(True, True, False),
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
            DiscardRule.FLOATING: "Only a discard of the last card ends the round. A player who lays the last card "
            "stays in with an empty hand, is asked to buy, and draws in the next turn as ever.",
        },
        rule="discard",
    )

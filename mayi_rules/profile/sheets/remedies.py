"""The remedies of Continental Rummy for irregular play, as rows of a table (`irregularities: continental`)."""

from __future__ import annotations

CONTINENTAL_REMEDIES: tuple[tuple[str, str], ...] = (
    (
        "A player plays out of turn.",
        (
            "If nobody stops it before that player's discard, it counts as a turn, and the players passed "
            "over lose theirs. If it is noticed in time, the card drawn is given back, cards laid are taken "
            "back, and the turn goes to the right player; once a card was drawn from the stock nothing can be "
            "put right, and the play stands."
        ),
    ),
    (
        "A player sees a card without a right to it.",
        (
            "The card goes face up on top of the stock. The next player takes it, or puts it face down into "
            "the middle of the stock. Of several such cards each player in turn may take only the top exposed "
            "card, the top face-down card, or the discard of the player before."
        ),
    ),
    (
        "A player discards without having drawn.",
        (
            "The player may draw from the stock to make the hand right, but may lay nothing. If the next "
            "player has drawn already, it is a wrong hand."
        ),
    ),
    (
        "A hand has a wrong number of cards.",
        (
            "Too many: discard without drawing. Too few: draw without discarding, one card a turn. Nothing is "
            "laid while the hand is wrong; whoever opened with too few takes everything back. If another "
            "player goes out, all cards of a hand with too many count, and each card that a hand lacks counts "
            "10 points."
        ),
    ),
    (
        "Cards are exposed, or the pack is wrong.",
        (
            "The cards are dealt anew if more than one card was exposed in dealing, if more than one card "
            "lies face up in the stock, or if the pack turns out to be wrong; rounds played before stand. A "
            "player who was dealt a wrong number may ask for it before the first turn."
        ),
    ),
    (
        "Cards are laid that should not be.",
        "Extra cards in a meld that is otherwise right go back to the hand. Cards laid off on a wrong meld stay there.",
    ),
    (
        "A score is wrong.",
        "It cannot be changed once the cards of the round are shuffled, unless all agree; then it can be at any time.",
    ),
)
"""What happened, and what is done."""

UNFINISHED_GAMES: tuple[tuple[str, str], ...] = (
    (
        "A game is not finished.",
        (
            "If all agree, it is suspended between two rounds, and taken up again only with all players, in "
            "the same seats and in the same calendar year."
        ),
    ),
    (
        "A player does not finish the game.",
        (
            "The player's total is the sum of the two highest complete totals of the others; without two of "
            "them the game is not counted."
        ),
    ),
)
"""What is done about games that are broken off; the second row belongs to `scoring.absent: two_highest`."""

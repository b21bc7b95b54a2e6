"""The sentences of refusals, and the values that they are made from: `docs/reasons.md` is written from here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SENTENCES: Mapping[str, str] = {
    "turn.not_your_turn": "It is not your turn.",
    "turn.wrong_phase": "That is not possible now: the phase is {phase}.",
    "turn.round_over": "The round is over; the host starts the next one.",
    "turn.game_over": "The game is over.",
    "turn.dead_end": "After that your turn could not be ended.",
    "turn.stale": "The game has moved on: it is at version {version}, the move was sent for {expected}.",
    "turn.cap_not_reached": "It is not so that {count} turns have ended in this round: there were {turns}.",
    "notation.card": "{message}.",
    "notation.move": "{message}.",
    "notation.meld": "{message}.",
    "notation.seat": "{message}.",
    "cards.not_in_hand": "You do not hold {cards} (or not so often).",
    "cards.all_elsewhere": "{card} cannot be in this hand: the pack holds {count}, and all of them are elsewhere.",
    "cards.not_as_noted": "That does not agree with what the host has noted; the host can see what to put right.",
    "meld.too_short": "{meld}: a {kind} here takes at least {least} cards.",
    "meld.too_long": "{meld}: a {kind} takes at most {most} cards.",
    "meld.mixed_ranks": "{meld}: the cards of a set are of one rank.",
    "meld.mixed_suits": "{meld}: the cards of a run are of one suit.",
    "meld.gap": "{meld}: the cards do not follow one another.",
    "meld.repeated_rank": "{meld}: a run holds each card once.",
    "meld.ace_in_the_middle": "{meld}: a run does not go on from the king over the ace to the 2.",
    "meld.ace_not_low": "{meld}: the ace does not stand below the 2.",
    "meld.ace_not_high": "{meld}: the ace does not stand above the king.",
    "meld.wilds_too_many": "{meld}: too many wilds ({wilds}); a meld takes at most {most}.",
    "meld.wilds_outnumber": "{meld}: {wilds} wilds to {naturals} naturals are too many.",
    "meld.wilds_too_close": "{meld}: two wilds are too close; fewer than {least} naturals are between them.",
    "meld.all_wild": "{meld}: a meld of wilds only is not allowed.",
    "meld.wild_role": "{meld}: {card} cannot stand for {role} there.",
    "meld.ambiguous": "{meld} may be read in several ways: {choices}.",
    "opening.already_open": "You have opened already in this round.",
    "opening.wrong_melds": "The contract asks for {contract}, not for {laid}.",
    "opening.too_few_melds": "The contract asks for {wanted} melds; these are {given}.",
    "opening.too_many_melds": "The contract asks for {wanted} melds; these are {given}.",
    "opening.not_exact": "The melds of an opening have exactly the contract's size: {contract}.",
    "opening.same_rank_sets": "Two sets of {rank} may not be in one opening.",
    "opening.adjacent_runs": "{first} and {second} would join into one run.",
    "opening.not_all_cards": "The opening of this round uses the whole hand; {left} would be left.",
    "laying_off.not_open": "Only a player who has opened lays off.",
    "laying_off.opening_turn": "Nothing is laid off in the turn of the opening.",
    "laying_off.never": "Nothing is laid off in this game.",
    "laying_off.no_such_meld": "There is no meld {number} on the table; there are {melds}.",
    "laying_off.does_not_fit": "{card} does not fit on {meld}.",
    "laying_off.only_wilds": "{meld} is all wild and takes wilds only, not {card}.",
    "laying_off.not_own": "Cards are laid off on one's own melds only.",
    "swapping.not_allowed": "Wilds stay where they are: {out_of}.",
    "swapping.not_open": "Only a player who has opened swaps a wild.",
    "swapping.opening_turn": "No wild is swapped in the turn of the opening.",
    "swapping.no_such_meld": "There is no meld {number} on the table; there are {melds}.",
    "swapping.no_such_wild": "No wild of {meld} stands for {card}.",
    "swapping.own_meld": "Wilds are swapped out of the melds of other players only.",
    "swapping.no_joker": "Only jokers are swapped out; {wild} stays where it is.",
    "swapping.in_a_set": "Wilds in sets stay where they are.",
    "swapping.no_place": "The freed {wild} must be laid on the table at once, and fits nowhere.",
    "swapping.freed_wild_in_hand": "The freed {wild} must be laid on the table first.",
    "drawing.stock_only": "A player who has opened draws from the stock only.",
    "drawing.nothing_to_draw": "No stock card can be had.",
    "drawing.no_discard": "There is no discard to take.",
    "buying.off": "Nothing may be bought in this round.",
    "buying.own_turn": "The active player does not buy: the discard could have been taken.",
    "buying.only_unopened": "Only players who have not opened may buy.",
    "buying.upcard": "The upcard may not be bought.",
    "buying.own_discard": "Who discarded a card may not buy it.",
    "buying.limit": "You have bought {limit} times in this round; that is the limit.",
    "buying.same_buyer_again": "You have just bought; the next card is offered to the others.",
    "buying.no_penalty_card": "The penalty ({penalty} from the stock) cannot be had.",
    "buying.no_window": "No card is on offer now.",
    "buying.already_answered": "You have answered already.",
    "buying.nearer_asker": "A player nearer to the active player has asked.",
    "buying.other_card": "On offer is {offer}, not {card}.",
    "buying.cannot_block": "You may not block this buy.",
    "buying.nothing_to_block": "There is nothing to block: nobody is about to get the card.",
    "discarding.wild": "{card} is wild, and a wild is not discarded while another card is held.",
    "discarding.drawn_card": "{card} was taken in this turn, and is not thrown back while another card may be.",
    "going_out.discard_required": "A card must be left to discard.",
    "going_out.discard_forbidden": "The last card is laid, never discarded.",
    "taking_back.not_allowed": "What is laid stays laid.",
    "taking_back.nothing": "You have laid nothing in this turn.",
    "cut.out_of_range": "A cut lifts from {least} to {most} cards, not {count}.",
    "deal.wrong_order": (
        "The order given for round {round} is not its pack of {size} cards ({decks} decks and {jokers} jokers): "
        "{message}."
    ),
    "deal.unknown_order": "The order of the pack is not known here: give the order of the next round.",
    "deal.unknown_scores": "What the table counted in round {round} is not known here: the host tells it first.",
}
"""By code, the usual sentence; names in braces are parameters."""

SPECIAL_SENTENCES: Mapping[str, tuple[str, ...]] = {
    "turn.dead_end": ("After that your turn could not be ended: no place would be left for the freed {wild}.",),
    "turn.cap_not_reached": ("It is not so that {count} moves were made in this turn: there were {moves}.",),
    "meld.too_short": ("{meld}: a set here takes at least {set} cards, a run at least {run}.",),
    "meld.wilds_too_many": ("{meld}: too many wilds ({wilds}); a meld has at least {least} naturals.",),
    "meld.wild_role": ("{meld}: {card} cannot stand as a wild there: the cards are a set of {rank}.",),
    "swapping.no_such_wild": (
        "No {wild} of {meld} stands for {card}.",
        "No wild of {meld} stands for {card} at its {end} end.",
    ),
    "meld.ambiguous": ("{meld} may be read in several ways, and each of them is refused: {refusals}.",),
    "going_out.discard_required": (
        "A turn ends with a discard here: a card may be kept only where going_out.discard is forbidden, not {discard}.",
        "Only a last card may be kept; with {held} in hand one is discarded.",
    ),
}
"""By code, sentences that are said instead of the usual one: the first whose parameters are all given."""

PARAMETERS: Mapping[str, str] = {
    "card": "a card in notation, with its role where one was written",
    "cards": "cards in notation",
    "choices": "a list of what may be meant, in notation",
    "contract": "a list of melds, each a kind and its fewest cards (`set 3`)",
    "count": "a number",
    "decks": "how many decks",
    "discard": "the value of the key `going_out.discard`",
    "end": "the end of a run: `low` or `high`",
    "expected": "a version of the game",
    "first": "a meld in notation",
    "given": "how many melds were laid",
    "held": "how many cards are held",
    "jokers": "how many jokers",
    "kind": "`set` or `run`",
    "laid": "a list of melds, each a kind and its cards (`set 4`)",
    "least": "a number",
    "left": "cards in notation",
    "limit": "a number",
    "meld": "a meld in notation, or what was written for it",
    "melds": "how many melds are on the table",
    "message": "a sentence in English",
    "most": "a number",
    "moves": "how many moves were made in the turn",
    "naturals": "how many naturals",
    "number": "the number of a meld on the table",
    "offer": "a card in notation",
    "out_of": "the value of the key `wilds.swap.out_of`",
    "penalty": "how many cards",
    "phase": "the phase: `cut`, `draw`, `buying`, `play`, `round_over` or `game_over`",
    "rank": "a rank",
    "refusals": "a list of what may be meant, in notation, each with the sentences of its refusal",
    "role": "a card or a rank",
    "round": "the number of the round",
    "run": "a number of cards",
    "second": "a meld in notation",
    "set": "a number of cards",
    "size": "how many cards the pack has",
    "turns": "how many turns have ended in the round",
    "version": "the version of the game",
    "wanted": "how many melds the contract has",
    "wild": "cards in notation",
    "wilds": "how many wilds",
}
"""What the parameters are: plain values, texts where nothing else is said and numbers where they count."""

_WORDS: Mapping[tuple[str, str], str] = {
    ("phase", "cut"): "the cut",
    ("phase", "draw"): "the draw",
    ("phase", "buying"): "the buying window",
    ("phase", "play"): "play (the player has drawn)",
    ("phase", "round_over"): "the end of the round",
    ("phase", "game_over"): "the end of the game",
    ("out_of", "none"): "no wild is ever swapped",
    ("out_of", "sets"): "wilds are swapped out of sets only",
}

Plain = str | int | list[str]
"""The value of a parameter."""


def parameters_of(sentence: str) -> tuple[str, ...]:
    """The names of the parameters in a sentence, in order."""
    from string import Formatter  # most processes make no sentence

    return tuple(name for _, name, _, _ in Formatter().parse(sentence) if name)


def plain(value: Any) -> Plain:
    """A value as a parameter: cards, melds and what else prints as notation or as a code become text."""
    if type(value) in (int, str):
        known: Plain = value
        return known
    return [str(one) for one in value] if type(value) is list else str(value)


def sentence(code: str, params: Mapping[str, Plain]) -> str:
    """The sentence of a refusal for people."""
    for special in SPECIAL_SENTENCES.get(code, ()):
        if set(parameters_of(special)) <= set(params):
            return special.format_map(_worded(params))
    return SENTENCES[code].format_map(_worded(params))


def _worded(params: Mapping[str, Plain]) -> dict[str, str]:
    return {name: _word(name, value) for name, value in params.items()}


def _word(name: str, value: Plain) -> str:
    if name in ("contract", "laid") and isinstance(value, list):
        return ", ".join(one.replace(" ", " of ") for one in value)
    return "; ".join(value) if isinstance(value, list) else _WORDS.get((name, str(value)), str(value))

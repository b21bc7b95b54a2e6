"""How moves are written, and what people say instead: what an error about a text that is no move tells them."""

from __future__ import annotations

import difflib

GRAMMAR = (
    "take", "stock", "may I", "pass", "shanghai", "open 7c 7d 7h | Qs Qd X", "lay 5h on 2", "swap 6h on 3",
    "take back", "discard 5h", "keep",
)  # fmt: skip
HOST_GRAMMAR = ("cut 41", "close", "abandon", "next round")

_SAID = {
    "draw": "'stock' (the top of the stock is drawn) or 'take' (the top discard)",
    "draw discard": "'take'",
    "pick": "'take' (the top discard) or 'stock'",
    "deck": "'stock'",
    "buy": "'may I'",
    "mayi": "'may I'",
    "may": "'may I'",
    "ask": "'may I'",
    "claim": "'may I'",
    "yes": "'may I'",
    "no": "'pass'",
    "i pass": "'pass'",
    "skip": "'pass'",
    "decline": "'pass'",
    "block": "'shanghai'",
    "lay": "'lay 5h on 2', or, for the contract, 'open 7c 7d 7h | Qs Qd X'",
    "meld": "'open 7c 7d 7h | Qs Qd X' (the whole contract at once)",
    "add": "'lay 5h on 2' (on meld 2 of the table)",
    "play": "'lay 5h on 2' (on meld 2 of the table), or 'open …' for the contract",
    "exchange": "'swap 6h on 3'",
    "replace": "'swap 6h on 3'",
    "undo": "'take back'",
    "throw": "'discard 5h'",
    "drop": "'discard 5h'",
    "toss": "'discard 5h'",
    "end": "'discard 5h', which ends the turn",
    "done": "'discard 5h', which ends the turn",
    "go out": "'discard 5h', or 'lay 5h on 2', with the last card: going out is no move of its own",
    "out": "'discard 5h', or 'lay 5h on 2', with the last card: going out is no move of its own",
}
"""What is said, by its first word or words, and what to write."""
_SAID |= dict.fromkeys(("draw stock", "draw deck", "draw from"), _SAID["deck"])
_SAID |= dict.fromkeys(("lay down", "go down", "put down", "down"), _SAID["meld"])
_SAID |= dict.fromkeys(("put", "attach"), _SAID["add"])
_SAID |= dict.fromkeys(("pickup", "grab"), _SAID["pick"])


def no_move(text: str, grammar: tuple[str, ...] = GRAMMAR) -> str:
    """What is wrong with a text that is no move, and what to write instead.

    Args:
        text: what was written.
        grammar: how the moves are written that may be meant.
    """
    words = text.lower().split()
    hint = _hint(words, grammar) if words else ""
    return " ".join([f"{text!r} is not a move.", *([hint] if hint else []), f"Moves are: {'; '.join(grammar)}"])


def _hint(words: list[str], grammar: tuple[str, ...]) -> str:
    if words[0] == "discard":
        return f"One card is discarded: 'discard {words[1] if len(words) > 1 else '5h'}'."
    if grammar is GRAMMAR:
        for said in (" ".join(words[:2]), words[0]):
            if said in _SAID:
                return f"Write {_SAID[said]}."
    near = difflib.get_close_matches(words[0], {form.split()[0] for form in grammar}, 1)
    forms = [repr(form) for form in grammar if near and form.split()[0] == near[0]]
    return f"Did you mean {' or '.join(forms)}?" if forms else ""

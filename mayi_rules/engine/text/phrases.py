"""How moves are written, and what people say instead: what an error about a text that is no move tells them."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

GRAMMAR = (
    "take", "stock", "may I", "pass", "shanghai", "open 7c 7d 7h | Qs Qd X", "lay 5h on 2", "swap 6h on 3",
    "take back", "discard 5h", "keep",
)  # fmt: skip
HOST_GRAMMAR = ("cut 41", "close", "abandon", "next round")

TAKE, STOCK, ASK, PASS, BLOCK, OPEN, LAY, SWAP, TAKE_BACK, DISCARD, KEEP = GRAMMAR

_ALIKE = 0.8
"""How much of a word has to be that of a move for it to be a slip of the pen."""

_SAID: dict[str, dict[str, str]] = {
    "draw": {STOCK: " (the top of the stock is drawn)", TAKE: " (the top discard)"},
    "draw discard": {TAKE: ""},
    "pick": {TAKE: " (the top discard)", STOCK: ""},
    "deck": {STOCK: ""},
    "buy": {ASK: ""},
    "skip": {PASS: ""},
    "block": {BLOCK: ""},
    "lay": {LAY: "", OPEN: " (the whole contract at once)"},
    "meld": {OPEN: " (the whole contract at once)"},
    "add": {LAY: " (on meld 2 of the table)"},
    "play": {LAY: " (on meld 2 of the table)", OPEN: " (the whole contract at once)"},
    "swap": {SWAP: ", or 'swap 6h for 2s on 3' where several wilds could come out"},
    "undo": {TAKE_BACK: ""},
    "throw": {DISCARD: ""},
    "end": {DISCARD: ", which ends the turn", KEEP: ", which ends the turn"},
    "out": {
        DISCARD: " with the last card: going out is no move of its own",
        LAY: " with the last card: going out is no move of its own",
    },
}
"""What is said, by its first word or words, and the moves that may be meant, each with what is told of it."""
_SAID |= dict.fromkeys(("draw stock", "draw deck", "draw from"), _SAID["deck"])
_SAID |= dict.fromkeys(("mayi", "may", "ask", "claim", "i buy"), _SAID["buy"])
_SAID |= dict.fromkeys(("i pass", "decline", "nope", "no thanks"), _SAID["skip"])
_SAID |= dict.fromkeys(("lay down", "go down", "put down", "down"), _SAID["meld"])
_SAID |= dict.fromkeys(("put", "attach"), _SAID["add"])
_SAID |= dict.fromkeys(("pickup", "grab"), _SAID["pick"])
_SAID |= dict.fromkeys(("exchange", "replace"), _SAID["swap"])
_SAID |= dict.fromkeys(("drop", "toss"), _SAID["throw"])
_SAID |= dict.fromkeys(("done",), _SAID["end"])
_SAID |= dict.fromkeys(("go out", "knock"), _SAID["out"])


def no_move(text: str, possible: Sequence[str]) -> str:
    """What is wrong with a text that is no move, and what to write instead.

    Args:
        text: what was written.
        possible: how the moves are written that the position has; no other one is named.
    """
    words = text.lower().split()
    hint = _hint(words, possible) if words else ""
    listed = f"Possible now: {'; '.join(possible)}" if possible else "No move is possible here now"
    return " ".join([f"{text!r} is not a move.", *([hint] if hint else []), listed])


def _hint(words: list[str], possible: Sequence[str]) -> str:
    if words[0] == "discard":
        return f"One card is discarded: {DISCARD!r}." if DISCARD in possible else ""
    for said in (" ".join(words[:2]), words[0]):
        if meant := {move: told for move, told in _SAID.get(said, {}).items() if move in possible}:
            return f"Write {', or '.join(f'{move!r}{told}' for move, told in meant.items())}."
    firsts = {form.split()[0].lower(): None for form in possible}
    near = difflib.get_close_matches(words[0], firsts, 1, _ALIKE)
    forms = [repr(form) for form in possible if near and form.split()[0].lower() == near[0]]
    return f"Did you mean {' or '.join(forms)}?" if forms else ""

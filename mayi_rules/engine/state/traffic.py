"""The traffic of hidden cards since the first shuffled renewal, as bytes that a `Tally` carries.

Two bytes an entry: what happened with the seat that did it, and the card. Before the first shuffled renewal a hidden
card can be anywhere, and nothing is noted. After it a card that was recycled is in the stock, or somebody has drawn it
since; a card that was never seen cannot be in the stock.
"""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.cards import UNKNOWN

PLAYED = 0x00
"""A seat showed a card of its hand that not everybody knew of."""

DRAWN = 0x40
"""A seat drew this card from the stock, unseen by the others."""

RECYCLED = 0x80
"""This card was shuffled into the new stock; all those of one renewal follow one another, sorted."""

_WHAT = 0xC0


def entries(traffic: bytes) -> Iterator[tuple[int, int, int]]:
    """The entries in their order: what happened, the seat, the card."""
    for index in range(0, len(traffic), 2):
        head = traffic[index]
        yield head & _WHAT, head & ~_WHAT, traffic[index + 1]


def seen_traffic(traffic: bytes, seat: int | None) -> bytes:
    """The traffic as one seat (or, with None, a spectator) knows it: what others drew is unknown."""
    if not traffic:
        return traffic
    seen = bytearray(traffic)
    for index in range(0, len(seen), 2):
        head = seen[index]
        if head & _WHAT == DRAWN and head & ~_WHAT != seat:
            seen[index + 1] = UNKNOWN
    return bytes(seen)

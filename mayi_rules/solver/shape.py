"""Where runs may lie."""

from __future__ import annotations


class Shape:
    """Where a run may lie in any suit: its places, the ranks they stand for, and the places as bits (0 to 13).

    Attributes:
        number: the position in the list of shapes of the plan.
        start: the place of the first card (0 for a low ace … 13 for a high one).
        length: the number of cards.
        bits: the places as bits; around the corner the places go from 0 to 12, otherwise bit 13 is the high ace.
        ranks: the ranks in order; in a run of 14 the ace is there twice.
        quota: the naturals that a run of this size needs.
    """

    __slots__ = ("bits", "length", "number", "quota", "ranks", "start")

    def __init__(self, number: int, start: int, length: int, bits: int, quota: int) -> None:
        self.number = number
        self.start = start
        self.length = length
        self.bits = bits
        self.ranks = tuple([(start + i) % 13 for i in range(length)])
        self.quota = quota


def presence(counts: list[int], suit: int) -> int:
    """The places of a suit for which a card is there, as `Plan.ranked` wants them."""
    first = suit * 13
    mask = int(bytes(counts[first : first + 13][::-1]).translate(_AS_DIGITS), 2)
    if mask & 1:
        mask |= 1 << 14 | 1 << 13 if counts[first] > 1 else 1 << 13
    return mask


_AS_DIGITS = bytes([ord("0")] + [ord("1")] * 255)
"""Translates counts to a binary number: whether each card is there."""

"""What a player has left at the end of a round, as people write it: cards with or without suits, points, or nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from attrs import evolve, frozen

from mayi_rules.cards import JOKER, NAMES, RANKS, SUITS, UNKNOWN, format_card, parse_card, together
from mayi_rules.errors import NotationError, RecordError
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.words import listed

OUT = "out"
OPENED = "opened"
_NOTHING = (OUT, "-", "–")
_NUMBER = re.compile(r"[-−–]?[0-9]{1,9}")
_BETWEEN = str.maketrans(",;", "  ")
_WRITE = "write the cards that are left, with spaces between them; out; or the points: = 35"


@frozen
class Left:
    """What a player has left.

    Attributes:
        text: as the file has it: `out`, cards, or `= 35`.
        points: what it counts.
        kinds: the cards that are named with their suits, and jokers.
        ranks: the ranks of the cards that are named without.
        opened: whether it was entered that the player has opened.
    """

    text: str
    points: int
    kinds: bytes = b""
    ranks: bytes = b""
    opened: bool = False

    @property
    def has_opened(self) -> bool:
        """Whether this player has opened in the round, as far as it was entered."""
        return self.opened or self.is_out

    @property
    def is_out(self) -> bool:
        """Whether this player went out."""
        return self.text == OUT

    def __str__(self) -> str:
        points = f"{self.points} point{'s' * (abs(self.points) != 1)}"
        if self.text.removeprefix(f"{OPENED} ").startswith("="):
            return f"{OPENED}, {points}" if self.opened else points
        return f"{self.text}: {points}"


def read_opened(text: str, rules: RoundRules) -> Left:
    """Read what a player has left in a game in which it matters who has opened: `opened` before it says so.

    Raises:
        RecordError: it is nothing of the kind, or cannot be in this round.
    """
    word, _, rest = text.strip().partition(" ")
    if word.lower() != OPENED:
        return read_left(text, rules)
    left = read_left(rest, rules)
    return left if left.is_out else evolve(left, text=f"{OPENED} {left.text}", opened=True)


def read_left(text: str, rules: RoundRules) -> Left:
    """Read what a player has left.

    A number alone is points, unless a card could be meant that counts something else.

    Raises:
        RecordError: it is nothing of the kind, or cannot be in this round.
    """
    text = text.strip()
    if text.lower() in _NOTHING:
        return Left(OUT, rules.going_out)
    if text.startswith("="):
        if not _NUMBER.fullmatch(text[1:].strip()):
            raise RecordError(f"{text!r} is not a number of points: write = 35")
        return _points(text[1:].strip(), rules)
    words = text.translate(_BETWEEN).split()
    if not words:
        raise RecordError(_WRITE)
    if len(words) == 1 and _NUMBER.fullmatch(words[0]):
        number = words[0]
        rank = _rank(number)
        if rank is None:
            return _points(number, rules)
        if _rank_points(rank, rules) != [int(number)]:
            raise RecordError(
                f"{number} may be a card or points: write = {number} for points, {RANKS[rank]}{SUITS[0]} for a card"
            )
    return _cards(words, rules)


def _cards(words: Iterable[str], rules: RoundRules) -> Left:
    kinds, ranks, names, points = [], [], [], 0
    for word in words:
        for card in together(word, ranks=True):
            rank = _rank(card)
            if rank is not None:
                counts = _rank_points(rank, rules)
                if len(counts) > 1:
                    said = listed(counts, joint="or")
                    named = f"{RANKS[rank]}{SUITS[0]}"
                    raise RecordError(f"{word} counts {said}, by its suit: write the suit too ({named})")
                ranks.append(rank)
                names.append(RANKS[rank])
                points += counts[0]
                continue
            try:
                kind = parse_card(card)
            except NotationError as error:
                raise RecordError(f"{word!r} is neither a card nor points: {_WRITE}") from error
            if kind == UNKNOWN:
                raise RecordError(_WRITE)
            kinds.append(int(kind))
            names.append(NAMES[kind])
            points += rules.points[kind]
    return Left(" ".join(names), points, bytes(sorted(kinds)), bytes(sorted(ranks)))


def _rank(word: str) -> int | None:
    """The rank that a word names without a suit."""
    name = "T" if word == "10" else word.upper()
    return RANKS.index(name) if len(name) == 1 and name in RANKS else None


def _rank_points(rank: int, rules: RoundRules) -> list[int]:
    """What the cards of a rank count: one number where the suit does not matter."""
    return sorted({rules.points[suit * len(RANKS) + rank] for suit in range(len(SUITS))})


def _points(number: str, rules: RoundRules) -> Left:
    points = int(number.replace("−", "-").replace("–", "-"))
    sums, least = _sums(rules)
    if points == 0 and all(rules.points[kind] > 0 for kind in rules.pack_cards):
        if rules.going_out:
            raise RecordError("who has no points left went out: write out")
        return Left(OUT, 0)
    most = least + sums.bit_length() - 1
    if points > most:
        raise RecordError(f"no hand counts {points}: all cards of the pack together count {most}")
    if points < least:
        bonus = "; the bonus for an exact cut is written cut NAME" if rules.cut_score else ""
        raise RecordError(f"no hand counts {points}: the least is {least}{bonus}")
    if not sums >> points - least & 1:
        below = next(one for one in range(points, least - 1, -1) if sums >> one - least & 1)
        above = next(one for one in range(points, most + 1) if sums >> one - least & 1)
        raise RecordError(f"no hand counts {points} in this game: the nearest are {below} and {above}")
    return Left(f"= {points}", points)


def cards_needed(left: Left, rules: RoundRules) -> int:
    """How many cards at least a hand has in which this is left."""
    if left.is_out or left.kinds or left.ranks:
        return len(left.kinds) + len(left.ranks)
    sign = -1 if left.points < 0 else 1
    needed = total = 0
    for points in sorted((sign * rules.points[kind] for kind in rules.pack_cards), reverse=True):
        if total >= abs(left.points):
            break
        total += points
        needed += 1
    return needed


def _sums(rules: RoundRules) -> tuple[int, int]:
    """What the hands of a pack can count, a bit for each sum, and the sum that the lowest bit stands for."""
    sums, least = 1, 0
    for kind in rules.pack_cards:
        points = rules.points[kind]
        if points < 0:
            sums |= sums << -points
            least += points
        else:
            sums |= sums << points
    return sums, least


def check_together(lefts: dict[str, Left], rules: RoundRules) -> None:
    """Refuse what the players of one round cannot have left together.

    Raises:
        RecordError: two went out, or a card is named more often than the pack holds it.
    """
    out = [name for name, left in lefts.items() if left.is_out]
    if len(out) > 1:
        raise RecordError(f"{' and '.join(out)} cannot both have gone out in this round: correct one of them")
    kinds = Counter(kind for left in lefts.values() for kind in left.kinds)
    ranks = Counter(rank for left in lefts.values() for rank in left.ranks)
    for kind, held in kinds.items():
        if held > rules.pack[kind]:
            _too_many(format_card(kind), held, rules.pack[kind])
        if kind != JOKER:
            ranks[kind % len(RANKS)] += held
    for rank, held in ranks.items():
        most = sum(rules.pack[suit * len(RANKS) + rank] for suit in range(len(SUITS)))
        if held > most:
            _too_many(RANKS[rank], held, most)


def _too_many(card: str, held: int, most: int) -> None:
    raise RecordError(f"{card} is named {held} times in this round; the pack has {most}")

"""How far a hand grows by buying (`buying.*`): for errors and advice about what a contract asks for."""

from __future__ import annotations

from mayi_rules.profile.language.effects import is_allowed
from mayi_rules.profile.language.turn_sections import Buying


def most_buys(buying: Buying) -> int | None:
    """The most buys of a player in a round, as far as one round tells; None for no limit."""
    if not is_allowed(buying.allowed):
        return 0
    limits = [
        limit for limit in (None if buying.carry_over else buying.per_round, buying.per_game) if limit is not None
    ]
    return 0 if buying.per_round == 0 and not buying.carry_over else min(limits, default=None)


def penalty_of(buying: Buying, earlier: int) -> int:
    """The penalty cards of a buy before which there were so many in the round."""
    penalties = buying.penalty_cards
    if isinstance(penalties, int):
        return penalties
    return penalties[min(earlier, len(penalties) - 1)]


def grown_by(buying: Buying, buys: int) -> int:
    """By how many cards so many buys make a hand grow."""
    return sum(1 + penalty_of(buying, earlier) for earlier in range(buys))


def buys_for(buying: Buying, cards: int) -> int:
    """The fewest buys that make a hand grow by at least so many cards."""
    buys = 0
    while cards > 0:
        cards -= 1 + penalty_of(buying, buys)
        buys += 1
    return buys

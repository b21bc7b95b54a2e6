"""The sentences of those keys whose values are tables or groups; the others are templates beside their keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from mayi_rules.profile.language.wording import (
    by_players,
    card_name,
    counted,
    figures,
    melds_named,
    ordinal,
    rank_name,
    ranks_name,
    several,
    wilds_named,
)
from mayi_rules.words import listed

if TYPE_CHECKING:
    from mayi_rules.profile.language.model import GameRules

POINT_RANKS = "AKQJT98765432"
"""Ranks in the order in which their points are listed."""


def decks_sentence(value: Any) -> str:
    """The sentence of `pack.decks`."""
    if isinstance(value, Mapping):
        return f"The pack has {by_players(value, '52-card decks')}."
    return f"The pack has {counted(value, '52-card decks')}."


def jokers_sentence(value: Any) -> str:
    """The sentence of `pack.jokers`."""
    name, number = next(iter(value.items()))
    return per_deck_sentence(number) if name == "per_deck" else total_sentence(number)


def per_deck_sentence(value: Any) -> str:
    """The sentence of `pack.jokers.per_deck`."""
    if value is None:
        return "The jokers are not counted by deck."
    if value == 0:
        return "No deck comes with printed jokers."
    return f"There {'is' if value == 1 else 'are'} {counted(value, 'printed jokers')} to each deck."


def total_sentence(value: Any) -> str:
    """The sentence of `pack.jokers.total`."""
    if value is None:
        return "The jokers are counted by deck."
    if isinstance(value, Mapping):
        return f"The pack has {by_players(value, 'printed jokers')}."
    return f"The pack has {counted(value, 'printed jokers')}{' in all' * bool(value)}."


NO_WILD_JOKER = " A joker is not wild."


def wild_sentence(value: Sequence[str]) -> str:
    """The sentence of `pack.wild`."""
    words = wilds_named(value)
    if not words:
        return "No card is wild."
    plain = "" if "joker" in value else NO_WILD_JOKER
    return f"The wild cards are {listed(f'the {word}' for word in words)}.{plain}"


def wild_in_game(value: Sequence[str], profile: GameRules) -> str | None:
    """The sentence of `pack.wild` in a game without jokers, of which nothing has to be said there."""
    numbers = range(profile.players.min, profile.players.max + 1)
    if any(profile.pack.joker_count(number) for number in numbers):
        return None
    return wild_sentence(value).removesuffix(NO_WILD_JOKER)


ACE_IN_RUNS = {
    "low": "In a run the ace stands below the 2 (A-2-3 …) and nowhere else.",
    "high": "In a run the ace stands above the king (… Q-K-A) and nowhere else.",
    "low_or_high": "In a run the ace stands below the 2 (A-2-3 …) or above the king (… Q-K-A), never in the middle "
    "(no K-A-2).",
    "around_the_corner": "Runs go around the corner: the ace stands below the 2, above the king, or between the two "
    "(… K-A-2 …).",
}
"""The sentences of `melds.run.ace`."""


def ace_in_game(value: str, profile: GameRules) -> str | None:
    """The sentence of `melds.run.ace` where a card that it speaks of is wild: then it is about places."""
    wild = wilds_named(name for name in profile.pack.wild if name[0] in "A23QK")
    if not wild:
        return None
    places = ACE_IN_RUNS[value].replace("the ace stands", "the place of the ace is")
    return f"{places} {_wild_anywhere(wild)}"


def run_max_in_game(value: int, profile: GameRules) -> str | None:
    """The sentence of `melds.run.max` where an ace is wild and 14 cards need not hold two aces."""
    if value != ALL_PLACES or not wilds_named(name for name in profile.pack.wild if name[0] == "A"):
        return None
    return "A run has at most 14 cards: all the places from an ace below the 2 to an ace above the king."


ALL_PLACES = 14
"""How many places a run has when the ace may stand at both ends."""


def _wild_anywhere(wild: Iterable[str]) -> str:
    words = list(wild)
    cards = listed(f"the {word}" for word in words)
    plural = len(words) > 1 or words[0].endswith("s")
    what = "are wild: as wilds they stand" if plural else "is wild: as a wild it stands"
    return f"{cards[0].upper()}{cards[1:]} {what} at any place."


def cut_bonus_sentence(value: Any) -> str:
    """The sentence of `deal.cut_bonus`."""
    if value is None:
        return "Nobody scores for the way the cards are cut."
    score = cut_score_sentence(value["score"])
    return (
        "Before the deal the player at the dealer's right lifts a packet from the pack; the cards are dealt from it. "
        f"{cut_targets_sentence(value.get('targets', 'with_upcard'))} {score}"
    )


def cut_targets_sentence(value: Any) -> str:
    """The sentence of `deal.cut_bonus.targets`."""
    if value is None:
        return "No cut is exact."
    if value == "with_or_without":
        return "The cut is exact if the packet holds just the cards of the deal, with the upcard or without it."
    return "The cut is exact if the packet holds just the cards of the deal, with the upcard if one is turned."


NEAREST = (
    "If several ask, the one who sits nearest to the active player, {way}, gets it, not the first to call. The player "
    "at the active player's {last} is the last in line."
)


def nearest_sentence(*, mirrored: bool) -> str:
    """The sentence of `buying.priority: nearest`, clockwise or the other way round."""
    return NEAREST.format(way="counter-clockwise" if mirrored else "clockwise", last="left" if mirrored else "right")


def priority_in_game(value: str, profile: GameRules) -> str | None:
    """The sentence of `buying.priority` where everything goes the other way round."""
    if value != "nearest" or profile.deal.direction.value == "clockwise":
        return None
    return nearest_sentence(mirrored=True)


def next_dealer_in_game(value: str, profile: GameRules) -> str | None:
    """The sentence of `deal.next_dealer` where everything goes the other way round."""
    if profile.deal.direction.value == "clockwise":
        return None
    if value == "winner":
        return "Whoever went out deals the next round; if nobody did, the deal passes to the right."
    return "After each round the deal passes to the right."


def cut_bonus_in_game(value: Any, profile: GameRules) -> str | None:
    """The sentence of `deal.cut_bonus` where everything goes the other way round."""
    if value is None or profile.deal.direction.value == "clockwise":
        return None
    return cut_bonus_sentence(value).replace("at the dealer's right", "at the dealer's left")


def cut_score_sentence(value: Any) -> str:
    """The sentence of `deal.cut_bonus.score`."""
    if value is None:
        return "No score is given for a cut."
    return f"An exact cut adds {counted(value, 'points')} to that player's score of the round."


def call_sentence(value: Any) -> str:
    """The sentence of `buying.block.call`."""
    return "There is no call that blocks a buy." if value is None else f"A buy is blocked by the call “{value}”."


def block_sentence(value: Any) -> str:
    """The sentence of `buying.block`."""
    if value is None:
        return "No call stops a buy."
    return (
        f"{call_sentence(value['call'])} {BLOCK_WHO[value['who']]} "
        "The first call ends the interruption: nobody gets that discard, and the active player draws from the stock."
        + (f" {BLOCK_WHEN['playable']}" if value.get("when") == "playable" else "")
    )


BLOCK_WHO = {
    "nearer": "Once it is clear who would get the card, the players who come before the asker in the order of priority "
    "are asked, the active player first.",
    "active": "Once it is clear who would get the card, the active player alone is asked.",
    "anyone": "Once it is clear who would get the card, all players but the asker are asked.",
}
"""The sentences of `buying.block.who`."""


def down_and_out_sentence(value: Any) -> str:
    """The sentence of `scoring.down_and_out`."""
    if value is None:
        return "Opening and going out in one turn scores like any other going out."
    text = f"A player who opens and goes out in one turn scores {counted(value.get('score', 0), 'points')}"
    if (without := value.get("without_wilds")) is not None:
        text += f", but {counted(without, 'points')} if none of the cards laid in that turn was wild"
    times = value.get("others_times", 1)
    if times > 1:
        text += f"; the cards of the others count {'double' if times == 2 else counted(times, 'times')} then"
    return f"{text}."


BLOCK_WHEN = {
    "any": "Any buy may be blocked.",
    "playable": "Only a buy of a card that fits on a meld of the table may be blocked.",
}
"""The sentences of `buying.block.when`."""


def allowed_sentence(value: Any) -> str:
    """The sentence of `buying.allowed`."""
    if isinstance(value, Mapping):
        yes = sorted(int(players) for players, flag in value.items() if flag)
        if not yes or len(yes) == len(value):
            return allowed_sentence(bool(yes))
        no = sorted(int(players) for players, flag in value.items() if not flag)
        return (
            f"With {several(yes)} players a discard that the active player does not take may be bought out of turn, by "
            f"asking “May I?”; with {several(no)} players nothing is bought."
        )
    if value:
        return "A discard that the active player does not take may be bought out of turn, by asking “May I?”."
    return "Nothing is bought: a discard that the active player does not take stays where it is."


def penalty_sentence(value: Any) -> str:
    """The sentence of `buying.penalty_cards`."""
    if isinstance(value, Sequence):
        if len(set(value)) == 1:
            return penalty_sentence(value[0])
        first = [f"{counted(count, 'cards')} with the {ordinal(buy)}" for buy, count in enumerate(value[:-1], start=1)]
        rest = f"{counted(value[-1], 'cards')} with every further one"
        return (
            f"As a penalty a player takes cards from the stock: {listed([*first, rest])} of his buys in a round. If "
            "they cannot all be had, there is no buy."
        )
    if value == 0:
        return "The buyer takes the discard and no penalty card."
    if value == 1:
        return (
            "The buyer takes the discard and one penalty card from the stock, so the hand grows by two. If the penalty "
            "card cannot be had, there is no buy."
        )
    return (
        f"The buyer takes the discard and {counted(value, 'penalty cards')} from the stock. If they cannot all be had, "
        "there is no buy."
    )


def points_sentence(value: Mapping[str, int] | None) -> str:
    """The sentence of `scoring.points` as a whole; of a round that has none of its own, that it has not."""
    if value is None:
        return "Cards left in hand count as in the other rounds."
    parts = [f"{name} {score}" for name, score in point_rows(value)]
    return f"Cards left in hand count: {listed(parts)}."


def card_points_sentence(name: str, value: int | None) -> str:
    """The sentence of one card's or rank's points (`scoring.points.K`)."""
    if value is None:
        return f"The {card_name(name)} counts like the other {ranks_name(name[0])}."
    thing = "A joker" if name == "joker" else f"The {card_name(name)}" if len(name) == 2 else _a(rank_name(name))
    return f"{thing} left in hand counts {counted(value, 'points')}."


def _a(word: str) -> str:
    return f"An {word}" if word in ("ace", "8") else f"A {word}"


def point_rows(points: Mapping[str, int], *, with_joker: bool = True) -> list[tuple[str, str]]:
    """The points of all cards, neighbours that count the same (or their face value) in one row."""
    rows: list[tuple[str, str]] = [("joker", figures(points["joker"]))] if with_joker else []
    groups = [(score, list(ranks)) for score, ranks in groupby(POINT_RANKS, key=lambda rank: points[rank])]

    def at_face_value(group: tuple[int, list[str]]) -> bool:
        return len(group[1]) == 1 and group[1][0] == str(group[0])

    for at_face, together in groupby(groups, key=at_face_value):
        same = list(together)
        if at_face and len(same) > 2:
            rows.append((_span([ranks[0] for _, ranks in same]), "face value"))
        else:
            rows += [(_span(ranks), figures(score)) for score, ranks in same]
    rows += [
        (card_name(name), figures(score))
        for name, score in points.items()
        if len(name) == 2 and score != points[name[0]]
    ]
    return rows


def _span(ranks: Sequence[str]) -> str:
    names = [rank_name(rank) for rank in ranks]
    return f"{names[-1]} to {names[0]}" if len(names) > 4 else listed(names)


def contract_sentence(value: Sequence[Any]) -> str:
    """The sentence of a round's contract."""
    return f"The contract is {melds_named(value)}."

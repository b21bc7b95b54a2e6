"""The tables of the rule sheet: players and pack, contracts, points."""

from __future__ import annotations

from mayi_rules.profile.language.key_sentences import point_rows
from mayi_rules.profile.language.plain import to_plain
from mayi_rules.profile.language.wording import melds_named, rounds_named
from mayi_rules.profile.resolution import contract_items
from mayi_rules.profile.sheets.blocks import Grid
from mayi_rules.profile.sheets.live import LiveRules

MAX_DEALS = 3
"""How many different sizes of hands have a column of their own for the stock."""


def pack_table(live: LiveRules) -> Grid:
    """For each number of players the pack, and the stock that the deal leaves."""
    profile = live.profile
    deals: dict[int, list[int]] = {}
    for index, one in enumerate(profile.rounds, start=1):
        if not one.pack:  # another pack is said beside the contract
            deals.setdefault(one.deal, []).append(index)
    if len(deals) > MAX_DEALS:
        deals = {}
    others = any(one.pack for one in profile.rounds)
    columns = ["players", "decks", "jokers", "cards in all"]
    columns += [
        f"stock, {rounds_named(numbers)}" if len(deals) > 1 or others else "stock after the deal"
        for numbers in deals.values()
    ]
    rows = []
    for players in live.numbers:
        decks, jokers = profile.pack.deck_count(players) or 0, profile.pack.joker_count(players) or 0
        size = decks * 52 + jokers
        stocks = [size - players * deal - profile.deal.upcard for deal in deals]
        rows.append(tuple(map(str, (players, decks, jokers, size, *stocks))))
    return Grid(tuple(columns), tuple(rows), ("players", "pack.decks", "pack.jokers"))


def contract_table(live: LiveRules) -> Grid:
    """For each round the cards dealt, the contract, its fewest cards and the rules of that round only."""
    columns = ["round", "cards dealt", "contract", "fewest cards"]
    rows = []
    keys = ["rounds"]
    for number, one in enumerate(live.profile.rounds, start=1):
        own = live.own_lines(number)
        keys += [key for line in own for key in line.keys]
        fewest = sum(item.size for item in contract_items(live.profile, number))
        cells = (number, one.deal, melds_named(to_plain(one.contract)), fewest)
        rows.append((*map(str, cells), " ".join(line.text for line in own)))
    if len(keys) == 1:
        rows = [row[:-1] for row in rows]
    else:
        columns.append("only in this round")
    return Grid(tuple(columns), tuple(rows), tuple(keys))


def points_table(live: LiveRules) -> Grid:
    """What each card left in hand counts."""
    points = live.profile.scoring.points
    rows = point_rows(points, with_joker="scoring.points.joker" not in live.dormant)
    return Grid(("card left in hand", "points"), tuple(rows), ("scoring.points",))

"""The rule sheet of a profile as a page of blocks, part by part."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mayi_rules.profile.language.choices import (
    Absent,
    DiscardRule,
    GameWinner,
    Irregularities,
    Progress,
    SameSuitRuns,
)
from mayi_rules.profile.language.descriptions import all_keys, describe
from mayi_rules.profile.language.model import GameRules
from mayi_rules.profile.language.wording import counted
from mayi_rules.profile.sheets import examples
from mayi_rules.profile.sheets.blocks import Block, Box, Example, Grid, Heading, Line, Page, Rules
from mayi_rules.profile.sheets.changes import changes_in_words, told_changes
from mayi_rules.profile.sheets.live import LiveRules
from mayi_rules.profile.sheets.remedies import CONTINENTAL_REMEDIES, UNFINISHED_GAMES
from mayi_rules.profile.sheets.tables import contract_table, pack_table, points_table


def page_of(profile: GameRules, players: int | None = None) -> Page:
    """The whole page of a profile.

    Args:
        profile: the rules.
        players: for so many players only; None for every number that the game is for.

    Raises:
        ProfileError: the game is not for so many players.
    """
    live = LiveRules(profile, players)
    blocks: list[Block] = list(_base_box(profile))
    for title, part in _PARTS:
        found = list(part(live))
        if found:
            blocks += [Heading(title), *found]
    few, many = live.numbers[0], live.numbers[-1]
    who = f"{few} to {many} players" if few < many else f"{few} players"
    subtitle = f"For {who}, {counted(len(profile.rounds), 'rounds')}. {_winner(profile)}"
    footer = (
        f"Made from the profile {profile.id}: each line follows from its values, or holds for all games of this kind."
    )
    return Page(profile.name, subtitle, tuple(blocks), footer)


def _winner(profile: GameRules) -> str:
    if profile.contracts.winner is GameWinner.FINISHED:
        return "Of those who have laid the last contract the lowest total wins."
    return "The lowest total wins."


def _base_box(profile: GameRules) -> Iterator[Block]:
    if profile.base is None:
        return
    changes = [one for one in told_changes(profile.base, profile) if not one.is_dormant]
    if changes:
        yield Box(f"Differs from {profile.base.name} in", tuple(changes_in_words(changes)))


def keys_of(section: str) -> tuple[str, ...]:
    """The keys of a section, in the order of the language; a block of keys is said as a whole."""
    keys = [key for key in all_keys() if key.startswith(f"{section}.")]
    return tuple(key for key in keys if key.rpartition(".")[0] not in keys)


def _rules(live: LiveRules, fixed: list[str], *keys: str) -> Iterator[Block]:
    lines = (*map(Line, fixed), *live.lines(*keys))
    if lines:
        yield Rules(lines)


def _example(line: Line | None) -> Iterator[Block]:
    if line is not None:
        yield Example(line)


def _players_and_pack(live: LiveRules) -> Iterator[Block]:
    yield pack_table(live)
    yield from _rules(live, [], "pack.wild")


def _deal(live: LiveRules) -> Iterator[Block]:
    fixed = [
        (
            "The cards that are left are the stock, face down. The discard pile lies face up, and only its "
            "top card can be had."
        ),
    ]
    yield from _rules(live, fixed, *_played(live, *keys_of("deal")))
    yield from _example(examples.deal_example(live))


def _contracts(live: LiveRules) -> Iterator[Block]:
    yield contract_table(live)
    yield from _rules(live, [], *keys_of("contracts"))
    yield from _example(examples.last_round_example(live))


def _melds(live: LiveRules) -> Iterator[Block]:
    fixed = [
        "A set is cards of one rank, whatever their suits; a suit may be there more than once.",
        "A run is cards of one suit that follow one another.",
        "A meld is a set or a run. Each card is in one meld only.",
    ]
    yield from _rules(live, fixed, *keys_of("melds"))
    yield from _example(examples.neighbours_example(live))


def _wilds(live: LiveRules) -> Iterator[Block]:
    fixed = [
        "A wild stands for another card; a card that is itself is a natural.",
        (
            "What a wild stands for is fixed when it is laid. It follows from its place; where several cards "
            "are possible, the player has to say which."
        ),
    ]
    apart = live.is_live("melds.same_suit_runs") and live.profile.melds.same_suit_runs is SameSuitRuns.NOT_ADJACENT
    if apart:
        fixed.append("Whether two runs of one suit touch is seen by the cards that their wilds stand for.")
    yield from _rules(live, fixed if live.has_wilds else [], *keys_of("wilds"))
    yield from _example(examples.swap_example(live))
    yield from _example(examples.partly_wild_example(live))


def _turn(live: LiveRules) -> Iterator[Block]:
    at_the_end = {
        DiscardRule.REQUIRED: "Discard one card, which ends the turn.",
        DiscardRule.OPTIONAL: "Discard one card, which ends the turn, unless no card is left.",
        DiscardRule.FORBIDDEN: "Discard one card, which ends the turn, unless no card or one last card is left.",
        DiscardRule.FLOATING: "Discard one card, which ends the turn, unless no card is left.",
    }[live.profile.going_out.discard]
    fixed = [
        "First draw one card: the top discard, or, after asking for it, the top card of the stock.",
        "Then open, if you can and like to. A player who has opened may add cards to melds as the rules below say.",
        at_the_end,
    ]
    yield from _rules(live, fixed, *_played(live, *keys_of("drawing"), *keys_of("discarding")))


def _opening(live: LiveRules) -> Iterator[Block]:
    fixed = [
        "Opening is laying down the whole contract at once: in one's own turn, after drawing, once a round.",
        "It has just as many melds as the contract asks for. Nobody begins a further meld, then or later.",
    ]
    yield from _rules(live, fixed, *keys_of("opening"))
    yield from _example(examples.size_example(live))


def _laying_off(live: LiveRules) -> Iterator[Block]:
    fixed = ["Laying off is adding cards to melds on the table: to sets, and at either end of runs."]
    yield from _rules(live, fixed, *keys_of("laying_off"))
    yield from _example(examples.laying_off_example(live))


def _buying(live: LiveRules) -> Iterator[Block]:
    charge = ", free of charge" if live.value("drawing.discard") == "free" else ""
    fixed = [
        (
            f"The active player has the first right to the discard{charge}. Only when the stock is "
            "asked for may the others ask for it."
        ),
        (
            "A buyer may lay and discard nothing in the interruption. The turn stays where it is: the active "
            "player then draws from the stock."
        ),
    ]
    first = ("buying.allowed", "buying.penalty_cards")
    keys = _played(live, first[1], *(key for key in keys_of("buying") if key not in first))
    lines = list(live.lines(first[0]))
    lines += map(Line, fixed if live.has_buys else [])
    yield Rules((*lines, *live.lines(*keys)))
    yield from _example(examples.buying_example(live))


def _going_out(live: LiveRules) -> Iterator[Block]:
    floating = live.profile.going_out.discard is DiscardRule.FLOATING
    fixed = [] if floating else ["The round is over when a player's hand is empty."]
    yield from _rules(live, fixed, *keys_of("going_out"))
    yield from _example(examples.going_out_example(live))


def _stock(live: LiveRules) -> Iterator[Block]:
    last = "stock.idle_laps"
    ends = live.value("stock.when_empty") == "end"
    keys = (key for key in keys_of("stock") if key != last and not (ends and key == "stock.times"))
    lines = list(live.lines(*keys))
    free = live.has_buys and live.is_live("stock.round_ends") and live.value("stock.round_ends") != "when_exhausted"
    charge = ", free of charge" if live.value("drawing.discard") == "free" else ""
    may = (
        ", unless that player draws from the stock only" if live.value("drawing.after_opening") == "stock_only" else ""
    )
    text = (
        "If after buys no stock card can be had for the active player, who has asked for one, the top discard may be "
        f"taken after all{charge}{may}."
    )
    yield Rules((*lines, *([Line(text)] if free else []), *live.lines(last)))


def _scoring(live: LiveRules) -> Iterator[Block]:
    yield points_table(live)
    ends = f"after {counted(len(live.profile.rounds), 'rounds')}"
    if live.profile.contracts.progress is Progress.OWN:
        ends = "when the game is over"
    fixed = ["After a round everybody adds up the cards left in hand.", f"The winner is found {ends}."]
    if live.profile.contracts.winner is GameWinner.LOWEST:
        fixed = [f"{fixed[0]} The lowest total {ends} wins."]
    yield from _rules(live, fixed, *_played(live, *(key for key in keys_of("scoring") if key != "scoring.points")))


def _irregularities(live: LiveRules) -> Iterator[Block]:
    yield from _rules(live, [], *_played(live, "irregularities"))
    if live.profile.irregularities is Irregularities.CONTINENTAL:
        unfinished = UNFINISHED_GAMES if live.profile.scoring.absent is Absent.TWO_HIGHEST else UNFINISHED_GAMES[:1]
        lines = (*CONTINENTAL_REMEDIES, *unfinished)
        yield Grid(("what happened", "what is done"), lines, ("irregularities",))


_IF_PLAYED = (
    "deal.cut_bonus",
    "drawing.discard",
    "buying.price",
    "buying.per_game",
    "buying.carry_over",
    "buying.block",
    "discarding.wilds",
    "discarding.drawn_card",
    "scoring.down_and_out",
    "scoring.factor",
    "scoring.absent",
    "irregularities",
)
"""Keys of what many games do not have: where they say so, that stands together at the end."""


def _is_played(live: LiveRules, key: str) -> bool:
    return bool(live.value(key) != describe(key).default)


def _played(live: LiveRules, *keys: str) -> tuple[str, ...]:
    return tuple(key for key in keys if key not in _IF_PLAYED or _is_played(live, key))


def _not_played(live: LiveRules) -> Iterator[Block]:
    yield from _rules(live, [], *(key for key in _IF_PLAYED if not _is_played(live, key)))


_PARTS: tuple[tuple[str, Callable[[LiveRules], Iterator[Block]]], ...] = (
    ("Players and cards", _players_and_pack),
    ("The deal", _deal),
    ("The contracts", _contracts),
    ("Sets and runs", _melds),
    ("Wild cards", _wilds),
    ("A turn", _turn),
    ("Opening", _opening),
    ("Laying off", _laying_off),
    ("Buying: May I?", _buying),
    ("Going out", _going_out),
    ("When the stock is empty", _stock),
    ("Points", _scoring),
    ("Irregular play", _irregularities),
    ("Not part of this game", _not_played),
)

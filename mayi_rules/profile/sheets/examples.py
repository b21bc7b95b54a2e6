"""Example lines for what trips people up, worked out from the values of the profile."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mayi_rules.profile.checks.buys import most_buys, penalty_of
from mayi_rules.profile.language.canonical import kinds_of
from mayi_rules.profile.language.choices import (
    CutTargets,
    DiscardRule,
    LayingOffWhen,
    LayingOffWhose,
    MeldKind,
    OpeningSize,
    SameSuitRuns,
    SwapFreed,
    SwapOutOf,
    SwapWho,
)
from mayi_rules.profile.language.model import GameRules
from mayi_rules.profile.language.plain import to_plain
from mayi_rules.profile.language.wording import card_name, counted, figures, melds_named, number, rank_name
from mayi_rules.profile.resolution import contract_items, in_round
from mayi_rules.profile.sheets.blocks import Line
from mayi_rules.profile.sheets.live import LiveRules

_RANKS = "A23456789TJQK"
_SUITS = "hdcs"


def natural_suit(profile: GameRules, ranks: Sequence[str]) -> str | None:
    """A suit in which none of these ranks is wild, or None."""
    wild = {kind for name in profile.pack.wild for kind in kinds_of(name)}
    for suit in _SUITS:
        if not any(kinds_of(f"{rank}{suit}")[0] in wild for rank in ranks):
            return suit
    return None


def deal_example(live: LiveRules) -> Line | None:
    """The numbers of an exact cut."""
    if live.profile.deal.cut_bonus is None:
        return None
    players = live.numbers[len(live.numbers) // 2]
    cards = players * live.profile.rounds[0].deal + live.profile.deal.upcard
    exact, least = str(cards), cards
    if live.profile.deal.upcard and live.profile.deal.cut_bonus.targets is CutTargets.WITH_OR_WITHOUT:
        exact, least = f"{cards - 1} or {cards}", cards - 1
    return Line(
        f"With {players} players the exact cut of round 1 is {exact} cards; {least - 1} and {cards + 1} earn nothing.",
        ("deal.cut_bonus", "rounds.1.deal", "deal.upcard"),
    )


def neighbours_example(live: LiveRules) -> Line | None:
    """Two runs of one suit that touch."""
    key = "melds.same_suit_runs"
    for index in range(1, len(live.profile.rounds) + 1):
        sizes = sorted(item.size for item in contract_items(live.profile, index) if item.kind is MeldKind.RUN)[:2]
        if len(sizes) < 2 or index in live.differing_rounds(key) or not live.is_live(key):
            continue
        first, second = sizes
        ranks = _RANKS[2:]
        if first + second + 1 > len(ranks) or (suit := natural_suit(live.profile, ranks)) is None:
            continue

        def run(start: int, size: int, ranks: str = ranks, suit: str = suit) -> str:
            return f"{card_name(ranks[start] + suit)}–{card_name(ranks[start + size - 1] + suit)}"

        touching = f"{run(0, first)} and {run(first, second)}"
        apart = f"{run(0, first)} and {run(first + 1, second)}"
        if live.profile.melds.same_suit_runs is SameSuitRuns.FREE:
            return Line(f"{touching} may be laid in one opening, as two runs.", (key,))
        return Line(f"{touching} may not be laid in one opening; {apart} may.", (key,))
    return None


def size_example(live: LiveRules) -> Line | None:
    """A meld one card longer than the contract asks."""
    key = "opening.size"
    if not live.is_live(key):
        return None
    for index in range(1, len(live.profile.rounds) + 1):
        here = in_round(live.profile, index)
        item = contract_items(live.profile, index)[0]
        most = here.melds.of(item.kind).max
        if index in live.differing_rounds(key) or (most is not None and item.size >= most):
            continue
        thing = f"In round {index}, a {item.kind} of {item.size + 1} where the contract asks for one of {item.size}"
        fine = "is fine" if live.profile.opening.size is OpeningSize.AT_LEAST else "is refused"
        return Line(f"{thing} {fine}.", (key,))
    return None


def laying_off_example(live: LiveRules) -> Line | None:
    """A card that fits in the turn of the opening."""
    profile = live.profile
    if not live.is_live("laying_off.when"):
        return None
    whose = "one of your melds" if profile.laying_off.whose is LayingOffWhose.OWN else "a meld on the table"
    match profile.laying_off.when:
        case LayingOffWhen.NEVER:
            return None
        case LayingOffWhen.SAME_TURN:
            what = "lay it off at once, and further ones in later turns"
        case LayingOffWhen.LATER_TURNS if profile.opening.size is OpeningSize.AT_LEAST:
            what = "make it part of the opening where it belongs there, or keep it for a later turn"
        case _:
            what = "keep it for a later turn"
    return Line(
        f"You have just opened, and one more card in your hand fits on {whose}: {what}."
        if profile.laying_off.when is LayingOffWhen.SAME_TURN
        else f"You are about to open, and one more card in your hand fits on {whose}: {what}.",
        ("laying_off.when", "opening.size", "laying_off.whose"),
    )


def swap_example(live: LiveRules) -> Line | None:
    """A wild on the table, and the card that it stands for in hand."""
    swap = live.profile.wilds.swap
    if not live.has_wilds or not live.is_live("wilds.swap.out_of"):
        return None
    keys = ("wilds.swap.out_of", "wilds.swap.who", "wilds.swap.freed")
    going = "into your hand" if swap.freed is SwapFreed.TO_HAND else "and lay it off in the same turn"
    when = "in an earlier turn" if swap.who is SwapWho.OPENED_EARLIER else "already"
    taking = f"if you have opened {when}, you may put it in and take the wild {going}"
    if swap.out_of in (SwapOutOf.RUNS, SwapOutOf.ANY, SwapOutOf.NONE) and (run := _run_with_a_wild(live)):
        cards, held = run
        if swap.out_of is SwapOutOf.NONE:
            return Line(f"{cards} lie on the table, and you hold {held}: the wild stays where it is.", keys[:1])
        return Line(f"{cards} lie on the table, and you hold {held}: {taking}.", keys)
    if swap.out_of in (SwapOutOf.SETS, SwapOutOf.ANY) and (rank := _rank_of_a_set_with_a_wild(live)):
        cards = f"{card_name(rank + 'c')}, {card_name(rank + 'd')} and a wild"
        return Line(f"{cards} lie on the table, and you hold {card_name(rank + 'h')}: {taking}.", keys)
    return None


def _is_played(live: LiveRules, kind: MeldKind) -> bool:
    return any(item.kind is kind for one in live.profile.rounds for item in one.contract)


def _takes_a_wild(live: LiveRules, naturals: int) -> bool:
    """Whether a meld of so many naturals, two or more, takes one wild."""
    wilds = live.profile.wilds
    return wilds.per_meld != 0 and wilds.min_naturals <= naturals


def _run_with_a_wild(live: LiveRules) -> tuple[str, str] | None:
    """A run of three naturals and a wild, and the card that the wild stands for."""
    run, suit = live.profile.melds.run, natural_suit(live.profile, "6789")
    if suit is None or not run.min <= len("6789") <= run.max:
        return None
    if not _is_played(live, MeldKind.RUN) or not _takes_a_wild(live, 3):
        return None
    first, held, third, last = (card_name(rank + suit) for rank in "6789")
    return f"{first}, a wild, {third} and {last}", held


def _rank_of_a_set_with_a_wild(live: LiveRules) -> str | None:
    """The rank, none of whose cards is wild, of a set of two naturals and a wild."""
    wild = {kind for name in live.profile.pack.wild for kind in kinds_of(name)}
    sets, most = live.profile.melds.set.min, live.profile.melds.set.max
    if sets > 3 or (most is not None and most < 3):
        return None
    if not _is_played(live, MeldKind.SET) or not _takes_a_wild(live, 2):
        return None
    return next((rank for rank in "98765432TJQKA" if not wild & set(kinds_of(rank))), None)


def buying_example(live: LiveRules) -> Line | None:
    """How a hand grows by a buy."""
    buying = live.profile.buying
    if most_buys(buying) == 0 or not live.is_live("buying.penalty_cards"):
        return None
    own = {
        number
        for name in ("allowed", "per_round", "penalty_cards")
        for number in live.differing_rounds(f"buying.{name}")
    }
    dealt = next((one.deal for number, one in enumerate(live.profile.rounds, start=1) if number not in own), None)
    if dealt is None:
        return None
    grown = dealt + 1 + penalty_of(buying, 0)
    first = "" if isinstance(buying.penalty_cards, int) else "first "
    return Line(
        f"A hand of {dealt} becomes one of {grown} by a {first}buy. What was bought is played in the buyer's own turn, "
        "never in the interruption.",
        ("buying.penalty_cards",),
    )


def going_out_example(live: LiveRules) -> Line | None:
    """Two cards left that both fit on the table."""
    key = "going_out.discard"
    if not live.is_live(key) or live.profile.laying_off.when is LayingOffWhen.NEVER:
        return None
    what = {
        DiscardRule.REQUIRED: "lay one of them and discard the other",
        DiscardRule.OPTIONAL: "lay both, or lay one and discard the other",
        DiscardRule.FORBIDDEN: "lay both",
        DiscardRule.FLOATING: "lay one of them and discard the other; whoever lays both plays on without cards",
    }[live.profile.going_out.discard]
    return Line(f"You have two cards left, and both may be laid off: to go out, {what}.", (key,))


def last_round_example(live: LiveRules) -> Line | None:
    """What is, or is not, special in the last round."""
    last = len(live.profile.rounds)
    one, here = live.profile.rounds[-1], in_round(live.profile, last)
    contract = melds_named(to_plain(one.contract))
    if here.opening.all_cards:
        hand, step = one.deal + 1, 1 + penalty_of(here.buying, 0)
        buys = f" ({hand + step} after a buy)" if most_buys(here.buying) != 0 else ""
        return Line(
            f"In round {last} you hold {counted(hand, 'cards')} after drawing{buys}: you open when all of them make up "
            f"{contract}, and go out by that.",
            ("opening.all_cards", f"rounds.{last}.deal"),
        )
    if live.own_lines(last) or last == 1:
        return None
    end = " A card is discarded at the end of it, too." if here.going_out.discard is DiscardRule.REQUIRED else ""
    return Line(
        f"Round {last} is played like the others: opening alone does not end it while you still hold cards.{end}",
        ("rounds", "going_out.discard"),
    )


def partly_wild_example(live: LiveRules) -> Line | None:
    """What a card left in hand counts that is wild although others of its rank are not."""
    wild = {kind for name in live.profile.pack.wild for kind in kinds_of(name)}
    if not live.has_wilds or live.profile.wilds.natural_use:
        return None
    for rank in _RANKS:
        cards = [rank + suit for suit in _SUITS if kinds_of(rank + suit)[0] in wild]
        if not cards or len(cards) == len(_SUITS):
            continue
        points = live.profile.scoring.points
        score = points.get(cards[0], points[rank])
        article = "an" if rank in "A8" else "a"
        return Line(
            f"The {card_name(cards[0])} never stands for itself in a meld; left in hand it is still {article} "
            f"{rank_name(rank)} and counts {number(score) if 0 <= score <= 12 else figures(score)}.",
            ("pack.wild", "wilds.natural_use", "scoring.points"),
        )
    return None


ALL: tuple[Callable[[LiveRules], Line | None], ...] = (
    deal_example,
    neighbours_example,
    size_example,
    laying_off_example,
    swap_example,
    buying_example,
    going_out_example,
    last_round_example,
    partly_wild_example,
)
"""Every example, in the order of the page."""

"""Rules that no single key can break: how the keys of a profile agree with one another."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

import attrs

from mayi_rules.errors import Fault
from mayi_rules.profile.checks.buys import buys_for, grown_by, most_buys, penalty_of
from mayi_rules.profile.language.canonical import kinds_of
from mayi_rules.profile.language.choices import (
    Ace,
    Balance,
    DiscardRule,
    LayingOffWhen,
    MeldKind,
    OpeningSize,
    Progress,
    SwapFreed,
    SwapOutOf,
    SwapWho,
    WhenEmpty,
)
from mayi_rules.profile.language.model import GameRules
from mayi_rules.profile.language.sections import Pack
from mayi_rules.profile.language.table import Table
from mayi_rules.profile.resolution import contract_items, in_round, wild_kinds
from mayi_rules.reasons import Source
from mayi_rules.words import listed

# The words that begin a move in text; a call that reads like one could not be told from it.
_WORDS_OF_MOVES = (
    "take",
    "stock",
    "may",
    "pass",
    "open",
    "lay",
    "swap",
    "discard",
    "keep",
    "cut",
    "close",
    "abandon",
)


_OF_A_CONTRACT = ("melds", "wilds", "opening")
"""The sections that may differ by contract where every player has his own."""


@attrs.frozen
class Found:
    """A disagreement before it has a place.

    Attributes:
        keys: the key paths that it lies in; the first one names it.
        rule: its name.
        message: the sentence; `{rounds}` in it is filled with all rounds of which it is true.
        round: the round of which it is true, where the sentence names rounds.
    """

    keys: tuple[str, ...]
    rule: str
    message: str
    round: int | None = None


def consistency_faults(profile: GameRules, *, label: str | None = None) -> list[Fault]:
    """Everything in which the keys of a profile contradict one another.

    Args:
        profile: a profile whose single values the schema has passed.
        label: the file that was asked for: where several keys make a fault, the one written there is named.
    """
    same: dict[tuple[str, str], list[Found]] = {}
    for found in _all(profile):
        same.setdefault((found.rule, found.message), []).append(found)
    faults = []
    for (rule, message), group in same.items():
        rounds = [found.round for found in group if found.round is not None]
        where = f"round{'s' if len(rounds) > 1 else ''} {listed(rounds)}" if rounds else ""
        said = message.replace("{rounds}", where) if rounds else message
        keys = group[0].keys
        source = place_of(profile, keys, label)
        faults.append(Fault(said, rule=f"consistency.{rule}", path=keys[0], source=source))
    return faults


def place_of(profile: GameRules, keys: tuple[str, ...], label: str | None) -> Source | None:
    """Where one of these keys was written: in the file with this label, else wherever the first one was."""
    written = [profile.sources[key] for key in keys if key in profile.sources]
    own = [source for source in written if source.label == label]
    return next(iter(own or written), None) or profile.source_of(keys[0])


def _all(profile: GameRules) -> Iterator[Found]:
    if profile.players.min > profile.players.max:
        message = f"players.min ({profile.players.min}) is above players.max ({profile.players.max})"
        yield Found(("players.min", "players.max"), "min_above_max", message)
    yield from _counts(profile)
    yield from _pack(profile)
    yield from _stock(profile)
    yield from _buys(profile)
    yield from _own_contracts(profile)
    for number in range(1, len(profile.rounds) + 1):
        yield from _round(profile, number)


def numbers_of_players(profile: GameRules) -> list[int]:
    """The numbers of players for which the whole pack is known."""
    numbers = range(profile.players.min, profile.players.max + 1)
    packs = {in_round(profile, number).pack for number in range(1, len(profile.rounds) + 1)}
    return [number for number in numbers if all(pack.joker_count(number) is not None for pack in packs)]


def _counts(profile: GameRules) -> Iterator[Found]:
    numbers = range(profile.players.min, profile.players.max + 1)
    game = f"the game is for {profile.players.min} to {profile.players.max} players"
    for path, own, pack in _packs(profile):
        without_decks = [number for number in numbers if pack.deck_count(number) is None]
        without_jokers = [number for number in numbers if pack.jokers.count(number, 1) is None]
        for key, what, lacking in (
            ("pack.decks", "decks", without_decks),
            ("pack.jokers.total", "jokers", without_jokers),
        ):
            if lacking and key.removesuffix(".total").removeprefix("pack.") in own:
                where = f"{path}{key}"
                message = f"{where} has no number of {what} for {listed(lacking)} players; {game}"
                yield Found((where, "players.max", "players.min"), "missing_count", message)


def _packs(profile: GameRules) -> Iterator[tuple[str, Container[str], Pack]]:
    """The packs that are played with: where each is written, which keys are written there, and the whole pack."""
    yield "", ("decks", "jokers", "wild"), profile.pack
    for number, one in enumerate(profile.rounds, start=1):
        if one.pack:
            yield f"rounds.{number}.", one.pack, in_round(profile, number).pack


def _pack(profile: GameRules) -> Iterator[Found]:
    numbers = numbers_of_players(profile)
    for path, own, pack in _packs(profile):
        key = f"{path}pack.wild" if "wild" in own else "pack.wild"
        keys: tuple[str, ...]
        if "joker" in pack.wild and numbers and not any(pack.joker_count(one) for one in numbers):
            which = f" of round {path.split('.')[1]}" if path else ""
            message = f"jokers are wild ({key}), but the pack{which} holds none; write wild: [] if nothing is wild"
            keys = (key, f"{path}pack.jokers" if "jokers" in own else "pack.jokers")
            yield Found(keys, "wild_not_in_pack", message)
        if "wild" in own:
            yield from _wild_twice(key, pack)
    for number, one in enumerate(profile.rounds, start=1):
        short = []
        for players in numbers:
            size = _pack_size(in_round(profile, number), players)
            needed = players * one.deal + profile.deal.upcard
            if needed > size:
                short.append(f"{needed} cards of {size} for {players} players")
        if short:
            upcard = " and an upcard" if profile.deal.upcard else ""
            message = f"too many cards are dealt in {{rounds}}: {one.deal} each{upcard} are {', '.join(short)}"
            written = [f"rounds.{number}.pack.{name}" for name in one.pack]
            keys = (*written, f"rounds.{number}.deal", "pack.decks", "pack.jokers", "players.max", "deal.upcard")
            yield Found(keys, "too_few_cards", message, number)


def _wild_twice(key: str, pack: Pack) -> Iterator[Found]:
    named: dict[int, str] = {}
    for name in pack.wild:
        twice = next((named[kind] for kind in kinds_of(name) if kind in named), None)
        if twice is not None:
            message = f"{key} names {name} twice" if twice == name else f"{key} names {name} twice: also by {twice}"
            yield Found((key,), "wild_twice", message)
        named |= dict.fromkeys(kinds_of(name), name)


def _pack_size(profile: GameRules, players: int) -> int:
    return (profile.pack.deck_count(players) or 0) * 52 + (profile.pack.joker_count(players) or 0)


def _stock(profile: GameRules) -> Iterator[Found]:
    times, when_empty = profile.stock.times, profile.stock.when_empty
    if times is not None and when_empty is WhenEmpty.END:
        message = f"stock.times is {times}, but with when_empty: end the stock is never renewed; write times: null"
        yield Found(("stock.times", "stock.when_empty"), "stock_times", message)
    elif times == 0:
        yield Found(
            ("stock.times",),
            "stock_times",
            "stock.times is 0; write when_empty: end for a stock that is not renewed",
        )


def _own_contracts(profile: GameRules) -> Iterator[Found]:
    """Where every player has a contract of his own, one deal must do for all contracts."""
    if profile.contracts.progress is not Progress.OWN:
        return
    first = profile.rounds[0]
    why = "players who have contracts of their own are dealt to together (contracts.progress: own)"
    for number, one in enumerate(profile.rounds[1:], start=2):
        here = f"rounds.{number}"
        if one.pack != first.pack:
            message = f"{{rounds}} and round 1 have different packs, but {why}"
            yield Found((f"{here}.pack", "contracts.progress"), "own_contracts", message, number)
        if one.deal != first.deal:
            message = f"{{rounds}} and round 1 deal differently, {one.deal} and {first.deal} cards, but {why}"
            yield Found((f"{here}.deal", "contracts.progress"), "own_contracts", message, number)
    for number, one in enumerate(profile.rounds, start=1):
        others = [key for key in one.rules if key.partition(".")[0] not in _OF_A_CONTRACT]
        resolved = in_round(profile, number)
        for key in others:
            name = key.partition(".")[0]
            if getattr(resolved, name) != getattr(profile, name):
                message = f"{{rounds}} cannot have {name} of their own, only {listed(_OF_A_CONTRACT)}: {why}"
                keys = (f"rounds.{number}.rules.{key}", "contracts.progress")
                yield Found(keys, "own_contracts", message, number)
                break


def _round(profile: GameRules, number: int) -> Iterator[Found]:
    here = in_round(profile, number)
    own = profile.rounds[number - 1].rules

    def at(*keys: str) -> tuple[str, ...]:
        return tuple(f"rounds.{number}.rules.{key}" if key in own else key for key in keys)

    def given(*keys: str) -> str:
        return f"in round {number}, " if any(key in own for key in keys) else ""

    yield from _melds(here, at, given)
    yield from _contract(profile, here, number)
    yield from _opening(profile, here, number, at)
    yield from _swap(here, at, given)
    block = here.buying.block
    if block is not None and (
        block.call.lower().split()[:1] in [[word] for word in _WORDS_OF_MOVES] or {":", "|"} & set(block.call)
    ):
        message = f"buying.block.call is {block.call!r}, which reads like another move"
        yield Found(at("buying.block"), "block_call", message)


At = Callable[..., tuple[str, ...]]
Given = Callable[..., str]


def _melds(here: GameRules, at: At, given: Given) -> Iterator[Found]:
    sets, runs = here.melds.set, here.melds.run
    if sets.max is not None and sets.min > sets.max:
        keys = ("melds.set.min", "melds.set.max")
        yield Found(
            at(*keys),
            "min_above_max",
            f"{given(*keys)}melds.set.min ({sets.min}) is above melds.set.max ({sets.max})",
        )
    if runs.min > runs.max:
        keys = ("melds.run.min", "melds.run.max")
        yield Found(
            at(*keys),
            "min_above_max",
            f"{given(*keys)}melds.run.min ({runs.min}) is above melds.run.max ({runs.max})",
        )
    if runs.max > 13 and runs.ace is not Ace.LOW_OR_HIGH:
        keys = ("melds.run.max", "melds.run.ace")
        message = (
            f"{given(*keys)}melds.run.max is {runs.max}, "
            f"but with ace: {runs.ace} a run has at most 13 cards; "
            "a profile that changes ace has to bring its max"
        )
        yield Found(at(*keys), "run_too_long", message)
    if here.wilds.apart > (most := runs.max - 2) and here.wilds.apart:
        keys = ("wilds.apart", "melds.run.max")
        message = (
            f"{given(*keys)}wilds.apart is {here.wilds.apart}, "
            f"but between two wilds of a run there are at most {most} cards (melds.run.max: {runs.max})"
        )
        yield Found(at(*keys), "wilds_apart", message)
    smallest = min(sets.min, runs.min)
    if here.wilds.min_naturals > smallest:
        concerned = ("wilds.min_naturals", "melds.set.min", "melds.run.min")
        message = (
            f"{given(*concerned)}wilds.min_naturals is {here.wilds.min_naturals}, "
            f"more than the smallest meld has ({smallest})"
        )
        yield Found(at(*concerned), "min_naturals", message)


def _contract(profile: GameRules, here: GameRules, number: int) -> Iterator[Found]:
    key = f"rounds.{number}.contract"
    for item in profile.rounds[number - 1].contract:
        section = here.melds.of(item.kind)
        if item.min is None:
            continue
        which = f"round {number} asks for a {item.kind} of {item.min}"
        limit = f"melds.{item.kind}"
        if item.min < 2:
            yield Found((key,), "contract_item", f"{which}; a meld has at least 2 cards")
        elif item.min < section.min:
            message = f"{which}, but a {item.kind} has at least {section.min} cards ({limit}.min)"
            yield Found((key, f"{limit}.min"), "contract_item", message)
        elif section.max is not None and item.min > section.max:
            message = f"{which}, but a {item.kind} has at most {section.max} cards ({limit}.max)"
            yield Found((key, f"{limit}.max"), "contract_item", message)
    items = contract_items(profile, number)
    total = sum(item.size for item in items)
    for players in numbers_of_players(profile):
        size = _pack_size(here, players)
        largest = _largest_set(here, players)
        too_large = [item.size for item in items if item.kind is MeldKind.SET and item.size > largest]
        if too_large:
            message = (
                f"round {number} asks for a set of {too_large[0]}, "
                f"but the pack for {players} players makes sets of {largest} at most"
            )
        elif total > size:
            message = f"round {number} asks for {total} cards, but the pack for {players} players holds {size}"
        else:
            continue
        yield Found((key, "pack.decks", "pack.jokers"), "impossible_contract", message)
        return


def _largest_set(here: GameRules, players: int) -> int:
    """The most cards that a set can have, by the pack and by what wilds may do."""
    decks, jokers = here.pack.deck_count(players) or 0, here.pack.joker_count(players) or 0
    wild = wild_kinds(here)
    wilds = sum(jokers if kind == 52 else decks for kind in wild)
    most = wilds if here.wilds.per_meld is None else min(wilds, here.wilds.per_meld)
    best = wilds if here.wilds.all_wild_sets else 0
    for rank in range(13):
        kinds = [suit * 13 + rank for suit in range(4)]
        naturals = decks * sum(1 for kind in kinds if kind not in wild or here.wilds.natural_use)
        taken = decks * sum(1 for kind in kinds if kind in wild and here.wilds.natural_use)
        added = min(most, wilds - taken)
        if here.wilds.balance is Balance.NOT_MORE_THAN_NATURALS:
            added = min(added, naturals)
        elif here.wilds.balance is Balance.FEWER_THAN_NATURALS:
            added = min(added, naturals - 1)
        if naturals:
            best = max(best, naturals + added)
    return best


def _opening(profile: GameRules, here: GameRules, number: int, at: At) -> Iterator[Found]:
    if not here.opening.all_cards:
        return
    if here.going_out.discard is DiscardRule.REQUIRED:
        message = (
            "in {rounds} the opening uses all cards (opening.all_cards), "
            "but a card must be left to discard (going_out.discard: required)"
        )
        yield Found(at("opening.all_cards", "going_out.discard"), "all_cards_discard", message, number)
    if here.opening.size is not OpeningSize.EXACT:
        return
    wanted = sum(item.size for item in contract_items(profile, number))
    hand = profile.rounds[number - 1].deal + 1
    buying = here.buying
    most = most_buys(buying)
    buys = buys_for(buying, wanted - hand)
    if wanted >= hand and grown_by(buying, buys) == wanted - hand and (most is None or buys <= most):
        return
    step = 1 + penalty_of(buying, 0)
    bought = f", and {step} more with each buy" if most != 0 else ""
    message = (
        f"in {{rounds}} the opening uses all cards, in melds of exactly {wanted} cards together, "
        f"but the hand has {hand}{bought}; write size: at_least"
    )
    keys = at("opening.size", "opening.all_cards")
    yield Found((*keys, f"rounds.{number}.deal"), "all_cards_exact", message, number)


def _buys(profile: GameRules) -> Iterator[Found]:
    buying = profile.buying
    if buying.per_game is not None and buying.carry_over:
        message = (
            "what is left of the buys of a round is carried over (buying.carry_over), and the buys of the whole game "
            "are limited, too (buying.per_game); write one of them"
        )
        yield Found(("buying.carry_over", "buying.per_game"), "two_limits", message)
    if isinstance(buying.allowed, Table):
        numbers = range(profile.players.min, profile.players.max + 1)
        lacking = [number for number in numbers if number not in buying.allowed]
        if lacking:
            game = f"the game is for {profile.players.min} to {profile.players.max} players"
            message = f"buying.allowed does not say whether {listed(map(str, lacking))} players buy; {game}"
            yield Found(("buying.allowed", "players.max", "players.min"), "missing_count", message)


def _swap(here: GameRules, at: At, given: Given) -> Iterator[Found]:
    swap, when = here.wilds.swap, here.laying_off.when
    if swap.out_of is SwapOutOf.NONE or swap.freed is not SwapFreed.TO_TABLE:
        return
    if when is LayingOffWhen.NEVER:
        keys = ("wilds.swap.freed", "laying_off.when", "wilds.swap.out_of")
        message = (
            f"{given(*keys)}a freed wild goes to the table (wilds.swap.freed), "
            "but nothing is laid off (laying_off.when: never)"
        )
        yield Found(at(*keys), "freed_wild", message)
    elif when is LayingOffWhen.LATER_TURNS and swap.who is SwapWho.OPENED:
        keys = ("wilds.swap.who", "wilds.swap.freed", "laying_off.when")
        message = (
            f"{given(*keys)}a player may swap in the turn of the opening (wilds.swap.who: opened), "
            "but the freed wild could not be laid on the table then (laying_off.when: later_turns)"
        )
        yield Found(at(*keys), "freed_wild", message)

"""Keys that have no effect, because of what the other keys say."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.cards import JOKER
from mayi_rules.profile.choices import LayingOffWhen, MeldKind, SwapOutOf, WhenEmpty
from mayi_rules.profile.describing import all_keys
from mayi_rules.profile.model import Profile
from mayi_rules.profile.resolving import in_round, wild_kinds

BUYING_OFF = "nothing can be bought"
SAME_AS_ONE = "0 means the same as 1: a meld has a natural unless it is all wild"


def dormant_keys(profile: Profile) -> dict[str, str]:
    """The keys of a profile that can have no effect in any round, each with the reason why.

    A key that every round sets for itself has none either. Rules of a single round are given as
    `rounds.7.rules.…`.
    """
    found = dict(_of_the_game(profile))
    rounds = [dormant_in_round(profile, number) for number in range(1, len(profile.rounds) + 1)]
    for key in all_keys():
        why = ""
        for one, dormant in zip(profile.rounds, rounds, strict=True):
            if key in one.rules:
                why = why or "every round has its own rule"
            elif key in dormant:
                why = dormant[key]
            else:
                break
        else:
            found[key] = why
    for number, (one, dormant) in enumerate(zip(profile.rounds, rounds, strict=True), start=1):
        for key in one.rules:
            if key in dormant and not (dormant[key] == SAME_AS_ONE and profile.wilds.min_naturals > 1):
                found[f"rounds.{number}.rules.{key}"] = dormant[key]
    return found


def dormant_in_round(profile: Profile, number: int) -> dict[str, str]:
    """The keys that can have no effect in one round, each with the reason why; the round must exist."""
    return dict(_in_one_round(profile, number))


def _of_the_game(profile: Profile) -> Iterator[tuple[str, str]]:
    numbers = range(profile.players.min, profile.players.max + 1)
    if not any(profile.pack.joker_count(number) for number in numbers):
        yield "scoring.points.joker", "the pack holds no jokers"
    if profile.stock.when_empty is WhenEmpty.END:
        for key in ("stock.keep_top", "stock.round_ends"):
            yield key, "the stock is not renewed, and the round ends when it is empty"
    for key, table in (("pack.decks", profile.pack.decks), ("pack.jokers.total", profile.pack.jokers.total)):
        if table is not None and not isinstance(table, int):
            for number in table:
                if number not in numbers:
                    why = f"the game is for {profile.players.min} to {profile.players.max} players"
                    yield f"{key}.{number}", why


def _in_one_round(profile: Profile, number: int) -> Iterator[tuple[str, str]]:
    here = in_round(profile, number)
    kinds = [item.kind for item in profile.rounds[number - 1].contract]
    sets, runs = kinds.count(MeldKind.SET), kinds.count(MeldKind.RUN)
    yield from _dormant_melds(sets, runs)
    yield from _dormant_wilds(here, sets, runs)
    if here.laying_off.when is LayingOffWhen.NEVER:
        yield "laying_off.whose", "nothing is laid off"
    buying = here.buying
    off = not buying.allowed or buying.per_round == 0
    says_so = "buying.per_round" if buying.allowed else "buying.allowed"
    for key in all_keys() if off else ():
        if key.startswith("buying.") and key not in ("buying.allowed", says_so):
            yield key, BUYING_OFF
    if not off and not buying.chain:
        yield "buying.same_buyer_again", "only one discard may be bought in an interruption"
    if not off and not here.deal.upcard:
        yield "buying.upcard", "no upcard is dealt"


def _dormant_melds(sets: int, runs: int) -> Iterator[tuple[str, str]]:
    if not sets:
        yield from ((f"melds.set.{key}", "no contract asks for a set") for key in ("min", "max"))
    if not runs:
        yield from ((f"melds.run.{key}", "no contract asks for a run") for key in ("min", "max", "ace"))
    if sets < 2:
        yield "melds.same_rank_sets", "no contract asks for two sets"
    if runs < 2:
        yield "melds.same_suit_runs", "no contract asks for two runs"


def _dormant_wilds(here: Profile, sets: int, runs: int) -> Iterator[tuple[str, str]]:
    wilds = here.wilds
    kinds = wild_kinds(here)
    no_use = "nothing is wild" if not kinds else "no meld takes a wild" if wilds.per_meld == 0 else ""
    if no_use:
        for key in ("min_naturals", "balance", "all_wild_sets", "natural_use", "swap.out_of"):
            yield f"wilds.{key}", no_use
    elif wilds.min_naturals == 0:
        yield "wilds.min_naturals", SAME_AS_ONE
    if not kinds:
        yield "wilds.per_meld", no_use
    elif not no_use and kinds == (JOKER,):
        yield "wilds.natural_use", "only jokers are wild"
    if not sets and not no_use:
        yield "wilds.all_wild_sets", "no contract asks for a set"
    if wilds.swap.out_of is SwapOutOf.NONE or swap_never(here, sets, runs):
        for key in ("who", "freed"):
            yield f"wilds.swap.{key}", "nothing can be swapped"


def swap_never(here: Profile, sets: int, runs: int) -> str | None:
    """Why no wild can ever be swapped in this round although the profile allows it, or None."""
    out_of = here.wilds.swap.out_of
    if not wild_kinds(here):
        return "nothing is wild"
    if here.wilds.per_meld == 0:
        return "no meld takes a wild"
    if out_of is SwapOutOf.RUNS and not runs:
        return "no contract asks for a run"
    if out_of is SwapOutOf.SETS and not sets:
        return "no contract asks for a set"
    if here.opening.all_cards:
        return "the opening uses all cards and ends the round"
    return None

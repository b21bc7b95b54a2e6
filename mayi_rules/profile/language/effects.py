"""When a key can have no effect in a round, because of what the other keys say there: one predicate for each reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from mayi_rules.profile.language.model import GameRules

BUYING_OFF = "nothing can be bought"
SAME_AS_ONE = "0 means the same as 1: a meld has a natural unless it is all wild"


@attrs.frozen(kw_only=True)
class InRound:
    """What a key's effect depends on in one round.

    Attributes:
        rules: the profile with the round's own rules in the place of its sections.
        sets: how many sets the contract asks for.
        runs: how many runs.
    """

    rules: GameRules
    sets: int
    runs: int


def no_set(here: InRound) -> str | None:
    """No set is laid in the round."""
    return None if here.sets else "no contract asks for a set"


def no_run(here: InRound) -> str | None:
    """No run is laid in the round."""
    return None if here.runs else "no contract asks for a run"


def no_two_sets(here: InRound) -> str | None:
    """No opening of the round has two sets."""
    return "no contract asks for two sets" if here.sets < 2 else None


def no_two_runs(here: InRound) -> str | None:
    """No opening of the round has two runs."""
    return "no contract asks for two runs" if here.runs < 2 else None


def nothing_wild(here: InRound) -> str | None:
    """The game has no wild cards."""
    return None if here.rules.pack.wild else "nothing is wild"


def no_wild_in_melds(here: InRound) -> str | None:
    """No meld of the round holds a wild."""
    return nothing_wild(here) or ("no meld takes a wild" if here.rules.wilds.per_meld == 0 else None)


def one_natural_anyway(here: InRound) -> str | None:
    """No natural is asked for, which says no more than that a meld has one."""
    return no_wild_in_melds(here) or (SAME_AS_ONE if here.rules.wilds.min_naturals == 0 else None)


def no_set_of_wilds(here: InRound) -> str | None:
    """No set is laid, or none that holds wilds."""
    return no_wild_in_melds(here) or no_set(here)


def only_jokers_wild(here: InRound) -> str | None:
    """No wild could stand as itself."""
    return no_wild_in_melds(here) or ("only jokers are wild" if here.rules.pack.wild == ("joker",) else None)


def swap_never(here: InRound) -> str | None:
    """No wild can ever be swapped out although the profile allows it."""
    if why := no_wild_in_melds(here):
        return why
    out_of = here.rules.wilds.swap.out_of.value
    if (why := no_run(here)) and out_of == "runs":
        return why
    if (why := no_set(here)) and out_of == "sets":
        return why
    return "the opening uses all cards and ends the round" if here.rules.opening.all_cards else None


def nothing_swapped(here: InRound) -> str | None:
    """No wild is swapped out: the profile does not allow it, or it can never come to it."""
    off = here.rules.wilds.swap.out_of.value == "none" or swap_never(here)
    return "nothing can be swapped" if off else None


def nothing_but_jokers_swapped(here: InRound) -> str | None:
    """No wild is swapped out, or none that is no joker."""
    return nothing_swapped(here) or only_jokers_wild(here)


def nothing_laid_off(here: InRound) -> str | None:
    """No card is ever laid off."""
    return "nothing is laid off" if here.rules.laying_off.when.value == "never" else None


def not_allowed_to_buy(here: InRound) -> str | None:
    """The profile switches buying off."""
    return None if is_allowed(here.rules.buying.allowed) else BUYING_OFF


def is_allowed(value: Any) -> bool:
    """Whether something is allowed for some number of players: yes or no, or a table by players."""
    return any(value.values()) if isinstance(value, Mapping) else bool(value)


def nothing_bought(here: InRound) -> str | None:
    """Buying is switched off, or limited to nothing."""
    return BUYING_OFF if here.rules.buying.per_round == 0 else not_allowed_to_buy(here)


def nothing_bought_at_all(here: InRound) -> str | None:
    """Buying is switched off, so that there is no price for a discard either."""
    return not_allowed_to_buy(here)


def no_limit_to_carry(here: InRound) -> str | None:
    """A player may buy as often as he likes in every round, so that nothing is left for later ones."""
    unlimited = "there is no limit on the buys of a round" if here.rules.buying.per_round is None else None
    return not_allowed_to_buy(here) or unlimited


def one_discard_bought(here: InRound) -> str | None:
    """At most one discard is bought in an interruption."""
    one = None if here.rules.buying.chain else "only one discard may be bought in an interruption"
    return nothing_bought(here) or one


def no_upcard_bought(here: InRound) -> str | None:
    """There is no upcard that could be bought."""
    return nothing_bought(here) or (None if here.rules.deal.upcard else "no upcard is dealt")


def no_upcard(here: InRound) -> str | None:
    """No upcard is dealt."""
    return None if here.rules.deal.upcard else "no upcard is dealt"


def no_wild_upcard(here: InRound) -> str | None:
    """No upcard is dealt, or it cannot be wild."""
    return no_upcard(here) or (None if here.rules.pack.wild else "nothing is wild")


def one_round(here: InRound) -> str | None:
    """The game has one round."""
    return "the game has only one round" if len(here.rules.rounds) == 1 else None


def stock_not_replenished(here: InRound) -> str | None:
    """The stock is never replenished."""
    if here.rules.stock.when_empty.value != "end":
        return None
    return "the stock is not renewed, and the round ends when it is empty"

"""Would two runs of one suit join into one? (`melds.same_suit_runs`)."""

from __future__ import annotations

from mayi_rules.melds.meld import Meld
from mayi_rules.profile.language.choices import Ace
from mayi_rules.profile.round_rules import RoundRules


def would_join(first: Meld, second: Meld, rules: RoundRules) -> bool:
    """Whether two runs lie in one suit, one ending where the other starts, wilds counted by their roles.

    How long the joined run would be does not matter. The ace of a run that starts low and that of one that ends high
    are different places, unless runs go around the corner.
    """
    if first.suit != second.suit:
        return False
    gap = second.start - first.end
    other = first.start - second.end
    if rules.ace is Ace.AROUND_THE_CORNER:
        return gap % 13 == 1 or other % 13 == 1
    return gap == 1 or other == 1

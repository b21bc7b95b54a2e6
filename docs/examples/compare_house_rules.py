"""What does a house rule do to the game? The same deals, played by the same bots under both rules.

To start: `python docs/examples/compare_house_rules.py`.
"""

from __future__ import annotations

import mayi_rules as mayi
from mayi_rules.simulation import Estimate, MatchResult, estimate, play_match

HOUSE_RULE = {"buying.penalty_cards": 2}
LINEUP = ("greedy", "greedy", "steady", "steady")


def turns_by_deal(match: MatchResult) -> dict[tuple[object, int], float]:
    """How many turns a round of each deal took, on average over the seatings."""
    found: dict[tuple[object, int], list[int]] = {}
    for deal in match.deals:
        found.setdefault((deal.seed, deal.round), []).append(deal.turns)
    return {deal: sum(turns) / len(turns) for deal, turns in found.items()}


def longer_by(first: MatchResult, second: MatchResult) -> Estimate:
    """By how many turns a round is longer under the second rules, deal by deal."""
    before, after = turns_by_deal(first), turns_by_deal(second)
    return estimate([after[deal] - before[deal] for deal in before])


def compare(first: mayi.Profile, second: mayi.Profile, seeds: range, rounds: list[int]) -> list[str]:
    """The comparison in lines: what differs, and what it does."""
    lines = [f"{first.id} → {second.id}: {change}" for change in first.diff(second)]
    played = [play_match(one, LINEUP, seeds=seeds, rounds=rounds) for one in (first, second)]
    for match in played:
        points = ", ".join(f"{bot} {match.points(bot):.1f}" for bot in match.bots)
        lines.append(
            f"{match.profile}: {match.turns:.1f} turns a round, points {points}, "
            f"{match.abandoned} of {match.rounds} rounds abandoned after {match.cap} turns"
        )
    difference = longer_by(*played)
    sure = "" if difference.excludes_zero else " (may be chance)"
    lines.append(f"rounds are longer by {difference} turns{sure}")
    return lines


def main(deals: int = 20) -> None:
    """Compare the main game with one in which a buy costs two penalty cards."""
    petras = mayi.load_profile("petras")
    house = petras.override(HOUSE_RULE, id="our-house")
    print("\n".join(compare(petras, house, range(deals), [1])))


if __name__ == "__main__":
    main()

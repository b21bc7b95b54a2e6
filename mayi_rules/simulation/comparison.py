"""Which of two bots is better at a game, by how much, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from mayi_rules.bots.protocol import BotMaker
from mayi_rules.engine.caps import TURN_CAP
from mayi_rules.profile.profile import Profile
from mayi_rules.simulation.deals import Seed
from mayi_rules.simulation.intervals import Estimate
from mayi_rules.simulation.matches import MatchResult, expect_bot, play_match

if TYPE_CHECKING:
    from mayi_rules.typed import ComparisonDict

_USUAL_PLAYERS = 4


class Comparison(NamedTuple):
    """Two bots at one table.

    Attributes:
        better: the name of the bot whose lead is measured.
        other: the name of the bot that it is measured against.
        difference: by how many points a round the first did better, paired by deal.
        match: all that was played.
    """

    better: str
    other: str
    difference: Estimate
    match: MatchResult

    def by_round(self) -> dict[int, Estimate]:
        """The difference in each round of the game."""
        numbers = sorted({deal.round for deal in self.match.deals})
        return {number: self.match.difference(self.better, self.other, round_number=number) for number in numbers}

    def to_dict(self) -> ComparisonDict:
        """The comparison as plain values, without the deals (`match.to_dict()` has them)."""
        match = self.match
        return {
            "profile": match.profile,
            "digest": match.digest,
            "better": self.better,
            "other": self.other,
            "difference": self.difference.to_dict(),
            "by_round": {str(number): one.to_dict() for number, one in self.by_round().items()},
            "points": {name: match.points(name) for name in (self.better, self.other)},
            "went_out": {name: match.went_out(name) for name in (self.better, self.other)},
            "rounds": match.rounds,
            "cap": match.cap,
            "abandoned": match.abandoned,
            "turns": match.turns,
        }

    def __str__(self) -> str:
        cut_short = f", {self.match.abandoned} abandoned" if self.match.abandoned else ""
        return (
            f"{self.match.profile}: {self.better} over {self.other} {self.difference} points a round "
            f"({self.difference.samples} deals, {self.match.rounds} rounds{cut_short})"
        )


def compare_bots(
    profile: Profile,
    better: str,
    other: str,
    *,
    players: int | None = None,
    seeds: Iterable[Seed] = range(10),
    rounds: Iterable[int] | None = None,
    cap: int = TURN_CAP,
    makers: Mapping[str, BotMaker] | None = None,
    processes: int = 0,
) -> Comparison:
    """Let two bots play many games at one table, seated by turns.

    Every deal is played in every rotation; with an odd number of seats also with the bots exchanged.

    Args:
        profile: the rules.
        better: the name of the bot that should be better: a positive difference says that it was.
        other: the name of the other bot.
        players: how many seats; by default 4, or as near to it as the game allows.
        seeds: the seeds of the games.
        rounds: the numbers of the rounds that are played; None for all.
        cap: how many turns may end in a round before it is abandoned.
        makers: what makes the bots whose names are not registered.
        processes: how many processes play; 0 plays in this one.

    Raises:
        ProfileError: the profile does not allow so many players.
        UnknownBotError: no bot has one of the names.
        TypeError: a bot is not given by its name.
        ValueError: both bots are the same, there is one seat only, or there is nothing to play.
    """
    expect_bot("better", better)
    expect_bot("other", other)
    if better == other:
        raise ValueError(f"{better!r} cannot be compared with itself; give it a second name with `makers`")
    if players is None:
        players = min(max(_USUAL_PLAYERS, profile.players.min), profile.players.max)
    pair = (better, other)
    lineups = [tuple(pair[(seat + first) % 2] for seat in range(players)) for first in range(2)]
    match = play_match(profile, lineups, seeds=seeds, rounds=rounds, cap=cap, makers=makers, processes=processes)
    return Comparison(better, other, match.difference(better, other), match)

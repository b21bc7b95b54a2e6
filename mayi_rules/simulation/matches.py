"""Many games between bots: seats rotated, every deal counted, what the cap cut short reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from mayi_rules.arguments import expect_names, expect_text
from mayi_rules.bots.protocol import BotMaker
from mayi_rules.engine.caps import TURN_CAP
from mayi_rules.engine.state.values import ABANDONED
from mayi_rules.profile.profile import Profile
from mayi_rules.simulation.deals import DealResult, Seed, play_deals
from mayi_rules.simulation.intervals import Estimate, estimate

if TYPE_CHECKING:
    from mayi_rules.typed import MatchDict


class MatchResult:
    """What came out of a match.

    Attributes:
        profile: the id of the profile.
        digest: the fingerprint of its rules.
        cap: how many turns could end in a round before it was abandoned.
        deals: every deal as it was played, in a fixed order.
    """

    __slots__ = ("cap", "deals", "digest", "profile")

    def __init__(self, profile: str, digest: str, cap: int, deals: tuple[DealResult, ...]) -> None:
        self.profile = profile
        self.digest = digest
        self.cap = cap
        self.deals = deals

    @property
    def bots(self) -> tuple[str, ...]:
        """The names of the bots that played."""
        return tuple(dict.fromkeys(name for deal in self.deals for name in deal.bots))

    @property
    def rounds(self) -> int:
        """How many rounds were played."""
        return len(self.deals)

    @property
    def endings(self) -> dict[str, int]:
        """How often rounds ended in each way."""
        return dict(sorted(Counter(deal.how for deal in self.deals).items()))

    @property
    def abandoned(self) -> int:
        """How many rounds reached the cap of turns; their points count like those of other rounds."""
        return self.endings.get(ABANDONED, 0)

    @property
    def turns(self) -> float:
        """How many turns a round had, on average."""
        return fsum(deal.turns for deal in self.deals) / self.rounds

    def points(self, bot: str) -> float:
        """The points a round that a seat of this bot got, on average.

        Raises:
            ValueError: this bot did not play.
        """
        self._played(bot)
        return estimate([score for deal in self.deals for score in _scores(deal, bot)]).mean

    def went_out(self, bot: str) -> int:
        """How many rounds a seat of this bot won by going out.

        Raises:
            ValueError: this bot did not play.
        """
        self._played(bot)
        return sum(deal.winner is not None and deal.bots[deal.winner] == bot for deal in self.deals)

    def difference(self, bot: str, other: str, *, round_number: int | None = None) -> Estimate:
        """By how many points a round this bot did better than the other one (fewer points are better).

        The independent values are the deals: each is the mean over all line-ups and rotations in which it was
        played, so that neither the cards nor the seats favour anybody.

        Args:
            bot: a bot's name.
            other: another one's.
            round_number: only this round; None for all.

        Raises:
            ValueError: one of them did not play, they never sat at one table, or the round was not played.
        """
        for name in (bot, other):
            self._played(name)
        by_deal: dict[tuple[Seed, int], list[float]] = {}
        for deal in self.deals:
            own, others = _scores(deal, bot), _scores(deal, other)
            if own and others and round_number in (None, deal.round):
                better = fsum(others) / len(others) - fsum(own) / len(own)
                by_deal.setdefault((deal.seed, deal.round), []).append(better)
        if not by_deal:
            where = "" if round_number is None else f" in round {round_number}"
            raise ValueError(f"{bot!r} and {other!r} did not play at one table{where}")
        return estimate([fsum(values) / len(values) for values in by_deal.values()])

    def _played(self, bot: str) -> None:
        if bot not in self.bots:
            raise ValueError(f"{bot!r} did not play: the bots are {', '.join(self.bots)}")

    def to_dict(self) -> MatchDict:
        """The result as plain values, every deal included."""
        return {
            "profile": self.profile,
            "digest": self.digest,
            "cap": self.cap,
            "rounds": self.rounds,
            "abandoned": self.abandoned,
            "endings": self.endings,
            "turns": self.turns,
            "bots": {name: {"points": self.points(name), "went_out": self.went_out(name)} for name in self.bots},
            "deals": [deal.to_dict() for deal in self.deals],
        }

    def __repr__(self) -> str:
        return f"<MatchResult {self.profile}: {self.rounds} rounds, {self.abandoned} abandoned>"


class _Job(NamedTuple):
    """The rounds of one seed with one line-up: what a process is given at once."""

    profile: Profile
    lineup: tuple[str, ...]
    seed: Seed
    rounds: tuple[int, ...]
    cap: int
    makers: dict[str, BotMaker]


def play_match(
    profile: Profile,
    lineups: Sequence[str] | Sequence[Sequence[str]],
    *,
    seeds: Iterable[Seed] = range(10),
    rounds: Iterable[int] | None = None,
    cap: int = TURN_CAP,
    makers: Mapping[str, BotMaker] | None = None,
    processes: int = 0,
) -> MatchResult:
    """Play a game for every seed, line-up and rotation of the line-up over the seats.

    The result depends on the arguments alone, not on the number of processes.

    Args:
        profile: the rules.
        lineups: the bots' names, one for each seat; or several such line-ups, each played with the same deals.
        seeds: the seeds of the games; each deals the same cards in every rotation.
        rounds: the numbers of the rounds that are played, from 1; None for all.
        cap: how many turns may end in a round before it is abandoned.
        makers: what makes the bots whose names are not registered.
        processes: how many processes play; 0 plays in this one. With processes the makers must pickle.

    Raises:
        ProfileError: the profile does not allow so many players.
        UnknownBotError: no bot has one of the names.
        BotError: a bot answered with what is no legal move.
        TypeError: a bot is not given by its name.
        ValueError: there is nothing to play.
    """
    chosen = tuple(range(1, len(profile.rounds) + 1)) if rounds is None else tuple(sorted(set(rounds)))
    tables = _tables(lineups)
    turned = dict.fromkeys(one[-step:] + one[:-step] for one in tables for step in range(len(one)))
    jobs = [_Job(profile, lineup, seed, chosen, cap, dict(makers or {})) for seed in seeds for lineup in turned]
    if not jobs or not chosen:
        raise ValueError("a match needs a line-up, a seed and a round")
    if processes:
        with ProcessPoolExecutor(processes) as pool:
            played = list(pool.map(_play, jobs))
    else:
        played = [_play(job) for job in jobs]
    return MatchResult(profile.id, profile.digest, cap, tuple(deal for deals in played for deal in deals))


def expect_bot(name: str, value: object) -> None:
    """Raise a TypeError unless a bot is given by its name."""
    made = value if isinstance(value, type) else type(value)
    expect_text(name, value, f"the name of a bot; with makers={{'mine': {made.__name__}}} it is 'mine'")


def _tables(lineups: Iterable[object]) -> list[tuple[str, ...]]:
    """The line-ups; one alone is meant where names, and no lists of them, are given."""
    given = expect_names("lineups", lineups)
    is_one = any(isinstance(one, str) or not isinstance(one, Iterable) for one in given)
    tables = [expect_names("lineups", one) for one in ([given] if is_one else given)]
    for table in tables:
        for bot in table:
            expect_bot("a bot of lineups", bot)
    return tables


def _play(job: _Job) -> list[DealResult]:
    return list(play_deals(job.profile, job.lineup, job.seed, rounds=job.rounds, cap=job.cap, makers=job.makers))


def _scores(deal: DealResult, bot: str) -> list[int]:
    return [score for name, score in zip(deal.bots, deal.scores, strict=True) if name == bot]

"""One deal played out by bots, fast: on the pure engine, each bot with the view of its seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from mayi_rules.bots.protocol import Bot, BotMaker
from mayi_rules.bots.registry import bot_maker
from mayi_rules.cards import generator
from mayi_rules.engine.caps import Guard
from mayi_rules.engine.engine import apply, to_act
from mayi_rules.engine.rules.deal import cutter, first_dealer, new_round
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Chance, Phase
from mayi_rules.game.policies import play_choice
from mayi_rules.game.view import View
from mayi_rules.moves import Cut, Move, NextRound
from mayi_rules.profile.language.choices import Progress
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.resolution import round_rules

if TYPE_CHECKING:
    from mayi_rules.typed import DealDict

Seed = int | str
"""Deals the cards of a game: those of `Game(profile, seats=…, seed=seed)`."""

MAX_ROUNDS = 200
"""How many rounds a game is given to end in that could go on for ever (`contracts.progress: own`)."""

_NAMES = tuple(f"seat {number}" for number in range(1, 65))


class DealResult(NamedTuple):
    """How one deal went.

    Attributes:
        seed: the seed of the game; with the number of the round it names the deal.
        round: the number of the round, from 1.
        bots: the bots' names, by seat.
        scores: the points of the round, by seat, bonuses included.
        turns: how many turns ended in it.
        how: how it ended; `abandoned` where the cap of turns was reached, or a bot did not end its turn.
        winner: the seat that went out, or None.
    """

    seed: Seed
    round: int
    bots: tuple[str, ...]
    scores: tuple[int, ...]
    turns: int
    how: str
    winner: int | None

    def to_dict(self) -> DealDict:
        """The result as plain values."""
        return {
            "seed": self.seed,
            "round": self.round,
            "bots": list(self.bots),
            "scores": list(self.scores),
            "turns": self.turns,
            "how": self.how,
            "winner": self.winner,
        }


def play_deals(
    profile: Profile,
    lineup: Sequence[str],
    seed: Seed,
    *,
    rounds: Sequence[int],
    cap: int,
    makers: Mapping[str, BotMaker],
) -> Iterator[DealResult]:
    """Play rounds of the game that this seed deals, in order, the points of those played adding up.

    The deals are those of `Game(profile, seats=…, seed=seed)`, whoever sits where, so that line-ups can be compared
    deal by deal. Where every player has a contract of his own, the game goes on past the number of its contracts, to
    `MAX_ROUNDS` at most, if the last one is among the rounds. The bots are new in every round, and their chance comes
    from the seed, the round and the seat.

    Args:
        profile: the rules.
        lineup: the bots' names, by seat.
        seed: the seed of the game.
        rounds: the numbers of the rounds, from 1.
        cap: how many turns may end in a round before it is abandoned.
        makers: what makes the bots of a name that is not registered.

    Raises:
        BotError: a bot answered with what is no legal move.
        UnknownBotError: no bot has one of the names.
    """
    players = len(lineup)
    key = f"seed {seed}"
    chance = Chance(key)
    dealer = first_dealer(round_rules(profile, players, 1), key)
    making = [makers.get(name) or bot_maker(name) for name in lineup]
    totals = (0,) * players
    state: State | None = None
    for number in _numbers(rounds, profile):
        bots = [make(generator("bot", seed, number, seat)) for seat, make in enumerate(making)]
        if state is not None and state.phase is Phase.GAME_OVER:
            return
        if state is not None and state.round == number - 1:
            state = apply(state, NextRound()).state
        else:
            rules = round_rules(profile, players, number)
            state = new_round(rules, (dealer + number - 1) % players, totals, chance, None, None)
        if state.phase is Phase.CUT:
            rng = generator(key, "round", number, "cut")
            state = apply(state, Cut(cutter(state), 1 + int(rng.random() * (state.rules.pack_size - 1)))).state
        state, turns = _play_out(state, bots, cap, lineup, seed)
        ending = state.ending
        assert ending is not None
        totals = state.totals
        winner = ending.winner if ending.winner >= 0 else None
        yield DealResult(seed, number, tuple(lineup), state.scores, turns, ending.how, winner)


def _numbers(rounds: Sequence[int], profile: Profile) -> Iterator[int]:
    """The numbers of the rounds; where every player has his own contract, rounds go on past the last contract."""
    yield from rounds
    if profile.contracts.progress is Progress.OWN and rounds[-1] == len(profile.rounds):
        yield from range(rounds[-1] + 1, MAX_ROUNDS + 1)


def _play_out(state: State, bots: Sequence[Bot], cap: int, lineup: Sequence[str], seed: Seed) -> tuple[State, int]:
    names = _NAMES[: state.players]
    where = f"seed {seed!r}"
    guard = Guard(cap)

    def play(found: tuple[Move, ...]) -> None:
        nonlocal state
        for move in found:
            state = apply(state, move).state
            guard.see(move)

    while not state.is_over:
        if capped := guard.due():
            play((capped,))
            break
        seat = to_act(state)[0]
        play_choice(bots[seat], View(state, names, seat), play, name=lineup[seat], where=where)
    return state, guard.turns

"""Bots at a table: whole rounds and games, with a stated cap of turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mayi_rules.bots.named import name_of
from mayi_rules.bots.protocol import Bot
from mayi_rules.game.engine import Step
from mayi_rules.game.game import MOVES_A_TURN, Game
from mayi_rules.game.moves import Discard, Keep
from mayi_rules.game.parts import Phase
from mayi_rules.game.policies import play_choice

TURN_CAP = 400
"""The default cap: a round is abandoned when so many turns have ended in it."""


class RoundResult(NamedTuple):
    """How a round went: its number, the turns that ended in it, how it ended, and the scores by seat's name.

    `how` is `abandoned` where the cap was reached: the rules alone would have let the round go on.
    """

    round: int
    turns: int
    how: str
    scores: dict[str, int]


Watcher = Callable[[Game, Step], None]


def play_round(
    game: Game, bots: Mapping[str, Bot], *, cap: int = TURN_CAP, watch: Watcher | None = None
) -> RoundResult:
    """Play the round that is dealt (or waits for the cut) to its end.

    Args:
        game: the game; a cut is made by chance.
        bots: a bot for each seat's name.
        cap: how many turns may end before the round is abandoned, or a hundred times as many moves be made: a bot may
            lay and take back for ever.
        watch: called after every step.

    Raises:
        BotError: a bot answered with what is no legal move.
    """
    turns = made = 0

    def after(step: Step) -> None:
        nonlocal made
        made += 1
        if watch is not None:
            watch(game, step)

    if game.phase is Phase.CUT:
        after(game.cut())
    while not game.state.is_over:
        if turns >= cap or made >= cap * MOVES_A_TURN:
            after(game.abandon())
            break
        seat = game.to_act[0]
        bot = bots[seat]
        for step in play_choice(
            bot, game.seat(seat).view, lambda found: [game.play(move) for move in found], name=name_of(bot)
        ):
            after(step)
            turns += isinstance(step.move, Discard | Keep)
    state = game.state
    assert state.ending is not None
    scores = dict(zip(game.seats, state.scores, strict=True))
    return RoundResult(state.rules.round, turns, state.ending.how, scores)


def play_game(
    game: Game, bots: Mapping[str, Bot], *, cap: int = TURN_CAP, watch: Watcher | None = None
) -> list[RoundResult]:
    """Play the game from where it stands to its end; as `play_round`, round by round."""
    results = []
    while True:
        results.append(play_round(game, bots, cap=cap, watch=watch))
        if game.is_over:
            return results
        step = game.next_round()
        if watch is not None:
            watch(game, step)

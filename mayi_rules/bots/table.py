"""Bots at a table: whole rounds and games, with a stated cap of turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mayi_rules.bots.named import name_of
from mayi_rules.bots.protocol import Bot
from mayi_rules.engine.caps import TURN_CAP, Guard
from mayi_rules.engine.engine import Step
from mayi_rules.engine.state.values import Phase
from mayi_rules.game.game import Game
from mayi_rules.game.policies import play_choice


class RoundResult(NamedTuple):
    """How a round went: its number, the turns that ended in it, how it ended, and the scores by seat's name.

    `how` is `abandoned` where a cap was reached, and `reason` says which (`turn_cap`, `move_cap`): by the rules
    alone the round would have gone on.
    """

    round: int
    turns: int
    how: str
    scores: dict[str, int]
    reason: str = ""


Watcher = Callable[[Game, Step], None]
"""Is called with the game after every step."""


def play_round(
    game: Game, bots: Mapping[str, Bot], *, cap: int = TURN_CAP, watch: Watcher | None = None
) -> RoundResult:
    """Play the round that is dealt (or waits for the cut) to its end.

    Args:
        game: the game; a cut is made by chance. Its own `turn_cap` holds too.
        bots: a bot for each seat's name.
        cap: how many turns may end in the round before it is abandoned; so it is where a bot makes a hundred moves in
            one turn: it may lay and take back for ever.
        watch: called after every step.

    Raises:
        BotError: a bot answered with what is no legal move.
    """
    guard = Guard(cap, game.turns)

    def after(step: Step) -> None:
        guard.see(step.move)
        if watch is not None:
            watch(game, step)

    if game.phase is Phase.CUT:
        after(game.cut())
    while not game.state.is_over:
        if capped := guard.due():
            after(game.play(capped))
            break
        seat = game.to_act[0]
        bot = bots[seat]
        for step in play_choice(bot, game.seat(seat).view, game.play_moves, name=name_of(bot)):
            after(step)
    state = game.state
    assert state.ending is not None
    scores = dict(zip(game.seats, state.scores, strict=True))
    return RoundResult(state.round, game.turns, state.ending.how, scores, state.ending.reason)


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

"""A game between bots: told as it goes, or kept for machines."""

from __future__ import annotations

from typing import Any

from mayi_rules.bots.protocol import Bot
from mayi_rules.bots.table import RoundResult, play_round
from mayi_rules.cards import format_cards
from mayi_rules.cli.narration import contracts_text, deal_lines, ending_text, move_lines, print_scores
from mayi_rules.cli.terminal import say_wrapped
from mayi_rules.engine.caps import TURN_CAP
from mayi_rules.engine.engine import Step
from mayi_rules.engine.state.values import Phase
from mayi_rules.game.game import HOST_NAME, Game
from mayi_rules.moves import HOST, Cap
from mayi_rules.profile.profile import Profile


class Watching:
    """Plays a game between bots, tells it, and keeps it for machines.

    Args:
        game: the game, at its beginning or anywhere else.
        profile: the rules of the whole game, of which this may be some rounds.
        seed: the seed, as it is told.
        first: the number of the first round in the whole game.
        is_silent: whether nothing is told.
        is_resumed: whether the game began elsewhere.
    """

    def __init__(
        self, game: Game, profile: Profile, seed: str, first: int, *, is_silent: bool, is_resumed: bool
    ) -> None:
        self.game = game
        self.profile = profile
        self.seed = seed
        self.first = first
        self.is_silent = is_silent
        self.is_resumed = is_resumed
        self.rounds: list[dict[str, Any]] = []

    @property
    def number(self) -> int:
        """The number of the round in the whole game."""
        return self.first + self.game.round - 1

    def play(self, bots: dict[str, Bot]) -> None:
        """Play to the end."""
        game = self.game
        while not game.is_over:
            if game.phase is Phase.ROUND_OVER:
                game.next_round()
                self.is_resumed = False
            self.begin()
            self.end(play_round(game, bots, cap=game.turn_cap or TURN_CAP, watch=self.watch))

    def begin(self) -> None:
        """A round begins here, or goes on."""
        self.rounds.append({"round": self.number, "deal": None, "moves": []})
        if self.is_resumed:
            self.say(f"The game goes on: round {self.number}, {contracts_text(self.game.state, self.game.seats)}.")
        elif self.game.phase is not Phase.CUT:
            self.dealt()

    def dealt(self) -> None:
        """The cards are dealt."""
        game = self.game
        self.rounds[-1]["deal"] = {
            "dealer": game.seats[game.state.setting.dealer],
            "hands": {name: str(hand) for name, hand in zip(game.seats, game.state.hands, strict=True)},
            "upcard": format_cards(game.state.discards),
        }
        self.say(*deal_lines(game, self.number, game.seats))

    def watch(self, game: Game, step: Step) -> None:
        """A step was played."""
        move = step.move
        name = HOST_NAME if move.seat == HOST else game.seats[move.seat]
        self.rounds[-1]["moves"].append(f"{name}: {move.text()}")
        self.say(*move_lines(game, step.state, move.seat, move.text(), step.events))
        if self.rounds[-1]["deal"] is None and step.before.phase is Phase.CUT:
            self.dealt()

    def end(self, result: RoundResult) -> None:
        """A round is over."""
        state = self.game.state
        how = ending_text(state, self.game.seats)
        if result.reason == Cap.TURNS:
            how = f"abandoned after {result.turns} turns, the cap"
        totals = dict(zip(self.game.seats, state.totals, strict=True))
        self.rounds[-1] |= {"ended": result.how, "turns": result.turns, "scores": result.scores, "totals": totals}
        self.is_resumed = False
        if not self.is_silent:
            print_scores(self.number, how, result.scores, totals)

    def say(self, *lines: str) -> None:
        """Tell something, unless nobody wants to hear it."""
        if not self.is_silent:
            say_wrapped(*lines)

    def to_dict(self) -> dict[str, Any]:
        """The game as plain values."""
        return {
            "profile": self.profile.id,
            "digest": self.profile.digest,
            "seed": self.seed,
            "seats": list(self.game.seats),
            "rounds": self.rounds,
            "standings": [one._asdict() for one in self.game.standings],
        }

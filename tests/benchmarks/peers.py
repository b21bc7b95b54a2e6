"""The peers that we are measured against; each is used only if it is installed."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.util import find_spec

from tests.benchmarks.rounds import Walk

Peer = Callable[[int], Walk]


def openspiel_gin(rounds: int) -> Walk:
    """OpenSpiel's C++ gin rummy, driven from Python, each game a clone of one initial state (its fair figure)."""
    import pyspiel

    first = pyspiel.load_game("gin_rummy").new_initial_state()
    rand = random.Random(rounds).random
    steps = choices = 0
    for _ in range(rounds):
        state = first.clone()
        while not state.is_terminal():
            actions = state.legal_actions()
            choices += len(actions) > 1
            state.apply_action(actions[int(rand() * len(actions))])
            steps += 1
    return Walk(steps, choices, rounds)


def rlcard_gin(rounds: int) -> Walk:
    """RLCard's gin rummy."""
    import rlcard

    env = rlcard.make("gin-rummy", config={"seed": rounds})
    rng = random.Random(rounds)
    steps = choices = 0
    for _ in range(rounds):
        state, _ = env.reset()
        while not env.is_over():
            actions = list(state["legal_actions"])
            choices += len(actions) > 1
            state, _ = env.step(rng.choice(actions))
            steps += 1
    return Walk(steps, choices, rounds)


def pokerkit_holdem(rounds: int) -> Walk:
    """PokerKit's no-limit hold'em, folding or calling at random."""
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(set(Automation) - {Automation.CARD_BURNING})
    rng = random.Random(rounds)
    steps = choices = 0
    for _ in range(rounds):
        state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, 4)
        while state.status:
            if state.can_burn_card():
                state.burn_card("??")
                continue
            options = [state.check_or_call, *([state.fold] if state.can_fold() else [])]
            choices += len(options) > 1
            rng.choice(options)()
            steps += 1
    return Walk(steps, choices, rounds)


def python_chess(rounds: int) -> Walk:
    """python-chess, random moves."""
    import chess

    rng = random.Random(rounds)
    steps = choices = 0
    for _ in range(rounds):
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 300:
            moves = list(board.legal_moves)
            choices += len(moves) > 1
            board.push(rng.choice(moves))
            steps += 1
    return Walk(steps, choices, rounds)


PEERS: dict[str, tuple[str, Peer, int]] = {
    "OpenSpiel gin rummy (C++)": ("pyspiel", openspiel_gin, 150),
    "RLCard gin rummy": ("rlcard", rlcard_gin, 10),
    "PokerKit hold'em": ("pokerkit", pokerkit_holdem, 30),
    "python-chess": ("chess", python_chess, 3),
}
"""By name: the module it needs, how it is driven, and how many rounds make about half a second."""


def present() -> dict[str, tuple[Peer, int]]:
    """The peers that are installed here."""
    return {name: (peer, rounds) for name, (module, peer, rounds) in PEERS.items() if find_spec(module)}

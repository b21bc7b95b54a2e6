"""A turn loop in a terminal: you in one seat, bots in the others.

To start: `python docs/examples/turn_loop.py`. Type moves in notation; `?` lists yours, an empty line leaves.
"""

from __future__ import annotations

import random

import mayi_rules as mayi
from mayi_rules.bots import make_bot

YOU = "you"
TURN_CAP = 400
"""A round with so many turns is abandoned: by the rules alone stubborn players could go on without end."""


def show(seat: mayi.Seat) -> None:
    """Print what you may see: the view holds nothing else."""
    view = seat.view.to_dict()
    for number, laid in enumerate(view["table"], start=1):
        print(f"  meld {number} ({laid['seat']}): {laid['meld']}")
    top = view["discards"].split()[:1]
    others = ", ".join(f"{name} {size}" for name, size in view["hand_sizes"].items() if name != YOU)
    print(f"  round {view['round']}, {view['phase']}; discard {' '.join(top) or 'none'}; cards of others: {others}")
    print(f"  your hand: {view['hand']}")


def typed(prompt: str) -> str:
    """A line from the terminal; empty at the end of the input."""
    try:
        return input(prompt).strip()
    except EOFError:
        return ""


def ask(seat: mayi.Seat) -> bool:
    """Ask until a legal move is typed, and play it; False if you leave."""
    show(seat)
    while text := typed("move> "):
        if text == "?":
            print("  ", seat.legal_moves)
            continue
        try:
            seat.play(text)
        except mayi.IllegalMove as error:
            for reason in error.verdict:
                print(f"  {reason} [{reason.code}]")
            for fix in seat.fixes(text)[:2]:
                print(f"  It would be legal {fix}.")
        except mayi.NotationError as error:
            print(f"  {error}")
        else:
            return True
    return False


def tell(game: mayi.Game, events: tuple[mayi.Event, ...]) -> None:
    """Print what you have seen."""
    for event in events:
        facts = event.to_dict(game.seats)
        facts.pop("seq")
        print("   ", ", ".join(f"{name} {value}" for name, value in facts.items()))


def play(game: mayi.Game) -> None:
    """The loop: the host's steps, the bots' moves, yours."""
    seat = game.seat(YOU)
    seen = 0
    while not game.is_over:
        if game.phase is mayi.Phase.CUT:
            game.cut()
        elif game.phase is mayi.Phase.ROUND_OVER:
            game.next_round()
        else:
            game.advance()
        events = seat.events(since=seen)
        tell(game, events)
        seen += len(events)
        if YOU in game.to_act and not ask(seat):
            print("You leave the table.")
            return
    for one in game.standings:
        print(f"{one.place}. {one.seat}: {one.total}")


def main(profile: str = "petras", seed: int | None = None) -> None:
    """Sit down with three bots."""
    game = mayi.Game(mayi.load_profile(profile), seats=[YOU, "ann", "bob", "cid"], seed=seed, turn_cap=TURN_CAP)
    for name in game.seats[1:]:
        game.set_policy(name, make_bot("greedy", random.Random()))
    play(game)


if __name__ == "__main__":
    main()

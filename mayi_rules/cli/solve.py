"""`mayi solve` (also `mayi hint`): what a hand can do, how far it is from the contract, and which cards help."""

from __future__ import annotations

from typing import Any

import click

from mayi_rules.cards import CARDS, Hand
from mayi_rules.cli import completion
from mayi_rules.cli.output import print_json
from mayi_rules.cli.position_options import blaming_options, quick_case
from mayi_rules.cli.terminal import say
from mayi_rules.engine.rules.scoring import hand_points
from mayi_rules.engine.state.state import State
from mayi_rules.melds.fitting import swapped, with_card
from mayi_rules.melds.meld import Meld
from mayi_rules.moves import Swap as SwapMove
from mayi_rules.moves import lay_off
from mayi_rules.scenarios.position import build_position
from mayi_rules.solver import NEVER, Lay, best_lay_offs, best_opening, distance, useful


@click.command()
@click.argument("hand")
@click.option(
    "--profile",
    "source",
    default="petras",
    show_default=True,
    metavar="ID|FILE",
    shell_complete=completion.games,
    help="The rules.",
)
@click.option("--round", "round_number", type=int, default=1, show_default=True, help="The round.")
@click.option("--players", type=int, metavar="N", help="How many play; by default the fewest.")
@click.option("--table", metavar="MELDS", help='The table: "6d 7d 8d 9d | you: 7h 7d 7s" (yours marked).')
@click.option("--discard", default="", metavar="CARDS", help="The discard pile: cards that are no longer unseen.")
@click.option("--json", "as_json", is_flag=True, help="For machines.")
def solve(hand: str, *, source: str, as_json: bool, **position: Any) -> None:
    """Say what a hand can do, and which cards help it.

    HAND is written like "7h 7d X Kh Kd 2c", as it is after drawing. It can open, and how; or how far it is from that.
    Where a meld of the table is yours (`you:` in front) you have opened, and the best lay-offs are shown instead.
    """
    with blaming_options("HAND"):
        case = quick_case(source, move="keep", hand=hand, opened=None, **position)
        state = build_position(case).state
    answer = advice(state, 0)
    if as_json:
        print_json(answer)
        return
    rules = state.rules
    contract = ", ".join(map(str, rules.contract))
    say(f"{state.hands[0]}  (round {rules.round} of {rules.profile.name}: {contract})")
    for line in advice_lines(answer):
        say(line)


hint = click.Command(
    "hint", callback=solve.callback, params=solve.params, help=solve.help, short_help="The same as solve."
)


def advice(state: State, seat: int) -> dict[str, Any]:
    """What the hand of a seat can do, as plain values: the best opening, or the best lay-offs of who has opened."""
    return _laying(state, seat) if state.has_opened(seat) else _opening(state, seat)


def _opening(state: State, seat: int) -> dict[str, Any]:
    hand, rules = state.hands[seat], state.rules
    melds = best_opening(hand, rules)
    left = hand if melds is None else hand.minus_all(b"".join([meld.cards for meld in melds]))
    steps = distance(hand, rules)
    helpful = useful(hand, rules, _unseen(state, hand))
    return {
        "can_open": melds is not None,
        "opening": None if melds is None else [f"{meld.kind} {meld}" for meld in melds],
        "left": str(left),
        "points": hand_points(left, rules),
        "distance": None if steps >= NEVER else steps,
        "useful": {str(CARDS[kind]): count for kind, count in helpful.items()},
    }


def _laying(state: State, seat: int) -> dict[str, Any]:
    hand, rules = state.hands[seat], state.rules
    melds: list[Meld] = [one.meld for one in state.table]
    texts = []
    for step in best_lay_offs(hand, state.table, rules, seat, swapping=True):
        meld = melds[step.meld]
        if isinstance(step, Lay):
            texts.append(lay_off(seat, step.card, step.meld + 1, meld, step.end).text())
            melds[step.meld] = with_card(meld, step.card, step.end)
            hand = hand.minus(step.card)
        else:
            texts.append(SwapMove(seat, CARDS[step.card], CARDS[step.wild], step.meld + 1).text())
            melds[step.meld] = swapped(meld, step.card, step.at)
            hand = hand.minus(step.card).plus(step.wild)
    return {
        "can_open": False,
        "opening": None,
        "lay_offs": texts,
        "left": str(hand),
        "points": hand_points(hand, rules),
        "distance": None,
        "useful": {},
    }


def _unseen(state: State, hand: Hand) -> list[int]:
    """The cards that are neither in this hand nor face up, as 54 counts."""
    seen = Hand.of([*hand, *state.discards, *[card for one in state.table for card in one.meld.cards]])
    return [max(0, there - known) for there, known in zip(state.rules.pack, seen.counts, strict=True)]


def advice_lines(answer: dict[str, Any]) -> list[str]:
    """What `advice` says, for people."""
    left = f"{answer['left'] or 'nothing'} ({answer['points']} points)"
    steps = answer.get("lay_offs")
    if steps is not None:
        return [f"You have opened. Best: {'; '.join(steps) if steps else 'lay off nothing'}.", f"Left: {left}"]
    if answer["can_open"]:
        return [f"It can open: {' | '.join(answer['opening'])}", f"Left: {left}"]
    if answer["distance"] is None:
        return ["It cannot open, and the pack does not hold what it lacks."]
    lacks = f"{answer['distance']} card{'s' * (answer['distance'] != 1)}"
    helpful = answer["useful"]
    cards = ", ".join(f"{card} ({count} unseen)" for card, count in helpful.items())
    return [
        f"It cannot open. Points in hand: {answer['points']}. It lacks {lacks}.",
        f"Cards that help: {cards or 'none'}; {sum(helpful.values())} of them unseen in all.",
    ]

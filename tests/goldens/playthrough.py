"""A recorded game told for people: at chosen points the whole position, what each seat sees, and what it may do."""

from __future__ import annotations

from itertools import islice

from mayi_rules import legal_moves, replay, to_act
from mayi_rules.cards import format_cards
from mayi_rules.engine.knowledge.unseen import unseen
from mayi_rules.game.score_sheet import score_sheet
from mayi_rules.game.view import View
from mayi_rules.moves import HOST

EVERY = 40
MAX_MOVES = 14


def playthrough(record):
    """The text of a record."""
    game = replay(record)
    names = game.seats
    lines = [f"{game.profile.name}: {', '.join(names)}; profile {game.profile.digest[:12]}", ""]
    seen = set()
    for number, step in enumerate(game._log.steps()):
        state = step.before
        key = (state.rules.round, state.phase)
        if number % EVERY == 0 or key not in seen:
            seen.add(key)
            lines += ["", *position(state, names), ""]
        who = "table" if step.move.seat == HOST else names[step.move.seat]
        events = "; ".join(told(event, names) for event in step.events)
        lines.append(f"{who}: {step.move.text()}   → {events}")
    ended = [step.state for step in game._log.steps() if step.state.is_over and not step.before.is_over]
    lines += ["", *position(game.state, names), "", str(score_sheet(ended, game.state, names, ())), ""]
    return "\n".join(lines)


def told(event, names):
    plain = event.to_dict(names)
    more = [f"{key}={value}" for key, value in plain.items() if key not in ("event", "seq", "seat")]
    return " ".join([plain["event"], str(plain.get("seat", "")), *more]).replace("  ", " ").strip()


def position(state, names):
    """The position, what each seat sees of it, and the legal moves."""
    yield f"== round {state.rules.round}, {state.phase.value}, {names[state.turn]}'s turn, digest {state.digest[:12]}"
    contract = ", ".join(map(str, state.rules.contract))
    yield f"   contract: {contract}; dealer {names[state.setting.dealer]}; totals {list(state.totals)}"
    stock = state.stock[::-1]
    yield f"   stock: {len(stock)}: {format_cards(stock[:8])} …; discards: {format_cards(state.discards[::-1][:8])}"
    for index, laid in enumerate(state.table, start=1):
        yield f"   meld {index} of {names[laid.seat]}: {laid.meld.kind} {laid.meld}"
    for seat, name in enumerate(names):
        view = View(state, names, seat)
        known = {who: cards for who, cards in view.to_dict()["known"].items() if cards and who != name}
        pools = unseen(state, seat).pools
        yield f"   {name} holds {view.hand}"
        yield f"      knows {known or 'of no other hand'}; unseen: {[pool.size for pool in pools]}"
        if seat in to_act(state):
            legal = legal_moves(view.state, seat)
            moves = [move.text() for move in islice(legal, MAX_MOVES)]
            yield f"      may {', '.join(moves)}{' …' if len(moves) == MAX_MOVES else ''}"

"""A user's code on positions: cards, melds, moves, the engine, the solver."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import assert_type

import mayi_rules as mayi
from mayi_rules import cards, engine, melds, moves, profile, solver, typed


def read_cards() -> None:
    assert_type(mayi.parse_card("5h"), mayi.Card)
    assert_type(cards.parse_card("5h"), cards.Card)
    hand = mayi.Hand.parse("5h 5d X")
    assert_type(hand, cards.Hand)
    assert_type(mayi.format_card(hand.counts[0]), str)
    assert_type(mayi.format_cards(mayi.parse_cards("5h 6h")), str)
    assert_type(cards.format_cards(cards.parse_cards("5h")) + cards.format_card(3), str)
    assert_type(cards.CARDS[cards.JOKER], cards.Card)
    assert_type(cards.EMPTY_HAND, cards.Hand)
    known: int = hand.size - hand.counts[cards.UNKNOWN]
    print(known, cards.RANKS + cards.SUITS)


def look_at_melds(table: tuple[melds.TableMeld, ...]) -> list[str]:
    found: list[str] = []
    for laid in table:
        assert_type(laid.meld, melds.Meld)
        assert_type(laid.meld.kind, profile.MeldKind)
        found.append(melds.format_meld(laid.meld) + mayi.format_meld(laid.meld))
        assert_type(laid.meld.rank == melds.ALL_WILD, bool)
    return found


def choose(state: mayi.State, seat: int) -> mayi.Move:
    legal = mayi.legal_moves(state, seat)
    assert_type(legal, mayi.LegalMoves)
    assert_type(legal.by_kind(moves.Discard), Iterator[moves.Discard])
    assert_type(legal.openings, Iterator[moves.Open])
    for opening in legal.by_kind(moves.Open):
        assert_type(opening.melds, tuple[mayi.Meld, ...])
        return opening
    for lay in legal.by_kind(moves.LayOff):
        end: melds.End | None = lay.end
        if end is None:
            return lay
    for swap in legal.by_kind(moves.Swap):
        assert_type(swap.wild, mayi.Card)
        return swap
    dearest = max(legal.by_kind(moves.Discard), key=lambda move: state.rules.points[move.card], default=None)
    assert_type(dearest, moves.Discard | None)
    return dearest or next(legal.by_kind(moves.Take), None) or legal.sample(random.Random(1))


def describe(move: moves.Move) -> str:
    match move:
        case moves.Take() | moves.Stock() | moves.Pass() | moves.Block() | moves.TakeBack() | moves.Keep():
            return move.name
        case moves.Ask(card=card) | moves.Discard(card=card):
            return str(card)
        case moves.Open(melds=laid):
            return " | ".join(map(mayi.format_meld, laid))
        case moves.LayOff(card=card, meld=number) | moves.Swap(card=card, meld=number):
            return f"{card} on {number}"
        case moves.Cut(count=count):
            return str(count)
        case moves.Abandon(cap=cap) if cap is moves.Cap.TURNS:
            return "cap"
        case moves.Close() | moves.Abandon() | moves.NextRound():
            return "host" if move.seat == moves.HOST else "?"
    plain: typed.MoveDict = move.to_dict()
    return plain["text"]


def play(state: mayi.State, seat: int, text: str) -> mayi.State:
    verdict = mayi.check_text(state, seat, text)
    if not verdict:
        plain: typed.VerdictDict = verdict.to_dict()
        reasons: list[typed.ReasonDict] = plain["reasons"]
        raise ValueError(reasons[0]["code"])
    move = mayi.parse_move(state, seat, text)
    several: engine.Moves = mayi.parse_moves(state, seat, text)
    assert_type(several, tuple[mayi.Move, ...])
    assert_type(mayi.format_move(move), str)
    assert_type(mayi.check(state, move), mayi.Verdict)
    assert_type(mayi.is_legal(state, move), bool)
    assert_type(mayi.to_act(state), tuple[int, ...])
    step = mayi.apply(state, move)
    assert_type(step, mayi.Step)
    assert_type(step.seen_by(seat), mayi.SeenStep)
    assert_type(step.events, tuple[mayi.Event, ...])
    return step.state


def explain(state: mayi.State, seat: int, text: str) -> None:
    for reason in mayi.check_text(state, seat, text):
        assert_type(reason, mayi.Reason)
        assert_type(reason.code, mayi.ReasonCode)
        assert_type(reason.source, mayi.Source | None)
        assert_type(reason.params, dict[str, str | int | list[str]])
    for fix in mayi.fixes(state, seat, text):
        assert_type(fix, mayi.Fix)
        assert_type(fix.kind, mayi.FixKind)
        assert_type(fix.to_dict(), typed.FixDict)


def what_a_seat_knows(state: mayi.State, seat: int) -> None:
    seen = mayi.mask(state, seat)
    assert_type(seen, mayi.State)
    unseen = mayi.unseen(seen, seat)
    assert_type(unseen, mayi.Unseen)
    assert_type(unseen.cards, mayi.Hand)
    assert_type(seen.phase is mayi.Phase.PLAY, bool)


def follow(event: mayi.Event) -> str:
    plain: typed.EventDict = event.to_dict()
    if event.type is mayi.EventType.ROUND:
        facts: engine.RoundFacts | None = event.facts
        contract: list[typed.ContractItemDict] = plain.get("contract", [])
        own: dict[str, typed.OwnContractDict] = plain.get("contracts", {})
        assert facts is not None
        return " ".join(item["kind"] for item in [*contract, *(one for its in own.values() for one in its["melds"])])
    return plain["event"] + plain.get("cards", "")


def look_at_a_position(state: engine.State) -> None:
    assert_type(state.setting, engine.Setting)
    assert_type(state.setting.chance, engine.Chance)
    orders: engine.Orders = state.setting.chance.recycled
    print(orders)
    assert_type(state.tally, engine.Tally)
    assert_type(state.ending, engine.Ending | None)
    assert_type(state.laid, engine.Laid | None)
    window: engine.Window | None = state.window
    assert_type(window is not None and window.stage is engine.Stage.ASKING, bool)
    assert_type(state.phase, engine.Phase)


def the_same_names_from_the_engine(state: engine.State, move: moves.Move) -> None:
    step: engine.Step = engine.apply(state, move)
    seen: engine.SeenStep = step.seen_by(None)
    event: engine.Event = seen.events[0]
    assert_type(event.type, engine.EventType)
    legal: engine.LegalMoves = engine.legal_moves(state, engine.to_act(state)[0])
    assert legal or engine.is_legal(state, move)
    known: engine.Unseen = engine.unseen(engine.mask(state, 0), 0)
    assert known
    assert engine.check(state, move).ok
    assert engine.check_text(state, 0, engine.format_move(move))
    assert (engine.parse_move(state, 0, "stock"),) == engine.parse_moves(state, 0, "stock")


def at_a_real_table(state: mayi.State, move: mayi.Move) -> mayi.State:
    guard = engine.Guard(engine.TURN_CAP)
    most: int = engine.MOVE_CAP
    print(most)
    if engine.check_revealed(state, 0, move):
        state = engine.apply_revealed(state, move).state
        guard.see(move)
    assert_type(guard.due(), moves.Abandon | None)
    return state


def ask_the_solver(state: mayi.State, seat: int) -> None:
    hand, rules = state.hands[seat], state.rules
    value: solver.Value = "points"
    assert_type(solver.can_open(hand, rules), bool)
    opening: solver.Opening | None = solver.best_opening(hand, rules, value=value)
    if opening is not None:
        assert_type(moves.Open(seat, opening).text(), str)
    assert_type(next(solver.openings(hand, rules)), solver.Opening)
    if solver.distance(hand, rules) == solver.NEVER:
        return
    assert_type(solver.useful(hand, rules), dict[int, int])
    for one in solver.best_lay_offs(hand, state.table, rules, seat, swapping=True):
        match one:
            case solver.Lay(card=card, meld=number, end=end):
                assert_type((card, number, end), tuple[int, int, melds.End | None])
            case solver.Swap(card=card, wild=wild):
                assert_type((card, wild), tuple[int, int])

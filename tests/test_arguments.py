"""Natural slips: whatever of a wrong type or value is given to a public name is answered with what was expected."""

# ruff: noqa: E501 - rows of tables

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import mayi_rules as mayi

PETRAS = mayi.load_profile("petras")
SEATS = ["north", "east", "west"]
RNG = random.Random(1)


def new_game() -> mayi.Game:
    return mayi.Game(PETRAS, seats=SEATS, seed=3)


GAME = new_game()
STATE = GAME.state
SEAT = GAME.seat("north")
MOVE = next(iter(mayi.legal_moves(STATE, STATE.turn)))
RECORD = GAME.record
JOURNAL = Path(tempfile.mkdtemp()) / "game.jsonl"
mayi.Journal.begin(JOURNAL, mayi.Game(GAME.profile, seats=GAME.seats, seed=1), sync=False).close()
MELD = mayi.Meld.set_of(6, mayi.parse_cards("7c 7d 7h"))
LEGAL = mayi.legal_moves(STATE, STATE.turn)


class Nothing:
    def __repr__(self) -> str:
        return "<nothing>"


VALUES: dict[str, Any] = {
    "none": None, "number": 5, "minus": -2, "many": 99, "float": 3.5, "empty": "", "word": "nonsense", "bytes": b"\xff",
    "list": ["a"], "mapping": {"a": 1}, "object": Nothing(), "state": STATE, "game": GAME, "profile": PETRAS, "move": MOVE,
    "record": RECORD, "rng": RNG, "view": SEAT.view, "seat": SEAT, "class": int,
}  # fmt: skip

NUMBERS = {"number", "minus", "many"}
TEXTS = {"empty", "word"}
# What to call, with arguments that are right, and for each argument the values that are no slip there.
CALLS: list[tuple[str, Callable[..., Any], dict[str, Any], dict[str, set[str]]]] = [
    ("apply", mayi.apply, {"state": STATE, "move": MOVE}, {"state": {"state"}, "move": {"move"}}),
    ("check", mayi.check, {"state": STATE, "move": MOVE}, {"state": {"state"}, "move": {"move"}}),
    ("is_legal", mayi.is_legal, {"state": STATE, "move": MOVE}, {"state": {"state"}, "move": {"move"}}),
    ("legal_moves", mayi.legal_moves, {"state": STATE, "seat": 0}, {"state": {"state"}}),
    ("by_kind", lambda kind: list(LEGAL.by_kind(kind)), {"kind": type(MOVE)}, {}),
    ("count", LEGAL.count, {"limit": 3}, {"limit": {"number", "many"}}),
    ("sample", LEGAL.sample, {"rng": RNG}, {"rng": {"rng"}}),
    ("to_act", mayi.to_act, {"state": STATE}, {"state": {"state"}}),
    ("mask", mayi.mask, {"state": STATE, "seat": 0}, {"state": {"state"}, "seat": {"none"}}),
    ("unseen", mayi.unseen, {"state": STATE, "seat": 0}, {"state": {"state"}, "seat": {"none"}}),
    ("sample_state", mayi.sample_state, {"view": SEAT.view, "rng": RNG}, {"view": {"view"}, "rng": {"rng"}}),
    ("check_text", mayi.check_text, {"state": STATE, "seat": 0, "text": "stock"}, {"state": {"state"}, "text": TEXTS}),
    ("parse_move", mayi.parse_move, {"state": STATE, "seat": 0, "text": "stock"}, {"state": {"state"}}),
    ("parse_moves", mayi.parse_moves, {"state": STATE, "seat": 0, "text": "stock"}, {"state": {"state"}}),
    ("format_move", mayi.format_move, {"move": MOVE}, {"move": {"move"}}),
    ("format_meld", mayi.format_meld, {"meld": MELD}, {}),
    ("format_card", mayi.format_card, {"kind": 5}, {"kind": {"number"}}),
    ("format_cards", mayi.format_cards, {"kinds": [5]}, {"kinds": {"empty"}}),
    ("parse_card", mayi.parse_card, {"text": "5h"}, {}),
    ("parse_cards", mayi.parse_cards, {"text": "5h"}, {"text": {"empty"}}),
    ("Hand.of", mayi.Hand.of, {"kinds": [5]}, {"kinds": {"empty"}}),
    ("Hand.parse", mayi.Hand.parse, {"text": "5h"}, {"text": {"empty"}}),
    ("fixes", mayi.fixes, {"state": STATE, "seat": 0, "move": "keep", "limit": 3}, {"state": {"state"}, "move": TEXTS | {"move"}, "limit": {"number", "many"}}),
    ("load_profile", mayi.load_profile, {"source": "petras", "label": None}, {"label": TEXTS | {"none"}}),
    ("lint_profile", mayi.lint_profile, {"source": "petras", "label": None}, {"source": TEXTS | {"mapping", "bytes"}, "label": TEXTS | {"none"}}),
    ("dump_profile", mayi.dump_profile, {"profile": PETRAS}, {"profile": {"profile"}}),
    ("round_rules", mayi.round_rules, {"profile": PETRAS, "players": 4, "round_number": 1}, {"profile": {"profile"}, "players": {"number"}, "round_number": {"number"}}),
    ("override", PETRAS.override, {"changes": {}, "id": None}, {"id": {"none", "word"}}),
    ("diff", PETRAS.diff, {"other": PETRAS}, {"other": {"profile"}}),
    ("rule_sheet", PETRAS.rule_sheet, {"format": "md", "players": None}, {"players": {"none", "number"}}),
    ("source_of", PETRAS.source_of, {"path": "buying"}, {"path": TEXTS}),
    ("from_dict", mayi.Profile.from_dict, {"values": PETRAS.to_dict()}, {}),
    ("load_record", mayi.load_record, {"source": mayi.dump_record(RECORD), "verify": "none", "label": None}, {"label": TEXTS | {"none"}}),
    ("dump_record", mayi.dump_record, {"record": RECORD}, {"record": {"record"}}),
    ("read_journal", mayi.read_journal, {"path": JOURNAL}, {}),
    ("replay", mayi.replay, {"record": RECORD, "verify": None, "seed": None}, {"record": {"record"}, "verify": {"none"}, "seed": NUMBERS | TEXTS | {"none"}}),
    ("Game", mayi.Game, {"profile": PETRAS, "seats": SEATS, "seed": 3, "dealer": None, "deck": None}, {"profile": {"profile"}, "seed": NUMBERS | TEXTS | {"none"}, "dealer": {"none"}, "deck": {"none"}}),
    ("Game.seat", GAME.seat, {"name": "north"}, {}),
    ("Game.check", GAME.check, {"move": "west: stock"}, {"move": TEXTS | {"move"}}),
    ("Game.play", lambda **more: new_game().play(**more), {"move": "west: stock", "expected_version": None}, {"move": {"move"}, "expected_version": {"none"}}),
    ("Game.record_for", GAME.record_for, {"name": "north"}, {"name": {"none"}}),
    ("Game.events", GAME.events, {"since": 0}, {"since": {"number", "many"}}),
    ("Game.spectator_events", GAME.spectator_events, {"since": 0}, {"since": {"number", "many"}}),
    ("Game.undo", lambda **more: played_game().undo(**more), {"count": 1}, {}),
    ("Game.set_policy", GAME.set_policy, {"name": "north", "policy": None}, {"policy": {"none"}}),
    ("Game.sit_out", lambda name: new_game().sit_out(name), {"name": "north"}, {}),
    ("Game.advance", GAME.advance, {"cap": 3}, {"cap": NUMBERS}),
    ("Game.score_sheet", GAME.score_sheet, {"absent": ()}, {}),
    ("Game.cut", lambda count: liverpool().cut(count), {"count": 41}, {"count": {"none", "number", "many"}}),
    ("Game.next_round", lambda deck: ended_game().next_round(deck=deck), {"deck": None}, {"deck": {"none"}}),
    ("Seat.check", SEAT.check, {"move": "stock"}, {"move": TEXTS | {"move"}}),
    ("Seat.play", lambda **more: new_game().seat("west").play(**more), {"move": "stock", "expected_version": None}, {"move": {"move"}, "expected_version": {"none"}}),
    ("Seat.fixes", SEAT.fixes, {"move": "keep", "limit": 3}, {"move": TEXTS, "limit": {"number", "many"}}),
    ("Seat.events", SEAT.events, {"since": 0}, {"since": {"number", "many"}}),
    ("View", mayi.View, {"state": STATE, "seats": tuple(SEATS), "seat": 0}, {"state": {"state"}, "seat": {"none"}, "seats": set(VALUES)}),
]  # fmt: skip

# Public functions of which nothing can be got wrong.
WITHOUT_ARGUMENTS = {"bundled_profiles"}


def played_game() -> mayi.Game:
    game = new_game()
    game.play("west: stock")
    return game


def ended_game() -> mayi.Game:
    game = new_game()
    game.abandon()
    return game


def liverpool() -> mayi.Game:
    return mayi.Game(mayi.load_profile("liverpool"), seats=SEATS, seed=3)


def slips() -> list[Any]:
    return [
        pytest.param(call, {**given, name: value}, id=f"{title}-{name}-{kind}")
        for title, call, given, fine in CALLS
        for name in given
        for kind, value in VALUES.items()
        if kind not in fine.get(name, set())
    ]


@pytest.mark.parametrize(("call", "given"), slips())
def test_a_slip_is_answered_with_what_was_expected(call: Callable[..., Any], given: dict[str, Any]) -> None:
    with pytest.raises((mayi.MayIError, TypeError, ValueError, LookupError)) as caught:
        call(**given)
    error = caught.value
    if not isinstance(error, mayi.MayIError):
        told = str(error)
        assert (
            any(f"{name} should be " in told for name in given) or "there is no format" in told or "undone" in told
        ), told


@pytest.mark.parametrize(("title", "call", "given", "fine"), CALLS, ids=[call[0] for call in CALLS])
def test_what_is_right_is_accepted(title: str, call: Callable[..., Any], given: Any, fine: dict[str, set[str]]) -> None:
    call(**given)
    assert set(fine) <= set(given)
    for name, kinds in fine.items():
        for kind in kinds:
            try:
                call(**{**given, name: VALUES[kind]})
            except mayi.MayIError:
                continue


def test_every_public_function_is_tried() -> None:
    functions = {name for name in mayi.__all__ if not isinstance(getattr(mayi, name), type)}
    functions -= {name for name in functions if not callable(getattr(mayi, name))}
    assert functions - WITHOUT_ARGUMENTS <= {title for title, *_ in CALLS} | {"Card"}


def test_the_slips_of_a_newcomer() -> None:
    with pytest.raises(TypeError, match=r"profile should be a Profile: load_profile\(…\) gives one, not 'petras'"):
        mayi.Game("petras", seats=SEATS)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seats should be a list of names, not 'abc'"):
        mayi.Game(PETRAS, seats="abc")
    with pytest.raises(TypeError, match="check_text checks a text, not 'discard 5h'"):
        mayi.apply(STATE, "discard 5h")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="names belong to a Game, not 'north'"):
        mayi.legal_moves(STATE, "north")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="seat should be a whole number from 0 to 2, not 9"):
        mayi.mask(STATE, 9)
    with pytest.raises(ValueError, match="seat should be a whole number from 0 to 2, not 9"):
        mayi.legal_moves(STATE, 9)
    with pytest.raises(mayi.NotationError, match="nobody is called 'nobody': the seats are north, east, west"):
        GAME.seat("nobody")
    with pytest.raises(mayi.ProfileError, match="nonsense is not a key"):
        PETRAS.override({"nonsense": 1})
    with pytest.raises(mayi.ProfileError):
        mayi.round_rules(PETRAS, 4, 99)


def test_a_deck_may_be_given_as_text_or_as_cards() -> None:
    order = RECORD.rounds[0].deck
    text = mayi.format_cards(order)
    games = [mayi.Game(PETRAS, seats=SEATS, seed=3, dealer="east", deck=deck) for deck in (order, text, list(order))]
    assert len({game.digest for game in games}) == 1
    ended = [ended_game(), ended_game()]
    ended[0].next_round(deck=order)
    ended[1].next_round(deck=text)
    assert ended[0] == ended[1]
    with pytest.raises(mayi.RecordError):
        mayi.Game(PETRAS, seats=SEATS, deck="Ah Kd")
    assert list(islice(LEGAL, 1)) == [MOVE]

"""What people say instead of a move is answered with what to write, and with nothing that the position does not have."""

# ruff: noqa: E501 - rows of tables

from __future__ import annotations

import random
import re

import pytest

import mayi_rules as mayi
from mayi_rules import moves
from mayi_rules.cards import UNKNOWN
from mayi_rules.engine.engine import apply, check, legal_moves
from mayi_rules.engine.knowledge.mask import mask
from mayi_rules.engine.state.state import State
from mayi_rules.engine.text.notation import check_text, parse_moves
from mayi_rules.engine.text.phrases import _SAID, GRAMMAR, HOST_GRAMMAR
from mayi_rules.moves import HOST
from mayi_rules.reasons import ReasonCode
from mayi_rules.scenarios.position import build_position
from mayi_rules.scenarios.reader import load_scenarios
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_positions import build_position as random_position
from mayi_rules.testing.random_profiles import build_profile

DRAW = "turn: A"
PLAY = "phase: play, hands: {A: 5h 6h}"
OPENED = PLAY + ", opened: {A: earlier}, table: [{seat: B, meld: 5c 5d 5s}]"
BLOCK = "{extends: petras, buying: {block: {call: Stop it!, who: anyone}}}"
BACK = "{extends: petras, opening: {take_back: true}, laying_off: {when: same_turn}}"


def position(given: str, profile: str = "petras") -> State:
    text = f"scenario: 1\nprofile: {profile}\ncases:\n- name: it\n  seats: [A, B, C]\n  given: {{{given}}}\n"
    return build_position(load_scenarios(text)[0]).state


def played(state: State, *said: tuple[int, str]) -> State:
    for seat, text in said:
        for move in parse_moves(state, seat, text):
            state = apply(state, move).state
    return state


WINDOW = played(position("turn: A, discard: 9c …"), (0, "stock"))
BLOCKED = played(position("turn: A, discard: 9c …", BLOCK), (0, "stock"), (1, "pass"), (2, "may I"))


def answer(state: State, seat: int, said: str) -> str:
    (reason,) = check_text(state, seat, said).reasons
    assert reason.code is ReasonCode.NOTATION_MOVE
    return str(reason)


@pytest.mark.parametrize(
    ("given", "said", "hint"),
    [
        (DRAW, "draw", "Write 'stock'"), (DRAW, "Draw a card", "'take'"), (DRAW, "deck", "Write 'stock'"),
        (DRAW, "pick up", "Write 'take'"), (DRAW, "take 5h", "Did you mean 'take'?"), (DRAW, "stok", "Did you mean 'stock'?"),
        (PLAY, "lay down 7c 7d 7h", "Write 'open "), (PLAY, "lay 7c 7d 7h | Qs Qd X", "Write 'open "),
        (PLAY, "lay 5h 5c", "Write 'open "), (PLAY, "meld 7c 7d 7h", "Write 'open "), (PLAY, "go out", "no move of its own"),
        (PLAY, "knock", "no move of its own"), (PLAY, "discard 6c 6d", "One card is discarded"),
        (PLAY, "discard", "One card is discarded"), (PLAY, "throw 5h", "Write 'discard 5h'"),
        (PLAY, "discrad 5h", "Did you mean 'discard 5h'?"), (OPENED, "lay 5h 5c", "Write 'lay 5h on 2'"),
        (OPENED, "put 5h", "Write 'lay 5h on 2'"),
    ],
)  # fmt: skip
def test_what_people_say_is_answered_with_what_to_write(given: str, said: str, hint: str) -> None:
    assert hint in answer(position(given), 0, said)


@pytest.mark.parametrize(
    ("state", "seat", "said", "hint"),
    [
        (WINDOW, 1, "buy", "Write 'may I'"),
        (WINDOW, 1, "i pass", "Write 'pass'"),
        (WINDOW, 1, "nope", "Write 'pass'"),
        (BLOCKED, 0, "block", "Write 'shanghai'"),
        (played(position(PLAY.replace("6h", "5d 5s 6h 6d 6s 7d 8d"), BACK), (0, "open 5h 5d 5s | 6h 6d 6s")), 0, "undo", "Write 'take back'"),
        (WINDOW, HOST, "close it", "Did you mean 'close'?"),
    ],
)  # fmt: skip
def test_who_is_asked_is_told_how_to_answer(state: State, seat: int, said: str, hint: str) -> None:
    assert hint in answer(state, seat, said)


@pytest.mark.parametrize(
    ("given", "said", "never"),
    [
        (PLAY, "knock", "stock"), (PLAY, "draw", "stock"), (DRAW, "nope", "open"), (DRAW, "lay 5h", "open"), (OPENED, "meld 5h", "open"),
        (OPENED, "block", "shanghai"), (DRAW, "undo", "take back"), (OPENED, "swap 5h", "swap 6h"), (PLAY, "done", "keep"),
    ],
)  # fmt: skip
def test_no_move_is_named_that_the_position_does_not_have(given: str, said: str, never: str) -> None:
    assert f"{never}" not in answer(position(given), 0, said).replace(repr(said), "")


_KINDS = dict(
    zip(
        GRAMMAR,
        (moves.Take, moves.Stock, moves.Ask, moves.Pass, moves.Block, moves.Open, moves.LayOff, moves.Swap, moves.TakeBack,
         moves.Discard, moves.Keep),
        strict=True,
    )
)  # fmt: skip


def named(text: str, said: str) -> set[str]:
    """The moves of the notation that an answer names, listed or in a hint."""
    told = text.replace(repr(said), "", 1)
    listed = told.partition("Possible now: ")[2].rstrip(".").split("; ")
    return {form for form in (*GRAMMAR, *HOST_GRAMMAR) if repr(form) in told or form in listed}


@pytest.mark.parametrize("number", range(25))
def test_in_no_position_of_any_game_is_a_move_named_that_it_does_not_have(number: int) -> None:
    choices = RandomChoices(random.Random(f"phrases {number}"))
    state = random_position(build_profile(choices), choices, max_moves=60)
    if number % 3 == 0:
        state = mask(state, state.turn)
    slips = ["".join(choices.shuffled(form.split()[0])) for form in GRAMMAR]
    for said in [*choices.shuffled(_SAID)[:12], *slips, "hm", "knock 5h", ""]:
        for seat in range(state.players):
            verdict = check_text(state, seat, said)
            if verdict.codes != (ReasonCode.NOTATION_MOVE,):
                continue
            (reason,) = verdict.reasons
            legal = {type(move) for move in legal_moves(state, seat).simple}
            if state.phase.value == "play" and state.turn == seat and not state.has_opened(seat):
                legal.add(moves.Open)
            assert state.hands[seat].counts[UNKNOWN] == 0 or seat != state.turn
            assert named(str(reason), said) == {form for form, kind in _KINDS.items() if kind in legal}, said
        (reason,) = check_text(state, HOST, said).reasons
        for form in named(str(reason), said) - {"cut 41"}:
            codes = check(state, parse_moves(state, HOST, form)[0]).codes
            assert set(codes) <= {ReasonCode.DEAL_UNKNOWN_ORDER}, form


def test_the_words_of_errors_are_moves() -> None:
    """Each of them is read as a move somewhere, so that nobody is told to write what is not understood."""
    for form in (*GRAMMAR, "cut 41"):
        assert ReasonCode.NOTATION_MOVE not in check_text(position(DRAW), 0, form).codes
    for form in HOST_GRAMMAR[1:]:
        assert ReasonCode.NOTATION_MOVE not in check_text(position(DRAW), HOST, form).codes


class TestYesAndNo:
    """What is answered plainly to the question of the window."""

    @pytest.mark.parametrize("said", ["y", "Y", "yes", " Yes "])
    def test_yes_asks_for_the_card(self, said: str) -> None:
        assert parse_moves(WINDOW, 1, said) == (moves.Ask(1, mayi.parse_card("9c")),)

    @pytest.mark.parametrize("said", ["n", "N", "no"])
    def test_no_passes(self, said: str) -> None:
        assert parse_moves(WINDOW, 1, said) == (moves.Pass(1),)
        assert parse_moves(BLOCKED, 0, said) == (moves.Pass(0),)

    def test_yes_to_the_question_whether_to_block_blocks(self) -> None:
        assert parse_moves(BLOCKED, 0, "y") == (moves.Block(0),)

    def test_who_is_not_asked_hears_why(self) -> None:
        assert check_text(WINDOW, 0, "y").codes == check_text(WINDOW, 0, "may I").codes

    @pytest.mark.parametrize("said", ["y", "n", "yes", "no"])
    def test_where_nothing_is_asked_it_is_no_move(self, said: str) -> None:
        for seat in (0, 1, HOST):
            assert "is not a move" in answer(position(DRAW), seat, said)
        assert "is not a move" in answer(WINDOW, HOST, said)


class TestTheCall:
    @pytest.mark.parametrize("said", ["Stop it!", "stop it", "STOP  IT", "shanghai", "Shanghai!"])
    def test_the_call_of_the_profile_blocks(self, said: str) -> None:
        assert parse_moves(BLOCKED, 0, said) == (moves.Block(0),)

    def test_it_is_understood_in_whatever_form_it_is_typed(self) -> None:
        house = mayi.load_profile("petras").override({"buying.block": {"call": "Arr\xeat\xe9", "who": "anyone"}})
        game = mayi.Game(house, seats=["A", "B", "C"], seed=1, dealer="C")
        for move in ("A: stock", "B: pass", "C: may I"):
            game.play(move)
        assert game.check("A: arre\u0302te\u0301").ok

    def test_elsewhere_it_is_no_move(self) -> None:
        assert "is not a move" in answer(WINDOW, 1, "stop it")

    def test_a_call_that_is_a_plain_answer_is_one_where_nobody_may_block(self) -> None:
        asked = position("turn: A, discard: 9c …", "{extends: petras, buying: {block: {call: No, who: anyone}}}")
        asked = played(asked, (0, "stock"))
        assert parse_moves(asked, 1, "no") == (moves.Pass(1),)
        blocking = played(asked, (1, "no"), (2, "y"))
        assert parse_moves(blocking, 0, "no!") == (moves.Block(0),)
        assert parse_moves(blocking, 0, "n") == (moves.Pass(0),)


@pytest.mark.parametrize("said", ["stock!", "Take.", "pass!!", "may I?", "MAY I ?", "take  back"])
def test_marks_behind_a_bare_move_do_not_matter(said: str) -> None:
    assert str(parse_moves(position(DRAW), 0, said)[0]).startswith(re.split(r"[!.?]", said.lower())[0].split()[0])

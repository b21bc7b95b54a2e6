"""One reader of cards: whatever is read as a card anywhere is read everywhere, on a score sheet and in moves."""

# ruff: noqa: E501 - rows of tables

from __future__ import annotations

import pytest

import mayi_rules as mayi
from mayi_rules.cards import ALL_NATURAL_KINDS, JOKER, NAMES, RANKS, SUITS
from mayi_rules.cli.leftovers import read_left
from mayi_rules.engine.text.notation import check_text, parse_moves
from mayi_rules.errors import NotationError
from mayi_rules.melds.meld_text import parse_meld_text, parse_named_card
from mayi_rules.scenarios.position import build_position
from mayi_rules.scenarios.reader import load_scenarios

SIGNS = {"c": "♣♧", "d": "♦♢", "h": "♥♡", "s": "♠♤"}
JOKERS = ["X", "x", "joker", "Joker", "JOKER", "jkr", "JKR", "🃏", "🂿", "🃟"]
RULES = mayi.round_rules(mayi.load_profile("petras"), 3, 1)


def spellings(kind):
    """Every way to write a card."""
    rank, suit = RANKS[kind % 13], SUITS[kind // 13]
    first = {"s": 0x1F0A0, "h": 0x1F0B0, "d": 0x1F0C0, "c": 0x1F0D0}[suit]
    yield chr(first + kind % 13 + 1 + (kind % 13 >= 11))  # the knight stands between jack and queen
    for one in {rank, rank.lower(), *(["10"] if rank == "T" else [])}:
        for sign in (
            suit,
            suit.upper(),
            *SIGNS[suit],
            *[f"{dark}\ufe0f" for dark in SIGNS[suit]],
            f"{SIGNS[suit][0]}\ufe0e",
        ):
            yield one + sign
            yield sign + one


EVERY = [(kind, text) for kind in ALL_NATURAL_KINDS for text in spellings(kind)] + [(JOKER, text) for text in JOKERS]


def position(given):
    text = f"scenario: 1\nprofile: petras\ncases:\n- name: it\n  seats: [A, B, C]\n  given: {{{given}}}\n"
    return build_position(load_scenarios(text)[0]).state


def test_every_spelling_is_read_wherever_a_card_may_stand():
    for kind, text in EVERY:
        assert mayi.parse_card(text) == kind, text
        assert mayi.parse_cards(f"5h {text} X") == [mayi.parse_card("5h"), kind, JOKER], text
        assert parse_named_card(text).card == kind
        assert parse_meld_text(f"set {text} 5h").cards == [kind, mayi.parse_card("5h")]
        assert read_left(f"{text} Kd", RULES).kinds == bytes(sorted([kind, mayi.parse_card("Kd")]))
        assert NAMES[kind] in read_left(text, RULES).text
        if kind != JOKER:
            assert parse_named_card(f"X={text}").role == kind


def test_every_spelling_is_read_in_moves():
    state = position(
        "phase: play, round: 3, opened: {A: earlier}, hands: {A: 9s X}, table: [{seat: B, meld: 5h X 7h 8h}]"
    )
    for kind, text in EVERY:
        assert parse_moves(state, 0, f"discard {text}") == (mayi.parse_move(state, 0, f"discard {NAMES[kind]}"),), text
        for said in ("may I {}", "lay {} on 1", "swap {} on 1", "swap 6h for {} on 1", "open {} 5c 5d | {} 7c 7d"):
            told = check_text(state, 0, said.format(text, text))
            assert told == check_text(state, 0, said.format(NAMES[kind], NAMES[kind])), (said, text)
            assert not told.reasons or not told.reasons[0].code.value.startswith("notation.")


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("5h6h7h8h", "5h 6h 7h 8h"), ("♥5♥6♥7", "5h 6h 7h"), ("5♥6♥X", "5h 6h X"), ("XX", "X X"), ("10hJh", "Th Jh"), ("🂡🂢🃏", "As 2s X"),
        ("A♥️2♥️", "Ah 2h"),
    ],
)  # fmt: skip
def test_cards_may_be_written_together_where_that_can_be_read_in_one_way(text, cards):
    assert mayi.parse_cards(text) == mayi.parse_cards(cards)
    assert parse_meld_text(text).cards == mayi.parse_cards(cards)
    assert read_left(text, RULES).kinds == bytes(sorted(mayi.parse_cards(cards)))


@pytest.mark.parametrize("text", ["5", "h", "55h", "5hh", "5h?x", "Jokers", "5h6", "♥", "🂬", "1h", "5♥♥", ""])
def test_what_is_no_card_is_none_anywhere(text):
    with pytest.raises(NotationError) as caught:
        mayi.parse_card(text)
    assert repr(text) in str(caught.value)
    assert (
        check_text(position("phase: play, hands: {A: 5h}"), 0, f"discard {text}").codes[0].value.startswith("notation.")
    )


def test_a_whole_opening_with_signs():
    state = position("phase: play, hands: {A: 7c 7d 7h Qs Qd X 2c}")
    assert check_text(state, 0, "open 7♣ ♦7 🂷 | Q♠️Q♦ joker").ok
    assert check_text(state, 0, "open 7♣7♦7♥ | ♠Q ♦Q JKR=♥Q").codes[0].value == "meld.wild_role"

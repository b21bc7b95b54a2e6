"""Which characters nobody can see, and how they are written where they are printed all the same."""

from __future__ import annotations

import json
import unicodedata

import pytest

from mayi_rules.characters import hidden_at, hidden_message, visible, visible_line

NEVER = [
    *[chr(code) for code in range(0x20) if chr(code) not in "\t\n\r"],
    *[chr(code) for code in range(0x7F, 0xA0)],
    *"\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",  # bidirectional
    *"\u200b\u200c\u200d\u2060\ufeff\xad\u034f\u3164\uffa0\u115f\u180e",  # without a width
    *"\u2028\u2029\U000e0041\ud800\udfff",
]


@pytest.mark.parametrize("character", NEVER, ids=lambda character: f"U+{ord(character):04X}")
def test_what_nobody_can_see_is_found_and_escaped(character):
    text = f"ab{character}cd"
    assert hidden_at(text) == 2
    assert hidden_at(visible(text)) is None
    assert visible(text).startswith("ab\\u")
    assert json.loads(f'"{visible(text)}"') == text
    assert f"U+{ord(character):04X}" in hidden_message(text, 2)


@pytest.mark.parametrize(
    "text",
    [
        "Continental: á é ñ ß Ω я 中文 日本語 ♥ → …",
        "tab\tand\nlines\r\nof a file",
        "می\u200cخواهم",  # a joiner that belongs to the spelling
        "👩\u200d👧 ❤\ufe0f",
        "葛\U000e0100飾",  # a variant of an ideograph
        "e\u0301 no\u00a0break",
        "",
    ],
)
def test_what_people_write_stays(text):
    assert hidden_at(text) is None
    assert visible(text) == text


def test_every_format_character_is_hidden_but_those_that_a_script_draws():
    every = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Cf"]
    seen = {unicodedata.name(one).split()[0] for one in every if hidden_at(one) is None}
    assert seen <= {"ARABIC", "SYRIAC", "KAITHI", "EGYPTIAN"}


def test_a_joiner_stands_between_two_letters_of_its_scripts_only():
    assert hidden_at("a\u200db") == 1
    assert hidden_at("\u200dم") == 0
    assert hidden_at("م\u200c") == 1
    assert hidden_at("م\u200c\u200cم") == 1
    assert visible("م\u200b\u200d\ufeffم") == "م\\u200b\\u200d\\ufeffم"


def test_a_line_is_one_line():
    assert visible_line("a\nb\r\nc\rd") == "a\\nb\\r\\nc\\u000dd"

"""Typed values out of documents, and the words in which faults are said: one way for all kinds of files."""

from __future__ import annotations

import pytest

from mayi_rules import NotationError, ReasonCode, RecordError
from mayi_rules.documents.nodes import BROKEN, Node
from mayi_rules.documents.reader import DocumentReader, describe_value
from mayi_rules.documents.schema_words import dotted, types_in_words
from mayi_rules.documents.suggest import Hints, did_you_mean, nearest
from mayi_rules.documents.yaml_reader import read_yaml
from mayi_rules.words import listed, listed_in_part

TEXT = b"name: North\nsize: 7\nmoves: [take, keep]\nnone: null\nis_on: true\n"


@pytest.fixture
def root() -> Node:
    node, faults = read_yaml(TEXT, "x.yaml")
    assert node is not None
    assert faults == []
    return node


def test_what_is_as_it_has_to_be(root):
    reader = DocumentReader()
    values = reader.mapping(root, "a file", ("name", "size", "moves", "none", "is_on"))
    assert reader.text(values["name"], "name", 5) == "North"
    assert reader.whole(reader.get(values, "size", root), "size", 7, 7) == 7
    assert [reader.text(one, "a move") for one in reader.items(values["moves"], "moves", 2)] == ["take", "keep"]


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda reader, root: reader.mapping(root.value["size"], "a file"), "2:7: a file is 7; it is a mapping"),
        (
            lambda reader, root: reader.mapping(root, "a file", ("nam", "size", "moves", "none", "is_on")),
            "1:1: name is not a key of a file; did you mean nam?",
        ),
        (lambda reader, root: reader.mapping(root, "a file", ("zzz",)), "name is not a key of a file; it takes zzz"),
        (lambda reader, root: reader.get(root.value, "seats", root), "1:1: seats is missing"),
        (lambda reader, root: reader.whole(root.value["is_on"], "x"), "x is true; it is a whole number from 0 to"),
        (lambda reader, root: reader.whole(root.value["size"], "x", 8, 9), "x is 7; it is a whole number from 8 to 9"),
        (lambda reader, root: reader.text(root.value["none"], "x"), "x is nothing (null); it is a text"),
        (lambda reader, root: reader.text(root.value["name"], "x", 4), "the text 'North'; it is a text of at most 4"),
        (lambda reader, root: reader.items(root.value["moves"], "x", 1), "x is a list; it is a list of at most 1"),
        (lambda reader, root: reader.text(Node(BROKEN, root.source), "x"), "x is not readable; it is a text"),
    ],
)  # fmt: skip
def test_what_is_not(root, read, message):
    with pytest.raises(RecordError) as error:
        read(DocumentReader(), root)
    assert str(error.value).startswith("x.yaml:")
    assert message in str(error.value)


def test_what_the_library_refuses_gets_its_place(root):
    reader = DocumentReader()
    with (
        pytest.raises(RecordError, match=r"^x\.yaml:2:7: round 1: no card$"),
        reader.placed(root.value["size"].source, "round 1: "),
    ):
        raise NotationError(ReasonCode.NOTATION_CARD, "no card")


def test_words():
    assert [listed("a"), listed("ab"), listed([1, 2, 3], joint="or")] == ["a", "a and b", "1, 2 or 3"]
    assert [listed_in_part("abc", 3), listed_in_part("abc", 2)] == ["a, b, c", "a, b and 1 more"]
    assert types_in_words("integer") == "a whole number"
    assert types_in_words(["string", "null"]) == "a text or null"
    assert dotted(("rounds", 6, "contract", 0)) == "rounds.7.contract[1]"
    assert [describe_value(one) for one in (None, False, {}, [], 1.5)] == [
        "nothing (null)", "false", "a mapping", "a list", "1.5"
    ]  # fmt: skip


def test_what_was_meant():
    assert did_you_mean(nearest("petars", ["petras", "pagat"])) == "; did you mean petras?"
    assert did_you_mean(nearest("zzz", ["petras"]), "it takes petras") == "; it takes petras"
    assert did_you_mean(None) == ""
    assert did_you_mean("a", lead=": ") == ": did you mean a?"
    hints = Hints(1)
    assert [hints.nearest("petars", ["petras"]) for _ in range(2)] == ["petras", None]

"""The reader of the plainest YAML reads as the other one does, and bundled profiles as other files are read."""

from __future__ import annotations

import random

import pytest

from mayi_rules import bundled_profiles
from mayi_rules.documents.nodes import Node
from mayi_rules.documents.plain_yaml import read_plain_yaml
from mayi_rules.documents.yaml_reader import read_yaml
from mayi_rules.profile.checks.consistency import consistency_faults
from mayi_rules.profile.loading.bundled import bundled_text
from mayi_rules.profile.loading.bundled_profile import bundled_profile
from mayi_rules.profile.loading.layers import load
from mayi_rules.profile.profile import Profile

SIGNS = [
    *"{}[]:,#-\"' \n&*|>?%@`!~01e.xtTé\u0301\t_=<", "null", "true", "~", " - ", ": ", ", ", "  ", "- ", "\n  ", " #",
    "0x1", "1_0", "<<", "---\n", ". .", "...\n", "\r", "\u202e", "\ufeff", "\U0001f0a1", "\\n", "-0", "007",
    "1" * 18, "False",
]  # fmt: skip


def shape(node: Node) -> object:
    """All that is known of a node and of those below it."""
    value = node.value
    if isinstance(value, dict):
        value = [(name, shape(below)) for name, below in value.items()]
    elif isinstance(value, list):
        value = [shape(below) for below in value]
    return type(node.value), value, node.source, node.key_source, node.spread


def expect_the_same(text: str) -> bool:
    """Whether the text is plain; if so, both readers must have read it alike."""
    found = read_plain_yaml(text, "x.yaml")
    if found is None:
        return False
    root, faults = read_yaml(text.encode(), "x.yaml")
    assert root is not None, text
    assert (shape(found), faults) == (shape(root), []), text
    return True


@pytest.mark.parametrize("name", bundled_profiles())
def test_a_bundled_profile_is_read_as_other_files_are(name):
    assert expect_the_same(bundled_text(name)[1])
    plain, usual = bundled_profile(name, Profile), load(name, Profile)
    assert plain == usual
    assert repr(plain) == repr(usual)
    assert list(plain.sources.items()) == list(usual.sources.items())
    assert plain.base == usual.base
    assert (plain.base is None) == (usual.base is None)
    if plain.base is not None:
        assert list(plain.base.sources.items()) == list(usual.base.sources.items())
    assert consistency_faults(plain) == []


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("a: 1\n", True),
        ("a: -1\nb: -0\nc: 0\n", True),
        ("# none\n\na:\n  - b: c\n    d: [e, f g, {h: null}]\n  - i\n", True),
        ('a: "x: y # z"\nb: x:y#z\n', True),
        ("a: {b: c, d: []}\n", False),  # brackets with nothing in them
        ("a:\n", False),
        ("a: b\n  c\n", False),
        ("a: b\na: c\n", False),
        ("a: 01\n", False),
        ("a: 1.5\n", False),
        ('a: "\\t"\n', False),
        ("a: 'b'\n", False),
        ("a: &b c\n", False),
        ("- a\n", False),
        ("", False),
    ],
)
def test_what_is_plain(text, is_plain):
    assert expect_the_same(text) == is_plain


def test_whatever_is_changed_in_a_file_is_read_alike_or_left_to_the_other_reader():
    rng = random.Random(4)
    texts = [bundled_text(name)[1] for name in bundled_profiles()]
    plain = 0
    for _ in range(6_000):
        lines = rng.choice(texts).split("\n")
        first = rng.randrange(len(lines))
        text = "\n".join(lines[first : first + rng.randrange(1, 12)])
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(text) + 1)
            text = text[:at] + rng.choice(SIGNS) + text[at + rng.randrange(3) :]
        plain += expect_the_same(text)
    assert plain > 600


def test_a_bundled_file_that_somebody_has_changed_is_read_as_any_other(monkeypatch):
    monkeypatch.setattr(
        "mayi_rules.profile.loading.bundled_profile.bundled_text", lambda name: (f"{name}.yaml", "a: 'b'")
    )
    assert bundled_profile("petras", Profile) is None

"""The documentation keeps to the code: tables, names, links, and every block of Python in it."""

from __future__ import annotations

import doctest
import inspect
import random
import re
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import mayi_rules as mayi
from mayi_rules.front import FRONTS
from mayi_rules.reasons import ReasonCode
from mayi_rules.serving.server import METHODS, Server
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_positions import first_position
from mayi_rules.testing.random_walk import walk

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(file.name for file in DOCS.glob("*.md"))
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"^```yaml\n# (\S+\.yaml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def page(name):
    return (DOCS / name).read_text(encoding="utf-8")


@cache
def tables():
    """The module that makes the pages; what stands beside it is found as when it is run."""
    sys.path.insert(0, str(DOCS))
    try:
        return import_module("tables")
    finally:
        sys.path.remove(str(DOCS))


def names_of():
    return sys.modules[tables().own_names.__module__]


@pytest.mark.parametrize("name", tables().PAGES)
def test_tables_are_those_of_the_code(name):
    pytest.importorskip("hypothesis")  # the pages have the names of `mayi_rules.testing`
    assert page(name) == tables().filled(page(name)), "run python docs/tables.py"


def test_every_code_and_every_method_is_told():
    assert all(f"| `{code.value}` |" in page("reasons.md") for code in ReasonCode)
    assert all(f"### `{name}`" in page("protocol.md") for name in METHODS)


def listed(front):
    """The lines of a front on the API page, and the names on it that another front describes."""
    (part,) = re.findall(rf"^## `{re.escape(front)}`\n(.*?)(?=^## |\Z)", page("api.md"), re.MULTILINE | re.DOTALL)
    others = re.findall(r"^- as in `[\w.]+`: (.*)$", part, re.MULTILINE)
    return re.findall(r"^- `(\w+)(.*)$", part, re.MULTILINE), re.findall(r"\w+", " ".join(others))


@pytest.mark.parametrize("front", FRONTS)
def test_the_api_page_and_the_reference_have_every_public_name_once(front):
    lines, others = listed(front)
    exported = import_module(front).__all__
    assert sorted([*(name for name, _ in lines), *others]) == sorted(exported)
    assert [text for _, text in lines if not text.endswith((".", "?"))] == []
    described = re.findall(rf"^\.\. [\w:]+:: {re.escape(front)}\.(\w+)$", page("reference.md"), re.MULTILINE)
    assert sorted([*described, *others]) == sorted(exported)


def test_public_signatures_name_public_types():
    pytest.importorskip("hypothesis")
    found = {
        one.name: private
        for front in FRONTS
        for one in names_of().own_names(front)
        if inspect.isfunction(one.value) and (private := names_of().private_types(one.value))
    }
    assert found == {"check_text": {"MoveText"}}  # what the engine has read already; users give a text


def test_events_hold_what_the_table_says():
    found = tables()
    seen = {kind: set() for kind in found.FIELDS}
    private = set()
    for seed, name in enumerate((*mayi.bundled_profiles(), "petras")):
        profile = mayi.load_profile(name)
        choices = RandomChoices(random.Random(seed))
        for _ in range(8):
            state = first_position(profile, choices, players=3)
            for step in walk(state, choices.generator()):
                for event in step.events:
                    seen[event.type.value] |= set(event.to_dict()) - {"event", "seq"}
                    private |= {event.type.value} if event.private else set()
    game = mayi.Game(
        mayi.load_profile("petras").override({"rounds": [{"deal": 9, "contract": ["set"]}]}), seats=["a", "b", "c"]
    )
    game.play(f"{game.to_act[0]}: stock")
    game.undo()
    game.abandon()
    cut = mayi.Game(mayi.load_profile("liverpool"), seats=["a", "b", "c"])
    changes = {
        "contracts.progress": "own",
        "deal.wild_upcard": "buried",
        "pack.wild": ["joker", "2", "3", "4", "5", "6"],
    }
    own = [
        mayi.Game(mayi.load_profile("petras").override({"rounds": [{"deal": 9, "contract": ["set"]}]} | changes),
                  seats=["a", "b", "c"], seed=seed)
        for seed in range(12)
    ]  # fmt: skip
    for event in (*game.events(), *cut.events(), *[event for one in own for event in one.events()]):
        seen[event.type.value] |= set(event.to_dict()) - {"event", "seq"}
    rare = {"kept"}  # a last card that is not laid
    for kind, fields in seen.items():
        assert fields == set(found.FIELDS[kind].split()) or (not fields and kind in rare), (kind, fields)
    assert private == {*found.PRIVATE}
    assert all(
        re.search(rf"^\| `{field}` \|", page("hidden-information.md"), re.MULTILINE)
        for field in game.spectator().to_dict()
    )


def test_every_page_is_in_the_table_of_contents():
    told = re.findall(r"^[a-z-]+$", page("index.md"), re.MULTILINE)
    assert sorted(f"{name}.md" for name in told) == [name for name in PAGES if name != "index.md"]


def test_the_table_of_the_design_names_files_that_are_there():
    """A short name is that of a file beside the one before it."""
    (table,) = re.findall(r"^## Where is the rule .*?\n(.*?)^## ", page("design.md"), re.MULTILINE | re.DOTALL)
    for line in re.findall(r"^\| .* \| (.*) \|$", table, re.MULTILINE)[1:]:
        folder = ROOT
        for name in re.findall(r"`([\w/.]+(?:\.py|\.md|/))`", line):
            file = ROOT / name if "/" in name else folder / name
            assert file.exists() or name == "__init__.py", name
            folder = file if file.is_dir() else file.parent


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    for target in re.findall(r"\]\(([^)]+)\)", page(name)):
        file, _, _ = target.partition("#")
        assert target.startswith("https://") or not file or (DOCS / file).is_file(), target


@pytest.mark.parametrize("name", [name for name in PAGES if BLOCK.search(page(name))])
def test_every_block_of_python_runs(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for file, text in FILE.findall(page(name)):
        (tmp_path / file).write_text(text, encoding="utf-8")
    game = mayi.Game(mayi.load_profile("petras"), seats=["north", "east", "west"], seed=3)
    names = {"mayi": mayi, "game": game, "__name__": name}
    parser = doctest.DocTestParser()
    runner = doctest.DocTestRunner()
    for number, text in enumerate(BLOCK.findall(page(name)), start=1):
        block = re.sub(r"seeds=range\(\d+\)", "seeds=range(1)", text)  # of a simulation one deal is enough
        if ">>>" in block:
            test = parser.get_doctest(block, names, f"{name}, block {number}", name, 0)
            told = []
            runner.run(test, out=told.append, clear_globs=False)
            names = test.globs
            assert not runner.failures, "".join(told)
        else:
            exec(compile(block, f"{name}, block {number}", "exec"), names)  # noqa: S102 - our own documentation


@pytest.mark.parametrize("file", [ROOT / "README.md", *(DOCS / name for name in PAGES)], ids=lambda file: file.name)
def test_every_file_of_a_house_rule_has_nothing_wrong(file, tmp_path):
    found = FILE.findall(file.read_text(encoding="utf-8"))
    assert found or file.name not in ("README.md", "getting-started.md")
    for name, text in found:
        (tmp_path / name).write_text(text, encoding="utf-8")
        result = mayi.lint_profile(tmp_path / name)
        assert (result.errors, result.advice) == ((), ())


@pytest.mark.parametrize("file", [ROOT / "README.md", *(DOCS / name for name in PAGES)], ids=lambda file: file.name)
def test_nothing_is_installed_by_a_name_that_no_registry_has(file):
    assert not re.search(r"pip install [^`\n]*mayi-rules", file.read_text(encoding="utf-8"))


def test_the_exchange_of_the_protocol_page_is_a_real_one():
    told = re.search(r"^\$ mayi serve --stdio\n(.*?)^```$", page("protocol.md"), re.MULTILINE | re.DOTALL)
    lines = told[1].splitlines()
    server = Server()
    for request, answer in zip(lines[::2], lines[1::2], strict=True):
        assert server.answer(request.encode()).decode() == answer

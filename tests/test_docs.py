"""The documentation keeps to the code: tables, names, links, and every block of Python in it."""

from __future__ import annotations

import doctest
import importlib.util
import random
import re
from pathlib import Path

import pytest

import mayi_rules as mayi
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


def tables():
    spec = importlib.util.spec_from_file_location("tables", DOCS / "tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", tables().PAGES)
def test_tables_are_those_of_the_code(name):
    assert page(name) == tables().filled(page(name)), "run python docs/tables.py"


def test_every_code_and_every_method_is_told():
    assert all(f"| `{code.value}` |" in page("reasons.md") for code in ReasonCode)
    assert all(f"### `{name}`" in page("protocol.md") for name in METHODS)


def test_the_api_page_has_every_public_name_once():
    told = re.findall(r"^\.\. auto\w+:: mayi_rules\.(\w+)$", page("reference.md"), re.MULTILINE)
    assert sorted(told) == sorted(mayi.__all__)
    rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", page("api.md"), re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted(mayi.__all__)
    assert all(text.endswith((".", "?")) for _, text in rows), rows


def test_what_the_documentation_imports_is_on_the_api_page():
    listed = set(re.findall(r"^\| `(mayi_rules\.[\w.]+)` \| `(\w+)` \|", page("api.md"), re.MULTILINE))
    listed |= {("mayi_rules", name) for name in mayi.__all__}
    files = [ROOT / "README.md", *(DOCS / name for name in PAGES), *(DOCS / "examples").glob("*.py")]
    for file in files:
        found = re.findall(
            r"^(?:>>> )?from (mayi_rules[\w.]*) import (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE
        )
        for module, names in found:
            for name in names.split(", "):
                assert (module, name) in listed, (file.name, module, name)


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

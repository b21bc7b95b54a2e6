"""Fronts: what they export is what they list, no name is a submodule's, and users need no other module."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from mayi_rules.front import FRONTS
from tests.documented import EXAMPLES, PAGES, source

ROOT = Path(__file__).parents[1]
PACKAGES = sorted(
    f"mayi_rules.{file.parent.relative_to(ROOT / 'mayi_rules').as_posix().replace('/', '.')}".rstrip(".")
    for file in (ROOT / "mayi_rules").rglob("__init__.py")
)
PRIVATE = {"cli", "documents", "fix"}
"""The packages that users import nothing from."""

FOR_USERS = (*PAGES, *EXAMPLES, *sorted((ROOT / "tests" / "typing").glob("*.py")))


def source_of(front):
    return Path(import_module(front).__file__)


def test_every_package_is_a_front_or_private():
    packages = {name for name in PACKAGES if name.count(".") == 1}
    assert packages == {name for name in FRONTS if source_of(name).name == "__init__.py"} - {"mayi_rules"} | {
        f"mayi_rules.{name}" for name in PRIVATE
    }


@pytest.mark.parametrize("front", FRONTS)
def test_a_front_exports_what_it_lists(front):
    if front == "mayi_rules.testing":
        pytest.importorskip("hypothesis")
    module = import_module(front)
    assert module.__doc__
    assert len(set(module.__all__)) == len(module.__all__)
    for name in module.__all__:
        assert getattr(module, name) is not None
    assert set(module.__all__) <= set(dir(module))
    with pytest.raises(AttributeError, match=rf"module '{front}' has no attribute 'nothing'"):
        _ = module.nothing


@pytest.mark.parametrize("front", [name for name in FRONTS if "lazy(" in source_of(name).read_text(encoding="utf-8")])
def test_what_type_checkers_read_is_what_is_imported(front):
    """Of a lazy front the names that checkers see, those that are found, and those that are listed are the same."""
    told, found = {}, {}
    for node in ast.walk(ast.parse(source_of(front).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module not in ("typing", "mayi_rules.front"):
            told |= {alias.name: node.module for alias in node.names}
        elif isinstance(node, ast.Dict):
            homes = ast.literal_eval(node)
            found |= {name: f"{front}{home}" for home, names in homes.items() for name in names.split()}
    assert told == found
    assert sorted(told) == sorted(import_module(front).__all__)


@pytest.mark.parametrize("front", FRONTS)
def test_no_public_name_is_that_of_a_submodule(front):
    """Importing the submodule would put it in the place of the name."""
    file = source_of(front)
    if file.name != "__init__.py":
        return
    submodules = {one.stem for one in file.parent.iterdir() if one.suffix == ".py" or (one / "__init__.py").is_file()}
    assert not submodules & set(import_module(front).__all__)


@pytest.mark.parametrize("front", FRONTS)
def test_a_front_can_be_imported_first(front):
    if front == "mayi_rules.testing":
        pytest.importorskip("hypothesis")
    program = f"import {front} as front\nfor name in front.__all__: getattr(front, name)\nfrom {front} import *"
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


def test_importing_a_front_imports_nothing_that_it_may_not_need():
    lazy = [front for front in FRONTS if "lazy(" in source_of(front).read_text(encoding="utf-8")]
    program = (
        f"import sys, {', '.join(lazy)}\nprint(*sorted(one for one in sys.modules if one.startswith('mayi_rules')))"
    )
    told = subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True)
    assert set(told.stdout.split()) == {*lazy, "mayi_rules.front"}


@pytest.mark.parametrize("file", FOR_USERS, ids=lambda file: file.name)
def test_users_need_fronts_only(file):
    for node in ast.walk(ast.parse(source(file))):
        if isinstance(node, ast.Import):
            imported = {one.name for one in node.names if one.name.startswith("mayi_rules")}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mayi_rules"):
            listed = getattr(import_module(node.module), "__all__", ()) if node.module in FRONTS else ()
            imported = {f"{node.module}.{one.name}" for one in node.names if one.name not in listed}
        else:
            continue
        assert imported <= set(FRONTS), file.name


@pytest.mark.parametrize("file", [*PAGES, *EXAMPLES], ids=lambda file: file.name)
def test_pages_name_what_is_public(file):
    """Other modules are named in commands for those who change the library, and by their files."""
    text = re.sub(r"python -m mayi_rules\.\S+", "", file.read_text(encoding="utf-8"))
    for name in re.findall(r"(?<![\w/])mayi_rules(?:\.\w+)+(?!\w|\.py)", text):
        front, _, last = name.rpartition(".")
        assert name in FRONTS or last in getattr(import_module(front), "__all__", ()), name


def test_the_typed_shapes_are_for_type_checkers_only():
    program = "import sys, mayi_rules\nmayi_rules.Game\nprint('mayi_rules.typed' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True, capture_output=True, text=True)
    assert told.stdout == "False\n"

"""What is shipped: the wheel and the sdist carry profiles and schemas, and an installed wheel finds them."""

from __future__ import annotations

import email
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

import mayi_rules
from mayi_rules import bundled_profiles
from mayi_rules.profile.loading.bundled import data_folder
from mayi_rules.serving.pack import conformance_files
from tests.goldens.exchanges import sent, without_sentences
from tests.goldens.files import exchange_file

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
LOAD_ALL = """
import json, mayi_rules
ids = mayi_rules.bundled_profiles()
print(json.dumps({"file": mayi_rules.__file__, "digests": {i: mayi_rules.load_profile(i).digest for i in ids}}))
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The folder with the sdist and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT], check=True)
    return folder


MAYI = ("-c", "from mayi_rules.cli.entry import main; main()")


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """The Python of a fresh environment with the wheel and the core's own dependencies."""
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=True)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    (wheel,) = built.glob("*.whl")
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel], check=True)
    return python


@pytest.fixture(scope="module")
def command(built, installed, tmp_path_factory):
    """Runs `mayi` of the wheel with the extra that it needs, far from this checkout."""
    folder = tmp_path_factory.mktemp("with the extra")
    (wheel,) = built.glob("*.whl")
    subprocess.run([installed, "-m", "pip", "install", "--quiet", "--target", folder, f"{wheel}[cli]"], check=True)
    environment = {**os.environ, "PYTHONPATH": str(folder)}

    def mayi(*arguments: str, cwd: Path, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        line = [installed, *MAYI, *arguments]
        return subprocess.run(line, cwd=cwd, input=said, capture_output=True, check=False, env=environment)

    return mayi


def run(python: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    line = [python, *arguments]
    return subprocess.run(line, cwd=cwd, capture_output=True, text=True, check=False, env=environment)


def test_sdist_and_wheel_carry_all_data(built):
    (wheel,) = built.glob("*.whl")
    (sdist,) = built.glob("*.tar.gz")
    shipped = set(zipfile.ZipFile(wheel).namelist())
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    assert any(name.startswith("tests/goldens/") for name in packed)
    for source in ("profiles", "schemas", "tests/scenarios"):
        files = [file for file in (ROOT / source).rglob("*") if file.is_file() and "__pycache__" not in file.parts]
        assert files
        for file in files:
            inside = file.relative_to(ROOT / source).as_posix()
            assert f"mayi_rules/data/{Path(source).name}/{inside}" in shipped
            assert f"{source}/{inside}" in packed
    assert "mayi_rules/py.typed" in shipped
    assert {"hatch_build.py", "pyproject.toml", "README.md", "LICENSE"} <= packed


def test_a_wheel_holds_the_goldens_as_one_small_archive(built):
    (wheel,) = built.glob("*.whl")
    goldens = [entry for entry in zipfile.ZipFile(wheel).infolist() if "goldens" in entry.filename]
    assert [entry.filename for entry in goldens] == ["mayi_rules/data/goldens.tar.xz"]
    assert goldens[0].file_size < sum(len(content) for name, _, content in conformance_files() if name == "goldens") / 8


def test_the_wheel_of_the_sdist_is_the_wheel_of_the_tree(built, tmp_path):
    line = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", tmp_path, ROOT]
    subprocess.run(line, check=True, capture_output=True)
    (of_sdist,), (of_tree,) = built.glob("*.whl"), tmp_path.glob("*.whl")
    assert of_sdist.name == of_tree.name
    assert contents(of_sdist) == contents(of_tree)


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_metadata_say_one_version_and_link_to_nothing_that_is_not_there(built):
    (wheel,) = built.glob("*.whl")
    (text,) = [content for name, content in contents(wheel).items() if name.endswith(".dist-info/METADATA")]
    told = email.message_from_bytes(text)
    assert told["Version"] == mayi_rules.__version__
    assert wheel.name.split("-")[1] == mayi_rules.__version__
    assert told.get_all("Project-URL") is told["Home-page"] is None
    assert told["Description-Content-Type"] == "text/markdown"
    description = told.get_payload(decode=True).decode("utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.compile(r"\[([^\]]+)\]\(([^)]+)\)|^\[[^\]]+\]: +(\S+)|(?:href|src)=\"([^\"]+)\"", re.MULTILINE)
    assert links.search(readme)
    targets = [next(filter(None, found[1:])) for found in links.findall(description)]
    assert [target for target in targets if not re.match(r"https?://|mailto:|#", target)] == []
    for label, *_ in links.findall(readme):
        assert label in description
    assert [line.split("](")[0] for line in description.splitlines()][:1] == readme.splitlines()[:1]


def test_an_installed_wheel_loads_every_profile(installed, tmp_path):
    result = run(installed, "-c", LOAD_ALL, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    answer = json.loads(result.stdout)
    assert not answer["file"].startswith(str(ROOT))
    assert set(answer["digests"]) == set(bundled_profiles())


def test_without_the_extra_the_command_says_what_to_install(installed, tmp_path):
    result = run(installed, *MAYI, cwd=tmp_path)
    assert result.returncode == 2
    assert "-m pip install click rich" in result.stderr
    assert "Traceback" not in result.stderr


def test_an_installed_wheel_writes_the_whole_conformance_pack(command, tmp_path):
    result = command("conformance", "pack", cwd=tmp_path)
    assert (result.returncode, result.stderr) == (0, b"")
    pack = tmp_path / "pack"
    here = {f"{name}/{path}": content for name, path, content in conformance_files()}
    written = {file.relative_to(pack).as_posix(): file.read_bytes() for file in pack.rglob("*") if file.is_file()}
    assert written.pop("README.txt")
    assert written == here
    done = command("scenario", "run", "pack/scenarios/buying.yaml", cwd=tmp_path)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["round-liverpool", "refused", "malformed", "saved", "linted", "seeded"])
def test_an_installed_server_answers_as_the_exchanges_say(command, tmp_path, name):
    lines = [json.loads(line) for line in exchange_file(name).read_text(encoding="utf-8").splitlines()]
    result = command("serve", "--stdio", cwd=tmp_path, said=b"".join(sent(line) + b"\n" for line in lines))
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert without_sentences(answers) == without_sentences([line["receive"] for line in lines if line["receive"]])
    assert (result.returncode, result.stderr) == (0, b"")


def test_a_checkout_finds_its_own_profiles():
    assert data_folder("profiles") == ROOT / "profiles"


def test_a_checkout_has_the_whole_pack_in_a_folder_of_any_name(tmp_path):
    here = {f"{name}/{path}" for name, path, _ in conformance_files()}
    assert {path.partition("/")[0] for path in here} == {"profiles", "schemas", "scenarios", "goldens"}
    folder = tmp_path / "data"
    for part in ("mayi_rules", "profiles", "schemas", "tests/scenarios", "tests/goldens"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    program = (
        "from mayi_rules.serving.pack import *; print(*(f'{name}/{path}' for name, path, _ in conformance_files()))"
    )
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    line = [sys.executable, "-c", program]
    told = subprocess.run(line, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    assert set(told.stdout.split()) == here

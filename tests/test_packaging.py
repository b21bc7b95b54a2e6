"""What is shipped: the wheel and the sdist carry profiles and schemas, and an installed wheel finds them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from mayi_rules import bundled_profiles
from mayi_rules.profile.locate import data_folder

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


@pytest.fixture(scope="module")
def installed(built, tmp_path_factory):
    """The Python of a fresh environment with the wheel and the core's own dependencies."""
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=True)
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    (wheel,) = built.glob("*.whl")
    subprocess.run([python, "-m", "pip", "install", "--quiet", wheel], check=True)
    return python


def run(python: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([python, *arguments], cwd=cwd, capture_output=True, text=True, check=False)


def test_sdist_and_wheel_carry_profiles_and_schemas(built):
    (wheel,) = built.glob("*.whl")
    (sdist,) = built.glob("*.tar.gz")
    shipped = set(zipfile.ZipFile(wheel).namelist())
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    for folder in ("profiles", "schemas"):
        for file in (ROOT / folder).iterdir():
            assert f"mayi_rules/data/{folder}/{file.name}" in shipped
            assert f"{folder}/{file.name}" in packed
    assert "mayi_rules/py.typed" in shipped


def test_an_installed_wheel_loads_every_profile(installed, tmp_path):
    result = run(installed, "-c", LOAD_ALL, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    answer = json.loads(result.stdout)
    assert not answer["file"].startswith(str(ROOT))
    assert set(answer["digests"]) == set(bundled_profiles())


def test_without_the_extra_the_command_says_what_to_install(installed, tmp_path):
    result = run(installed, "-c", "from mayi_rules.cli.entry import main; main()", cwd=tmp_path)
    assert result.returncode == 2
    assert "mayi-rules[cli]" in result.stderr
    assert "Traceback" not in result.stderr


def test_a_checkout_finds_its_own_profiles():
    assert data_folder("profiles") == ROOT / "profiles"

"""Streams that cannot be written or read: a line on the standard error and a code, for every command; no traceback."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("click")

import mayi_rules
from mayi_rules.cli.commands import COMMANDS

pytestmark = pytest.mark.slow

ROOT = Path(mayi_rules.__file__).parents[1]
CASES = ROOT / "tests" / "scenarios" / "buying.yaml"
ON_POSIX = pytest.mark.skipif(os.name != "posix", reason="there are no such streams on Windows")

CALLS = {
    "profiles": "profiles",
    "show": "show petras --yaml",
    "explain": "explain buying.who",
    "new": "new our-house --from petras --force",
    "lint": "lint petras pagat",
    "schema": "schema profile",
    "diff": "diff petras pagat",
    "sheet": "sheet petras",
    "scenario": f"scenario run {CASES}",
    "solve": "solve 7h --json",
    "hint": "hint 7h",
    "why": "why petras --move take",
    "play": "play petras --auto --seed 1 --rounds 1 --bots random --cap 3 --save game.yaml --force",
    "replay": "replay one.yaml",
    "record": "record check one.yaml",
    "score": "score sheet.yaml",
    "serve": "serve --stdio",
    "conformance": "conformance pack",
    "completion": "completion zsh",
    "help": "--help",
    "help of a command": "play --help",
    "version": "--version",
}

# Runs every call in a child of its own, with its streams as they are asked for, and prints what came of it.
RUNNER = """\
import json, os, shutil, sys
from importlib import import_module
import rich.console, rich.table, jsonschema, mayi_rules
from mayi_rules.cli import commands, entry
for command in commands.COMMANDS.values():
    import_module(command[0].partition(":")[0])
mayi_rules.lint_profile({"extends": "petras"})
calls, stream = json.loads(sys.argv[1]), sys.argv[2]
found = {}
for name, call in calls.items():
    shutil.rmtree("pack", ignore_errors=True)
    said, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(said)
        os.dup2(writer, 2)
        os.close(writer)
        reader, nobody = os.pipe()
        os.write(nobody, b'{"jsonrpc": "2.0", "id": 1, "method": "hello"}\\n')
        os.close(nobody)
        os.dup2(reader, 0)
        os.close(reader)
        if stream == "full":
            os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
        elif stream == "closed":
            os.close(1)
            sys.stdout = None  # as Python has it when it begins so
        elif stream == "left":
            reader, writer = os.pipe()
            os.dup2(writer, 1)
            os.close(reader)
        sys.argv = ["mayi", *call.split()]
        try:
            entry.main()
        except SystemExit as error:
            code = error.code
            try:
                if sys.stdout is not None:
                    sys.stdout.flush()
            except OSError:
                code = 120  # as Python has it when this fails at its end
            os._exit(code)
    os.close(writer)
    with os.fdopen(said, "rb") as reader:
        text = reader.read().decode()
    found[name] = (os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), text)
print(json.dumps(found))
"""


def environment():
    return {**os.environ, "PYTHONPATH": str(ROOT)}


def mayi(*args, prefix=(), **options):
    code = f"{''.join(prefix)}from mayi_rules.cli.entry import main; main()"
    return subprocess.run([sys.executable, "-c", code, *args], env=environment(), check=False, **options)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    game = mayi_rules.Game(mayi_rules.load_profile("petras"), seats=["n", "e", "w"], seed=3)
    game.play(f"{game.to_act[0]}: take")
    game.record.dump("one.yaml")
    Path("sheet.yaml").write_text("score: 1\nseats: [a, b, c]\nrounds: []\nprofile: petras\n")
    return tmp_path


def test_every_command_is_called_here():
    assert set(COMMANDS) <= set(CALLS)


@ON_POSIX
@pytest.mark.parametrize(
    ("stream", "code", "why"),
    [
        ("full", 2, "mayi: standard output cannot be written: No space left on device\n"),
        ("closed", 2, "mayi: standard output cannot be written: it is closed\n"),
        ("left", 141, ""),
    ],
)
def test_output_that_cannot_be_written_ends_in_a_line(folder, stream, code, why):
    call = [sys.executable, "-c", RUNNER, json.dumps(CALLS), stream]
    done = subprocess.run(call, env=environment(), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found == {name: [code, why] for name in CALLS}


@ON_POSIX
@pytest.mark.parametrize(
    ("shell", "code", "said"),
    [
        (">/dev/full", 2, "mayi: standard output cannot be written: No space left on device"),
        (">&-", 2, "mayi: standard output cannot be written: it is closed"),
        (">&- 2>&-", 2, ""),
        ("2>&-", 0, ""),
        ("2>/dev/full", 0, ""),
        ("<&-", 0, ""),
        ("| true", 141, ""),
    ],
)
def test_the_shell_can_close_what_it_likes(shell, code, said):
    command = f'set -o pipefail; "$0" -c "from mayi_rules.cli.entry import main; main()" sheet petras {shell}'
    done = subprocess.run(["bash", "-c", command, sys.executable], env=environment(), capture_output=True, check=False)
    assert done.returncode == code
    assert done.stderr.decode().strip() == said


@ON_POSIX
def test_what_is_closed_is_not_what_a_file_is_opened_as(folder):
    """A file that is saved while the standard error is closed holds nothing of what is complained about."""
    call = "play petras --auto --quiet --seed 1 --rounds 1 --bots random --cap 3 --save game.yaml"
    command = f'"$0" -c "from mayi_rules.cli.entry import main; main()" {call} <&- 2>&-'
    subprocess.run(["bash", "-c", command, sys.executable], env=environment(), capture_output=True, check=True)
    mayi_rules.load_record("game.yaml")


@ON_POSIX
def test_a_game_is_saved_when_nobody_can_see_it(folder):
    for shell in (">/dev/full", "| head -1 >/dev/null"):
        call = "play petras --auto --seed 1 --bots random --rounds 1 --save game.yaml --force"
        command = f'"$0" -c "from mayi_rules.cli.entry import main; main()" {call} {shell}'
        Path("game.yaml").unlink(missing_ok=True)
        subprocess.run(["bash", "-c", command, sys.executable], env=environment(), capture_output=True, check=False)
        assert mayi_rules.replay(mayi_rules.load_record("game.yaml")).to_act


@pytest.mark.parametrize("call", ["serve --stdio", "play petras", "score sheet.yaml", "replay one.yaml --step"])
@ON_POSIX
def test_input_that_cannot_be_read_ends_in_a_line(folder, call):
    prefix = ["import os, sys; os.dup2(os.open('.', os.O_RDONLY), 0);"]  # a folder, which no program can read
    done = mayi(*call.split(), prefix=prefix, capture_output=True)
    assert done.returncode == 2
    assert re.fullmatch("mayi: standard input( cannot be read)?: Is a directory\n", done.stderr.decode())


@ON_POSIX
def test_a_server_without_input_says_so(folder):
    command = '"$0" -c "from mayi_rules.cli.entry import main; main()" serve --stdio <&-'
    done = subprocess.run(["bash", "-c", command, sys.executable], env=environment(), capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == "mayi: standard input cannot be read: it is closed\n"


@pytest.mark.parametrize("module", ["importlib.util", "click", "mayi_rules.cli.app", "mayi_rules.cli.sheet", "rich"])
def test_an_interrupt_while_modules_are_imported_leaves_cleanly(module):
    prefix = (
        "import sys\n"
        "class Interrupter:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        f"sys.modules.pop({module!r}, None)\n"
        "sys.meta_path.insert(0, Interrupter())\n"
    )
    done = mayi("profiles" if module == "rich" else "sheet", "petras", prefix=prefix, capture_output=True)
    assert done.returncode == 128 + signal.SIGINT
    assert b"Traceback" not in done.stderr


def test_the_package_is_the_command():
    package = [sys.executable, "-m", "mayi_rules"]
    done = subprocess.run([*package, "--version"], env=environment(), capture_output=True, check=False)
    assert (done.returncode, done.stdout.decode()) == (0, f"mayi {mayi_rules.__version__}\n")
    done = subprocess.run([*package, "nonsense"], env=environment(), capture_output=True, check=False)
    assert done.returncode == 2
    assert b"there is no command 'nonsense'" in done.stderr

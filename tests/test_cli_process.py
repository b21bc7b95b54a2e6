"""The `mayi` command as a process of its own: exit codes, pipes, a missing extra."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import mayi_rules

pytestmark = pytest.mark.slow

ROOT = Path(mayi_rules.__file__).parents[1]
MAYI = [sys.executable, "-c", "from mayi_rules.cli.entry import main; main()"]
# A process started in the background of a script ignores interrupts, and so do its children until they say otherwise.
INTERRUPTIBLE = [*MAYI[:2], f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler); {MAYI[2]}"]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def run(*args: str, **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*MAYI, *args], capture_output=True, check=False, env=environment(**more), stdin=subprocess.DEVNULL
    )


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["profiles"], 0),
        ([], 2),
        (["nonsense"], 2),
        (["show", "nowhere.yaml"], 2),
        (["show", "\x01"], 2),
        (["lint", str(ROOT)], 2),
        (["explain", "nonsense"], 2),
        (["scenario", "run", str(ROOT / "tests" / "scenarios" / "buying.yaml")], 0),
        (["play", "petras"], 0),
        (["play", "petras", "--players", "0"], 2),
    ],
)
def test_exit_codes(args: list[str], code: int) -> None:
    done = run(*args)
    assert done.returncode == code, done.stderr
    assert b"Traceback" not in done.stderr
    assert bool(done.stderr) == (code != 0)
    assert b"\x1b" not in done.stdout


def test_without_the_extra_the_command_says_what_to_install() -> None:
    code = "import sys; sys.modules['click'] = None; from mayi_rules.cli.entry import main; main()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, env=environment())
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().count("\n") == 1
    assert "-m pip install click" in done.stderr.decode()


def test_a_terminal_without_the_signs_is_no_error() -> None:
    for name in ("explain", "show petras", "play petras --auto --seed 1 --rounds 1"):
        done = run(*name.split(), PYTHONIOENCODING="ascii")
        assert done.returncode == 0, done.stderr


@pytest.mark.skipif(os.name == "nt", reason="there are no such pipes and signals on Windows")
class TestOnPosix:
    def test_a_reader_who_leaves_is_no_error(self) -> None:
        process = subprocess.Popen(
            [*MAYI, "play", "petras", "--auto", "--seed", "1"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        process.stderr.close()
        process.wait(30)

    def test_an_interrupt_leaves_cleanly(self) -> None:
        process = subprocess.Popen(
            [*INTERRUPTIBLE, "play", "petras", "--seed", "3", "--players", "3"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
        assert b"Traceback" not in said
        assert process.returncode == 130

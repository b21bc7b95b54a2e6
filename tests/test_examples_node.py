"""The host in Node that the page of the protocol shows; where there is no node, nothing is tested."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import mayi_rules

pytest.importorskip("click")
ROOT = Path(mayi_rules.__file__).parents[1]
HOST = Path(__file__).parents[1] / "docs" / "examples" / "host.mjs"
NODE = shutil.which("node")
SERVE = [sys.executable, "-c", "from mayi_rules.cli.entry import main; main()", "serve", "--stdio"]

pytestmark = pytest.mark.skipif(NODE is None, reason="node is not at hand")


def run(*command):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [NODE, str(HOST), *command], capture_output=True, text=True, env=environment, timeout=120, check=False
    )


def test_the_host_in_node_plays_a_whole_round():
    done = run(*SERVE)
    assert (done.returncode, done.stderr) == (0, "")
    told = re.fullmatch(
        r'(out|exhausted|abandoned): {"north":\d+,"east":\d+,"west":\d+}; (\d+) requests came twice and did nothing\n',
        done.stdout,
    )
    assert told, done.stdout
    assert int(told[2]) > 3


@pytest.mark.parametrize("command", [["no-such-command"], [sys.executable, "-c", ""]])
def test_the_host_in_node_does_not_wait_for_a_server_that_is_not_there(command):
    done = run(*command)
    assert done.returncode == 1
    assert done.stdout == ""

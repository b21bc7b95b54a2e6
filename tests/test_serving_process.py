"""`mayi serve --stdio` as a process: nothing but answers on its output, and a clean end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import mayi_rules
from mayi_rules.serving.lines import LINE_LIMIT

pytestmark = pytest.mark.slow

pytest.importorskip("click")
ROOT = Path(mayi_rules.__file__).parents[1]
SERVE = [sys.executable, "-c", "from mayi_rules.cli.entry import main; main()", "serve", "--stdio"]
HELLO = b'{"jsonrpc":"2.0","id":1,"method":"hello"}'
QUIT = b'{"jsonrpc":"2.0","id":2,"method":"quit"}'


@pytest.fixture
def server():
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(SERVE, stdin=pipe, stdout=pipe, stderr=pipe, env=environment) as process:
        yield process
        process.kill()


def ask(process, line):
    process.stdin.write(line + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def test_the_end_of_the_input_ends_it(server):
    out, err = server.communicate(HELLO + b"\n\xff\n" + QUIT)
    answers = [json.loads(line) for line in out.splitlines()]
    assert [(one["id"], "result" in one) for one in answers] == [(1, True), (None, False), (2, True)]
    assert (server.returncode, err) == (0, b"")


def test_no_input_at_all(server):
    assert server.communicate(b"") == (b"", b"")
    assert server.returncode == 0


def test_quit_ends_it_and_what_follows_is_not_read(server):
    out, _ = server.communicate(QUIT + b"\n" + HELLO + b"\n")
    assert [json.loads(line)["id"] for line in out.splitlines()] == [2]
    assert server.returncode == 0


@pytest.mark.skipif(os.name == "nt", reason="signals are another thing there")
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_ends_it(server, name):
    assert "result" in ask(server, HELLO)
    server.send_signal(getattr(signal, name))
    out, err = server.communicate(timeout=20)
    assert (server.returncode, out, err) == (0, b"", b"")


def test_a_huge_line_is_answered_and_the_next_one_too(server):
    assert ask(server, b'"' + b"x" * (LINE_LIMIT + 1_000))["error"]["data"]["code"] == "line_too_long"
    assert "result" in ask(server, HELLO)
    server.communicate()
    assert server.returncode == 0


def test_what_a_bot_prints_is_no_answer(tmp_path):
    package = tmp_path / "loud-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Name: loud\nVersion: 1\n")
    (package / "entry_points.txt").write_text("[mayi_rules.bots]\nloud = loud:Loud\n")
    (tmp_path / "loud.py").write_text(
        "import os\nfrom mayi_rules.bots.simple import RandomBot\n"
        "class Loud(RandomBot):\n"
        "    def choose(self, view):\n"
        "        print('thinking', flush=True)\n        os.write(1, b'harder')\n"
        "        return super().choose(view)\n"
    )
    seats = ["a", "b", "c"]
    requests = [("host.new", {"profile": "petras", "seats": seats, "game": "g"})]
    requests += [("host.bot", {"game": "g", "seat": seat, "bot": "loud"}) for seat in seats]
    requests += [("host.advance", {"game": "g", "turns": 3})]
    lines = [json.dumps({"jsonrpc": "2.0", "id": 1, "method": name, "params": params}) for name, params in requests]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"}
    done = subprocess.run(SERVE, input="\n".join(lines).encode(), capture_output=True, env=environment, check=True)
    assert ["result" in json.loads(line) for line in done.stdout.splitlines()] == [True] * len(requests)
    assert b"thinking" in done.stderr

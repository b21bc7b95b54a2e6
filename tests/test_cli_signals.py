"""Whatever ends the command, what it was to save is saved: every signal, a closed terminal, anywhere in a game."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

pytest.importorskip("click")
pytest.importorskip("fcntl", reason="there are no such terminals and signals on Windows")
import fcntl
import pty
import termios

from click.testing import CliRunner

import mayi_rules as mayi
from mayi_rules.cli import signals
from mayi_rules.cli.app import app
from mayi_rules.cli.tally_file import read_tally

pytestmark = pytest.mark.slow

ROOT = Path(mayi.__file__).parents[1]
MAYI = [sys.executable, "-c", "from mayi_rules.cli.entry import main; main()"]
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PLAY = ("play", "petras", "--seed", "3", "--players", "3", "--bots", "greedy", "--save", "game.yaml")

ASKED = "> "  # the end of every question; which one comes first is up to the bots

SLOW = """\
import pathlib, time
from mayi_rules.bots.simple import GreedyBot

class Slow(GreedyBot):
    left = 4

    def choose(self, view):
        Slow.left -= 1
        if Slow.left == 0:
            pathlib.Path("thinking").touch()
            time.sleep(300)
        return super().choose(view)
"""


class Terminal:
    """A process that has a terminal to itself."""

    def __init__(self, folder, *args, ignored=()):
        self.master, slave = pty.openpty()
        self.text = ""
        self.sent = None

        def in_child():
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            for number in SIGNALS:
                signal.signal(number, signal.SIG_IGN if number in ignored else signal.SIG_DFL)

        self.process = subprocess.Popen(
            [*MAYI, *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(folder))), "TERM": "xterm"},
            start_new_session=True,
            preexec_fn=in_child,  # noqa: PLW1509 - nothing else can give a process its terminal
        )
        os.close(slave)

    def read_to(self, text):
        """Read on until the terminal has shown this."""
        seen = len(self.text)
        until = time.monotonic() + 60
        while text not in self.text[seen:]:
            left = max(0, until - time.monotonic())
            assert select.select([self.master], [], [], left)[0], f"{text!r} was not shown, but {self.text[seen:]!r}"
            try:
                data = os.read(self.master, 4096)
            except OSError:
                data = b""
            assert data, f"{text!r} was never shown, but {self.text[seen:]!r}"
            self.text += data.decode()

    def type(self, line):
        os.write(self.master, f"{line}\n".encode())

    def hang_up(self):
        os.close(self.master)
        self.master = None

    def end(self):
        """Read the rest, and return the exit code."""
        if self.master is not None:
            reader = threading.Thread(target=self._drain)
            reader.start()
        code = self._wait()
        if self.master is not None:
            reader.join(120)
            self.hang_up()
        return code

    def send(self, number):
        """Send a signal; `end` sends it again while nothing comes of it."""
        self.sent = number
        self.process.send_signal(number)

    def _wait(self):
        # A signal that comes between the prompt and the call that reads is seen by Python after that call only.
        for _ in range(12):
            try:
                return self.process.wait(10)
            except subprocess.TimeoutExpired:
                if self.sent is not None:
                    self.process.send_signal(self.sent)
        return self.process.wait(10)

    def _drain(self):
        try:
            while data := os.read(self.master, 4096):
                self.text += data.decode(errors="replace")
        except OSError:
            pass


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "slow_bots.py").write_text(SLOW)
    info = tmp_path / "slow_bots-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: slow-bots\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[mayi_rules.bots]\nslow = slow_bots:Slow\n")
    return tmp_path


def asked_first(folder):
    terminal = Terminal(folder, *PLAY)
    terminal.read_to(ASKED)
    return terminal, 1


def asked_later(folder):
    terminal = Terminal(folder, *PLAY)
    terminal.read_to(ASKED)
    terminal.type("pass")
    terminal.read_to(ASKED)
    terminal.type("discard 9")  # no move, so that the question is asked again
    terminal.read_to(ASKED)
    return terminal, 2


def asked_to_take_the_screen(folder):
    terminal = Terminal(folder, *PLAY, "--people", "ann,bob")
    terminal.read_to("Enter shows your cards> ")
    return terminal, 0


def a_bot_thinks(folder):
    terminal = Terminal(folder, *PLAY[:-4], "--bots", "slow", *PLAY[-2:])
    terminal.read_to("> ")
    while not (folder / "thinking").exists():
        terminal.type("stock\npass\ndiscard 2c\n\n")
        time.sleep(0.05)
        os.set_blocking(terminal.master, False)
        with suppress(BlockingIOError):
            terminal.text += os.read(terminal.master, 65536).decode(errors="replace")
        os.set_blocking(terminal.master, True)
    return terminal, 1


def bots_among_themselves(folder):
    terminal = Terminal(folder, *PLAY[:-4], "--bots", "slow", *PLAY[-2:], "--auto")
    until = time.monotonic() + 30
    while not (folder / "thinking").exists():
        assert time.monotonic() < until
        time.sleep(0.02)
    return terminal, 3


POINTS = (asked_first, asked_later, asked_to_take_the_screen, a_bot_thinks, bots_among_themselves)


def is_saved(folder, least):
    """The game is there, whole, with at least so many moves, and goes on."""
    found = mayi.load_record(folder / "game.yaml")
    game = mayi.replay(found)
    assert len(game.history) >= least
    assert game.to_act
    person = game.to_act[0]
    again = CliRunner().invoke(app, ["play", "--resume", "game.yaml", "--people", person], input="quit\n")
    assert again.exit_code == 0, again.output
    assert mayi.replay(mayi.load_record(folder / "game.yaml")) == game
    assert not [one.name for one in folder.iterdir() if one.name.startswith(".mayi-")]


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
@pytest.mark.parametrize("point", POINTS)
def test_a_game_is_saved_when_a_signal_ends_it(folder, point, number):
    terminal, least = point(folder)
    terminal.send(number)
    assert terminal.end() == 128 + number
    assert "Traceback" not in terminal.text
    assert "The game is saved" in terminal.text
    is_saved(folder, least)


@pytest.mark.parametrize("point", [asked_first, asked_later])
def test_a_game_is_saved_when_its_terminal_is_closed(folder, point):
    terminal, least = point(folder)
    terminal.hang_up()
    assert terminal.end() == 128 + signal.SIGHUP
    is_saved(folder, least)


def test_a_game_is_saved_when_its_terminal_is_closed_and_nothing_tells(folder):
    terminal, least = opened_ignoring(folder, (signal.SIGHUP,))
    terminal.hang_up()
    assert terminal.end() in (0, 2)
    is_saved(folder, least)


def opened_ignoring(folder, ignored):
    terminal = Terminal(folder, *PLAY, ignored=ignored)
    terminal.read_to(ASKED)
    return terminal, 1


def test_a_signal_that_is_ignored_stays_so(folder):
    terminal, least = opened_ignoring(folder, (signal.SIGHUP,))
    terminal.process.send_signal(signal.SIGHUP)
    terminal.type("?")
    terminal.read_to("; pass")
    terminal.type("quit")
    assert terminal.end() == 0
    is_saved(folder, least)


@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_score_sheet_has_all_entries_when_a_signal_ends_it(folder, number):
    terminal = Terminal(folder, "score", "sheet.yaml", "--profile", "petras", "--seats", "ann,bob,cid")
    terminal.read_to("ann> ")
    terminal.type("out")
    terminal.read_to("bob> ")
    terminal.type("= 7")
    terminal.read_to("cid> ")
    terminal.send(number)
    assert terminal.end() == 128 + number
    assert "Traceback" not in terminal.text
    assert read_tally(Path("sheet.yaml")).totals() == (0, 7, 0)


@pytest.mark.parametrize("is_asked_again", [False, True])
def test_a_signal_waits_until_nothing_is_changed_by_halves(is_asked_again):
    """What `holding` guards goes on to its end, or to where it waits."""
    done = []

    def guarded():
        with signals.holding():
            done.append("begun")
            signals._holding.come(signal.SIGTERM, None)
            done.append("ended")
            if is_asked_again:
                with signals.waiting():
                    done.append("never")

    with pytest.raises(signals.Ended) as raised:
        guarded()
    assert raised.value.number == signal.SIGTERM
    assert done == ["begun", "ended"]
    assert not signals._holding.is_on
    with signals.holding(), signals.waiting():
        done.append("nothing waits any more")


def test_no_move_is_recorded_by_halves(folder, monkeypatch):
    """A signal at any line with which a game takes a move: the record is one of a game so far, with that move."""
    from mayi_rules.cli.entry import main

    call = ["mayi", "play", "petras", "--auto", "--quiet", "--players", "3", "--seed", "1", "--bots", "random"]
    monkeypatch.setattr(sys, "argv", [*call, "--rounds", "1", "--save", "game.yaml"])
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    lines = []
    for stop in range(1, 30):
        lines.clear()

        def trace(frame, event, _arg, stop=stop):
            if frame.f_code.co_name != "play_moves":
                return None
            lines.append(frame.f_lineno)
            if len(lines) == stop:
                signal.raise_signal(signal.SIGTERM)
            return trace

        (folder / "game.yaml").unlink(missing_ok=True)
        sys.settrace(trace)
        try:
            with pytest.raises(SystemExit) as raised:
                main()
        finally:
            sys.settrace(None)
            for number, handler in handlers.items():
                signal.signal(number, handler)
        assert raised.value.code == 128 + signal.SIGTERM
        game = mayi.replay(mayi.load_record(folder / "game.yaml"))
        assert game.to_act
        assert game.history

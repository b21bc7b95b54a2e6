"""Pinned games: the same seed gives the same whole game, move by move, on every interpreter.

A pin changes when a rule is corrected or a bot plays differently; a new key of the language changes none.
Run this file to print the pins as they are now.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import random
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

PINS = {
    "continental": "b04dab809e47c49f",
    "continental-deuces": "2847d6c3d56782f7",
    "continental-late-silence": "8e5b8ce3a319a9e5",
    "continental-lowhigh": "2da9627273055482",
    "liverpool": "5c82975141cf70d7",
    "pagat": "85128500b002f6cd",
    "petras": "64f4b570cd479206",
    "progressive": "05804a6657b70b03",
    "shanghai": "e4b12218d50ca12a",
}


def play(profile):
    """A whole game of simple bots: the digest of all that happened, and how the rounds ended."""
    from mayi_rules.bots.simple import GreedyBot
    from mayi_rules.bots.table import play_game
    from mayi_rules.game.game import Game

    game = Game(profile, seats=["north", "east", "south", "west"], seed="pinned")
    bots = {name: GreedyBot(random.Random(f"bot {name}")) for name in game.seats}
    results = play_game(game, bots, cap=60)
    told = {
        "history": game.history,
        "events": [event.to_dict(game.seats) for event in game.events()],
        "rounds": [[r.round, r.turns, r.how, r.scores] for r in results],
        "standings": [list(standing) for standing in game.standings],
        "digest": game.digest,
    }
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16], [r.how for r in results]


def main():
    """Print the digest of a game of each profile: those pickled on the standard input, else the bundled ones."""
    pickled = b"" if sys.stdin.isatty() else sys.stdin.buffer.read()
    if pickled:
        profiles = pickle.loads(pickled)
    else:
        from mayi_rules import bundled_profiles, load_profile

        profiles = {profile_id: load_profile(profile_id) for profile_id in bundled_profiles()}
    print(json.dumps({name: play(profile)[0] for name, profile in profiles.items()}, indent=4))


if __name__ == "__main__":
    main()
    sys.exit()

import pytest  # noqa: E402 - the file also runs where pytest is not installed

from mayi_rules import bundled_profiles, load_profile  # noqa: E402

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("profile_id", bundled_profiles())
def test_a_game_of_simple_bots_is_pinned(profile_id):
    digest, ends = play(load_profile(profile_id))
    assert digest == PINS[profile_id], f"the game went otherwise ({ends})"


def test_every_bundled_profile_is_pinned():
    assert set(PINS) == set(bundled_profiles())


def test_another_seed_is_another_game(monkeypatch):
    from mayi_rules.game import game

    digest, _ = play(load_profile("petras"))
    made = game.Game.__init__
    monkeypatch.setattr(game.Game, "__init__", lambda self, *a, **k: made(self, *a, **{**k, "seed": "other"}))
    assert play(load_profile("petras"))[0] != digest


def interpreters():
    """The interpreters from 3.11 to 3.13 of this machine, but for this one's version."""
    found = {}
    for minor in (11, 12, 13):
        name = f"python3.{minor}"
        pyenv = sorted(Path("~/.pyenv/versions").expanduser().glob(f"3.{minor}.*/bin/{name}"))
        for candidate in [shutil.which(name), *map(str, pyenv)]:
            if candidate and sys.version_info[:2] != (3, minor):
                found.setdefault(minor, []).append(candidate)
    return {f"3.{minor}": paths for minor, paths in found.items()}


@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13"])
def test_the_pins_hold_on_other_interpreters(version):
    if version == f"{sys.version_info[0]}.{sys.version_info[1]}":
        pytest.skip(f"{version} is this interpreter")
    reasons = []
    profiles = {profile_id: load_profile(profile_id) for profile_id in bundled_profiles()}
    for interpreter in interpreters().get(version, ()):
        env = {"PATH": os.environ.get("PATH", ""), "PYTHONPATH": os.pathsep.join([str(ROOT), _packages()])}
        probe = subprocess.run(
            [interpreter, "-c", "import attrs, sys; print('%d.%d' % sys.version_info[:2])"],
            capture_output=True, text=True, check=False, env=env,
        )  # fmt: skip
        if probe.returncode or probe.stdout.strip() != version:
            reasons.append(f"{interpreter}: {probe.stderr.strip().splitlines()[-1:] or probe.stdout.strip()}")
            continue
        run = subprocess.run(
            [interpreter, __file__], input=pickle.dumps(profiles), capture_output=True, check=False, env=env
        )
        assert run.returncode == 0, run.stderr.decode()
        assert json.loads(run.stdout) == PINS
        return
    pytest.skip(f"no Python {version} that can import attrs: {reasons or 'none found'}")


def _packages():
    """Where this interpreter has attrs from: plain Python, so that others can import it too."""
    import attrs

    return str(Path(attrs.__file__).resolve().parents[1])

"""A served game whose server is killed at random points: every move that was accepted is in its journal.

`MAYI_KILLS=200 pytest tests/test_journal_killed.py` kills it so often.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import random
import signal
import sys
from pathlib import Path

import pytest

import mayi_rules as mayi

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[1] / "docs" / "examples"
KILLS = int(os.environ.get("MAYI_KILLS", "8"))
SERVE = """
import asyncio, importlib.util, pathlib, sys
import mayi_rules as mayi

spec = importlib.util.spec_from_file_location("server", sys.argv[1])
server = importlib.util.module_from_spec(spec)
spec.loader.exec_module(server)

async def main():
    house = server.TableServer(mayi.load_profile("petras"), rounds=7, folder=pathlib.Path(sys.argv[2]))
    listening = await house.start(0)
    print(listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()

asyncio.run(main())
"""


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Players:
    """Four clients of a table, who note which of their moves were accepted."""

    def __init__(self, module, table):
        self.choose = module.choose
        self.clients = [module.Client(table, seat) for seat in module.SEATS]
        self.accepted = []
        self.is_over = False

    def want(self, moves):
        """What is set when so many more moves were accepted, or the game is over."""
        self.goal = len(self.accepted) + moves
        self.has_come_so_far = asyncio.Event()
        return self.has_come_so_far

    async def play(self, port):
        """Play until the server is gone, or the game is over."""
        with contextlib.suppress(ConnectionError):
            for client in self.clients:
                await client.join(port)
            async with asyncio.TaskGroup() as group:
                for client in self.clients:
                    group.create_task(self._play(client))

    async def _play(self, client):
        asked = {}
        with contextlib.suppress(ConnectionError):
            async for message in client.messages():
                result = message.get("result", {})
                if "token" in result:
                    client.token = result["token"]
                elif "version" in result:
                    self.accepted.append((result["version"], f"{client.seat}: {asked[message['id']]}"))
                    if len(self.accepted) >= self.goal:
                        self.has_come_so_far.set()
                elif message.get("method") == "table":
                    news = message["params"]
                    if news["over"]:
                        self.is_over = True
                        self.has_come_so_far.set()
                        return
                    if news["legal"]:
                        move = self.choose(news["view"], news["legal"])
                        asked[client.count + 1] = move
                        await client.ask("play", move=move, version=news["version"])


async def kill_one(folder, players, rng):
    """Start a server, have the players play, and kill it at a random point: after some moves, amidst the next one."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", SERVE, str(EXAMPLES / "server.py"), str(folder), stdout=asyncio.subprocess.PIPE
    )
    try:
        port = int(await process.stdout.readline())
        far = asyncio.create_task(players.want(rng.randint(1, 120)).wait())
        playing = asyncio.create_task(players.play(port))
        await asyncio.wait({playing, far}, return_when=asyncio.FIRST_COMPLETED)
        assert players.has_come_so_far.is_set(), f"nobody plays on: {playing}"
        await far
        await asyncio.sleep(rng.random() * 0.005)
    finally:
        process.send_signal(signal.SIGKILL)
        await process.wait()
    await playing
    for client in players.clients:
        if hasattr(client, "writer"):
            client.writer.close()


def is_subsequence(some, every):
    rest = iter(every)
    return all(one in rest for one in some)


@pytest.mark.skipif(os.name != "posix", reason="a process is killed by a signal")
def test_every_move_that_was_accepted_outlives_the_server(tmp_path):
    module = example("client")
    rng = random.Random(KILLS)
    moves = kills = 0
    number = -1
    while kills < KILLS:
        number += 1
        players = Players(module, f"table {number}")
        before = set(tmp_path.glob("*.jsonl"))
        version = 0
        while kills < KILLS and not players.is_over:
            asyncio.run(kill_one(tmp_path, players, rng))
            kills += 1
            (file,) = set(tmp_path.glob("*.jsonl")) - before
            game = mayi.replay(mayi.read_journal(file))
            said = [text for _, text in sorted(players.accepted)]
            assert is_subsequence(said, game.history), kills
            assert len(game.history) >= version, "the journal has gone back"
            version = len(game.history)
        moves += len(players.accepted)
    assert moves > 20 * KILLS

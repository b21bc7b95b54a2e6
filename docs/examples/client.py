"""A client of `server.py` that plays by a few simple rules. It knows what the server tells it, and no rules at all.

To start: `python docs/examples/client.py --table blue`, once for each seat; `--seat north` takes that one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

HOST = "127.0.0.1"
PORT = 8765
SEATS = ("north", "east", "south", "west")
MAX_BYTES = 1024 * 1024
ILLEGAL_MOVE = -32001  # the server's code; most likely the move came late


def choose(view: dict[str, Any], legal: list[str]) -> str:
    """A move: lay what can be laid, keep pairs and neighbours, buy what makes a third."""
    hand = view["hand"].split()
    for word in ("open", "lay"):
        for move in legal:
            if move.startswith(word):
                return move
    discards = [move.split()[1] for move in legal if move.startswith("discard")]
    if discards:
        return f"discard {min(discards, key=lambda card: use(card, hand))}"
    top = view["discards"].split()[0] if view["discards"] else ""
    is_wanted = use(top, hand) >= 2 if top else False
    wanted = "take" if "take" in legal else next((move for move in legal if move.startswith("may I")), "")
    if wanted and is_wanted:
        return wanted
    return next(move for move in ("stock", "pass", "take", "keep") if move in legal)


def use(card: str, hand: list[str]) -> int:
    """How much a card helps: jokers most, then cards of a rank, then neighbours in a suit."""
    if card == "X":
        return 100
    ranks = Counter(other[0] for other in hand)
    order = "A23456789TJQK"
    near = sum(
        other[1:] == card[1:] and 0 < abs(order.index(other[0]) - order.index(card[0])) <= 2
        for other in hand
        if other != "X"
    )
    return 2 * (ranks[card[0]] - (card in hand)) + min(near, 1)


class Client:
    """One seat at one table."""

    def __init__(self, table: str, seat: str) -> None:
        self.table = table
        self.seat = seat
        self.token: str | None = None
        self.count = 0
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def join(self, port: int = PORT) -> None:
        """Connect and sit down; with the token of an earlier time, if there is one."""
        self.reader, self.writer = await asyncio.open_connection(HOST, port, limit=MAX_BYTES)
        await self.ask("join", table=self.table, seat=self.seat, token=self.token)

    async def ask(self, method: str, **params: Any) -> None:
        """Send one request; the answer is among the messages."""
        self.count += 1
        request = {"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}
        self.writer.write(json.dumps(request).encode() + b"\n")
        await self.writer.drain()

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """What the server says, until it says no more."""
        while line := await self.reader.readline():
            yield json.loads(line)

    async def play(self) -> dict[str, Any]:
        """Play until the game is over; the last view."""
        async for message in self.messages():
            if message.get("error", {}).get("code", ILLEGAL_MOVE) != ILLEGAL_MOVE:
                raise ConnectionError(message["error"]["message"])
            if "token" in message.get("result", {}):
                self.token = message["result"]["token"]
            elif message.get("method") == "table":
                news = message["params"]
                if news["over"]:
                    self.writer.close()
                    view: dict[str, Any] = news["view"]
                    return view
                if news["legal"]:
                    await self.ask("play", move=choose(news["view"], news["legal"]), version=news["version"])
        raise ConnectionError("the server has closed the connection")


async def main() -> None:
    """Play one game."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--table", default="blue")
    parser.add_argument("--seat", choices=SEATS)
    options = parser.parse_args()
    for seat in [options.seat] if options.seat else SEATS:
        client = Client(options.table, seat)
        await client.join()
        try:
            view = await client.play()
        except ConnectionError as error:
            print(f"{seat}: {error}")
            continue
        print(f"{seat}: {view['totals']}")
        return


if __name__ == "__main__":
    asyncio.run(main())

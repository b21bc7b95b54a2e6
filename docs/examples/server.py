"""A server that holds many tables and sends every client the view of its own seat, and nothing else.

To start: `python docs/examples/server.py FOLDER`; then, a few times, `python docs/examples/client.py --table blue`. In
the folder every table has its journal, so that its game outlives the server, however that ends; without a folder it
does not.

Messages are JSON-RPC 2.0, one a line. A client first joins a table, with
`{"jsonrpc": "2.0", "id": 1, "method": "join", "params": {"table": "blue", "seat": "north"}}`. It gets a token, with
which alone it can come back to the seat (`"token": "…"` beside the seat). Then it plays, with
`{"jsonrpc": "2.0", "id": 2, "method": "play", "params": {"move": "stock", "version": 12}}`, where `version` is that of
the view it has seen: a message that comes late, or twice, changes nothing. What is new at the table it is told by
notifications: `{"jsonrpc": "2.0", "method": "table", "params": {"view": …, "events": …, "legal": …, "version": …}}`.

The server listens on the loopback address only; put TLS and real accounts in front of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import secrets
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import mayi_rules as mayi

HOST = "127.0.0.1"
PORT = 8765
SEATS = ("north", "east", "south", "west")
MAX_BYTES = 4096  # of a line from a client
MAX_MISTAKES = 100  # then the client is sent away
MAX_WAITING = 1024 * 1024  # bytes that a client does not fetch; then it is dropped, and may come back
MAX_TABLES = 2000
MAX_MOVES = 50  # legal moves that a client is told
PATIENCE = 60.0  # seconds until the clock moves for somebody who does not
TURN_CAP = 200  # of a round; the rules alone would let it go on for ever


NOT_JSON, NO_REQUEST, NO_METHOD = -32700, -32600, -32601  # as JSON-RPC has them
REFUSED, ILLEGAL_MOVE = -32000, -32001  # and two of this server's own


class RefusedError(Exception):
    """A message that is answered with an error."""

    def __init__(self, message: str, code: int = REFUSED) -> None:
        super().__init__(message)
        self.code = code


class Table:
    """One game, and the clients at its seats; where a file is given, it goes on from there."""

    def __init__(self, profile: mayi.Profile, rounds: int, file: Path | None = None) -> None:
        self.journal = None if file is None else opened_journal(profile, file)
        self.game = self.journal.game if self.journal else new_game(profile)
        self.rounds = rounds
        self.seats_file = None if file is None else file.with_suffix(".seats")
        self.tokens: dict[str, str] = {}
        if self.seats_file and self.seats_file.exists():
            self.tokens = json.loads(self.seats_file.read_text())
        self.clients: dict[str, asyncio.StreamWriter] = {}
        self.seen: dict[str, int] = {}  # by seat, the number of the first event that its client has not got yet
        self.clock: asyncio.TimerHandle | None = None

    @property
    def has_begun(self) -> bool:
        """Whether all seats were taken once."""
        return len(self.tokens) == len(SEATS)

    @property
    def is_over(self) -> bool:
        """Whether all rounds that are to be played have been."""
        state = self.game.state
        return self.game.is_over or (state.is_over and state.rules.round >= self.rounds)

    def sit_down(self, seat: Any, token: Any, client: asyncio.StreamWriter) -> str:
        """Give the seat to a client; the token of somebody who comes back must be the one he got."""
        if seat not in SEATS:
            raise RefusedError(f"the seats are {', '.join(SEATS)}")
        known = self.tokens.get(seat)
        if known is None:
            known = secrets.token_hex(16)
            if self.seats_file:
                save(self.seats_file, json.dumps(self.tokens | {seat: known}))
            self.tokens[seat] = known
        elif not (isinstance(token, str) and token.isascii() and hmac.compare_digest(token, known)):
            raise RefusedError("the seat is taken")
        if (before := self.clients.get(seat)) not in (None, client):
            before.close()
        self.clients[seat] = client
        self.seen[seat] = 0
        return known

    def play(self, seat: str, move: Any, version: Any) -> None:
        """Play a move of a seat, if its client has seen the game as it is."""
        if not isinstance(move, str) or type(version) is not int:
            raise RefusedError("play is a move, version a number")
        if not self.has_begun:
            raise RefusedError("the table is not full yet")
        self.game.seat(seat).play(move, expected_version=version)
        self.go_on()

    def go_on(self) -> None:
        """The host's steps, news for everybody, and the clock."""
        game = self.game
        while not game.to_act and not self.is_over:
            if game.phase is mayi.Phase.CUT:
                game.cut()
            else:
                game.next_round()
        for seat in SEATS:
            self.tell(seat)
        self.wind()

    def wind(self) -> None:
        """Wind up the clock."""
        if self.clock:
            self.clock.cancel()
            self.clock = None
        if self.has_begun and not self.is_over:
            self.clock = asyncio.get_running_loop().call_later(PATIENCE, self.time_is_up)

    def time_is_up(self) -> None:
        """Move for those who are silent, so that nobody waits for ever."""
        game = self.game
        try:
            if game.phase is mayi.Phase.BUYING:
                game.close()
            elif game.to_act:
                (seat,) = game.to_act
                game.sit_out(seat)
                game.advance(cap=1)
                game.set_policy(seat, None)
            self.go_on()
        except OSError:  # it cannot be saved, so nothing has changed; perhaps there is room again later
            self.wind()

    def tell(self, seat: str) -> None:
        """Send a seat what is new to it."""
        if (client := self.clients.get(seat)) is None:
            return
        handle = self.game.seat(seat)
        events = handle.events(since=self.seen[seat])
        self.seen[seat] += len(events)
        legal = islice(handle.legal_moves, MAX_MOVES) if self.has_begun and not self.is_over else ()
        news = {
            "view": handle.view.to_dict(),
            "events": [event.to_dict(SEATS) for event in events],
            "legal": [move.text() for move in legal],
            "version": handle.version,
            "over": self.is_over,
        }
        send(client, {"jsonrpc": "2.0", "method": "table", "params": news})


def new_game(profile: mayi.Profile) -> mayi.Game:
    """The game of a new table."""
    return mayi.Game(profile, seats=SEATS, turn_cap=TURN_CAP)


def opened_journal(profile: mayi.Profile, file: Path) -> mayi.Journal:
    """The journal of a table: that of its file, where there is one.

    With `sync=True` every move would outlive a fall of the machine too, and wait for its disk.
    """
    if file.exists():
        return mayi.Journal.resume(file, sync=False)
    return mayi.Journal.begin(file, new_game(profile), sync=False)


def save(file: Path, text: str) -> None:
    """Write a small file, whole or not at all."""
    beside = file.with_suffix(".new")
    beside.write_text(text)
    beside.replace(file)


def send(client: asyncio.StreamWriter, message: dict[str, Any]) -> None:
    """Send a line; a client that fetches nothing is dropped rather than waited for."""
    if client.is_closing():
        return
    if client.transport.get_write_buffer_size() > MAX_WAITING:
        client.transport.abort()
        return
    client.write(json.dumps(message).encode() + b"\n")


def reply(client: asyncio.StreamWriter, request: dict[str, Any], **answer: Any) -> None:
    """Send the result or the error of a request; a notification, which has no id, gets none."""
    if "id" in request:
        send(client, {"jsonrpc": "2.0", "id": request["id"], **answer})


def read(line: bytes) -> dict[str, Any]:
    """The request in a line."""
    try:
        request: dict[str, Any] = json.loads(line.decode())
    except (ValueError, RecursionError):
        raise RefusedError("a message is JSON in UTF-8, one a line", NOT_JSON) from None
    is_request = isinstance(request, dict) and request.get("jsonrpc") == "2.0" and "method" in request
    if not is_request or not isinstance(request.get("id", ""), str | int):
        raise RefusedError('a message is an object of "jsonrpc": "2.0", id, method and params', NO_REQUEST)
    if not isinstance(request.get("params", {}), dict):
        raise RefusedError("params is an object", NO_REQUEST)
    return request


class TableServer:
    """Many tables in one process. All of it runs in one event loop, so that no two moves are played at a time."""

    def __init__(self, profile: mayi.Profile, *, rounds: int = 1, folder: Path | None = None) -> None:
        self.profile = profile
        self.rounds = rounds
        self.folder = folder
        self.tables: dict[str, Table] = {}

    async def start(self, port: int = PORT) -> asyncio.Server:
        """Listen on the loopback address."""
        return await asyncio.start_server(self.serve, HOST, port, limit=MAX_BYTES)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one client until it goes, or is sent away."""
        place: tuple[Table, str] | None = None
        mistakes = 0
        try:
            while mistakes < MAX_MISTAKES and (line := await reader.readline()):
                request: dict[str, Any] = {"id": None}
                try:
                    request = read(line)
                    place = self.answer(request, place, writer)
                except mayi.IllegalMove as error:
                    assert place is not None  # only who sits at a table plays
                    reasons = [reason.to_dict() for reason in error.verdict]
                    data = {"reasons": reasons, "version": place[0].game.version}
                    reply(writer, request, error={"code": ILLEGAL_MOVE, "message": str(error), "data": data})
                except ConnectionError:
                    raise
                except OSError:
                    reply(writer, request, error={"code": REFUSED, "message": "the table cannot be saved now"})
                except (RefusedError, mayi.MayIError) as error:
                    mistakes += 1
                    code = error.code if isinstance(error, RefusedError) else REFUSED
                    reply(writer, request, error={"code": code, "message": str(error)})
        except (ValueError, ConnectionError):  # a line longer than MOST_BYTES, or the client is gone
            pass
        finally:
            if place is not None and place[0].clients.get(place[1]) is writer:
                del place[0].clients[place[1]]
            writer.close()

    def answer(
        self, request: dict[str, Any], place: tuple[Table, str] | None, writer: asyncio.StreamWriter
    ) -> tuple[Table, str] | None:
        """Do what a request asks for; where its client sits then."""
        method, params = request["method"], request.get("params", {})
        if method == "join" and place is None:
            table, seat = self.table(params.get("table")), params.get("seat")
            token = table.sit_down(seat, params.get("token"), writer)
            reply(writer, request, result={"seat": seat, "token": token})
            if len(table.clients) == len(SEATS) and table.clock is None:
                table.go_on()
            else:
                table.tell(seat)
            return table, seat
        if method == "play" and place is not None:
            table, seat = place
            table.play(seat, params.get("move"), params.get("version"))
            reply(writer, request, result={"version": table.game.version})
            return place
        raise RefusedError("join a table first" if place is None else "play a move", NO_METHOD)

    def table(self, name: Any) -> Table:
        """The table of this name; a new one if there is none."""
        if not isinstance(name, str) or not 1 <= len(name) <= 40:
            raise RefusedError("a table has a name of 1 to 40 characters")
        if name not in self.tables:
            if len(self.tables) >= MAX_TABLES:
                raise RefusedError("all tables are taken")
            file = self.folder and self.folder / f"{hashlib.sha256(ascii(name).encode()).hexdigest()[:32]}.jsonl"
            self.tables[name] = Table(self.profile, self.rounds, file)
        return self.tables[name]


async def main() -> None:
    """Serve until somebody interrupts."""
    folder = Path(sys.argv[1]) if sys.argv[1:] else None
    if folder:
        folder.mkdir(exist_ok=True)
    server = await TableServer(mayi.load_profile("petras"), rounds=7, folder=folder).start()
    print(f"tables are open on {HOST}:{PORT}")
    async with server:
        await server.serve_forever()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(main())

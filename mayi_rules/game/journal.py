"""A journal: a game saved change by change, at a cost that does not grow with it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from attrs import evolve

from mayi_rules.arguments import expect, expect_seed
from mayi_rules.cards import format_cards, parse_cards
from mayi_rules.documents.files import UnreadableError, reading, write_file
from mayi_rules.documents.line_file import LineFile
from mayi_rules.engine.engine import Step
from mayi_rules.engine.text.names import HOST_NAME
from mayi_rules.errors import MayIError, RecordError
from mayi_rules.game.change import Change, Counted, Played, Seated, TakenBack
from mayi_rules.game.game import Game
from mayi_rules.game.policies import Policy
from mayi_rules.game.resume import resume_last, seat_policies, seat_policy
from mayi_rules.moves import HOST, NextRound
from mayi_rules.records.journal_lines import FORMAT_VERSION, Line, Lines, read_lines, written_line
from mayi_rules.records.reader import load_record
from mayi_rules.records.record import Record
from mayi_rules.records.renewals import renewal_orders
from mayi_rules.records.replay import Verify

Bots = Callable[[str], Policy]
"""Makes the policy of a name."""


class Journal:
    """Keeps a game in a file: every change is written there before it holds.

    However the process ends, every change that was accepted is in the file. One that cannot be written is refused with
    an OSError, and nothing has changed. The file is the host's: it tells all cards.

    Attributes:
        game: the game that it keeps.
        torn: how many bytes of a line that was not written to its end were cut off when the game was resumed.
    """

    def __init__(self, game: Game, file: LineFile, checksum: int, *, sync: bool, torn: int = 0) -> None:
        self.game = game
        self.torn = torn
        self._file = file
        self._checksum = checksum
        self._sync = sync
        self._before = (file.size, checksum, game.version)  # as it was before the last line
        self._version = game.version
        game.keep_with(self)

    @classmethod
    def begin(cls, path: str | os.PathLike[str], game: Game, *, sync: bool = True) -> Self:
        """Begin the journal of a game, from where it stands.

        Args:
            path: a file that is not there yet.
            game: the game.
            sync: whether every change must be on the disk before it holds, so that it outlives the machine; else it
                outlives the process only, and the host calls `sync` when it thinks fit.

        Raises:
            OSError: the file is there already, or cannot be written.
            ValueError: the game has a journal already.
        """
        expect("game", game, Game, "a Game")
        with game.held:
            line, checksum = _header(game)
            write_file(path, line, replace=False)
            return cls(game, LineFile(os.path.realpath(path)), checksum, sync=sync)

    @classmethod
    def resume(
        cls,
        path: str | os.PathLike[str],
        *,
        sync: bool = True,
        bots: Bots | None = None,
        seed: int | str | None = None,
    ) -> Self:
        """Go on with the game of a journal, and keep it there.

        Args:
            path: the file. A last line that was not written to its end is cut off: its change was never accepted.
            sync: as for `begin`.
            bots: makes policies that are not the library's own, by their names; as for `replay`.
            seed: makes the shuffles to come reproducible; by default they come from a new secret key.

        Raises:
            OSError: the file cannot be read or written, or another process writes it.
            RecordError: a line is damaged or does not agree with the rules; the message names it.
        """
        expect_seed(seed)
        file = LineFile(os.path.realpath(path))
        try:
            lines = read_lines(file.read(), _label(path))
            game = _Retelling(lines, bots, seed).game()
            if lines.torn:
                file.cut(lines.size)
            return cls(game, file, lines.checksum, sync=sync, torn=lines.torn)
        except BaseException:
            file.close()
            raise

    def keep(self, change: Change, version: int) -> None:
        """Write a change that leads to this version of the game: what the game calls before the change holds.

        Raises:
            OSError: it cannot be written.
        """
        if self.game.version < self._version:  # the last change was written, but something kept it from holding
            size, self._checksum, self._version = self._before
            self._file.cut(size)
        line, checksum = written_line({"version": version, **_plain(change, self.game)}, self._checksum)
        before = (self._file.size, self._checksum, self._version)
        self._file.append(line, is_synced=self._sync)
        self._before, self._checksum, self._version = before, checksum, version

    def sync(self) -> None:
        """Have all that was written put on the disk."""
        self._file.sync()

    def compact(self) -> None:
        """Put one line in the place of all: the record of the game as it stands, from which it goes on.

        Raises:
            OSError: it cannot be written; the journal is as it was.
        """
        with self.game.held:
            line, checksum = _header(self.game)
            write_file(self._file.path, line)
            old = self._file
            try:
                self._file = LineFile(old.path)
            finally:
                old.close()  # where the new one cannot be opened nothing is written any more: changes are refused
            self._checksum, self._version = checksum, self.game.version
            self._before = (self._file.size, checksum, self._version)

    def close(self) -> None:
        """Keep the game no longer; the file stays."""
        self.game.keep_with(None)
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Journal {Path(self._file.path).name}, version {self._version}>"


def read_journal(path: str | os.PathLike[str]) -> Record:
    """The record of a journal's game as it stands; the file is only read.

    Raises:
        RecordError: it cannot be read, or a line is damaged or does not agree with the rules; the message names it.
    """
    expect("path", path, (str, os.PathLike), "a path to a journal")
    try:
        with reading():
            data = Path(path).read_bytes()
    except UnreadableError as error:
        raise RecordError(f"{_label(path)}: {error}") from error
    return _Retelling(read_lines(data, _label(path)), None, None).game().record


def _label(path: str | os.PathLike[str]) -> str:
    """How messages call the file: as it was given, but without the folders of an absolute path."""
    file = Path(path)
    return file.name if file.is_absolute() else os.fspath(path)


def _header(game: Game) -> tuple[bytes, int]:
    """The first line: the game as it stands."""
    return written_line({"journal": FORMAT_VERSION, "version": game.version, "record": game.record.to_dict()})


def _plain(change: Change, game: Game) -> dict[str, Any]:
    """A change as plain values."""
    match change:
        case Played(steps):
            return _played(steps, game.seats)
        case TakenBack(count):
            return {"undo": count}
        case Counted(scores):
            return {"told": dict(scores)}
        case Seated(seat, policy):
            return {"policies": {seat: policy}}


def _played(steps: tuple[Step, ...], seats: tuple[str, ...]) -> dict[str, Any]:
    """Steps as plain values: the moves, and what chance was in them."""
    values: dict[str, Any] = {
        "moves": [f"{HOST_NAME if one.move.seat == HOST else seats[one.move.seat]}: {one.move.text()}" for one in steps]
    }
    recycled = []
    for step in steps:
        state = step.state
        if isinstance(step.move, NextRound):
            order = step.move.order
            if order is None:
                order = state.setting.chance.deal_order(state.rules, state.round)
            values["deck"] = format_cards(order)
        for renewal, cards in enumerate(renewal_orders(step), start=step.before.tally.renewed):
            recycled.append([state.round, renewal, format_cards(cards)])
        if state.scores and not step.before.scores:
            values["scores"] = dict(zip(seats, state.scores, strict=True))
    return values | ({"recycled": recycled} if recycled else {})


class _Retelling:
    """Makes a game again from the lines of its journal."""

    def __init__(self, lines: Lines, bots: Bots | None, seed: int | str | None) -> None:
        self.lines = lines
        self.bots = bots
        self.seed = seed
        self._game: Game

    def game(self) -> Game:
        """The game as it stands after the last line."""
        header, *others = self.lines.lines
        orders = self._orders(others)
        with self._faults_of(header):
            record = load_record(header.values["record"], verify=Verify.NONE, label=f"{self.lines.name}:1")
            # The moves of the library where a cap is reached stand in the lines, so it makes none of its own here.
            game = resume_last(evolve(record, turn_cap=None), orders=orders, seed=self.seed)
            seat_policies(game, record, self.bots)
        for line in others:
            with self._faults_of(line):
                self._change(game, line.values)
                if game.version != line.values["version"]:
                    raise RecordError(f"it leads to version {game.version}, not to {line.values['version']}")
        game._guard.turn_cap = record.turn_cap
        return game

    def _orders(self, lines: Sequence[Line]) -> dict[tuple[int, int], tuple[bytes, ...]]:
        """The orders of all renewals, those of steps that were taken back included."""
        orders: dict[tuple[int, int], tuple[bytes, ...]] = {}
        for line in lines:
            with self._faults_of(line):
                for number, renewal, cards in line.values.get("recycled", ()):
                    key = (number, renewal)
                    orders[key] = (*orders.get(key, ()), bytes(parse_cards(cards)))
        return orders

    def _change(self, game: Game, values: Mapping[str, Any]) -> None:
        if "moves" in values:
            for text in values["moves"]:
                if text == f"{HOST_NAME}: {NextRound.name}":
                    game.next_round(deck=values["deck"])
                else:
                    game.play(text)
            scores = dict(zip(game.seats, game.state.scores, strict=False))
            if values.get("scores", scores) != scores:
                raise RecordError(f"the scores come out as {scores}, not as {values['scores']}")
        elif "undo" in values:
            game.undo(values["undo"])
        elif "told" in values:
            game.enter_scores(values["told"])
        elif "policies" in values:
            self._seat(game, values["policies"])
        else:
            raise RecordError("it says nothing that changes a game")

    def _seat(self, game: Game, policies: Mapping[str, str | None]) -> None:
        for seat, name in policies.items():
            seat_policy(game, seat, name, self.bots)

    @contextmanager
    def _faults_of(self, line: Line) -> Iterator[None]:
        """What is wrong here is blamed on a line; of a record its own messages name the place."""
        try:
            yield
        except (MayIError, KeyError, TypeError, ValueError) as error:
            told = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            here = f"{self.lines.name}:{line.number}"
            raise RecordError(told if told.startswith(here) else f"{here}: {told}") from error

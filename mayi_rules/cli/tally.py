"""The file of a score sheet: what was left in each hand, round by round; read strictly, written so that it survives."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, NoReturn

from attrs import define, field

from mayi_rules.cards import UNKNOWN, Hand, format_card, parse_cards
from mayi_rules.errors import MayIError, NotationError, RecordError
from mayi_rules.game.naming import check_names
from mayi_rules.game.scoring import hand_points
from mayi_rules.profile.loading import bundled_profiles, load_profile
from mayi_rules.profile.model import Profile
from mayi_rules.profile.nodes import Node
from mayi_rules.profile.reading import read_yaml
from mayi_rules.profile.resolving import round_rules
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.profile.writing import to_yaml

FORMAT_VERSION = 1
OUT = "out"
_MOST_POINTS = 10**6


@define
class Tally:
    """A score sheet.

    Attributes:
        profile: the rules.
        seats: the players' names.
        rounds: for every round begun, by name, what was entered: cards, `out`, or `= 35`.
    """

    profile: Profile
    seats: tuple[str, ...]
    rounds: list[dict[str, str]] = field(factory=list)

    def rules(self, number: int) -> RoundRules:
        """The rules of a round, from 1."""
        return round_rules(self.profile, len(self.seats), number)

    @property
    def awaited(self) -> tuple[int, str] | None:
        """The round and the name of the next entry; None when the game is over."""
        for number, entries in enumerate(self.rounds, start=1):
            for name in self.seats:
                if name not in entries:
                    return number, name
        number = len(self.rounds) + 1
        return (number, self.seats[0]) if number <= len(self.profile.rounds) else None

    def enter(self, text: str) -> int:
        """Enter what the next player has left; the points that it counts.

        Raises:
            RecordError: the game is over, or it cannot be so.
        """
        awaited = self.awaited
        if awaited is None:
            raise RecordError("the game is over: all rounds are entered")
        number, name = awaited
        entries = self.rounds[number - 1] if number <= len(self.rounds) else {}
        entry = _entry(text)
        self._check(number, {**entries, name: entry})
        if number > len(self.rounds):
            self.rounds.append(entries)
        entries[name] = entry
        return self.points(number, name)

    def undo(self) -> str | None:
        """Take the last entry back; the name of its player, or None if there is none."""
        if not self.rounds:
            return None
        name = next(name for name in reversed(self.seats) if name in self.rounds[-1])
        del self.rounds[-1][name]
        if not self.rounds[-1]:
            self.rounds.pop()
        return name

    def points(self, number: int, name: str) -> int:
        """What an entry counts."""
        entry, rules = self.rounds[number - 1][name], self.rules(number)
        if entry == OUT:
            return rules.going_out
        return int(entry[1:]) if entry.startswith("=") else hand_points(Hand.parse(entry), rules)

    def totals(self) -> tuple[int, ...]:
        """The points so far by player."""
        numbered = list(enumerate(self.rounds, start=1))
        return tuple(sum(self.points(number, name) for number, one in numbered if name in one) for name in self.seats)

    def _check(self, number: int, entries: dict[str, str]) -> None:
        """Refuse entries of a round that cannot be together."""
        if list(entries.values()).count(OUT) > 1:
            raise RecordError("somebody else went out in this round")
        rules = self.rules(number)
        hands = [Hand.parse(entry) for entry in entries.values() if entry != OUT and not entry.startswith("=")]
        cards = Hand.of(card for hand in hands for card in hand)
        for kind in cards.kinds:
            if cards.counts[kind] > rules.pack[kind]:
                held, most = cards.counts[kind], rules.pack[kind]
                raise RecordError(f"{format_card(kind)} is named {held} times in this round; the pack has {most}")

    def check(self) -> None:
        """Refuse a sheet that nobody can have entered."""
        self.rules(1)
        for number, entries in enumerate(self.rounds, start=1):
            if not entries or set(entries) - set(self.seats):
                raise RecordError(f"round {number} names somebody who does not play, or nobody")
            if len(entries) < len(self.seats) and number < len(self.rounds):
                raise RecordError(f"round {number} is not complete, but another one follows")
            if number > len(self.profile.rounds):
                raise RecordError(f"there is no round {number} in this game")
            self._check(number, entries)

    def to_dict(self) -> dict[str, Any]:
        """The sheet as plain values, points and totals included."""
        rounds = [
            {name: {"left": entry, "points": self.points(number, name)} for name, entry in entries.items()}
            for number, entries in enumerate(self.rounds, start=1)
        ]
        totals = dict(zip(self.seats, self.totals(), strict=True))
        return {"profile": self.profile.id, "seats": list(self.seats), "rounds": rounds, "totals": totals}

    def to_yaml(self) -> str:
        """The file."""
        bundled = self.profile.id in bundled_profiles() and load_profile(self.profile.id).digest == self.profile.digest
        lines = [f"score: {FORMAT_VERSION}", f"seats: {_flow(list(self.seats))}"]
        lines += ["rounds:", *[f"  - {_flow(entries)}" for entries in self.rounds]] if self.rounds else ["rounds: []"]
        if bundled:
            return "\n".join([*lines, f"profile: {self.profile.id}"]) + "\n"
        return "\n".join([*lines, "profile:", *[f"  {line}" for line in to_yaml(self.profile).splitlines()]]) + "\n"


def _flow(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _entry(text: str) -> str:
    """An entry as the file has it.

    Raises:
        RecordError: it is none.
    """
    text = text.strip()
    if text.lower() in (OUT, "-"):
        return OUT
    if text.startswith("="):
        number = text[1:].strip().replace("−", "-")
        digits = number.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) <= 6):
            raise RecordError(f"{text!r} is not a number of points: write = 35")
        return f"= {int(number)}"
    try:
        cards = parse_cards(text)
    except NotationError as error:
        raise RecordError(str(error)) from error
    if not cards or UNKNOWN in cards:
        raise RecordError("write the cards that are left, out, or the points: = 35")
    return str(Hand.of(cards))


def read_tally(path: Path) -> Tally:
    """Read a score sheet.

    Raises:
        RecordError: the file cannot be read, or is none.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: the file cannot be read: {error.strerror}") from error
    root, faults = read_yaml(data, str(path))
    if root is None or faults:
        raise RecordError("\n".join(map(str, faults)))

    def fail(message: str, node: Node) -> NoReturn:
        raise RecordError(f"{node.source}: {message}")

    values = root.plain()
    if not isinstance(values, dict) or values.get("score") != FORMAT_VERSION:
        fail(f"this is no score sheet: it begins with score: {FORMAT_VERSION}", root)
    if set(values) != {"score", "seats", "rounds", "profile"}:
        fail("a score sheet has score, seats, rounds and profile", root)
    seats, rounds, profile = values["seats"], values["rounds"], values["profile"]
    if not isinstance(seats, list) or not isinstance(rounds, list):
        fail("seats and rounds are lists", root)
    if not isinstance(profile, dict) and profile not in bundled_profiles():
        fail("profile is the id of a bundled game, or a whole profile", root.value["profile"])
    try:
        tally = Tally(load_profile(profile), check_names(seats))
        for number, entries in enumerate(rounds):
            if not isinstance(entries, dict) or not all(isinstance(one, str) for one in entries.values()):
                fail("a round says for each player what was left", root.value["rounds"].value[number])
            tally.rounds.append({name: _entry(entry) for name, entry in entries.items()})
        tally.check()
    except MayIError as error:
        message = str(error)
        raise RecordError(message if message.startswith(str(path)) else f"{path}: {message}") from error
    return tally


def write_tally(path: Path, tally: Tally) -> None:
    """Write a score sheet so that a crash leaves either the old file or the new one, whole."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("w", encoding="utf-8") as stream:
            stream.write(tally.to_yaml())
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise RecordError(f"{path}: the file cannot be written: {error.strerror}") from error
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

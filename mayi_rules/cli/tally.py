"""A score sheet for real cards: what was left in each hand, round by round, and who cut exactly."""

from __future__ import annotations

from typing import Any, NamedTuple

from attrs import define, field

from mayi_rules.cli.leftovers import Left, check_together, read_left, read_opened
from mayi_rules.errors import RecordError
from mayi_rules.profile.language.choices import GameWinner, Progress, Ties
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import RoundRules


class Entry(NamedTuple):
    """What was entered for a player in a round."""

    round: int
    name: str
    left: Left

    def __str__(self) -> str:
        return f"round {self.round}, {self.name}: {self.left}"


@define
class Tally:
    """A score sheet.

    Attributes:
        profile: the rules.
        seats: the players' names.
        rounds: for every round begun, by name, what was left.
        cuts: by round, who cut exactly (`deal.cut_bonus`).
    """

    profile: Profile
    seats: tuple[str, ...]
    rounds: list[dict[str, Left]] = field(factory=list)
    cuts: dict[int, str] = field(factory=dict)

    def copy(self) -> Tally:
        """The same sheet, to be changed by itself."""
        return Tally(self.profile, self.seats, [dict(entries) for entries in self.rounds], dict(self.cuts))

    def rules(self, number: int) -> RoundRules:
        """The rules of a round, from 1; where every player has a contract of his own, all rounds are dealt alike."""
        return round_rules(self.profile, len(self.seats), 1 if self.has_own_contracts else number)

    @property
    def has_own_contracts(self) -> bool:
        """Whether every player has a contract of his own (`contracts.progress`)."""
        return self.profile.contracts.progress is Progress.OWN

    def contract(self, number: int, name: str) -> int:
        """The number of the contract that a player has in a round."""
        if not self.has_own_contracts:
            return number
        return min(1 + self._laid(number - 1, name), len(self.profile.rounds))

    def _laid(self, rounds: int, name: str) -> int:
        """In how many of the first rounds a player opened."""
        return sum(name in entries and entries[name].has_opened for entries in self.rounds[:rounds])

    def contract_rules(self, number: int, name: str) -> RoundRules:
        """The rules of the contract that a player has in a round."""
        return round_rules(self.profile, len(self.seats), self.contract(number, name))

    def has_laid_the_last(self, name: str) -> bool:
        """Whether a player has laid the last contract of the game."""
        if self.has_own_contracts:
            return self._laid(len(self.rounds), name) >= len(self.profile.rounds)
        return len(self.rounds) == len(self.profile.rounds) and self.rounds[-1][name].has_opened

    def rounds_won(self, name: str) -> int:
        """In how many rounds a player went out."""
        return sum(name in entries and entries[name].is_out for entries in self.rounds)

    @property
    def says_who_opened(self) -> bool:
        """Whether it matters who has opened: each entry says it then."""
        return self.has_own_contracts or self.profile.contracts.winner is GameWinner.FINISHED

    @property
    def is_over(self) -> bool:
        """Whether all rounds of the game are entered."""
        if not self.rounds or len(self.rounds[-1]) < len(self.seats):
            return False
        if self.has_own_contracts:
            return any(self.has_laid_the_last(name) for name in self.seats)
        return len(self.rounds) == len(self.profile.rounds)

    def ranks(self) -> list[tuple[bool, int, int]]:
        """What orders the players, the best lowest (`contracts.winner`, `scoring.ties`)."""
        wins = self.profile.scoring.ties is Ties.ROUNDS_WON
        finished = self.is_over and self.profile.contracts.winner is GameWinner.FINISHED
        return [
            (finished and not self.has_laid_the_last(name), total, -self.rounds_won(name) if wins else 0)
            for name, total in zip(self.seats, self.totals(), strict=True)
        ]

    @property
    def max_rounds(self) -> int:
        """The number of the last round that can be: where every player has his own contract, the one that goes on."""
        if self.has_own_contracts:
            return len(self.rounds) + (not self.is_over)
        return len(self.profile.rounds)

    @property
    def awaited(self) -> tuple[int, str] | None:
        """The round and the name of the next entry; None when the game is over."""
        for number, entries in enumerate(self.rounds, start=1):
            for name in self.seats:
                if name not in entries:
                    return number, name
        return None if self.is_over else (len(self.rounds) + 1, self.seats[0])

    @property
    def has_cut_bonus(self) -> bool:
        """Whether an exact cut counts in this game."""
        return self.rules(1).cut_score is not None

    def enter(self, text: str) -> Entry:
        """Enter what the next player has left.

        Raises:
            RecordError: the game is over, or it cannot be so.
        """
        awaited = self.awaited
        if awaited is None:
            raise RecordError("the game is over: all rounds are entered; fix ROUND NAME … corrects an entry")
        return self.put(*awaited, text)

    def put(self, number: int, name: str, text: str) -> Entry:
        """Enter what a player has left in a round, in the place of what was entered before.

        Raises:
            RecordError: it cannot be so.
        """
        rules = self.rules(number)
        entries = self.rounds[number - 1] if number <= len(self.rounds) else {}
        left = read_opened(text, rules) if self.says_who_opened else read_left(text, rules)
        check_together({**entries, name: left}, rules)
        if number > len(self.rounds):
            self.rounds.append(entries)
        entries[name] = left
        return Entry(number, name, left)

    def entry(self, number: int, name: str) -> Entry:
        """What was entered.

        Raises:
            RecordError: nothing was.
        """
        if not 1 <= number <= len(self.rounds) or name not in self.rounds[number - 1]:
            raise RecordError(f"nothing is entered yet for {name} in round {number}")
        return Entry(number, name, self.rounds[number - 1][name])

    def undo(self) -> Entry | None:
        """Take the last entry back and return it; None if there is none."""
        if not self.rounds:
            return None
        number, entries = len(self.rounds), self.rounds[-1]
        name = next(name for name in reversed(self.seats) if name in entries)
        taken = Entry(number, name, entries.pop(name))
        if not entries:
            self.rounds.pop()
        return taken

    def cut(self, number: int, name: str | None) -> None:
        """Note who cut exactly in a round; None: nobody.

        Raises:
            RecordError: a cut counts nothing in this game, or there is no such round.
        """
        if not self.has_cut_bonus:
            raise RecordError("a cut counts nothing in this game")
        if not 1 <= number <= self.max_rounds:
            raise RecordError(f"there is no round {number} in this game: it has {len(self.profile.rounds)}")
        if name is None:
            self.cuts.pop(number, None)
        else:
            self.cuts[number] = name

    def is_without_winner(self, number: int) -> bool:
        """Whether all of a round is entered, and nobody went out."""
        entries = self.rounds[number - 1]
        return len(entries) == len(self.seats) and not any(left.is_out for left in entries.values())

    def bonus(self, number: int, name: str) -> int:
        """What a player gets for the cut of a round."""
        return (self.rules(number).cut_score or 0) if self.cuts.get(number) == name else 0

    def score(self, number: int, name: str) -> int:
        """What a player scores in a round, the cut included."""
        return self.rounds[number - 1][name].points + self.bonus(number, name)

    def totals(self) -> tuple[int, ...]:
        """The points so far by player."""
        numbered = list(enumerate(self.rounds, start=1))
        return tuple(sum(self.score(number, name) for number, one in numbered if name in one) for name in self.seats)

    def to_dict(self) -> dict[str, Any]:
        """The sheet as plain values, points and totals included."""
        rounds = [
            {
                name: {
                    "left": left.text,
                    "bonus": self.bonus(number, name),
                    "points": self.score(number, name),
                    **({"contract": self.contract(number, name)} if self.has_own_contracts else {}),
                }
                for name, left in entries.items()
            }
            for number, entries in enumerate(self.rounds, start=1)
        ]
        totals = dict(zip(self.seats, self.totals(), strict=True))
        return {"profile": self.profile.id, "seats": list(self.seats), "rounds": rounds, "totals": totals}

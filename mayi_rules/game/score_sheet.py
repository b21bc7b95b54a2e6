"""The score sheet: what was left in every hand, round by round, card by card; totals and standings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from attrs import frozen

from mayi_rules.cards import CARDS, NAMES, UNKNOWN, Card
from mayi_rules.engine.rules.scoring import hand_points, with_absent
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import NOBODY

if TYPE_CHECKING:
    from mayi_rules.typed import RoundScoresDict, ScoreLineDict, ScoreSheetDict


class Standing(NamedTuple):
    """A place in the standings; equal totals share it."""

    place: int
    seat: str
    total: int


def standings(totals: Sequence[int], seats: Sequence[str], ranks: Sequence[Any] | None = None) -> tuple[Standing, ...]:
    """Seats by total, the lowest first; equal totals share a place.

    Args:
        totals: by seat.
        seats: the names.
        ranks: what orders the seats where that is more than their totals, the best lowest.
    """
    order = totals if ranks is None else ranks
    ranked = sorted(range(len(totals)), key=lambda seat: order[seat])
    return tuple(Standing(1 + sum(one < order[seat] for one in order), seats[seat], totals[seat]) for seat in ranked)


@frozen
class ScoreLine:
    """What a seat scored in a round.

    Attributes:
        seat: its name.
        cards: what was left in hand, the dearest first.
        points: what each of these cards counts; None for a card that is not known.
        hand: their sum; None where a card is not known.
        going_out: what the profile gives for going out; 0 for the others.
        bonus: what was given before the deal (the cut).
        score: the sum of all three; None where it is not known.
        total: the points after this round.
        contract: the number of the contract that the seat had, where every seat has its own; else None.
        opened: whether it laid it.
    """

    seat: str
    cards: tuple[Card, ...]
    points: tuple[int | None, ...]
    hand: int | None
    going_out: int
    bonus: int
    score: int | None
    total: int
    contract: int | None = None
    opened: bool = False

    def to_dict(self) -> ScoreLineDict:
        """The line as plain values, its cards in notation; its contract where every seat has its own."""
        line: ScoreLineDict = {
            "seat": self.seat,
            "cards": " ".join(NAMES[card] for card in self.cards),
            "points": list(self.points),
            "hand": self.hand,
            "going_out": self.going_out,
            "bonus": self.bonus,
            "score": self.score,
            "total": self.total,
        }
        if self.contract is not None:
            line["contract"], line["opened"] = self.contract, self.opened
        return line


@frozen
class RoundScores:
    """The scores of one round.

    Attributes:
        round: its number.
        how: how it ended.
        winner: who went out, or None.
        lines: by seat.
    """

    round: int
    how: str
    winner: str | None
    lines: tuple[ScoreLine, ...]

    def to_dict(self) -> RoundScoresDict:
        """The scores as plain values."""
        lines = [line.to_dict() for line in self.lines]
        return {"round": self.round, "how": self.how, "winner": self.winner, "lines": lines}


@frozen
class ScoreSheet:
    """The scores of the rounds that are over, and what they come to.

    Attributes:
        rounds: in their order.
        totals: by seat's name; of players who did not complete the game what `scoring.absent` gives them, or None
            where it gives nothing.
    """

    rounds: tuple[RoundScores, ...]
    totals: dict[str, int | None]

    def to_dict(self) -> ScoreSheetDict:
        """The sheet as plain values."""
        return {"rounds": [one.to_dict() for one in self.rounds], "totals": dict(self.totals)}

    def __str__(self) -> str:
        lines = []
        for one in self.rounds:
            out = f", {one.winner} is out" if one.winner else ""
            lines.append(f"round {one.round}: {one.how}{out}")
            for line in one.lines:
                cards = " ".join(
                    NAMES[card] if points is None else f"{NAMES[card]}={points}"
                    for card, points in zip(line.cards, line.points, strict=True)
                )
                extra = f" going out {line.going_out:+}" if line.going_out else ""
                extra += f" cut {line.bonus:+}" if line.bonus else ""
                if line.contract is not None:
                    extra += f" contract {line.contract}{' laid' if line.opened else ''}"
                score = "?" if line.score is None else line.score
                lines.append(f"  {line.seat}: {cards or 'no cards'}{extra} → {score}, total {line.total}")
        totals = ", ".join(f"{seat} {'–' if total is None else total}" for seat, total in self.totals.items())
        return "\n".join([*lines, f"totals: {totals}"])


def score_sheet(ended: Iterable[State], now: State, seats: Sequence[str], absent: Collection[str]) -> ScoreSheet:
    """The sheet of a game.

    Args:
        ended: the positions in which rounds ended.
        now: the position now.
        seats: the names.
        absent: those who did not complete the game.
    """
    rounds = tuple(_round(state, seats) for state in ended)
    results = [None if seat in absent else total for seat, total in zip(seats, now.totals, strict=True)]
    totals = with_absent(results, now.rules) if absent else results
    return ScoreSheet(rounds, dict(zip(seats, totals, strict=True)))


def _round(state: State, seats: Sequence[str]) -> RoundScores:
    ending = state.ending
    assert ending is not None
    rules = state.rules
    lines = []
    for seat, hand in enumerate(state.hands):
        cards = tuple(CARDS[kind] for kind in sorted(hand, key=lambda kind: (-rules.points[kind], kind)))
        lines.append(
            ScoreLine(
                seats[seat],
                cards,
                tuple(None if card == UNKNOWN else rules.points[card] for card in cards),
                None if hand.counts[UNKNOWN] else hand_points(hand, rules),
                rules.going_out if seat == ending.winner else 0,
                state.setting.bonuses[seat],
                ending.scores[seat] if ending.scores else None,
                state.totals[seat],
                state.contract_number(seat) if rules.own_contracts else None,
                rules.own_contracts and state.has_opened(seat),
            )
        )
    winner = None if ending.winner == NOBODY else seats[ending.winner]
    return RoundScores(state.round, ending.how, winner, tuple(lines))

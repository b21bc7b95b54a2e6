"""The shapes of what `to_dict()` returns, for type checkers: plain values, as JSON has them.

They are the same as those of the JSON schemas where there is one. Cards are text in notation, seats are names.
"""

from typing import Any, NotRequired, TypedDict

__all__ = [
    "CaseDict",
    "ComparisonDict",
    "ContractItemDict",
    "CountersDict",
    "DealDict",
    "EstimateDict",
    "EventDict",
    "FaultDict",
    "FixDict",
    "LaidMeldDict",
    "MatchDict",
    "MoveDict",
    "OwnContractDict",
    "PlayedBotDict",
    "ProblemDict",
    "ReasonDict",
    "RecordDict",
    "RecordedRoundDict",
    "ReportDict",
    "RoundScoresDict",
    "ScoreLineDict",
    "ScoreSheetDict",
    "VerdictDict",
    "ViewDict",
    "WindowDict",
]


class MoveDict(TypedDict):
    """`Move.to_dict()`: its kind, its seat as a number (-1 for the host), its text."""

    move: str
    seat: int
    text: str


class ReasonDict(TypedDict):
    """`Reason.to_dict()`: the code, the sentence, the key that says so, and where that was written."""

    code: str
    text: str
    rule: str | None
    source: str | None
    params: dict[str, str | int | list[str]]


class VerdictDict(TypedDict):
    """`Verdict.to_dict()`."""

    ok: bool
    reasons: list[ReasonDict]


class FaultDict(TypedDict):
    """`Fault.to_dict()`."""

    message: str
    rule: str
    path: str
    file: str | None
    line: int | None
    column: int | None


class FixDict(TypedDict):
    """`Fix.to_dict()`."""

    kind: str
    text: str
    move: str
    key: str | None
    value: Any
    changes: dict[str, Any]
    source: str | None
    proved: bool


class ContractItemDict(TypedDict):
    """A meld of the contract: set or run, and the fewest cards."""

    kind: str
    least: int


class OwnContractDict(TypedDict):
    """The contract of a seat that has its own: its number, from 1, and its melds."""

    number: int
    melds: list[ContractItemDict]


class LaidMeldDict(TypedDict):
    """A meld on the table: who laid it, set or run, its cards."""

    seat: str
    kind: str
    meld: str


class WindowDict(TypedDict):
    """The buying window: the card on offer, who is asked, who has asked for it."""

    stage: str
    offer: str
    asked: list[str]
    asker: str | None


class ViewDict(TypedDict):
    """`View.to_dict()`; docs/hidden-information.md tells every field."""

    profile: str
    round: int
    rounds: int
    contract: list[ContractItemDict]
    contracts: NotRequired[dict[str, OwnContractDict]]
    seat: str | None
    seats: list[str]
    dealer: str
    cutter: str | None
    phase: str
    turn: str | None
    to_act: list[str]
    hand: str
    hand_sizes: dict[str, int]
    known: dict[str, str]
    table: list[LaidMeldDict]
    opened: list[str]
    opened_now: bool
    freed: str
    discards: str
    stock_size: int
    stock: str | None
    renewed: int
    bought: dict[str, int]
    window: WindowDict | None
    bonuses: dict[str, int]
    scores: dict[str, int]
    totals: dict[str, int]
    ended: str | None
    reason: str | None
    winner: str | None
    winners: list[str]


class EventDict(TypedDict):
    """`Event.to_dict()`; a seat is its name where `to_dict` is given the names, else its number."""

    event: str
    seq: NotRequired[int]
    seat: NotRequired[str | int]
    cards: NotRequired[str]
    melds: NotRequired[list[str]]
    kinds: NotRequired[list[str]]
    number: NotRequired[int]
    scores: NotRequired[dict[str, int]]
    how: NotRequired[str]
    reason: NotRequired[str]
    seats: NotRequired[list[str | int]]
    freed: NotRequired[str]
    rounds: NotRequired[int]
    phase: NotRequired[str]
    stock: NotRequired[int]
    contract: NotRequired[list[ContractItemDict]]
    contracts: NotRequired[dict[str, OwnContractDict]]
    cutter: NotRequired[str | int]


class ScoreLineDict(TypedDict):
    """What a seat scored in a round; None for what is not known."""

    seat: str
    cards: str
    points: list[int | None]
    hand: int | None
    going_out: int
    bonus: int
    score: int | None
    total: int
    contract: NotRequired[int]
    opened: NotRequired[bool]


class RoundScoresDict(TypedDict):
    """The scores of one round."""

    round: int
    how: str
    winner: str | None
    lines: list[ScoreLineDict]


class ScoreSheetDict(TypedDict):
    """`ScoreSheet.to_dict()`."""

    rounds: list[RoundScoresDict]
    totals: dict[str, int | None]


class CountersDict(TypedDict):
    """How far a game had counted when it was saved."""

    game: str
    version: int
    events: int


class RecordedRoundDict(TypedDict):
    """A round of a record; what is not there was not noted."""

    round: NotRequired[int]
    comment: NotRequired[str]
    deck: str
    recycled: NotRequired[list[str]]
    moves: NotRequired[list[str]]
    scores: NotRequired[dict[str, int]]


class RecordDict(TypedDict):
    """`Record.to_dict()`; `profile` holds the rules as `Profile.to_dict()` has them."""

    record: int
    rules_version: NotRequired[int]
    comment: NotRequired[str]
    turn_cap: NotRequired[int | None]
    seats: list[str]
    dealer: str
    profile_digest: NotRequired[str]
    profile: dict[str, Any] | str
    rounds: list[RecordedRoundDict]
    digest: NotRequired[str]
    snapshot: NotRequired[dict[str, Any]]
    counters: NotRequired[CountersDict]
    policies: NotRequired[dict[str, str]]
    checksum: NotRequired[str]


class EstimateDict(TypedDict):
    """`Estimate.to_dict()`; one value alone has no interval."""

    mean: float
    low: NotRequired[float]
    high: NotRequired[float]
    samples: int


class DealDict(TypedDict):
    """`DealResult.to_dict()`."""

    seed: int | str
    round: int
    bots: list[str]
    scores: list[int]
    turns: int
    how: str
    winner: int | None


class PlayedBotDict(TypedDict):
    """How a bot did in a match: points a round, and how many rounds it won by going out."""

    points: float
    went_out: int


class MatchDict(TypedDict):
    """`MatchResult.to_dict()`."""

    profile: str
    digest: str
    cap: int
    rounds: int
    abandoned: int
    endings: dict[str, int]
    turns: float
    bots: dict[str, PlayedBotDict]
    deals: list[DealDict]


class ComparisonDict(TypedDict):
    """`Comparison.to_dict()`."""

    profile: str
    digest: str
    better: str
    other: str
    difference: EstimateDict
    by_round: dict[str, EstimateDict]
    points: dict[str, float]
    went_out: dict[str, int]
    rounds: int
    cap: int
    abandoned: int
    turns: float


class ProblemDict(TypedDict):
    """`Problem.to_dict()`: why a scenario failed."""

    step: int | None
    said: str
    what: str
    expected: str
    came: str
    where: str


class CaseDict(TypedDict):
    """`CaseResult.to_dict()`: how a scenario went."""

    file: str
    line: int | None
    case: str
    ok: bool
    problems: list[ProblemDict]


class ReportDict(TypedDict):
    """`Report.to_dict()`: how all scenarios of some files went."""

    ok: bool
    passed: int
    failed: int
    cases: list[CaseDict]
    faults: list[FaultDict]

"""The rules of one game as an immutable value: what a profile holds, and nothing of what is done with it."""

from __future__ import annotations

from typing import Any, TypeVar

import attrs

from mayi_rules.arguments import expect_text
from mayi_rules.profile.language.choices import Irregularities, MeldKind
from mayi_rules.profile.language.key_sentences import contract_sentence
from mayi_rules.profile.language.keys import key, required_section, section
from mayi_rules.profile.language.meld_sections import Melds, Wilds
from mayi_rules.profile.language.sections import Contracts, Deal, Pack, Players, Scoring, Stock
from mayi_rules.profile.language.table import Table
from mayi_rules.profile.language.turn_sections import Buying, Discarding, Drawing, GoingOut, LayingOff, Opening
from mayi_rules.reasons import Source

LANGUAGE_VERSION = 1
ID_PATTERN = "^[a-z0-9]+(-[a-z0-9]+)*$"

NOT_RULES = ("profile", "id", "name", "summary", "sources", "notes")
"""Keys that say nothing about how the game is played."""

RULE_SECTIONS = ("melds", "wilds", "opening", "laying_off", "drawing", "buying", "discarding", "going_out", "scoring")
"""The sections whose keys a round may set for itself, in `rules`."""


@attrs.frozen
class ContractMeld:
    """One meld of a contract as the profile writes it.

    Attributes:
        kind: set or run.
        min: its own minimum, or None for that of its kind.
    """

    kind: MeldKind
    min: int | None = None

    def to_plain(self) -> str | dict[str, int]:
        """The item as YAML has it: `set`, or `{run: 7}`."""
        return self.kind.value if self.min is None else {self.kind.value: self.min}

    def __str__(self) -> str:
        return self.kind.value if self.min is None else f"{{{self.kind.value}: {self.min}}}"


OwnPack = Table[str, object]
"""The keys of `pack` that a round has for itself, with their values."""


def own_rule_path(number: int, key: str) -> str:
    """Where a round says for itself what a key of the game says: `rounds.7.rules.opening.size`, `rounds.7.pack`."""
    return f"rounds.{number}.{key}" if key.startswith("pack.") else f"rounds.{number}.rules.{key}"


def own_rule_of(path: str) -> str:
    """The key of the game that a round's own rule stands for; empty for any other path."""
    steps = path.split(".")
    if steps[0] != "rounds" or len(steps) < 4:
        return ""
    if steps[2] == "rules":
        return ".".join(steps[3:])
    return ".".join(steps[2:]) if steps[2] == "pack" else ""


@attrs.frozen(kw_only=True)
class Round:
    """One round: cards dealt, contract, and rules that hold in this round only."""

    deal: int = key(
        "Cards dealt to each player.",
        least=1,
        most=60,
        unit="cards",
        sentence="Each player is dealt {count}.",
    )
    contract: tuple[ContractMeld, ...] = key(
        "The melds that an opening lays down; an item may give its own minimum ({run: 7}).",
        values="a list of set, run, {set: size} and {run: size}",
        sentence=contract_sentence,
    )
    rules: Table[str, Any] = key(
        "Rules that hold in this round only; they win over the sections of the same names.",
        default=Table(),
        values="a mapping of melds, wilds, opening, laying_off, drawing, buying, discarding, going_out, scoring",
        by_key=True,
    )
    pack: OwnPack = key(
        "The pack of this round, where it is another one: what it says wins over the game's pack.",
        default=Table(),
        values="a mapping of decks, jokers, wild",
        by_key=True,
    )

    @property
    def own(self) -> Table[str, Any]:
        """What holds in this round only, `rules` and `pack`, by the key of the game that it stands for."""
        return Table({**self.rules, **{f"pack.{name}": value for name, value in self.pack.items()}})


@attrs.frozen(kw_only=True)
class GameRules:
    """The rules of one game. Immutable, hashable, picklable; every field is the key of the same name.

    What loading makes, checks ask and sheets print; `Profile` is this value for everybody else.

    Attributes:
        citations: the key `sources`: titles of what the profile was written from.
        sources: where each key was written, by key path.
        base: the profile that this one extends or overrides, or None; like `sources` no part of equality, hash or
            digest.
    """

    version: int = key(
        "The version of the profile language.",
        values=str(LANGUAGE_VERSION),
        schema={"const": LANGUAGE_VERSION},
        name="profile",
    )
    id: str = key(
        "The short unique name: a-z, 0-9 and single hyphens between them.",
        values="a text of a-z, 0-9 and -",
        schema={"pattern": ID_PATTERN, "maxLength": 64},
    )
    name: str = key("The name for people; by default the id.", default="", schema={"maxLength": 200})
    summary: str = key("One line for people.", default="", schema={"maxLength": 1000})
    citations: tuple[str, ...] = key(
        "What the profile was written from; a profile that extends another one has none but its own.",
        default=(),
        values="a list of texts",
        schema={"items": {"type": "string", "maxLength": 2000}, "maxItems": 200},
        name="sources",
    )
    notes: tuple[str, ...] = key(
        "Where the sources leave a question open, and how it is settled here; a profile that extends another one "
        "has none but its own.",
        default=(),
        values="a list of texts",
        schema={"items": {"type": "string", "maxLength": 2000}, "maxItems": 200},
    )
    players: Players = required_section(Players)
    pack: Pack = required_section(Pack)
    deal: Deal = section(Deal)
    contracts: Contracts = section(Contracts)
    rounds: tuple[Round, ...] = key(
        "The rounds in their order; a mapping {7: {rules: …}} changes single rounds of what is inherited.",
        values="a list of rounds, or a mapping from the number of a round to what changes in it",
        by_key=True,
    )
    melds: Melds = section(Melds)
    wilds: Wilds = section(Wilds)
    opening: Opening = section(Opening)
    laying_off: LayingOff = section(LayingOff)
    drawing: Drawing = section(Drawing)
    buying: Buying = section(Buying)
    discarding: Discarding = section(Discarding)
    going_out: GoingOut = section(GoingOut)
    stock: Stock = section(Stock)
    scoring: Scoring = section(Scoring)
    irregularities: Irregularities = key(
        "The remedies that a referee applies to irregular play.",
        default=Irregularities.NONE,
        sentence={
            Irregularities.NONE: "No rule says what is done about mistakes in play; the table settles them.",
            Irregularities.CONTINENTAL: "Irregular play is settled by the remedies of Continental Rummy.",
        },
    )
    sources: Table[str, Source] = attrs.field(default=Table(), eq=False, repr=False)
    base: GameRules | None = attrs.field(default=None, eq=False, repr=False)
    _cache: dict[object, Any] = attrs.field(factory=dict, init=False, eq=False, repr=False)

    def source_of(self, path: str) -> Source | None:
        """Where this key, or else the nearest section around it, was written; None for a default."""
        expect_text("path", path, "a key path ('buying.penalty_cards')")
        while path:
            if path in self.sources:
                return self.sources[path]
            path = path.rpartition(".")[0]
        return None

    def __reduce__(self) -> tuple[Any, ...]:
        values = {attribute.name: getattr(self, attribute.name) for attribute in FIELDS}
        return _restore, (type(self), values)


P = TypeVar("P", bound=GameRules)
"""Whatever class of profile is given."""

FIELDS: tuple[attrs.Attribute[Any], ...] = tuple(attribute for attribute in attrs.fields(GameRules) if attribute.init)


def _restore(kind: type[GameRules], values: dict[str, Any]) -> GameRules:
    return kind(**values)

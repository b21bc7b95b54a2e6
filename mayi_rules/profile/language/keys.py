"""What each key of the profile language says about itself, carried by the fields of the model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

if TYPE_CHECKING:
    from mayi_rules.profile.language.effects import InRound
    from mayi_rules.profile.language.model import GameRules

METADATA = "mayi"
MAX_POINTS = 1000

OTHERWISE = "otherwise"
"""Stands, among the sentences of a key, for all values that have none of their own."""

Sentence = str | Mapping[Any, str] | Callable[[Any], str]
"""How a key says its value to people: a template, one for each value, or a function of the value (as YAML has it).

A template may hold `{value}` (the number in words) and `{count}` (with its unit: `three cards`).
"""


InGame = Callable[[Any, "GameRules"], str | None]
"""How a key says its value in one game, where other keys change what is true of it; None where they do not."""


Canonical = Callable[[Any, "GameRules", range], Any]
"""What a value (as YAML has it) comes to for some numbers of players; values that come to the same are one rule."""


Idle = Callable[["InRound"], str | None]
"""Why a key can have no effect in a round, or None where it has one."""


@attrs.frozen(kw_only=True)
class KeyData:
    """All that is to be said of one key, beside its field.

    Attributes:
        description: one plain sentence.
        default: the value that holds when nobody writes the key; `attrs.NOTHING` when it must be written.
        least: the smallest whole number allowed.
        most: the largest whole number allowed.
        unit: what a whole number counts ("cards", "points" …).
        values: the values in words, where the type alone does not say it.
        sentence: what the rule sheet says for each value, or None for what is no rule.
        in_game: what the rule sheet of one game says instead, where its other rules make the sentence untrue.
        schema: what the JSON schema says beyond the type.
        rule: its name in the rules of a round (`RoundRules`), into which its value goes as it is; None for no limit.
        idle: when it can have no effect in a round.
        likely: the values that random profiles choose from, each as likely as it is often here; by default the
            values that the type has, or the smallest numbers.
        canonical: what its value comes to, where one rule can be written in several ways.
        by_key: whether its mapping is merged key by key, as a section is; else a mapping is replaced as a whole.
        whole_game: whether it holds for the whole game, so that no round sets it for itself though its section may be
            set there.
        name: the key in YAML, where it is not the field's name.
        is_section: whether the field groups further keys, which are merged one by one.
    """

    description: str
    default: Any
    least: int | None = None
    most: int | None = None
    unit: str | None = None
    values: str | None = None
    sentence: Sentence | None = None
    in_game: InGame | None = None
    schema: Mapping[str, Any] | None = None
    rule: str | None = None
    idle: Idle | None = None
    likely: Sequence[Any] = ()
    canonical: Canonical | None = None
    by_key: bool = False
    whole_game: bool = False
    name: str | None = None
    is_section: bool = False


def key(
    description: str,
    *,
    default: Any = attrs.NOTHING,
    least: int | None = None,
    most: int | None = None,
    unit: str | None = None,
    values: str | None = None,
    sentence: Sentence | None = None,
    in_game: InGame | None = None,
    schema: Mapping[str, Any] | None = None,
    rule: str | None = None,
    idle: Idle | None = None,
    likely: Sequence[Any] = (),
    canonical: Canonical | None = None,
    by_key: bool = False,
    whole_game: bool = False,
    name: str | None = None,
) -> Any:
    """A model field for one key of the language; see `KeyData` for the arguments."""
    data = KeyData(
        description=description,
        default=default,
        least=least,
        most=most,
        unit=unit,
        values=values,
        sentence=sentence,
        in_game=in_game,
        schema=schema,
        rule=rule,
        idle=idle,
        likely=likely,
        canonical=canonical,
        by_key=by_key,
        whole_game=whole_game,
        name=name,
    )
    return attrs.field(default=default, metadata={METADATA: data})


def section(cls: type[Any]) -> Any:
    """A model field for a group of keys; it describes itself by the first line of its class."""
    return _section(cls, attrs.Factory(cls))


def required_section(cls: type[Any]) -> Any:
    """A model field for a group of keys some of which must be written."""
    return _section(cls, attrs.NOTHING)


def _section(cls: type[Any], default: Any) -> Any:
    description = (cls.__doc__ or "").partition("\n")[0]
    data = KeyData(description=description, default=default, is_section=True)
    return attrs.field(default=default, metadata={METADATA: data})


def key_data(attribute: attrs.Attribute[Any]) -> KeyData:
    """The metadata of a model field."""
    data: KeyData = attribute.metadata[METADATA]
    return data


def key_name(attribute: attrs.Attribute[Any]) -> str:
    """The key that a model field has in YAML."""
    return key_data(attribute).name or attribute.name

"""From a tree that the schema has passed to the model."""

from __future__ import annotations

import typing
from functools import cache
from typing import Any

import attrs

from mayi_rules.documents.nodes import Node
from mayi_rules.profile.language.choices import MeldKind
from mayi_rules.profile.language.descriptions import rule_leaves
from mayi_rules.profile.language.model import LANGUAGE_VERSION, ContractMeld, GameRules, OwnPack, P
from mayi_rules.profile.language.paths import flat_rules
from mayi_rules.profile.language.sections import DEFAULT_POINTS, Count, Pack, Points
from mayi_rules.profile.language.table import Table
from mayi_rules.profile.language.turn_sections import Flag, Penalty

POINTS = "scoring.points"


def profile_from_tree(root: Node, kind: type[P], *, base: P | None = None) -> P:
    """The profile of a merged tree that has passed the schema.

    Args:
        root: the tree.
        kind: the class of the profile.
        base: what it extends.
    """
    values = root.plain()
    values.pop("extends", None)
    values.setdefault("profile", LANGUAGE_VERSION)  # a mapping that extends may leave it out
    if not values.get("name"):
        values["name"] = values["id"]
    sources = Table({path: node.key_source for path, node in root.walk() if node.key_source.label})
    rules: GameRules = _converter().structure(values, GameRules)
    fields = {field.name: getattr(rules, field.name) for field in attrs.fields(GameRules) if field.init}
    rounds = tuple(attrs.evolve(one, rules=_with_points(one.rules, rules.scoring.points)) for one in rules.rounds)
    return kind(**fields | {"rounds": rounds, "sources": sources, "base": base})


def _with_points(rules: Table[str, Any], points: Points) -> Table[str, Any]:
    """A round's rules with all points, where it has some of its own: the others are those of the game."""
    return Table({**rules, POINTS: Table({**points, **rules[POINTS]})}) if POINTS in rules else rules


@cache
def _converter() -> Any:
    from cattrs import Converter  # takes longer to import than a profile to read
    from cattrs.gen import make_dict_structure_fn, override

    converter = Converter(forbid_extra_keys=True, detailed_validation=False)

    def count(value: Any, _kind: Any) -> Any:
        return (
            Table({int(players): value[players] for players in sorted(value, key=int)})
            if isinstance(value, dict)
            else value
        )

    def points(value: Any, _kind: Any) -> Points:
        return Table(dict(DEFAULT_POINTS) | value)

    def penalty(value: Any, _kind: Any) -> Any:
        return tuple(value) if isinstance(value, list | tuple) else value

    def rules(value: Any, _kind: Any) -> Table[str, Any]:
        leaves = rule_leaves()
        return Table(
            {
                path: Table(one) if path == POINTS else converter.structure(one, leaves[path])
                for path, one in flat_rules(value).items()
            }
        )

    def own_pack(value: Any, _kind: Any) -> OwnPack:
        hints = typing.get_type_hints(Pack)
        return Table({name: converter.structure(value[name], kind) for name, kind in hints.items() if name in value})

    def contract_meld(value: Any, _kind: Any) -> ContractMeld:
        if isinstance(value, dict):
            ((kind, least),) = value.items()
            return ContractMeld(MeldKind(kind), least)
        return ContractMeld(MeldKind(value))

    converter.register_structure_hook_func(lambda kind: kind == Count, count)
    converter.register_structure_hook_func(lambda kind: kind == Count | None, count)
    converter.register_structure_hook_func(lambda kind: kind == Flag, count)
    converter.register_structure_hook_func(lambda kind: kind == Penalty, penalty)
    converter.register_structure_hook_func(lambda kind: kind == Points, points)
    converter.register_structure_hook_func(lambda kind: kind == Table[str, Any], rules)
    converter.register_structure_hook_func(lambda kind: kind == OwnPack, own_pack)
    converter.register_structure_hook(ContractMeld, contract_meld)
    converter.register_structure_hook(
        GameRules,
        make_dict_structure_fn(
            GameRules,
            converter,
            version=override(rename="profile"),
            citations=override(rename="sources"),
            sources=override(omit=True),
            base=override(omit=True),
            _cattrs_forbid_extra_keys=True,
            _cattrs_detailed_validation=False,
        ),
    )
    return converter

"""From a tree that the schema has passed to the model."""

from __future__ import annotations

import typing
from functools import cache
from typing import Any

from mayi_rules.documents.nodes import Node
from mayi_rules.profile.language.choices import MeldKind
from mayi_rules.profile.language.descriptions import rule_leaves
from mayi_rules.profile.language.model import LANGUAGE_VERSION, ContractMeld, OwnPack, Profile
from mayi_rules.profile.language.paths import flat_rules
from mayi_rules.profile.language.sections import DEFAULT_POINTS, Count, Pack, Points
from mayi_rules.profile.language.table import Table
from mayi_rules.reasons import Source


def profile_from_tree(root: Node) -> Profile:
    """The profile of a merged tree that has passed the schema."""
    values = root.plain()
    values.pop("extends", None)
    values.setdefault("profile", LANGUAGE_VERSION)  # a mapping that extends may leave it out
    if not values.get("name"):
        values["name"] = values["id"]
    sources = Table({path: node.key_source for path, node in root.walk() if node.key_source.label})
    return _build(values, sources)


def _build(values: dict[str, Any], sources: Table[str, Source]) -> Profile:
    import attrs

    profile: Profile = _converter().structure(values, Profile)
    return attrs.evolve(profile, sources=sources)


@cache
def _converter() -> Any:
    from cattrs import Converter
    from cattrs.gen import make_dict_structure_fn, override

    converter = Converter(forbid_extra_keys=True, detailed_validation=False)

    def count(value: Any, _kind: Any) -> Any:
        if isinstance(value, dict):
            return Table(
                {int(players): number for players, number in sorted(value.items(), key=lambda one: int(one[0]))}
            )
        return value

    def points(value: Any, _kind: Any) -> Points:
        return Table(dict(DEFAULT_POINTS) | value)

    def rules(value: Any, _kind: Any) -> Table[str, Any]:
        leaves = rule_leaves()
        return Table({path: converter.structure(one, leaves[path]) for path, one in flat_rules(value).items()})

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
    converter.register_structure_hook_func(lambda kind: kind == Points, points)
    converter.register_structure_hook_func(lambda kind: kind == Table[str, Any], rules)
    converter.register_structure_hook_func(lambda kind: kind == OwnPack, own_pack)
    converter.register_structure_hook(ContractMeld, contract_meld)
    converter.register_structure_hook(
        Profile,
        make_dict_structure_fn(
            Profile,
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

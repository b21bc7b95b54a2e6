"""Writing a profile as YAML."""

from __future__ import annotations

import re
from typing import Any

from mayi_rules.profile.digest import written_profile
from mayi_rules.profile.language.model import GameRules
from mayi_rules.profile.language.plain import profile_to_plain

_PLAIN_TEXT = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_NOT_TEXT = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
_FLOW = ("players", "decks", "jokers", "set", "run", "swap", "points", "cut_bonus", "block")


def to_yaml(profile: GameRules, *, defaults: bool = True) -> str:
    """The profile as complete YAML, without `extends`.

    Args:
        profile: the rules.
        defaults: whether rules that say what is the default anyway are written too.
    """
    import yaml

    tree = profile_to_plain(profile) if defaults else written_profile(profile)
    tree["rounds"] = [_Flow(one) for one in tree["rounds"]]

    class Dumper(yaml.SafeDumper):
        def ignore_aliases(self, data: Any) -> bool:  # noqa: ARG002 - the profile language has no aliases
            return True

    def text(dumper: Any, value: str) -> Any:
        plain = _PLAIN_TEXT.fullmatch(value) and value.lower() not in _NOT_TEXT
        return dumper.represent_scalar("tag:yaml.org,2002:str", value, style=None if plain else '"')

    def mapping(dumper: Any, value: dict[str, Any], *, flow: bool = False) -> Any:
        pairs = [
            (_key(name), _Flow(one) if name in _FLOW and isinstance(one, dict) else one) for name, one in value.items()
        ]
        return dumper.represent_mapping("tag:yaml.org,2002:map", pairs, flow_style=flow)

    def flow(dumper: Any, value: _Flow) -> Any:
        return mapping(dumper, value, flow=True)

    def sequence(dumper: Any, value: list[Any]) -> Any:
        short = all(isinstance(one, str) and len(one) <= 10 for one in value)
        return dumper.represent_sequence("tag:yaml.org,2002:seq", value, flow_style=short)

    Dumper.add_representer(str, text)
    Dumper.add_representer(dict, mapping)
    Dumper.add_representer(_Flow, flow)
    Dumper.add_representer(list, sequence)
    return str(yaml.dump(tree, Dumper=Dumper, sort_keys=False, allow_unicode=True, width=100))


class _Flow(dict[str, Any]):
    """A mapping that is written in one line."""


def _key(name: str) -> str | int:
    return int(name) if re.fullmatch(r"[1-9][0-9]*", name) else name

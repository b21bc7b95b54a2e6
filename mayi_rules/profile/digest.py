"""The digest of a profile: over the rules that differ from the defaults of its language version.

A key that a later release adds has a default that is what held before. It changes no digest, and no record either:
neutral values are not written.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from mayi_rules.profile.difference import canonical, flat_profile
from mayi_rules.profile.language.descriptions import find_key
from mayi_rules.profile.language.model import NOT_RULES, GameRules, own_rule_of
from mayi_rules.profile.language.paths import flat_rules, is_one_value
from mayi_rules.profile.language.plain import nested, profile_to_plain

_NOTHING = object()
_ALWAYS = ("pack.wild",)
"""Keys that count, and are written, even where they say the default, as they were from the first."""


def digest_of(profile: GameRules) -> str:
    """SHA-256 (hex) of the rules that differ from the defaults, with the version of the language, as canonical JSON."""
    known: str | None = profile._cache.get("digest")
    if known is None:
        known = _sha256({"profile": profile.version, "rules": _differing_rules(profile)})
        profile._cache["digest"] = known
    return known


def _differing_rules(profile: GameRules) -> dict[str, Any]:
    """The rules that differ from the defaults, by key path, each in its canonical form."""
    players = range(profile.players.min, profile.players.max + 1)
    found = {}
    for path, value in flat_profile(profile).items():
        form = canonical(profile, path, _without_defaults(path, value), players)
        default = default_of(path)
        if path in _ALWAYS or default is ... or form != canonical(profile, path, default, players):
            found[path] = form
    return found


def written_profile(profile: GameRules) -> dict[str, Any]:
    """The resolved profile as plain values, without what is the default anyway; `Profile.from_dict` reads it."""
    tree = profile_to_plain(profile)
    found: dict[str, Any] = {name: tree[name] for name in NOT_RULES if name in ("profile", "id") or tree[name]}
    for name, value in tree.items():
        if name == "rounds":
            found[name] = [_written_round(one) for one in value]
        elif name not in NOT_RULES and (kept := _differing(name, value)) is not _NOTHING:
            found[name] = kept
    return found


def _written_round(one: dict[str, Any]) -> dict[str, Any]:
    found = {}
    for name, value in one.items():
        if name == "pack":
            found[name] = value
        elif name == "rules":
            found[name] = nested({path: _without_defaults(path, rule) for path, rule in flat_rules(value).items()})
        elif (kept := _differing(f"rounds.{name}", value)) is not _NOTHING:
            found[name] = kept
    return found


def _differing(path: str, value: Any) -> Any:
    """What a value, or a section, says beyond the defaults; `_NOTHING` where that is nothing (null is a value)."""
    if not isinstance(value, dict) or is_one_value(path):
        kept = _without_defaults(path, value)
        return _NOTHING if kept == default_of(path) and path not in _ALWAYS else kept
    below = {name: _differing(f"{path}.{name}", one) for name, one in value.items()}
    return {name: one for name, one in below.items() if one is not _NOTHING} or _NOTHING


def _without_defaults(path: str, value: Any) -> Any:
    """A choice that is a mapping, without those of its keys that say the default."""
    rule = _rule_of(path)
    if not isinstance(value, dict) or not is_one_value(rule):
        return value
    return {name: one for name, one in value.items() if one != default_of(f"{rule}.{name}")}


def _rule_of(path: str) -> str:
    """The key of the game that a round's own rule stands for; any other path as it is."""
    return own_rule_of(path) or path


def default_of(path: str) -> Any:
    """The default of a key as YAML has it; `...` where it has none.

    A round's own rule has none: it counts for itself, whatever it says.
    """
    info = None if own_rule_of(path) else find_key(path)
    if info is None:
        return ...
    if info.path == path or path.startswith("rounds."):
        return info.default
    return info.default.get(path.rpartition(".")[2], ...)  # an entry of a mapping that merges by key


def _sha256(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


_KEYS_OF_THE_FIRST_DIGESTS = frozenset({
    "players.min", "players.max", "pack.decks", "pack.jokers", "pack.wild", "deal.first_dealer", "deal.upcard",
    "deal.cut_bonus", "melds.set.min", "melds.set.max", "melds.run.min", "melds.run.max", "melds.run.ace",
    "melds.same_rank_sets", "melds.same_suit_runs", "wilds.min_naturals", "wilds.per_meld", "wilds.balance",
    "wilds.all_wild_sets", "wilds.natural_use", "wilds.swap.out_of", "wilds.swap.who", "wilds.swap.freed",
    "opening.size", "opening.all_cards", "opening.take_back", "laying_off.when", "laying_off.whose",
    "drawing.after_opening", "buying.allowed", "buying.who", "buying.upcard", "buying.own_discard",
    "buying.penalty_cards", "buying.per_round", "buying.chain", "buying.same_buyer_again", "buying.block",
    "going_out.discard", "stock.when_empty", "stock.keep_top", "stock.times", "stock.round_ends", "stock.idle_laps",
    "scoring.going_out", "scoring.ties", "scoring.absent", "irregularities",
})  # fmt: skip
_CHOICES_OF_THE_FIRST_DIGESTS = {"buying.block": {"call", "who"}, "deal.cut_bonus": {"score"}}
_SECTIONS_SINCE = {"irregularities": "none"}
"""Keys of that time that may have become sections, with what they said by default."""


def first_digest_of(profile: GameRules) -> str | None:
    """The digest that releases up to 0.1 gave these rules: over all values of the keys of that time.

    Records of that time name it. The keys are fixed for ever; rules that could not be written then have none.
    """
    if not all(_is_of_the_first(path, value) for path, value in _differing_rules(profile).items()):
        return None
    players = range(profile.players.min, profile.players.max + 1)
    rules = dict(_SECTIONS_SINCE)
    for path, value in flat_profile(profile).items():
        if _is_of_the_first(path, None):
            known = _CHOICES_OF_THE_FIRST_DIGESTS.get(_rule_of(path), ())
            then = {name: one for name, one in value.items() if name in known} if known and value else value
            rules[path] = canonical(profile, path, then, players)
    return _sha256(rules)


def _is_of_the_first(path: str, value: Any) -> bool:
    """Whether a key, and what it says, could be written when digests were over all values."""
    rule = _rule_of(path)
    if path.startswith("rounds.") and rule.startswith("pack."):
        return False
    known = _CHOICES_OF_THE_FIRST_DIGESTS.get(rule)
    if known is not None and isinstance(value, dict) and not known.issuperset(value):
        return False
    if path.startswith("rounds.") and rule == path:
        return path.rpartition(".")[2] in {"deal", "contract"}
    return rule in _KEYS_OF_THE_FIRST_DIGESTS or rule.startswith("scoring.points.")

"""The digest of a profile: over the rules that differ from the defaults of its language version.

A key that a later release adds has a default that is what held before. It changes no digest, and no record either:
neutral values are not written.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from typing import Any

from mayi_rules.profile.describing import all_keys, describe
from mayi_rules.profile.difference import counts, flat_profile
from mayi_rules.profile.inheriting import NOT_RULES, REPLACED_WHOLE
from mayi_rules.profile.model import Profile
from mayi_rules.profile.plain import flat_rules
from mayi_rules.profile.sections import DEFAULT_POINTS

_NOTHING = object()
_COUNTED = ("pack.decks", "pack.jokers", "pack.wild")


def digest_of(profile: Profile) -> str:
    """SHA-256 (hex) of the rules that differ from the defaults, with the version of the language, as canonical JSON."""
    flat = {key: _without_defaults(key, value) for key, value in flat_profile(profile).items()}
    flat = {key: value for key, value in flat.items() if not _is_default(key, value)}
    for key in _COUNTED:
        flat[key] = counts(profile, key, _players(profile))
    return _sha256({"profile": profile.version, "rules": flat})


def written_profile(profile: Profile) -> dict[str, Any]:
    """The resolved profile as plain values, without what is the default anyway; `Profile.from_dict` reads it."""
    tree = profile.to_dict()
    found: dict[str, Any] = {name: tree[name] for name in NOT_RULES if name in ("profile", "id") or tree[name]}
    for name, value in tree.items():
        if name == "rounds":
            found[name] = [_written_round(one) for one in value]
        elif name not in NOT_RULES and (kept := _differing(name, value)) is not _NOTHING:
            found[name] = kept
    return found


def _written_round(one: dict[str, Any]) -> dict[str, Any]:
    if "rules" not in one:
        return one
    rules: dict[str, Any] = {}
    for path, value in flat_rules(one["rules"]).items():
        *sections, last = path.split(".")
        place = rules
        for section in sections:
            place = place.setdefault(section, {})
        place[last] = _without_defaults(path, value)
    return one | {"rules": rules}


def _differing(path: str, value: Any) -> Any:
    """What a value, or a section, says beyond the defaults; `_NOTHING` where that is nothing (null is a value)."""
    if not isinstance(value, dict) or path in REPLACED_WHOLE:
        kept = _without_defaults(path, value)
        return _NOTHING if _is_default(path, kept) else kept
    below = {name: _differing(f"{path}.{name}", one) for name, one in value.items()}
    return {name: one for name, one in below.items() if one is not _NOTHING} or _NOTHING


def _rule_of(path: str) -> str:
    """The key of the game that a key of a round stands for."""
    return path.partition(".rules.")[2] or path


def _without_defaults(path: str, value: Any) -> Any:
    """A choice that is a mapping, without those of its keys that say the default."""
    path = _rule_of(path)
    if not isinstance(value, dict) or path not in REPLACED_WHOLE:
        return value
    return {name: one for name, one in value.items() if not _is_default(f"{path}.{name}", one)}


def _is_default(path: str, value: Any) -> bool:
    """Whether a key of the game has its default; a round's own rule counts for itself, whatever it says."""
    if path.startswith("scoring.points."):
        return bool(DEFAULT_POINTS.get(path.rpartition(".")[2]) == value)
    return path in _keys() and bool(describe(path).default == value) and path not in _COUNTED


@cache
def _keys() -> frozenset[str]:
    return frozenset(all_keys())


def _players(profile: Profile) -> range:
    return range(profile.players.min, profile.players.max + 1)


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
_BLOCK_OF_THE_FIRST_DIGESTS = ("call", "who")


def first_digest_of(profile: Profile) -> str:
    """The digest that releases up to 0.1 gave these rules: over all values of the keys of that time.

    Records of that time name it. The keys are fixed for ever; a rule that has come since is no part of it.
    """
    flat: dict[str, Any] = {}
    for key, value in flat_profile(profile).items():
        rule = _rule_of(key)
        of_a_round = key.startswith("rounds.") and ".rules." not in key
        if of_a_round or rule in _KEYS_OF_THE_FIRST_DIGESTS or rule.startswith("scoring.points."):
            is_block = rule == "buying.block" and isinstance(value, dict)
            flat[key] = {name: value[name] for name in _BLOCK_OF_THE_FIRST_DIGESTS} if is_block else value
    if isinstance(cut := flat["deal.cut_bonus"], dict):
        flat["deal.cut_bonus"] = {"score": cut["score"]}
    for key in _COUNTED:
        flat[key] = counts(profile, key, _players(profile))
    return _sha256(flat)

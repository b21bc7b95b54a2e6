"""What the linter advises: never refused, and told only about what the file itself writes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from mayi_rules.documents.nodes import Node
from mayi_rules.errors import Fault
from mayi_rules.profile.checks.buys import buys_for, most_buys
from mayi_rules.profile.checks.dormancy import dormant_keys, facts_of
from mayi_rules.profile.difference import in_yaml
from mayi_rules.profile.language.choices import DiscardRule, SwapOutOf
from mayi_rules.profile.language.effects import BUYING_OFF, swap_never
from mayi_rules.profile.language.model import NOT_RULES, GameRules, own_rule_of, own_rule_path
from mayi_rules.profile.language.paths import is_one_value
from mayi_rules.profile.language.plain import profile_to_plain, to_plain
from mayi_rules.profile.resolution import contract_items, in_round

_IDENTITY = (*NOT_RULES, "extends")


def advice(profile: GameRules, top: Node, inherited: GameRules | None) -> list[Fault]:
    """Everything worth saying about a profile that can be used.

    Args:
        profile: the profile.
        top: the tree of the file itself, groups of points spread.
        inherited: what the file extends, or None.
    """
    written = dict(_leaves(top, ""))
    found = [
        *_dormant(profile, written),
        *_masked(profile, written),
        *_buys_needed(profile, written),
        *_swap(profile, written),
        *_jokers(profile, written),
        *_repeats(inherited, written),
    ]
    found.sort(key=lambda one: (one.source.line or 0, one.source.column or 0) if one.source else (0, 0))
    return found


def _leaves(node: Node, path: str) -> Iterator[tuple[str, Node]]:
    """The values that a file writes; a choice, a table and a list are one value."""
    if not isinstance(node.value, dict) or is_one_value(path):
        if isinstance(node.value, list) and path == "rounds":
            for number, one in enumerate(node.value, start=1):
                rules = one.value.get("rules")
                if rules is not None:
                    yield from _leaves(rules, f"rounds.{number}.rules")
                if "pack" in one.value:
                    yield from _leaves(one.value["pack"], f"rounds.{number}.pack")
        yield path, node
        return
    for name, below in node.value.items():
        if path or name not in _IDENTITY:
            yield from _leaves(below, f"{path}.{name}" if path else name)


def _advice(message: str, rule: str, path: str, node: Node) -> Fault:
    return Fault(message, rule=f"advice.{rule}", path=path, source=node.key_source)


def _dormant(profile: GameRules, written: dict[str, Node]) -> Iterator[Fault]:
    for path, why in dormant_keys(profile).items():
        if path == "wilds.swap.out_of":
            continue  # `_swap` says it
        node = written.get(path)
        table, _, number = path.rpartition(".")
        if node is None and number.isdecimal():
            parent = written.get(table) or written.get(table.rpartition(".")[0])
            node = parent.find(("total", number) if table == "pack.jokers.total" else (number,)) if parent else None
            if node is parent:
                node = None
        if node is None:
            continue
        # Saying that there is no limit and no block is no limit.
        if why == BUYING_OFF:
            if node.value is not None:
                yield _advice(f"{path} has no effect: {why}", "buying_off", path, node)
        else:
            yield _advice(f"{path} has no effect: {why}", "dormant", path, node)


def _masked(profile: GameRules, written: dict[str, Node]) -> Iterator[Fault]:
    """A key set here which the rules of an inherited round hide; own rounds are meant to hide it."""
    for path, node in written.items():
        if path.startswith("rounds"):
            continue
        rounds = [
            number
            for number, one in enumerate(profile.rounds, start=1)
            if path in one.own
            and to_plain(one.own[path]) != node.plain()
            and own_rule_path(number, path) not in written
        ]
        if rounds and len(rounds) < len(profile.rounds):
            values = {in_yaml(to_plain(profile.rounds[number - 1].own[path])) for number in rounds}
            which = f"round {rounds[0]}" if len(rounds) == 1 else f"rounds {', '.join(map(str, rounds))}"
            message = (
                f"{path}: {in_yaml(node.plain())} does not hold in {which}, which has a rule of its own "
                f"({', '.join(sorted(values))}); "
                f"write rounds: {{{rounds[0]}: {{rules: …}}}} to change it there"
            )
            yield _advice(message, "masked", path, node)


def _buys_needed(profile: GameRules, written: dict[str, Node]) -> Iterator[Fault]:
    for number, one in enumerate(profile.rounds, start=1):
        here = in_round(profile, number)
        keys: tuple[str, ...] = (
            "rounds",
            f"rounds.{number}.contract",
            f"rounds.{number}.deal",
            "melds.set.min",
            "melds.run.min",
        )
        keys += ("buying.allowed", "buying.per_round", "buying.penalty_cards", "going_out.discard")
        keys += tuple(f"rounds.{number}.rules.{key}" for key in keys[3:])
        node = next((written[key] for key in keys if key in written), None)
        if node is None:
            continue
        contract = sum(item.size for item in contract_items(profile, number))
        needed = contract + (here.going_out.discard is DiscardRule.REQUIRED)
        hand = one.deal + 1
        if needed <= hand:
            continue
        buys = buys_for(here.buying, needed - hand)
        most = most_buys(here.buying)
        discard = " and one to discard" if needed > contract else ""
        message = (
            f"round {number} asks for {contract} cards{discard}, but a player holds {hand} after drawing: "
            f"nobody opens in it without {buys} buy{'s' if buys > 1 else ''}"
        )
        if most is not None and buys > most:
            why = f"only {most} may be made" if most else "nothing may be bought"
            message += f", and {why}: nobody can open"
        if isinstance(node.value, list) and f"rounds.{number}.contract" not in written:
            node = _own_contract(node, number)
        yield _advice(message, "needs_buys", f"rounds.{number}.contract", node)


def _own_contract(rounds: Node, number: int) -> Node:
    """The contract of a round in a written list of rounds."""
    if number > len(rounds.value):
        return rounds
    found = rounds.find((number - 1, "contract"))
    return found if isinstance(found.value, list) else rounds


def _swap(profile: GameRules, written: dict[str, Node]) -> Iterator[Fault]:
    why: str | None = None
    for number in range(1, len(profile.rounds) + 1):
        here = facts_of(profile, number)
        if here.rules.wilds.swap.out_of is SwapOutOf.NONE:
            continue
        never = swap_never(here)
        if never is None:
            return
        why = why or never
    node = written.get("wilds.swap.out_of")
    if why is not None and node is not None:
        yield _advice(f"no wild can ever be swapped out: {why}", "swap_never", "wilds.swap.out_of", node)


def _jokers(profile: GameRules, written: dict[str, Node]) -> Iterator[Fault]:
    numbers = range(profile.players.min, profile.players.max + 1)
    jokers = any(profile.pack.joker_count(number) for number in numbers)
    node = written.get("pack.wild") or written.get("pack.jokers")
    if jokers and "joker" not in profile.pack.wild and node is not None:
        message = "the pack holds jokers, but they are not wild: they fit nowhere and can only be discarded"
        yield _advice(message, "joker_not_wild", "pack.wild", node)


def _repeats(inherited: GameRules | None, written: dict[str, Node]) -> Iterator[Fault]:
    if inherited is None:
        return
    groups: dict[str, list[tuple[Node, bool]]] = {}
    repeated = {path: _inherited_value(inherited, path) == node.plain() for path, node in written.items()}
    # A block in which something differs is written whole by many, so that it can be read by itself.
    differing = {path.rpartition(".")[0] for path, repeats in repeated.items() if not repeats} - {""}
    for path, node in written.items():
        repeats = repeated[path]
        if path.rpartition(".")[0] in differing:
            continue
        if node.spread is not None:
            groups.setdefault(node.spread, []).append((node, repeats))
        elif repeats:
            yield _advice(f"{path} repeats what is inherited ({in_yaml(node.plain())})", "repeats", path, node)
    for group, members in groups.items():
        if all(repeats for _, repeats in members):
            path = f"scoring.points.{group}"
            yield _advice(f"{path} repeats what is inherited", "repeats", path, members[0][0])


def _inherited_value(inherited: GameRules, path: str) -> Any:
    steps = path.split(".")
    place: Any = profile_to_plain(inherited)
    if steps[0] == "rounds" and len(steps) > 1:
        number = int(steps[1])
        if number > len(inherited.rounds):
            return ...
        if own_rule := own_rule_of(path):
            place, steps = profile_to_plain(in_round(inherited, number)), own_rule.split(".")
        else:
            place, steps = place["rounds"][number - 1], steps[2:]
    for step in steps:
        if not isinstance(place, dict) or step not in place:
            return ...
        place = place[step]
    return place

"""Fixes that change two keys of the profile together, for a move that no single change would make legal."""

from __future__ import annotations

from collections.abc import Iterator

from mayi_rules.engine.text.notation import check_text
from mayi_rules.fix.by_rule import Change, changes_for, rules_with
from mayi_rules.fix.fix import Budget, Fix, FixKind
from mayi_rules.fix.situation import Situation

MAX_PAIRS = 40
"""How many changed profiles are made for one refused move."""


def two_rule_fixes(situation: Situation) -> Iterator[Fix]:
    """Pairs of keys with which the move is legal, those of the nearest values first.

    The first key has to do with the refusal as it is; the second with what is still in the way under the first one's
    new value, which the refusal may not have told yet.
    """
    found: dict[frozenset[str], tuple[int, Fix]] = {}
    for far, first, second in _pairs(situation, Budget(MAX_PAIRS)):
        keys = frozenset((first.path, second.path))
        changes = first.changes | second.changes
        changed = rules_with(situation, changes) if keys not in found else None
        if changed is not None and check_text(situation.under(changed), situation.seat, situation.said):
            text = f"if {first.text}, and {second.text} ({first.sentence}; {second.sentence})"
            found[keys] = far, Fix(kind=FixKind.RULES, text=text, move=situation.text, changes=changes)
    yield from (fix for _, fix in sorted(found.values(), key=lambda one: one[0]))


def _pairs(situation: Situation, budget: Budget) -> Iterator[tuple[int, Change, Change]]:
    """Two changes, and how far their values are from the present ones, counted in values that lie between."""
    for options in changes_for(situation):
        for near, first in enumerate(options):
            changed = rules_with(situation, first.changes) if budget.spend() else None
            if changed is None:
                continue
            after = situation.under(changed)
            verdict = check_text(after, situation.seat, situation.said)
            still = Situation(after, situation.seat, situation.said, situation.text, verdict)
            for others in changes_for(still):
                for further, second in enumerate(others):
                    if second.path not in first.changes and budget.spend():
                        yield near + further, first, second

"""The orders of the stocks that were renewed by shuffling: what a record needs beside the decks."""

from __future__ import annotations

from mayi_rules.cards import UNKNOWN
from mayi_rules.engine.engine import Step
from mayi_rules.engine.state.events import EventType
from mayi_rules.profile.language.choices import WhenEmpty


def renewal_orders(step: Step) -> list[bytes]:
    """The orders of the stocks that a step made by shuffling, next card first."""
    before = step.before
    if step.state.tally.renewed == before.tally.renewed or before.rules.when_empty is WhenEmpty.TURN_OVER:
        return []
    found: list[bytes] = []
    for event in step.events:
        if event.type is EventType.RENEWED_STOCK:
            count = event.number or 0
            renewal = before.tally.renewed + len(found)
            order = before.setting.chance.renewal_order(before.discards[:count], before.round, renewal)
            found.append(bytes([UNKNOWN]) * count if order is None else order)
    return found

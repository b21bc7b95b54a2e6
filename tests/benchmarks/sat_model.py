"""Openings as a model for OR-tools' CP-SAT, written from the rule sheets; it shares nothing with the solver.

For games without natural use, ranks asked for once, or runs that must not touch: petras and continental are such.
"""

from __future__ import annotations

from typing import Any

from mayi_rules.cards import JOKER, Hand
from mayi_rules.profile.language.choices import Ace, Balance, DiscardRule, MeldKind
from mayi_rules.profile.round_rules import RoundRules


def places(rules: RoundRules, least: int, most: int) -> list[tuple[int, list[int]]]:
    """Every run as its suit and ranks."""
    found = []
    for length in range(least, min(most, rules.run_max) + 1):
        for start in range(14):
            last = start + length - 1
            if rules.ace is Ace.AROUND_THE_CORNER:
                fits = start < 13 and length <= 13
            else:
                fits = last <= (12 if rules.ace is Ace.LOW else 13) and (start > 0 or rules.ace is not Ace.HIGH)
            if fits:
                found += [(suit, [(start + step) % 13 for step in range(length)]) for suit in range(4)]
    return found


class SatModel:
    """One hand under the rules of a round.

    Args:
        hand: the cards.
        rules: the rules of the round.
        least: look for the opening that leaves the fewest points; otherwise any will do, and melds of the least size
            are enough under the rules of these games.
    """

    def __init__(self, hand: Hand, rules: RoundRules, *, least: bool) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self.hand = hand
        self.rules = rules
        self.least = least
        self.laid: dict[int, list[Any]] = {kind: [] for kind in hand.kinds if kind <= JOKER}
        last: tuple[MeldKind, Any] | None = None
        for item in sorted(rules.contract, key=lambda item: (item.kind.value, item.size)):
            number = self._run(item.size) if item.kind is MeldKind.RUN else self._set(item.size)
            if last is not None and last[0] is item.kind:
                self.model.add(last[1] <= number)  # melds that are asked for alike come in one order only
            last = (item.kind, number)
        for kind, parts in self.laid.items():
            self.model.add(sum(parts) <= hand.counts[kind])
        every = [part for parts in self.laid.values() for part in parts]
        self.model.add(sum(every) <= hand.size - (rules.discard is DiscardRule.REQUIRED))
        self.total = sum([rules.points[card] for card in hand])
        if least:
            self.model.maximize(sum(rules.points[kind] * sum(parts) for kind, parts in self.laid.items() if parts))

    def _wilds(self) -> list[Any]:
        wilds = []
        for kind in self.rules.wild_kinds:
            if self.hand.counts[kind]:
                wilds.append(self.model.new_int_var(0, self.hand.counts[kind], ""))
                self.laid[kind].append(wilds[-1])
        return wilds

    def _limit(self, naturals: list[Any], wilds: list[Any], unless: list[Any]) -> None:
        """The limits on the wilds of a meld; a set of wilds alone (when `unless` holds) need not keep all of them."""
        rules = self.rules
        free = sum(unless) * self.hand.size
        self.model.add(sum(naturals) + free >= max(1, rules.min_naturals))
        self.model.add(sum(wilds) <= rules.per_meld)
        if rules.balance is Balance.NOT_MORE_THAN_NATURALS:
            self.model.add(sum(wilds) <= sum(naturals) + free)
        elif rules.balance is Balance.FEWER_THAN_NATURALS:
            self.model.add(sum(wilds) + 1 <= sum(naturals) + free)

    def _run(self, size: int) -> Any:
        """A run; returns the number of its place."""
        model, hand, rules = self.model, self.hand, self.rules
        options = places(rules, size, 14 if self.least else size)
        chosen = [model.new_bool_var("") for _ in options]
        model.add_exactly_one(chosen)
        naturals = []
        for kind in hand.kinds:
            if kind < JOKER and not rules.is_wild[kind]:
                asked = [
                    (ranks.count(kind % 13), choice)
                    for (suit, ranks), choice in zip(options, chosen, strict=True)
                    if suit == kind // 13 and kind % 13 in ranks
                ]
                if asked:
                    natural = model.new_int_var(0, min(2, hand.counts[kind]), "")
                    model.add(natural <= sum(times * choice for times, choice in asked))
                    self.laid[kind].append(natural)
                    naturals.append(natural)
        wilds = self._wilds()
        model.add(
            sum(naturals) + sum(wilds)
            == sum(len(ranks) * choice for (_, ranks), choice in zip(options, chosen, strict=True))
        )
        self._limit(naturals, wilds, [])
        return sum(index * choice for index, choice in enumerate(chosen))

    def _set(self, size: int) -> Any:
        """A set; returns its rank."""
        model, hand, rules = self.model, self.hand, self.rules
        ranks = [model.new_bool_var("") for _ in range(13)]
        alone = [model.new_bool_var("")] if rules.all_wild_sets else []
        model.add_exactly_one(ranks + alone)
        naturals = []
        for kind in hand.kinds:
            if kind < JOKER and not rules.is_wild[kind]:
                natural = model.new_int_var(0, hand.counts[kind], "")
                model.add(natural <= hand.counts[kind] * ranks[kind % 13])
                self.laid[kind].append(natural)
                naturals.append(natural)
        wilds = self._wilds()
        model.add(sum(naturals) + sum(wilds) >= size)
        model.add(sum(naturals) + sum(wilds) <= (rules.set_max if self.least else size))
        self._limit(naturals, wilds, alone)
        return sum(rank * choice for rank, choice in enumerate(ranks)) + 13 * sum(alone)


def build(hand: Hand, rules: RoundRules, least: bool) -> SatModel:  # noqa: FBT001
    """The model of a hand; see `SatModel`."""
    return SatModel(hand, rules, least=least)


def solve(built: SatModel) -> int | None:
    """The points left (proved to be the fewest if the model asks for that), or None when there is no opening."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(built.model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return built.total - round(solver.objective_value) if built.least else built.total

"""From the position that a case gives to a State; what it leaves open is filled from the rest of the pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from mayi_rules.cards import EMPTY_HAND, KINDS, Hand, format_card, format_cards, generator, shuffled
from mayi_rules.engine.rules.deal import deal, new_round
from mayi_rules.engine.rules.ending import begin_turn
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import UPCARD, Chance, Laid, Phase, Setting, Tally
from mayi_rules.errors import Fault, ProfileError
from mayi_rules.melds.fitting import TableMeld
from mayi_rules.melds.meld import Meld
from mayi_rules.melds.meld_readings import ambiguous, readings
from mayi_rules.profile.language.choices import MeldKind, Progress, Ties
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.scenarios.case import Case, Opened, Pile, ScenarioError

SEED = "scenario"
"""The key of everything that is random in a case."""

_BELOW = 3
"""How many further cards lie below where a discard pile is given with …"""


class Position(NamedTuple):
    """Where a case begins: the State, and the cards (54 counts) that have no place in it."""

    state: State
    aside: bytes


def build_position(case: Case) -> Position:
    """The position of a case.

    Raises:
        ScenarioError: with everything that makes it impossible.
    """
    if case.profile is None or case.faults:
        raise ScenarioError(case.faults)
    number = case.given.round
    if case.profile.contracts.progress is Progress.OWN:
        number = min(number, len(case.profile.rounds))
    try:
        rules = round_rules(case.profile, len(case.seats), number)
    except ProfileError as error:
        where = "seats" if error.faults[0].rule == "resolving.players" else "given"
        raise ScenarioError([case.fault(fault.message, where) for fault in error.faults]) from error
    builder = _Builder(case, rules)
    position = builder.build()
    if builder.faults:
        raise ScenarioError(builder.faults)
    return position


class _Piles(NamedTuple):
    """All cards in their places but those on the table; piles with the top card first."""

    hands: tuple[Hand, ...]
    stock: bytes
    discards: bytes


class _Builder:
    def __init__(self, case: Case, rules: RoundRules) -> None:
        self.case = case
        self.given = case.given
        self.rules = rules
        self.faults: list[Fault] = []
        self.contracts = self.numbers_of_contracts()
        self.left = bytearray(rules.pack)

    def fault(self, message: str, *path: str | int) -> None:
        self.faults.append(self.case.fault(message, "given", *path))

    def numbers_of_contracts(self) -> tuple[int, ...]:
        """The contracts by seat, where every seat has its own: by default that of the round."""
        given, rules = self.given, self.rules
        if not rules.own_contracts:
            if given.contracts:
                self.fault("everybody has the contract of the round (contracts.progress: together)", "contracts")
            return ()
        numbers = [given.contracts.get(seat, rules.round) for seat in range(rules.players)]
        for seat, number in enumerate(numbers):
            if number > rules.rounds:
                who = self.case.seats[seat]
                self.fault(f"there is no contract {number}: the game has {rules.rounds}", "contracts", who)
        return tuple(min(number, rules.rounds) for number in numbers)

    def rules_of(self, seat: int) -> RoundRules:
        """The rules of the seat's contract."""
        if not self.contracts:
            return self.rules
        return round_rules(self.rules.profile, self.rules.players, self.contracts[seat])

    def setting(self, totals: tuple[int, ...]) -> Setting:
        """What does not change while the round is played."""
        given = self.given
        won = tuple(given.rounds_won.get(seat, 0) for seat in range(self.rules.players))
        return Setting(
            given.dealer,
            totals,
            (0,) * self.rules.players,
            Chance(SEED),
            number=given.round if self.contracts else 0,
            contracts=self.contracts,
            rounds_won=won if any(won) and self.rules.ties is Ties.ROUNDS_WON else (),
        )

    def build(self) -> Position:
        given = self.given
        if given.phase is Phase.CUT:
            return Position(self.before_the_cut(), bytes(KINDS))
        table: tuple[TableMeld, ...] = ()
        if given.is_as_dealt:
            piles, upcards = self.as_dealt(), True
        else:
            table = tuple(self.table())
            piles, upcards = self.laid_out(table), False
        state = self.state(piles, table, self.discarders(piles.discards, are_upcards=upcards))
        if given.phase is Phase.PLAY and not state.hand.size and not self.faults:
            self.fault(f"whoever is to play holds a card; the hand of {self.case.seats[given.turn]} is empty", "hands")
        aside = bytes(KINDS) if given.is_as_dealt else bytes(self.left)
        return Position(begin_turn(state, None) if given.phase is Phase.DRAW else state, aside)

    def dealt(self) -> State:
        """The round as new, by the case's own chance."""
        totals = tuple(self.given.totals.get(seat, 0) for seat in range(self.rules.players))
        setting = self.setting(totals)
        return new_round(
            self.rules,
            setting.dealer,
            totals,
            setting.chance,
            None,
            None,
            number=self.given.round,
            contracts=setting.contracts,
            rounds_won=setting.rounds_won,
        )

    def before_the_cut(self) -> State:
        given = self.given
        if not given.is_as_dealt:
            self.fault(
                "before the cut no card has its place: hands, stock, discard and table cannot be given",
                "phase",
            )
        if given.opened or given.bought or given.renewed or given.discarded_by:
            self.fault("before the cut nobody has opened, bought or discarded, and no stock was renewed", "phase")
        state = self.dealt()
        if state.phase is not Phase.CUT:
            self.fault(f"{self.rules.profile.name} has no cut: deal.cut_bonus is null", "phase")
        before: State = state.replace(turn=given.turn)
        return before

    def as_dealt(self) -> _Piles:
        state = self.dealt()
        if state.phase is Phase.CUT:
            state = deal(state, None)
        hands, stock = state.hands, state.stock
        if self.given.phase is Phase.PLAY:
            turn = self.given.turn
            if not stock:
                self.fault("no stock is left after the deal, so nobody has drawn from it", "phase")
                return _Piles(hands, stock, state.discards)
            hands = (*hands[:turn], hands[turn].plus(stock[-1]), *hands[turn + 1 :])
            stock = stock[:-1]
        return _Piles(hands, stock[::-1], state.discards[::-1])

    def laid_out(self, table: tuple[TableMeld, ...]) -> _Piles:
        """The cards as given, and for what is not given further ones."""
        given = self.given
        for index, laid in enumerate(table):
            self.take(tuple(laid.meld.cards), "table", index)
        for seat, held in (given.hands or {}).items():
            self.take(held, "hands", self.case.seats[seat])
        stock = given.stock or Pile((), more=given.stock is None)
        self.take(stock.cards, "stock")
        discard = given.discard or Pile(())
        self.take(discard.cards, "discard")
        spare = self.spare()
        below = 1 if given.discard is None else _BELOW if discard.more else 0
        discards = [*discard.cards, *self.fill(spare, below, "discard")]
        hands = [EMPTY_HAND] * self.rules.players
        for seat in range(self.rules.players):
            if given.hands is not None and seat in given.hands:
                hands[seat] = Hand.of(given.hands[seat])
            else:
                has_drawn = given.phase is Phase.PLAY and seat == given.turn
                hands[seat] = Hand.of(self.fill(spare, self.rules.dealt + has_drawn, "hands"))
        cards = list(stock.cards)
        if stock.more:
            cards += shuffled(self.rest(), generator(SEED, "stock"))
            self.left = bytearray(KINDS)
        return _Piles(tuple(hands), bytes(cards), bytes(discards))

    def take(self, cards: tuple[int, ...], *path: str | int) -> None:
        """Take cards that are named out of the pack."""
        lacking = Counter[int]()
        for card in cards:
            if self.left[card]:
                self.left[card] -= 1
            else:
                lacking[card] += 1
        for card in lacking:
            count = self.rules.pack[card]
            copies = f"{count} {'copy' if count == 1 else 'copies'}" if count else "none"
            self.fault(f"{format_card(card)} is given more often than the pack holds it ({copies})", *path)

    def rest(self) -> list[int]:
        return [kind for kind in range(KINDS) for _ in range(self.left[kind])]

    def spare(self) -> list[int]:
        """The cards that filling may use, the last one next: kinds that the case names nowhere come first."""
        order = shuffled(self.rest(), generator(SEED, "fill"))
        named = self.case.named
        return [kind for kind in order if kind in named] + [kind for kind in order if kind not in named]

    def fill(self, spare: list[int], count: int, key: str) -> list[int]:
        if count > len(spare):
            if not self.faults:
                size = self.rules.pack_size
                self.fault(f"the pack of {size} cards has too few left to fill what is not given: give it", key)
            return []
        cards = [spare.pop() for _ in range(count)]
        for card in cards:
            self.left[card] -= 1
        return cards

    def table(self) -> Iterator[TableMeld]:
        """The melds on the table; what a text leaves open the seat's contract decides, if it does."""
        items = self.given.table or ()
        found = []
        for index, item in enumerate(items):
            reading = readings(item.meld, self.rules_of(item.seat))
            found.append(reading.melds)
            if not reading.melds:
                why = " ".join(map(str, reading.reasons))
                self.fault(f"{item.meld} is no meld under the rules of the round: {why}", "table", index)
        for seat in {item.seat for item in items}:
            own = [index for index, item in enumerate(items) if item.seat == seat]
            for index, kind in zip(own, self.kinds(seat, [found[index] for index in own]), strict=True):
                found[index] = tuple(meld for meld in found[index] if kind in (None, meld.kind))
        for index, item in enumerate(items):
            if len(found[index]) == 1:
                yield TableMeld(item.seat, found[index][0], self.rules_of(item.seat))
            elif found[index]:
                self.fault(str(ambiguous(item.meld, found[index], self.rules_of(item.seat))), "table", index)

    def kinds(self, seat: int, melds: list[tuple[Meld, ...]]) -> Sequence[MeldKind | None]:
        """The kinds of a seat's melds where only one choice of them is its contract's; else None for each."""
        contract = Counter(item.kind for item in self.rules_of(seat).contract)
        fitting = []
        if len(melds) == contract.total():
            choices = product(*[dict.fromkeys(meld.kind for meld in some) for some in melds])
            fitting = [kinds for kinds in choices if Counter(kinds) == contract]
        return fitting[0] if len(fitting) == 1 else [None] * len(melds)

    def discarders(self, discards: bytes, *, are_upcards: bool) -> bytes:
        """Who discarded each card, the top one first."""
        players = self.rules.players
        given = list(self.given.discarded_by)
        if len(given) > len(discards):
            self.fault(
                f"{len(given)} cards were discarded by somebody, but {len(discards)} lie there",
                "discarded_by",
            )
        before = self.given.turn
        found = []
        for index in range(len(discards)):
            seat = UPCARD if are_upcards else (before - 1) % players
            if index < len(given):
                seat = given[index]
            found.append(seat)
            before = before - 1 if seat == UPCARD else seat
        return bytes(found)

    def state(self, piles: _Piles, table: tuple[TableMeld, ...], discarded_by: bytes) -> State:
        given = self.given
        seats = range(self.rules.players)
        opened = {laid.seat: Opened.EARLIER for laid in table} | dict(given.opened)
        tally = Tally(bytes(given.bought.get(seat, 0) for seat in seats), given.renewed, 0, (b"",) * len(seats), False)
        laid = None
        for seat, when in opened.items():
            if when is Opened.THIS_TURN:
                if seat == given.turn and given.phase is Phase.PLAY:
                    laid = self.opened_now(
                        piles.hands[seat], table, sum(1 << one for one in opened if one != seat), tally
                    )
                else:
                    message = "only the active player, in phase play, can have opened in this turn"
                    self.fault(message, "opened", self.case.seats[seat])
        totals = tuple(given.totals.get(seat, 0) for seat in seats)
        return State(
            self.rules_of(given.turn),
            self.setting(totals),
            given.phase,
            given.turn,
            piles.hands,
            piles.stock[::-1],
            piles.discards[::-1],
            discarded_by[::-1],
            table,
            sum(1 << seat for seat in opened),
            laid,
            None,
            tally,
            None,
        )

    def opened_now(self, hand: Hand, table: tuple[TableMeld, ...], opened: int, tally: Tally) -> Laid:
        """The opening of this turn: what the active player has on the table came from the hand just now."""
        own = b"".join(laid.meld.cards for laid in table if laid.seat == self.given.turn)
        before = tuple(laid for laid in table if laid.seat != self.given.turn)
        return Laid(True, b"", hand.plus_all(own), before, opened, tally)


def conserved(state: State, aside: bytes) -> str:
    """What is wrong with the count of the cards, or an empty text: every kind as often as in the pack."""
    counts = list(aside)
    for hand in state.hands:
        for kind in hand.kinds:
            counts[kind] += hand.counts[kind]
    for pile in (state.stock, state.discards, *[laid.meld.cards for laid in state.table]):
        for kind in pile:
            counts[kind] += 1
    wrong = [kind for kind in range(KINDS) if counts[kind] != state.rules.pack[kind]]
    return f"{format_cards(wrong)} not as often as in the pack" if wrong else ""

"""The first dealer, the cut and the deal (`deal.*`, `pack.*`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from mayi_rules.cards import EMPTY_HAND, JOKER, RANKS, Hand, generator, may_be, misfit
from mayi_rules.engine.rules.ending import begin_turn
from mayi_rules.engine.rules.turn_order import Tiers, over_reasons, wrong_phase
from mayi_rules.engine.state.events import Event, EventType, Log, RoundFacts
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import CUT, DRAW, GAME_OVER, NOBODY, ROUND_OVER, UPCARD, Chance, Setting, Tally
from mayi_rules.errors import RecordError
from mayi_rules.moves import Cut, NextRound
from mayi_rules.profile.language.choices import CutTargets, FirstDealer, NextDealer, WildUpcard
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode


def first_dealer(rules: RoundRules, key: str) -> int:
    """The seat that deals first: at random, or who draws the highest or the lowest card (`deal.first_dealer`).

    Aces are high where the highest card deals, else low; a joker draws again, and so do those who share the best rank;
    cards go back before the next draw.
    """
    rng = generator(key, "first dealer")
    if rules.first_dealer is FirstDealer.RANDOM:
        return int(rng.random() * rules.players)
    lowest = rules.first_dealer is FirstDealer.LOW_CARD
    rivals = list(range(rules.players))
    while len(rivals) > 1:
        drawn: dict[int, int] = {}
        left = list(rules.pack_cards)
        for seat in rivals:
            card = JOKER
            while card == JOKER:
                card = left[int(rng.random() * len(left))]
            left.remove(card)
            drawn[seat] = -(card % 13) if lowest else card % 13 or len(RANKS)
        best = max(drawn.values())
        rivals = [seat for seat, worth in drawn.items() if worth == best]
    return rivals[0]


def cutter(state: State) -> int:
    """The seat at the dealer's right."""
    return (state.setting.dealer - 1) % state.players


def cards_to_deal(rules: RoundRules) -> int:
    """The cards dealt to all players, and the upcard."""
    return rules.players * rules.dealt + (1 if rules.upcard else 0)


def exact_cuts(rules: RoundRules) -> tuple[int, ...]:
    """The numbers of cards that an exact cut lifts (`deal.cut_bonus.targets`)."""
    dealt = cards_to_deal(rules)
    if rules.cut_targets is CutTargets.WITH_OR_WITHOUT and rules.upcard:
        return dealt - 1, dealt
    return (dealt,)


def new_round(
    rules: RoundRules,
    dealer: int,
    totals: Sequence[int],
    chance: Chance,
    order: bytes | None,
    log: Log,
    earlier_buys: tuple[int, ...] = (),
    *,
    number: int | None = None,
    contracts: tuple[int, ...] = (),
    rounds_won: tuple[int, ...] = (),
) -> State:
    """A round before its first turn: waiting for the cut where the profile has a bonus for it, else dealt.

    Args:
        rules: the rules of the round.
        dealer: the dealer's seat.
        totals: the points of the rounds before, by seat.
        chance: where orders come from.
        order: the pack, top card first, `?` for a card that nobody noted; None: from `chance`.
        log: where events go.
        earlier_buys: how often each seat bought in earlier rounds, where that matters; empty where nobody has.
        number: the number of the round, where that is not the number of the contract.
        contracts: the numbers of the seats' contracts where every seat has its own; by default that of the rules.
        rounds_won: in how many earlier rounds each seat went out, where that matters.

    Raises:
        RecordError: the order is not the round's pack, or none is given and chance is unknown.
    """
    number = number or rules.round
    for reason in _order_reasons(rules, chance, order, number):
        raise RecordError(str(reason))
    if order is None:
        order = chance.deal_order(rules, number)
    players = rules.players
    first = (dealer + 1) % players
    setting = Setting(dealer, tuple(totals), (0,) * players, chance, earlier_buys, rounds_won=rounds_won)
    if rules.own_contracts:
        contracts = contracts or (rules.round,) * players
        setting = setting.replace(number=number, contracts=contracts)
        rules = round_rules(rules.profile, players, contracts[first])
    state = State(
        rules, setting, CUT, first, (EMPTY_HAND,) * players, order[::-1], b"", b"",
        (), 0, None, None, Tally(bytes(players), 0, 0, (b"",) * players, False), None,
    )  # fmt: skip
    is_cut = rules.cut_score is not None
    if log is not None:
        facts = RoundFacts(
            rules.rounds,
            (CUT if is_cut else DRAW).value,
            cutter(state) if is_cut else None,
            rules.pack_size,
            contract_facts(rules),
            tuple([(one, contract_facts(state.rules_of(seat))) for seat, one in enumerate(setting.contracts)]),
        )
        log.append(Event(EventType.ROUND, dealer, number=state.round, scores=setting.totals, facts=facts))
    return state if is_cut else deal(state, log)


def contract_facts(rules: RoundRules) -> tuple[tuple[str, int], ...]:
    """The melds of a contract, each with its kind and the fewest cards."""
    return tuple((item.kind.value, item.size) for item in rules.contract)


def _order_reasons(rules: RoundRules, chance: Chance, order: bytes | None, number: int) -> Iterator[Reason]:
    """Why a round cannot be dealt from this order, or (without one) by chance."""
    if order is None:
        if chance.key is None:
            yield Reason(ReasonCode.DEAL_UNKNOWN_ORDER)
    elif not may_be(order, rules.pack_cards):
        needed = {"size": rules.pack_size, "decks": rules.decks, "jokers": rules.jokers}
        message = misfit(order, rules.pack_cards)
        yield Reason(ReasonCode.DEAL_WRONG_ORDER, {"round": number, **needed, "message": message})


def deal(state: State, log: Log) -> State:
    """Deal clockwise, one card at a time from the dealer's left; turn the upcard; the rest is the stock."""
    rules = state.rules
    players = rules.players
    order = state.stock[::-1]
    dealt = players * rules.dealt
    hands = [EMPTY_HAND] * players
    for step in range(players):
        hands[(state.setting.dealer + 1 + step) % players] = Hand.of(order[step:dealt:players])
    places, upcard, turned = dealt_from(rules, order)
    discards = b"" if upcard is None else order[upcard : upcard + 1]
    after: State = state.replace(
        phase=DRAW,
        hands=tuple(hands),
        stock=bytes([order[place] for place in reversed(places)]),
        discards=discards,
        discarded_by=bytes([UPCARD]) * len(discards),
    )
    if log is not None:
        log.append(Event(EventType.DEALT, state.setting.dealer, discards, number=state.round))
        log.extend(Event(EventType.BURIED, cards=bytes([card])) for card in order[dealt : dealt + turned])
        log.extend(Event(EventType.HAND, seat, bytes(hands[seat]), private=True) for seat in range(players))
        log.append(Event(EventType.TURN, after.turn))
    return begin_turn(after, log)


class Dealt(NamedTuple):
    """Where the cards of an order are when it has been dealt.

    Attributes:
        places: the places in the order from which the cards of the stock come, the next card first.
        upcard: the place of the upcard; None where there is none.
        turned: how many wild upcards were put back into the stock before; their places are those before the upcard's.
    """

    places: list[int]
    upcard: int | None
    turned: int


def dealt_from(rules: RoundRules, order: bytes) -> Dealt:
    """Where the cards of an order are when it has been dealt.

    A wild upcard may go back into the stock, half of it (rounded down) above it, and the next card is turned
    (`deal.wild_upcard`). Where no other card comes up however often it is done, the first one stays.
    """
    first = cards_to_deal(rules)
    places = list(range(first, len(order)))
    if not rules.upcard:
        return Dealt(places, None, 0)
    upcard, turned, half = first - 1, 0, len(places) // 2
    buries = rules.wild_upcard is WildUpcard.BURIED
    if buries and not all(rules.is_wild[order[place]] for place in places[:half]):
        while rules.is_wild[order[upcard]]:
            places.insert(half, upcard)
            upcard = places.pop(0)
            turned += 1
    return Dealt(places, upcard, turned)


def cut_tiers(state: State, move: Cut) -> Tiers:
    """Why this cut is not possible."""
    yield _cut_turn_reasons(state, move)
    if not 1 <= move.count < state.rules.pack_size:
        yield [
            Reason(ReasonCode.CUT_OUT_OF_RANGE, {"least": 1, "most": state.rules.pack_size - 1, "count": move.count})
        ]


def _cut_turn_reasons(state: State, move: Cut) -> Iterator[Reason]:
    if state.ending is not None:
        yield from over_reasons(state)
        return
    if move.seat != cutter(state):
        yield Reason(ReasonCode.TURN_NOT_YOUR_TURN)
    if state.phase is not CUT:
        yield wrong_phase(state)


def do_cut(state: State, move: Cut, log: Log) -> State:
    """An exact cut scores; the dealt cards and the upcard come from the packet, the rest goes below it."""
    rules = state.rules
    bonuses = list(state.setting.bonuses)
    if move.count in exact_cuts(rules):
        bonuses[move.seat] += rules.cut_score or 0
    if log is not None:
        log.append(Event(EventType.CUT, move.seat, number=move.count, scores=tuple(bonuses)))
    return deal(state.replace(setting=state.setting.replace(bonuses=tuple(bonuses))), log)


def next_round_tiers(state: State, move: NextRound) -> Tiers:
    """Why no further round can be dealt now, or not from this order."""
    if state.phase is GAME_OVER:
        yield over_reasons(state)
    elif state.phase is not ROUND_OVER:
        yield [wrong_phase(state)]
    else:
        yield _order_reasons(_next_rules(state), state.setting.chance, move.order, state.round + 1)


def _next_rules(state: State) -> RoundRules:
    if state.rules.own_contracts:  # all rounds deal alike
        return state.rules
    return round_rules(state.rules.profile, state.players, state.rules.round + 1)


def next_contracts(state: State) -> tuple[int, ...]:
    """The numbers of the contracts in the next round, by seat, where every seat has its own; else empty."""
    return tuple([one + state.has_opened(seat) for seat, one in enumerate(state.setting.contracts)])


def next_dealer(state: State) -> int:
    """The seat that deals the next round: the one at the left, or the one that went out (`deal.next_dealer`)."""
    ending = state.ending
    if state.rules.next_dealer is NextDealer.WINNER and ending is not None and ending.winner != NOBODY:
        return ending.winner
    return (state.setting.dealer + 1) % state.players


def do_next_round(state: State, move: NextRound, log: Log) -> State:
    """The deal goes on; the contract is the next one for everybody, or for who has opened (`contracts.progress`)."""
    chance = state.setting.chance.beside(move.order)
    return new_round(
        _next_rules(state),
        next_dealer(state),
        state.totals,
        chance,
        move.order,
        log,
        _all_buys(state),
        number=state.round + 1,
        contracts=next_contracts(state),
        rounds_won=state.rounds_won,
    )


def _all_buys(state: State) -> tuple[int, ...]:
    """How often each seat has bought so far, where that matters in later rounds; empty where nobody has."""
    if not state.rules.counts_all_buys:
        return ()
    earlier = state.setting.earlier_buys or (0,) * state.players
    now = tuple(before + bought for before, bought in zip(earlier, state.tally.bought, strict=True))
    return now if any(now) else ()

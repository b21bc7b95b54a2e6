"""The first dealer, the cut and the deal (`deal.*`, `pack.*`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mayi_rules.cards import EMPTY_HAND, JOKER, RANKS, Hand, generator, may_be, misfit
from mayi_rules.engine.rules.ending import begin_turn
from mayi_rules.engine.rules.turn_order import Tiers, over_reasons, wrong_phase
from mayi_rules.engine.state.events import Event, EventType, Log, RoundFacts
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import CUT, DRAW, GAME_OVER, ROUND_OVER, UPCARD, Chance, Setting, Tally
from mayi_rules.errors import RecordError
from mayi_rules.moves import Cut, NextRound
from mayi_rules.profile.language.choices import FirstDealer
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.reasons import Reason, ReasonCode


def first_dealer(rules: RoundRules, key: str) -> int:
    """The seat that deals first: at random, or who draws the highest card (`deal.first_dealer`).

    Aces are high; a joker draws again, and so do those who share the highest rank; cards go back before the next
    draw.
    """
    rng = generator(key, "first dealer")
    if rules.first_dealer is FirstDealer.RANDOM:
        return int(rng.random() * rules.players)
    rivals = list(range(rules.players))
    while len(rivals) > 1:
        drawn: dict[int, int] = {}
        left = list(rules.pack_cards)
        for seat in rivals:
            card = JOKER
            while card == JOKER:
                card = left[int(rng.random() * len(left))]
            left.remove(card)
            drawn[seat] = card % 13 or len(RANKS)
        highest = max(drawn.values())
        rivals = [seat for seat, rank in drawn.items() if rank == highest]
    return rivals[0]


def cutter(state: State) -> int:
    """The seat at the dealer's right."""
    return (state.setting.dealer - 1) % state.players


def cards_to_deal(rules: RoundRules) -> int:
    """The cards dealt to all players, and the upcard."""
    return rules.players * rules.dealt + (1 if rules.upcard else 0)


def new_round(
    rules: RoundRules,
    dealer: int,
    totals: Sequence[int],
    chance: Chance,
    order: bytes | None,
    log: Log,
    earlier_buys: tuple[int, ...] = (),
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

    Raises:
        RecordError: the order is not the round's pack, or none is given and chance is unknown.
    """
    for reason in _order_reasons(rules, chance, order):
        raise RecordError(str(reason))
    if order is None:
        order = chance.deal_order(rules)
    players = rules.players
    setting = Setting(dealer, tuple(totals), (0,) * players, chance, earlier_buys)
    state = State(
        rules, setting, CUT, (dealer + 1) % players, (EMPTY_HAND,) * players, order[::-1], b"", b"",
        (), 0, None, None, Tally(bytes(players), 0, 0, (b"",) * players, False), None,
    )  # fmt: skip
    is_cut = rules.cut_score is not None
    if log is not None:
        contract = tuple((item.kind.value, item.size) for item in rules.contract)
        facts = RoundFacts(
            rules.rounds, (CUT if is_cut else DRAW).value, cutter(state) if is_cut else None, rules.pack_size, contract
        )
        log.append(Event(EventType.ROUND, dealer, number=rules.round, scores=setting.totals, facts=facts))
    return state if is_cut else deal(state, log)


def _order_reasons(rules: RoundRules, chance: Chance, order: bytes | None) -> Iterator[Reason]:
    """Why a round cannot be dealt from this order, or (without one) by chance."""
    if order is None:
        if chance.key is None:
            yield Reason(ReasonCode.DEAL_UNKNOWN_ORDER)
    elif not may_be(order, rules.pack_cards):
        needed = {"size": rules.pack_size, "decks": rules.decks, "jokers": rules.jokers}
        message = misfit(order, rules.pack_cards)
        yield Reason(ReasonCode.DEAL_WRONG_ORDER, {"round": rules.round, **needed, "message": message})


def deal(state: State, log: Log) -> State:
    """Deal clockwise, one card at a time from the dealer's left; turn the upcard; the rest is the stock."""
    rules = state.rules
    players = rules.players
    order = state.stock[::-1]
    dealt = players * rules.dealt
    hands = [EMPTY_HAND] * players
    for step in range(players):
        hands[(state.setting.dealer + 1 + step) % players] = Hand.of(order[step:dealt:players])
    discards = order[dealt : cards_to_deal(rules)]
    after: State = state.replace(
        phase=DRAW,
        hands=tuple(hands),
        stock=order[dealt + len(discards) :][::-1],
        discards=discards,
        discarded_by=bytes([UPCARD]) * len(discards),
    )
    if log is not None:
        log.append(Event(EventType.DEALT, state.setting.dealer, discards, number=rules.round))
        log.extend(Event(EventType.HAND, seat, bytes(hands[seat]), private=True) for seat in range(players))
        log.append(Event(EventType.TURN, after.turn))
    return begin_turn(after, log)


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
    if move.count == cards_to_deal(rules):
        bonuses[move.seat] += rules.cut_score or 0
    if log is not None:
        log.append(Event(EventType.CUT, move.seat, number=move.count, scores=tuple(bonuses)))
    setting = state.setting.replace(bonuses=tuple(bonuses))
    return deal(state.replace(setting=setting), log)


def next_round_tiers(state: State, move: NextRound) -> Tiers:
    """Why no further round can be dealt now, or not from this order."""
    if state.phase is GAME_OVER:
        yield over_reasons(state)
    elif state.phase is not ROUND_OVER:
        yield [wrong_phase(state)]
    else:
        yield _order_reasons(_next_rules(state), state.setting.chance, move.order)


def _next_rules(state: State) -> RoundRules:
    return round_rules(state.rules.profile, state.players, state.rules.round + 1)


def do_next_round(state: State, move: NextRound, log: Log) -> State:
    """The deal goes to the left; the contract is the next one for everybody."""
    dealer = (state.setting.dealer + 1) % state.players
    chance = state.setting.chance.beside(move.order)
    return new_round(_next_rules(state), dealer, state.totals, chance, move.order, log, _all_buys(state))


def _all_buys(state: State) -> tuple[int, ...]:
    """How often each seat has bought so far, where that matters in later rounds; empty where nobody has."""
    if not state.rules.counts_all_buys:
        return ()
    earlier = state.setting.earlier_buys or (0,) * state.players
    now = tuple(before + bought for before, bought in zip(earlier, state.tally.bought, strict=True))
    return now if any(now) else ()

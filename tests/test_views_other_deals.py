"""Non-interference: whatever a seat may ask, it is answered alike in two games that differ in what it cannot know.

The second game is dealt otherwise and shows the seat the same all the way. It is asked in games that the library deals
and at real tables, whose hosts have noted other cards each. Positions are counted where the two games really differ:
`MAYI_POSITIONS=100000 pytest tests/test_views_other_deals.py` looks at so many of each sort instead of 800.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import count

import pytest

from mayi_rules import Game, HiddenCards, MayIError, View, apply, check, mask, sample_state, unseen
from mayi_rules.cards import JOKER, UNKNOWN
from mayi_rules.engine.rules.deal import cards_to_deal, new_round
from mayi_rules.engine.state.events import EventType
from mayi_rules.engine.state.values import Chance, Phase
from mayi_rules.engine.text.notation import check_text
from mayi_rules.moves import LayOff, Open, Swap, TakeBack, discard
from mayi_rules.profile.resolution import round_rules
from mayi_rules.reasons import Reason, ReasonCode, Verdict
from mayi_rules.testing.conformance import key_of, listed
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_moves import build_move, build_near_miss
from mayi_rules.testing.random_positions import deal_helpfully
from mayi_rules.testing.random_profiles import build_profile
from mayi_rules.testing.random_walk import walk
from tests.other_deals import BUNDLED, NAMES, histories, other_deal, recycled_orders, replayed

pytestmark = pytest.mark.slow

POSITIONS = int(os.environ.get("MAYI_POSITIONS", "800"))
BATCHES = 2
PER_ROUND = 10
NEUTRAL = Verdict((Reason(ReasonCode.CARDS_NOT_AS_NOTED),))


def differ(one, two):
    """Whether the full positions differ in a card."""
    return (one.hands, one.stock) != (two.hands, two.stock)


def chosen(steps, choices):
    """Which of the steps are looked at closely: some of them, and what is seldom."""
    rare = [at for at, step in enumerate(steps) if step.state.window is not None or step.state.tally.renewed]
    picked = {len(steps) - 1, *(choices.whole(0, len(steps) - 1) for _ in range(PER_ROUND))}
    return picked | {choices.pick(rare) for _ in range(PER_ROUND // 2) if rare}


def sorts_of(state):
    """What sort of position it is, for the counts."""
    yield "all"
    yield state.phase.value
    if state.is_over:
        yield "over"
    if state.tally.renewed:
        yield "turned over" if state.tally.stock_known else "shuffled"


def asked_moves(state, seat, choices, number=4):
    """Moves of a seat: at random, and near misses of those that are legal."""
    legal, _ = listed(state, seat, most=10)
    for index in range(number):
        move = (
            build_near_miss(state, choices.pick(legal), choices) if legal and index % 2 else build_move(state, choices)
        )
        if move.seat == seat:
            yield move
    yield from legal[:2]


def text_of(move):
    """A move in notation; None where it holds what no text can say, as a rank that there is not."""
    try:
        return move.text()
    except IndexError:
        return None


def answers_alike(one, two, seat, choices):
    """Views, legal moves, verdicts, what is unseen, samples, and what moves that draw nothing lead to."""
    names = NAMES[: one.players]
    assert mask(one, seat) == mask(two, seat)
    view, other = View(one, names, seat), View(two, names, seat)
    assert view.to_json() == other.to_json()
    assert unseen(one, seat) == unseen(two, seat)
    if choices.yes(10):
        rng = choices.whole(0, 10**9)
        assert sample_state(view, random.Random(rng)) == sample_state(other, random.Random(rng))
    if seat is None:
        return
    assert [key_of(move) for move in listed(one, seat)[0]] == [key_of(move) for move in listed(two, seat)[0]]
    for move in asked_moves(one, seat, choices):
        verdict = check(one, move)
        assert check(two, move) == verdict
        if (text := text_of(move)) is not None:
            assert check_text(one, seat, text) == check_text(two, seat, text)
        if verdict and isinstance(move, Open | LayOff | Swap | TakeBack):
            here, there = apply(one.replace(), move), apply(two.replace(), move)
            if here.state.is_over:  # what others held is counted
                assert there.state.is_over
            else:
                assert here.seen_by(seat) == there.seen_by(seat)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_another_deal_that_explains_what_was_seen_is_answered_alike_all_the_way(batch):
    """Rounds with windows, shuffled and turned-over renewals, blockings, taking back, and their ends."""
    found = Counter()
    for start, steps, choices in histories(f"deals {batch}", count()):
        if found["all"] >= POSITIONS // BATCHES:
            break
        if start.phase is Phase.CUT:
            continue
        seat = choices.whole(-1, start.players - 1)
        seat = None if seat < 0 else seat
        sample = sample_state(View(steps[-1].state, NAMES[: start.players], seat), choices.generator())
        first, orders = other_deal(start, steps, sample, seat)
        real = recycled_orders(steps)
        assert [sorted(order) for order in orders] == [sorted(order) for order in real]
        one = replayed(start, steps, Chance(None, given(start, real)))
        two = replayed(first, steps, Chance(None, given(start, orders)))
        assert two is not None, "a move was refused"
        assert (two[-1].state.hands, two[-1].state.stock) == (sample.hands, sample.stock)
        close = chosen(steps, choices)
        for at, (this, that) in enumerate(zip(one, two, strict=True)):
            assert this.seen_by(seat) == that.seen_by(seat), f"step {at} differs"
            if at in close and differ(this.state, that.state):
                answers_alike(this.state, that.state, seat, choices)
                found.update(sorts_of(this.state))
    print(f"positions that differ, batch {batch}: {dict(found)}")
    assert found["all"] >= POSITIONS // BATCHES
    for sort, least in LEAST.items():
        assert found[sort] >= least * found["all"], (sort, found)


LEAST = {"play": 0.15, "draw": 0.1, "buying": 0.1, "over": 0.01, "shuffled": 0.01}
"""What share of the positions is of a sort at least."""


def given(start, orders):
    """Orders of the renewals of a round, as they are noted."""
    return {(start.rules.round, renewal): (order,) for renewal, order in enumerate(orders)}


def table_history(label, number):
    """A round from the deal as it was at a table, all cards told: deck, first position, steps, further choices."""
    choices = RandomChoices(random.Random(f"{label} {number}"))
    profile = choices.pick(BUNDLED) if number % 4 == 3 else build_profile(choices)
    if profile.deal.cut_bonus:
        return None
    rules = round_rules(profile, choices.whole(profile.players.min, profile.players.max), 1)
    deck = deal_helpfully(rules, choices.generator())
    dealer = choices.whole(0, rules.players - 1)
    start = new_round(rules, dealer, (0,) * rules.players, Chance(f"table {number}"), deck, [])
    steps = []
    most = choices.whole(1, 260) if choices.yes(60) else 1_000
    for step in walk(start, choices.generator()):
        steps.append(step)
        if len(steps) >= most:
            break
    return deck, start, steps, choices


def deck_of(deck, start, first, seat):
    """The order of the pack, top card first, that is dealt so; the seat gets its cards as before."""
    rules = start.rules
    dealt = bytearray(deck[: rules.players * rules.dealt])
    for owner, hand in enumerate(first.hands):
        if owner != seat:
            dealt[(owner - start.setting.dealer - 1) % rules.players :: rules.players] = bytes(hand)
    return bytes(dealt) + start.discards + first.stock[::-1]


def places_seen(start, steps, seat):
    """The places of the deck that a seat sees: its hand, the upcards, what it draws before the stock is renewed."""
    rules = start.rules
    dealt, at = rules.players * rules.dealt, cards_to_deal(rules)
    own = (seat - start.setting.dealer - 1) % rules.players
    seen = {*range(own, dealt, rules.players), *range(dealt, at)}
    for step in steps:
        for event in step.events:
            if event.type is EventType.RENEWED_STOCK:
                return seen
            if event.type in (EventType.DREW_STOCK, EventType.DREW_PENALTY):
                seen |= {at} if event.seat == seat else set()
                at += 1
    return seen


def noted(deck, start, seen, percents, choices, shared):
    """What a host has noted: upcards, of what the seat sees what is shared, and of the rest so many of a hundred."""
    upcards = range(start.rules.players * start.rules.dealt, cards_to_deal(start.rules))
    return bytes(
        card if at in upcards or (at in shared if at in seen else choices.yes(percents)) else UNKNOWN
        for at, card in enumerate(deck)
    )


def told(events):
    """Events but for the scores that one host knows and another is told later."""
    return [event for event in events if event.type not in (EventType.ROUND_OVER, EventType.GAME_OVER)]


def outcome(ask):
    """What a call answers, or how it refuses."""
    try:
        return ask()
    except MayIError as error:
        return type(error), str(error), getattr(error, "verdict", None)


def seats_alike(one, two, name, choices):
    """Two real tables answer a seat alike: everything that its handle has."""
    here, there = one.seat(name), two.seat(name)
    number = here.number
    assert here.view.state.to_dict() == there.view.state.to_dict()
    assert here.view.to_json() == there.view.to_json()
    assert outcome(lambda: here.unseen) == outcome(lambda: there.unseen)
    offered, other = (listed(handle.view.state, number)[0] for handle in (here, there))
    assert list(map(key_of, offered)) == list(map(key_of, other))
    for move in asked_moves(one.state, number, choices, 3):
        for said in filter(None, (move, text_of(move))):
            assert here.check(said) == there.check(said)


def refused_alike(one, two, name, truths, choices):
    """Moves are played, or refused as `check` says, or for the one neutral reason: that alone tells games apart."""
    here, there = one.seat(name), two.seat(name)
    kinds = Counter()
    asked = [move for state in truths for move in asked_moves(state, here.number, choices, 6)]
    asked += [discard(here.number, choices.whole(0, JOKER)) for _ in range(8)]
    for index, move in enumerate(asked):
        said = move if index % 2 else text_of(move) or move
        verdict = here.check(said)
        for game, handle in ((one, here), (two, there)):
            before = game.digest
            found = outcome(lambda handle=handle, said=said: handle.play(said))
            if isinstance(found[-1], Verdict):
                assert game.digest == before
                assert found[-1] == (NEUTRAL if verdict else verdict), (said, found)
                kinds["neutral" if verdict else "refused"] += 1
            else:
                assert verdict
                kinds["played"] += 1
                game.undo()
                assert game.digest == before
        if not verdict and choices.yes(5):
            ways = outcome(lambda said=said: [str(fix) for fix in here.fixes(said, limit=3)])
            assert ways == outcome(lambda said=said: [str(fix) for fix in there.fixes(said, limit=3)])
    return kinds


@pytest.mark.parametrize("batch", range(BATCHES))
def test_hosts_that_have_noted_other_cards_answer_a_seat_alike(batch):
    """Real tables at which the same was seen; each host has noted what it likes of the other hands and the stock."""
    found = Counter()
    for number in count():
        if found["all"] >= POSITIONS // BATCHES:
            break
        history = table_history(f"tables {batch}", number)
        if history is None:
            continue
        deck, start, steps, choices = history
        last = steps[-1].state
        seat = last.turn if last.phase is Phase.PLAY and choices.yes(70) else choices.whole(0, start.players - 1)
        names = NAMES[: start.players]
        sample = sample_state(View(last, names, seat), choices.generator())
        first, _ = other_deal(start, steps, sample, seat)
        seen = places_seen(start, steps, seat)
        percent = choices.pick([0, 0, 30, 70, 100])
        shared = {at for at in sorted(seen) if choices.yes(percent)}
        games = []
        for one in (deck, deck_of(deck, start, first, seat)):
            order = noted(one, start, seen, choices.pick([30, 60, 100, 100]), choices, shared)
            dealer = names[start.setting.dealer]
            profile = start.rules.profile
            games.append(Game(profile, seats=names, dealer=dealer, deck=order, seed=1, turn_cap=None))
        if UNKNOWN not in games[0]._order or UNKNOWN not in games[1]._order:
            continue  # a host who knows the whole pack shuffles it anew, too
        one, two = games
        close = chosen(steps, choices)
        for at, step in enumerate(steps):
            for game in games:
                game.play(step.move)
            if at in close and differ(one.state, two.state) and not one.state.is_over:
                seats_alike(one, two, names[seat], choices)
                found.update(sorts_of(one.state))
        if last.is_over:
            for game in games:
                if not game.state.scores:
                    game.enter_scores(dict(zip(names, last.scores, strict=True)))
            seats_alike(one, two, names[seat], choices)
            found.update(sorts_of(one.state) if differ(one.state, two.state) else ())
        handles = [game.seat(names[seat]) for game in games]
        assert told(map(unnumbered, handles[0].events())) == told(map(unnumbered, handles[1].events()))
        assert handles[0].record.to_dict() == handles[1].record.to_dict()
        if not one.state.is_over:
            found.update(refused_alike(one, two, names[seat], (last, sample), choices))
    print(f"positions that differ, real tables, batch {batch}: {dict(found)}")
    assert found["all"] >= POSITIONS // BATCHES
    for sort, least in (LEAST | {"shuffled": 0, "neutral": 0.004, "played": 0.02, "refused": 0.1}).items():
        assert found[sort] >= least * found["all"], (sort, found)


def unnumbered(event):
    """An event without its number."""
    from attrs import evolve

    return evolve(event, seq=-1)


def test_a_handle_that_cannot_place_its_own_cards_says_so_and_no_more():
    game = Game(BUNDLED[0], seats=NAMES[:3], deck=bytes([UNKNOWN]) * round_rules(BUNDLED[0], 3, 1).pack_size)
    with pytest.raises(HiddenCards):
        _ = game.seat("a").unseen

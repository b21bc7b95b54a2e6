"""What a text leaves open, the rules decide: what it means is what all its readings, said in full and checked, say.

The readings are made here by another way: by filling every place of every suit and rank with the cards in every order,
and laying single cards at every end, each asked of `check`. `MAYI_PROPERTIES=20` asks for twenty times as many texts.
"""

from __future__ import annotations

import random
from itertools import permutations, product

import pytest

from mayi_rules import Game, State, load_profile, parse_cards, round_rules
from mayi_rules.cards import CARDS, JOKER, NAMES, RANKS, Hand
from mayi_rules.engine.engine import apply, check
from mayi_rules.engine.knowledge.mask import mask
from mayi_rules.engine.rules.opening import neighbour_reasons
from mayi_rules.engine.state.values import Phase
from mayi_rules.engine.text.notation import check_text, parse_moves
from mayi_rules.engine.text.parse import parse_text
from mayi_rules.engine.text.resolve import meaning, text_of
from mayi_rules.errors import IllegalMove, NotationError
from mayi_rules.melds.fitting import End, TableMeld, end_role
from mayi_rules.melds.legality import meld_reasons
from mayi_rules.melds.meld import ALL_WILD, Meld
from mayi_rules.moves import Open, Swap, lay_off
from mayi_rules.profile.language.choices import Ace
from mayi_rules.reasons import ReasonCode
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_melds import build_meld
from mayi_rules.testing.random_positions import first_position
from mayi_rules.testing.random_profiles import build_profile

AMBIGUOUS = ReasonCode.MELD_AMBIGUOUS
MOST = 400
"""A text with more readings than this is not looked at here: they would take too long to list in this slow way."""


def house(choices):
    """A random game, in most cases one that leaves more open: more wilds, naturals in their own place, neighbours."""
    profile = build_profile(choices)
    changes = {}
    if choices.yes(60):
        changes["pack.wild"] = choices.pick([["joker", "2"], ["joker", "2", "3"], ["joker", "Ah", "Ad"]])
    if choices.yes(40):
        changes["wilds.natural_use"] = choices.yes(70)
    if choices.yes(50):
        changes["melds.same_suit_runs"] = "not_adjacent"
    if choices.yes(50):
        changes["melds.same_rank_sets"] = False
    if choices.yes(60):
        changes["wilds.swap.out_of"] = "any"
    try:
        return profile.override(changes)
    except Exception:  # noqa: BLE001 - some houses cannot have it
        return profile


def position(choices, *, opened):
    """A turn in play: a hand with the contract and spare cards, or a table with a hand of cards that may fit there."""
    profile = house(choices)
    state = first_position(profile, choices)
    rules, seat = state.rules, state.turn
    left = list(rules.pack)
    table, cards = [], []
    if opened:
        for _ in range(choices.whole(1, 3)):
            if meld := build_meld(rules, choices, left=left):
                table.append(TableMeld(seat if choices.yes(60) else (seat + 1) % state.players, meld, rules))
                for card in meld.cards:
                    left[card] -= 1
    wilds = [kind for kind in rules.wild_kinds if left[kind]]
    cards += [choices.pick(wilds) for _ in range(choices.whole(0, 3)) if wilds]
    melds = []
    if not opened:
        for item in rules.contract[:4]:
            meld = build_meld(rules, choices, kind=item.kind, size=item.size + choices.yes(15), left=left)
            if meld is not None:
                meld = wilder(meld, choices, rules)
                melds.append(meld)
                cards += meld.cards
                for card in meld.cards:
                    left[card] -= 1
        cards += [choices.whole(0, JOKER) for _ in range(0 if rules.all_cards else choices.whole(0, 2))]
    else:
        for target in table:
            fit = [kind for kind in range(JOKER + 1) if target.takes >> kind & 1]
            cards += [choices.pick(fit) for _ in range(3) if fit]
            swaps = [kind for kind in range(JOKER) if kind % 13 == target.meld.rank or target.meld.is_run]
            cards += [choices.pick(swaps)] if swaps else []
        cards += [choices.whole(0, JOKER) for _ in range(choices.whole(0, 2))]
    cards = cards or [choices.whole(0, JOKER)]
    opened_bits = (1 << state.players) - 1 if opened else 0
    hand = Hand.of(cards)
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    return state.replace(hands=hands, phase=Phase.PLAY, table=tuple(table), opened=opened_bits, window=None), melds


def wilder(meld, choices, rules):
    """The meld with wilds in the places of some of its cards, where that is legal too."""
    for _ in range(choices.whole(0, 3) if rules.wild_kinds else 0):
        cards = bytearray(meld.cards)
        cards[choices.whole(0, len(cards) - 1)] = choices.pick(rules.wild_kinds)
        other = Meld.run_of(meld.suit, meld.start, cards) if meld.is_run else Meld.set_of(meld.rank, cards)
        meld = meld if any(meld_reasons(other, rules)) else other
    return meld


def role_name(meld, index):
    role = meld.role(index)
    return NAMES[role] if meld.is_run else "" if role == ALL_WILD else RANKS[role]


def open_text(meld, choices, rules):
    """A meld as somebody may type it: some roles written, others not, the cards in some order."""
    words = []
    for index, card in enumerate(meld.cards):
        role = role_name(meld, index)
        is_marked = role and choices.yes(15 if rules.is_wild[card] else 5)
        words.append(f"{NAMES[card]}={role}" if is_marked else NAMES[card])
    if choices.yes(70):
        words = choices.shuffled(words)
    elif choices.yes(30):
        words.reverse()
    return " ".join([*([meld.kind.value] if choices.yes(15) else []), *words])


# Another way to list the readings


def is_true(word, role, *, is_run):
    """Whether what is written behind `=` is this role."""
    written = word.partition("=")[2]
    if not written:
        return True
    return written == (NAMES[role] if is_run else RANKS[role] if role >= 0 else "")


def runs_of(words, rules):
    """Every run that the words make, with the order of the words in it."""
    found = {}
    size = len(words)
    corner = rules.ace is Ace.AROUND_THE_CORNER
    for suit, start in product(range(4), range(14)):
        if size > 14 or (corner and start > 12) or (not corner and start + size > 14):
            continue
        roles = [suit * 13 + (start + index) % 13 for index in range(size)]
        partial = [()]
        for role in roles:
            partial = [
                (*done, index)
                for done in partial
                for index, word in enumerate(words)
                if index not in done
                and (card_of(word) == role or rules.is_wild[card_of(word)])
                and is_true(word, role, is_run=True)
            ]
            if len(partial) > 5_000:
                return None
        for order in partial:
            meld = Meld.run_of(suit, start, [card_of(words[index]) for index in order])
            found.setdefault(meld, set()).add(order)
    return found


def card_of(word):
    return int(parse_cards(word.partition("=")[0])[0])


def sets_of(words, rules):
    cards = [card_of(word) for word in words]
    found = []
    for rank in range(ALL_WILD, 13):
        fits = all(rules.is_wild[card] or card % 13 == rank for card in cards)
        if fits and all(is_true(word, rank, is_run=False) for word in words):
            found.append(Meld.set_of(rank, cards))
    return found


def melds_of(text, rules):
    """The legal melds of a text: as written, and in other orders; None where there are too many to list."""
    words = text.split()
    forced = words.pop(0) if words[0] in ("set", "run") else ""
    legal = lambda meld: not any(meld_reasons(meld, rules))  # noqa: E731
    sets = [] if forced == "run" else [meld for meld in sets_of(words, rules) if legal(meld)]
    runs = {} if forced == "set" else runs_of(words, rules)
    if runs is None:
        return None
    runs = {meld: orders for meld, orders in runs.items() if legal(meld)}
    upwards = tuple(range(len(words)))
    for order in (upwards, upwards[::-1]):
        if written := [meld for meld, orders in runs.items() if order in orders]:
            return [*written, *sets], []
    return (sets, list(runs)) if sets else (list(runs), [])


def expected_opening(state, seat, texts):
    """The legal openings that the texts may mean, and the codes that hold of all; None where it is not known."""
    found = [melds_of(text, state.rules) for text in texts]
    if any(one is None for one in found) or not all(written or arranged for written, arranged in found):
        return None
    for lists in ([written for written, _ in found], [written + arranged for written, arranged in found]):
        moves = [Open(seat, melds) for melds in product(*lists)]
        if len(moves) > MOST:
            return None
        verdicts = [check(state, move) for move in moves]
        legal = [move for move, verdict in zip(moves, verdicts, strict=True) if verdict]
        if legal:
            return legal, None
    return [], set.intersection(*[set(verdict.codes) for verdict in verdicts]) or {AMBIGUOUS}


def agrees(state, seat, text, expected):
    """That a text is read as its readings say, on what the seat knows as well."""
    legal, codes = expected
    verdict = check_text(state, seat, text)
    assert verdict == check_text(mask(state, seat), seat, text), text
    if len(legal) == 1:
        assert verdict.ok, (text, verdict, legal)
        assert parse_moves(state, seat, text)[-1] == legal[0], text
    elif legal:
        assert set(verdict.codes) == {AMBIGUOUS}, (text, verdict, legal)
        choices = meaning(state, seat, parse_text(text)).readings
        assert {one[-1] for one in choices} <= set(legal)
        assert len(choices) == min(len(legal), 8) or len(legal) > 8
        assert all(check_text(state, seat, text_of(one)) for one in choices), (text, choices)
    else:
        assert set(verdict.codes) == codes, (text, verdict, codes)


def test_openings_are_read_as_their_readings_say(factor):
    counts = {"one": 0, "several": 0, "none": 0, "common": 0}
    for number in range(150 * factor):
        choices = RandomChoices(random.Random(f"openings {number}"))
        state, melds = position(choices, opened=False)
        if not melds:
            continue
        texts = [open_text(meld, choices, state.rules) for meld in melds]
        expected = expected_opening(state, state.turn, texts)
        if expected is None:
            continue
        legal, codes = expected
        counts["none" if not legal else "one" if len(legal) == 1 else "several"] += 1
        counts["common"] += codes is not None and AMBIGUOUS not in codes
        agrees(state, state.turn, f"open {' | '.join(texts)}", expected)
    assert all(count >= 5 for count in counts.values()), counts


def lay_text(card, role, end, number):
    return f"lay {NAMES[card]}{f'={role}' if role else ''}{f' {end}' if end else ''} on {number}"


def test_a_single_lay_off_is_read_as_its_readings_say(factor):
    counts = {"one": 0, "several": 0, "none": 0}
    for number in range(120 * factor):
        choices = RandomChoices(random.Random(f"lay-offs {number}"))
        state, _ = position(choices, opened=True)
        seat, rules = state.turn, state.rules
        if not state.table:
            continue
        at = choices.whole(1, len(state.table))
        meld = state.table[at - 1].meld
        card = choices.pick(list(state.hand.kinds))
        ends = (End.LOW, End.HIGH) if meld.is_run else (None,)
        places = [end for end in ends if end is None or end_role(meld, end, rules) is not None]
        moves = {end: lay_off(seat, card, at, meld, end) for end in places}
        stands = [end for end, move in moves.items() if end is None or card == move.role or rules.is_wild[card]]
        readings = [moves[end] for end in stands]
        agrees_on_lay_off(state, seat, lay_text(card, "", "", at), readings, counts)
        for end in stands:  # what is written and true is never in the way
            move = moves[end]
            role = NAMES[move.role] if meld.is_run else RANKS[move.role] if move.role >= 0 else ""
            for written in {"", role} if role else {""}:
                for word in {"", end.value} if end else {""}:
                    if (written or word) and move.role % 13:  # an ace's role does not tell its end
                        same = [one for one in readings if not word or one.end == end]
                        same = [one for one in same if not written or one.role == move.role]
                        agrees_on_lay_off(state, seat, lay_text(card, written, word, at), same, counts)
    assert all(count >= 5 for count in counts.values()), counts


def agrees_on_lay_off(state, seat, text, readings, counts):
    verdicts = [check(state, move) for move in readings]
    legal = [move for move, verdict in zip(readings, verdicts, strict=True) if verdict]
    counts["none" if not legal else "one" if len(legal) == 1 else "several"] += 1
    if readings:
        agrees(state, seat, text, (legal, set.intersection(*[set(one.codes) for one in verdicts]) or {AMBIGUOUS}))
    else:
        verdict = check_text(state, seat, text)
        assert verdict.reasons
        assert AMBIGUOUS not in verdict.codes


def test_several_lay_offs_are_read_as_their_orders_say(factor):
    counts = {"one": 0, "several": 0, "none": 0}
    for number in range(120 * factor):
        choices = RandomChoices(random.Random(f"several {number}"))
        state, _ = position(choices, opened=True)
        seat = state.turn
        if not state.table or state.hand.size < 2:
            continue
        at = choices.whole(1, len(state.table))
        fit = [card for card in state.hand if state.table[at - 1].takes >> card & 1]
        cards = choices.shuffled(fit if len(fit) > 1 and choices.yes(80) else state.hand)[: choices.whole(2, 3)]
        if state.hand.size == len(cards):
            state = state.replace(
                hands=tuple(hand.plus(JOKER) if one == seat else hand for one, hand in enumerate(state.hands))
            )
        results = {}
        for order in set(permutations(cards)):
            for ends in product((End.LOW, End.HIGH, None), repeat=len(cards)):
                after = laid_in_order(state, seat, at, order, ends)
                if after is not None:
                    results[after.table[at - 1].meld] = after
        text = f"lay {' '.join(map(str, cards))} on {at}"
        counts["none" if not results else "one" if len(results) == 1 else "several"] += 1
        verdict = check_text(state, seat, text)
        assert verdict == check_text(mask(state, seat), seat, text)
        if len(results) == 1:
            after = state
            for move in parse_moves(state, seat, text):
                after = apply(after, move).state
            assert after == next(iter(results.values())), text
        elif results:
            assert verdict.codes == (AMBIGUOUS,), text
            for choice in verdict.reasons[0].params["choices"]:
                assert check_text(state, seat, choice).ok, (text, choice)
        else:
            assert verdict.reasons, text
            with pytest.raises((IllegalMove, NotationError)):
                parse_moves(state, seat, text)
    assert all(count >= 5 for count in counts.values()), counts


def laid_in_order(state, seat, number, cards, ends):
    """The position after laying these cards one after the other at these ends; None where one of them is refused."""
    for card, end in zip(cards, ends, strict=True):
        meld = state.table[number - 1].meld
        if meld.is_run != (end is not None):
            return None
        move = lay_off(seat, card, number, meld, end)
        if not check(state, move):
            return None
        state = apply(state, move).state
    return state


def test_swaps_are_read_as_their_readings_say(factor):
    counts = {"one": 0, "several": 0, "none": 0}
    for number in range(100 * factor):
        choices = RandomChoices(random.Random(f"swaps {number}"))
        state, _ = position(choices, opened=True)
        seat, rules = state.turn, state.rules
        for at, laid in enumerate(state.table, start=1):
            meld = laid.meld
            for card in state.hand.kinds:
                every = [Swap(seat, CARDS[card], CARDS[wild], at, end) for wild in rules.wild_kinds
                         for end in (None, End.LOW, End.HIGH)]  # fmt: skip
                legal = [move for move in every if check(state, move)]
                text = f"swap {NAMES[card]} on {at}"
                counts["none" if not legal else "one" if len(legal) == 1 else "several"] += 1
                verdict = check_text(state, seat, text)
                if len(legal) == 1:
                    assert parse_moves(state, seat, text) == (legal[0],), text
                elif legal:
                    assert verdict.codes == (AMBIGUOUS,)
                    assert sorted(verdict.reasons[0].params["choices"]) == sorted(map(str, legal))
                else:
                    assert verdict.reasons
                for move in legal:
                    true_of(state, move, meld, legal)
    assert counts["one"] >= 5
    assert counts["several"] >= 3
    assert counts["none"] >= 20


def true_of(state, move, meld, legal):
    """Whatever is true of a swap may be written: the wild, its role, and the end of the run at which it lies."""
    role = NAMES[move.card] if meld.is_run else RANKS[move.card % 13]
    at = [
        index
        for index, card in enumerate(meld.cards)
        if card == move.wild and meld.role(index) in (move.card, move.card % 13)
    ]
    at = at[:1] if move.end is None or move.end is End.LOW else at[-1:]
    ends = ["", "low"] if meld.is_run and at == [0] else ["", "high"] if meld.is_run and at == [meld.size - 1] else [""]
    for named, wild, end in product(("", f"={role}"), ("", f"={role}"), ends):
        text = f"swap {move.card}{named} for {move.wild}{wild}{f' {end}' if end else ''} on {move.meld}"
        if end or sum(one.wild == move.wild for one in legal) == 1:
            assert parse_moves(state, state.turn, text) == (move,), text
        for false in ("low", "high"):
            if false not in ends and not (meld.is_run and move.end is not None):
                told = f"swap {move.card} for {move.wild} {false} on {move.meld}"
                assert ReasonCode.SWAPPING_NO_SUCH_WILD in check_text(state, state.turn, told).codes, told


# What is left open is bounded


def crowd(table=None, **changes):
    """A turn of petras, or a house like it, in which the active player holds nothing but wilds and a few naturals."""
    profile = load_profile("petras").override({"pack.decks": 8, **changes})
    game = Game(profile, seats=["A", "B", "C"], seed=1)
    state, rules = game.state, game.state.rules
    laid = () if table is None else (TableMeld(state.turn, table, rules),)
    return state.replace(phase=Phase.PLAY, table=laid, opened=0 if table is None else 7)


def holding(state: State, text):
    hand = Hand.of([*parse_cards(text.replace("|", " ")), 0])
    return state.replace(hands=tuple(hand if seat == state.turn else one for seat, one in enumerate(state.hands)))


WILD = {"pack.wild": ["joker", "2", "3", "4", "5"], "wilds.natural_use": True}


def test_a_long_text_of_many_wilds_is_answered_after_a_bounded_search(monkeypatch):
    counts = {"checks": 0}

    def counted(state, move):
        counts["checks"] += 1
        return check(state, move)

    monkeypatch.setattr("mayi_rules.engine.text.lay_off_readings.check", counted)
    run = Meld.run_of(2, 6, parse_cards("7h 8h 9h Th"))
    cards = "2c 3c 4c 5c 2d 3d 4d X"
    state = holding(crowd(run, **{"wilds.balance": "fewer_than_naturals", **WILD}), cards)
    verdict = check_text(state, state.turn, f"lay {cards} on 1")
    assert verdict.reasons
    assert counts["checks"] <= 1_000


def test_melds_that_may_be_read_in_too_many_ways_are_refused_with_what_to_write():
    melds = "2c X 3d 4h 5s 2d 3h 4c 5d 2h | 3s 4d X 2s 5h 3c 2c 4s 5c 3d"
    state = holding(crowd(**{"wilds.per_meld": 4, **WILD}), melds)
    verdict = check_text(state, state.turn, f"open {melds}")
    assert verdict.codes
    assert set(verdict.codes) <= {ReasonCode.NOTATION_MELD, AMBIGUOUS}
    assert "write what its wilds stand for" in str(verdict)


def test_a_text_that_says_all_is_read_however_long_it_is():
    run = "X=3h 4h X=5h 6h X=7h 8h X=9h Th X=Jh Qh X=Kh Ah"
    state = holding(crowd(**{"rounds": [{"deal": 12, "contract": ["run"]}], **WILD}), "X 4h X 6h X 8h X Th X Qh X Ah")
    assert check_text(state, state.turn, f"open {run}").ok
    shuffled = " ".join(RandomChoices(random.Random(1)).shuffled(run.split()))
    assert parse_moves(state, state.turn, f"open {shuffled}") == parse_moves(state, state.turn, f"open {run}")


def test_each_reading_is_asked_once_and_the_one_that_is_played_not_again(monkeypatch):
    asked = []

    def counted(melds, rules):
        asked.append(tuple(melds))
        yield from neighbour_reasons(melds, rules)

    monkeypatch.setattr("mayi_rules.engine.rules.opening.neighbour_reasons", counted)
    rules = round_rules(load_profile("petras").override({"melds.same_suit_runs": "not_adjacent"}), 3, 3)
    state = holding(crowd().replace(rules=rules), "3c 4c 5c 6c 9c 8c Tc X")
    (move,) = parse_moves(state, state.turn, "open 3c 4c 5c 6c | 9c 8c Tc X")
    apply(state, move)
    assert len(asked) == len(set(asked)) == 2
    asked.clear()
    (move,) = parse_moves(state, state.turn, "open 3c 4c 5c 6c | 8c 9c Tc X")
    apply(state, move)
    assert len(asked) == 1

"""Moves as text: reading one against a State into canonical moves."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import product

from mayi_rules.arguments import expect, expect_text
from mayi_rules.cards import CARDS, Card, format_card, parse_card
from mayi_rules.errors import IllegalMove, NotationError
from mayi_rules.game import moves
from mayi_rules.game.engine import apply, check
from mayi_rules.game.laying_off import lay_off_tiers, standing_reasons, target_reasons
from mayi_rules.game.moves import HOST, Cap, LayOff, Move, Open, Swap, lay_off, lay_off_at
from mayi_rules.game.naming import HOST_NAME
from mayi_rules.game.opening import (
    contract_reasons,
    fits_contract,
    number_reasons,
    opening_turn_reasons,
    rest_reasons,
)
from mayi_rules.game.parts import Phase
from mayi_rules.game.phrases import GRAMMAR, HOST_GRAMMAR, no_move
from mayi_rules.game.state import State
from mayi_rules.game.swapping import end_of, places_for, swap_standing_reasons, swap_target_reasons
from mayi_rules.game.turns import card_reasons, expect_seat, expect_state, turn_reasons
from mayi_rules.melds.arranging import (
    MOST_CHOICES,
    MeldText,
    NamedCard,
    Readings,
    ambiguous,
    parse_meld_text,
    parse_named_card,
    readings,
)
from mayi_rules.melds.fitting import End, end_role, fits
from mayi_rules.melds.meld import Meld
from mayi_rules.reasons import Reason, ReasonCode, Verdict

_BARE = {
    "take": moves.take, "stock": moves.stock, "pass": moves.pass_, "shanghai": moves.block,
    "take back": moves.take_back, "keep": moves.keep,
}  # fmt: skip
_HOST_BARE: dict[str, Callable[[], Move]] = {
    "close": moves.Close, "abandon": moves.Abandon, "next round": moves.NextRound,
}  # fmt: skip
_CAPPED = re.compile(r"abandon after (\d{1,9}) (turns|moves of a turn)", re.ASCII)
"""The library's own move where a cap is reached."""


def parse_moves(state: State, seat: int, text: str) -> tuple[Move, ...]:
    """Read a text as moves of a seat in this position: one, or several lay-offs in an order that fits.

    Args:
        state: the position.
        seat: who speaks, a number from 0, or `HOST`.
        text: the move in notation, without the seat in front.

    Raises:
        NotationError: the text is no move.
        IllegalMove: it is one, but what it leaves open cannot be settled, or it is refused before that.
    """
    expect_state(state)
    expect_seat(state, seat, HOST)
    expect_text("text", text, "a move in notation ('discard 5h')")
    words = text.split()
    plain = " ".join(words).lower()
    if seat == HOST:
        if plain in _HOST_BARE:
            return (_HOST_BARE[plain](),)
        if found := _CAPPED.fullmatch(plain):
            return (moves.Abandon(cap=Cap.TURNS if found[2] == "turns" else Cap.MOVES, count=int(found[1])),)
        if any(plain.split()[:1] == form.lower().split()[:1] for form in GRAMMAR):
            message = f"{text!r} is a move of a seat, not of the host ({HOST_NAME}): write who moves in front"
            raise NotationError(ReasonCode.NOTATION_MOVE, message)
        raise NotationError(ReasonCode.NOTATION_MOVE, no_move(text, HOST_GRAMMAR))
    if plain in _BARE:
        return (_BARE[plain](seat),)
    if plain in _HOST_BARE or _CAPPED.fullmatch(plain):
        raise NotationError(ReasonCode.NOTATION_MOVE, f"{text!r} is a move of the host ({HOST_NAME}), not of a seat")
    rest = words[1:]
    match words[0].lower() if words else "":
        case "may" if plain.startswith("may i") and len(words) in (2, 3) and words[1].lower() in ("i", "i?"):
            return (_parse_ask(state, seat, words[2:]),)
        case "open":
            return (_parse_open(state, seat, " ".join(rest)),)
        case "lay" if not plain.startswith("lay down") and "|" not in rest:
            return _parse_lay(state, seat, rest)
        case "swap":
            return (_parse_swap(state, seat, rest),)
        case "discard" if len(rest) == 1:
            return (moves.discard(seat, _known(parse_card(rest[0]))),)
        case "cut" if len(rest) == 1 and re.fullmatch(r"\d{1,9}", rest[0], re.ASCII):
            return (moves.Cut(seat, int(rest[0])),)
    raise NotationError(ReasonCode.NOTATION_MOVE, no_move(text))


def parse_move(state: State, seat: int, text: str) -> Move:
    """Read a text that means one move; raises as `parse_moves` does, and NotationError where it means several."""
    found = parse_moves(state, seat, text)
    if len(found) != 1:
        raise NotationError(ReasonCode.NOTATION_MOVE, f"{text!r} means {len(found)} moves: give one card at a time")
    return found[0]


def format_move(move: Move) -> str:
    """The notation of a move, without the seat in front; `parse_move` reads it back in the same position."""
    expect("move", move, Move, "a Move")
    return move.text()


def check_text(state: State, seat: int, text: str) -> Verdict:
    """May the move that is written here be played? Never raises for a bad text: it becomes a reason."""
    try:
        found = parse_moves(state, seat, text)
    except (IllegalMove, NotationError) as error:
        return error.verdict
    return check(state, found[0])  # of several lay-offs, found in an order that fits, the first one decides


def _known(card: Card) -> Card:
    if format_card(card) == "?":
        raise NotationError(ReasonCode.NOTATION_CARD, "an unknown card (?) cannot be played")
    return card


def _refuse(*tiers: Iterator[Reason]) -> None:
    """Raise with the reasons of the first of these tiers that has any."""
    for tier in tiers:
        if reasons := tuple(tier):
            raise IllegalMove(Verdict(reasons))


def _parse_ask(state: State, seat: int, words: list[str]) -> Move:
    if words:
        return moves.ask(seat, _known(parse_card(words[0])))
    return moves.ask(seat, state.discards[-1] if state.discards else None)


def _parse_open(state: State, seat: int, text: str) -> Move:
    texts = [parse_meld_text(part) for part in text.split("|")]
    cards = [card for meld in texts for card in meld.cards]
    _refuse(opening_turn_reasons(state, seat), card_reasons(state.hand, cards))
    found = [readings(meld, state.rules) for meld in texts]
    _refuse(_unreadable(state, texts, found, cards))
    return Open(seat, _matching(state, texts, found))


def _unreadable(state: State, texts: list[MeldText], found: list[Readings], cards: list[int]) -> Iterator[Reason]:
    """The reasons of the melds that cannot be read, with what else is wrong whatever they are."""
    faults = [reason for reading in found for reason in reading.reasons]
    if not faults:
        return
    yield from faults
    yield from number_reasons(len(texts), state.rules)
    yield from rest_reasons(state, cards)


def _matching(state: State, texts: list[MeldText], found: list[Readings]) -> tuple[Meld, ...]:
    """What a text leaves open the contract decides; where it does not, the text is ambiguous."""
    choices = list(product(*[reading.melds for reading in found]))
    fitting = [melds for melds in choices if fits_contract(melds, state.rules)]
    if len(fitting) == 1:
        return fitting[0]
    several = fitting or choices
    if len(several) == 1:
        return several[0]

    def reasons() -> Iterator[Reason]:
        for index, text in enumerate(texts):
            readable = tuple(dict.fromkeys(melds[index] for melds in several))
            if len(readable) > 1:
                yield ambiguous(text, readable, state.rules)
        if not fitting:
            yield from contract_reasons(several[0], state.rules)

    _refuse(reasons())
    return several[0]


def _parse_target(words: list[str], form: str) -> tuple[list[str], int]:
    """Split `… on N` into the words before it and the meld's number."""
    if len(words) < 3 or words[-2].lower() != "on" or not re.fullmatch(r"\d{1,4}", words[-1], re.ASCII):
        raise NotationError(ReasonCode.NOTATION_MOVE, f"write the number of a meld on the table at the end: {form}")
    return words[:-2], int(words[-1])


def _ends_of(words: list[str]) -> list[tuple[str, End | None]]:
    """Each card's text with the end written behind it."""
    cards: list[tuple[str, End | None]] = []
    for word in words:
        if word.lower() in ("low", "high"):
            if not cards or cards[-1][1] is not None:
                raise NotationError(ReasonCode.NOTATION_MOVE, f"{word!r} stands behind a card: lay As {word} on 2")
            cards[-1] = (cards[-1][0], End(word.lower()))
        else:
            cards.append((word, None))
    return cards


def _parse_lay(state: State, seat: int, words: list[str]) -> tuple[Move, ...]:
    names, number = _parse_target(words, "lay 5h on 2 (the contract is laid with 'open')")
    items = [(parse_named_card(text), end) for text, end in _ends_of(names)]
    cards = [item.card for item, _ in items]
    _refuse(turn_reasons(state, seat, Phase.PLAY))
    if missing := tuple(card_reasons(state.hand, cards)):
        _refuse(iter([*missing, *standing_reasons(state)]))
    if not 1 <= number <= len(state.table):
        _refuse(iter([*standing_reasons(state), *target_reasons(state, number)]))
    if len(items) == 1:
        return (_one_lay_off(state, seat, *items[0], number),)
    return _several_lay_offs(state, seat, items, number)


def _candidates(meld: Meld, item: NamedCard, end: End | None, state: State) -> list[End | None]:
    """The places of the meld that a card with this text may mean."""
    rules = state.rules
    if not meld.is_run:
        named = item.role < 0 and item.role_rank in (-1, meld.rank)
        return [None] if named and end is None else []
    if item.role_rank >= 0:
        return []
    roles = {one: end_role(meld, one, rules) for one in (End.LOW, End.HIGH) if end in (None, one)}
    suitable: list[End | None] = [
        one
        for one, role in roles.items()
        if role is not None and item.role in (-1, role) and (item.card == role or rules.is_wild[item.card])
    ]
    places = fits(meld, rules)
    masks = {End.LOW: places.low, End.HIGH: places.high}
    return [one for one in suitable if one and masks[one] >> item.card & 1] or suitable[:1]


def _one_lay_off(state: State, seat: int, item: NamedCard, end: End | None, number: int) -> Move:
    meld = state.table[number - 1].meld
    places = _candidates(meld, item, end, state)
    if len(places) == 1:
        place = state.table[number - 1].place(item.card, places[0])
        return lay_off_at(seat, CARDS[item.card], number, place.end, place.role, place.needs_end)
    _refuse(_unique(_ambiguity(state, seat, item, number) if places else _misfit(state, seat, item, end, number)))
    raise AssertionError


def _ambiguity(state: State, seat: int, item: NamedCard, number: int) -> Iterator[Reason]:
    """The refusal of a card that could go to either end."""
    yield from standing_reasons(state)
    meld = state.table[number - 1].meld
    choices = [lay_off(seat, item.card, number, meld, end, shows_end=True) for end in End]
    yield state.rules.reason(ReasonCode.MELD_AMBIGUOUS, meld=f"{item} on {meld}", choices=choices)


def _misfit(state: State, seat: int, item: NamedCard, end: End | None, number: int) -> Iterator[Reason]:
    """The refusal of a card that has no place on the meld, as it is written."""
    meld = state.table[number - 1].meld
    for tier in lay_off_tiers(state, LayOff(seat, CARDS[item.card], number, end, -1)):
        found = tuple(tier)
        yield from found
        if found:
            break
    if item.role >= 0 or item.role_rank >= 0:
        yield Reason(
            ReasonCode.MELD_WILD_ROLE,
            {"meld": meld, "card": format_card(item.card), "role": str(item).partition("=")[2]},
        )
    yield Reason(ReasonCode.LAYING_OFF_DOES_NOT_FIT, {"card": str(item), "meld": meld})


def _unique(reasons: Iterator[Reason]) -> Iterator[Reason]:
    """One reason of each code."""
    return iter({reason.code: reason for reason in reversed(list(reasons))}.values())


def _several_lay_offs(
    state: State, seat: int, items: list[tuple[NamedCard, End | None]], number: int
) -> tuple[Move, ...]:
    """The cards in whatever order fits; ambiguous if the meld may come out in several ways.

    When no order fits, the reasons are those of the orders that get furthest.
    """
    results: dict[Meld, tuple[Move, ...]] = {}
    tried: set[tuple[Meld, tuple[tuple[NamedCard, End | None], ...]]] = set()
    refusals: dict[int, list[Reason]] = {}

    def search(here: State, left: tuple[tuple[NamedCard, End | None], ...], done: tuple[Move, ...]) -> None:
        meld = here.table[number - 1].meld
        if not left:
            results.setdefault(meld, done)
            return
        if (meld, left) in tried or len(results) >= MOST_CHOICES:
            return
        tried.add((meld, left))
        against = refusals.setdefault(len(done), [])
        for item, end in dict.fromkeys(left):
            places = _candidates(meld, item, end, here)
            if not places:
                against.extend(_misfit(here, seat, item, end, number))
            for place in places:
                move = lay_off(seat, item.card, number, meld, place)
                if verdict := check(here, move):
                    at = left.index((item, end))
                    search(apply(here, move).state, left[:at] + left[at + 1 :], (*done, move))
                else:
                    against.extend(verdict.reasons)

    search(state, tuple(sorted(items, key=lambda pair: pair[0])), ())
    if len(results) == 1:
        return next(iter(results.values()))
    if results:
        _refuse(iter([ambiguous(" ".join(str(item) for item, _ in items), tuple(results), state.rules)]))
    _refuse(_unique(iter(refusals[max(refusals)])))
    raise AssertionError


def _parse_swap(state: State, seat: int, words: list[str]) -> Move:
    form = "swap 6h on 3, or swap 6h for 2s on 3"
    names, number = _parse_target(words, form)
    end = End(names.pop().lower()) if names and names[-1].lower() in ("low", "high") else None
    card = _known(parse_card(names[0])) if names else None
    if card is None or len(names) not in (1, 3) or (len(names) == 3 and names[1].lower() != "for"):
        raise NotationError(ReasonCode.NOTATION_MOVE, f"a swap is written: {form}")
    wild = _known(parse_card(names[2])) if len(names) == 3 else None
    _refuse(turn_reasons(state, seat, Phase.PLAY))
    if missing := tuple(card_reasons(state.hand, [card])):
        _refuse(iter([*missing, *swap_standing_reasons(state)]))
    if not 1 <= number <= len(state.table):
        _refuse(iter([*swap_standing_reasons(state), *swap_target_reasons(state, number)]))
    places = places_for(state, number, card)
    meant = [p for p in places if wild in (None, p.wild) and end in (None, end_of(p, places))]
    if len(meant) == 1:
        return Swap(seat, card, CARDS[meant[0].wild], number, end_of(meant[0], places))
    if not meant:
        return Swap(seat, card, wild if wild is not None else CARDS[52], number, end)
    choices = [Swap(seat, card, CARDS[p.wild], number, end_of(p, places)) for p in meant]
    reason = state.rules.reason(
        ReasonCode.MELD_AMBIGUOUS, meld=f"{card} on {state.table[number - 1].meld}", choices=choices
    )
    _refuse(iter([*swap_standing_reasons(state), *swap_target_reasons(state, number), reason]))
    raise AssertionError

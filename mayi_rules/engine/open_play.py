"""What a move tells about cards that nobody noted: an unknown card in hand turns out to be the one that is played.

At a real table the host knows some hands in part or not at all. Records of such games and games that are played live
follow them in the same way; the pure functions know nothing of it and refuse to play what is not in hand. What the
table counted at the end is told by it, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from mayi_rules.cards import UNKNOWN, Hand, format_card
from mayi_rules.engine.engine import Step, apply, check
from mayi_rules.engine.rules.scoring import score_fault
from mayi_rules.engine.state.events import Event, EventType
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import NOBODY, Ending, Phase, Tally
from mayi_rules.engine.text.notation import check_text, parse_moves
from mayi_rules.engine.text.parse import parse_text
from mayi_rules.errors import IllegalMove, NotationError, RecordError
from mayi_rules.moves import Discard, LayOff, Move, NextRound, Open, Swap
from mayi_rules.reasons import Reason, ReasonCode, Verdict


def check_revealed(state: State, seat: int, move: str | Move) -> Verdict:
    """May this move be played, where an unknown card of the hand may turn out to be one that it names?

    Args:
        state: the position, full or masked.
        seat: who wants to move, a number from 0, or `HOST`.
        move: a Move of this seat, or its text without the seat in front.
    """
    try:
        known = revealed(state, seat, move)
    except IllegalMove as error:
        return error.verdict
    return check(known, move) if isinstance(move, Move) else check_text(known, seat, move)


def apply_revealed(state: State, move: Move) -> Step:
    """Play a move after turning up the cards that it names, and no others: of several lay-offs each turns up its own.

    Raises:
        IllegalMove: the move is refused, or a card that it plays is elsewhere.
    """
    return apply(revealed(state, move.seat, move), move)


def refusal(known: State, seat: int, move: str | Move) -> IllegalMove | NotationError:
    """What a seat is told when a move of it is refused: what it can know, or else one and the same for all cards.

    A host may have noted cards of other hands, so that the seat's unknown card cannot be the one that it plays. Which
    card is noted elsewhere, and how often, is for the host alone.

    Args:
        known: the position before the move as the seat knows it.
        seat: whose move was refused.
        move: a Move of this seat, or its text without the seat in front.
    """
    try:
        state = revealed(known, seat, move)
        found = (move,) if isinstance(move, Move) else parse_moves(state, seat, move)
    except (IllegalMove, NotationError) as error:
        return error
    verdict = check(state, found[0])
    return IllegalMove(Verdict((Reason(ReasonCode.CARDS_NOT_AS_NOTED),)) if verdict.ok else verdict)


def revealed(state: State, seat: int, move: str | Move) -> State:
    """The position in which the cards that a move plays are known to be in the hand that plays them.

    Args:
        state: the position before the move.
        seat: who plays.
        move: the move, or its text without the seat in front.

    Returns:
        The same position, if nothing that the move names can be among unknown cards.

    Raises:
        IllegalMove: a card that is played is already elsewhere, as often as the pack holds it; or a next round is
            asked for while the scores of the last one are not known, which would be lost from the totals.
    """
    if state.ending is not None:
        _knows_scores(state, state.ending, move)
    if state.phase is not Phase.PLAY or seat != state.turn or not state.hand.counts[UNKNOWN]:
        return state
    for card in state.hand.missing(_cards_played(state, move)):
        if state.hand.counts[UNKNOWN]:
            state = _turned_up(state, card)
    return state


def _knows_scores(state: State, ending: Ending, move: str | Move) -> None:
    """Refuse a next round while the scores of the last one are not known."""
    deals = isinstance(move, NextRound) or (isinstance(move, str) and " ".join(move.split()).lower() == NextRound.name)
    if deals and not ending.scores:
        raise IllegalMove(Verdict((Reason(ReasonCode.DEAL_UNKNOWN_SCORES, {"round": state.round}),)))


def with_scores(state: State, seats: Sequence[str], scores: Mapping[str, int]) -> tuple[State, list[Event]]:
    """The position with the scores that a table counted, and the events that tell them again.

    Args:
        state: the position after the round.
        seats: the names of the seats.
        scores: by name, bonuses included.

    Raises:
        RecordError: no round has just ended, a seat has no score, or the cards left cannot count so much.
    """
    ending = state.ending
    if ending is None:
        raise RecordError("scores are told when the round is over, and before the next one is dealt")
    if not isinstance(scores, Mapping) or set(scores) != set(seats):
        raise RecordError(f"scores are told for every seat: {', '.join(seats)}")
    for name, score in scores.items():
        if type(score) is not int:
            raise RecordError(f"the score of {name} is {score!r}; it is a whole number")
    given = tuple(scores[name] for name in seats)
    for seat, score in enumerate(given):
        if fault := score_fault(state, seat, seats[seat], score):
            raise RecordError(fault)
    return scored(state, given)


def scored(state: State, given: tuple[int, ...]) -> tuple[State, list[Event]]:
    """The position after a round with these scores of all seats, and the events that tell them again."""
    ending = state.ending
    assert ending is not None
    after: State = state.replace(ending=ending.replace(scores=given))
    winner = None if ending.winner == NOBODY else ending.winner
    number, how, reason = state.round, ending.how, ending.reason
    told = [Event(EventType.ROUND_OVER, winner, scores=given, how=how, reason=reason, number=number)]
    if state.phase is Phase.GAME_OVER:
        told.append(Event(EventType.GAME_OVER, scores=after.totals, seats=after.winners))
    return after, told


def _cards_played(state: State, move: str | Move) -> list[int]:
    """The cards that a move plays; none where a text is no move. A Move may hold what no text can say."""
    if isinstance(move, Open):
        return [card for meld in move.melds for card in meld.cards if card != UNKNOWN]
    if isinstance(move, LayOff | Swap | Discard):
        return [move.card] if move.card != UNKNOWN else []
    if isinstance(move, Move):
        return []
    try:
        return parse_text(move, state.rules.block_call).cards
    except NotationError:
        return []


def _turned_up(state: State, card: int) -> State:
    """One unknown card of the active player's hand is this one."""
    seat = state.turn
    _is_left(state, card)
    hand = state.hand.minus(UNKNOWN).plus(card)
    laid = state.laid
    if laid is not None:
        before = laid.hand.minus(UNKNOWN).plus(card)
        tally = _known_too(laid.tally, seat, card, before)
        laid = laid.replace(hand=before, tally=tally)
    after: State = state.replace(
        hands=(*state.hands[:seat], hand, *state.hands[seat + 1 :]),
        laid=laid,
        tally=_known_too(state.tally, seat, card, hand),
    )
    return after


def _is_left(state: State, card: int) -> None:
    zones: list[Iterable[int]] = [*state.hands, state.stock, state.discards, *[laid.meld for laid in state.table]]
    placed = sum(kind == card for zone in zones for kind in zone)
    most = state.rules.pack[card]
    if placed >= most:
        reason = Reason(ReasonCode.CARDS_ALL_ELSEWHERE, {"card": format_card(card), "count": most})
        raise IllegalMove(Verdict((reason,)))


def _known_too(tally: Tally, seat: int, card: int, hand: Hand) -> Tally:
    """The counts, where an unknown card that all saw the seat take must be this one."""
    known = tally.known[seat]
    if known.count(UNKNOWN) <= hand.counts[UNKNOWN]:
        return tally
    turned = known.replace(bytes([UNKNOWN]), bytes([card]), 1)
    by_seat = (*tally.known[:seat], turned, *tally.known[seat + 1 :])
    after: Tally = tally.replace(known=by_seat)
    return after

"""Whole rounds of random legal moves, watched: every step against a small model of its own, positions by sample."""

from __future__ import annotations

from collections import Counter

from attrs import define, field, frozen

from mayi_rules.cards import NAMES, UNKNOWN, Hand
from mayi_rules.engine.caps import ends_turn
from mayi_rules.engine.engine import Step
from mayi_rules.engine.state.events import Event, EventType
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import Phase
from mayi_rules.moves import LayOff, Open, Swap, Take, TakeBack
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.resolution import in_round
from mayi_rules.testing.conformance import cards_are_conserved, check_position, require, somebody_can_move
from mayi_rules.testing.random_choice import Choices
from mayi_rules.testing.random_positions import first_position
from mayi_rules.testing.random_walk import TURN_CAP, walk


@frozen
class RoundReport:
    """How a round of random moves went.

    Attributes:
        how: how it ended; `abandoned` where the cap of turns was reached.
        turns: the turns that ended in it.
        moves: how often each type of move was played, by its name in notation.
        checked: the positions of which all properties were asked.
        rules: the values of the round that say which situations could arise, for counts over many rounds.
    """

    how: str
    turns: int
    moves: Counter[str]
    checked: int


def check_round(
    profile: Profile,
    choices: Choices,
    *,
    players: int | None = None,
    round_number: int | None = None,
    percent: int = 15,
    cap: int = TURN_CAP,
) -> RoundReport:
    """Play a round of random legal moves and ask for every property on the way.

    Args:
        profile: the rules.
        choices: where all choices come from.
        players: how many play; any number that the profile allows when None.
        round_number: the round; any when None.
        percent: of how many positions in a hundred all properties are asked; each step is watched in any case.
        cap: how many turns may end before the round is abandoned.

    Raises:
        PropertyBroken: a property does not hold.
    """
    state = first_position(profile, choices, players=players, round_number=round_number)
    watch = Watch(state)
    moves: Counter[str] = Counter()
    checked = turns = 0
    check_position(state, choices)
    for step in walk(state, choices.generator(), cap=cap):
        watch.see(step)
        moves[step.move.name] += 1
        turns += ends_turn(step.move)
        state = step.state
        if state.is_over or _is_rare(step) or choices.yes(percent):
            check_position(state, choices)
            checked += 1
    ending = state.ending
    return RoundReport(ending.how if ending else "", turns, moves, checked)


def _is_rare(step: Step) -> bool:
    """Whether a position deserves to be looked at: a wild was freed, or something was swapped."""
    laid = step.state.laid
    return isinstance(step.move, Swap) or bool(laid is not None and laid.freed)


@define
class Watch:
    """A model of a round, led by the events alone, that every step is compared with.

    Attributes:
        state: the position before the next step.
        hands: by seat, as the events say.
        kept: the hand before the first card was laid in this turn.
        idle: turns on end without a stock card to be had and without anything laid.
        could_draw: whether a stock card could be had in this turn, or was.
        has_laid: whether something of this turn lies on the table.
        opened_now: whether the active player opened in this turn.
        wild_laid: whether a wild was laid in this turn.
    """

    state: State
    hands: list[Counter[int]] = field(init=False)
    kept: Counter[int] = field(init=False)
    idle: int = 0
    could_draw: bool = False
    has_laid: bool = False
    opened_now: bool = False
    wild_laid: bool = False

    def __attrs_post_init__(self) -> None:
        self.hands = [Counter(map(int, hand)) for hand in self.state.hands]
        self.kept = Counter()

    def see(self, step: Step) -> None:
        """Compare a step with the model."""
        before, after = self.state, step.state
        known = before.to_dict()
        events = step.events
        require(before, before.to_dict() == known, "telling the events changed the position")
        cards_are_conserved(after)
        somebody_can_move(after)
        self._drawing(before, step)
        for event in events:
            self._follow(before, event)
            _is_private(before, event)
        if isinstance(step.move, TakeBack):
            self.has_laid = self.opened_now = self.wild_laid = False
        elif isinstance(step.move, Open | LayOff | Swap):
            self.has_laid = True
            self.opened_now = self.opened_now or isinstance(step.move, Open)
            self.wild_laid = self.wild_laid or self._lays_wild(before, step)
        seen = [Hand.of(cards.elements()) for cards in self.hands]
        require(before, seen == list(after.hands), f"events do not tell the hands after {step.move}: {events}")
        self._turn_over(before, step)
        self.state = after

    def _follow(self, before: State, event: Event) -> None:
        """Move cards in the model's hands as an event says."""
        seat = before.turn if event.seat is None else event.seat
        hand = self.hands[seat]
        match event.type:
            case EventType.HAND:
                self.hands[seat] = Counter(event.cards)
            case EventType.TOOK_DISCARD | EventType.DREW_STOCK | EventType.DREW_PENALTY | EventType.BOUGHT:
                hand.update(event.cards)
            case EventType.OPENED | EventType.LAID_OFF | EventType.SWAPPED:
                if not self.has_laid:
                    self.kept = Counter(hand)
                if event.type is EventType.OPENED:
                    hand.subtract([card for meld in event.melds for card in meld.cards])
                else:
                    hand.subtract(event.cards[:1])
                    hand.update(event.cards[1:])
            case EventType.TOOK_BACK:
                self.hands[seat] = Counter(self.kept)
            case EventType.DISCARDED:
                hand.subtract(event.cards)

    def _drawing(self, before: State, step: Step) -> None:
        if before.phase is Phase.DRAW:
            if isinstance(step.move, Take):
                self.could_draw = self.could_draw or stock_card_can_be_had(before)
            else:
                self.could_draw = True

    def _turn_over(self, before: State, step: Step) -> None:
        """Count idle turns, and compare how the round went on."""
        after = step.state
        is_laid_out = isinstance(step.move, Open | LayOff) and not after.hands[before.turn].size
        if ends_turn(step.move) or is_laid_out:
            self.idle = 0 if self.could_draw or self.has_laid else self.idle + 1
            self.could_draw = self.has_laid = False
            laps = before.rules.profile.stock.idle_laps
            idle = laps is not None and self.idle >= laps * before.players
            out = not after.hands[before.turn].size
            if idle and not out:
                require(before, after.ending and after.ending.how == "idle", f"{self.idle} idle turns go on")
            elif after.ending is not None:
                require(before, after.ending.how != "idle", f"the round ends as idle after {self.idle} turns")
            if after.ending is None:
                require(after, after.tally.idle == self.idle, f"{self.idle} idle turns are counted wrongly")
            if after.ending is None:
                self.opened_now = self.wild_laid = False
        if after.ending is not None:
            scores_add_up(after, opened_now=self.opened_now, wild_laid=self.wild_laid)

    @staticmethod
    def _lays_wild(before: State, step: Step) -> bool:
        """Whether a card of this move stands as a wild where it was laid."""
        rules, table = before.rules, step.state.table
        if isinstance(step.move, Open):
            return any(meld.wilds(rules) for meld in step.move.melds)
        if not isinstance(step.move, LayOff):
            return False
        number = step.move.meld - 1
        return table[number].meld.wilds(rules) > before.table[number].meld.wilds(rules)


def stock_card_can_be_had(state: State) -> bool:
    """Whether a card can be had from the stock, a renewal included, as the documents say it."""
    stock = state.rules.profile.stock
    if state.stock:
        return True
    if stock.when_empty == "end" or (stock.times is not None and state.tally.renewed >= stock.times):
        return False
    return len(state.discards) > (1 if stock.keep_top else 0)


def _is_private(state: State, event: Event) -> None:
    """To others the cards of a private event are unknown ones."""
    for seat in (None, *range(state.players)):
        seen = event.seen_by(seat)
        if event.private and seat != event.seat:
            require(state, set(seen.cards) <= {UNKNOWN} and not seen.melds, f"seat {seat} sees {event}")
            require(state, len(seen.cards) == len(event.cards), f"seat {seat} sees another number: {event}")
        else:
            require(state, seen == event, f"seat {seat} does not see {event}")
    if event.type in (EventType.HAND, EventType.DREW_PENALTY, EventType.DREW_STOCK):
        known = event.type is not EventType.HAND and state.tally.renewed + 1 and not event.private
        require(state, event.private or known, f"all see {event}")


def scores_add_up(state: State, *, opened_now: bool, wild_laid: bool) -> None:
    """The scores are those of the cards in hand, the totals their sums, the winners those with the lowest.

    Args:
        state: the position when the round is over.
        opened_now: whether the player who went out opened in the same turn.
        wild_laid: whether he laid a wild in it.
    """
    here = in_round(state.rules.profile, state.rules.round)
    scoring, at_once = here.scoring, here.scoring.down_and_out
    ending = state.ending
    require(state, ending, "the round is not over")
    if ending is None:
        return
    for seat, hand in enumerate(state.hands):
        points = sum(_points(NAMES[card], dict(scoring.points)) for card in hand)
        if seat == ending.winner:
            require(state, not hand.size, "a winner holds cards")
            if at_once is None or not opened_now:
                points += scoring.going_out
            elif at_once.without_wilds is None or wild_laid:
                points += at_once.score
            else:
                points += at_once.without_wilds
        elif at_once is not None and opened_now and ending.winner >= 0:
            points *= at_once.others_times
        points = scoring.factor * points + state.setting.bonuses[seat] + here.buying.price * state.tally.bought[seat]
        require(state, state.scores[seat] == points, f"seat {seat} scores {state.scores[seat]}, not {points}")
        total = state.setting.totals[seat] + points
        require(state, state.totals[seat] == total, f"seat {seat} has {state.totals[seat]} in all, not {total}")
    seats, profile = range(state.players), state.rules.profile
    number = {seat: state.setting.contracts[seat] if state.setting.contracts else state.round for seat in seats}
    finished = [seat for seat in seats if state.opened >> seat & 1 and number[seat] == len(profile.rounds)]
    is_own = profile.contracts.progress == "own"
    last = bool(finished) if is_own else state.round == len(profile.rounds)
    require(state, (state.phase is Phase.GAME_OVER) == last, "the game is over after its last round, and only then")
    rivals = finished if finished and profile.contracts.winner == "finished" else list(seats)
    best = [seat for seat in rivals if last and state.totals[seat] == min(state.totals[one] for one in rivals)]
    if scoring.ties == "rounds_won":
        won = Counter(dict(enumerate(state.setting.rounds_won)))
        won[ending.winner] += 1
        best = [seat for seat in best if won[seat] == max(won[one] for one in best)]
    require(state, state.winners == tuple(best), f"the winners are {best}, not {state.winners}")


def _points(name: str, points: dict[str, int]) -> int:
    """The points of a card: the more special key wins."""
    if name == "X":
        return points["joker"]
    return points[name] if name in points else points[name[0]]

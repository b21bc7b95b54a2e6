"""A soak: games of random profiles, played by random moves while everything that must hold is asked now and then.

`python -m tests.benchmarks.soak --moves 3000000 --seed 1` prints what was played and how often each property was asked.
A failure names the game: `--seed 1 --first 4711 --games 1` plays it alone.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Mapping

import mayi_rules as mayi
from mayi_rules.bots.simple import GreedyBot
from mayi_rules.cards import CARDS, UNKNOWN, format_cards
from mayi_rules.engine.rules.deal import cards_to_deal, dealt_from
from mayi_rules.engine.state.plain import state_from_plain, state_to_plain
from mayi_rules.moves import Cut, NextRound
from mayi_rules.testing.conformance import (
    cards_are_conserved,
    check_position,
    masked_state_answers_alike,
    text_reads_back,
    values_pickle,
)
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_profiles import build_profile
from mayi_rules.testing.random_walk import random_move

MAX_ROUNDS = 12
"""How many rounds of a game are played: one in which nobody opens goes on for ever (`contracts.progress: own`)."""

NAMES = ("north", "east", "south", "west", "anna", "boris")
BAD_TEXTS = (
    "discard ?", "discard 5h", "open 3h 4h 5h 6h | 7c 7d 7s", "lay X on 1", "swap 6h on 1", "take back", "keep", "take",
    "may I", "pass", "shanghai", "stock", "nonsense", "cut 5", "open X X X | X X X", "lay 5h 6h 7h on 2",
)  # fmt: skip

SHARES = {
    "conserved": 5,
    "refused": 60,
    "masked": 400,
    "texts": 600,
    "pickled": 1_500,
    "position": 900,
    "views": 500,
    "events": 300,
    "undo": 300,
    "resume": 2_500,
    "threads": 4_000,
    "offered": 200,
    "states": 800,
    "told": 60,
}
"""One in so many moves is followed by this."""


NEUTRAL = mayi.Verdict((mayi.Reason(mayi.ReasonCode.CARDS_NOT_AS_NOTED),))


class BrokenError(AssertionError):
    """A property does not hold."""


class Soak:
    """One game, and what is asked of it; `done` counts over all games."""

    def __init__(self, seed: str, number: int, done: Counter[str], shares: Mapping[str, int] = SHARES) -> None:
        self.rng = random.Random(f"{seed} {number}")
        self.choices = RandomChoices(self.rng)
        self.done = done
        self.shares = shares
        if self.rng.random() < 0.25:
            self.profile = mayi.load_profile(self.rng.choice(mayi.bundled_profiles()))
        else:
            self.profile = build_profile(self.choices)
            done["random profiles"] += 1
        most = min(self.profile.players.max, len(NAMES))
        names = NAMES[: self.rng.randint(self.profile.players.min, most)]
        cap = self.rng.choice((10, 25, 60))
        self.game = mayi.Game(self.profile, seats=names, seed=number, turn_cap=cap)
        self.shadow: mayi.Game | None = None
        if self.rng.random() < 0.3:
            deck = self.half_known(self.game)
            dealer = names[self.game.state.setting.dealer]
            self.shadow = mayi.Game(self.profile, seats=names, deck=deck, dealer=dealer, turn_cap=cap)
            done["games with unknown cards"] += 1
        self.bot = GreedyBot(self.rng) if self.shadow is None and self.rng.random() < 0.2 else None
        self.before: deque[mayi.State] = deque(maxlen=8)
        self.seen = 0

    def half_known(self, game: mayi.Game, order: bytes | None = None) -> str:
        """The order of the pack, with `?` for cards of hands and stock that nobody noted."""
        rules = game.state.rules
        order = game._order or game.state.setting.chance.deal_order(rules, game.state.round) if order is None else order
        upcards = range(len(game.seats) * rules.dealt, cards_to_deal(rules) + dealt_from(rules, order).turned)
        share = self.rng.choice((0.3, 1.0, 1.0))
        hidden = [UNKNOWN if at not in upcards and self.rng.random() < share else card for at, card in enumerate(order)]
        return format_cards(bytes(hidden))

    def expect(self, holds: object, what: str) -> None:
        if not holds:
            raise BrokenError(f"{what}\n  {self.profile.id} {self.game!r}, last moves {self.game.history[-6:]}")

    def play(self) -> None:
        """Play the game to its end, or to where the shadow of a real table ends."""
        while not self.game.is_over and self.game.round <= MAX_ROUNDS:
            state = self.game.state
            if state.is_over:
                self.done[f"round {state.ending.how}"] += 1
                if self.shadow is not None:
                    self.deal_both()
                    continue
                move = NextRound()
            elif self.bot is not None and self.game.to_act and self.rng.random() < 0.8:
                move = self.bot.choose(self.game.seat(self.game.to_act[0]).view)
            elif self.rng.random() < 0.6 and self.game.to_act:
                seat = self.game.seats.index(self.rng.choice(self.game.to_act))
                move = mayi.legal_moves(state, seat).sample(self.rng)
            else:
                move = random_move(state, self.rng)
            self.expect(move is not None, "nobody can move")
            steps = len(self.game._log)
            self.game.play(move)
            self.before.append(state)
            if len(self.game._log) != steps + 1:  # the cap has ended the round as well
                self.before.clear()
            self.done["moves"] += 1
            if self.shadow is not None:
                self.follow()
            for name, share in self.shares.items():
                if self.rng.random() * share < 1:
                    self.done[name] += getattr(self, name)() is not False
        self.done["games finished"] += 1

    def deal_both(self) -> None:
        """The next round, after the real table has counted its cards."""
        shadow, game = self.shadow, self.game
        if not shadow.state.scores:
            shadow.enter_scores(dict(zip(game.seats, game.state.scores, strict=True)))
        self.expect(shadow.state.totals == game.state.totals, "the real table counts otherwise")
        self.before.clear()
        state = game.play(NextRound()).state
        shadow.next_round(deck=self.half_known(game, state.setting.chance.deal_order(state.rules, state.round)))

    def follow(self) -> None:
        """The table at which not all cards are known is told the same moves, and shows what it can."""
        shadow, game = self.shadow, self.game
        for text in game.history[len(shadow.history) :]:
            if text.startswith("table: abandon after"):
                continue  # its own cap ends its round
            shadow.play(text)
        self.done["moves at real tables"] += 1
        same = [one.size for one in shadow.state.hands] == [one.size for one in game.state.hands]
        self.expect(same and shadow.phase is game.phase, "the table with unknown cards is elsewhere")
        if self.rng.random() < 0.01:
            masked_state_answers_alike(shadow.state)
            for name in shadow.seats:
                shadow.seat(name).view.to_json()
            again = mayi.replay(mayi.load_record(shadow.record.to_json()))
            self.expect(again.state == shadow.state, "a real table is another one when it is resumed")
            self.done["resumed real tables"] += 1

    def conserved(self) -> None:
        cards_are_conserved(self.game.state)

    def refused(self) -> bool:
        game = self.game
        text, name = self.rng.choice(BAD_TEXTS), self.rng.choice(game.seats)
        state, version = game.state, game.version
        verdict = game.seat(name).check(text)
        if verdict:
            return False
        try:
            game.seat(name).play(text)
        except mayi.MayIError:
            pass
        else:
            raise BrokenError(f"{name}: {text} is refused by check and played")
        self.expect(game.state is state and game.version == version, "a refused move changes something")
        return True

    def masked(self) -> None:
        masked_state_answers_alike(self.game.state)

    def texts(self) -> None:
        text_reads_back(self.game.state)

    def pickled(self) -> None:
        values_pickle(self.game.state)

    def position(self) -> None:
        check_position(self.game.state, self.choices, most=4)

    def views(self) -> None:
        """A seat's view is that of its mask, and other hands hold no more known cards than all saw."""
        state = self.game.state
        for seat in range(state.players):
            seen = mayi.mask(state, seat)
            for other, hand in enumerate(seen.hands):
                known = hand.size - hand.counts[UNKNOWN]
                self.expect(other == seat or known <= len(state.tally.known[other]), "a view tells a hidden card")

    def events(self) -> None:
        """The numbers of events go on, and who asks from a number misses none."""
        told = self.game.events(since=self.seen)
        numbers = [event.seq for event in told]
        self.expect(numbers == sorted(set(numbers)), "numbers of events go back")
        if told:
            self.seen = numbers[-1] + 1
        self.expect(not self.game.events(since=self.seen), "events are told twice")

    def undo(self) -> bool:
        if self.shadow is not None or not self.before:
            return False
        count = self.rng.randint(1, min(len(self.before), len(self.game.history)))
        version = self.game.version
        self.game.undo(count)
        for _ in range(count - 1):
            self.before.pop()
        self.expect(self.game.state == self.before.pop(), "an undo leads elsewhere")
        self.expect(self.game.version > version, "a version goes back")
        return True

    def offered(self) -> None:
        """What a seat is offered is accepted, by its handle too, and can be applied."""
        state = self.game.state
        for name in self.game.to_act:
            seat = self.game.seat(name)
            for move in (seat.legal_moves.sample(self.rng) for _ in range(3)):
                self.expect(seat.check(move) and seat.check(move.text()), f"{move} is offered, and refused")
                self.expect(mayi.is_legal(state, move), f"{move} is offered, and not legal")
                mayi.apply(state.replace(), move)

    def states(self) -> None:
        """A position reads back from plain values with the same fingerprint."""
        state = self.game.state
        plain = json.loads(json.dumps(state_to_plain(state)))
        again = state_from_plain(plain, state.rules.profile, state.setting.chance)
        self.expect(again == state and again.digest == state.digest, "a position reads back as another one")

    def told(self) -> bool:
        """At a real table a move is played, or refused as the seat can know, or for one reason that tells no card.

        What was played is taken back.
        """
        shadow = self.shadow
        if shadow is None or not shadow.to_act:
            return False
        seat, steps = shadow.seat(shadow.to_act[0]), len(shadow.history)
        for text in (f"discard {self.rng.choice(CARDS)}", self.rng.choice(BAD_TEXTS)):
            verdict, before, version = seat.check(text), shadow.state, shadow.version
            try:
                seat.play(text)
            except mayi.MayIError as error:
                self.expect(
                    error.verdict == (NEUTRAL if verdict else verdict), f"{seat.name}: {text} is refused: {error}"
                )
                self.expect(error.__context__ is None or not verdict, "a refusal brings the host's along")
                self.expect(shadow.state is before and shadow.version == version, "a refused move changes something")
                self.done["refused neutrally" if verdict else "refused at real tables"] += 1
            else:
                self.expect(verdict, f"{seat.name}: {text} is refused by check and played")
                shadow.undo(len(shadow.history) - steps)  # the cap may have ended the round as well
                self.expect(shadow.state == before, "an undo at a real table leads elsewhere")
                self.done["undone at real tables"] += 1
        return True

    def resume(self) -> None:
        game = self.game
        record = game.record
        text = record.to_json() if self.rng.random() < 0.5 else record.to_yaml()
        loaded = mayi.load_record(text)
        self.expect(loaded == record and not loaded.disagreements, "a record reads back as another one")
        seen = game.seat(self.rng.choice(game.seats)).record
        self.expect(not mayi.load_record(seen.to_json()).disagreements, "the record of a seat does not agree")
        again = mayi.replay(loaded, seed=self.rng.randint(0, 99))
        self.expect(again == game and again.digest == game.digest, "a game is another one when it is resumed")
        self.expect(again.version == game.version, "a game that was saved last counts on elsewhere")
        if self.rng.random() < 0.5 and self.shadow is None:
            self.game = again
            self.before.clear()
            self.done["games gone on with"] += 1

    def threads(self) -> bool:
        """Four threads play the same move for one version while two read: one of them succeeds."""
        game = self.game
        if self.shadow is not None or not game.to_act:
            return False
        seat = game.seats.index(game.to_act[0])
        move = mayi.legal_moves(game.state, seat).sample(self.rng)
        if isinstance(move, Cut):
            return False
        version, before, steps = game.version, game.state, len(game.history)
        results: list[str] = []

        def one() -> None:
            try:
                game.play(move, expected_version=version)
            except mayi.StaleVersion:
                results.append("stale")
            except Exception as error:  # noqa: BLE001 - whatever a thread raises is told
                results.append(repr(error))
            else:
                results.append("played")

        def read() -> None:
            for _ in range(5):
                try:
                    since = game.version
                    for name in game.seats:
                        game.seat(name).view.to_json()
                    game.events(since=self.seen)
                    self.expect(game.version >= since, "a version goes back")
                except Exception as error:  # noqa: BLE001 - whatever a thread raises is told
                    results.append(repr(error))

        workers = [threading.Thread(target=one) for _ in range(4)] + [threading.Thread(target=read) for _ in range(2)]
        usual = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        try:
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        finally:
            sys.setswitchinterval(usual)
        self.expect(sorted(results) == ["played", "stale", "stale", "stale"], f"threads play {results}")
        self.expect(len(game.history) in (steps + 1, steps + 2), "several threads played")
        self.before.clear() if len(game.history) != steps + 1 else self.before.append(before)
        self.done["moves"] += 1
        return True


def soak(
    seed: str,
    *,
    moves: int,
    seconds: float | None = None,
    first: int = 0,
    games: int | None = None,
    shares: Mapping[str, int] = SHARES,
) -> Counter[str]:
    """Play games until so many moves are made, or so much time is over; what was done, by name."""
    done: Counter[str] = Counter()
    until = None if seconds is None else time.monotonic() + seconds
    number = first
    while done["moves"] < moves and (games is None or number < first + games):
        if until is not None and time.monotonic() > until:
            break
        done["games"] += 1
        try:
            Soak(seed, number, done, shares).play()
        except Exception as error:
            error.add_note(f"play it alone: --seed {seed} --first {number} --games 1")
            raise
        number += 1
    return done


def main() -> None:
    """Read the call, play, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=100_000)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--seed", default="soak")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--games", type=int)
    call = parser.parse_args()
    began = time.monotonic()
    done = soak(call.seed, moves=call.moves, seconds=call.seconds, first=call.first, games=call.games)
    for name, count in sorted(done.items()):
        print(f"{name:28} {count:>10,}")
    print(f"{'seconds':28} {time.monotonic() - began:>10,.0f}")


if __name__ == "__main__":
    main()

"""Hypothesis strategies for cards, hands, melds, profiles, positions and moves.

They follow Hypothesis' own style: options are given by name, arguments are checked, and examples shrink towards
simple ones. They need the extra `testing`.

    from hypothesis import given
    from mayi_rules import load_profile
    from mayi_rules.testing.conformance import check_position
    from mayi_rules.testing.strategies import positions

    @given(positions(load_profile("./our-house.yaml")))
    def test_our_house(state):
        ...
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeVar

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from mayi_rules.cards import CARDS, JOKER, KINDS, Card, Hand
from mayi_rules.engine.engine import to_act
from mayi_rules.engine.state.state import State
from mayi_rules.melds.meld import Meld
from mayi_rules.moves import Move
from mayi_rules.profile.language.choices import MeldKind
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.round_rules import RoundRules
from mayi_rules.testing.random_choice import Choices, DrawnChoices
from mayi_rules.testing.random_melds import build_meld, build_near_meld
from mayi_rules.testing.random_moves import build_legal_move, build_move, build_near_miss
from mayi_rules.testing.random_positions import build_position
from mayi_rules.testing.random_profiles import build_profile
from mayi_rules.testing.repro import Shown

__all__ = ["cards", "hands", "melds", "moves", "near_melds", "positions", "profiles"]

T = TypeVar("T")


def _need(holds: object, message: str) -> None:
    if not holds:
        raise InvalidArgument(message)


def _built(build: Callable[[Choices], T | None]) -> st.SearchStrategy[T]:
    """The strategy that builds a value from drawn choices; what cannot be built is given up."""

    @st.composite
    def built(draw: Callable[[st.SearchStrategy[Any]], Any]) -> T | None:
        return build(DrawnChoices(draw))

    made: st.SearchStrategy[Any] = built().filter(lambda value: value is not None)
    return made


def cards(*, jokers: bool = True, unknown: bool = False) -> st.SearchStrategy[Card]:
    """Cards.

    Args:
        jokers: whether the joker is among them.
        unknown: whether the unknown card (`?`) is.
    """
    _need(isinstance(jokers, bool) and isinstance(unknown, bool), "jokers and unknown are true or false")
    kinds = [*range(JOKER), *([JOKER] if jokers else []), *([KINDS - 1] if unknown else [])]
    return st.sampled_from([CARDS[kind] for kind in kinds])


def hands(*, min_size: int = 0, max_size: int = 20, pack: Sequence[int] | None = None) -> st.SearchStrategy[Hand]:
    """Hands that a pack can deal.

    Args:
        min_size: the fewest cards.
        max_size: the most cards.
        pack: how often each kind is in the pack (54 counts, as `RoundRules.pack`); two decks and four jokers when None.
    """
    counts = bytes([2] * 52 + [4, 0]) if pack is None else bytes(pack)
    _need(len(counts) == KINDS, f"pack holds {KINDS} counts, one for each kind, not {len(counts)}")
    _need(0 <= min_size <= max_size, f"min_size={min_size} is below 0 or above max_size={max_size}")
    _need(min_size <= sum(counts), f"min_size={min_size} is more than the pack holds ({sum(counts)})")
    most = min(max_size, sum(counts))

    def build(choices: Choices) -> Hand:
        left = [kind for kind in range(KINDS) for _ in range(counts[kind])]
        size = choices.whole(min_size, most)
        return Hand.of([left.pop(choices.whole(0, len(left) - 1)) for _ in range(size)])

    return _built(build)


def melds(
    rules: RoundRules, *, kind: MeldKind | Literal["set", "run"] | None = None, size: int | None = None
) -> st.SearchStrategy[Meld]:
    """Legal melds.

    Args:
        rules: the rules of a round.
        kind: only sets or only runs; both when None.
        size: how many cards; any number when None.
    """
    _check_rules(rules)
    _need(kind is None or kind in tuple(MeldKind), f"kind={kind!r} is neither set nor run")
    _need(size is None or size > 0, f"size={size} is no number of cards")
    wanted = None if kind is None else MeldKind(kind)
    return _built(lambda choices: build_meld(rules, choices, kind=wanted, size=size))


def near_melds(rules: RoundRules) -> st.SearchStrategy[Meld]:
    """Legal melds with one thing changed: most are illegal, some are other legal ones.

    Args:
        rules: the rules of a round.
    """
    _check_rules(rules)

    def build(choices: Choices) -> Meld | None:
        meld = build_meld(rules, choices)
        return None if meld is None else build_near_meld(meld, choices, rules)

    return _built(build)


def _check_rules(rules: object) -> None:
    _need(isinstance(rules, RoundRules), f"rules={rules!r} are no RoundRules (mayi_rules.round_rules makes them)")


def profiles(*, min_players: int = 2, max_players: int = 6) -> st.SearchStrategy[Profile]:
    """Profiles with every key of the language at random, within its schema and the consistency rules.

    Args:
        min_players: the fewest players that a profile may be for.
        max_players: the most.
    """
    _need(2 <= min_players <= max_players <= 12, f"{min_players} to {max_players} players: 2 to 12 are possible")
    return _built(lambda choices: build_profile(choices, least_players=min_players, max_players=max_players))


def positions(
    profile: Profile | st.SearchStrategy[Profile] | None = None,
    *,
    players: int | None = None,
    round_number: int | None = None,
    max_moves: int = 150,
) -> st.SearchStrategy[State]:
    """Positions that random legal moves reach from a helpful deal, often with a short stock.

    Of a failing example Hypothesis prints the position as a call that makes it again (`showing.position_from`).

    Args:
        profile: the rules, or a strategy for them; `profiles()` when None.
        players: how many play; any number that the profile allows when None.
        round_number: the round; any when None.
        max_moves: the most moves from the deal.
    """
    _need(max_moves >= 0, f"max_moves={max_moves} is below 0")
    _need(players is None or players >= 2, f"players={players} is below 2")
    _need(round_number is None or round_number >= 1, f"round_number={round_number} is below 1")
    if isinstance(profile, Profile):
        low, high = profile.players.min, profile.players.max
        _need(players is None or low <= players <= high, f"{profile.id} is not for {players} players")
        _need(round_number is None or round_number <= len(profile.rounds), f"{profile.id} has no round {round_number}")
        source: st.SearchStrategy[Profile] = st.just(profile)
    else:
        _need(profile is None or isinstance(profile, st.SearchStrategy), f"profile={profile!r} is no Profile")
        source = profiles() if profile is None else profile

    def from_profile(rules: Profile) -> st.SearchStrategy[State]:
        def build(choices: Choices) -> State:
            state = build_position(rules, choices, players=players, round_number=round_number, max_moves=max_moves)
            note(Shown(state))
            return state

        return _built(build)

    return source.flatmap(from_profile)


def moves(
    state: State,
    *,
    seat: int | None = None,
    kinds: Sequence[Literal["legal", "near", "any"]] = ("legal", "near", "any"),
) -> st.SearchStrategy[Move]:
    """Moves in a position: legal ones, near misses of legal ones, and moves of any type made at random.

    Args:
        state: the position.
        seat: whose moves; those of seats that may act when None (and of others, for moves made at random).
        kinds: which of the three to make. Where there is no legal move, `legal` and `near` are left out.
    """
    _need(isinstance(state, State), f"state={state!r} is no State")
    _need(seat is None or 0 <= seat < state.players, f"there is no seat {seat}: they are 0 to {state.players - 1}")
    _need(kinds and set(kinds) <= {"legal", "near", "any"}, f"kinds={kinds!r}: they are legal, near and any")
    may_act = bool(to_act(state)) if seat is None else seat in to_act(state)

    def near(choices: Choices) -> Move | None:
        move = build_legal_move(state, choices, seat=seat)
        return None if move is None else build_near_miss(state, move, choices)

    made = {
        "legal": _built(lambda choices: build_legal_move(state, choices, seat=seat)),
        "near": _built(near),
        "any": _built(lambda choices: build_move(state, choices, seat=seat)),
    }
    usable = [made[kind] for kind in dict.fromkeys(kinds) if may_act or kind == "any"]
    return st.one_of(usable) if usable else st.nothing()

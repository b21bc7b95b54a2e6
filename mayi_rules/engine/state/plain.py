"""A position as plain values, complete, and back: for snapshots that are read by another release."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Sized
from typing import Any

from mayi_rules.arguments import cut
from mayi_rules.cards import NAMES, RANKS, SUITS, UNKNOWN, Hand, format_cards, may_be, parse_card, parse_cards
from mayi_rules.engine.state.state import State
from mayi_rules.engine.state.values import (
    ABANDONED,
    ENDINGS,
    NO_CARD,
    NOBODY,
    UPCARD,
    WITH_WILDS,
    WITHOUT_WILDS,
    Chance,
    Ending,
    Laid,
    Phase,
    Setting,
    Stage,
    Tally,
    Window,
)
from mayi_rules.errors import MayIError, RecordError
from mayi_rules.melds.fitting import TableMeld
from mayi_rules.melds.meld import Meld
from mayi_rules.moves import Cap
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.resolution import round_rules
from mayi_rules.profile.round_rules import RoundRules

_MOST = 10**6
_MAX_CARDS = 2_000
_MAX_TRAFFIC = 1_000_000


def state_to_plain(state: State) -> dict[str, Any]:
    """Everything in a position but where later orders come from; piles with the top card first.

    Snapshots outlive releases: what a later one adds is left out while it says nothing, as the reason of an ending
    is, and its absence is read as that.
    """
    window, laid, ending = state.window, state.laid, state.ending
    return {
        "round": state.round,
        "dealer": state.setting.dealer,
        "totals": list(state.setting.totals),
        "bonuses": list(state.setting.bonuses),
        **({"earlier_buys": list(state.setting.earlier_buys)} if state.setting.earlier_buys else {}),
        **({"contracts": list(state.setting.contracts)} if state.setting.contracts else {}),
        **({"rounds_won": list(state.setting.rounds_won)} if state.setting.rounds_won else {}),
        "phase": state.phase.value,
        "turn": state.turn,
        "hands": [str(hand) for hand in state.hands],
        "stock": format_cards(state.stock[::-1]),
        "discards": format_cards(state.discards[::-1]),
        "discarded_by": list(state.discarded_by[::-1]),
        "table": [_meld_to_plain(one) for one in state.table],
        "opened": state.opened,
        "tally": _tally_to_plain(state.tally),
        "window": None if window is None else {
            "stage": window.stage.value, "silent": window.pending, "answered": window.answered,
            "asker": window.claimant, "last_buyer": window.last_buyer,
        },
        "laid": None if laid is None else {
            "opened": laid.opened, "freed": format_cards(laid.freed), "hand": str(laid.hand),
            "table": [_meld_to_plain(one) for one in laid.table], "opened_before": laid.opened_before,
            "tally": _tally_to_plain(laid.tally), **({"wild": True} if laid.wild else {}),
        },
        "ending": None if ending is None else {
            "winner": ending.winner, "how": ending.how, "scores": list(ending.scores),
            **({"reason": ending.reason} if ending.reason else {}),
            **({"down_and_out": ending.down_and_out} if ending.down_and_out else {}),
        },
    }  # fmt: skip


def _meld_to_plain(laid: TableMeld) -> dict[str, Any]:
    meld = laid.meld
    place = (
        {"suit": SUITS[meld.suit], "start": meld.start}
        if meld.is_run
        else {"rank": RANKS[meld.rank] if meld.rank >= 0 else None}
    )
    return {"seat": laid.seat, "kind": meld.kind.value, **place, "cards": format_cards(meld.cards)}


def _tally_to_plain(tally: Tally) -> dict[str, Any]:
    return {
        "bought": list(tally.bought),
        "renewed": tally.renewed,
        "idle": tally.idle,
        "known": [format_cards(cards) for cards in tally.known],
        "stock_known": tally.stock_known,
        "traffic": tally.traffic.hex(),
        **({} if tally.taken == NO_CARD else {"taken": NAMES[tally.taken]}),
    }


def state_from_plain(values: Mapping[str, Any], profile: Profile, chance: Chance) -> State:
    """The position that these plain values describe.

    Args:
        values: as `state_to_plain` gives them.
        profile: the rules of the game.
        chance: where later orders come from.

    Raises:
        RecordError: they describe none.
    """
    try:
        state = _state(values, profile, chance)
        _check(state)
        _refuse_unknown(values, state_to_plain(state), "")
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise RecordError(f"the snapshot is no position: {type(error).__name__} {cut(str(error), 200)}") from error
    except RecordError:
        raise
    except MayIError as error:
        raise RecordError(f"the snapshot is no position: {error}") from error
    return state


def _state(values: Mapping[str, Any], profile: Profile, chance: Chance) -> State:
    players = len(_list(values["hands"]))
    turn, number = _seat(values["turn"], players), _whole(values["round"], 1)
    contracts = tuple(_whole(one, 1) for one in _list(values["contracts"])) if "contracts" in values else ()
    of_seat = [round_rules(profile, players, one) for one in contracts or (number,) * players]
    rules = of_seat[turn]
    window, laid, ending = values["window"], values["laid"], values["ending"]
    setting = Setting(
        _seat(values["dealer"], players),
        _points(values["totals"]),
        _points(values["bonuses"]),
        chance,
        tuple(_whole(one, 0) for one in _list(values.get("earlier_buys", []))),
        number=number if contracts else 0,
        contracts=contracts,
        rounds_won=tuple(_whole(one) for one in _list(values.get("rounds_won", []))),
    )
    return State(
        rules,
        setting,
        Phase(values["phase"]),
        turn,
        tuple(Hand.of(_cards(text)) for text in values["hands"]),
        _cards(values["stock"])[::-1],
        _cards(values["discards"])[::-1],
        _bytes(values["discarded_by"])[::-1],
        tuple(_table_meld(one, of_seat) for one in _list(values["table"])),
        _seats(values["opened"], players),
        None if laid is None else Laid(
            _flag(laid["opened"]), _cards(laid["freed"]), Hand.of(_cards(laid["hand"])),
            tuple(_table_meld(one, of_seat) for one in _list(laid["table"])), _seats(laid["opened_before"], players),
            _tally(laid["tally"]), _flag(laid.get("wild", False)),
        ),
        None if window is None else Window(
            Stage(window["stage"]), _seats(window["silent"], players), _seats(window["answered"], players),
            _seat(window["asker"], players, NOBODY), _seat(window["last_buyer"], players, NOBODY),
        ),
        _tally(values["tally"]),
        None if ending is None else Ending(
            _seat(ending["winner"], players, NOBODY), _how(ending["how"]), _points(ending["scores"]),
            _reason(ending.get("reason", "")), _down_and_out(ending.get("down_and_out", "")),
        ),
    )  # fmt: skip


def _refuse_unknown(values: Any, known: Any, path: str) -> None:
    """Refuse what this release does not know: a position without it would be another one."""
    if isinstance(known, list):
        for number, (one, other) in enumerate(zip(values, known, strict=True), start=1):
            _refuse_unknown(one, other, f"{path}[{number}]")
    elif isinstance(known, dict):
        for name, one in values.items():
            if name not in known:
                where = f"{path}.{name}" if path else name
                raise RecordError(f"the snapshot says {cut(where)}, which this release does not know")
            _refuse_unknown(one, known[name], f"{path}.{name}" if path else name)


def _check(state: State) -> None:
    """Refuse what no game can hold: a seat that is not there, cards that are not the pack's."""
    players = state.players
    tallies = [state.tally, *([state.laid.tally] if state.laid else [])]
    zones: list[Iterable[int]] = [*state.hands, state.stock, state.discards, *[laid.meld for laid in state.table]]
    cards = Hand.of(card for zone in zones for card in zone)
    lists: list[Sized] = [state.setting.totals, state.setting.bonuses, state.scores or state.hands]
    lists += [state.setting.earlier_buys] if state.setting.earlier_buys else []
    if state.rules.own_contracts != bool(state.setting.contracts):
        raise RecordError("the snapshot does not agree about whether every seat has a contract of its own")
    lists += [one for one in (state.setting.contracts, state.setting.rounds_won) if one]
    lists += [one for tally in tallies for one in (tally.bought, tally.known)]
    if any(len(one) != players for one in lists):
        raise RecordError("the snapshot does not agree about how many seats there are")
    if len(state.discards) != len(state.discarded_by):
        raise RecordError("the snapshot does not say of every discard who discarded it")
    if not all(by < players or by == UPCARD for by in state.discarded_by):
        raise RecordError("the snapshot says that somebody discarded who has no seat")
    if not may_be(bytes(cards), state.rules.pack_cards):
        raise RecordError(f"the snapshot holds {cards.size} cards, which are not the pack of the round")
    held = list(zip(state.hands, state.tally.known, strict=True))
    if state.laid is not None:
        held.append((state.laid.hand, state.laid.tally.known[state.turn]))
    for hand, known in held:
        if len(known) > hand.size or hand.missing(card for card in known if card != UNKNOWN):
            raise RecordError("the snapshot knows of cards in a hand that does not hold them")
    if (state.phase in (Phase.ROUND_OVER, Phase.GAME_OVER)) != state.is_over:
        raise RecordError("the snapshot does not agree about whether the round is over")
    if state.is_over and (state.phase is Phase.GAME_OVER) != state.is_last:
        raise RecordError("the snapshot does not agree about whether the game is over")
    if state.ending is not None and state.ending.reason and state.ending.how != ABANDONED:
        raise RecordError("the snapshot says why the round was abandoned, but it was not")
    if (state.phase is Phase.BUYING) != (state.window is not None):
        raise RecordError("the snapshot does not agree about whether a buying window is open")
    if state.window is not None and not state.discards:
        raise RecordError("the snapshot has a buying window, but no card that is on offer")


def _whole(value: Any, least: int = 0, most: int = _MOST) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{value!r} is no whole number from {least} to {most}")
    return value


def _seat(value: Any, players: int, least: int = 0) -> int:
    return _whole(value, least, players - 1)


def _seats(value: Any, players: int) -> int:
    """Seats as bits of a number."""
    return _whole(value, 0, (1 << players) - 1)


def _points(values: Any) -> tuple[int, ...]:
    return tuple(_whole(value, -_MOST) for value in _list(values))


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is not true or false")
    return value


def _how(value: Any) -> str:
    if value not in ENDINGS:
        raise ValueError(f"{value!r} is no way in which a round ends")
    return str(value)


def _reason(value: Any) -> str:
    return Cap(value).value if value != "" else ""


def _down_and_out(value: Any) -> str:
    if value not in ("", WITH_WILDS, WITHOUT_WILDS):
        raise ValueError(f"{cut(repr(value))} is no way of going out in one turn")
    return str(value)


def _list(values: Any) -> list[Any]:
    """A list no longer than any of a position: a number would be as good as one to `bytes`, and take as much room."""
    if not isinstance(values, list) or len(values) > _MAX_CARDS:
        raise TypeError(f"{cut(repr(values))} is no list of at most {_MAX_CARDS}")
    return values


def _bytes(values: Any) -> bytes:
    return bytes(_list(values))


def _cards(text: Any) -> bytes:
    if not isinstance(text, str) or len(text) > 3 * _MAX_CARDS:
        raise TypeError(f"{cut(repr(text))} is no text of at most {_MAX_CARDS} cards")
    return bytes(parse_cards(text))


def _table_meld(values: Mapping[str, Any], of_seat: Sequence[RoundRules]) -> TableMeld:
    cards = _cards(values["cards"])
    if values["kind"] == "run":
        meld = Meld.run_of(SUITS.index(values["suit"]), _whole(values["start"], 0, 13), cards)
    else:
        meld = Meld.set_of(-1 if values["rank"] is None else RANKS.index(values["rank"]), cards)
    seat = _seat(values["seat"], len(of_seat))
    return TableMeld(seat, meld, of_seat[seat])


def _tally(values: Mapping[str, Any]) -> Tally:
    traffic = bytes.fromhex(values["traffic"])
    if len(traffic) > _MAX_TRAFFIC or len(traffic) % 2:
        raise ValueError(f"the traffic has {len(traffic)} bytes, not an even number of {_MAX_TRAFFIC} at most")
    return Tally(
        _bytes(values["bought"]),
        _whole(values["renewed"]),
        _whole(values["idle"], -1),
        tuple(_cards(text) for text in _list(values["known"])),
        _flag(values["stock_known"]),
        traffic,
        parse_card(values["taken"]) if "taken" in values else NO_CARD,
    )

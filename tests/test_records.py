"""Records: saved in every phase, loaded equal, refused with a clear place when they do not agree."""

from __future__ import annotations

import json
import random
import re
import time

import pytest
import yaml

import mayi_rules as mayi
from mayi_rules import Game, Record, RecordError, bundled_profiles, dump_record, load_profile, load_record, replay
from mayi_rules.bots.simple import GreedyBot, RandomBot
from mayi_rules.bots.table import play_game
from mayi_rules.cards import UNKNOWN, format_cards, parse_cards
from mayi_rules.engine.state.plain import state_from_plain
from mayi_rules.engine.state.values import Chance, Phase
from mayi_rules.records import replay as replay_module
from mayi_rules.records.reader import MAX_BYTES
from mayi_rules.testing.random_choice import RandomChoices
from mayi_rules.testing.random_profiles import build_profile
from mayi_rules.testing.random_walk import random_move


def bots_game(profile_id="petras", seats=("n", "e", "s", "w"), seed=7):
    game = Game(load_profile(profile_id), seats=seats, seed=seed)
    play_game(game, {name: GreedyBot(random.Random(name)) for name in seats})
    return game


@pytest.fixture(scope="module")
def played():
    return bots_game()


@pytest.fixture(scope="module")
def plain(played):
    values = played.record.to_dict()
    del values["checksum"]  # it is changed on purpose
    return values


def changed(plain, **changes):
    return json.loads(json.dumps(plain | changes))


def random_game(choices, most):
    """A game of random moves over a random profile, and the games saved on its way."""
    profile = build_profile(choices)
    players = choices.whole(profile.players.min, profile.players.max)
    game = Game(profile, seats=[f"seat {number}" for number in range(players)], seed=choices.whole(0, 10**6))
    rng = choices.generator()
    for _ in range(most):
        if game.is_over:
            break
        if game.phase is Phase.ROUND_OVER:
            game.next_round()
        elif rng.random() < 0.004 and game.phase is not Phase.CUT:
            game.abandon()
        else:
            game.play(random_move(game.state, rng))
        yield game


@pytest.mark.parametrize("batch", range(4))
def test_a_running_game_is_saved_and_loaded_equal_in_every_phase(batch):
    phases = set()
    for number in range(12):
        choices = RandomChoices(random.Random(f"record {batch} {number}"))
        for count, game in enumerate(random_game(choices, 160)):
            if not (count in (0, 159) or choices.yes(4) or game.state.is_over):
                continue
            phases.add(game.phase)
            record = game.record
            text = record.to_json() if choices.yes(30) else record.to_yaml()
            again = load_record(text)
            assert again == record
            assert not again.disagreements
            back = replay(again)
            assert back == game
            assert back.digest == game.digest
            assert back.state == game.state
            assert back.version == game.version
            assert back.history == game.history
            assert state_from_plain(record.snapshot, game.profile, Chance(None)) == game.state
    assert {Phase.DRAW, Phase.BUYING, Phase.PLAY} <= phases


def test_all_phases_are_saved():
    game = Game(load_profile("liverpool"), seats=["n", "e", "s"], seed=1)
    phases = set()

    def save():
        phases.add(game.phase)
        back = replay(load_record(dump_record(game.record)))
        assert back == game
        assert back.events() == game.events()

    save()
    game.cut(31)
    save()
    while not game.is_over:
        if game.phase is Phase.ROUND_OVER:
            game.next_round()
            save()
            game.cut()
        game.play(f"{game.to_act[0]}: stock")
        save()
        if game.phase is Phase.BUYING:
            game.play("table: close")
            save()
        game.abandon()
        save()
    assert phases == set(Phase)


def test_a_seven_round_game_loads_in_well_under_a_second(played):
    text = played.record.to_yaml()
    load_record(text)
    began = time.process_time()
    assert replay(load_record(text)) == played
    assert time.process_time() - began < 0.8
    assert len(played.record.rounds) == 7


def test_loading_is_linear():
    """Four times the moves take about four times as long: states do not grow with the game."""
    times = []
    for turns in (150, 600):
        game = Game(load_profile("petras").override({"stock.idle_laps": None}), seats=["n", "e", "s"], seed=3)
        rng = random.Random(1)
        for _ in range(turns):
            if not game.to_act:
                break
            moves = [move for move in game.seat(game.to_act[0]).legal_moves.simple if move.name != "stock"]
            game.play(moves[int(rng.random() * len(moves))] if moves else f"{game.to_act[0]}: stock")
        record = game.record
        began = time.process_time()
        for _ in range(3):
            load_record(record.to_json(), verify="moves")
        times.append((time.process_time() - began) / 3)
    assert times[1] < 8 * times[0] + 0.1


def test_files_are_yaml_or_json_of_one_shape(played, tmp_path):
    record = played.record
    record.dump(tmp_path / "evening.yaml")
    record.dump(tmp_path / "evening.json")
    shapes = [
        yaml.safe_load((tmp_path / "evening.yaml").read_text(encoding="utf-8")),
        json.loads((tmp_path / "evening.json").read_text(encoding="utf-8")),
    ]
    assert load_record(tmp_path / "evening.yaml") == load_record(str(tmp_path / "evening.json")) == record
    assert json.loads(json.dumps(shapes[0])) == shapes[1]
    assert mayi.replay(mayi.load_record(tmp_path / "evening.yaml")).digest == played.digest


def test_a_record_can_be_read_by_people(played):
    text = played.record.to_yaml()
    assert '      - "s: take"' in text
    assert text.startswith("record: 1\n")
    assert "seed 7" not in text, "the key of the shuffles is not in a record"


def test_a_resumed_game_goes_on(played):
    game = Game(load_profile("petras"), seats=["n", "e", "s"], seed=3)
    game.play(f"{game.to_act[0]}: stock")
    back = replay(load_record(game.record.to_json()))
    for one in (game, back):
        one.close()
    assert back == game
    back.undo(2)
    assert back.phase is Phase.DRAW
    back.abandon()
    back.next_round()
    assert back.state.rules.round == 2
    assert replay(load_record(game.record.to_json()), seed=1).record == game.record


def test_comments_are_kept_and_do_not_matter(plain, played):
    values = changed(plain, comment="a long evening")
    values["rounds"][0]["moves"][0] += "  # well played"
    values["rounds"][0]["comment"] = "the first one"
    record = load_record(values)
    assert record.comment == "a long evening"
    assert record.rounds[0].moves[0].comment == "well played"
    assert replay(record) == played
    assert load_record(record.to_yaml()) == record


def test_a_profile_may_be_named(plain, played):
    values = changed(plain, profile="petras")
    assert replay(load_record(values)) == played
    assert load_record({key: value for key, value in values.items() if key != "profile_digest"}) == played.record


def refused(source, match, *, at=None, **more):
    with pytest.raises(RecordError, match=match) as caught:
        load_record(source, **more)
    if at is not None:
        assert (caught.value.round, caught.value.move) == at
        if at[1]:
            assert f"({at[0]}.{at[1]})" in str(caught.value)
    return caught.value


def test_an_illegal_move_is_refused_with_its_number(plain):
    values = changed(plain)
    values["rounds"][2]["moves"][4] = "n: shanghai"
    refused(values, "not legal", at=(3, 5))
    refused(values, "not legal", at=(3, 5), verify="moves")
    values["rounds"][1]["moves"][0] = "nobody: take"
    refused(values, "nobody is called", at=(2, 1))
    values["rounds"][1]["moves"][0] = "n: tkae"
    refused(values, "is not a move", at=(2, 1))
    values["rounds"][1]["moves"][0] = "take"
    refused(values, "'take' does not say who moves: write n: take", at=(2, 1))
    values["rounds"][1]["moves"][0] = "table: next round"
    refused(values, "own deck", at=(2, 1))
    assert load_record(values, verify="none").rounds[1].moves[0].text == "table: next round"


def test_line_and_column_are_told(played):
    text = played.record.to_yaml().replace('"s: take"', '"s: fly"', 1)
    line = text.splitlines().index('      - "s: fly"') + 1
    assert f"evening:{line}" in str(refused(text, "fly", label="evening"))


def kinds_of_failure(played):
    """Texts of records with one thing wrong each, by what is wrong."""
    values = played.record.to_dict()
    del values["checksum"]

    def spoilt(change):
        copy = json.loads(json.dumps(values))
        change(copy)
        return yaml.safe_dump(copy, sort_keys=False, width=10**9)

    def in_round(**changes):
        return lambda copy: copy["rounds"][2].update(changes)

    def in_move(text):
        return lambda copy: copy["rounds"][2]["moves"].__setitem__(4, text)

    whole = played.record.to_yaml()
    return {
        "cut off": whole[: len(whole) // 3],
        "empty": "",
        "no record": "a: 1\n",
        "twice": "record: 1\nrecord: 1\n",
        "other format": spoilt(lambda copy: copy.update(record=2)),
        "unknown key": spoilt(lambda copy: copy.update(dealr="n")),
        "too few seats": spoilt(lambda copy: copy.update(seats=["n"], dealer="n")),
        "seats": spoilt(lambda copy: copy.update(seats=["n", "n", "s", "w"])),
        "dealer": spoilt(lambda copy: copy.update(dealer="x")),
        "profile": spoilt(lambda copy: copy.update(profile="petra")),
        "profile digest": spoilt(lambda copy: copy.update(profile_digest="0" * 64)),
        "digest": spoilt(lambda copy: copy.update(digest="0" * 64)),
        "no digest": spoilt(lambda copy: copy.update(digest="0")),
        "snapshot": spoilt(lambda copy: copy["snapshot"].update(round=6)),
        "round number": spoilt(in_round(round=9)),
        "deck": spoilt(in_round(deck=" ".join(["5h"] * 108))),
        "no cards": spoilt(in_round(deck="5h 1x")),
        "recycled": spoilt(in_round(recycled=["5h"])),
        "scores": spoilt(in_round(scores={"n": 5000, "e": 0, "s": 0, "w": 0})),
        "other scores": spoilt(in_round(scores={"n": 0})),
        "round goes on": spoilt(in_round(moves=values["rounds"][2]["moves"][:9])),
        "illegal": spoilt(in_move("n: shanghai")),
        "no move": spoilt(in_move("n: tkae")),
        "nobody": spoilt(in_move("x: take")),
        "no mover": spoilt(in_move("take")),
        "no text": spoilt(in_move(5)),
    }  # fmt: skip


def test_every_failure_names_the_file_and_its_place(played, tmp_path):
    for kind, text in kinds_of_failure(played).items():
        path = tmp_path / f"{kind}.yaml"
        path.write_text(text, encoding="utf-8")
        error = refused(path, ".")
        where = re.match(rf"{kind}\.yaml:(\d+):\d+: ", str(error))
        assert where, f"{kind}: {error}"
        line = text.splitlines()[int(where[1]) - 1] if text else ""
        key = kind.split()[-1]
        if key in ("dealer", "seats", "digest", "snapshot"):
            assert line.startswith((f"{'profile_' * kind.startswith('profile')}{key}:", "- ", "  ")), line
        if kind in ("illegal", "no move", "nobody", "no mover", "no text"):
            assert (error.round, error.move) == (3, 5)
            assert "(3.5)" in str(error)


def test_json_that_is_cut_off_is_called_json(played, tmp_path):
    path = tmp_path / "evening.json"
    path.write_text(played.record.to_json()[:-40], encoding="utf-8")
    refused(path, r"evening.json:\d+:\d+: the file is not JSON: .*; it ends in the middle of a value")


def test_how_much_is_checked_is_one_of_three(plain):
    with pytest.raises(ValueError, match=r"verify should be strict, moves or none, not .lax."):
        load_record(plain, verify="lax")


def test_a_newer_version_of_the_rules_is_told(plain):
    (note,) = load_record(changed(plain, rules_version=2)).disagreements
    assert "a newer release wrote the record" in note
    assert "played under rules version 2, this release plays version 1" in note


def test_wrong_scores_digests_and_profiles_are_refused(plain):
    values = changed(plain)
    values["rounds"][1]["scores"]["n"] += 1
    refused(values, "said to score", at=(2, None))
    assert any("said to score" in note for note in load_record(values, verify="moves").disagreements)
    refused(changed(plain, digest="0" * 64), "mapping: the last position has another digest")
    assert load_record(changed(plain, digest="0" * 64), verify="moves").disagreements
    refused(changed(plain, profile_digest="0" * 64), "profile")
    profile = changed(plain)["profile"]
    profile["scoring"]["points"]["joker"] = 50
    refused(changed(plain, profile=profile), "profile")
    snapshot = changed(plain)["snapshot"]
    snapshot["totals"][0] += 5
    refused(changed(plain, snapshot=snapshot), "snapshot")
    del values["rounds"][1]["scores"]["n"]
    refused(values, "not those of the seats")


def test_wrong_orders_are_refused(plain):
    values = changed(plain)
    values["rounds"][0]["deck"] = values["rounds"][0]["deck"][3:]
    refused(values, "is not its pack", at=(1, None))
    values = changed(plain)
    values["rounds"][3]["deck"] = values["rounds"][0]["deck"].replace("X", "5h")
    refused(values, r"is not its pack of .*: too many: 5h \(6, not 2\); missing: X, X, X, X\.", at=(4, None))
    values["rounds"][3]["deck"] = values["rounds"][0]["deck"].replace("X", "?") + " 5h"
    refused(values, r"it has 109 cards, not 108; too many: 5h \(3, not 2\)\.", at=(4, None))
    values = changed(plain)
    values["rounds"][0]["recycled"] = ["5h"]
    refused(values, "renewed")
    values["rounds"][0]["deck"] = "5h 5"
    refused(values, "not a card")


def renewing_game():
    for seed in range(40):
        game = Game(load_profile("petras"), seats=["n", "e", "s", "w"], seed=seed)
        rng = random.Random(seed)
        while game.to_act and not game.state.tally.renewed:
            moves = [move for move in game.seat(game.to_act[0]).legal_moves.simple if move.name != "take"]
            game.play(moves[int(rng.random() * len(moves))])
        if game.state.tally.renewed:
            return game
    raise AssertionError


def test_recycled_orders_are_recorded_and_must_fit():
    game = renewing_game()
    while game.to_act and len(game.history) % 5:
        game.play(game.seat(game.to_act[0]).legal_moves.sample(random.Random(1)))
    values = game.record.to_dict()
    del values["checksum"]
    assert replay(load_record(values)) == game
    last = len(values["rounds"][0]["moves"])
    assert last > 100
    wrong = json.loads(json.dumps(values))
    wrong["rounds"][0]["recycled"] = [" ".join(["5h"] * len(values["rounds"][0]["recycled"][0].split()))]
    refused(wrong, "renewal 1")
    del wrong["rounds"][0]["recycled"]
    refused(wrong, "gives no order")


def test_oversized_truncated_and_foreign_files_are_refused(played, tmp_path):
    text = played.record.to_yaml()
    refused(text + "#" * MAX_BYTES, "larger than")
    big = tmp_path / "big.yaml"
    big.write_text("x" * (MAX_BYTES + 1))
    refused(big, "larger than")
    for cut in (0, 10, 700, len(text) // 2):
        refused(text[:cut] + "\n", ".")
    refused(played.record.to_json()[:-20], ".")
    refused(text.replace("record: 1", "record: 2"), "newer release")
    refused("a: 1\n", "no record")
    refused("- 1\n", "mapping")
    refused("{}", "no record")
    refused(tmp_path / "absent.yaml", "cannot be read")
    refused(tmp_path, "cannot be read")
    refused("a\0b", "cannot be read")
    refused(text.replace("rounds:", "round:", 1), "did you mean rounds")
    refused(text.replace("seats: ", "seats: &a "), "anchor")


@pytest.mark.parametrize(
    ("change", "match"),
    [
        ({"seats": ["n", "n", "s", "w"]}, "two seats"),
        ({"seats": "n"}, "a list"),
        ({"dealer": "x"}, "nobody is called"),
        ({"rounds": []}, "at least one round"),
        ({"rounds": [1]}, "mapping"),
        ({"profile": "petra"}, "no bundled profile"),
        ({"profile": "../petras.yaml"}, "id of a bundled one"),
        ({"profile": {"id": "x"}}, "profile"),
        ({"profile": 3}, "mapping"),
        ({"record": "1"}, "whole number"),
        ({"record": True}, "whole number"),
        ({"digest": "abc"}, "hexadecimal"),
        ({"snapshot": []}, "mapping"),
        ({"rules_version": 0}, "whole number"),
        ({"comment": "x" * 3000}, "at most"),
    ],
)
def test_wrong_values_are_refused(plain, change, match):
    refused(changed(plain, **change), match)


def test_a_round_must_be_over_before_the_next(plain):
    values = changed(plain)
    values["rounds"][1]["moves"] = values["rounds"][1]["moves"][:-3]
    del values["rounds"][1]["scores"]
    refused(values, "round 2 is not over", at=(3, None))


def test_scores_of_a_round_that_is_not_over_are_refused():
    game = Game(load_profile("petras"), seats=["n", "e", "s"], seed=3)
    values = game.record.to_dict()
    del values["checksum"]
    values["rounds"][0]["scores"] = {"n": 0, "e": 0, "s": 0}
    refused(values, "not over")


def test_a_record_of_other_rules_loads_and_says_what_does_not_agree(plain, played, monkeypatch):
    monkeypatch.setattr(replay_module, "RULES_VERSION", 2)
    assert load_record(plain).disagreements == ()
    values = changed(plain, digest="0" * 64)
    values["rounds"][0]["scores"]["n"] += 1
    record = load_record(values)
    assert len(record.disagreements) == 2
    values["rounds"][6]["moves"][3] = "n: take back"
    record = load_record(values)
    assert any("7.4" in note for note in record.disagreements)
    game = replay(record)
    assert game.state == played.state, "the snapshot takes the place of what cannot be played any more"
    game = replay(load_record({key: value for key, value in values.items() if key != "snapshot"}))
    assert game.state.rules.round == 7
    values["snapshot"]["hands"][0] = "5h 5h 5h"
    with pytest.raises(RecordError, match="snapshot"):
        load_record(values)


def test_a_record_for_a_seat_holds_no_hidden_card(played):
    game = played
    for name in (*game.seats, None):
        record = game.record_for(name)
        assert record.snapshot is None
        seat = None if name is None else game.seats.index(name)
        orders = [
            (mine, whole)
            for one, two in zip(record.rounds, game.record.rounds, strict=True)
            for mine, whole in zip((one.deck, *one.recycled), (two.deck, *two.recycled), strict=True)
        ]
        seen = 0
        for mine, whole in orders:
            assert len(mine) == len(whole)
            assert all(card in (UNKNOWN, other) for card, other in zip(mine, whole, strict=True))
            seen += sum(card != UNKNOWN for card in mine)
        private = sum(len(e.cards) for e in game.events() if e.private and e.seat == seat)
        assert seen == private + len(game.record.rounds), "its own cards and the upcards, no others"
        again = load_record(record.to_yaml())
        assert again == record
        back = replay(again)
        assert back.standings == game.standings
        assert back.history == game.history
        if seat is not None:
            assert back.state.hands[seat] == game.state.hands[seat]


def real_table(played, rng, percent):
    """The record of a game in which somebody noted only some of the cards."""
    values = played.record.to_dict()
    del values["checksum"]
    del values["snapshot"], values["digest"]
    for one in values["rounds"]:
        cards = one["deck"].split()
        one["deck"] = " ".join(card if rng.random() * 100 < percent else "?" for card in cards)
    return values


@pytest.mark.parametrize("percent", [0, 30, 90])
def test_a_game_at_a_real_table_is_checked_as_far_as_it_is_known(played, percent):
    values = real_table(played, random.Random(percent), percent)
    for number, one in enumerate(values["rounds"], start=1):
        upcard = played.record.rounds[number - 1].deck
        place = 4 * (10 if number < 4 else 12)
        cards = one["deck"].split()
        cards[place] = format_cards(upcard[place : place + 1])
        one["deck"] = " ".join(cards)
    record = load_record(values)
    assert not record.is_complete
    assert not record.disagreements
    game = replay(record)
    assert [one.total for one in game.standings] == [one.total for one in played.standings]
    wrong = json.loads(json.dumps(values))
    wrong["rounds"][0]["scores"]["n"] = 5000
    refused(wrong, "said to score")
    wrong = json.loads(json.dumps(values))
    for index, move in enumerate(wrong["rounds"][0]["moves"]):
        if "discard" in move:
            wrong["rounds"][0]["moves"][index] = move.partition(":")[0] + ": discard 5h"
    error = refused(wrong, ".")
    assert error.round == 1


def test_a_card_cannot_be_played_more_often_than_the_pack_holds_it(played):
    values = real_table(played, random.Random(1), 0)
    moves = ["s: stock", "table: close", "s: discard 5h", "w: stock", "table: close", "w: discard 5h"]
    moves += ["n: stock", "table: close", "n: discard 5h"]
    values["rounds"] = [{"deck": values["rounds"][0]["deck"], "moves": moves}]
    error = refused(values, "the pack holds 2")
    assert (error.round, error.move) == (1, 9)


def test_one_wrong_byte_is_refused_or_gives_a_legal_game(played):
    """Whatever a flipped byte makes of a record, no other error than RecordError comes of it."""
    data = bots_game(seats=("n", "e", "s"), seed=2).record.to_yaml().encode()
    rng = random.Random(5)
    accepted = 0
    said = []
    for _ in range(250):
        at = int(rng.random() * len(data))
        spoilt = bytearray(data)
        spoilt[at] = int(rng.random() * 256)
        text = bytes(spoilt).decode("utf-8", "surrogateescape")
        mode = ("strict", "moves")[int(rng.random() * 2)]
        try:
            record = load_record(text, verify=mode)
        except RecordError as error:
            said.append(str(error))
        else:
            accepted += 1
            assert isinstance(record, Record)
            assert replay(record, verify="moves").history
    assert accepted < 200
    assert all(said)
    assert not [one for one in said if re.search(r"Traceback|object at 0x", one)]


def test_the_profiles_that_come_with_the_library_are_recorded():
    for profile_id in bundled_profiles():
        game = Game(load_profile(profile_id), seats=["n", "e", "s", "w"], seed=1)
        if game.phase is Phase.CUT:
            game.cut()
        game.abandon()
        assert replay(load_record(game.record.to_yaml())) == game


def test_a_record_pickles_and_its_errors_do(played):
    import pickle

    record = played.record
    assert pickle.loads(pickle.dumps(record)) == record
    error = refused("{}", "no record")
    again = pickle.loads(pickle.dumps(RecordError("x", round=2, move=3)))
    assert (str(again), again.round, again.move) == ("x", 2, 3)
    assert str(error)
    assert parse_cards("5h") == [30]


def test_a_record_of_nonsense_makes_no_endless_message():
    error = refused("record: 1\n" + "a: 1\n" * 5_000, ".")
    assert len(str(error)) < 50_000
    assert str(error).endswith("more")


def test_a_resumed_game_plays_on_otherwise_behind_a_renewal_that_was_taken_back():
    """The order that was recorded holds for the same cards only; others are shuffled anew."""
    game = Game(load_profile("petras"), seats=["n", "e", "s"], seed=3, turn_cap=None)
    for name in game.seats:
        game.sit_out(name)
    while not game.state.tally.renewed:
        game.advance(cap=1)
    (recorded,) = game.record.rounds[0].recycled
    for further, same in ((0, True), (6, False)):
        back = replay(load_record(game.record.to_dict()))
        while back.state.tally.renewed:
            back.undo()
        for name in back.seats:
            back.sit_out(name)
        if further:
            back.undo(further)
            for name in back.seats:
                back.set_policy(name, RandomBot(random.Random(name)))
        while not back.state.tally.renewed:
            back.advance(cap=1)
        (order,) = back.record.rounds[0].recycled
        assert (order == recorded) == same
        assert replay(load_record(back.record.to_dict())) == back

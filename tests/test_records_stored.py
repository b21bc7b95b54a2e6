"""Records that were stored: by yesterday's release, damaged since, or played under other rules."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from pathlib import Path

import pytest
import yaml
from attrs import evolve

from mayi_rules import Game, RecordError, load_profile, load_record, replay
from mayi_rules.documents.yaml_reader import read_yaml
from mayi_rules.engine.state.plain import state_from_plain, state_to_plain
from mayi_rules.engine.state.values import Chance
from mayi_rules.profile import digest
from mayi_rules.profile.digest import first_digest_of
from mayi_rules.records import replay as replay_module
from mayi_rules.records.checksum import checksum_of
from mayi_rules.records.record import RULES_VERSION
from mayi_rules.records.replay import retell

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "records"
OLD = sorted(FOLDER.glob("*-0.1.yaml"))
FIRST_DIGESTS = FOLDER / "first-digests.json"
RECORD = Path(__file__).parent / "goldens" / "petras.record.yaml"


@pytest.fixture
def values():
    return replay(load_record(RECORD)).record.to_dict()


def copy(values):
    return json.loads(json.dumps(values))


def test_there_are_records_of_yesterday():
    assert len(OLD) >= 2


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_a_record_of_yesterday_loads_strictly_and_goes_on_as_one_of_today(file):
    record = load_record(file)
    assert record.profile_digest == first_digest_of(record.profile) != record.profile.digest
    assert record.is_as_written is None
    again = load_record(replay(record).record.to_yaml())
    assert again.is_as_written
    assert again.profile_digest == again.profile.digest
    assert [one.moves for one in again.rounds] == [one.moves for one in record.rounds]


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.stem)
def test_its_digests_are_still_held_against_it(file):
    plain = json.loads(json.dumps(yaml.safe_load(file.read_text("utf-8"))))
    penalty = plain["profile"]["buying"] | {"penalty_cards": 2}
    for change in ({"profile": plain["profile"] | {"buying": penalty}}, {"profile_digest": "0" * 64}):
        with pytest.raises(RecordError, match="the profile is not the one its digest names"):
            load_record(plain | change)
    with pytest.raises(RecordError, match="another digest"):
        load_record(plain | {"digest": "0" * 64})


def test_the_checksum_is_that_of_yaml_json_and_plain_values_and_comments_do_not_count(values):
    record = load_record(values)
    assert record.is_as_written
    assert load_record(record.to_yaml()).is_as_written
    assert load_record(record.to_json()).is_as_written
    text = (
        record.to_yaml()
        .replace('"north: stock"', '"north:  stock   # what a draw"', 1)
        .replace("seats:", "# who\nseats:")
    )
    told = load_record(text + "comment: a fine evening\n")
    assert told.is_as_written
    assert told.comment == "a fine evening"


CHANGES = {
    "a seat": lambda plain: plain["seats"].__setitem__(0, "nobody"),
    "the dealer": lambda plain: plain.update(dealer=plain["seats"][(plain["seats"].index(plain["dealer"]) + 1) % 3]),
    "a move": lambda plain: plain["rounds"][0]["moves"].__setitem__(3, "north: stock"),
    "a move less": lambda plain: plain["rounds"][-1]["moves"].pop(),
    "a card of the deck": lambda plain: plain["rounds"][0].update(
        deck=" ".join(reversed(plain["rounds"][0]["deck"].split()))
    ),
    "a score": lambda plain: plain["rounds"][0]["scores"].update(north=999),
    "a rule": lambda plain: plain["profile"].update(buying={"penalty_cards": 2}),
    "the name of the game": lambda plain: plain["profile"].update(name="Another game"),
    "the digest": lambda plain: plain.update(digest="0" * 64),
}


@pytest.mark.parametrize("what", CHANGES)
@pytest.mark.parametrize("version", [RULES_VERSION, RULES_VERSION + 1])
def test_a_damaged_record_is_refused_and_called_so(values, what, version):
    plain = copy(values)
    plain["rules_version"] = version
    CHANGES[what](plain)
    with pytest.raises(RecordError, match=r"changed or damaged since it was saved") as caught:
        load_record(plain)
    assert "as it was saved:" not in str(caught.value)


@pytest.mark.parametrize("what", CHANGES)
def test_without_its_checksum_a_record_may_be_changed(values, what):
    plain = copy(values)
    del plain["checksum"]
    CHANGES[what](plain)
    with suppress(RecordError):
        assert load_record(plain).is_as_written is None
    told = load_record(plain, verify="none")
    assert told.is_as_written is None


def test_a_sound_record_of_other_rules_loads_and_says_that_the_release_plays_otherwise(values):
    plain = copy(values)
    plain["rounds"][0]["scores"]["north"] += 5
    plain["rules_version"] = RULES_VERSION + 1
    plain["checksum"] = checksum_of(plain)
    record = load_record(plain)
    assert any("as it was saved: this release plays it otherwise" in note for note in record.disagreements)
    plain["rules_version"] = RULES_VERSION
    plain["checksum"] = checksum_of(plain)
    with pytest.raises(RecordError, match=r"this release plays it otherwise; with verify='moves' it loads"):
        load_record(plain)
    assert len(load_record(plain, verify="moves").disagreements) == 1


@pytest.mark.parametrize("checksum", [True, False])
def test_a_sound_record_of_older_rules_is_told_so(values, checksum, monkeypatch):
    monkeypatch.setattr(replay_module, "RULES_VERSION", 2)
    plain = copy(values)
    assert load_record(plain).disagreements == ()
    plain["rounds"][0]["scores"]["north"] += 5
    plain["checksum"] = checksum_of(plain)
    if not checksum:
        del plain["checksum"]
    notes = load_record(plain).disagreements
    assert notes
    assert all("played under rules version 1, this release plays version 2" in note for note in notes)
    plain["checksum"] = "0" * 64
    with pytest.raises(RecordError, match="changed or damaged since it was saved") as caught:
        load_record(plain)
    assert "rules version" not in str(caught.value)


DAMAGES = {
    "a card that is none": lambda plain: plain["rounds"][0].update(deck=plain["rounds"][0]["deck"][:-1] + "q"),
    "a move that is none": lambda plain: plain["rounds"][0]["moves"].__setitem__(3, "north: stcck"),
    "a rule that is none": lambda plain: plain["profile"].update(buying={"penalty_crds": 2}),
    "a snapshot that is none": lambda plain: plain["snapshot"].update(phase="plya"),
    "a key that is none": lambda plain: plain.update(dealers=plain.pop("dealer")),
    "rounds that are none": lambda plain: plain.update(rounds=7),
    "the checksum": lambda plain: plain.update(checksum="7" * 60),
}


@pytest.mark.parametrize("verify", ["strict", "moves"])
@pytest.mark.parametrize("what", DAMAGES)
def test_what_cannot_even_be_read_is_called_damaged_too(values, what, verify):
    plain = copy(values)
    DAMAGES[what](plain)
    with pytest.raises(RecordError, match=r"changed or damaged since it was saved\)$"):
        load_record(plain, verify=verify)
    del plain["checksum"]
    if what != "the checksum":
        with pytest.raises(RecordError) as caught:
            load_record(plain, verify=verify)
        assert "damaged" not in str(caught.value)


def test_one_wrong_letter_is_a_comment_or_is_called_damage():
    game = Game(load_profile("petras"), seats=["n", "e", "s"], seed=2)
    game.play("s: stock")
    record = game.record
    text = record.to_yaml().replace('"s: stock"', '"s: stock  # first"').replace("dealer:", "comment: at home\ndealer:")
    rng = random.Random(7)
    same = damaged = unnamed = 0
    for _ in range(400):
        at = rng.randrange(len(text))
        spoilt = text[:at] + rng.choice("abn0159: -'") + text[at + 1 :]
        root, _ = read_yaml(spoilt.encode(), "spoilt", max_bytes=10**6, max_nodes=10**5)
        can_be_read = root is not None and isinstance(root.value, dict) and "checksum" in root.value
        try:
            loaded = load_record(spoilt)
        except RecordError as error:
            damaged += can_be_read
            unnamed += can_be_read and "changed or damaged since it was saved" not in str(error)
        else:
            same += 1
            assert loaded.is_as_written
            assert evolve(loaded, comment="", rounds=record.rounds) == record
            assert [move.text for move in loaded.rounds[0].moves] == ["s: stock"]
    assert same > 5
    assert damaged > 200
    assert not unnamed


def test_a_snapshot_that_says_more_than_this_release_knows_is_refused():
    def places(one):
        if isinstance(one, dict):
            yield one
        for below in one.values() if isinstance(one, dict) else one if isinstance(one, list) else ():
            yield from places(below)

    steps = retell(load_record(RECORD)).steps
    wanted = ("window", "laid", "ending", "table")
    kinds = {name: next(step.state for step in steps if getattr(step.state, name)) for name in wanted}
    for name, state in kinds.items():
        known = state_to_plain(state)
        count = len(list(places(known)))
        assert count >= 3
        for number in range(count):
            plain = copy(known)
            list(places(plain))[number]["later"] = 0
            with pytest.raises(RecordError, match=r"the snapshot says (.*\.)?later, which this release does not know"):
                state_from_plain(plain, state.rules.profile, Chance(None))
        assert state_from_plain(known, state.rules.profile, Chance(None)) == state, name


def test_rules_that_were_known_by_the_first_digests_still_are():
    found = {first: load_profile(one) for first, one in json.loads(FIRST_DIGESTS.read_text("utf-8")).items()}
    assert len(found) >= 13
    for first, profile in found.items():
        assert first_digest_of(profile) == first
    assert len({profile.digest for profile in found.values()}) == len(found)


def test_a_first_digest_holds_where_a_key_of_that_time_has_become_a_section(monkeypatch):
    petras = load_profile("petras")
    first = first_digest_of(petras)
    whole = digest.flat_profile(petras)
    sections = {path: value for path, value in whole.items() if path != "irregularities"}
    monkeypatch.setattr(digest, "flat_profile", lambda _: sections | {"irregularities.misdeal": "none"})
    monkeypatch.setattr(digest, "_differing_rules", lambda _: {})
    assert first_digest_of(petras) == first
    monkeypatch.setattr(digest, "_differing_rules", lambda _: {"irregularities.misdeal": "redeal"})
    assert first_digest_of(petras) is None


def test_a_record_holds_what_differs_from_the_defaults_and_loads_as_the_whole_profile(values):
    petras = load_profile("petras")
    assert load_record(values).profile == petras
    assert "irregularities" not in values["profile"]
    assert set(values["profile"]) < set(petras.to_dict())

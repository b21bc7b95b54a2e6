"""Records that were stored: by yesterday's release, damaged since, or played under other rules."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
import yaml

from mayi_rules import RecordError, load_profile, load_record, replay
from mayi_rules.profile.digest import first_digest_of
from mayi_rules.records.checksum import checksum_of
from mayi_rules.records.model import RULES_VERSION

FOLDER = Path(__file__).parent / "records"
OLD = sorted(FOLDER.glob("*-0.1.yaml"))
RECORD = Path(__file__).parent / "goldens" / "petras.record.yaml"


@pytest.fixture(scope="module")
def values():
    return load_record(RECORD, verify="none").to_dict()


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
    with pytest.raises(RecordError, match="this release plays it otherwise"):
        load_record(plain)


def test_a_record_holds_what_differs_from_the_defaults_and_loads_as_the_whole_profile(values):
    petras = load_profile("petras")
    assert load_record(values).profile == petras
    assert "irregularities" not in values["profile"]
    assert set(values["profile"]) < set(petras.to_dict())

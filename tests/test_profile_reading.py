"""Strict reading: sizes, depths, encodings, positions, and mappings as strict as files."""

import time

import pytest

from mayi_rules.documents import yaml_reader
from mayi_rules.documents.nodes import MAX_NESTED
from mayi_rules.documents.yaml_reader import MAX_BYTES, read_yaml
from mayi_rules.errors import ProfileError
from mayi_rules.profile.load import lint_profile, load_profile

HOUSE = b"profile: 1\nid: house\nextends: petras\n"


def rules_of(data):
    return [fault.rule for fault in read_yaml(data, "house.yaml")[1]]


def test_a_file_of_ten_megabytes_is_refused_unread(tmp_path):
    file = tmp_path / "large.yaml"
    file.write_bytes(b"[" * 10_000_000)
    begin = time.perf_counter()
    result = lint_profile(file)
    assert time.perf_counter() - begin < 1
    assert [fault.rule for fault in result.errors] == ["reading.size"]
    assert "256 KiB" in result.errors[0].message


def test_a_file_of_the_largest_size_is_read(tmp_path):
    file = tmp_path / "house.yaml"
    file.write_bytes(HOUSE + b"#" * (MAX_BYTES - len(HOUSE)))
    assert load_profile(file).id == "house"
    file.write_bytes(HOUSE + b"#" * (MAX_BYTES - len(HOUSE) + 1))
    with pytest.raises(ProfileError, match="larger than 256 KiB"):
        load_profile(file)


@pytest.mark.parametrize("opening", [b"[", b"{a: ", b"- ", b"[{a: "])
def test_ten_thousand_nested_values_are_refused(opening):
    assert rules_of(opening * 10_000) == ["reading.depth"]


def test_the_deepest_nesting_allowed_is_read():
    assert rules_of(b"[" * MAX_NESTED + b"]" * MAX_NESTED) == []
    assert rules_of(b"[" * (MAX_NESTED + 1) + b"]" * (MAX_NESTED + 1)) == ["reading.depth"]


def test_an_alias_bomb_is_refused_quickly():
    lines = [b"a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [b"a%d: &a%d [%s]" % (n, n, b", ".join([b"*a%d" % (n - 1)] * 10)) for n in range(1, 30)]
    begin = time.perf_counter()
    rules = set(rules_of(b"\n".join(lines)))
    assert time.perf_counter() - begin < 1
    assert rules == {"reading.anchor", "reading.alias"}


def test_very_many_values_are_refused():
    assert rules_of(b"[" + b"1," * 100_000 + b"]") == ["reading.size"]


@pytest.mark.parametrize("data", [bytes(range(256)), "profile: 1".encode("utf-16"), b"\xc3\x28"])
def test_binary_and_other_encodings_are_refused(data):
    assert rules_of(data) in (["reading.encoding"], ["reading.characters"])


def test_a_byte_order_mark_is_skipped():
    assert rules_of(b"\xef\xbb\xbf" + HOUSE) == []


def test_places_are_lines_and_columns_of_characters():
    root, faults = read_yaml("a: 'ü'\nb: {c: ü, d: 007}\n".encode(), "x.yaml")
    assert not [fault for fault in faults if fault.rule != "reading.number"]
    assert str(faults[0].source) == "x.yaml:2:14"
    assert str(root.value["b"].value["d"].key_source) == "x.yaml:2:11"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("false", False),
        ("yes", "yes"),
        ("On", "On"),
        ("TRUE", "TRUE"),
        ("null", None),
        ("~", None),
        ("0", 0),
        ("-12", -12),
        ("'12'", "12"),
        ("1.5", 1.5),
        ("2024-01-01", "2024-01-01"),
        ("=", "="),
        ("x:y", "x:y"),
    ],
)
def test_only_plain_values_are_read(text, value):
    root, faults = read_yaml(f"key: {text}".encode(), "x.yaml")
    assert faults == []
    found = root.value["key"].value
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "text",
    ["010", "0o17", "0x1F", "0b11", "1_000", "1:30", "190:20:30", "+1", ".inf", "-.INF", ".NaN", "1e999"],
)
def test_traps_of_yaml_numbers_are_refused(text):
    assert rules_of(f"key: {text}".encode()) == ["reading.number"]
    assert rules_of(f"key: '{text}'".encode()) == []


def test_the_python_parser_reads_the_same(monkeypatch):
    import yaml

    data = HOUSE + b"buying: {chain: false, penalty_cards: 010}\nname: 'x'\n"
    fast = read_yaml(data, "x.yaml")
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    slow = read_yaml(data, "x.yaml")
    assert [str(one) for one in fast[1]] == [str(one) for one in slow[1]]
    assert [(path, str(node.key_source)) for path, node in fast[0].walk()] == [
        (path, str(node.key_source)) for path, node in slow[0].walk()
    ]
    assert yaml_reader.MAX_BYTES == MAX_BYTES


def endless():
    values = {"extends": "petras"}
    values["buying"] = values
    return values


class Odd:
    pass


@pytest.mark.parametrize(
    ("values", "rule"),
    [
        (endless(), "reading.depth"),
        ({"extends": "petras", "name": Odd()}, "reading.type"),
        ({"extends": "petras", "name": b"x"}, "reading.type"),
        ({"extends": "petras", "name": "a\x00b"}, "reading.characters"),
        ({"extends": "petras", "name": "\ud800"}, "reading.characters"),
        ({"extends": "petras", 1.5: 2}, "reading.key"),
        ({"extends": "petras", True: 2}, "reading.key"),
        ({"extends": "petras", "pack": {"decks": {3: 2, "3": 2}}}, "reading.duplicate_key"),
        ({"extends": "petras", "scoring": {"going_out": 10**5000}}, "reading.number"),
        ({"extends": "petras", "scoring": {"going_out": float("nan")}}, "reading.number"),
        ({"extends": "petras", "scoring": {"going_out": 1.0}}, "schema.type"),
        ({"extends": "petras", "buying": {"penalty_cards": True}}, "schema.type"),
        ({"extends": "petras", "buying": {"penalty_cards": "1"}}, "schema.type"),
        ({"extends": "./house.yaml"}, "inheriting.mapping"),
        ({"extends": None}, "schema.type"),
        ({}, "schema.missing_key"),
    ],
)
def test_a_mapping_is_read_as_strictly(values, rule):
    result = lint_profile(values)
    assert rule in {fault.rule for fault in result.errors}


def test_a_folder_or_a_missing_file_is_a_clear_fault(tmp_path):
    for path in (tmp_path, tmp_path / "no.yaml", "./no.yaml", "", "a\0b"):
        (fault,) = lint_profile(path).errors
        assert fault.rule == "loading.no_file"
        assert str(tmp_path) not in str(fault)


def test_an_id_is_never_a_file_of_the_working_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "petras").write_text("nonsense")
    (tmp_path / "house").write_bytes(HOUSE)
    assert load_profile("petras").id == "petras"
    with pytest.raises(ProfileError, match="there is no bundled profile house") as caught:
        load_profile("house")
    assert caught.value.faults[0].rule == "loading.unknown_id"
    assert load_profile("./house").id == "house"
    assert load_profile("./house").sources["id"].label == "./house"

"""`extends`: what is merged, what is replaced whole, and which paths are refused."""

import pytest

from mayi_rules.errors import ProfileError
from mayi_rules.profile.language.model import ContractMeld
from mayi_rules.profile.load import lint_profile, load_profile
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.resolution import round_rules

HEAD = "profile: 1\nid: {id}\nextends: {base}\n"


def write(folder, name, body, base="petras"):
    file = folder / f"{name}.yaml"
    file.write_text(HEAD.format(id=name, base=base) + body, encoding="utf-8")
    return file


def test_mappings_merge_by_key():
    petras, house = (
        load_profile("petras"),
        load_profile({"extends": "petras", "buying": {"penalty_cards": 2}}),
    )
    assert house.buying.penalty_cards == 2
    assert house.buying.chain == petras.buying.chain
    assert [str(change) for change in petras.diff(house)] == ["buying.penalty_cards: 1 → 2"]


def test_a_mapping_that_extends_may_leave_out_profile_and_id():
    assert load_profile({"extends": "petras"}) == load_profile("petras")


@pytest.mark.parametrize(
    ("base", "body", "key", "value"),
    [
        (
            "petras",
            {"pack": {"decks": {3: 3, 4: 3, 5: 3, 6: 3}}},
            "pack.decks",
            {"3": 3, "4": 3, "5": 3, "6": 3},
        ),
        ("pagat", {"pack": {"jokers": {"per_deck": 1}}}, "pack.jokers", {"per_deck": 1}),
        (
            "shanghai",
            {"buying": {"block": {"call": "Stop"}}},
            "buying.block",
            {"call": "Stop", "who": "nearer", "when": "any"},
        ),
        ("liverpool", {"deal": {"cut_bonus": {}}}, "deal.cut_bonus", {"score": -50, "targets": "with_upcard"}),
        ("liverpool", {"deal": {"cut_bonus": None}}, "deal.cut_bonus", None),
        ("continental", {"pack": {"wild": ["joker"]}}, "pack.wild", ["joker"]),
    ],
)
def test_lists_choices_and_tables_are_replaced_whole(base, body, key, value):
    place = load_profile({"extends": base} | body).to_dict()
    for step in key.split("."):
        place = place[step]
    assert place == value


def test_a_block_is_replaced_whole_in_a_round_too():
    first = {
        "extends": "petras",
        "rounds": {2: {"rules": {"buying": {"block": {"call": "Stop", "who": "anyone"}}}}},
    }
    house = load_profile(first).override({"rounds.2.rules.buying.block": {"call": "Halt"}})
    rules = round_rules(house, 3, 2)
    assert (rules.block_call, rules.block_who) == ("Halt", "nearer")


def test_a_list_of_rounds_replaces_the_inherited_one():
    house = load_profile({"extends": "pagat", "rounds": [{"deal": 10, "contract": ["set", "set"]}]})
    assert len(house.rounds) == 1


def test_a_mapping_changes_single_rounds():
    pagat = load_profile("pagat")
    house = load_profile(
        {
            "extends": "pagat",
            "rounds": {7: {"rules": {"opening": {"size": "exact", "all_cards": False}}}, "1": {"deal": 11}},
        }
    )
    assert house.rounds[0].deal == 11
    assert house.rounds[1:6] == pagat.rounds[1:6]
    assert house.rounds[6].contract == pagat.rounds[6].contract
    rules = house.rounds[6].rules
    assert (rules["opening.size"], rules["opening.all_cards"]) == ("exact", False)
    assert rules["going_out.discard"] == "forbidden"


def points(base, given):
    return load_profile({"extends": base, "scoring": {"points": given}}).scoring.points


def test_the_more_special_points_win_in_one_file():
    found = points("petras", {"faces": 5, "K": 8, "pips": 1, "2": 20, "2s": 30})
    assert (found["K"], found["Q"], found["J"], found["T"]) == (8, 5, 5, 10)
    assert (found["2"], found["2s"], found["3"]) == (20, 30, 1)


def test_a_derived_group_wins_over_an_inherited_rank(tmp_path):
    base = write(tmp_path, "base", "scoring: {points: {K: 8, 5: 50, 4s: 40}}")
    house = load_profile(write(tmp_path, "house", "scoring: {points: {faces: 5, pips: face}}", base.name))
    found = house.scoring.points
    assert (found["K"], found["5"]) == (5, 5)
    # A card is more special than its rank, wherever it was written.
    assert found["4s"] == 40
    assert round_rules(house, 3, 1).points[3 * 13 + 3] == 40
    assert round_rules(house, 3, 1).points[2 * 13 + 3] == 4


def test_points_that_nobody_gives_are_the_default():
    full = load_profile("petras").to_dict()
    full["scoring"] = {"points": {"joker": 99}}
    found = load_profile(full).scoring.points
    assert (found["joker"], found["A"], found["K"], found["T"], found["9"]) == (99, 15, 10, 10, 9)


def test_what_speaks_of_a_profile_is_not_inherited(tmp_path):
    house = load_profile(write(tmp_path, "house", ""))
    assert (house.name, house.summary, house.citations, house.notes) == ("house", "", (), ())
    ours = load_profile(write(tmp_path, "house", "name: Ours\nnotes: [settled by vote]\nsources: [grandmother]\n"))
    assert (ours.name, ours.citations, ours.notes) == ("Ours", ("grandmother",), ("settled by vote",))


@pytest.mark.parametrize("base", ["petras", "continental-deuces"])
def test_notes_and_sources_hold_for_the_rules_as_they_were(base):
    profile = load_profile(base)
    assert profile.notes
    assert profile.citations
    changed = profile.override({"buying.penalty_cards": 2})
    assert (changed.name, changed.notes, changed.citations) == (profile.name, (), ())
    assert changed.override({"notes": ["two cards"]}).notes == ("two cards",)
    renamed = profile.override({"name": "Ours"})
    assert (renamed.notes, renamed.citations, renamed.digest) == (profile.notes, profile.citations, profile.digest)
    assert Profile.from_dict(changed.to_dict()).notes == ()


def test_a_chain_of_files_and_its_sources(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    write(tmp_path / "sub", "base", "buying: {penalty_cards: 2, chain: false}\n")
    write(tmp_path, "house", "buying: {penalty_cards: 3}\n", "sub/base.yaml")
    house = load_profile("house.yaml")
    assert (house.buying.penalty_cards, house.buying.chain) == (3, False)
    assert str(house.sources["buying.penalty_cards"]) == "house.yaml:4:10"
    assert str(house.sources["buying.chain"]) == "sub/base.yaml:4:28"
    assert house.sources["stock.keep_top"].label == "petras.yaml"


def test_an_absolute_path_is_named_by_its_last_part(tmp_path):
    house = load_profile(write(tmp_path, "house", ""))
    assert house.sources["id"].label == "house.yaml"


def test_links_may_not_leave_the_folder(tmp_path):
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    write(outside, "base", "")
    (inside / "base.yaml").symlink_to(outside / "base.yaml")
    (inside / "folder").symlink_to(outside)
    for base in ("base.yaml", "folder/base.yaml", "folder/../outside/base.yaml"):
        (fault,) = lint_profile(write(inside, "house", "", base)).errors
        assert fault.rule == "inheriting.path"
        assert str(tmp_path) not in str(fault)


def test_a_base_in_a_folder_may_not_come_back_up(tmp_path):
    (tmp_path / "sub").mkdir()
    write(tmp_path, "top", "")
    write(tmp_path / "sub", "base", "", "../top.yaml")
    (fault,) = lint_profile(write(tmp_path, "house", "", "sub/base.yaml")).errors
    assert fault.rule == "inheriting.path"
    assert fault.source.label == "sub/base.yaml"


def test_a_circle_names_its_chain(tmp_path):
    write(tmp_path, "a", "", "b.yaml")
    write(tmp_path, "b", "", "c.yaml")
    write(tmp_path, "c", "", "b.yaml")
    with pytest.raises(ProfileError, match=r"a\.yaml → b\.yaml → c\.yaml → b\.yaml"):
        load_profile(tmp_path / "a.yaml")


def test_faults_of_every_layer_are_told_the_file_itself_first(tmp_path):
    write(tmp_path, "base", "buyng: {}\nopning: {}\n")
    result = lint_profile(write(tmp_path, "house", "scorng: {}\n", "base.yaml"))
    assert [str(fault.source) for fault in result.errors] == [
        "house.yaml:4:1",
        "base.yaml:4:1",
        "base.yaml:5:1",
    ]


def test_contract_items_keep_their_own_minimum():
    house = load_profile({"extends": "petras", "rounds": {2: {"contract": ["set", {"run": 7}]}}})
    assert house.rounds[1].contract == (ContractMeld("set"), ContractMeld("run", 7))

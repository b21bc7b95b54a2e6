"""The model's own immutable values: as classes of attrs are, to whoever uses them and to attrs itself."""

from __future__ import annotations

import copy
import pickle

import attrs
import pytest

from mayi_rules import Profile, load_profile
from mayi_rules.profile.language.fields import Value, field, replace
from mayi_rules.profile.language.model import ContractMeld


class Pair(Value):
    """Two numbers, and what is known of them."""

    first: int
    second: int = 2
    notes: list[str] = field(factory=list, compare=False)
    _known: dict[str, int] = field(factory=dict, init=False, compare=False)


def test_values_are_made_by_name_or_in_order():
    assert Pair(1) == Pair(first=1, second=2) == Pair(1, 2, ["a"])
    assert Pair(1) != Pair(2)
    assert Pair(1) != (1, 2)
    assert len({Pair(1), Pair(1, notes=["a"]), Pair(3)}) == 2
    assert repr(Pair(1)) == "Pair(first=1, second=2)"
    assert Pair(1).notes is not Pair(1).notes


@pytest.mark.parametrize(
    ("args", "values"), [((), {}), ((1,), {"third": 3}), ((1, 2, [], {}), {}), ((1,), {"_known": {}})]
)
def test_a_value_takes_its_fields_and_nothing_else(args, values):
    with pytest.raises(TypeError, match=r"Pair (lacks first|takes first, second, notes, and nothing else)"):
        Pair(*args, **values)


def test_nothing_of_a_value_changes():
    for pair in (Pair(1), load_profile("petras")):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            pair.first = 2
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            del pair.first


def test_values_are_copied_and_pickled():
    profile = load_profile("shanghai").override({"rounds.7.contract": [{"run": 9}]})
    for one in (profile.pack, profile.rounds[6], profile):
        for other in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one)), replace(one)):
            assert type(other) is type(one)
            assert other == one
            assert hash(other) == hash(one)
            assert repr(other) == repr(one)


def test_attrs_takes_them_for_its_own():
    profile = load_profile("petras")
    assert attrs.has(Profile)
    assert [one.name for one in attrs.fields(ContractMeld)] == ["kind", "min"]
    assert attrs.fields(ContractMeld).kind.default is attrs.NOTHING
    assert attrs.fields_dict(Profile)["base"].default is None
    other = attrs.evolve(profile, name="Other", players=attrs.evolve(profile.players, max=4))
    assert type(other) is Profile
    assert (other.name, other.players.max, other.pack) == ("Other", 4, profile.pack)
    assert attrs.asdict(profile.players) == {"min": 3, "max": 6}

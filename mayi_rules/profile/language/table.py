"""A small read-only mapping: hashable, picklable, equal to any mapping with the same items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Table(Mapping[K, V], Generic[K, V]):
    """A mapping that never changes, in the order in which it was made."""

    __slots__ = ("_hash", "_values")

    _values: dict[K, V]
    _hash: int | None

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        """Take the items of a mapping, or pairs."""
        object.__setattr__(self, "_values", dict(items))
        object.__setattr__(self, "_hash", None)

    def __getitem__(self, name: K) -> V:
        return self._values[name]

    def __iter__(self) -> Iterator[K]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Table is read-only: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Table is read-only: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mapping) and self._values == dict(other.items())

    def __hash__(self) -> int:
        known = self._hash
        if known is None:
            known = hash(frozenset(self._values.items()))
            object.__setattr__(self, "_hash", known)
        return known

    def __repr__(self) -> str:
        return f"Table({self._values!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (tuple(self._values.items()),)

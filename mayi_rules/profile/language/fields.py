"""Immutable values with named fields: as much of attrs as the model needs, without the time that importing it takes.

To attrs such a class is one of its own: `attrs.evolve`, `attrs.fields` and `attrs.asdict` take it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, NoReturn, TypeVar, dataclass_transform


class _Required:
    def __repr__(self) -> str:
        return "REQUIRED"


REQUIRED = _Required()
"""The default of a field that must be given."""


class Field:
    """One field of a class.

    Attributes:
        name: its name.
        default: the value that it has by default, or `REQUIRED`.
        factory: what makes that value, or None.
        metadata: whatever is to be known of the field.
        is_given: whether values of the class are made with it.
        is_compared: whether it counts for equality and hash, and is printed.
    """

    __slots__ = ("default", "factory", "is_compared", "is_given", "metadata", "name")

    def __init__(
        self,
        default: Any,
        factory: Callable[[], Any] | None = None,
        metadata: Mapping[str, Any] | None = None,
        *,
        is_given: bool = True,
        is_compared: bool = True,
    ) -> None:
        self.name = ""
        self.default = default
        self.factory = factory
        self.metadata = metadata or {}
        self.is_given = is_given
        self.is_compared = is_compared


def field(
    *,
    default: Any = REQUIRED,
    factory: Callable[[], Any] | None = None,
    metadata: Mapping[str, Any] | None = None,
    init: bool = True,
    compare: bool = True,
) -> Any:
    """A field of a class; see `Field` for the arguments."""
    return Field(default, factory, metadata, is_given=init, is_compared=compare)


class _ForAttrs:
    """The fields of a class as attrs has them; made when it asks for them."""

    def __init__(self, kind: type[Value]) -> None:
        self.kind = kind

    def __get__(self, _value: object, _kind: object = None) -> Any:
        import attrs  # nothing else of the model needs it

        made = {
            one.name: attrs.field(
                default=attrs.NOTHING if one.default is REQUIRED and one.factory is None else one.default,
                init=one.is_given,
                eq=one.is_compared,
                repr=one.is_compared,
                metadata=one.metadata,
            )
            for one in self.kind._fields
        }
        found = attrs.fields(attrs.make_class(self.kind.__name__, made, kw_only=True))
        self.kind.__attrs_attrs__ = found
        return found


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value:
    """An immutable value: the annotated names of a class are its fields, which its own subclasses have too."""

    _fields: ClassVar[tuple[Field, ...]]
    _compared: ClassVar[Callable[[Any], Any]]
    __attrs_attrs__: ClassVar[Any]

    def __init_subclass__(cls) -> None:
        if hasattr(cls, "_fields"):
            return
        fields = []
        for name in cls.__annotations__:
            value = cls.__dict__.get(name, REQUIRED)
            one = value if isinstance(value, Field) else Field(value)
            one.name = name
            if name in cls.__dict__:
                delattr(cls, name)
            fields.append(one)
        cls._fields = tuple(fields)
        cls._compared = attrgetter(*(one.name for one in fields if one.is_compared))
        cls.__attrs_attrs__ = _ForAttrs(cls)

    def __init__(self, *args: Any, **values: Any) -> None:
        """Take the fields, by name or in their order.

        Raises:
            TypeError: one is missing or unknown.
        """
        names = [one.name for one in self._fields if one.is_given]
        values |= zip(names, args, strict=False)
        if len(args) > len(names) or values.keys() - names:
            raise TypeError(f"{type(self).__name__} takes {', '.join(names)}, and nothing else")
        for one in self._fields:
            if one.name in values:
                object.__setattr__(self, one.name, values[one.name])
            elif one.factory is not None:
                object.__setattr__(self, one.name, one.factory())
            elif one.default is not REQUIRED:
                object.__setattr__(self, one.name, one.default)
            else:
                raise TypeError(f"{type(self).__name__} lacks {one.name}")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        same: bool = type(self)._compared(self) == type(self)._compared(other)
        return same

    def __hash__(self) -> int:
        return hash(type(self)._compared(self))

    def __repr__(self) -> str:
        told = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in self._fields if one.is_compared)
        return f"{type(self).__name__}({told})"

    def __setattr__(self, name: str, value: object) -> NoReturn:
        from attrs.exceptions import FrozenInstanceError  # nobody does that

        raise FrozenInstanceError

    def __delattr__(self, name: str) -> NoReturn:
        from attrs.exceptions import FrozenInstanceError  # nobody does that

        raise FrozenInstanceError


V = TypeVar("V", bound=Value)


def fields_in(kind: type[Value]) -> tuple[Field, ...]:
    """The fields of a class, in their order."""
    return kind._fields


def is_value(kind: object) -> bool:
    """Whether this is a class with fields."""
    return isinstance(kind, type) and issubclass(kind, Value)


def replace(value: V, **changes: Any) -> V:
    """The same value with some fields changed."""
    given = {one.name: getattr(value, one.name) for one in value._fields if one.is_given}
    return type(value)(**given | changes)

"""Clear errors for arguments of a wrong type or value. Hot functions ask only once something has gone wrong."""

from __future__ import annotations

from typing import Any

_SHOWN = 80


def cut(text: str, most: int = 40) -> str:
    """A text as a message shows it: of a long one its beginning, so that no message is as long as what it is about."""
    return text if len(text) <= most else f"{text[:most]}…"


def wrong(name: str, value: object, wanted: str) -> TypeError:
    """The error that says what an argument should be, and what it is."""
    return TypeError(f"{name} should be {wanted}, not {cut(repr(value), _SHOWN)} ({type(value).__name__})")


def expect(name: str, value: object, kind: type | tuple[type, ...], wanted: str) -> None:
    """Raise a TypeError unless the argument is of this type."""
    if not isinstance(value, kind):
        raise wrong(name, value, wanted)


def expect_whole(name: str, value: object, least: int = 0, most: int | None = None) -> None:
    """Raise a TypeError unless the argument is a whole number, a ValueError unless it lies between these."""
    if isinstance(value, int) and value >= least and (most is None or value <= most):
        return
    wanted = f"a whole number from {least}" + ("" if most is None else f" to {most}")
    if not isinstance(value, int):
        raise wrong(name, value, wanted)
    raise ValueError(f"{name} should be {wanted}, not {value}")


def expect_text(name: str, value: object, wanted: str = "a text") -> None:
    """Raise a TypeError unless the argument is a text."""
    expect(name, value, str, wanted)


def expect_seed(value: object) -> None:
    """Raise a TypeError unless a seed is a number, a text or left out."""
    expect("seed", value, (int, str, type(None)), "a whole number, a text or None")


def expect_names(name: str, value: Any) -> tuple[Any, ...]:
    """Several names, as a tuple; a TypeError for one text, which would be read letter by letter."""
    if isinstance(value, str | bytes) or not hasattr(value, "__iter__"):
        raise wrong(name, value, "a list of names")
    return tuple(value)

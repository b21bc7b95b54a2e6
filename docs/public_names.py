"""The public names of the library as its pages have them: where each is imported from, its signature, what it is."""

from __future__ import annotations

import ast
import inspect
import re
import typing
from collections.abc import Iterator
from enum import Enum
from functools import cache
from importlib import import_module
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple

from mayi_rules.front import FRONTS


class Public(NamedTuple):
    """A public name.

    Attributes:
        front: the module that users import it from.
        name: the name.
        value: what it names.
        home: the module in which it is written.
    """

    front: str
    name: str
    value: Any
    home: str

    @property
    def is_callable(self) -> bool:
        """Whether it is a class or a function; else it is a value or a type."""
        return inspect.isclass(self.value) or inspect.isroutine(self.value)

    @property
    def about(self) -> str:
        """The first paragraph of its docstring."""
        doc = inspect.getdoc(self.value) if self.is_callable else _values(self.home)[self.name][1]
        return (doc or "").partition("\n\n")[0].replace("\n", " ")

    @property
    def signature(self) -> str:
        """How it is called, or what it is."""
        if not self.is_callable:
            return f"{self.name} = {_values(self.home)[self.name][0]}"
        if typing.is_typeddict(self.value):
            hints = typing.get_type_hints(self.value)
            required = self.value.__required_keys__
            keys = (f"{key}{'' if key in required else '?'}: {_type(hint)}" for key, hint in hints.items())
            return f"{self.name}{{{', '.join(keys)}}}"
        if inspect.isclass(self.value) and not _is_made_by_calling(self.value):
            return self.name
        return self.name + _signature(self.value)


def public_names(front: str) -> list[Public]:
    """What a front exports, in the order of its list."""
    module = import_module(front)
    homes = _homes(front)
    return [Public(front, name, getattr(module, name), homes.get(name, front)) for name in module.__all__]


@cache
def first_fronts() -> dict[tuple[str, str], str]:
    """By the module in which it is written and its name, the first front that exports it."""
    found: dict[tuple[str, str], str] = {}
    for front in FRONTS:
        for one in public_names(front):
            found.setdefault((_written_in(one), one.name), front)
    return found


def own_names(front: str) -> Iterator[Public]:
    """The names that no front before exports: they are described here."""
    return (one for one in public_names(front) if first_fronts()[_written_in(one), one.name] == front)


def other_names(front: str) -> Iterator[tuple[Public, str]]:
    """The names that a front before describes, with that front."""
    for one in public_names(front):
        first = first_fronts()[_written_in(one), one.name]
        if first != front:
            yield one, first


def _written_in(one: Public) -> str:
    return str(getattr(one.value, "__module__", one.home)) if one.is_callable else one.home


@cache
def _homes(front: str) -> dict[str, str]:
    """The modules from which a front has its names, as its imports say."""
    tree = ast.parse(Path(import_module(front).__file__ or "").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module or "" for node in imports for alias in node.names}


@cache
def _values(module: str) -> dict[str, tuple[str, str]]:
    """The values that a module assigns, as they are written, each with the text below it."""
    body = ast.parse(Path(import_module(module).__file__ or "").read_text(encoding="utf-8")).body
    found: dict[str, tuple[str, str]] = {}
    for node, after in zip(body, [*body[1:], None], strict=True):
        target = node.targets[0] if isinstance(node, ast.Assign) else getattr(node, "target", None)
        value = getattr(node, "value", None)
        if isinstance(target, ast.Name) and isinstance(value, ast.expr):
            doc = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
            found[target.id] = (ast.unparse(value), str(doc))
    return found


def _is_made_by_calling(cls: type[Any]) -> bool:
    """Whether a class says itself how its objects are made."""
    if issubclass(cls, Enum) or getattr(cls, "_is_protocol", False):
        return False
    if not inspect.isfunction(cls.__init__) and not inspect.isfunction(cls.__new__):
        return False
    return not private_types(cls)


@cache
def private_types(value: Any) -> frozenset[str]:
    """The types of the library in a signature that no front exports: a user does not make a class that needs one."""
    public = {name for front in FRONTS for name in import_module(front).__all__}
    found = inspect.signature(value)
    annotations = [one.annotation for one in found.parameters.values()]
    if not inspect.isclass(value):
        annotations.append(found.return_annotation)
    words = {word for one in annotations for word in re.findall(r"\b[A-Z]\w+", _type(one))}
    return frozenset(word for word in words - public if word in _library_names())


@cache
def _library_names() -> frozenset[str]:
    """All names of classes and types that any module of the library writes."""
    folder = Path(import_module("mayi_rules").__file__ or "").parent
    text = "\n".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    return frozenset(re.findall(r"^(?:class )?([A-Z]\w+)(?: =|:| *\()", text, re.MULTILINE))


def _signature(value: Any) -> str:
    found = inspect.signature(value)
    parts: list[str] = []
    names = list(found.parameters.values())
    kinds = [one.kind for one in names]
    for index, one in enumerate(names):
        if one.kind is one.KEYWORD_ONLY and one.VAR_POSITIONAL not in kinds and one.KEYWORD_ONLY not in kinds[:index]:
            parts.append("*")
        text = {one.VAR_POSITIONAL: "*", one.VAR_KEYWORD: "**"}.get(one.kind, "") + one.name
        if one.annotation is not one.empty:
            text += f": {_type(one.annotation)}"
        if one.default is not one.empty:
            text += f" = {_default(one.default)}"
        parts.append(text)
    back = "" if inspect.isclass(value) else f" -> {_type(found.return_annotation)}"
    return f"({', '.join(parts)}){back}"


def _type(annotation: Any) -> str:
    """A type as it is written, without the modules that hold its names."""
    if isinstance(annotation, typing.ForwardRef):
        annotation = annotation.__forward_arg__
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", text).replace("'", "").replace("NoneType", "None")


def _default(value: Any) -> str:
    if isinstance(value, str | int | float | bytes | range | NoneType):
        return repr(value.value if isinstance(value, Enum) else value)
    return "()" if value == () else "…"

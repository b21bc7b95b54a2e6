"""Reading scenario files: strict YAML, the schema, then every case by itself."""

from __future__ import annotations

import os
from pathlib import Path

from mayi_rules.documents.files import UnreadableError, read_file, reading
from mayi_rules.documents.yaml_reader import MAX_BYTES, read_yaml, size_fault
from mayi_rules.errors import Fault
from mayi_rules.reasons import Source
from mayi_rules.scenarios.case import Case, ScenarioError
from mayi_rules.scenarios.profiles import Profiles
from mayi_rules.scenarios.structure import structure_case
from mayi_rules.scenarios.validation import schema_faults

SUFFIXES = (".yaml", ".yml")


def load_scenarios(source: str | os.PathLike[str], *, label: str | None = None) -> list[Case]:
    """Read the cases of a scenario file.

    Args:
        source: a path, or the text of a scenario file (anything with a line break in it).
        label: names the source in faults; by default the path as given.

    Returns:
        The cases in their order. What is wrong within a case is in its `faults`: it fails when it is run.

    Raises:
        ScenarioError: the file cannot be read, or is no scenario file.
    """
    if isinstance(source, str) and "\n" in source:
        return _cases(source.encode(), label or "text", Path())
    path = Path(source)
    name = label or os.fspath(source)
    return _cases(_bytes_of(path, name), name, path.parent)


def scenario_files(folder: Path) -> list[Path]:
    """The scenario files in a folder and below it, sorted; other YAML files (profiles) are left out."""
    files = [file for file in sorted(folder.rglob("*")) if file.suffix.lower() in SUFFIXES and file.is_file()]
    return [file for file in files if not _is_something_else(file)]


def _is_something_else(file: Path) -> bool:
    try:
        root, _ = read_yaml(_bytes_of(file, file.name), file.name)
    except ScenarioError:
        return False
    return root is not None and isinstance(root.value, dict) and not {"scenario", "cases"} & set(root.value)


def _bytes_of(path: Path, name: str) -> bytes:
    def refuse(message: str) -> ScenarioError:
        return ScenarioError([Fault(message, rule="scenario.file", source=Source(name))])

    try:
        with reading():
            if not path.is_file():
                raise refuse("this is not a file" if path.exists() else "there is no such file")
        data = read_file(path, MAX_BYTES)
    except UnreadableError as error:
        raise refuse(str(error)) from error
    if len(data) > MAX_BYTES:
        raise ScenarioError([size_fault(name)])
    return data


def _cases(data: bytes, label: str, folder: Path) -> list[Case]:
    root, found = read_yaml(data, label)
    if root is None:
        raise ScenarioError(found)
    if not isinstance(root.value, dict) or not {"scenario", "cases"} & set(root.value):
        message = "this is no scenario file: it begins with scenario: 1 and has cases"
        raise ScenarioError([*found, Fault(message, rule="scenario.file", source=root.source)])
    in_cases: dict[int, list[Fault]] = {}
    general = list(found)
    for index, fault in schema_faults(root):
        if index is None:
            general.append(fault)
        else:
            in_cases.setdefault(index, []).append(fault)
    if general:
        raise ScenarioError(general)
    profiles = Profiles(folder)
    common = root.value.get("profile")
    return [
        structure_case(node, common, profiles, in_cases.get(index, []))
        for index, node in enumerate(root.value["cases"].value)
    ]

"""The documentation of the profile language, key by key, made from the model.

`python -m mayi_rules.profile.reference` writes it to `docs/profile.md`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from mayi_rules.documents.files import write_file
from mayi_rules.profile.difference import in_yaml
from mayi_rules.profile.language.descriptions import KeyInfo, all_keys, describe, key_data_of
from mayi_rules.profile.language.keys import OTHERWISE
from mayi_rules.profile.language.plain import to_plain
from mayi_rules.profile.load import bundled_profiles, load_profile
from mayi_rules.profile.profile import Profile
from mayi_rules.profile.schema import profile_schema
from mayi_rules.profile.sheets.sentences import is_rule, sentence_of

_INTRODUCTION = """\
# The profile language, key by key

This page is made from the model by `python -m mayi_rules.profile.reference`; change the model, not the page.

A profile is one YAML file, and begins with `profile: 1` and an `id` of its own. A key that is not written has its
default, or what the profile named in `extends` says (`name`, `summary`, `sources` and `notes` speak of one game and are
not inherited). `extends` is a bundled id, or a path relative to the file; mappings are merged key by key, lists and
`pack.decks`, `pack.jokers`, `deal.cut_bonus` and `buying.block` are replaced whole. A key of `melds`, `wilds`,
`opening`, `laying_off`, `drawing`, `buying` and `going_out` may also stand in the `rules` of a round, and holds in that
round only. Texts hold no characters that nobody can see: no controls, no marks that turn the direction of a text,
nothing without a width.

For each key: what it means, what it takes, its default, what the rule sheet says for its values, and what the bundled
profiles say (those that say the same are named together; a round's own value is given with the round).
"""

_EXAMPLE_NUMBERS = (2, 5)


def documentation() -> str:
    """The whole page."""
    parts = [_INTRODUCTION]
    for section, keys in groupby(all_keys(), key=_section_of):
        if section:
            parts.append(f"## `{section}`\n\n{describe(section).description}\n")
        else:
            parts.append("## Names\n")
        parts += [
            "\n".join((f"### `{key}`\n", *key_lines(describe(key), in_section=section), ""))
            for key in keys
            if key != section or is_rule(key)
        ]
    return "\n".join(parts)


def _section_of(key: str) -> str:
    return key.partition(".")[0] if is_rule(key) else ""


def key_lines(info: KeyInfo, *, in_section: str = "") -> Iterator[str]:
    """What a key means, takes, says and is, in lines of Markdown.

    Args:
        info: the key.
        in_section: the section that has been described already.
    """
    if info.path != in_section:
        yield f"{info.description}\n"
    unit = f", in {info.unit}" if info.unit else ""
    yield f"- **Takes** {info.values}{unit}."
    yield f"- **Default** {_default(info)}"
    if not is_rule(info.path):
        return
    if info.in_rounds:
        yield "- **In one round** it may be different: see `rounds.rules`."
    sentences = list(sentences_of(info))
    if sentences:
        yield "- **On the rule sheet**"
        yield from (f"  - {value}: {text}" for value, text in sentences)
    yield "- **Bundled profiles**"
    yield from (f"  - {value}: {', '.join(names)}" for value, names in _said(info.path).items())


def _default(info: KeyInfo) -> str:
    if info.path in profile_schema()["required"]:
        return "none: every file has to say it (a mapping in code that extends may leave it out)."
    if info.required:
        return "none: it must be given, or inherited."
    return f"`{in_yaml(info.default)}`." if info.default not in ("", [], {}) else "empty."


def sentences_of(info: KeyInfo) -> Iterator[tuple[str, str]]:
    """Example values with their sentences."""
    sentence = key_data_of(info.path).sentence
    if isinstance(sentence, Mapping):
        for value, text in sentence.items():
            if value == OTHERWISE:
                number = next(one for one in (*_EXAMPLE_NUMBERS, 7) if one not in sentence)
                yield f"a number, such as `{number}`", sentence_of(info.path, number)
            else:
                yield f"`{in_yaml(to_plain(value))}`", text
    elif isinstance(sentence, str):
        number = max(info.least or 0, _EXAMPLE_NUMBERS[1])
        yield f"a number, such as `{number}`", sentence_of(info.path, number)
    elif sentence is not None:
        values = {in_yaml(value): value for value in _bundled_values(info.path)}
        yield from ((f"`{text}`", sentence_of(info.path, value)) for text, value in values.items())


def _bundled_values(path: str) -> Iterator[Any]:
    for name in bundled_profiles():
        tree = load_profile(name).to_dict()
        if path.startswith("rounds."):
            yield from (_at(one, path.partition(".")[2]) for one in tree["rounds"])
        else:
            yield _at(tree, path)


def _at(tree: dict[str, Any], path: str) -> Any:
    value: Any = tree
    for step in path.split("."):
        value = value.get(step) if isinstance(value, dict) else None
    return value


def _said(path: str) -> dict[str, list[str]]:
    """What the bundled profiles say about a key: each text with the profiles that say so."""
    said: dict[str, list[str]] = {}
    for name in bundled_profiles():
        said.setdefault(_says(load_profile(name), path), []).append(f"`{name}`")
    return said


def _says(profile: Profile, path: str) -> str:
    tree = profile.to_dict()
    if path == "rounds":
        return f"{len(profile.rounds)} rounds"
    if path.startswith("rounds."):
        name = path.partition(".")[2]
        values = [in_yaml(one.get(name, {})) for one in tree["rounds"]]
        parts = []
        for value, group in groupby(enumerate(values, start=1), key=lambda pair: pair[1]):
            numbers = [number for number, _ in group]
            where = str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
            parts.append(f"{where} `{value}`")
        return "; ".join(parts)
    text = f"`{in_yaml(_at(tree, path))}`"
    for number, one in enumerate(profile.rounds, start=1):
        if path in one.own:
            text += f", in round {number} `{in_yaml(to_plain(one.own[path]))}`"
    return text


def main() -> None:
    """Write the committed page anew."""
    target = Path(__file__).resolve().parents[2] / "docs" / "profile.md"
    write_file(target, documentation())


if __name__ == "__main__":
    main()

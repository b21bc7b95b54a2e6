"""The conformance pack: what another implementation of the rules, or of the protocol, can be held against."""

from __future__ import annotations

import io
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from mayi_rules.documents.files import write_file
from mayi_rules.errors import MayIError
from mayi_rules.profile.loading.bundled import data_folder

ENDINGS = (".yaml", ".json", ".jsonl", ".txt")
"""How the names of the files of the pack end."""

_README = """\
What an implementation of the rules of mayi_rules, or of its protocol, can be held against.

profiles/   the bundled games; profile.schema.json says what a profile may hold
schemas/    JSON schemas of profiles, scenarios, records, views, events, moves, verdicts, and of the protocol
scenarios/  executable rule cases: a position, moves, and what comes of them or with which codes they are refused
goldens/    of every bundled game: a recorded one with the orders of all packs (ID.record.yaml), the same told move by
            move with what every seat knows and may do (ID.txt), and in perft.json the number of move sequences from
            pinned positions (before_step counts the steps of the record; an opening counts once whatever the order
            of its melds, nothing is taken back, and the host does nothing)
goldens/exchanges/
            sessions with `mayi serve --stdio` (JSON-RPC 2.0), each with a server of its own: a line is one request and
            its answer, {"send": the line sent, or "send_base64" where it is no UTF-8, "receive": the answer, null for
            a notification, which has none}. round-ID is the first
            round of the recorded game, move by move, with the views and events of every seat and of a spectator;
            refused: moves and requests that are refused; malformed: lines that are no request; saved: a game saved and
            loaded, and damaged records; real-table: cards that nobody noted; linted: profiles; seeded: a round by the
            library's own shuffle

In an exchange `message` and `text` are sentences for people, which another implementation says in its own words; so are
`faults` and `advice` of profiles but for their `rule` and `path`. Codes, events, views and verdicts must be the same.
What a server draws at random is not: what tells a game from all others (`counters.game` of a record, and with it the
`checksum`), and the epoch in which the versions and event numbers of a game that was loaded begin, a multiple of
16777216.

No shuffle has to be reproduced, but for the exchange `seeded`: the others, records and scenarios name the orders of
packs. Digests are fingerprints of the states of mayi_rules; another implementation compares positions instead.
"""


def conformance_files() -> Iterator[tuple[str, PurePosixPath, bytes]]:
    """Every file of the pack: its folder, its path in that, and what it holds.

    In a source checkout they lie one by one; an installed package holds the goldens as one archive.
    """
    yield from _files("profiles")
    yield from _files("schemas")
    yield from _files("scenarios")
    archive = data_folder("profiles").parent / "goldens.tar.xz"
    yield from _archived("goldens", archive) if archive.is_file() else _files("goldens")


def _files(name: str) -> Iterator[tuple[str, PurePosixPath, bytes]]:
    folder = data_folder(name)
    for file in sorted(folder.rglob("*")):
        if file.suffix in ENDINGS:
            yield name, PurePosixPath(file.relative_to(folder).as_posix()), file.read_bytes()


def _archived(name: str, archive: Path) -> Iterator[tuple[str, PurePosixPath, bytes]]:
    with tarfile.open(fileobj=io.BytesIO(archive.read_bytes()), mode="r:xz") as opened:
        for entry in opened:
            content = opened.extractfile(entry)
            assert content is not None
            yield name, PurePosixPath(entry.name), content.read()


def write_pack(target: Path) -> dict[str, int]:
    """Copy the pack to a new or empty folder.

    Args:
        target: the folder.

    Returns:
        How many files each of its folders has.

    Raises:
        MayIError: there is something in the folder, or it cannot be written; nothing is left of what was begun.
    """
    try:
        is_new = not target.exists()
        target.mkdir(parents=True, exist_ok=True)
        if any(target.iterdir()):
            raise MayIError(f"{target} is not empty")
        try:
            return _copied(target)
        except BaseException:
            for one in target.iterdir():
                shutil.rmtree(one) if one.is_dir() else one.unlink()
            if is_new:
                target.rmdir()
            raise
    except (OSError, ValueError) as error:
        raise MayIError(f"{str(target)!r} cannot be written: {getattr(error, 'strerror', None) or error}") from error


def _copied(target: Path) -> dict[str, int]:
    counts: dict[str, int] = {}
    for name, path, content in conformance_files():
        copy = target / name / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        write_file(copy, content)
        counts[name] = counts.get(name, 0) + 1
    write_file(target / "README.txt", _README)
    return counts

"""Files are saved whole or not at all: through links, with the rights of the old file, never over what is no file."""

from __future__ import annotations

import ast
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import mayi_rules
from mayi_rules.documents import files
from mayi_rules.documents.files import expect_writable, write_file
from mayi_rules.errors import MayIError
from mayi_rules.serving.pack import write_pack

PACKAGE = Path(mayi_rules.__file__).parent
ON_POSIX = pytest.mark.skipif(os.name != "posix", reason="links and rights are those of posix")
AS_A_USER = pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may write everything")


def names(folder):
    return sorted(one.name for one in folder.iterdir())


def test_everything_that_is_saved_goes_through_the_one_writer():
    writes = {
        f"{file.relative_to(PACKAGE)}:{call.lineno}"
        for file in PACKAGE.rglob("*.py")
        if file.name != "files.py"
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and opens_for_writing(call)
    }
    assert not writes


def opens_for_writing(call):
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    texts = [
        one.value for one in (*call.args, *(word.value for word in call.keywords)) if isinstance(one, ast.Constant)
    ]
    modes = [text for text in texts if isinstance(text, str) and text and set(text) <= set("rwxab+t")]
    return name in ("write_text", "write_bytes", "NamedTemporaryFile", "mkstemp") or (
        name == "open" and any(set(mode) & set("wxa+") for mode in modes)
    )


@pytest.mark.parametrize("content", ["é\nx\n", b"\xff\r\n", ""])
def test_a_file_holds_what_was_written_and_nothing_lies_beside(tmp_path, content):
    write_file(tmp_path / "new.yaml", content)
    write_file(str(tmp_path / "new.yaml"), content)
    assert (tmp_path / "new.yaml").read_bytes() == (content if isinstance(content, bytes) else content.encode())
    assert names(tmp_path) == ["new.yaml"]


def test_a_name_as_long_as_names_may_be_can_be_saved(tmp_path):
    write_file(tmp_path / ("x" * 255), "new")
    assert names(tmp_path) == ["x" * 255]


def test_a_relative_name_is_of_the_folder_in_which_one_works(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_file("a.yaml", "1")
    write_file("b.yaml", "2", replace=False)
    assert names(tmp_path) == ["a.yaml", "b.yaml"]


@ON_POSIX
def test_a_new_file_has_the_rights_that_new_files_have(tmp_path):
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "new.yaml", "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "new.yaml").stat().st_mode) == 0o640


@ON_POSIX
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o755])
def test_a_link_is_followed_and_the_rights_stay(tmp_path, mode):
    (tmp_path / "folder").mkdir()
    real = tmp_path / "folder" / "real.yaml"
    real.write_text("old")
    real.chmod(mode)
    link = tmp_path / "link.yaml"
    link.symlink_to(Path("folder") / "real.yaml")
    write_file(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == mode
    assert names(tmp_path / "folder") == ["real.yaml"]


@ON_POSIX
def test_a_link_to_a_file_that_is_not_there_makes_it(tmp_path):
    (tmp_path / "link.yaml").symlink_to("real.yaml")
    write_file(tmp_path / "link.yaml", "new")
    assert (tmp_path / "link.yaml").is_symlink()
    assert (tmp_path / "real.yaml").read_text() == "new"


@ON_POSIX
def test_what_is_no_file_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe.yaml")
    (tmp_path / "folder.yaml").mkdir()
    (tmp_path / "loop.yaml").symlink_to("loop.yaml")
    there = names(tmp_path)
    for name, why in (("pipe.yaml", "no ordinary file"), ("folder.yaml", "folder"), ("loop.yaml", "links")):
        for write in (lambda path: write_file(path, "new"), expect_writable):
            with pytest.raises(OSError, match=why) as raised:
                write(tmp_path / name)
            assert raised.value.filename == str(tmp_path / name)
    assert names(tmp_path) == there
    assert stat.S_ISFIFO((tmp_path / "pipe.yaml").stat().st_mode)
    with pytest.raises(OSError, match="no ordinary file"):
        write_file(os.devnull, "new")


@ON_POSIX
@AS_A_USER
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path):
    file = tmp_path / "kept.yaml"
    file.write_text("old")
    file.chmod(0o400)
    for write in (lambda path: write_file(path, "new"), expect_writable):
        with pytest.raises(PermissionError):
            write(file)
    assert file.read_text() == "old"


@pytest.mark.parametrize("name", ["no/such/folder.yaml", "a\0b", "x" * 400])
def test_what_cannot_be_written_is_named(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    for write in (lambda path: write_file(path, "new"), expect_writable):
        with pytest.raises(OSError, match=r".") as raised:
            write(name)
        assert raised.value.filename == name
        assert raised.value.strerror
    assert names(tmp_path) == []


@pytest.mark.parametrize("has_links", [True, False])
def test_a_new_file_takes_the_place_of_none(tmp_path, monkeypatch, has_links):
    if not has_links:

        def refuse(*_):
            raise OSError(1, "Operation not permitted")

        monkeypatch.setattr(Path, "hardlink_to", refuse)
    write_file(tmp_path / "new.yaml", "first", replace=False)
    with pytest.raises(FileExistsError):
        write_file(tmp_path / "new.yaml", "second", replace=False)
    assert (tmp_path / "new.yaml").read_text() == "first"
    assert names(tmp_path) == ["new.yaml"]


@ON_POSIX
def test_a_new_file_is_not_written_through_a_link(tmp_path):
    (tmp_path / "link.yaml").symlink_to("real.yaml")
    with pytest.raises(FileExistsError):
        write_file(tmp_path / "link.yaml", "new", replace=False)
    assert names(tmp_path) == ["link.yaml"]


@pytest.mark.parametrize("step", ["write", "sync", "rename"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_write_that_fails_leaves_the_old_file(tmp_path, monkeypatch, step, error):
    file = tmp_path / "sheet.yaml"
    file.write_text("old")

    def fail(*_):
        raise error

    content = "new"
    if step == "write":
        content = b"new"
        monkeypatch.setattr(files.os, "fdopen", fail)
    else:
        monkeypatch.setattr(files.os, {"sync": "fsync", "rename": "replace"}[step], fail)
    with pytest.raises(type(error)):
        write_file(file, content)
    assert file.read_text() == "old"
    assert names(tmp_path) == ["sheet.yaml"]


def test_a_file_system_that_cannot_sync_is_no_error(tmp_path, monkeypatch):
    def cannot(_):
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(files.os, "fsync", cannot)
    write_file(tmp_path / "new.yaml", "new")
    assert (tmp_path / "new.yaml").read_text() == "new"


def test_nobody_can_prepare_the_file_beside(tmp_path, monkeypatch):
    """Its name cannot be guessed, and what has that name all the same is not written to."""
    seen = []
    opened = os.open

    def note(path, flags, *mode):
        seen.append(Path(path).name)
        assert flags & os.O_EXCL
        return opened(path, flags, *mode)

    monkeypatch.setattr(files.os, "open", note)
    monkeypatch.setattr(files, "sync_folder", lambda _: None)
    for _ in range(8):
        write_file(tmp_path / "new.yaml", "new")
    assert len(set(seen)) == 8
    monkeypatch.setattr(files.secrets, "token_hex", lambda _: "known")
    (tmp_path / ".mayi-known.tmp").write_text("prepared")
    with pytest.raises(FileExistsError):
        write_file(tmp_path / "new.yaml", "newer")
    assert (tmp_path / "new.yaml").read_text() == "new"
    assert (tmp_path / ".mayi-known.tmp").read_text() == "prepared"


@ON_POSIX
def test_a_kill_in_the_middle_leaves_a_whole_file(tmp_path):
    """A process that does nothing but save is killed: the file is one of those it saved, whole."""
    code = (
        "import sys; from mayi_rules.documents.files import write_file\n"
        "number = 0\n"
        "while True:\n"
        "    number = (number + 1) % 10; write_file(sys.argv[1], str(number) * 300_000); print('.', flush=True)\n"
    )
    file = tmp_path / "game.yaml"
    for number in range(5):
        environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
        with subprocess.Popen([sys.executable, "-c", code, file], stdout=subprocess.PIPE, env=environment) as process:
            process.stdout.read(2 * (3 + number))
            process.kill()
        found = file.read_text()
        assert len(found) == 300_000
        assert len(set(found)) == 1


def test_a_pack_that_cannot_be_written_leaves_nothing(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    (tmp_path / "empty").mkdir()
    monkeypatch.setattr("mayi_rules.serving.pack.write_file", full)
    for name in ("new", "empty"):
        with pytest.raises(MayIError, match="No space left on device"):
            write_pack(tmp_path / name)
    assert names(tmp_path) == ["empty"]
    assert names(tmp_path / "empty") == []

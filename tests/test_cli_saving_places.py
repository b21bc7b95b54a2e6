"""Where files are written: through links, with the rights of the file that was there, never over what is no file."""

from __future__ import annotations

import os
import stat

import pytest

from mayi_rules.cli.saving import replaced

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and rights are those of posix")


def test_a_link_is_followed_and_the_rights_stay(tmp_path):
    real = tmp_path / "real.yaml"
    real.write_text("old")
    real.chmod(0o600)
    link = tmp_path / "link.yaml"
    link.symlink_to(real)
    with replaced(link) as beside:
        beside.write_text("new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o600


def test_what_is_no_file_is_not_replaced(tmp_path):
    pipe = tmp_path / "pipe.yaml"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="no ordinary file"), replaced(pipe) as beside:
        beside.write_text("new")
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert [one.name for one in tmp_path.iterdir()] == ["pipe.yaml"]


def test_a_write_that_fails_leaves_the_old_file(tmp_path):
    file = tmp_path / "sheet.yaml"
    file.write_text("old")

    def write():
        with replaced(file) as beside:
            beside.write_text("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert file.read_text() == "old"
    assert [one.name for one in tmp_path.iterdir()] == ["sheet.yaml"]

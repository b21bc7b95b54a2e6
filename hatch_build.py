"""What is made when a wheel or an sdist is built: the README for a package index, and the goldens as one archive."""

from __future__ import annotations

import io
import re
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ENDINGS = (".yaml", ".json", ".jsonl", ".txt")
"""The files of the goldens that the conformance pack holds, as in `mayi_rules.serving.pack`."""

ARCHIVE = "mayi_rules/data/goldens.tar.xz"

_LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]+)\]\((?P<target>[^)\s]+)\)")


def without_relative_links(text: str) -> str:
    """Markdown whose links into the repository are their text alone: elsewhere they lead nowhere."""

    def plain(link: re.Match[str]) -> str:
        return link[0] if re.match(r"[a-z]+:|#", link["target"]) else link["text"]

    return _LINK.sub(plain, text)


def packed(folder: Path) -> bytes:
    """The goldens as an archive, whose bytes depend on their names and contents only."""
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode="w:xz", format=tarfile.PAX_FORMAT, preset=9) as archive:
        for file in sorted(folder.rglob("*"), key=lambda file: file.relative_to(folder).as_posix()):
            if file.suffix in ENDINGS:
                content = file.read_bytes()
                entry = tarfile.TarInfo(file.relative_to(folder).as_posix())
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
    return target.getvalue()


class CustomMetadataHook(MetadataHookInterface):
    """The long description is the README, without links that only work in the repository."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the long description."""
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": without_relative_links(text)}


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """A wheel holds the goldens as one archive: they are alike, and many times as large one by one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the archive for a wheel; an editable one finds the files themselves."""
        if self.target_name != "wheel" or version == "editable":
            return
        with tempfile.NamedTemporaryFile(suffix=".tar.xz", delete=False) as file:
            file.write(packed(Path(self.root) / "tests" / "goldens"))
        self.archive = Path(file.name)
        build_data["force_include"][file.name] = ARCHIVE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling's
        """Take the archive away again."""
        if (archive := getattr(self, "archive", None)) is not None:
            archive.unlink(missing_ok=True)

"""The protocol for hosts in any language, `mayi serve --stdio`: its server, and its schema."""

from typing import TYPE_CHECKING

from mayi_rules.front import lazy

if TYPE_CHECKING:
    from mayi_rules.serving.pack import write_pack
    from mayi_rules.serving.schema import protocol_schema
    from mayi_rules.serving.server import Server
    from mayi_rules.serving.stdio import serve_stdio
else:
    __getattr__, __dir__ = lazy(
        __name__,
        {
            ".pack": "write_pack",
            ".schema": "protocol_schema",
            ".server": "Server",
            ".stdio": "serve_stdio",
        },
    )

__all__ = [
    "Server",
    "protocol_schema",
    "serve_stdio",
    "write_pack",
]

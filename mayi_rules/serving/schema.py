"""The JSON schema of the protocol, made from the table of methods.

`python -m mayi_rules.serving.schema` writes it to `schemas/protocol.schema.json`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from mayi_rules.documents.files import write_file
from mayi_rules.profile.loading.bundled import data_folder
from mayi_rules.serving.faults import MAX_FAULTS, ErrorCode
from mayi_rules.serving.lines import MAX_ID
from mayi_rules.serving.method import FAULT, Audience, Method, Shape, items, obj, ref, text, whole
from mayi_rules.serving.server import METHODS

_EMBEDDED = ("view", "event", "verdict", "record")
_VERSION = {"description": "The version of JSON-RPC.", "const": "2.0"}
_ID = {
    "description": f"A text of 1 to {MAX_ID} characters or a whole number within 2^53; null in the answer to a line "
    "in which none can be read. A request without one is a notification, and gets no answer.",
    "type": ["string", "integer"],
    "minLength": 1,
    "maxLength": MAX_ID,
}


def protocol_schema() -> dict[str, Any]:
    """The schema of a request; answers are under `definitions`: `answer METHOD` and `error`."""
    requests = {f"request {name}": _request(method) for name, method in METHODS.items()}
    answers = {f"answer {name}": _answer(method) for name, method in METHODS.items()}
    definitions: dict[str, Any] = {}
    for name in _EMBEDDED:
        definitions |= _embedded(name)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A request of the protocol of mayi_rules (mayi serve)",
        "type": "object",
        "anyOf": [ref(name) for name in requests],
        "definitions": requests | answers | {"error": _error()} | definitions,
    }


def _request(method: Method) -> dict[str, Any]:
    shape: dict[str, Shape] = {
        "jsonrpc": _VERSION,
        "id": _ID,
        "method": {"const": method.name},
        "params": method.params_shape,
    }
    needs_none = set(method.params) <= set(method.optional)
    return obj(shape, optional=("id", "params") if needs_none else ("id",), about=method.about)


def _answer(method: Method) -> dict[str, Any]:
    audience = {"description": "Whom the answer may be given to.", "const": method.audience.value}
    return obj(
        {"jsonrpc": _VERSION, "id": _ID, "result": obj({"audience": audience, **method.result})},
        about=f"The answer to {method.name}, if it is not an error.",
    )


def _error() -> dict[str, Any]:
    data = obj(
        {
            "code": {"description": "What is wrong, in a word; stable.", "enum": [code.value for code in ErrorCode]},
            "audience": {"description": "Whom the answer may be given to.", "enum": [one.value for one in Audience]},
            "verdict": ref("verdict"),
            "reason": ref("verdict.reason"),
            "faults": items("With the code profile: what is wrong.", FAULT, MAX_FAULTS),
            "expected": whole("With the code stale: the version expected."),
            "version": whole("With the code stale: where the game stands."),
            "round": {"description": "With the code record: the number of the round.", "type": ["integer", "null"]},
            "move": {"description": "With the code record: the number of the move.", "type": ["integer", "null"]},
        },
        optional=("verdict", "reason", "faults", "expected", "version", "round", "move"),
    )
    numbers = sorted({code.number for code in ErrorCode})
    error = obj(
        {
            "code": {"description": "The number of the code, as JSON-RPC has it.", "enum": numbers},
            "message": text("A sentence for people.", 1_000_000),
            "data": data,
        }
    )
    return obj(
        {"jsonrpc": _VERSION, "id": _ID | {"type": ["string", "integer", "null"]}, "error": error},
        about="The answer to a request that is refused.",
    )


def _embedded(name: str) -> dict[str, Any]:
    """Another schema of the library as definitions of this one, its own definitions as `name.definition`."""
    found = json.loads((data_folder("schemas") / f"{name}.schema.json").read_text(encoding="utf-8"))
    own = found.pop("definitions", {})
    del found["$schema"]
    return {name: _moved(found, name), **{f"{name}.{key}": _moved(shape, name) for key, shape in own.items()}}


def _moved(node: Any, name: str) -> Any:
    if isinstance(node, dict):
        if "$ref" in node:
            return ref(f"{name}.{node['$ref'].rpartition('/')[2]}")
        return {key: _moved(value, name) for key, value in node.items()}
    return [_moved(one, name) for one in node] if isinstance(node, list) else node


def schema_text() -> str:
    """The schema as the committed file has it."""
    return json.dumps(protocol_schema(), indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the committed schema anew."""
    target = Path(__file__).resolve().parents[2] / "schemas" / "protocol.schema.json"
    write_file(target, schema_text())


if __name__ == "__main__":
    main()

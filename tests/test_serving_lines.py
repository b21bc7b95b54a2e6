"""Lines that are no requests: each gets one answer (a notification none), and harms nothing."""

from __future__ import annotations

import io
import json

import jsonschema
import pytest

from mayi_rules.serving import lines
from mayi_rules.serving.faults import ErrorCode
from mayi_rules.serving.lines import lines_of, value_of
from mayi_rules.serving.schema import protocol_schema
from mayi_rules.serving.server import Server
from mayi_rules.serving.stdio import serve

ERROR = jsonschema.Draft7Validator({"$ref": "#/definitions/error", "definitions": protocol_schema()["definitions"]})
MALFORMED = [
    (b"", "not_json"),
    (b"   ", "not_json"),
    (b"\x00", "not_json"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "hello\x00"}', "not_json"),
    (b"hello", "not_json"),
    (b"{'id': 1}", "not_json"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "hello"', "not_json"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "hello"} {"jsonrpc": "2.0", "id": 2}', "not_json"),
    (b'\xef\xbb\xbf{"jsonrpc": "2.0", "id": 1, "method": "hello"}', "not_json"),
    (b'{"jsonrpc": "2.0", "id": NaN, "method": "hello"}', "not_json"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"protocol": -Infinity}}', "not_json"),
    (b'{"jsonrpc": "2.0", "id": ' + b"9" * 5000 + b', "method": "hello"}', "not_json"),
    (b"\xff\xfe", "not_text"),
    ('{"jsonrpc": "2.0", "id": 1, "method": "hello"}'.encode("utf-16"), "not_text"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "\\ud800"}', "not_text"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"\\udfff": 1}}', "not_text"),
    (b"[" * 200_000, "too_deep"),
    (b'{"a":' * 100_000, "too_deep"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": ' + b"[" * 50 + b"]" * 50 + b"}", "too_deep"),
    (b'{"jsonrpc": "2.0", "id": 1, "id": 2, "method": "hello"}', "duplicate_key"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"protocol": 1, "protocol": 1}}', "duplicate_key"),
    (b"[]", "batch"),
    (b"[1]", "batch"),
    (b'[{"jsonrpc": "2.0", "id": 1, "method": "hello"}]', "batch"),
    (b"null", "bad_request"),
    (b'"hello"', "bad_request"),
    (b"{}", "bad_request"),
    (b'{"method": "hello"}', "bad_request"),
    (b'{"id": 1, "method": "hello"}', "bad_request"),
    (b'{"jsonrpc": 2.0, "id": 1, "method": "hello"}', "bad_request"),
    (b'{"jsonrpc": "1.0", "id": 1, "method": "hello"}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": 1, "result": {}}', "bad_request"),
    (b'{"jsonrpc": "2.0", "method": 1}', "bad_request"),
    (b'{"jsonrpc": "2.0", "method": "hello", "params": 1}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": null, "method": "hello"}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": true, "method": "hello"}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": 1.5, "method": "hello"}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": [1], "method": "hello"}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": "", "method": "hello"}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": "' + b"x" * 65 + b'", "method": "hello"}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": 9007199254740992, "method": "hello"}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": 1}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": 1}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": []}', "bad_params"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": null}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "extra": 1}', "bad_request"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": ""}', "unknown_method"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "__class__"}', "unknown_method"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"protocol": "1"}}', "bad_params"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"more": 1}}', "bad_params"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "seat.view", "params": {"game": "g"}}', "bad_params"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "seat.view", "params": {"game": {}, "seat": []}}', "bad_params"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "table.events", "params": {"game": "g", "since": -1}}', "bad_params"),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "host.undo", "params": {"game": "g", "count": 1e9}}', "bad_params"),
]


@pytest.mark.parametrize(("line", "code"), MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_line_is_answered_and_harms_nothing(line, code):
    server = Server()
    seats = ["north", "east", "west"]
    assert "result" in ask(server, "host.new", profile="petras", seats=seats, game="g")
    before = ask(server, "host.save", game="g")
    answer = json.loads(server.answer(line + b"\n"))
    ERROR.validate(answer)
    assert answer["error"]["data"]["code"] == code, answer
    assert answer["error"]["code"] == ErrorCode(code).number
    assert len(json.dumps(answer)) < 2_000
    assert ask(server, "host.save", game="g") == before


def ask(server, method, **params):
    request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return json.loads(server.answer(json.dumps(request).encode()))


def test_the_numbers_of_codes_are_those_of_json_rpc_and_of_its_range_for_servers():
    """https://www.jsonrpc.org/specification, Error object."""
    of_json_rpc = {-32700, -32600, -32601, -32602, -32603}
    numbers = [code.number for code in ErrorCode]
    own = [number for number in numbers if number not in of_json_rpc]
    assert of_json_rpc <= set(numbers)
    assert len(set(own)) == len(own)
    assert all(-32099 <= number <= -32000 for number in own)


OLD = [
    (b'{"id": 7, "method": "hello"}', 7, '{"jsonrpc": "2.0", "id": 7, "method": "hello"}'),
    (b'{"id": "a", "method": "bots", "params": {}}', "a", '{"jsonrpc": "2.0", "id": "a", "method": "bots"}'),
    (
        b'{"id": 7, "method": "host.drop", "params": {"game": "g"}}',
        7,
        '{"jsonrpc": "2.0", "id": 7, "method": "host.drop", "params": {…}}',
    ),
    (b'{"id": 1.5, "method": 3}', None, '{"jsonrpc": "2.0", "id": 1, "method": "hello"}'),
    (b"{}", None, '{"jsonrpc": "2.0", "id": 1, "method": "hello"}'),
]


@pytest.mark.parametrize(("line", "given", "example"), OLD, ids=range(len(OLD)))
def test_a_request_of_version_1_is_told_what_to_write(line, given, example):
    server = Server()
    assert "result" in ask(server, "host.new", profile="petras", seats=["a", "b", "c"], game="g")
    answer = json.loads(server.answer(line))
    ERROR.validate(answer)
    assert answer["id"] == given
    assert answer["error"]["code"] == -32600
    assert answer["error"]["message"].endswith(f": write {example}")
    assert ask(server, "host.games")["result"]["games"] == ["g"]


def test_a_notification_is_done_and_not_answered():
    server = Server()
    seats = ["a", "b", "c"]
    for method, params in (
        ("host.new", {"profile": "petras", "seats": seats, "game": "g"}),
        ("host.new", {"profile": "petras", "seats": seats, "game": "g"}),  # refused, and nobody is told
        ("nothing", {}),
        ("seat.view", {"game": "g"}),
    ):
        line = json.dumps({"jsonrpc": "2.0", "method": method, "params": params})
        assert server.answer(line.encode()) is None
    assert ask(server, "host.games")["result"]["games"] == ["g"]
    written = io.BytesIO()
    serve(io.BytesIO(b'{"jsonrpc": "2.0", "method": "host.games"}\n' * 3 + b"\n"), written, server)
    assert len(written.getvalue().splitlines()) == 1
    assert server.answer(b'{"jsonrpc": "2.0", "method": "quit"}') is None
    assert server.is_done


def test_a_line_that_is_too_long_is_read_over(monkeypatch):
    monkeypatch.setattr(lines, "_CHUNK", 7)
    stream = io.BytesIO(b"12345678\n123456789\n" + b"x" * 1_000 + b"\n\nlast")
    assert list(lines_of(stream, 9)) == [b"12345678\n", None, None, b"\n", b"last"]
    assert json.loads(Server().answer(None))["error"]["data"]["code"] == "line_too_long"


def test_value_of_refuses_only_what_it_says():
    assert value_of(b'{"a": [1, -2.5, "\\u00e9", null, true]}') == {"a": [1, -2.5, "é", None, True]}
    assert value_of(b"[" * 39 + b"]" * 39) is not None

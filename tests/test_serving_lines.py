"""Lines that are no requests: each gets one answer, and harms nothing."""

from __future__ import annotations

import io
import json

import jsonschema
import pytest

from mayi_rules.serving import lines
from mayi_rules.serving.lines import lines_of, value_of
from mayi_rules.serving.schema import protocol_schema
from mayi_rules.serving.server import Server

ERROR = jsonschema.Draft7Validator({"$ref": "#/definitions/error", "definitions": protocol_schema()["definitions"]})
MALFORMED = [
    (b"", "not_json"),
    (b"   ", "not_json"),
    (b"\x00", "not_json"),
    (b'{"id": 1, "method": "hello\x00"}', "not_json"),
    (b"hello", "not_json"),
    (b"{'id': 1}", "not_json"),
    (b'{"id": 1, "method": "hello"', "not_json"),
    (b'{"id": 1, "method": "hello"} {"id": 2}', "not_json"),
    (b'\xef\xbb\xbf{"id": 1, "method": "hello"}', "not_json"),
    (b'{"id": NaN, "method": "hello"}', "not_json"),
    (b'{"id": 1, "method": "hello", "params": {"protocol": -Infinity}}', "not_json"),
    (b'{"id": ' + b"9" * 5000 + b', "method": "hello"}', "not_json"),
    (b"\xff\xfe", "not_text"),
    ('{"id": 1, "method": "hello"}'.encode("utf-16"), "not_text"),
    (b'{"id": 1, "method": "\\ud800"}', "not_text"),
    (b'{"id": 1, "method": "hello", "params": {"\\udfff": 1}}', "not_text"),
    (b"[" * 200_000, "too_deep"),
    (b'{"a":' * 100_000, "too_deep"),
    (b'{"id": 1, "method": "hello", "params": ' + b"[" * 50 + b"]" * 50 + b"}", "too_deep"),
    (b'{"id": 1, "id": 2, "method": "hello"}', "duplicate_key"),
    (b'{"id": 1, "method": "hello", "params": {"protocol": 1, "protocol": 1}}', "duplicate_key"),
    (b"[]", "bad_request"),
    (b"null", "bad_request"),
    (b'"hello"', "bad_request"),
    (b"{}", "bad_request"),
    (b'{"method": "hello"}', "bad_request"),
    (b'{"id": null, "method": "hello"}', "bad_request"),
    (b'{"id": true, "method": "hello"}', "bad_request"),
    (b'{"id": 1.5, "method": "hello"}', "bad_request"),
    (b'{"id": [1], "method": "hello"}', "bad_request"),
    (b'{"id": "", "method": "hello"}', "bad_request"),
    (b'{"id": "' + b"x" * 65 + b'", "method": "hello"}', "bad_request"),
    (b'{"id": 9007199254740992, "method": "hello"}', "bad_request"),
    (b'{"id": 1}', "bad_request"),
    (b'{"id": 1, "method": 1}', "bad_request"),
    (b'{"id": 1, "method": "hello", "params": []}', "bad_request"),
    (b'{"id": 1, "method": "hello", "params": null}', "bad_request"),
    (b'{"id": 1, "method": "hello", "extra": 1}', "bad_request"),
    (b'{"id": 1, "method": ""}', "unknown_method"),
    (b'{"id": 1, "method": "__class__"}', "unknown_method"),
    (b'{"id": 1, "method": "hello", "params": {"protocol": "1"}}', "bad_params"),
    (b'{"id": 1, "method": "hello", "params": {"more": 1}}', "bad_params"),
    (b'{"id": 1, "method": "seat.view", "params": {"game": "g"}}', "bad_params"),
    (b'{"id": 1, "method": "seat.view", "params": {"game": {}, "seat": []}}', "bad_params"),
    (b'{"id": 1, "method": "seat.events", "params": {"game": "g", "seat": "north", "since": -1}}', "bad_params"),
    (b'{"id": 1, "method": "seat.legal_moves", "params": {"game": "g", "seat": "north", "limit": 1e9}}', "bad_params"),
]


@pytest.mark.parametrize(("line", "code"), MALFORMED, ids=range(len(MALFORMED)))
def test_a_malformed_line_is_answered_and_harms_nothing(line, code):
    server = Server()
    seats = ["north", "east", "west"]
    assert ask(server, "host.new", profile="petras", seats=seats, game="g")["ok"]
    before = ask(server, "host.save", game="g")
    answer = json.loads(server.answer(line + b"\n"))
    ERROR.validate(answer)
    assert answer["error"]["code"] == code, answer
    assert len(json.dumps(answer)) < 2_000
    assert ask(server, "host.save", game="g") == before


def ask(server, method, **params):
    return json.loads(server.answer(json.dumps({"id": 1, "method": method, "params": params}).encode()))


def test_a_line_that_is_too_long_is_read_over(monkeypatch):
    monkeypatch.setattr(lines, "_CHUNK", 7)
    stream = io.BytesIO(b"12345678\n123456789\n" + b"x" * 1_000 + b"\n\nlast")
    assert list(lines_of(stream, 9)) == [b"12345678\n", None, None, b"\n", b"last"]
    assert json.loads(Server().answer(None))["error"]["code"] == "line_too_long"


def test_value_of_refuses_only_what_it_says():
    assert value_of(b'{"a": [1, -2.5, "\\u00e9", null, true]}') == {"a": [1, -2.5, "é", None, True]}
    assert value_of(b"[" * 39 + b"]" * 39) is not None

"""Whether parameters have the shape that a method asks for."""

from __future__ import annotations

from functools import cache
from typing import Any

from mayi_rules.serving.method import Method

_SHOWN = 200


def fault_in(method: Method, params: dict[str, Any]) -> str | None:
    """What is wrong with the parameters of a method, in one sentence; None if nothing is."""
    from jsonschema.exceptions import best_match

    found = best_match(_validator(method).iter_errors(params))
    if found is None:
        return None
    where = ".".join(str(step) for step in found.absolute_path)
    message = found.message if len(found.message) <= _SHOWN else f"{found.message[:_SHOWN]}…"
    return f"{where}: {message}" if where else message


@cache
def _validator(method: Method) -> Any:
    from jsonschema import Draft7Validator
    from jsonschema.validators import extend

    make: Any = extend
    # 1.0 is an integer to JSON schema, and none to Python.
    types = Draft7Validator.TYPE_CHECKER.redefine(
        "integer", lambda _checker, value: isinstance(value, int) and not isinstance(value, bool)
    )
    return make(Draft7Validator, type_checker=types)(method.params_shape)

"""How Drive's lists are cut into pages."""

from __future__ import annotations

from sheets_gm.localsheets.drive.call import Call
from sheets_gm.localsheets.protocol.errors import ApiError

LARGEST = 1000
DIGITS = 18
"""Of the largest number that a query may hold."""


def parameter(call: Call, name: str, *, required: bool = False, default: int = 0) -> int:
    """A number of the query. 400 in Drive's words for anything else."""
    given = call.options().get(name)
    if given is None:
        if required:
            raise ApiError(400, f"Required parameter: {name}", reason="required", location=name)
        return default
    if not given.isascii() or not given.isdigit() or len(given) > DIGITS:
        raise ApiError(400, f"Invalid value '{given}'.", reason="invalid", location=name)
    return int(given)


def paged(call: Call, default: int) -> int:
    """How many items a page has."""
    size = parameter(call, "pageSize", default=default)
    if not 1 <= size <= LARGEST:
        message = f"Invalid value '{size}'. Values must be within the range: [1, {LARGEST}]"
        raise ApiError(400, message, reason="invalidParameter", location="pageSize")
    return size

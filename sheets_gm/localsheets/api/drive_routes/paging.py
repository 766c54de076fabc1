"""Page tokens and page sizes of Drive's lists, and whether they include shared drives."""

from __future__ import annotations

from sheets_gm.localsheets.drive.call import Call
from sheets_gm.localsheets.drive.drive import Drive
from sheets_gm.localsheets.drive.strangeness import SHARED_DRIVE
from sheets_gm.localsheets.protocol.errors import ApiError

LARGEST = 1000
DIGITS = 18
"""The most digits that a number in a query may have."""


def parameter(call: Call, name: str, *, required: bool = False, default: int = 0) -> int:
    """Return the number in a query parameter. Raises 400 in Drive's words for anything else."""
    given = call.options().get(name)
    if given is None:
        if required:
            raise ApiError(400, f"Required parameter: {name}", reason="required", location=name)
        return default
    if not given.isascii() or not given.isdigit() or len(given) > DIGITS:
        raise ApiError(400, f"Invalid value '{given}'.", reason="invalid", location=name)
    return int(given)


def page_size(call: Call, default: int) -> int:
    """Return the page size that the call asks for."""
    size = parameter(call, "pageSize", default=default)
    if not 1 <= size <= LARGEST:
        message = f"Invalid value '{size}'. Values must be within the range: [1, {LARGEST}]"
        raise ApiError(400, message, reason="invalidParameter", location="pageSize")
    return size


def includes_all_drives(drive: Drive, call: Call) -> bool:
    """Whether a list includes the files of this server, even if all of them are in a shared drive."""
    return SHARED_DRIVE not in drive.strangeness or call.options().get("includeItemsFromAllDrives") == "true"

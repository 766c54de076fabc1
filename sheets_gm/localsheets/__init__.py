"""A local spreadsheet server that speaks the Google Sheets API v4 and the Drive API v3 calls that clients make.

It knows nothing about games and imports nothing from the rest of the project. A gspread program uses it by mounting
`rewrite.Rewrite` (over HTTP) or `in_process.InProcess` (without a socket) on its session. The packages, each importing
only those before it, are: `protocol`, `spreadsheet`, `formulas`, `values`, `calculation`, `batch_update`, `identity`,
`drive`, `api`, `http_server`, which includes the command line. The web page is in `page`.

The names for other packages are here; each is imported when it is first used: the modules `server` (open a service,
serve it), `in_process`, `rewrite`, `credential_files`, `icalendar`, the commands `serving` and `accounts`, and the
error `CommandFailed`.
"""

from __future__ import annotations

import importlib
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sheets_gm.localsheets import rewrite
    from sheets_gm.localsheets.api import in_process
    from sheets_gm.localsheets.api.service import Service
    from sheets_gm.localsheets.errors import CommandFailed
    from sheets_gm.localsheets.http_server import server
    from sheets_gm.localsheets.http_server.command_line import accounts, serving
    from sheets_gm.localsheets.identity import credential_files
    from sheets_gm.localsheets.identity.accounts import Accounts
    from sheets_gm.localsheets.protocol import icalendar

__all__ = [
    "Accounts",
    "CommandFailed",
    "Service",
    "accounts",
    "credential_files",
    "icalendar",
    "in_process",
    "rewrite",
    "server",
    "serving",
]

_MODULES = MappingProxyType(
    {
        "accounts": "http_server.command_line.accounts",
        "credential_files": "identity.credential_files",
        "icalendar": "protocol.icalendar",
        "in_process": "api.in_process",
        "rewrite": "rewrite",
        "server": "http_server.server",
        "serving": "http_server.command_line.serving",
    }
)
_CLASSES = MappingProxyType({"Accounts": "identity.accounts", "CommandFailed": "errors", "Service": "api.service"})


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{_MODULES[name]}")
    if name in _CLASSES:
        return getattr(importlib.import_module(f"{__name__}.{_CLASSES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

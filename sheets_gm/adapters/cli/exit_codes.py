"""Exit codes: an expected error becomes one line on standard error and an exit code.

Any other exception is a bug and keeps its traceback.
"""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.kernel.errors import SetupError, UnavailableError, UserError

LOCAL_SPREADSHEET = "sheets_gm.localsheets."

CODES: Mapping[type[BaseException], int] = {UserError: 1, SetupError: 3, UnavailableError: 4}


def exit_code(kind: type[BaseException]) -> int | None:
    """The exit code for an exception class; None for a class that no command is expected to raise."""
    codes = {**CODES, **_local_codes()} if kind.__module__.startswith(LOCAL_SPREADSHEET) else CODES
    # the most specific class wins: a subclass of an unavailable service may be an error of the setup
    return next((codes[each] for each in kind.__mro__ if each in codes), None)


def _local_codes() -> Mapping[type[BaseException], int]:
    """Exit codes for the errors of the local spreadsheet, which imports nothing of this program."""
    from sheets_gm.localsheets.data_folder import DataBroken
    from sheets_gm.localsheets.http_server.listening import PortInUse
    from sheets_gm.localsheets.identity.accounts import NoAccount
    from sheets_gm.localsheets.identity.credential_files import FileExists

    return {NoAccount: 1, FileExists: 1, PortInUse: 3, DataBroken: 3}

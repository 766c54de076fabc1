"""Exit codes: an expected error becomes a line on standard error; a bug keeps its traceback."""

from __future__ import annotations

from collections.abc import Mapping

from sheets_gm.kernel.errors import SetupError, UnavailableError, UserError

LOCAL_SPREADSHEET = "sheets_gm.localsheets."

CODES: Mapping[type[BaseException], int] = {UserError: 1, SetupError: 3, UnavailableError: 4}


def exit_code(kind: type[BaseException]) -> int | None:
    """Return the exit code for an exception class; None for a class that no command is expected to raise."""
    if kind.__module__.startswith(LOCAL_SPREADSHEET):
        return _of_the_local_spreadsheet(kind)
    # the most specific class wins: a subclass of an unavailable service may be an error of the setup
    return next((CODES[each] for each in kind.__mro__ if each in CODES), None)


def _of_the_local_spreadsheet(kind: type[BaseException]) -> int | None:
    """Return the exit code for an error of the local spreadsheet, which defines its codes itself."""
    from sheets_gm.localsheets import CommandFailed

    return kind.exit_code if issubclass(kind, CommandFailed) else None

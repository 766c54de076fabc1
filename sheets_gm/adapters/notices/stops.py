"""Stops: on a local spreadsheet, whoever gets mail can end it by a link in the mail, without an account or a sheet.

The server keeps who has ended it, and is asked before each mail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

from sheets_gm.adapters.google.calls.api import DRIVE
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

SERVER = DRIVE.removesuffix("/drive/v3")
"""A host of Google's, in whose place the local spreadsheet answers."""


class Stop(NamedTuple):
    """The *link* by which an account ends its mail, and whether it has."""

    link: str
    stopped: bool


Stops: TypeAlias = Callable[[str, bool], Stop | None]
"""Tells how an account stands with its mail; true where it has just asked for it, so that it comes again. None where
there is no such link."""


def no_stops(_account: str, _anew: bool) -> Stop | None:
    """No account has such a link: on Google there is no server of ours."""
    return None


class LocalStops:
    """Asks the local spreadsheet of *sheets*."""

    def __init__(self, sheets: GoogleSheets) -> None:
        self._sheets = sheets

    def __call__(self, account: str, anew: bool) -> Stop | None:
        """How *account* stands, whose mail comes again if it is asked for *anew*; None if the server cannot say."""
        try:
            found = self._sheets.call("post" if anew else "get", f"{SERVER}/mail?account={quote(account)}")
        except (SheetsDown, SheetsRefused):
            return None
        return Stop(str(found["link"]), bool(found["stopped"]))

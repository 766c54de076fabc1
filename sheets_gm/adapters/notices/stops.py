"""Links in mail by which the readers end it, on a local spreadsheet server: they need no account and no sheet.

The server keeps who has ended their mail, and is asked before each mail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias
from urllib.parse import quote

from sheets_gm.adapters.google.calls.api import DRIVE
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

SERVER = DRIVE.removesuffix("/drive/v3")
"""A host of Google's for which the local spreadsheet server answers."""


class Stop(NamedTuple):
    """The *link* by which an account ends its mail, and whether it has done so."""

    link: str
    stopped: bool


Stops: TypeAlias = Callable[[str, bool], Stop | None]
"""Returns an account's stop, or None if there is no link. *True*: it has just asked for mail, which ends the stop."""


class LocalStops:
    """Asks the local spreadsheet server of *sheets*."""

    def __init__(self, sheets: GoogleSheets) -> None:
        self._sheets = sheets

    def __call__(self, account: str, anew: bool) -> Stop | None:
        """Return the link of *account* and whether its mail is stopped; None if the server cannot say.

        *anew*: the account has asked for mail again, which undoes the stop.
        """
        try:
            answer = self._sheets.call("post" if anew else "get", f"{SERVER}/mail?account={quote(account)}")
        except (SheetsDown, SheetsRefused):
            return None
        return Stop(str(answer["link"]), bool(answer["stopped"]))

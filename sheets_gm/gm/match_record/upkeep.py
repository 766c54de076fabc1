"""What is stored of a match's workbooks that no single one of them has."""

from __future__ import annotations

from sheets_gm.gm.match_record.drafts import Emptied
from sheets_gm.gm.match_record.part import Part


class Upkeep(Part):
    """What is still to be done in the workbooks.

    *sharing_due* is when the program tries again to share them with the remaining people. *ending* is set from the last
    entry of a match until they show that it is over. *retitled* is the new title of the match, if it was changed.
    *emptied* are the rows that the last rewind emptied.
    """

    KEY = "upkeep"
    sharing_due: float | None = None
    ending: bool = False
    retitled: str = ""
    emptied: Emptied | None = None

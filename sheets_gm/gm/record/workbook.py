"""The workbooks of a match, and how their tabs were built."""

from __future__ import annotations

from sheets_gm.kernel.model import Model


class BuiltTab(Model):
    """A tab as it was built: its title, and the field and heading of each column of a form."""

    title: str
    columns: tuple[tuple[str, str], ...] = ()


class Workbook(Model):
    """One spreadsheet of a match.

    *key* is its key in the layout ("table", "public", "gm", "seat.<id>", "team.<id>"), *document* the spreadsheet's id,
    *tabs* the sheet id of each tab by its key, *link* the address where people open it. *guarded* is the digest of its
    protection, which was last compared with the spreadsheet at *watched*; *remarks* are the protections of other
    people there, a line each. *own* is whether the document was created for the match. *shared* are the accounts
    that it is shared with, *invited* those that gained access when it was built. *template* is the digest of the
    template that it was built from. *shown* is the entry that it shows although its marker names an earlier one,
    because nothing else had to change for it; 0 if there is none.
    """

    key: str
    document: str
    tabs: dict[str, int]
    link: str = ""
    guarded: str = ""
    watched: float = 0.0
    remarks: tuple[str, ...] = ()
    shared: tuple[str, ...] = ()
    own: bool = False
    invited: tuple[str, ...] = ()
    template: str = ""
    shown: int = 0

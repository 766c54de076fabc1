"""The workbooks of a match, and how their tabs were built."""

from __future__ import annotations

from sheets_gm.kernel.model import Model


class BuiltTab(Model):
    """A tab as it was built: its title, and the field and heading of each column of a form."""

    title: str
    columns: tuple[tuple[str, str], ...] = ()


class Workbook(Model):
    """One spreadsheet of a match.

    *key* is its part in the layout ("table"; "public", "gm", "seat/<id>"), *document* the spreadsheet's id, *tabs*
    the sheet id of each tab by its key, *link* where people open it, *guarded* the digest of its protection, which was
    held against the spreadsheet at *watched*, and *remarks* what other people protect there; *shared* the accounts that
    it was shared with. *own* is whether the document was made for it, *invited* whom it was shared with first.
    *template* is the digest of the template that it was built by.
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

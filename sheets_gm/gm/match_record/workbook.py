"""The workbooks of a match, and how their tabs were built."""

from __future__ import annotations

from sheets_gm.kernel.model import Model


class BuiltTab(Model):
    """A tab as it was built: its title, and the field and heading of each column of a form."""

    title: str
    columns: tuple[tuple[str, str], ...] = ()


LATER, NO_ACCOUNT, UNINVITED, UNSEEN = "later", "no account", "by hand", "unseen"
"""Why a guest is not invited: the service lets nobody be invited for some hours; no account has that address; the GM
invites people by hand; or the account of this program may not see who is invited."""


class Guest(Model):
    """A person or group that a workbook is, or should be, shared with: an *account*, or "" for anyone with the link.

    *permission* is the id of the access ("" without access), *address* the spelling of the account in the service, and
    *refused* why there is no access: one of the constants above, or the answer of the service.
    """

    account: str
    role: str = "writer"
    is_group: bool = False
    permission: str = ""
    address: str = ""
    refused: str = ""


PUBLIC_WORKBOOKS = ("table", "public")
"""The keys of the workbooks that everybody sees, in a shared match and in a sealed one."""


class Workbook(Model):
    """One spreadsheet of a match.

    *key* is its key in the layout ("table", "public", "gm", "seat.<id>", "team.<id>"), *document* the spreadsheet's id,
    *tabs* the sheet id of each tab by its key, *link* the address where people open it. *guarded* is the digest of its
    protection, which was last compared with the spreadsheet at *watched*; *remarks* are lines about protections of
    other people. *own*: the document was created for the match. *shared* are the accounts that it is shared with,
    *invited* those that gained access when it was built; *guests* are these accounts with details, including those
    without access yet. *answered* are the editors of protected ranges, by id, that the service spells differently from
    the request. *others* are the ids of accesses that this program did not create. *template* is the digest of the
    template that it was built from. *shown* is the entry that it shows although its marker names an earlier one,
    because the entry changed nothing else in it; 0 if there is none. *torn*: it must be built again, because people
    have moved things, or names in its headings have changed. *strangers* are lines about people who can open it but
    should not, and who cannot be removed or may stay. *crowded* is a line about tabs of other people, if these have
    nearly filled the document. *named* are its title, language, zone and recalculation when it was built, *unnamed* the
    values to which somebody changed them before this program reset them. *titled* is the last title that the game
    master gave it, "" since it was built.
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
    guests: tuple[Guest, ...] = ()
    answered: dict[str, tuple[str, ...]] = {}
    others: tuple[str, ...] | None = None
    template: str = ""
    shown: int = 0
    torn: bool = False
    strangers: tuple[str, ...] = ()
    crowded: str = ""
    named: dict[str, str] = {}
    unnamed: dict[str, str] = {}
    titled: str = ""

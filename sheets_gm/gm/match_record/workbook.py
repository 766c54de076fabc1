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
    """Somebody whom a workbook is shared with, or is to be: an *account*, a group, or ("") anyone with the link.

    *permission* is the id of the access ("" without access), *address* how the service spells the account, and
    *refused* why there is no access: one of the words above, or what the service answered.
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
    protection, which was last compared with the spreadsheet at *watched*; *remarks* are the protections of other people
    there, a line each. *own* is whether the document was created for the match. *shared* are the accounts that it is
    shared with, *invited* those that gained access when it was built; *guests* are these accounts with more about each,
    including those who have no access yet. *answered* are the editors of protected ranges, by id, that the service
    spells differently from the request, *others* the ids of the accesses that are not this program's. *template* is the
    digest of the template that it was built from. *shown* is the entry that it shows although its marker names an
    earlier one, because nothing else had to change for it; 0 if there is none. If *torn*, it must be built again:
    people have moved things in it, or names in its headings have changed. *strangers* are those who can open it though
    they should not, and who cannot be removed or may stay, a line each. *crowded* is a line about tabs of other people
    where these have nearly filled it. *named* are its title, language, zone and recalculation as they were when it was
    built, *unnamed* what somebody changed them to and this program put back. *titled* is the title that the game master
    gave it last, "" since it was built.
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

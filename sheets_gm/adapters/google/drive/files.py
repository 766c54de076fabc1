"""Spreadsheets that people made: their addresses on the command line, and what an account may do with them.

Every problem with a spreadsheet is found before anything is written into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from sheets_gm.adapters.google.accounts.credentials import Identity
from sheets_gm.adapters.google.calls.api import DRIVE, FILES, SHEETS, SPREADSHEET, Api, batch_update, pages
from sheets_gm.adapters.google.calls.cell_requests import OURS
from sheets_gm.adapters.google.drive import strangers
from sheets_gm.adapters.google.drive.sharing import permissions
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.gm.ports.store import Store
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.errors import UserError
from sheets_gm.kernel.outcome import GM

_ID = r"[A-Za-z0-9_-]{20,}"
_ADDRESS = re.compile(rf"/d/({_ID})(?:[/?#]|$)")
_NAMED = re.compile(r"([a-z][\w.-]*)=(.+)", re.DOTALL)
_OTHERS = {
    "/document/": "a text document",
    "/presentation/": "a presentation",
    "/forms/": "a form",
    "/drive/folders/": "a folder",
    "/file/": "an uploaded file: open it with Google Sheets and save it as a Google Sheet",
    "/d/e/": "a published copy: use the address at which you edit it",
}


class BadAddress(UserError, ValueError):
    """The address is not that of a spreadsheet, or does not fit the layout. The message states what to write."""


@dataclass(frozen=True, slots=True)
class FileAccess:
    """A spreadsheet and what an account may do with it.

    *tabs* are the titles of its tabs by sheet id, *protected* the sheet ids of tabs that this program protects.
    *is_own*: Drive counts it as a file of this program, which the scope `drive.file` reaches.
    """

    title: str
    tabs: Mapping[int, str]
    protected: frozenset[int]
    can_edit: bool
    can_share: bool
    in_trash: bool = False
    is_own: bool = False


class Account(Api, Protocol):
    """A connection to the spreadsheet service that knows its account."""

    @property
    def identity(self) -> Identity | None: ...

    @property
    def is_local(self) -> bool: ...

    @property
    def insiders(self) -> strangers.Insiders: ...


def document_id(text: str) -> str:
    """Return the id of a spreadsheet, from its address or from the id itself. Raises `BadAddress`."""
    for part, kind in _OTHERS.items():
        if part in text:
            raise BadAddress(f"{text} is not a spreadsheet but {kind}.")
    match = _ADDRESS.search(text)
    if match:
        return match[1]
    if re.fullmatch(_ID, text):
        return text
    raise BadAddress(
        f"{text} is not the address of a spreadsheet. Copy it from the browser, like "
        "https://docs.google.com/spreadsheets/d/…/edit or, for the local spreadsheet, http://127.0.0.1:8765/d/…"
    )


def by_workbook(values: Iterable[str], keys: Sequence[str]) -> dict[str, str]:
    """Return the ids of spreadsheets by workbook of a layout (*keys*), from `URL` or `KEY=URL`. Raises `BadAddress`."""
    documents: dict[str, str] = {}
    for value in values:
        named = _NAMED.fullmatch(value)
        key, address = (named[1], named[2]) if named else (keys[0], value)
        if not named and len(keys) > 1:
            raise BadAddress(
                f"Name the workbook that {value} is for: --sheet KEY=URL, where KEY is one of {', '.join(keys)}."
            )
        if key not in keys:
            raise BadAddress(f"This layout has no workbook {key}. It has: {', '.join(keys)}.")
        if key in documents:
            raise BadAddress(f"--sheet names the workbook {key} twice.")
        documents[key] = document_id(address)
        same = next((other for other in documents if other != key and documents[other] == documents[key]), None)
        if same:
            raise BadAddress(f"--sheet gives {same} and {key} the same spreadsheet. Each needs its own.")
    return documents


def is_folder(text: str) -> bool:
    """Return whether an address is that of a folder in Drive."""
    return "/folders/" in text


def folder_id(text: str) -> str:
    """Return the id of a folder, from its address. Raises `BadAddress`."""
    match = re.fullmatch(rf"https?://\S*/folders/({_ID})(?:[/?#]\S*)?", text)
    if match is None:
        raise BadAddress(f"{text} is not the address of a folder: copy it from Drive, like …/drive/folders/….")
    return match[1]


def from_folder(sheets: Account, folder: str, keys: Sequence[str], store: Store) -> dict[str, str]:
    """Return the ids of the empty spreadsheets in *folder* for the workbooks *keys*, in the order of their names.

    Spreadsheets in which a match is played are skipped. Raises `SheetsRefused`.
    """
    if not keys:
        return {}
    query = {
        "q": f"'{folder}' in parents and mimeType = '{SPREADSHEET}' and trashed = false",
        "orderBy": "name_natural",
        "fields": "nextPageToken,files(id)",
        "includeItemsFromAllDrives": "true",
    }
    used = {book.document for match in store.names() for book in store.record(match).workbooks}
    listed = [each["id"] for page in pages(sheets, FILES, query) for each in page.get("files", ())]
    free: list[str] = []
    for document in listed:
        if len(free) < len(keys) and document not in used and _is_empty(sheets, document):
            free.append(document)
    if len(free) < len(keys):
        missing = len(keys) - len(free)
        who = (sheets.identity and sheets.identity.account) or "this account"
        raise SheetsRefused(
            f"The match needs {counted(len(keys), 'empty spreadsheet')}, and the folder has {len(free)}: make "
            f"{missing} more in it (New, Google Sheets), and share the folder with {who} as Editor."
        )
    return dict(zip(keys, free, strict=True))


def owner_of(sheets: Account, document: str | None) -> str:
    """Return the address of the owner of *document*, or of new documents (None); "" for a program, or if unknown.

    Google always lets an owner edit every cell.
    """
    if document is None:
        if sheets.identity is not None and sheets.identity.is_service_account:
            return ""
        return str(
            sheets.call("get", f"{DRIVE}/about", params={"fields": "user(emailAddress)"})["user"]["emailAddress"]
        )
    try:
        file = sheets.call("get", f"{FILES}/{document}", params={"fields": "owners(emailAddress)"})
    except SheetsRefused:
        return ""  # the scope `drive.file` excludes files that this program did not create
    return next((str(each["emailAddress"]) for each in file.get("owners", ()) if each.get("emailAddress")), "")


def drop_empty_tab(sheets: Account, document: str) -> None:
    """Delete the first tab of a new spreadsheet, if there are tabs of a match and nobody wrote into it."""
    tabs = sheets.call("get", f"{SHEETS}/{document}", params={"fields": "sheets(properties(sheetId))"})["sheets"]
    ids = [each["properties"].get("sheetId", 0) for each in tabs]
    if 0 in ids and len(ids) > 1 and _is_empty(sheets, document, only=0):
        batch_update(sheets, document, [{"deleteSheet": {"sheetId": 0}}])


def _is_empty(sheets: Api, document: str, only: int | None = None) -> bool:
    """Return whether nobody has written into a spreadsheet, or into its tab *only*."""
    mask = "sheets(properties(sheetId),charts(chartId),data(rowData(values(userEnteredValue,note))))"
    answer = sheets.call("get", f"{SHEETS}/{document}", params={"fields": mask})
    seen = [each for each in answer["sheets"] if only in (None, each["properties"].get("sheetId", 0))]
    cells = (
        cell
        for tab in seen
        for area in tab.get("data", ())
        for row in area.get("rowData", ())
        for cell in row.get("values", ())
    )
    return not any(tab.get("charts") for tab in seen) and not any(cells)


def check_named(
    sheets: Account, documents: Mapping[str, str], keys: Sequence[str], line: str, *, or_folder: bool = False
) -> None:
    """Raise `SheetsRefused` if a service account would have to create a spreadsheet. *line* is the command as typed.

    *or_folder*: the message also suggests a folder.
    """
    missing = [key for key in keys if key not in documents]
    if not missing or sheets.identity is None or not sheets.identity.is_service_account:
        return
    options = " ".join("--sheet URL" if len(keys) == 1 else f"--sheet {key}=URL" for key in missing)
    what = "a spreadsheet" if len(missing) == 1 else f"{len(missing)} spreadsheets ({', '.join(missing)})"
    who = sheets.identity.account or "the service account"
    others = ". Or make them in one folder that you share so: --sheet URL" if or_folder and len(keys) > 1 else ""
    raise SheetsRefused(
        f"A service account has no Drive space, so it cannot create a spreadsheet. Create {what} yourself at "
        f"https://sheets.new, share with {who} as Editor, then run: {line} {options}{others}"
    )


def check_usable(sheets: Account, documents: Mapping[str, str], store: Store, *, inviting: bool) -> None:
    """Raise `SheetsRefused` for a spreadsheet that cannot hold a match, or if *inviting* cannot be shared."""
    used = {book.document: match for match in store.names() for book in store.record(match).workbooks}
    who = (sheets.identity and sheets.identity.account) or "this account"
    for document in documents.values():
        if document in used:
            raise SheetsRefused(f"The match {used[document]} is played in that spreadsheet. Use another.")
        access = file_access(sheets, document)
        if access.in_trash:
            raise SheetsRefused(f"“{access.title}” is in the trash: restore it, or use another.")
        if not access.can_edit:
            raise SheetsRefused(f"{who} may only read “{access.title}”: make that account Editor.")
        if inviting and not access.can_share:
            raise SheetsRefused(
                f"{who} may edit “{access.title}” but not share it. Let editors change permissions in its sharing "
                "settings; or leave out --sheet if it is your own account; or add --set share=hand, and invite the "
                "players yourself."
            )


def check_private(sheets: Account, documents: Mapping[str, str], guests: Mapping[str, Sequence[str]]) -> None:
    """Raise `SheetsRefused` if others than its *guests*, by private workbook, can already open one of *documents*.

    It does not raise if this account cannot see who has access.
    """
    for key in documents.keys() & guests.keys():
        try:
            held = list(permissions(sheets, documents[key]))
        except SheetsRefused:
            continue
        strangers.require_private(key, strangers.strangers(held, (), sheets.insiders, guests[key]))


def check_not_the_store(documents: Mapping[str, str], store: str | None) -> None:
    """Raise `SheetsRefused` if players would get access to *store*, which may hold only the GM's workbook."""
    for key, document in documents.items():
        if document == store and key != GM:
            raise SheetsRefused(
                "That spreadsheet stores the matches and the seeds of their dice (store_sheet), so nobody may play in "
                f"it. Use another for {key}."
            )


def file_access(sheets: Api, document: str) -> FileAccess:
    """Return what the account of *sheets* may do with *document*. Raises `SheetsRefused` if it cannot even open it."""
    mask = "properties.title,sheets(properties(sheetId,title),protectedRanges(description))"
    answer = sheets.call("get", f"{SHEETS}/{document}", params={"fields": mask})
    tabs = {each["properties"].get("sheetId", 0): each["properties"]["title"] for each in answer["sheets"]}
    protected = frozenset(
        each["properties"].get("sheetId", 0)
        for each in answer["sheets"]
        if any(area.get("description", "").startswith(OURS) for area in each.get("protectedRanges", ()))
    )
    title = answer["properties"]["title"]
    try:
        params = {"fields": "trashed,isAppAuthorized,capabilities(canEdit,canShare)"}
        file = sheets.call("get", f"{FILES}/{document}", params=params)
    except SheetsRefused:
        # the scope `drive.file` excludes files that this program did not create, and the Drive API may be disabled
        return FileAccess(title, tabs, protected, can_edit=_can_write(sheets, document, title), can_share=False)
    may = file.get("capabilities", {})
    return FileAccess(
        title=title,
        tabs=tabs,
        protected=protected,
        can_edit=bool(may.get("canEdit")),
        can_share=bool(may.get("canShare")),
        in_trash=bool(file.get("trashed")),
        is_own=bool(file.get("isAppAuthorized")),
    )


def people_without_account(sheets: Account, record: Record) -> tuple[str, ...]:
    """Return the addresses that a match is shared with but that have no account on the local server; at Google, none.

    The first workbook is shared with everybody. The local server gives a display name only for existing accounts.
    """
    if not sheets.is_local or not record.workbooks:
        return ()
    address = f"{FILES}/{record.workbooks[0].document}/permissions"
    fields = "permissions(emailAddress,displayName)"
    try:
        permissions = sheets.call("get", address, params={"fields": fields})["permissions"]
    except SheetsRefused:
        return ()  # the scope `drive.file` excludes a file that this program did not create
    return tuple(
        sorted(each["emailAddress"] for each in permissions if "displayName" not in each and "emailAddress" in each)
    )


def _can_write(sheets: Api, document: str, title: str) -> bool:
    """Return whether the service accepts a write that changes nothing."""
    same = {"updateSpreadsheetProperties": {"properties": {"title": title}, "fields": "title"}}
    try:
        batch_update(sheets, document, [same])
    except SheetsRefused:
        return False
    return True

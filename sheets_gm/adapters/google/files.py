"""Spreadsheets that people made: how they are named on the command line, and what this account may do with them.

Law: everything that can be wrong with a spreadsheet is found before anything is written into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sheets_gm.adapters.google.building import FILES, SHEETS
from sheets_gm.adapters.google.client import GoogleSheets
from sheets_gm.gm.ports.sheets import SheetsRefused
from sheets_gm.gm.ports.store import Store
from sheets_gm.gm.record.record import Record
from sheets_gm.kernel.outcome import GM

_ID = r"[A-Za-z0-9_-]{20,}"
_ADDRESS = re.compile(rf"/d/({_ID})(?:[/?#]|$)")
_NAMED = re.compile(r"([a-z][\w.-]*)=(.+)", re.DOTALL)
_OTHERS = {
    "/document/": "a text document",
    "/presentation/": "a presentation",
    "/forms/": "a form",
    "/drive/folders/": "a folder",
    "/file/": "an uploaded file: open it with Google Sheets and save it as one",
    "/d/e/": "a published copy: take the address at which you edit it",
}


class BadAddress(ValueError):
    """What was named is no spreadsheet, or not for this layout; the message says what to write."""


@dataclass(frozen=True, slots=True)
class Rights:
    """What this account may do with a spreadsheet: *edit* it, *share* it with others; *binned* is one in the bin.

    *tabs* are its tabs by sheet id, *guarded* the sheet ids of those that this program protects.
    """

    title: str
    tabs: Mapping[int, str]
    guarded: frozenset[int]
    edit: bool
    share: bool
    binned: bool = False


def document_id(text: str) -> str:
    """The id of the spreadsheet at an address, or of a bare id. BadAddress."""
    for part, told in _OTHERS.items():
        if part in text:
            raise BadAddress(f"«{text}» is no spreadsheet but {told}.")
    found = _ADDRESS.search(text)
    if found:
        return found[1]
    if re.fullmatch(_ID, text):
        return text
    raise BadAddress(
        f"«{text}» is no address of a spreadsheet: copy it from the browser, like "
        "https://docs.google.com/spreadsheets/d/…/edit, or of the local spreadsheet http://127.0.0.1:8765/d/…"
    )


def by_workbook(values: Iterable[str], keys: Sequence[str]) -> dict[str, str]:
    """The ids of spreadsheets by the workbook of a layout (*keys*), from `URL` or `KEY=URL`. BadAddress."""
    made: dict[str, str] = {}
    for value in values:
        named = _NAMED.fullmatch(value)
        key, address = (named[1], named[2]) if named else (keys[0], value)
        if not named and len(keys) > 1:
            raise BadAddress(f"Say which workbook «{value}» is: --sheet KEY=URL, with KEY one of {', '.join(keys)}.")
        if key not in keys:
            raise BadAddress(f"There is no workbook {key!r} in this layout; there are: {', '.join(keys)}.")
        if key in made:
            raise BadAddress(f"--sheet names the workbook {key} twice.")
        made[key] = document_id(address)
        twin = next((other for other in made if other != key and made[other] == made[key]), None)
        if twin:
            raise BadAddress(f"--sheet gives {twin} and {key} the same spreadsheet: each needs one of its own.")
    return made


def must_be_named(sheets: GoogleSheets, documents: Mapping[str, str], keys: Sequence[str], line: str) -> None:
    """Refuse where a service account would have to make a spreadsheet; *line* is the command that was typed."""
    missing = [key for key in keys if key not in documents]
    if not missing or sheets.way is None or not sheets.way.robot:
        return
    options = " ".join("--sheet URL" if len(keys) == 1 else f"--sheet {key}=URL" for key in missing)
    what = "a spreadsheet" if len(missing) == 1 else f"{len(missing)} spreadsheets ({', '.join(missing)})"
    who = sheets.way.account or "the service account"
    raise SheetsRefused(
        f"A service account owns no Drive space, so it can make no spreadsheet. Make {what} yourself at "
        f"https://sheets.new, share with {who} as Editor, then type: {line} {options}"
    )


def must_serve(sheets: GoogleSheets, documents: Mapping[str, str], store: Store, *, inviting: bool) -> None:
    """Refuse a spreadsheet that cannot hold a match, or, where players are to be invited, not be shared with them."""
    taken = {book.document: match for match in store.names() for book in store.record(match).workbooks}
    who = (sheets.way and sheets.way.account) or "this account"
    for document in documents.values():
        if document in taken:
            raise SheetsRefused(f"The match {taken[document]} is played in that spreadsheet: take another.")
        held = rights(sheets, document)
        if held.binned:
            raise SheetsRefused(f"«{held.title}» lies in the bin: take it out, or take another.")
        if not held.edit:
            raise SheetsRefused(f"«{held.title}» is shared with {who} for reading only: make it Editor.")
        if inviting and not held.share:
            raise SheetsRefused(
                f"«{held.title}» may be edited but not shared by {who}: in its sharing settings let editors change "
                "permissions, or leave --sheet out if it is your own account, or leave the accounts out of the "
                "roster and invite the players yourself."
            )


def must_not_hold_the_store(documents: Mapping[str, str], kept: str | None) -> None:
    """Refuse to let players into the spreadsheet *kept*, where the store lies: only the GM's workbook may be there."""
    for key, document in documents.items():
        if document == kept and key != GM:
            raise SheetsRefused(
                "Matches and the seeds of their dice are kept in that spreadsheet (store_sheet), so nobody may play in "
                f"it: take another for {key}."
            )


def rights(sheets: GoogleSheets, document: str) -> Rights:
    """What the account of *sheets* may do with *document*. SheetsRefused where it may not even see it."""
    mask = "properties.title,sheets(properties(sheetId,title),protectedRanges(description))"
    held = sheets.call("get", f"{SHEETS}/{document}", params={"fields": mask})
    tabs = {each["properties"].get("sheetId", 0): each["properties"]["title"] for each in held["sheets"]}
    guarded = frozenset(
        each["properties"].get("sheetId", 0)
        for each in held["sheets"]
        if any(guard.get("description", "").startswith("sheets-gm") for guard in each.get("protectedRanges", ()))
    )
    title = held["properties"]["title"]
    try:
        asked = {"fields": "trashed,capabilities(canEdit,canShare)"}
        file = sheets.call("get", f"{FILES}/{document}", params=asked)
    except SheetsRefused:
        # `drive.file` does not reach what the app has not made, and the Drive API may be switched off
        return Rights(title, tabs, guarded, edit=_may_write(sheets, document, title), share=False)
    may = file.get("capabilities", {})
    return Rights(
        title,
        tabs,
        guarded,
        edit=bool(may.get("canEdit")),
        share=bool(may.get("canShare")),
        binned=bool(file.get("trashed")),
    )


def without_account(sheets: GoogleSheets, record: Record) -> tuple[str, ...]:
    """Who cannot get into a match on a local server, because there is no account of theirs; nobody on Google.

    Its first workbook tells it: that one is shared with everybody. Of an account that is not there, the local server
    tells no name.
    """
    if not sheets.is_local or not record.workbooks:
        return ()
    address = f"{FILES}/{record.workbooks[0].document}/permissions"
    held = sheets.call("get", address, params={"fields": "permissions(emailAddress,displayName)"})["permissions"]
    return tuple(sorted(each["emailAddress"] for each in held if "displayName" not in each and "emailAddress" in each))


def _may_write(sheets: GoogleSheets, document: str, title: str) -> bool:
    """Whether a write that changes nothing is let through."""
    same = {"updateSpreadsheetProperties": {"properties": {"title": title}, "fields": "title"}}
    try:
        sheets.call("post", f"{SHEETS}/{document}:batchUpdate", {"requests": [same]})
    except SheetsRefused:
        return False
    return True

"""Handing a match from one account to another: the spreadsheets, and what is protected in them.

The account that served the match lets the new one edit its spreadsheets, and adds it to the editors of every range that
it has protected. Google has no way to change the owner of a spreadsheet for this: its owner stays, and the earlier
account stays an editor until somebody removes it. Each step may be repeated.
"""

from __future__ import annotations

from sheets_gm.adapters.google.accounts.credential_files import BadCredentials
from sheets_gm.adapters.google.calls.api import SHEETS, Body, batch_update, parts
from sheets_gm.adapters.google.calls.cell_requests import OURS
from sheets_gm.adapters.google.drive.files import file_access
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.workbooks.tabs import protected_ranges
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.workbook import Workbook
from sheets_gm.gm.ports.sheets import SheetsRefused


def hand_over(sheets: GoogleSheets, record: Record, account: str) -> None:
    """Let *account* edit all that the program edits in a match. Raises `SheetsRefused` with what is missing."""
    new = sheets.as_account(account)
    try:
        old = sheets.as_account(record.account)
    except BadCredentials:
        old = None  # its key is gone: what it protected must have been opened by somebody else
    for workbook in record.workbooks:
        if not _may_edit(new, workbook.document):
            if old is None:
                raise SheetsRefused(
                    f"Share {workbook.link or workbook.document} with {account} as Editor, then repeat."
                )
            old.invite(workbook.document, account)
        if old is not None:
            _admit(old, workbook, account)
        _check_open(new, workbook, account)


def _may_edit(sheets: GoogleSheets, document: str) -> bool:
    try:
        return file_access(sheets, document).can_edit
    except SheetsRefused:
        return False


def _admit(sheets: GoogleSheets, workbook: Workbook, account: str) -> None:
    """Add *account* to the editors of all ranges that *sheets* has protected."""
    requests: list[Body] = []
    for tab in _tabs(sheets, workbook).values():
        for each in tab.ranges:
            users = each.get("editors", {}).get("users", [])
            ours = str(each.get("description", "")).startswith(OURS) and each.get("requestingUserCanEdit")
            if ours and account.casefold() not in (user.casefold() for user in users):
                editors = {**each.get("editors", {}), "users": [*users, account]}
                changed = {"protectedRangeId": each["protectedRangeId"], "editors": editors}
                requests.append({"updateProtectedRange": {"protectedRange": changed, "fields": "editors"}})
    for part in parts(requests):
        batch_update(sheets, workbook.document, part)


def _check_open(sheets: GoogleSheets, workbook: Workbook, account: str) -> None:
    locked = protected_ranges.locked_tabs(_tabs(sheets, workbook), workbook.tabs)
    if locked:
        raise SheetsRefused(
            f"{', '.join(f'“{title}”' for title in locked)} of {workbook.link or workbook.document} is protected from "
            f"{account}. Remove that under Data > Protect sheets and ranges, as the owner, then repeat."
        )


def _tabs(sheets: GoogleSheets, workbook: Workbook) -> dict[int, protected_ranges.ProtectedTab]:
    params = {"fields": protected_ranges.MASK}
    return protected_ranges.protected_tabs(sheets.call("get", f"{SHEETS}/{workbook.document}", params=params))

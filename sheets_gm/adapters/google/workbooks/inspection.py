"""The inspection of what people can change in a workbook apart from its cells, and the repair.

Editors can hide tabs, protect what they may edit, and delete a program's metadata. People who may share the spreadsheet
can remove others, or let in people who must not see secrets. Cells are compared at each poll; this is checked from time
to time, and soon after Drive reports a change of the document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheets_gm.adapters.google.calls.api import FILES, SHEETS, Api, Body, batch_update, parts
from sheets_gm.adapters.google.drive import sharing, strangers
from sheets_gm.adapters.google.drive.strangers import Insiders
from sheets_gm.adapters.google.workbooks import building, properties
from sheets_gm.adapters.google.workbooks.tabs import protected_ranges, tab_faults, tables
from sheets_gm.gm.match_record.workbook import UNINVITED, Workbook
from sheets_gm.gm.ports.sheets import Inspection, Protection, Sharing, SheetsRefused, TabPlan
from sheets_gm.kernel.english import counted, listed
from sheets_gm.sheet.marks import HIDDEN

_SHEET = (
    "properties(sheetId,title,hidden,gridProperties(rowCount,columnCount)),tables(tableId),"
    f"developerMetadata(metadataKey),{tab_faults.FIELDS}"
)
MASK = (
    f"{protected_ranges.MASK.replace('properties(sheetId,title)', _SHEET)},developerMetadata(metadataId,metadataKey),"
    f"{properties.FIELDS}"
)


MOST_CELLS = 10_000_000
"""Cells that a spreadsheet can have, empty ones too."""

CROWDED = 0.75
"""If a larger share of these is used, the tabs of other people are named."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """How a workbook should be protected and shared, and how its *tabs* should look."""

    protections: Sequence[Protection]
    sharing: Sharing
    tabs: Sequence[TabPlan]


def inspect(api: Api, workbook: Workbook, wanted: Wanted, insiders: Insiders) -> Inspection:
    """Restore the sharing of a workbook, its protection, its hidden tabs and this program's metadata.

    A tab that this program hid itself stays hidden. A tab with a fault outside its cells makes the workbook torn.
    *insiders* are the accounts of this program, which are never removed.
    """
    protections = wanted.protections
    workbook, lines = _inspect_sharing(api, workbook, wanted.sharing, insiders)
    answer = api.call("get", f"{SHEETS}/{workbook.document}", params={"fields": MASK})
    current = protected_ranges.protected_tabs(answer)
    if any("tables" in each for each in answer["sheets"]):
        lines += tables.loosen(api, workbook)
    requests: list[Body] = []
    hidden = [
        each["properties"]
        for each in answer["sheets"]
        if each["properties"].get("hidden")
        and each["properties"].get("sheetId", 0) in workbook.tabs.values()
        and not any(held["metadataKey"] == HIDDEN for held in each.get("developerMetadata", ()))
    ]
    for each in hidden:
        shown = {"sheetId": each.get("sheetId", 0), "hidden": False}
        requests.append({"updateSheetProperties": {"properties": shown, "fields": "hidden"}})
        lines.append(f"the tab “{each['title']}” was hidden")
    if not building.newest_mark(answer):
        requests += building.next_mark(0)
        lines.append("the mark that this program keeps in the spreadsheet was deleted")
    for intruder, where in protected_ranges.intruders(current, protections):
        requests.append({"deleteProtectedRange": {"protectedRangeId": intruder["protectedRangeId"]}})
        lines.append(f"somebody protected {where}, where players type")
    changes = protected_ranges.changes(current, protections, workbook)
    if changes:
        # what Google spells in another way comes back as it was: then nobody changed anything
        titles = protected_ranges.changed_tabs(current, protections, workbook)
        lines += [f"the protection of {listed([f'“{title}”' for title in titles])} was changed"] if titles else []
    faults = list(tab_faults.faults(answer, wanted.tabs))
    # asked before this program itself is the last who changed the spreadsheet
    author, owners = _last_author(api, workbook) if lines or faults or properties.changed(workbook, answer) else NOBODY
    named = properties.put_back(workbook, answer, author, {*owners, *wanted.sharing.masters})
    workbook, requests, lines = named.workbook, [*requests, *named.requests], [*lines, *named.lines]
    who = _named(author)
    if requests or changes:
        for part in parts([*requests, *changes]):
            batch_update(api, workbook.document, part)
        answer = api.call("get", f"{SHEETS}/{workbook.document}", params={"fields": MASK})
        current = protected_ranges.protected_tabs(answer)
        workbook = workbook.but(answered=protected_ranges.answered(current, protections, workbook))
    copies = tuple(
        f"“{title}” is a copy of a tab: nothing that is typed there counts."
        for title in protected_ranges.copied_tabs(current, workbook)
    )
    remarks = (*protected_ranges.foreign_protections(current, protections), *copies)
    workbook = workbook.but(torn=workbook.torn or bool(faults))
    workbook = workbook.but(remarks=remarks, crowded=_crowded(api, workbook, answer))
    return Inspection(workbook, tuple(f"{line}{who}" for line in (*lines, *faults)))


def _crowded(api: Api, workbook: Workbook, answer: Mapping[str, Any]) -> str:
    """Return a line on other people's tabs and the last editor, if the spreadsheet is nearly full; else ""."""
    tabs = [each["properties"] for each in answer["sheets"]]
    cells = {each.get("sheetId", 0): _cells(each) for each in tabs}
    foreign = [each for each in tabs if each.get("sheetId", 0) not in workbook.tabs.values()]
    if not foreign or sum(cells.values()) < CROWDED * MOST_CELLS:
        return ""
    largest = max(foreign, key=_cells)
    others, used = counted(len(foreign), "tab"), sum(cells.values())
    who = _named(_last_author(api, workbook)[0])
    return (
        f"{others} of others, the largest “{largest['title']}”{who}, and the match's own have {used:,} of the "
        f"{MOST_CELLS:,} cells that a spreadsheet can have: delete those tabs before it is full."
    )


def _cells(properties: Mapping[str, Any]) -> int:
    grid = properties.get("gridProperties", {})
    return int(grid.get("rowCount", 0)) * int(grid.get("columnCount", 0))


NOBODY: tuple[str, frozenset[str]] = ("", frozenset())
"""No author, and no owners."""


def _last_author(api: Api, workbook: Workbook) -> tuple[str, frozenset[str]]:
    """Return the last other editor of the spreadsheet, and its owners, if this account may see them."""
    params = {"fields": "lastModifyingUser(emailAddress,me),owners(emailAddress)"}
    try:
        answer = api.call("get", f"{FILES}/{workbook.document}", params=params)
    except SheetsRefused:
        return NOBODY
    user = answer.get("lastModifyingUser", {})
    owners = frozenset(str(each.get("emailAddress", "")) for each in answer.get("owners", ()))
    return ("" if user.get("me") else str(user.get("emailAddress", ""))), owners - {""}


def _named(author: str) -> str:
    """Return *author* for the end of a line."""
    return f" (last changed by {author})" if author else ""


def _inspect_sharing(api: Api, workbook: Workbook, wanted: Sharing, insiders: Insiders) -> tuple[Workbook, list[str]]:
    """Restore who has access. `SheetsRefused` is no failure here: this account may not see or change that."""
    lines = _look_at_file(api, workbook)
    if not wanted.guests and not workbook.own:
        return workbook, lines
    try:
        held = {str(each["id"]): each for each in sharing.permissions(api, workbook.document)}
    except SheetsRefused:
        return workbook.but(strangers=(strangers.UNSEEN,) if wanted.is_private else ()), lines
    gone = [guest for guest in workbook.guests if guest.permission and guest.permission not in held]
    changed = [
        guest
        for guest in workbook.guests
        if guest.permission in held and sharing.must_change(workbook, guest, held[guest.permission])
    ]
    if gone or changed:
        lines += [f"{guest.account or 'anyone with the link'} had been thrown out" for guest in gone]
        roles = {guest.account: held[guest.permission]["role"] for guest in changed}
        lines += [f"{account or 'anyone with the link'} had been made {role}" for account, role in roles.items()]
        workbook = sharing.share(api, workbook, wanted)
    expected_ids = {guest.permission for guest in workbook.guests}
    outsiders = strangers.strangers(held.values(), expected_ids, insiders)
    if workbook.others is None:
        # nobody is taken to belong into a private spreadsheet only because they were there first
        names = () if wanted.is_private else tuple(sorted(str(each["id"]) for each in outsiders))
        workbook = workbook.but(others=names)
    return _show_out(api, workbook, wanted, outsiders, lines)


def _show_out(
    api: Api, workbook: Workbook, wanted: Sharing, accesses: Sequence[Body], lines: list[str]
) -> tuple[Workbook, list[str]]:
    """Remove the strangers in *accesses* who may not stay, one by one, and list those who cannot be removed."""
    remaining: list[str] = []
    others = list(workbook.others or ())
    for access in accesses:
        name = str(access["id"])
        if name in others:
            remaining += [strangers.line_of(access)] if wanted.is_private else []
            continue
        line, keeps = _judge(access, wanted)
        if keeps and wanted.is_private:
            remaining.append(strangers.line_of(access))
            continue
        refused = "" if keeps else sharing.remove(api, workbook.document, access)
        remaining += [refused] if refused else []
        lines += [line] if line and not refused else []
        others += [name] if keeps else []
    return workbook.but(others=tuple(others), strangers=tuple(remaining)), lines


def _judge(access: Mapping[str, Any], wanted: Sharing) -> tuple[str, bool]:
    """Return the line about an access that this program did not give, and whether it is kept."""
    who = strangers.name_of(access)
    if wanted.invites == UNINVITED:
        return ("" if access["type"] == "user" else f"{who} may come in now; it was left so"), True
    is_wide = access["type"] in ("anyone", "domain") and access["role"] not in strangers.READING
    if wanted.is_private or is_wide:
        return f"{who} had been let in as {access['role']}", False
    return f"{who} may come in now as {access['role']}; it was left so", True


def kept_file(api: Api, workbook: Workbook) -> Body:
    """Return what Drive says about the file of *workbook*; empty if this account may not ask.

    Raises `SheetsRefused` if it is in the trash: players do not see the match there, although reading and writing work.
    """
    try:
        # in a shared drive there is no such field as the last
        params = {"fields": "trashed,name,writersCanShare"}
        file = api.call("get", f"{FILES}/{workbook.document}", params=params)
    except SheetsRefused:
        return {}
    if file.get("trashed"):
        raise SheetsRefused(f"“{file.get('name', workbook.key)}” is in the trash: restore it in its owner's Drive.")
    return file


def _look_at_file(api: Api, workbook: Workbook) -> list[str]:
    """Stop editors from sharing a document that this program made, if this account may. Raises `SheetsRefused`."""
    file, address = kept_file(api, workbook), f"{FILES}/{workbook.document}"
    if not workbook.own or not file.get("writersCanShare"):
        return []
    try:
        api.call("patch", address, {"writersCanShare": False}, params={"fields": "id"})
    except SheetsRefused:
        return []
    return ["players had been allowed to share the spreadsheet"]

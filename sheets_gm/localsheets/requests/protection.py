"""Requests that protect ranges. Who may touch what is protected is told in `access`."""

from __future__ import annotations

from sheets_gm.localsheets import access, fields
from sheets_gm.localsheets.document import Document, Sheet, box_of
from sheets_gm.localsheets.errors import invalid, protected
from sheets_gm.localsheets.requests.targets import Body, sheet_of


def add_protected_range(document: Document, body: Body, account: str) -> Body:
    """`addProtectedRange`: whoever adds it may edit it; a tab has one protection of the whole of it."""
    guard = dict(body["protectedRange"])
    sheet = sheet_of(document, guard.get("range", {}))
    whole = not any(name.endswith("Index") for name in guard.get("range", {}))
    if guard.get("unprotectedRanges") and not whole:
        raise invalid("unprotectedRanges are only allowed on ProtectedRanges covering a whole sheet")
    if guard.get("warningOnly") and guard.get("editors"):
        raise invalid("ProtectedRange is warningOnly. Editors cannot be set on it.")
    held = sheet.meta.get("protectedRanges", [])
    if whole and any(not any(name.endswith("Index") for name in each.get("range", {})) for each in held):
        raise invalid(f'Sheet "{sheet.title}" already has sheet protection')
    if not whole:
        box_of(guard["range"], sheet)
    taken = {each["protectedRangeId"] for other in document.sheets.values() for each in _guards(other)}
    guard.setdefault("protectedRangeId", max(taken, default=1000) + 1)
    if guard["protectedRangeId"] in taken:
        raise invalid(f"Protected range with id {guard['protectedRangeId']} already exists")
    _with_editor(guard, account)
    document.touch(sheet)
    sheet.meta.setdefault("protectedRanges", []).append(guard)
    return {"addProtectedRange": {"protectedRange": guard}}


def update_protected_range(document: Document, body: Body, account: str) -> Body:
    """`updateProtectedRange`."""
    new = body["protectedRange"]
    sheet, guard = _guard(document, new["protectedRangeId"])
    if not access.may_touch(guard, document, account):
        raise protected()
    document.touch(sheet)
    held = _guards(sheet)
    made = fields.merge(fields.parse(body["fields"]), guard, new)
    made["protectedRangeId"] = guard["protectedRangeId"]
    held[held.index(guard)] = made
    return {}


def delete_protected_range(document: Document, body: Body, account: str) -> Body:
    """`deleteProtectedRange`."""
    sheet, guard = _guard(document, body["protectedRangeId"])
    if not access.may_touch(guard, document, account):
        raise protected()
    document.touch(sheet)
    sheet.meta["protectedRanges"] = [each for each in _guards(sheet) if each is not guard]
    if not sheet.meta["protectedRanges"]:
        del sheet.meta["protectedRanges"]
    return {}


def _with_editor(guard: Body, account: str) -> None:
    if not guard.get("warningOnly"):
        editors = dict(guard.get("editors", {}))
        users = list(editors.get("users", []))
        guard["editors"] = {**editors, "users": users if account in users else [*users, account]}


def _guards(sheet: Sheet) -> list[Body]:
    guards: list[Body] = sheet.meta.get("protectedRanges", [])
    return guards


def _guard(document: Document, guard_id: int) -> tuple[Sheet, Body]:
    for sheet in document.sheets.values():
        for each in _guards(sheet):
            if each["protectedRangeId"] == guard_id:
                return sheet, each
    raise invalid(f"No protected range with id: {guard_id}")

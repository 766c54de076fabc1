"""Requests that protect ranges. Who may touch what is protected is told in `access`."""

from __future__ import annotations

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.targets import NAMES, Body, kept_range, mask_of, named, need
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.protocol.errors import invalid, protected
from sheets_gm.localsheets.spreadsheet import access
from sheets_gm.localsheets.spreadsheet.document import Document, Sheet

KIND, KEY = "protectedRanges", "protectedRangeId"


def add_protected_range(document: Document, body: Body, account: str) -> Body:
    """`addProtectedRange`: whoever adds it may edit it; a tab has one protection of the whole of it."""
    sheet, guard = _checked(document, need(body, "protectedRange"), account)
    if _whole(guard) and any(_whole(each) for each in objects.held(sheet, KIND)):
        raise invalid(f'Sheet "{sheet.title}" already has sheet protection')
    guard[KEY] = objects.number(document, KIND, KEY, guard.get(KEY), "Protected range")
    objects.add(document, sheet, KIND, guard)
    return {"addProtectedRange": {"protectedRange": guard}}


def _checked(document: Document, wanted: Body, account: str) -> tuple[Sheet, Body]:
    """A protection as it is kept, and its tab. 400 where it is none."""
    guard = {name: value for name, value in wanted.items() if name != "requestingUserCanEdit" and value != ""}
    if "tableId" in guard:
        raise invalid("This local spreadsheet has no tables.")
    if "namedRangeId" in guard and "range" not in guard:
        _, name = objects.find(document, "namedRanges", "namedRangeId", guard["namedRangeId"], "named range")
        guard["range"] = name["range"]
    sheet, guard["range"] = kept_range(document, guard.get("range", {}))
    if guard.get("unprotectedRanges") and not _whole(guard):
        raise invalid("unprotectedRanges are only allowed on ProtectedRanges covering a whole sheet")
    guard["unprotectedRanges"] = [_free(document, sheet, each) for each in guard.get("unprotectedRanges", [])]
    if guard.get("warningOnly") and guard.get("editors"):
        raise invalid("ProtectedRange is warningOnly. Editors cannot be set on it.")
    if not guard.get("warningOnly"):
        editors = guard.get("editors", {})
        users = editors.get("users", [])
        guard["editors"] = {**editors, "users": users if account in users else [*users, account]}
        guard["editors"] = {name: value for name, value in guard["editors"].items() if value}
    return sheet, {name: value for name, value in guard.items() if value or name == "range"}


def _free(document: Document, sheet: Sheet, wanted: Body) -> Body:
    """An unprotected range, which lies on the tab that is protected."""
    held, made = kept_range(document, {"sheetId": sheet.id, **wanted})
    if held is not sheet:
        raise invalid("unprotectedRanges must lie on the sheet that is protected.")
    return made


def _whole(guard: Body) -> bool:
    return not any(name in guard.get("range", {}) for names in NAMES for name in names)


def _guard(document: Document, guard_id: int, account: str) -> tuple[Sheet, Body]:
    """A protection that *account* may change, and its tab."""
    sheet, guard = objects.find(document, KIND, KEY, guard_id, "protected range")
    if not access.may_touch(guard, document, account):
        raise protected()
    return sheet, guard


def update_protected_range(document: Document, body: Body, account: str) -> Body:
    """`updateProtectedRange`: whoever changes it may edit it."""
    new = need(body, "protectedRange")
    mask = mask_of(body, "ProtectedRange")
    sheet, guard = _guard(document, need(new, KEY), account)
    made = field_masks.merge(mask, guard, new)
    if made.get("warningOnly") and not named(mask, "editors"):
        made.pop("editors", None)
    to, made = _checked(document, made, account)
    made[KEY] = guard[KEY]
    others = [each for each in objects.held(to, KIND) if each is not guard]
    if _whole(made) and any(_whole(each) for each in others):
        raise invalid(f'Sheet "{to.title}" already has sheet protection')
    objects.replace(document, sheet, KIND, guard, made, to)
    return {}


def delete_protected_range(document: Document, body: Body, account: str) -> Body:
    """`deleteProtectedRange`."""
    sheet, guard = _guard(document, need(body, KEY), account)
    objects.replace(document, sheet, KIND, guard, None)
    return {}

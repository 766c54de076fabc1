"""Requests about protected ranges. `access` decides who may edit the protected cells."""

from __future__ import annotations

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.targets import NAMES, Body, mask_includes, mask_of, required, stored_range
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.protocol.errors import invalid, protected
from sheets_gm.localsheets.spreadsheet.model import access
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet, box_of

KIND, KEY = "protectedRanges", "protectedRangeId"


def add_protected_range(document: Document, body: Body, account: str) -> Body:
    """`addProtectedRange`: the caller becomes an editor. A sheet can have only one protection of the whole sheet.

    Only those who may edit a range can protect it.
    """
    sheet, protected_range = _validated(document, required(body, "protectedRange"), account)
    access.require_editable(document, sheet, [box_of(protected_range["range"], sheet)], account)
    if _covers_sheet(protected_range) and any(_covers_sheet(each) for each in objects.objects_of(sheet, KIND)):
        raise invalid(f'Sheet "{sheet.title}" already has sheet protection')
    protected_range[KEY] = objects.new_id(document, KIND, KEY, protected_range.get(KEY), "Protected range")
    objects.add(document, sheet, KIND, protected_range)
    return {"addProtectedRange": {"protectedRange": protected_range}}


def _validated(document: Document, wanted: Body, account: str) -> tuple[Sheet, Body]:
    """Return a ProtectedRange in stored form, and its sheet. Raises 400 for an invalid one."""
    protected_range = {name: value for name, value in wanted.items() if name != "requestingUserCanEdit" and value != ""}
    if "tableId" in protected_range:
        raise invalid("This local spreadsheet has no tables.")
    if "namedRangeId" in protected_range and "range" not in protected_range:
        _, name = objects.find(document, "namedRanges", "namedRangeId", protected_range["namedRangeId"], "named range")
        protected_range["range"] = name["range"]
    sheet, protected_range["range"] = stored_range(document, protected_range.get("range", {}))
    if protected_range.get("unprotectedRanges") and not _covers_sheet(protected_range):
        raise invalid("unprotectedRanges are only allowed on ProtectedRanges covering a whole sheet")
    protected_range["unprotectedRanges"] = [
        _unprotected_range(document, sheet, each) for each in protected_range.get("unprotectedRanges", [])
    ]
    if protected_range.get("warningOnly") and protected_range.get("editors"):
        raise invalid("ProtectedRange is warningOnly. Editors cannot be set on it.")
    if not protected_range.get("warningOnly"):
        editors = protected_range.get("editors", {})
        users = editors.get("users", [])
        protected_range["editors"] = {**editors, "users": users if account in users else [*users, account]}
        protected_range["editors"] = {name: value for name, value in protected_range["editors"].items() if value}
    return sheet, {name: value for name, value in protected_range.items() if value or name == "range"}


def _unprotected_range(document: Document, sheet: Sheet, wanted: Body) -> Body:
    """Return an unprotected range, which must lie on the protected sheet."""
    held, area = stored_range(document, {"sheetId": sheet.id, **wanted})
    if held is not sheet:
        raise invalid("unprotectedRanges must lie on the sheet that is protected.")
    return area


def _covers_sheet(protected_range: Body) -> bool:
    return not any(name in protected_range.get("range", {}) for names in NAMES for name in names)


def _protected_range(document: Document, protected_range_id: int, account: str) -> tuple[Sheet, Body]:
    """Return a protected range that *account* may change, and its sheet."""
    sheet, protected_range = objects.find(document, KIND, KEY, protected_range_id, "protected range")
    if not access.may_edit(protected_range, document, account):
        raise protected()
    return sheet, protected_range


def update_protected_range(document: Document, body: Body, account: str) -> Body:
    """`updateProtectedRange`: the caller becomes an editor."""
    new = required(body, "protectedRange")
    mask = mask_of(body, "ProtectedRange")
    sheet, protected_range = _protected_range(document, required(new, KEY), account)
    changed = field_masks.merge(mask, protected_range, new)
    if changed.get("warningOnly") and not mask_includes(mask, "editors"):
        changed.pop("editors", None)
    to, changed = _validated(document, changed, account)
    if mask_includes(mask, "range") or mask_includes(mask, "namedRangeId"):
        access.require_editable(document, to, [box_of(changed["range"], to)], account)
    changed[KEY] = protected_range[KEY]
    others = [each for each in objects.objects_of(to, KIND) if each is not protected_range]
    if _covers_sheet(changed) and any(_covers_sheet(each) for each in others):
        raise invalid(f'Sheet "{to.title}" already has sheet protection')
    objects.replace(document, sheet, KIND, protected_range, changed, to)
    return {}


def delete_protected_range(document: Document, body: Body, account: str) -> Body:
    """Handle `deleteProtectedRange`."""
    sheet, protected_range = _protected_range(document, required(body, KEY), account)
    objects.replace(document, sheet, KIND, protected_range, None)
    return {}

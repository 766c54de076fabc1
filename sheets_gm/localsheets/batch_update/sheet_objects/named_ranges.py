"""Requests about named ranges."""

from __future__ import annotations

import re
import secrets

from sheets_gm.localsheets.batch_update import objects
from sheets_gm.localsheets.batch_update.targets import Body, mask_of, required, stored_range
from sheets_gm.localsheets.protocol import field_masks
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.a1 import LOOKS_LIKE_A_CELL
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

KIND, KEY = "namedRanges", "namedRangeId"
_NAME = re.compile(r"[^\W\d]\w{0,249}")


def find_named_range(document: Document, name: str) -> tuple[Sheet, Body] | None:
    """Return the named range *name*, ignoring case, and its sheet."""
    for sheet in document.sheets.values():
        for each in objects.objects_of(sheet, KIND):
            if each["name"].lower() == name.lower():
                return sheet, each
    return None


def _must_be_free(document: Document, name: str, named_range: Body | None = None) -> None:
    if not _NAME.fullmatch(name) or LOOKS_LIKE_A_CELL.fullmatch(name) or name.lower() in ("true", "false"):
        raise invalid(f"The name of the named range is invalid: {name}")
    clash = find_named_range(document, name)
    if clash and clash[1] is not named_range:
        raise invalid(f"A named range with the name {name} already exists.")


def add_named_range(document: Document, body: Body, _account: str) -> Body:
    """Handle `addNamedRange`."""
    wanted = required(body, "namedRange")
    name = required(wanted, "name")
    _must_be_free(document, name)
    sheet, area = stored_range(document, required(wanted, "range"))
    named_range = {KEY: wanted.get(KEY) or secrets.token_hex(6), "name": name, "range": area}
    if any(
        each[KEY] == named_range[KEY] for other in document.sheets.values() for each in objects.objects_of(other, KIND)
    ):
        raise invalid(f"A named range with id {named_range[KEY]} already exists.")
    objects.add(document, sheet, KIND, named_range)
    return {"addNamedRange": {"namedRange": named_range}}


def update_named_range(document: Document, body: Body, _account: str) -> Body:
    """`updateNamedRange`: change the name or the range, also to another sheet."""
    wanted = required(body, "namedRange")
    mask = mask_of(body, "NamedRange")
    sheet, old = objects.find(document, KIND, KEY, required(wanted, KEY), "named range")
    named_range = {**field_masks.merge(mask, old, wanted), KEY: old[KEY]}
    _must_be_free(document, named_range.get("name", ""), old)
    to, named_range["range"] = stored_range(document, required(named_range, "range"))
    objects.replace(document, sheet, KIND, old, named_range, to)
    return {}


def delete_named_range(document: Document, body: Body, _account: str) -> Body:
    """`deleteNamedRange`: ranges that were protected by this name stay protected."""
    sheet, old = objects.find(document, KIND, KEY, required(body, KEY), "named range")
    objects.replace(document, sheet, KIND, old, None)
    for other in document.sheets.values():
        for protected_range in objects.objects_of(other, "protectedRanges"):
            if protected_range.get(KEY) == old[KEY]:
                left = {name: value for name, value in protected_range.items() if name != KEY}
                objects.replace(document, other, "protectedRanges", protected_range, left)
    return {}

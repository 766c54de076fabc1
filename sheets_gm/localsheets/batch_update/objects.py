"""Objects of a sheet that have an id: protected and named ranges, filter views, banded ranges, charts."""

from __future__ import annotations

from typing import Any

from sheets_gm.localsheets.batch_update.targets import Body
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

FIRST = 1001
"""The first id that is assigned to an object without one."""


def objects_of(sheet: Sheet, kind: str) -> list[Body]:
    """Return the objects of *kind* on a sheet."""
    objects: list[Body] = sheet.meta.get(kind, [])
    return objects


def find(document: Document, kind: str, key: str, wanted: Any, what: str) -> tuple[Sheet, Body]:
    """Return the sheet and the object of *kind* whose *key* is *wanted*. Raises 400, naming *what*, if there
    is none.
    """
    for sheet in document.sheets.values():
        for each in objects_of(sheet, kind):
            if each.get(key) == wanted:
                return sheet, each
    raise invalid(f"No {what} with id: {wanted}")


def new_id(document: Document, kind: str, key: str, wanted: int | None, what: str) -> int:
    """Return an id for a new object: *wanted*, or a free one. Raises 400 if it is taken."""
    taken: set[int] = {each[key] for sheet in document.sheets.values() for each in objects_of(sheet, kind)}
    taken |= {each[key] for each in document.meta.get(kind, [])}
    if wanted is None:
        return max((*taken, FIRST - 1)) + 1
    if wanted in taken:
        raise invalid(f"{what} with id {wanted} already exists")
    return wanted


def add(document: Document, sheet: Sheet, kind: str, new_object: Body) -> None:
    """Add an object to a sheet."""
    document.snapshot(sheet)
    sheet.meta.setdefault(kind, []).append(new_object)


def replace(document: Document, sheet: Sheet, kind: str, old: Body, new: Body | None, to: Sheet | None = None) -> None:
    """Replace *old* by *new*, on the sheet *to* if given; None deletes it."""
    document.snapshot(sheet)
    at = next(at for at, each in enumerate(objects_of(sheet, kind)) if each is old)
    if new is not None and (to is None or to is sheet):
        sheet.meta[kind][at] = new
        return
    del sheet.meta[kind][at]
    if not sheet.meta[kind]:
        del sheet.meta[kind]
    if new is not None and to is not None:
        add(document, to, kind, new)

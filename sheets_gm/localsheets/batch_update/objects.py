"""Objects that hang on a tab and are known by an id: protections, names, filter views, bands, charts."""

from __future__ import annotations

from typing import Any

from sheets_gm.localsheets.batch_update.targets import Body
from sheets_gm.localsheets.protocol.errors import invalid
from sheets_gm.localsheets.spreadsheet.document import Document, Sheet

FIRST = 1001
"""The first id that is given to an object that came without one."""


def held(sheet: Sheet, kind: str) -> list[Body]:
    """The objects of a kind on one tab."""
    found: list[Body] = sheet.meta.get(kind, [])
    return found


def find(document: Document, kind: str, key: str, wanted: Any, what: str) -> tuple[Sheet, Body]:
    """The object of *kind* whose *key* is *wanted*, and its tab. 400 that names *what* is missing."""
    for sheet in document.sheets.values():
        for each in held(sheet, kind):
            if each.get(key) == wanted:
                return sheet, each
    raise invalid(f"No {what} with id: {wanted}")


def number(document: Document, kind: str, key: str, wanted: int | None, what: str) -> int:
    """An id for a new object: the one that is *wanted*, or a free one. 400 where it is taken."""
    taken: set[int] = {each[key] for sheet in document.sheets.values() for each in held(sheet, kind)}
    taken |= {each[key] for each in document.meta.get(kind, [])}
    if wanted is None:
        return max((*taken, FIRST - 1)) + 1
    if wanted in taken:
        raise invalid(f"{what} with id {wanted} already exists")
    return wanted


def add(document: Document, sheet: Sheet, kind: str, made: Body) -> None:
    """Hang an object on a tab."""
    document.touch(sheet)
    sheet.meta.setdefault(kind, []).append(made)


def replace(document: Document, sheet: Sheet, kind: str, old: Body, new: Body | None, to: Sheet | None = None) -> None:
    """Put *new* in the place of *old*, or on the tab *to*; None takes it away."""
    document.touch(sheet)
    at = next(at for at, each in enumerate(held(sheet, kind)) if each is old)
    if new is not None and (to is None or to is sheet):
        sheet.meta[kind][at] = new
        return
    del sheet.meta[kind][at]
    if not sheet.meta[kind]:
        del sheet.meta[kind]
    if new is not None and to is not None:
        add(document, to, kind, new)

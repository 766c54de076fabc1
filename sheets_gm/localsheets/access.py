"""Who may do what: accounts and their tokens, sharing, protected ranges.

Laws: a token is kept only as its digest; an owner may always edit; whoever protects something may edit it; a cell that
several protections cover is open only to those whom all of them let in.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Any

from sheets_gm.localsheets.a1 import Box
from sheets_gm.localsheets.document import Document, Sheet
from sheets_gm.localsheets.errors import forbidden, protected

ROLES = ("reader", "commenter", "writer", "owner")


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


def role(document: Document, account: str) -> str | None:
    """The role of *account* on a document, None for a stranger; link sharing counts for everybody."""
    held = [
        each["role"]
        for each in document.meta["permissions"]
        if each["type"] == "anyone" or each.get("emailAddress") == account
    ]
    return max(held, key=ROLES.index, default=None)


def must_read(document: Document, account: str) -> None:
    """403 for a stranger."""
    if role(document, account) is None:
        raise forbidden()


def must_write(document: Document, account: str) -> None:
    """403 for anybody who is no editor."""
    if role(document, account) not in ("writer", "owner"):
        raise forbidden()


def may_touch(guard: dict[str, Any], document: Document, account: str) -> bool:
    """Whether *account* may edit what *guard* protects."""
    if guard.get("warningOnly") or role(document, account) == "owner":
        return True
    return account in guard.get("editors", {}).get("users", [])


def must_touch(document: Document, sheet: Sheet, areas: Iterable[Box], account: str) -> None:
    """400, as Google has it, if any of *areas* is protected from *account*."""
    guards = sheet.meta.get("protectedRanges", [])
    if not guards or role(document, account) == "owner":
        return
    shut = [guard for guard in guards if not may_touch(guard, document, account)]
    if not shut:
        return
    for area in areas:
        for guard in shut:
            cover = _overlap(area, _box(guard.get("range", {}), sheet))
            free = [_box(each, sheet) for each in guard.get("unprotectedRanges", [])]
            if cover is not None and not _covered(cover, free):
                raise protected()


def _box(grid_range: dict[str, Any], sheet: Sheet) -> Box:
    rows, columns = sheet.size
    return Box(
        grid_range.get("startRowIndex", 0),
        grid_range.get("startColumnIndex", 0),
        grid_range.get("endRowIndex", rows),
        grid_range.get("endColumnIndex", columns),
    )


def _overlap(one: Box, two: Box) -> Box | None:
    top, left = max(one.top, two.top), max(one.left, two.left)
    bottom, right = min(one.bottom or 0, two.bottom or 0), min(one.right or 0, two.right or 0)
    return Box(top, left, bottom, right) if top < bottom and left < right else None


def _covered(area: Box, by: list[Box]) -> bool:
    """Whether every cell of *area* lies in one of *by*."""
    if any(
        each.top <= area.top
        and each.left <= area.left
        and (each.bottom or 0) >= (area.bottom or 0)
        and (each.right or 0) >= (area.right or 0)
        for each in by
    ):
        return True
    cells = [(row, column) for row in range(area.top, area.bottom or 0) for column in range(area.left, area.right or 0)]
    return len(cells) > 1 and all(_covered(Box(row, column, row + 1, column + 1), by) for row, column in cells)

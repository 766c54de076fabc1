"""Roles on documents, and protected ranges.

A caller has the highest of the roles from its own permission, its domain, the link and the folder of the document.
Owners can always edit. Groups give no access, because their members are unknown here. A cell under several protections
can be edited only by those whom all of them admit. A protection that only warns stops nobody.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

from sheets_gm.localsheets.protocol.errors import protected
from sheets_gm.localsheets.spreadsheet.model.a1 import Box
from sheets_gm.localsheets.spreadsheet.model.document import Document
from sheets_gm.localsheets.spreadsheet.model.sheet import Sheet

ROLES = ("reader", "commenter", "writer", "owner")
EDITORS = ("writer", "owner")
LINK = "anyoneWithLink"
"""The id of the permission of anyone who has the link."""


def domain(account: str) -> str:
    """The domain of an e-mail address."""
    return account.rpartition("@")[2].casefold()


def role(document: Document, account: str) -> str | None:
    """Return the role of *account* ("" for an unknown caller) on a document; None without access."""
    permissions = (*document.meta["permissions"], *document.meta.get("inherited", ()))
    name = account.casefold()
    held = [each["role"] for each in permissions if _applies(each, name)]
    return max(held, key=ROLES.index, default=None)


def is_named(document: Document, account: str) -> bool:
    """Whether a document is shared with *account* by its address or domain, and not only by its link."""
    permissions = (*document.meta["permissions"], *document.meta.get("inherited", ()))
    return any(each["type"] != "anyone" and _applies(each, account.casefold()) for each in permissions)


def sharing_roles(document: Document) -> tuple[str, ...]:
    """The roles that can share a document."""
    return EDITORS if document.meta.get("writersCanShare", True) else EDITORS[1:]


def _applies(permission: dict[str, Any], account: str) -> bool:
    """Whether a permission belongs to *account*, which is in lower case."""
    kind = permission["type"]
    if kind == "user":
        return bool(account) and permission["emailAddress"].casefold() == account
    if kind == "domain":
        return bool(account) and permission["domain"].casefold() == domain(account)
    return bool(kind == "anyone")


def may_edit(protected_range: dict[str, Any], document: Document, account: str) -> bool:
    """Whether *account* may edit the cells that *protected_range* protects."""
    return role(document, account) == "owner" or _admits(protected_range, document, account)


def _admits(protected_range: dict[str, Any], document: Document, account: str) -> bool:
    """Whether *account*, which is not an owner, may edit the cells that *protected_range* protects."""
    if protected_range.get("warningOnly"):
        return True
    editors = protected_range.get("editors", {})
    if editors.get("domainUsersCanEdit") and account and domain(account) == domain(document.meta["owner"]):
        return True
    return account.casefold() in (each.casefold() for each in editors.get("users", ()))


def require_editable(document: Document, sheet: Sheet, areas: Iterable[Box], account: str) -> None:
    """Raise 400, as Google does, if any of *areas* is protected from *account*."""
    protected_ranges = sheet.meta.get("protectedRanges", [])
    if not protected_ranges or role(document, account) == "owner":
        return
    wanted = list(areas)
    for protected_range in protected_ranges:
        cover = _box(protected_range.get("range", {}), sheet)
        left = [shared for area in wanted if (shared := _overlap(area, cover)) is not None]
        if not left or _admits(protected_range, document, account):
            continue
        for free in protected_range.get("unprotectedRanges", ()):
            document.change.compare(len(left))
            left = [part for each in left for part in _subtract(each, _box(free, sheet))]
        if left:
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


def _subtract(area: Box, hole: Box) -> Iterator[Box]:
    """Yield the parts of *area* outside *hole*: above, below, left and right of it."""
    cut = _overlap(area, hole)
    if cut is None:
        yield area
        return
    top, left, bottom, right = cut.top, cut.left, cut.bottom or 0, cut.right or 0
    for part in (
        Box(area.top, area.left, top, area.right),
        Box(bottom, area.left, area.bottom, area.right),
        Box(top, area.left, bottom, left),
        Box(top, right, bottom, area.right),
    ):
        if part.top < (part.bottom or 0) and part.left < (part.right or 0):
            yield part


# -- permissions as Drive stores them ---------------------------------------------------------------------------------


def permission_id(kind: str, whom: str) -> str:
    """Return the id of a permission: the same for one grantee on every file."""
    if kind == "anyone":
        return LINK
    number = str(int.from_bytes(hashlib.sha256(f"{kind} {whom.casefold()}".encode()).digest()[:8], "big")).zfill(20)
    return number if kind == "user" else f"{number}k"


def of_user(account: str, role: str) -> dict[str, Any]:
    """Return the Permission resource of a user."""
    return {
        "kind": "drive#permission",
        "id": permission_id("user", account),
        "type": "user",
        "emailAddress": account,
        "displayName": account.partition("@")[0],
        "role": role,
    }

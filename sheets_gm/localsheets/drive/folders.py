"""Folders, and the access that files inherit from them.

A folder is a document without sheets. Everybody who may open a folder may open its contents, with at least the same
role. On a file itself this access can be extended, but neither removed nor reduced. The inherited permissions are
stored with the file under `inherited`, and updated when its folder changes or the file is moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sheets_gm.localsheets.spreadsheet.model.access import ROLES, of_user
from sheets_gm.localsheets.spreadsheet.model.document import Document

FOLDER = "application/vnd.google-apps.folder"
STRANGE_FOLDER, STRANGE_MEMBER = "a-folder-of-somebody-else", "member.of.folder@example.com"
"""The folder in which all new files are with the strangeness `inherited`, and who may edit what is in it."""


def is_folder(document: Document) -> bool:
    """Whether a document is a folder."""
    return document.meta.get("mimeType") == FOLDER


def children(documents: Mapping[str, Document], folder: str) -> Iterator[Document]:
    """The files and folders in a folder."""
    return (each for each in documents.values() if folder in each.meta.get("parents", ()))


def inherited(documents: Mapping[str, Document], document: Document) -> list[dict[str, Any]]:
    """Return the permissions that a document inherits from its folders, each with the id of the folder under `from`."""
    permissions: list[dict[str, Any]] = []
    for name in document.meta.get("parents", ()):
        parent = documents.get(name)
        if parent is not None and is_folder(parent) and parent is not document:
            # the owner of a folder edits what others put into it
            of_folder = [
                {**each, "role": "writer" if each["role"] == "owner" else each["role"], "from": name}
                for each in parent.meta["permissions"]
            ]
            permissions += [*of_folder, *parent.meta.get("inherited", ())]
    strange = [each for each in document.meta.get("inherited", ()) if each["from"] == STRANGE_FOLDER]
    return [*permissions, *strange]


def set_inherited(documents: Mapping[str, Document], document: Document) -> bool:
    """Update the permissions that a document inherits. Returns whether they have changed."""
    wanted = inherited(documents, document)
    if wanted == document.meta.get("inherited", []):
        return False
    document.snapshot_meta()
    document.meta["inherited"] = wanted
    return True


def put_into_strange_folder(document: Document) -> None:
    """Put a new document into a folder whose access nobody can remove."""
    document.snapshot_meta()
    member = {**of_user(STRANGE_MEMBER, "writer"), "from": STRANGE_FOLDER}
    document.meta["inherited"] = [*document.meta.get("inherited", ()), member]


def effective(document: Document) -> list[dict[str, Any]]:
    """Return the permissions of a document as Drive lists them, with the inherited and the direct part in their
    details.
    """
    merged: dict[str, dict[str, Any]] = {}
    direct = [(each, False) for each in document.meta["permissions"]]
    for each, is_inherited in (*direct, *((each, True) for each in document.meta.get("inherited", ()))):
        permission = merged.setdefault(each["id"], {**each, "permissionDetails": []})
        permission.pop("from", None)
        permission["role"] = max(permission["role"], each["role"], key=ROLES.index)
        detail = {"permissionType": "file", "role": each["role"], "inherited": is_inherited}
        permission["permissionDetails"].append(detail)
    return list(merged.values())


def inherited_role(document: Document, permission: str) -> str | None:
    """Return the role that the holder of a permission inherits; None without one."""
    held = [each["role"] for each in document.meta.get("inherited", ()) if each["id"] == permission]
    return max(held, key=ROLES.index, default=None)

"""Full storage: once the storage of an account is full, Google makes all its files read-only for everybody.

A write is then refused with the same words as for an account that may only read. Drive tells the two cases apart.
"""

from __future__ import annotations

from sheets_gm.adapters.google.calls.api import DRIVE, FILES, Api
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

_ROOM = "free some space (https://one.google.com/storage), or empty the bin of Drive; play then goes on by itself"


def line_about(api: Api, document: str) -> str:
    """Return what to do if the storage of *document*'s owner is full; "" if writes fail for another reason."""
    try:
        about = api.call("get", f"{DRIVE}/about", params={"fields": "user(permissionId),storageQuota(limit,usage)"})
        mask = "ownedByMe,owners(emailAddress),capabilities(canEdit),permissions(id,role)"
        file = api.call("get", f"{FILES}/{document}", params={"fields": mask})
    except (SheetsRefused, SheetsDown):
        return ""  # Drive does not tell, so the refusal is taken at its word
    quota = about.get("storageQuota", {})
    if file.get("ownedByMe"):
        is_full = int(quota.get("usage", 0)) >= int(quota.get("limit", 1 << 62))
        return f"Your Google storage is full, so nobody can edit your files: {_ROOM}." if is_full else ""
    permission_id = about.get("user", {}).get("permissionId")
    roles = {each["role"] for each in file.get("permissions", ()) if each.get("id") == permission_id}
    if file.get("capabilities", {}).get("canEdit") or not roles & {"writer", "fileOrganizer", "organizer"}:
        return ""
    owner = next((each["emailAddress"] for each in file.get("owners", ()) if "emailAddress" in each), "its owner")
    return (
        f"This account is Editor, and still nobody can edit the spreadsheet: the Google storage of {owner} is full. "
        f"That person has to {_ROOM}."
    )
